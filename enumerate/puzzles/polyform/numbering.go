package polyform

import (
	"iter"
	"math/bits"
	"slices"
)

// maxMaskCells is the largest number of cells that a mask holds: the free cells of a survey of boards.
const maxMaskCells = 64

// A numbering says which cells of a board are the bits of masks: all cells, where they are at most 64, else
// the free ones. Where these are more than 64, too, the others have no bit, and no mask holds them.
type numbering struct {
	board *Board
	blank []byte  // its picture
	cells []int   // by bit
	bits  []uint8 // by cell: its bit, or maxMaskCells, by which a shift leaves nothing
}

// numbering numbers the cells of a board by their order, which has all of them; nil is the ascending one.
func (b *Board) numbering(order []int) *numbering {
	n := &numbering{board: b, bits: slices.Repeat([]uint8{maxMaskCells}, len(b.Blocked)), blank: b.Picture().Chars}
	for i := range b.Blocked {
		cell := i
		if order != nil {
			cell = order[i]
		}
		if (len(b.Blocked) <= maxMaskCells || !b.Blocked[cell]) && len(n.cells) < maxMaskCells {
			n.bits[cell] = uint8(len(n.cells))
			n.cells = append(n.cells, cell)
		}
	}
	return n
}

// mask returns the mask of some cells.
func (n *numbering) mask(cells []int) (mask uint64) {
	for _, cell := range cells {
		mask |= 1 << n.bits[cell]
	}
	return mask
}

// contains reports whether a mask has a cell.
func (n *numbering) contains(mask uint64, cell int) bool { return mask>>n.bits[cell]&1 != 0 }

// each visits the cells of a mask.
func (n *numbering) each(mask uint64) iter.Seq[int] {
	return func(yield func(int) bool) {
		for ; mask != 0 && yield(n.cells[bits.TrailingZeros64(mask)]); mask &= mask - 1 {
		}
	}
}

// permutation returns the bit in another numbering of the image of the cell of each bit.
func (n *numbering) permutation(image []int, other *numbering) []uint8 {
	permutation := make([]uint8, len(n.cells))
	for bit, cell := range n.cells {
		permutation[bit] = other.bits[image[cell]]
	}
	return permutation
}

// free is the mask of the free cells.
func (n *numbering) free() uint64 { return n.mask(n.board.FreeCells()) }

// picture draws the board with the cells of a mask blocked, in the order of their numbers, into dst.
func (n *numbering) picture(dst []byte, mask uint64) []byte {
	first := len(dst)
	dst = append(dst, n.blank...)
	for ; mask != 0; mask &= mask - 1 {
		dst[first+n.cells[bits.TrailingZeros64(mask)]] = '#'
	}
	return dst
}

// with returns the board with the cells of a mask blocked too. Its symmetries are those of the board that
// map it onto itself.
func (n *numbering) with(mask uint64) *Board {
	if mask == 0 {
		return n.board
	}
	c := &Board{n.board.Board}
	c.Frame = &n.board.Board
	c.Blocked = slices.Clone(c.Blocked)
	for cell := range n.each(mask) {
		c.Blocked[cell] = true
	}
	return c
}

// meaning says in words what a bit of a mask of the column is.
func (n *numbering) meaning() string {
	if len(n.cells) == len(n.bits) {
		return "bit " + n.board.words().number
	}
	return "bit i is the free cell number i of the board, from 0, " + n.board.words().reading
}
