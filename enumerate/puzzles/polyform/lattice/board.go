package lattice

import (
	"fmt"
	"slices"
)

// A Board is a box of cells of a lattice, some of them blocked. Cells are known
// by their numbers, (layer*Rows+row)*Cols + col.
//
// A board of squares may wrap: the cell beyond the last row is that of the first
// row, or the same with columns. With one of them it is a cylinder, with both a
// torus. The cells of a row then lie on a ring of Cols cells, those of a column on
// a ring of Rows cells.
type Board struct {
	*Lattice
	Layers, Rows, Cols int
	WrapRows, WrapCols bool
	Symmetry           Symmetry
	Blocked            []bool // by cell
	Frame              *Board // nil, or the board that this one is a part of, for its symmetries
}

// A Placement is an option of a puzzle: a piece in one of its orientations, by their
// numbers, and the cells of the board that it covers, ascending.
type Placement struct {
	Piece, Orientation int
	Cells              []int
}

// NewBoard returns a board that does not wrap and has no blocked cells.
func NewBoard(l *Lattice, layers, rows, cols int) Board {
	return Board{Lattice: l, Layers: layers, Rows: rows, Cols: cols, Blocked: make([]bool, layers*rows*cols)}
}

// Cell returns the coordinates of a cell.
func (b *Board) Cell(i int) Cell {
	return Cell{i / (b.Rows * b.Cols), i / b.Cols % b.Rows, i % b.Cols}
}

