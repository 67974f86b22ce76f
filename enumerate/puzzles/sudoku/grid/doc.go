// Package grid is Sudoku as text: the shapes of boards, their geometry, and the
// reading and writing of puzzles.
//
// It says how cells are numbered, which characters a file may have, and how a
// fault in a file is reported. It solves nothing.
//
// A board has boxes of R rows and C columns and as many digits n = R*C as rows
// and columns. Cells are numbered by rows from 0. In memory an empty cell is 0
// and a digit its value, 1 to n. As text an empty cell is 0, '.' or '_', and
// digits above 9 are the letters A, B, ... (A is 10).
package grid
