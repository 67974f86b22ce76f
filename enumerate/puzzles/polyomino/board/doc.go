// Package board packs polyominoes into boards of at most 128 cells: kernels
// that know cells and bit masks. One listing of the chessboard by each kernel,
// preparation included (cmd/bench): NewCorner 98 ms, NewScan 156, cover.Bits
// 2,016, cover.DLX 6,694. Where many copies of few pieces fit loosely they do
// not pay: DLX, which repeats the ends of solutions, lists the dominoes on 8x8
// up to symmetry in 0.12 s, NewCorner in 0.23.
//
// It owns the search. It does not own pieces, pictures, symmetry or checking:
// the caller lists the placements of a [Puzzle] and hands over the cases that
// symmetry left (see [enumerate.Case]); solutions come back as indices into
// that list.
//
// Two kernels implement [enumerate.Kernel]:
//
//	NewCorner  pieces of at most 5 cells. The board is seen from its corners;
//	           the candidates of a corner cell are an AND of table look-ups.
//	           One word for boards within 8x8, two words up to 9x10, 5x12 or
//	           4x15; not 3x20, whose strides leave no room.
//	NewScan    the same search with sets of any size and tables made to measure:
//	           pieces of any size, every board of at most 128 cells.
//
// Pieces hang together by their edges; others are refused, since both kernels
// infer from the size of a region whether it can be filled. Both take holes, several interchangeable copies of a piece and optional
// pieces, and can be moved to other free cells at little cost ([Retargeter]).
// A solution is a set of placements and is visited once: every branch is on the
// placements that cover one cell, or, at the root of a case, on those of one
// piece used exactly once, and a solution contains exactly one of these.
//
// A sketch:
//
//	k, err := board.NewCorner(puzzle)
//	tasks, above := k.Split(cases, 0.01)
//	for _, t := range tasks {
//		effort, done := k.Search(t, &stop, visit)
//	}
//
// Nodes are placements tried, whether they are refuted at once or not; Updates
// are 0. Finer cuts need somewhat more nodes, since what a search learns of
// dead states ends with its task.
//
// Names used throughout:
//
//	f  free cells, a bit each     t  the same cells, board transposed
//	o  slot: a piece's shape in one orientation, as seen in a view
//	v  view: a way to look at the board   a  cell of an anchor or corner
//	c  set of candidates          n  number of something
package board
