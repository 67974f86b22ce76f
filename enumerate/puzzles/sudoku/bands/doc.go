// Package bands counts and lists the solutions of 9x9 Sudoku puzzles, at
// hundreds of thousands of puzzles a second on one core.
//
// It owns the bitboard, its propagation and its search. It knows digits and
// cells only; text, files, other box shapes and statistics belong elsewhere.
//
//	solver := bands.New()
//	count, effort := solver.Solve(&givens, 2, nil) // 0, 1, or 2 for "many"
//
// The ideas come from the public fast solvers: whole bands of one digit as bit
// patterns (the JCZSolve and fsss2 families), and the three cells that a box
// shares with a row or a column as one unknown, a "triad" (tdoku, T. Dillon
// 2019). The layout of the words, the closure tables, and the counting of cells
// and triads in one adder tree are this package's own.
//
// # Words
//
//	box         three rows meeting three columns
//	band        three boxes side by side; a stack is three boxes one above the other
//	minirow     the three cells where a row meets a box; minicolumn likewise
//	lane        a minirow or a minicolumn
//	line        a band or a stack
//	pattern     which minirow (minicolumn) a digit takes in each box of a band
//	            (stack): one of the 6 permutations
//	open        a cell that holds no digit yet
//
// # Names in the kernel
//
//	d digit, b band, s box of a band (the number of its stack), r row of a box,
//	c column of a box, k bit of a word, w word, m cells of a word, g board, s solver
package bands