// At returns the free cell at some coordinates, -1 if there is none.
func (b *Board) At(c Cell) int {
	c = b.reduce(c)
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

// Coordinates returns the coordinates of some cells.
func (b *Board) Coordinates(cells []int) []Cell {
	at := make([]Cell, len(cells))
	for n, i := range cells {
		at[n] = b.Cell(i)
	}
	return at
}

// Picture draws the board: '.' is a free cell, '#' a blocked one.
func (b *Board) Picture() *Picture {
	p := &Picture{b.Layers, b.Rows, b.Cols, slices.Repeat([]byte{'.'}, len(b.Blocked))}
	for i, blocked := range b.Blocked {
		if blocked {
			p.Chars[i] = '#'
		}
	}
	return p
}

// Place appends to dst the cells that a shape covers, in ascending order, if
// its first cell lies on cell i. It reports whether they are free cells, all
// different: on a ring a long shape may meet itself.
func (b *Board) Place(dst []int, s Shape, i int) ([]int, bool) {
	shift := b.Cell(i).Minus(s[0])
	if b.kind(shift) != 0 {
		return dst, false
	}
	first := len(dst)
	for _, c := range s {
		at := b.At(c.Plus(shift))
		if at < 0 {
			return dst, false
		}
		dst = append(dst, at)
	}
	if b.Wraps() {
		slices.Sort(dst[first:])
		for n := first + 1; n < len(dst); n++ {
			if dst[n] == dst[n-1] {
				return dst, false
			}
		}
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

// Sides lists the pairs of free cells that share a side, the lesser first, in
// ascending order of the lesser. The two cells of a ring of two share two sides
// and are one pair: kernels and measures ask which cells are neighbours, and on so
// short a ring no one can see which of the two sides a piece crosses. The cell of
// a ring of one is no neighbour of itself.
func (b *Board) Sides() [][2]int32 {
	var pairs [][2]int32
	for _, i := range b.FreeCells() {
		c, first := b.Cell(i), len(pairs)
		for _, d := range b.beside(c) {
			pair := [2]int32{int32(i), int32(b.At(c.Plus(d)))}
			if pair[1] > pair[0] && !slices.Contains(pairs[first:], pair) {
				pairs = append(pairs, pair)
			}
		}
	}
	return pairs
}

// CornerCells lists, for each corner of the lattice at which free cells meet,
// those cells, each once.
func (b *Board) CornerCells() [][]int32 {
	type corner struct {
		at   Cell
		kind int
		n    int
	}
	seen := map[corner]bool{}
	var all [][]int32
	for _, i := range b.FreeCells() {
		for kind, corners := range b.Corners {
			for n, offsets := range corners {
				for _, d := range offsets {
					c := corner{b.reduce(b.Cell(i).Minus(d)), kind, n}
					if b.kind(c.at) != kind || seen[c] {
						continue
					}
					seen[c] = true
					all = append(all, b.freeAt(c.at, offsets))
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
		if j := int32(b.At(c.Plus(d))); j >= 0 && !slices.Contains(free, j) {
			free = append(free, j)
		}
	}
	return free
}

// Strips returns the least and the greatest number of the strips of an axis
// that have free cells. A strip is the cells between two neighbouring parallel lines, or
// planes, of the lattice.
func (b *Board) Strips(axis func(Cell) int) (first, last int) {
	for n, i := range b.FreeCells() {
		x := axis(b.Cell(i))
		if n == 0 {
			first, last = x, x
		}
		first, last = min(first, x), max(last, x)
	}
	return first, last
}

// Ends says of each cell of how many axes it lies in the first or the last strip that has free cells. Axes that
// close to rings have no such strips. A cell with an end lies on the border, and one with as many as the lattice
// has dimensions is a corner.
func (b *Board) Ends() []int {
	ends := make([]int, len(b.Blocked))
	for a, axis := range b.Axes {
		if b.Ring(a) > 0 {
			continue
		}
		first, last := b.Strips(axis)
		for _, i := range b.FreeCells() {
			if at := axis(b.Cell(i)); at == first || at == last {
				ends[i]++
			}
		}
	}
	return ends
}

// Wraps reports whether the board is a cylinder or a torus.
func (b *Board) Wraps() bool { return b.WrapRows || b.WrapCols }

// reduce returns the coordinates in the box that mean the same cell. Those of
// rows or columns that do not wrap stay as they are.
func (b *Board) reduce(c Cell) Cell {
	if b.WrapRows {
		if c.Row %= b.Rows; c.Row < 0 {
			c.Row += b.Rows
		}
	}
	if b.WrapCols {
		if c.Col %= b.Cols; c.Col < 0 {
			c.Col += b.Cols
		}
	}
	return c
}

// rings lists the translations that go once round a ring.
func (b *Board) rings() []Cell {
	var all []Cell
	if b.WrapRows {
		all = append(all, Cell{Row: b.Rows})
	}
	if b.WrapCols {
		all = append(all, Cell{Col: b.Cols})
	}
	return all
}

// keepsRings reports whether an isometry takes coordinates that mean one cell to
// coordinates that mean one cell. A quarter turn does so on a torus of as many
// rows as columns only.
func (b *Board) keepsRings(k Isometry) bool {
	return !slices.ContainsFunc(b.rings(), func(ring Cell) bool {
		return b.reduce(k.Image(ring).Minus(k.Image(Cell{}))) != Cell{}
	})
}

// Ring returns the number of strips of axis number a if they close to a ring, else
// 0. A ring has no first and no last strip, hence no border.
func (b *Board) Ring(a int) int {
	axis := b.Axes[a]
	for _, ring := range b.rings() {
		if n := axis(ring) - axis(Cell{}); n != 0 {
			return n
		}
	}
	return 0
}

// HasBorder reports whether some axis has a first and a last strip: a torus has none.
func (b *Board) HasBorder() bool {
	for a := range b.Axes {
		if b.Ring(a) == 0 {
			return true
		}
	}
	return false
}

// Colouring returns the colouring of the cells in which neighbours differ, nil if
// there is none: a ring of an odd number of cells has none.
func (b *Board) Colouring() func(Cell) int {
	for _, ring := range b.rings() {
		if b.Colour != nil && b.Colour(ring) != b.Colour(Cell{}) {
			return nil
		}
	}
	return b.Colour
}

// Footprint returns the form of the cells that a shape covers, wherever it lies on
// the board: two shapes can cover the same cells if and only if their footprints
// are equal. It is nil if the shape meets itself. Without rings it is the shape.
func (b *Board) Footprint(s Shape) Shape {
	if !b.Wraps() {
		return s
	}
	var best Shape
	for _, origin := range s {
		if !b.WrapRows {
			origin.Row = 0
		}
		if !b.WrapCols {
			origin.Col = 0
		}
		origin.Layer = 0
		t := make(Shape, len(s))
		for i, c := range s {
			t[i] = b.reduce(c.Minus(origin))
		}
		slices.SortFunc(t, Compare)
		if best == nil || slices.CompareFunc(t, best, Compare) < 0 {
			best = t
		}
	}
	if len(slices.Compact(slices.Clone(best))) < len(best) {
		return nil
	}
	return best
}

// Exposed returns of each cell how many of its sides lie on the border of the
// board: no free cell is behind them. Holes have a border too, but those of solids
// that are closed have none, as nobody can see into them.
func (b *Board) Exposed() []int32 {
	exposed, outside, blocked := make([]int32, len(b.Blocked)), b.Outside(), b.complement()
	for _, i := range b.FreeCells() {
		c := b.Cell(i)
		for _, d := range b.beside(c) {
			next := c.Plus(d)
			if j := blocked.At(next); b.At(next) < 0 && (j < 0 || b.Dimensions == 2 || outside[j]) {
				exposed[i]++
			}
		}
	}
	return exposed
}

// Outside marks the blocked cells that are joined to the rim of the box by blocked cells.
func (b *Board) Outside() []bool {
	outside, blocked := make([]bool, len(b.Blocked)), b.complement()
	var open []int
	mark := func(i int) {
		if i >= 0 && !outside[i] {
			outside[i] = true
			open = append(open, i)
		}
	}
	for _, i := range blocked.FreeCells() {
		c := b.Cell(i)
		if c.Row == 0 || c.Col == 0 || c.Row == b.Rows-1 || c.Col == b.Cols-1 ||
			b.Dimensions == 3 && (c.Layer == 0 || c.Layer == b.Layers-1) {
			mark(i)
		}
	}
	for len(open) > 0 {
		c := b.Cell(open[len(open)-1])
		open = open[:len(open)-1]
		for _, d := range b.beside(c) {
			mark(blocked.At(c.Plus(d)))
		}
	}
	return outside
}

func (b *Board) complement() *Board {
	c := *b
	c.Blocked = make([]bool, len(b.Blocked))
	for i, blocked := range b.Blocked {
		c.Blocked[i] = !blocked
	}
	return &c
}
