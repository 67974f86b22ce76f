package bands_test

import (
	"fmt"

	"coverstat/enumerate/puzzles/sudoku/bands"
)

func ExampleSolver_Solve() {
	const text = "060593000901000500030400090108020004400309001200010609080006020004000807000785010"
	var givens [81]byte
	for i := range givens {
		givens[i] = text[i] - '0'
	}
	solver := bands.New()
	var first [81]byte
	count, counters := solver.Solve(&givens, 2, func(grid []byte) bool {
		first = [81]byte(grid)
		return true
	})
	fmt.Println(count, "solution,", counters.Nodes, "node,", counters.Guesses, "guesses")
	fmt.Println(first[:9])
	// Output:
	// 1 solution, 1 node, 0 guesses
	// [7 6 2 5 9 3 1 4 8]
}
