package board

import (
	"math/rand/v2"
	"slices"
	"testing"

	"coverstat/enumerate"
)

// oracle counts solutions by the first free cell, trying every placement with
// plain slices; it shares nothing with the kernels. The sum is as in solve.
func oracle(p *Problem, c enumerate.Case) (n int64, sum uint64) {
	free := slices.Clone(p.Free)
	used := make([]int, len(p.Pieces))
	var chosen []int
	put := func(id int, on bool) bool {
		q := p.Placements[id]
		if on {
			for _, x := range q.Cells {
				if !free[x] {
					return false
				}
			}
			if used[q.Piece] == p.Pieces[q.Piece].Max {
				return false
			}
			chosen = append(chosen, id)
			used[q.Piece]++
		} else {
			chosen = chosen[:len(chosen)-1]
			used[q.Piece]--
		}
		for _, x := range q.Cells {
			free[x] = !on
		}
		return true
	}
	var rec func()
	rec = func() {
		first := slices.Index(free, true)
		if first < 0 {
			for i, x := range p.Pieces {
				if used[i] < x.Min {
					return
				}
			}
			n++
			h := uint64(0)
			for _, o := range chosen {
				h += mix(uint64(o) + 1)
			}
			sum += mix(h)
			return
		}
		for id, q := range p.Placements {
			if q.Cells[0] != first || slices.Contains(c.Banned, enumerate.OptionID(id)) {
				continue
			}
			if put(id, true) {
				rec()
				put(id, false)
			}
		}
	}
	for _, o := range c.Fixed {
		if slices.Contains(c.Banned, o) || !put(int(o), true) {
			return 0, 0
		}
	}
	rec()
	return n, sum
}

// randomPuzzle draws a board of few cells, with holes, and a stock that has a
// fair chance to fill it.
func randomPuzzle(r *rand.Rand, names []string, maxSide, maxArea int) *Problem {
	for {
		rows, cols := 1+r.IntN(maxSide), 1+r.IntN(maxSide)
		picture := []byte(blank(rows, cols))
		holes := r.IntN(1 + rows*cols/4)
		for range holes {
			if i := r.IntN(len(picture)); picture[i] == '.' {
				picture[i] = '#'
			}
		}
		area := 0
		for _, x := range picture {
			if x == '.' {
				area++
			}
		}
		if area > maxArea {
			continue
		}
		p := newPuzzle(string(picture), "", false)
		oneSided := r.IntN(3) == 0
		loose := r.IntN(2) == 0
		fill := 0
		for _, i := range r.Perm(len(names)) {
			s := parsePiece(names[i])
			if fill >= area && !loose || fill > 2*area {
				break
			}
			b := Piece{1, 1}
			switch r.IntN(4) {
			case 0:
				b.Max = 1 + r.IntN(3)
				b.Min = b.Max
			case 1:
				if loose {
					b.Min, b.Max = r.IntN(2), 1+r.IntN(4)
				}
			case 2:
				if loose {
					b.Min, b.Max = 0, enumerate.Unbounded
				}
			}
			shapes := orientations(s, !oneSided)
			if r.IntN(8) == 0 {
				shapes = shapes[:1] // a piece that may not be turned
			}
			p.addPiece(b, shapes)
			fill += len(s) * max(b.Min, 1)
		}
		return p
	}
}

// spread puts the board somewhere on a larger one, so that small puzzles reach
// the second word and rows of any width.
func (p *Problem) spread(r *rand.Rand) *Problem {
	rows, cols := p.Rows+r.IntN(12), p.Cols+r.IntN(12)
	if rows*cols > MaxCells {
		return p
	}
	return p.spreadOn(r, rows, cols)
}

// spreadOn puts the board somewhere on a board of a given size.
func (p *Problem) spreadOn(r *rand.Rand, rows, cols int) *Problem {
	top, left := r.IntN(rows-p.Rows+1), r.IntN(cols-p.Cols+1)
	q := newRectangle(rows, cols)
	q.Pieces = p.Pieces
	at := func(x int) int { return (x/p.Cols+top)*cols + x%p.Cols + left }
	for x, free := range p.Free {
		q.Free[at(x)] = free
	}
	for _, x := range p.Placements {
		y := Placement{Piece: x.Piece}
		for _, c := range x.Cells {
			y.Cells = append(y.Cells, at(c))
		}
		q.Placements = append(q.Placements, y)
	}
	return q
}

// randomCase fixes up to two disjoint placements and bans some others.
func randomCase(r *rand.Rand, p *Problem) (c enumerate.Case) {
	if len(p.Placements) == 0 {
		return c
	}
	for range r.IntN(3) {
		c.Fixed = append(c.Fixed, enumerate.OptionID(r.IntN(len(p.Placements))))
	}
	for id := range p.Placements {
		if r.IntN(6) == 0 && !slices.Contains(c.Fixed, enumerate.OptionID(id)) {
			c.Banned = append(c.Banned, enumerate.OptionID(id))
		}
	}
	return c
}

