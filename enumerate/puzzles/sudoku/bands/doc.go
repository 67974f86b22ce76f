// Package bands counts and lists the solutions of 9x9 Sudoku puzzles, at
// hundreds of thousands of puzzles a second on one core.
//
// It owns the bitboard, its propagation and its search. It knows digits and
// cells only: text, files, other box shapes and statistics live elsewhere.
//
//	solver := bands.New()
//	count, effort := solver.Solve(&givens, 2, nil) // 0, 1, or 2 for "many"
//
// The ideas are those of the public fast solvers: whole bands of one digit as
// bit patterns (the JCZSolve and fsss2 families), and treating the three cells
// that a box shares with a row or a column as one unknown, a "triad" (tdoku,
// T. Dillon 2019). The layout of the words, the closure tables and the counting
// of cells and triads in one adder tree are this package's own.
//
// # Words
//
//	box         three rows meeting three columns
//	band        three boxes side by side; stack: three boxes one above the other
//	minirow     the three cells where a row meets a box; minicolumn likewise
//	lane        minirow or minicolumn
//	pattern     which minirow (minicolumn) a digit takes in each box of a band
//	            (stack): one of the 6 permutations
//	open        not yet holding a digit
//
// # Names in the kernel
//
//	d digit, b band, s box of a band (which is its stack), r row of a box,
//	c column of a box, k bit of a word, w word, m cells of a word
package bands
