// Package board packs polyominoes into boards of at most 128 cells: kernels
// that know cells and bit masks, and are several times faster than any exact
// cover kernel that does not.
//
// It owns the search. It does not own pieces, pictures, symmetry or checking:
// the caller lists the placements of a [Puzzle] and hands over the cases that
// symmetry left (see [enumerate.Case]); solutions come back as indices into
// that list.
//
// The kernel implements [enumerate.Kernel]:
//
//	NewCorner  pieces of at most 5 cells. The board is seen from its corners;
//	           the candidates of a corner cell are an AND of table look-ups.
//	           One word for boards within 8x8.
//
// It takes holes, several interchangeable copies of a piece and optional
// pieces. A solution is a set of placements and is visited once: every branch
// is on the placements that cover one cell, or on those of one piece that has
// a single copy, and a solution contains exactly one of these.
//
// Names used throughout:
//
//	f  free cells, a bit each     t  the same cells, board transposed
//	o  slot: a piece's shape in one orientation, as seen in a view
//	v  view: a way to look at the board   a  cell of an anchor or corner
//	c  set of candidates          n  number of something
package board
