// Package grid is Sudoku as text: the shapes of boards, their geometry, and
// reading and writing puzzles.
//
// It owns what a cell is called, what may stand in a file and how a fault in it
// is reported. It solves nothing.
//
// A board has boxes of R rows and C columns and as many digits n = R*C as rows
// and columns. Cells are counted by rows from 0. In memory an empty cell is 0
// and a digit its value, 1 to n; as text an empty cell is 0, '.' or '_', and
// digits above 9 are the letters A, B, ... (A is 10).
package grid
