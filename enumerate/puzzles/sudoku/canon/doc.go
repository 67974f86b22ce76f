// Package canon finds canonical forms of Sudoku grids and puzzles: two of them
// are the same up to symmetry if and only if their forms are equal.
//
// The symmetries of a board with boxes of R rows and C columns are
//
//   - renaming the digits: n! with n = R*C
//   - exchanging rows within a band, and bands; columns within a stack, and
//     stacks: (R!)^C C! and (C!)^R R!
//   - if R = C, transposing
//
// For 3x3 these are 9! * 3,359,232, for 2x3 6! * 3,456, for 2x2 4! * 128.
//
// The form of a grid is its least image, read by rows. The form of a puzzle
// with one solution is the least image of its givens (an empty cell is less
// than any digit) under the symmetries that take the solution to its own form.
// Puzzles with the same solution share these symmetries, so a puzzle's form
// costs little more than a grid's.
//
// # Words
//
//	orientation    the grid as it is, or transposed
//	pair           two rows of a band in order, to become rows 1 and 2
//	column map     from where row 2 has a digit to where row 1 has it
//	isomorphism    a symmetry that takes the grid to its form; there are as many as the
//	               grid has automorphisms
//
// # Names
//
//	g   a grid in one orientation, or the general canoniser     p   pair
//	n   the canoniser for 3x3, or the number of digits          r, c   row, column
package canon
