// Package board packs pieces into rectangles of at most 128 squares: kernels that know
// cells in linear orders, and bit masks. On the chessboard they are 14 times as fast
// as the general kernels, or more. Where many copies of small pieces fit in many ways,
// dancing links are faster. The times: docs/speed.md.
//
// The caller lists the placements of a [Problem] and hands over the cases that symmetry left
// (see [enumerate.Case]); solutions come back as indices into that list.
//
// There are two searches, and [New] takes the first that can hold a puzzle:
//
//	corner  rectangles within 8x8 and pieces of at most 5 cells, each used once:
//	        see the type corner64
//	scan    all rectangles, with pieces of any size and any number of copies: see
//	        the type scan
//
// Pieces are connected. The kernels refuse others, since they infer from the size
// of a region whether it can be filled. All take holes, and can be moved to other
// free cells at little cost ([Kernel.Retarget]). A solution is a set of placements
// and is visited once: every branch is on the placements that cover one cell, the
// first free one of an order, or on those of one piece used exactly once, and a
// solution contains exactly one of these.
//
// Nodes are placements tried, whether they are refuted at once or not; Updates
// are 0. Finer cuts need somewhat more nodes, since what a search learns of
// dead states ends with its task.
//
// Names used throughout:
//
//	order    the cells of a board, one after another
//	reading  an order with what it sees of the placements
//	anchor   the first cell of a placement in a reading
//	slot     a shape of a piece, as seen in a reading; o in the loops
//	corner   the first free cell of a reading; a in the loops
//	c        set of candidates     n  number of something
package board
