package packings

import "math/bits"

// maxGroup is the largest symmetry group that a table folds: that of a torus of
// 8x8 squares.
const maxGroup = 512

// Problem is a board and pieces. Cells are bits: any numbering serves, but
// translates of a placement are found only if they are shifts of its mask, so
// number a board with holes like the rectangle around it.
type Problem struct {
	Board uint64
	// Pieces lists the placements of each piece, each once and at least one, as masks
	// within Board.
	Pieces [][]uint64
	// Copies is the number of interchangeable copies of each piece, at least 1.
	Copies []int
	// Uncovered is the number of cells that the pieces leave free.
	Uncovered int
	// Symmetries is a group of permutations of the cells, identity first: cell
	// c goes to Symmetries[g][c]. Every one maps the board onto itself and the
	// placements of each piece onto themselves. Empty: the identity alone.
	Symmetries [][]uint8
}

// Permuted returns the image of a set of cells: cell c becomes perm[c].
func Permuted(m uint64, perm []uint8) uint64 {
	var image uint64
	for ; m != 0; m &= m - 1 {
		image |= 1 << perm[bits.TrailingZeros64(m)]
	}
	return image
}
