package polyform

import (
	"testing"

	"coverstat/enumerate"
	"coverstat/enumerate/puzzles/polyform/lattice"
	"coverstat/enumerate/puzzletest"
)

// wrapped returns a puzzle of squares on a board that wraps.
func wrapped(t *testing.T, rows, cols int, wrapRows, wrapCols bool, list ...pieceParam) *Puzzle {
	t.Helper()
	b := &Board{lattice.NewBoard(lattice.Square, 1, rows, cols)}
	b.WrapRows, b.WrapCols = wrapRows, wrapCols
	pieces, err := forms[0].resolvePieces(list)
	if err != nil {
		t.Fatal(err)
	}
	z, err := NewPuzzle(b, pieces)
	if err != nil {
		t.Fatal(err)
	}
	return z
}

// TestDominoes counts the tilings of tori (OEIS A341741) and cylinders (A003729)
// with dominoes. For 2x2 cells A341741 has 8, as it tells apart the sides that a
// domino crosses; options are cells, and there are 2.
func TestDominoes(t *testing.T) {
	for _, c := range []struct {
		rows, cols int
		torus      bool
		raw        int64
		group      int
	}{
		{2, 2, true, 2, 8}, {4, 4, true, 272, 128}, {6, 6, true, 90176, 288}, {4, 3, true, 50, 48}, {5, 4, true, 722, 80}, {4, 6, true, 3108, 96},
		{2, 5, false, 11, 20}, {4, 5, false, 176, 20}, {6, 5, false, 2911, 20},
	} {
		z := wrapped(t, c.rows, c.cols, c.torus, true, some("I2", 0, enumerate.Unbounded))
		x, err := z.instance(enumerate.Spec{Measures: []string{"piece_contacts", "stabiliser"}})
		if err != nil {
			t.Fatal(err)
		}
		raw, distinct := puzzletest.TestInstance(t, x)
		if raw != c.raw || z.Group.Order() != c.group {
			t.Errorf("%dx%d: %d solutions, %d up to %d symmetries: expected %d and %d", c.rows, c.cols, raw, distinct, z.Group.Order(), c.raw, c.group)
		}
	}
}
