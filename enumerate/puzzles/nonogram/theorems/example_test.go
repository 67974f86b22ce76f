package theorems_test

import (
	"fmt"

	"coverstat/enumerate/puzzles/nonogram/theorems"
)

// The steps by which the theorems settle a cup.
func ExampleSolve() {
	rows, cols := [][]int{{1, 1}, {1, 1}, {3}, {1}}, [][]int{{3}, {2}, {3}}
	o := theorems.Solve(rows, cols, theorems.Fixpoint, func(s theorems.Step) {
		side := "column"
		if s.Row {
			side = "row"
		}
		fmt.Printf("round %d, %s %d, %v:", s.Round, side, s.Index+1, s.Rule.Theorem)
		for _, f := range s.Cells {
			fmt.Printf(" %d%c", f.Pos()+1, "?#."[f.Cell()])
		}
		fmt.Println()
	})
	fmt.Println(o.Solved, o.Settled, o.Fixed)
	// Output:
	// round 1, row 1, residence: 1# 3#
	// round 1, row 2, residence: 1# 3#
	// round 1, row 3, residence: 1# 2# 3#
	// round 1, row 1, confirmation: 2.
	// round 1, row 2, confirmation: 2.
	// round 1, column 1, confirmation: 4.
	// round 1, column 3, confirmation: 4.
	// round 2, row 4, residence: 2#
	// true 12 [0 0 8 0 0 0 4]
}
