package search_test

import (
	"fmt"

	"coverstat/enumerate/puzzles/nonogram/search"
)

// Rows and columns of one black cell each: line logic settles nothing, and there are six
// pictures.
func ExampleSolver_Solve() {
	one := [][]int{{1}, {1}, {1}}
	s, err := search.New(one, one)
	if err != nil {
		fmt.Println(err)
		return
	}
	r := s.Solve(search.Settings{Solutions: 10})
	fmt.Println(r.Verdict, r.Complete, r.Settled)
	for _, cells := range r.Solutions {
		var text []byte
		for _, c := range cells {
			text = append(text, "?#."[c])
		}
		fmt.Printf("%s %s %s\n", text[:3], text[3:6], text[6:])
	}
	fmt.Printf("%+v\n", r.Counters)
	// Output:
	// many true 0
	// #.. .#. ..#
	// #.. ..# .#.
	// ..# #.. .#.
	// .#. #.. ..#
	// .#. ..# #..
	// ..# .#. #..
	// {Decisions:5 Probes:18 Conflicts:0 LineSolves:121 Restarts:0}
}
