// Package sudoku is the family of Sudoku puzzles and grids.
//
//	census  {box: [2, 3]}              all grids, up to symmetry (to 6 digits)
//	census  {box: [3, 3], grid: "…"}   all solutions of one puzzle
//	survey  {input: FILE}              a row for each puzzle of a file
//	survey  {draw: N, seed: S}         a row for each of N puzzles drawn by chance
//	sample  {box: [2, 3]}              uniform random grids (sampler: uniform)
//
// The package makes the jobs. Its sub-packages know nothing of jobs:
//
//	grid     text: shapes of boards, reading puzzles, judging solutions
//	bands    the fast solver for 9x9
//	singles  the slower solver for every shape, with its statistics and trace
//	canon    canonical forms
//
// The third solver, with which tests compare the others, is the exact cover of a
// board by the generic kernels: an item for each cell and for each digit in each
// row, column and box.
package sudoku
