package lattice

import (
	"fmt"
	"slices"
)

// A Board is a box of cells of a lattice, some of them blocked. Cells are known
// by their numbers, (layer*Rows+row)*Cols + col.
type Board struct {
	*Lattice
	Layers, Rows, Cols int
	Blocked            []bool // by cell
}

// NewBoard returns a board without blocked cells.
func NewBoard(l *Lattice, layers, rows, cols int) Board {
	return Board{l, layers, rows, cols, make([]bool, layers*rows*cols)}
}

// Cell returns the coordinates of a cell.
func (b *Board) Cell(i int) Cell {
	return Cell{i / (b.Rows * b.Cols), i / b.Cols % b.Rows, i % b.Cols}
}

// At returns the free cell at some coordinates, -1 if there is none.
func (b *Board) At(c Cell) int {
	if c.Layer < 0 || c.Layer >= b.Layers || c.Row < 0 || c.Row >= b.Rows || c.Col < 0 || c.Col >= b.Cols {
		return -1
	}
	if i := (c.Layer*b.Rows+c.Row)*b.Cols + c.Col; !b.Blocked[i] {
		return i
	}
	return -1
}

// CellName names a cell by its coordinates: r0c0, with the layer first in solids.
func (b *Board) CellName(i int) string {
	c := b.Cell(i)
	if b.Dimensions == 3 {
		return fmt.Sprintf("l%dr%dc%d", c.Layer, c.Row, c.Col)
	}
	return fmt.Sprintf("r%dc%d", c.Row, c.Col)
}

// Area returns the number of free cells.
func (b *Board) Area() int { return len(b.FreeCells()) }

// FreeCells lists the free cells in ascending order.
func (b *Board) FreeCells() []int {
	free := make([]int, 0, len(b.Blocked))
	for i, blocked := range b.Blocked {
		if !blocked {
			free = append(free, i)
		}
	}
	return free
}

// Picture draws the board: '.' is a free cell, '#' a blocked one.
func (b *Board) Picture() string {
	p := &Picture{b.Layers, b.Rows, b.Cols, slices.Repeat([]byte{'.'}, len(b.Blocked))}
	for i, blocked := range b.Blocked {
		if blocked {
			p.Chars[i] = '#'
		}
	}
	return p.String()
}

// Place appends to dst the cells that a shape covers, in ascending order, if
// its first cell lies on cell i. It reports whether all of them are free cells.
func (b *Board) Place(dst []int, s Shape, i int) ([]int, bool) {
	shift := b.Cell(i).Minus(s[0])
	if b.kind(shift) != 0 {
		return dst, false
	}
	for _, c := range s {
		at := b.At(c.Plus(shift))
		if at < 0 {
			return dst, false
		}
		dst = append(dst, at)
	}
	return dst, true
}

// Fits reports whether a shape can be placed anywhere.
func (b *Board) Fits(s Shape) bool {
	var cells []int
	for i := range b.Blocked {
		var ok bool
		if cells, ok = b.Place(cells[:0], s, i); ok {
			return true
		}
	}
	return false
}

// A Symmetry is an isometry that, with a translation, maps the free cells of a
// board onto themselves.
type Symmetry struct {
	Isometry Isometry
	Image    []int // by cell; a blocked cell is its own image
}

// Symmetries lists the symmetries of the free cells, the identity first, in the
// order of the isometries. It does not matter how many blocked cells are drawn
// round the free ones. Two isometries may have the same images on a board that
// is thin or has few cells. There must be a free cell.
func (b *Board) Symmetries() []Symmetry {
	var all []Symmetry
	var from, to []Cell
	for _, i := range b.FreeCells() {
		from = append(from, b.Cell(i))
	}
	for _, k := range b.Isometries {
		to = to[:0]
		for _, c := range from {
			to = append(to, k.Image(c))
		}
		// Only this translation makes the images fill the same box.
		image := b.Move(k, least(from).Minus(least(to)))
		if image == nil {
			continue
		}
		onto := true
		for i, blocked := range b.Blocked {
			if blocked {
				image[i] = i
			}
			onto = onto && image[i] >= 0
		}
		if onto {
			all = append(all, Symmetry{k, image})
		}
	}
	return all
}

// Move returns where an isometry and then a translation take each cell: -1 if
// the cell or its image is not free. It returns nil if the lattice has no such
// translation.
func (b *Board) Move(k Isometry, shift Cell) []int {
	if b.kind(shift) != 0 {
		return nil
	}
	image := slices.Repeat([]int{-1}, len(b.Blocked))
	for _, i := range b.FreeCells() {
		image[i] = b.At(k.Image(b.Cell(i)).Plus(shift))
	}
	return image
}

// Sides lists the pairs of free cells that share a side, the lesser first, in
// ascending order of the lesser.
func (b *Board) Sides() [][2]int32 {
	var pairs [][2]int32
	for _, i := range b.FreeCells() {
		c := b.Cell(i)
		for _, d := range b.beside(c) {
			if j := b.At(c.Plus(d)); j > i {
				pairs = append(pairs, [2]int32{int32(i), int32(j)})
			}
		}
	}
	return pairs
}

// CornerCells lists, for each corner of the lattice at which free cells meet,
// those cells.
func (b *Board) CornerCells() [][]int32 {
	var all [][]int32
	for _, i := range b.FreeCells() {
		for kind, corners := range b.Corners {
			for _, offsets := range corners {
				for _, d := range offsets {
					corner := b.Cell(i).Minus(d)
					if b.kind(corner) != kind {
						continue
					}
					// Of its cells, the least lists the corner.
					if meet := b.freeAt(corner, offsets); slices.Min(meet) == int32(i) {
						all = append(all, meet)
					}
				}
			}
		}
	}
	return all
}

// freeAt lists the free cells at some offsets from a cell.
func (b *Board) freeAt(c Cell, offsets []Cell) []int32 {
	var free []int32
	for _, d := range offsets {
		if j := b.At(c.Plus(d)); j >= 0 {
			free = append(free, int32(j))
		}
	}
	return free
}

// Strips returns the least and the greatest number of the strips of an axis
// that have free cells, and whether there are free cells.
func (b *Board) Strips(axis func(Cell) int) (first, last int, ok bool) {
	for n, i := range b.FreeCells() {
		x := axis(b.Cell(i))
		if n == 0 {
			first, last = x, x
		}
		first, last = min(first, x), max(last, x)
	}
	return first, last, b.Area() > 0
}
