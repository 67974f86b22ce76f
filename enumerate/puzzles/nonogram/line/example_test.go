package line

import (
	"fmt"
	"strings"
)

// The two sweeps over five cells of the clue 2 1, of which the middle one is known to be black.
func ExampleAutomaton_Deduce() {
	a, err := New([]int{2, 1}, 5, 1)
	if err != nil {
		fmt.Println(err)
		return
	}
	cells := []Cell{Blank, Blank, Black, Blank, Blank}
	s := a.NewSweeps()
	found, ok := a.Deduce(s, cells, 0, 4, nil)
	states := func(set uint64) string {
		names := []string{"e0", "f", "f", "e1", "f", "e2"}
		for k := range names {
			if set>>k&1 == 0 {
				names[k] = "-"
			}
		}
		return strings.Join(names, " ")
	}
	for i, c := range cells {
		fmt.Printf("%d %c  D %-15s B %s\n", i, "?#."[c], states(s.fwd[i]), states(s.bwd[i+1]))
	}
	for _, f := range found {
		cells[f.Pos()] = f.Cell()
	}
	fmt.Print(ok, " ")
	for _, c := range cells {
		fmt.Printf("%c", "?#."[c])
	}
	// Output:
	// 0 ?  D e0 - - - - -    B e0 - f e1 - -
	// 1 ?  D e0 f - - - -    B - f - e1 - -
	// 2 #  D e0 f f - - -    B - - f e1 f e2
	// 3 ?  D - f f - - -     B - - - e1 f e2
	// 4 ?  D - - f e1 - -    B - - - - f e2
	// true .##.#
}