var smallPieces = []string{"I1", "I2", "I3", "V3", "I4", "O4", "T4", "S4", "L4", "F", "I", "L", "N", "P", "T", "U", "V", "W", "X", "Y", "Z"}

var searches = []constructor{{"corner", newCorner}, {"scan", NewScan}}

var largePieces = append(slices.Clone(smallPieces), "H1", "H2", "H3", "H4", "H5")

type constructor struct {
	name string
	make func(*Problem) (*Kernel, error)
}

// hold makes a kernel. It returns nil if the corner kernel cannot hold the
// puzzle; scan must.
func (c constructor) hold(t *testing.T, p *Problem) *Kernel {
	t.Helper()
	k, err := c.make(p)
	if err != nil && c.name != "corner" {
		t.Fatal(err)
	}
	return k
}

// compare checks kernels against the oracle on the puzzle that a seed draws, in
// one to two cases, at several cuts.
func compare(t *testing.T, seed uint64, kernels []constructor, names []string, maxSide, maxArea int) (held int) {
	r := rand.New(rand.NewPCG(seed, 1))
	p := randomPuzzle(r, names, maxSide, maxArea)
	if r.IntN(3) == 0 {
		p = p.spread(r)
	}
	cases := []enumerate.Case{{}}
	if r.IntN(2) == 0 {
		cases = []enumerate.Case{randomCase(r, p), randomCase(r, p)}
	}
	var want int64
	var wantSum uint64
	for _, c := range cases {
		n, s := oracle(p, c)
		want += n
		wantSum += s
	}
	for _, kc := range kernels {
		k, err := kc.make(p)
		if err != nil {
			continue
		}
		held++
		for _, cut := range []float64{1, 0.3, 0.01} {
			e, sum := solve(t, k, cases, cut)
			if e.Solutions != want || sum != wantSum {
				t.Fatalf("seed %d %s cut %v: %d solutions (sum %x), want %d (%x)\n%dx%d free %v pieces %v cases %v",
					seed, kc.name, cut, e.Solutions, sum, want, wantSum, p.Rows, p.Cols, p.Free, p.Pieces, cases)
			}
		}
	}
	return held
}

func TestRandomBoards(t *testing.T) {
	if held := compareAll(t, 3000, searches, smallPieces, 12, 18); held < 3500 {
		t.Errorf("the kernels held only %d puzzles", held)
	}
}

func TestRandomLargePieces(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	compareAll(t, 1500, searches[1:], largePieces, 20, 22)
}

// TestRandomSingles draws no copies and no choice: what the fast searches take.
func TestRandomSingles(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	solvable := 0
	for seed := range uint64(400) {
		r := rand.New(rand.NewPCG(seed, 2))
		names := slices.Clone(smallPieces[:9])
		r.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
		p := newPuzzle(blank(4, 8), "", seed%4 == 0)
		area := 0
		for _, name := range names {
			if s := parsePiece(name); area+len(s) <= 24 {
				p.addPiece(Piece{1, 1}, orientations(s, seed%3 > 0))
				area += len(s)
			}
		}
		for _, i := range r.Perm(32)[area:] {
			p.Free[i] = false
		}
		p.Placements = slices.DeleteFunc(p.Placements, func(q Placement) bool {
			return slices.ContainsFunc(q.Cells, func(x int) bool { return !p.Free[x] })
		})
		if seed%2 == 0 {
			p = p.spread(r)
		}
		want, wantSum := oracle(p, enumerate.Case{})
		if want > 0 {
			solvable++
		}
		for _, kc := range searches {
			k, err := kc.make(p)
			if err != nil {
				continue
			}
			if e, sum := solve(t, k, whole, 0.1); e.Solutions != want || sum != wantSum {
				t.Fatalf("seed %d %s: %d solutions, want %d", seed, kc.name, e.Solutions, want)
			}
		}
	}
	if solvable < 50 {
		t.Errorf("only %d of the puzzles have solutions", solvable)
	}
}

func compareAll(t *testing.T, seeds uint64, kernels []constructor, names []string, maxSide, maxArea int) (held int) {
	for seed := range seeds {
		held += compare(t, seed, kernels, names, maxSide, maxArea)
	}
	return held
}

func FuzzKernels(f *testing.F) {
	f.Add(uint64(1))
	f.Fuzz(func(t *testing.T, seed uint64) {
		compare(t, seed, searches, smallPieces, 12, 16)
		compare(t, seed, searches[1:], largePieces, 16, 18)
	})
}
