package lattice

import "slices"

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
	for _, ring := range b.rings() {
		if b.reduce(k.Image(ring).Minus(k.Image(Cell{}))) != (Cell{}) {
			return false
		}
	}
	return true
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
