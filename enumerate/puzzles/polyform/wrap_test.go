package polyform

import (
	"strings"
	"sync/atomic"
	"testing"

	"coverstat/enumerate"
	"coverstat/enumerate/kernel"
	"coverstat/enumerate/puzzles/polyform/lattice"
	"coverstat/enumerate/puzzles/polyform/measure"
	"coverstat/enumerate/puzzletest"
)

// wrapped returns a puzzle of squares on a board that wraps.
func wrapped(t *testing.T, rows, cols int, wrapRows, wrapCols bool, list ...pieceParam) *Puzzle {
	t.Helper()
	b := &Board{lattice.NewBoard(lattice.Square, 1, rows, cols)}
	b.WrapRows, b.WrapCols = wrapRows, wrapCols
	return puzzleOn(t, forms[0], b, list)
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
		{2, 2, true, 2, 8}, {4, 4, true, 272, 128}, {4, 3, true, 50, 48}, {5, 4, true, 722, 80}, {4, 6, true, 3108, 96},
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

// TestContactsOnATorus: three bars lie side by side on 3x3 cells, and each closes to
// a ring, so that both its ends share a side.
func TestContactsOnATorus(t *testing.T) {
	z := wrapped(t, 3, 3, true, true, some("I3", 3, 3))
	l := newLayout(z, true)
	c := contactCounts(l)()
	rows := tilings(t, z, l, 10)
	if rows.Len() != 2 || len(z.Placements) != 6 {
		t.Fatalf("%d placements, %d tilings, expected 6 and 2", len(z.Placements), rows.Len())
	}
	if err := c.Add(rows); err != nil {
		t.Fatal(err)
	}
	tables, err := c.Tables()
	if err != nil {
		t.Fatal(err)
	}
	if n := tables[0].Rows.IntAt(6, 0); n != 2*9 {
		t.Errorf("the bars share %d sides in both tilings, expected 18", n)
	}
}

// TestLargeTorus: the symmetries of tori of 40x40 and 100x100 cells are right, and too many
// are one clear error.
func TestLargeTorus(t *testing.T) {
	for _, n := range []int{40, 100} {
		z := wrapped(t, n, n, true, true, some("O4", 0, enumerate.Unbounded))
		if z.Group.Order() != 8*n*n || len(z.Placements) != n*n {
			t.Errorf("%d symmetries, %d placements", z.Group.Order(), len(z.Placements))
		}
		if o := enumerate.OptionID(n*n - 1); z.Group.Image(n*n-1, o) != o-enumerate.OptionID(n)-1 {
			t.Errorf("%dx%d: the last shift takes the last square to %d", n, n, z.Group.Image(n*n-1, o))
		}
	}
	b := &Board{lattice.NewBoard(lattice.Square, 1, 64, 64)}
	b.WrapRows, b.WrapCols = true, true
	for i := range b.Blocked { // each shift by two rows and columns is a symmetry
		b.Blocked[i] = i%2 == 0 && i/64%2 == 0
	}
	pieces, err := forms[0].resolvePieces([]pieceParam{some("I2", 0, enumerate.Unbounded), some("I3", 0, enumerate.Unbounded)})
	if err != nil {
		t.Fatal(err)
	}
	_, err = plainPuzzle(b, pieces)
	if err == nil || !strings.Contains(err.Error(), "puzzle.symmetry: none") {
		t.Errorf("64x64: %v", err)
	}
	b.Symmetry = lattice.None
	if z, err := plainPuzzle(b, pieces); err != nil || z.Group.Order() != 1 {
		t.Errorf("64x64 without symmetry: %v", err)
	}
}

// TestFaultLinesOnRings compares the measure with its definition: a line between two
// strips, the last and the first among them, is a fault if no piece has cells that
// share a side on it.
func TestFaultLinesOnRings(t *testing.T) {
	for _, c := range []struct {
		rows, cols         int
		wrapRows, wrapCols bool
	}{{1, 6, true, true}, {2, 3, true, true}, {3, 3, true, false}, {3, 4, true, true}, {4, 3, false, true}, {4, 4, true, true}, {6, 2, false, true}} {
		z := wrapped(t, c.rows, c.cols, c.wrapRows, c.wrapCols, some("I2", 0, enumerate.Unbounded), some("I3", 0, 2), some("L4", 0, 1), some("O4", 0, 1))
		set, err := measure.Compile(z.measurePuzzle(), []string{"fault_lines"})
		if err != nil {
			t.Fatal(err)
		}
		e := set.NewEvaluator()
		owner := make([]int16, c.rows*c.cols)
		seen := map[int32]bool{}
		var never atomic.Bool
		kernel.NewDLX(z.Problem).Search(enumerate.Task{Case: &enumerate.Case{}, Share: 1}, &never, func(solution []enumerate.OptionID) bool {
			for n, o := range solution {
				for _, i := range z.Placements[o].Cells {
					owner[i] = int16(n + 1)
				}
			}
			faults := int32(0)
			line := func(along, across, lines int, cell func(along, across int) int) {
				for k := range lines {
					fault := true
					for i := range along {
						x, y := cell(i, k), cell(i, (k+1)%across)
						fault = fault && (x == y || owner[x] != owner[y])
					}
					if fault {
						faults++
					}
				}
			}
			lines := func(n int, ring bool) int {
				if ring {
					return n
				}
				return n - 1
			}
			line(c.cols, c.rows, lines(c.rows, c.wrapRows), func(col, row int) int { return row*c.cols + col })
			line(c.rows, c.cols, lines(c.cols, c.wrapCols), func(row, col int) int { return row*c.cols + col })
			if got := e.Evaluate(owner, solution, 1)[0]; got != faults {
				t.Errorf("%+v, %v: %d fault lines, expected %d", c, owner, got, faults)
			}
			seen[faults] = true
			return !t.Failed()
		})
		if len(seen) == 0 {
			t.Errorf("%+v: no tiling", c)
		}
	}
}
