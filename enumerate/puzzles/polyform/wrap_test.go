package polyform

import (
	"slices"
	"testing"

	"coverstat/enumerate"
	"coverstat/enumerate/exact"
	"coverstat/enumerate/puzzles/polyform/lattice"
	"coverstat/enumerate/puzzletest"
)

// testInstance runs the suite with the kernels that see items and options only.
func (z *Puzzle) testInstance(t *testing.T) (raw, distinct int64) {
	t.Helper()
	x, err := z.instance(enumerate.Spec{Measures: []string{"piece_contacts", "stabiliser"}})
	if err != nil {
		t.Fatal(err)
	}
	x.Kernels = slices.DeleteFunc(x.Kernels, func(c exact.KernelChoice) bool { return c.Name != "dlx" && c.Name != "bits" })
	return puzzletest.TestInstance(t, x)
}

// TestDominoesOnTori: the perfect matchings of the torus graphs, without double
// edges (OEIS A220638 has the squares of even side).
func TestDominoesOnTori(t *testing.T) {
	for n, want := range map[int]int64{2: 2, 4: 272, 6: 90176} {
		b := &Board{lattice.NewBoard(lattice.Square, 1, n, n)}
		b.WrapRows, b.WrapCols = true, true
		pieces, err := forms[0].resolvePieces([]pieceParam{some("I2", 0, enumerate.Unbounded)})
		if err != nil {
			t.Fatal(err)
		}
		z, err := NewPuzzle(b, pieces)
		if err != nil {
			t.Fatal(err)
		}
		raw, distinct := z.testInstance(t)
		if raw != want {
			t.Errorf("%dx%d: %d solutions, %d up to symmetry: expected %d", n, n, raw, distinct, want)
		}
	}
}
