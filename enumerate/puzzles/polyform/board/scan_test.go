package board

import (
	"math/rand/v2"
	"slices"
	"testing"

	"coverstat/enumerate"
)

// TestGather checks groups of random positions: each has a bit of the index, in
// every window.
func TestGather(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 3))
	found := 0
	for range 20000 {
		var spans []span
		for lo, n := 0, 1+r.IntN(3); n > 0; n-- {
			lo += 1 + r.IntN(30)
			spans = append(spans, span{lo: lo, hi: lo + 1 + r.IntN(7)})
			lo = spans[len(spans)-1].hi
		}
		x, ok := newGroup(spans, nearBits, r.IntN(2) == 0)
		if !ok {
			continue
		}
		found++
		for range 20 {
			w, from := r.Uint64(), 0
			if x.high {
				from = 64
			}
			index := w & x.mask * x.mul >> x.shift
			if index>>x.bits != 0 {
				t.Fatalf("spans %v: index %d of %d bits", spans, index, x.bits)
			}
			for _, q := range spans {
				for p := q.lo; p < q.hi; p++ {
					if x.at[p] < 0 || w>>(p-from)&1 != index>>x.at[p]&1 {
						t.Fatalf("spans %v: position %d is not bit %d of the index", spans, p, x.at[p])
					}
				}
			}
		}
	}
	if found < 5000 {
		t.Errorf("only %d groups found", found)
	}
}

// TestScanShapes compares the scan kernel with the oracle on boards long and
// wide, where windows reach into the second 64 bits, with every piece once and
// with many pieces to choose from.
func TestScanShapes(t *testing.T) {
	sizes := [][2]int{{2, 64}, {64, 2}, {3, 42}, {4, 32}, {31, 4}, {5, 25}, {6, 21}, {7, 18}, {16, 8}, {11, 11}, {10, 12}, {9, 14}}
	var solvable, more, high, many int
	for seed := range uint64(600) {
		r := rand.New(rand.NewPCG(seed, 4))
		size := sizes[seed%uint64(len(sizes))]
		rows, cols := min(size[0], 3+r.IntN(5)), min(size[1], 3+r.IntN(5))
		p := newPuzzle(blank(rows, cols), "", false)
		cells := r.Perm(rows * cols)
		bounds, most := Piece{1, 1}, min(26, len(cells))
		if seed%3 == 0 {
			bounds.Min, most = 0, min(12, most)
		}
		area := 0
		for _, i := range r.Perm(len(largePieces)) {
			if s := parsePiece(largePieces[i]); area+len(s) <= most || bounds.Min == 0 {
				p.addPiece(bounds, orientations(s, seed%4 > 0))
				area += len(s)
			}
		}
		slices.Sort(cells[min(area, most):]) // holes at one end leave large regions
		if seed%2 == 0 {
			slices.Sort(cells)
		}
		for _, i := range cells[min(area, most):] {
			p.Free[i] = false
		}
		p.Placements = slices.DeleteFunc(p.Placements, func(q Placement) bool {
			return slices.ContainsFunc(q.Cells, func(x int) bool { return !p.Free[x] })
		})
		p = p.spreadOn(r, size[0], size[1])
		want, wantSum := oracle(p, enumerate.Case{})
		k, err := NewScan(p)
		if err != nil {
			t.Fatal(err)
		}
		if e, sum := solve(t, k, whole, 0.1); e.Solutions != want || sum != wantSum {
			t.Fatalf("seed %d: %d solutions, want %d\n%dx%d free %v", seed, e.Solutions, want, p.Rows, p.Cols, p.Free)
		}
		s := k.engine.(*scan)
		if want > 0 {
			solvable++
		}
		if s.words == 1 && s.more {
			more++
		}
		if s.words > 1 {
			many++
		}
		if slices.ContainsFunc(slices.Concat(s.groups[:]...), func(x gather) bool { return x.high }) {
			high++
		}
	}
	if t.Log(solvable, more, high, many); min(solvable, more, high, many) < 20 {
		t.Errorf("%d puzzles have solutions, %d more than two tables, %d reach into the second window, %d need many words", solvable, more, high, many)
	}
}

// BenchmarkScan lists without symmetry: one word of slots, a short side, a third
// table and copies, two words.
func BenchmarkScan(b *testing.B) {
	for _, x := range []struct {
		name, board, pieces string
		oneSided            bool
	}{
		{"6x10", blank(6, 10), pentominoes, false},
		{"onesided-3x30", blank(3, 30), pentominoes, true},
		{"optional", blank(6, 7), "H1:0-1 H2:0-1 H3:0-2 H4:0-2 H5:0-2 L4:0-1 V3:0-1 P:0-2 F:0-1", false},
		{"hexominoes", blank(5, 9), "L N P Y F H3 H4 L4 S4", false},
	} {
		b.Run(x.name, func(b *testing.B) { benchmark(b, NewScan, newPuzzle(x.board, x.pieces, x.oneSided), whole) })
	}
}
