package lattice

import (
	"slices"
	"testing"
)

// TestRings: on rings of any length, also of one and two cells, each pair of
// neighbours and each corner is listed once, with different cells.
func TestRings(t *testing.T) {
	for _, c := range []struct {
		rows, cols                  int
		wrapRows, wrapCols          bool
		sides, corners, symmetries  int
		coloured                    bool
		quarterTurn, rowRing, place bool // a bar of three cells can be placed
	}{
		{1, 1, true, true, 0, 1, 1, false, true, true, false},
		{1, 2, true, true, 1, 2, 2, false, false, true, false},
		{1, 3, true, true, 3, 3, 6, false, false, true, true},
		{2, 2, true, true, 4, 4, 8, true, true, true, false},
		{3, 3, true, true, 18, 9, 72, false, true, true, true},
		{3, 4, true, true, 24, 12, 48, false, false, true, true},
		{4, 4, true, true, 32, 16, 128, true, true, true, true},
		{3, 4, false, true, 20, 16, 16, true, false, false, true},
		{4, 3, false, true, 21, 15, 12, false, false, false, true},
		{2, 2, false, true, 4, 6, 4, true, false, false, false},
	} {
		b := NewBoard(Square, 1, c.rows, c.cols)
		b.WrapRows, b.WrapCols = c.wrapRows, c.wrapCols
		symmetries := 0
		for range b.Symmetries() {
			symmetries++
		}
		corners := b.CornerCells()
		if len(b.Sides()) != c.sides || len(corners) != c.corners || symmetries != c.symmetries {
			t.Errorf("%+v: %d sides, %d corners, %d symmetries", c, len(b.Sides()), len(corners), symmetries)
		}
		for _, cells := range corners {
			if sorted := slices.Sorted(slices.Values(cells)); len(slices.Compact(sorted)) != len(cells) {
				t.Errorf("%+v: cells %v at a corner", c, cells)
			}
		}
		quarter := b.keepsRings(Square.Isometries[1])
		bar := Square.NewShape([]Cell{{}, {Col: 1}, {Col: 2}})
		if (b.Colouring() != nil) != c.coloured || quarter != c.quarterTurn || (b.Ring(0) > 0) != c.rowRing || b.Fits(bar) != c.place || (b.Footprint(bar) != nil) != c.place {
			t.Errorf("%+v: coloured %v, quarter turn %v, ring of rows %v, bar %v", c, b.Colouring() != nil, quarter, b.Ring(0) > 0, b.Fits(bar))
		}
	}
}
