package line

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

// settle is the oracle for lines of any length. It places block by block with
// two tables, for prefixes and suffixes, and shares no idea with the automaton.
// It returns what each cell can be, or false.
func settle(clue []int, cells []Cell) (black, cross []bool, ok bool) {
	n, k := len(cells), len(clue)
	table := func(clue []int, at func(int) Cell) [][]bool {
		// t[j][i]: blocks 0 … j-1 fit cells 0 … i-1, the last of which is not
		// of a block that goes on.
		t := make([][]bool, k+1)
		for j := range t {
			t[j] = make([]bool, n+2)
			for i := 0; i <= n; i++ {
				if i == 0 {
					t[j][i] = j == 0
					continue
				}
				if at(i-1) != Black && t[j][i-1] {
					t[j][i] = true
					continue
				}
				if j == 0 {
					continue
				}
				s := i - clue[j-1]
				if s < 0 {
					continue
				}
				free := true
				for p := s; p < i; p++ {
					free = free && at(p) != Crossed
				}
				if free && (s == 0 && j == 1 || s > 0 && at(s-1) != Black && t[j-1][s-1]) {
					t[j][i] = true
				}
			}
		}
		return t
	}
	pre := table(clue, func(i int) Cell { return cells[i] })
	rev := slices.Clone(clue)
	slices.Reverse(rev)
	suf := table(rev, func(i int) Cell { return cells[n-1-i] })
	if !pre[k][n] {
		return nil, nil, false
	}
	black, cross = make([]bool, n), make([]bool, n)
	for i := range n {
		if cells[i] != Black {
			for j := 0; j <= k; j++ {
				cross[i] = cross[i] || pre[j][i] && suf[k-j][n-1-i]
			}
		}
	}
	for j, c := range clue {
		for s := 0; s+c <= n; s++ {
			free := true
			for p := s; p < s+c; p++ {
				free = free && cells[p] != Crossed
			}
			left := s == 0 && j == 0 || s > 0 && cells[s-1] != Black && pre[j][s-1]
			e := s + c
			right := e == n && j == k-1 || e < n && cells[e] != Black && suf[k-1-j][n-1-e]
			if free && left && right {
				for p := s; p < e; p++ {
					black[p] = true
				}
			}
		}
	}
	return black, cross, true
}

// check compares one Deduce with the oracle and returns the line completed.
func check(t *testing.T, clue []int, cells []Cell, found []Deduction, ok bool) {
	t.Helper()
	black, cross, want := settle(clue, cells)
	if ok != want {
		t.Fatalf("clue %v cells %v: possible = %v, want %v", clue, cells, ok, want)
	}
	if !ok {
		if len(found) != 0 {
			t.Fatalf("clue %v cells %v: cells found in an impossible line", clue, cells)
		}
		return
	}
	got := slices.Clone(cells)
	for _, f := range found {
		if got[f.Pos()] != Blank {
			t.Fatalf("clue %v cells %v: cell %d found twice or known", clue, cells, f.Pos())
		}
		got[f.Pos()] = f.Cell()
	}
	for i, c := range cells {
		w := c
		if c == Blank && !black[i] {
			w = Crossed
		} else if c == Blank && !cross[i] {
			w = Black
		}
		if got[i] != w {
			t.Fatalf("clue %v cells %v: cell %d is %d, want %d", clue, cells, i, got[i], w)
		}
	}
}

// widen makes a an automaton of at least k words. It keeps the states and uses
// the procedure for more words.
func widen(a *Automaton, k int) *Automaton {
	b := *a
	for len(b.f) < k {
		b.f, b.e, b.acceptN = append(b.f, 0), append(b.e, 0), append(b.acceptN, 0)
	}
	b.words = max(b.words, k)
	b.kernel = kernel(min(b.words, int(kernelMany)))
	if b.words == 2 {
		for w := range 2 {
			b.move2[Blank][w], b.move2[Black][w], b.move2[Crossed][w] = b.f[w]|b.e[w], b.f[w], b.e[w]
			b.stay2[Blank][w], b.stay2[Crossed][w] = b.e[w], b.e[w]
			b.accept2[w] = b.acceptN[w]
		}
	}
	return &b
}

func TestEveryShortLine(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	lines := 0
	for n := 0; n <= 8; n++ {
		seen := map[string]bool{}
		for v := range 1 << n {
			cells := make([]Cell, n)
			for i := range cells {
				cells[i] = Crossed - Cell(v>>i&1)
			}
			clue := ClueOf(nil, cells)
			if key := fmt.Sprint(clue); seen[key] {
				continue
			} else {
				seen[key] = true
			}
			a, err := New(clue, n, 1)
			if err != nil {
				t.Fatal(err)
			}
			kinds := []*Automaton{a, widen(a, 2), widen(a, 3)}
			p := 1
			for range n {
				p *= 3
			}
			for v := range p {
				for i := range cells {
					cells[i] = Cell(v % 3)
					v /= 3
				}
				lines++
				for _, a := range kinds {
					found, ok := a.Deduce(a.NewSweeps(), cells, 0, n-1, nil)
					check(t, clue, cells, found, ok)
				}
			}
		}
	}
	// Σ over n of 3^n · Fibonacci(n+2): every clue that fits, every state.
	const want = 1 + 2*3 + 3*9 + 5*27 + 8*81 + 13*243 + 21*729 + 34*2187 + 55*6561
	if lines != want {
		t.Errorf("%d lines, want %d", lines, want)
	}
}

// draw makes a random line that can mostly be completed.
func draw(rng *rand.Rand, n int) (clue []int, cells []Cell) {
	cells = make([]Cell, n)
	density := 0.02 + 0.95*rng.Float64()
	for i := range cells {
		cells[i] = Crossed
		if rng.Float64() < density {
			cells[i] = Black
		}
	}
	clue = ClueOf(nil, cells)
	known := rng.Float64() * 0.6
	for i := range cells {
		if rng.Float64() >= known {
			cells[i] = Blank
		} else if rng.IntN(300) == 0 {
			cells[i] = 3 - cells[i]
		}
	}
	return clue, cells
}

func TestLongLines(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	words := map[int]int{}
	for r := range 3000 {
		n := 1 + rng.IntN(60)
		switch r % 10 {
		case 0:
			n = 100 + rng.IntN(200)
		case 1, 2:
			n = 61 + rng.IntN(64)
		}
		clue, cells := draw(rng, n)
		a, err := New(clue, n, 1)
		if err != nil {
			t.Fatal(err)
		}
		words[a.words]++
		for k := a.words; k <= 3; k++ {
			w := widen(a, k)
			found, ok := w.Deduce(w.NewSweeps(), cells, 0, n-1, nil)
			check(t, clue, cells, found, ok)
		}
		if a.words > 3 {
			found, ok := a.Deduce(a.NewSweeps(), cells, 0, n-1, nil)
			check(t, clue, cells, found, ok)
		}
	}
	for k := 1; k <= 4; k++ {
		if words[k] == 0 {
			t.Errorf("no line of %d words drawn", k)
		}
	}
}

// TestSweepsAreReusable sets and takes back cells at random. It compares every
// incremental sweep with a sweep from scratch.
func TestSweepsAreReusable(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	short := 0
	for r := range 400 {
		n := 1 + rng.IntN(50)
		if r%8 == 0 {
			n = 70 + rng.IntN(120)
		}
		clue, truth := draw(rng, n)
		for i := range truth {
			if truth[i] == Blank {
				truth[i] = 1 + Cell(rng.IntN(2))
			}
		}
		base, err := New(clue, n, 1)
		if err != nil {
			t.Fatal(err)
		}
		a := widen(base, 1+r%3)
		s := a.NewSweeps()
		cells := make([]Cell, n)
		lo, hi := 0, n-1
		for range 60 {
			found, ok := a.Deduce(s, cells, lo, hi, nil)
			fresh, want := a.Deduce(a.NewSweeps(), cells, 0, n-1, nil)
			if ok != want {
				t.Fatalf("clue %v cells %v range %d-%d: possible = %v, want %v", clue, cells, lo, hi, ok, want)
			}
			if hi-lo < n-1 {
				short++
			}
			// Cells found before and taken back, or never written, need not be
			// found again unless they are in reach of the change: set what
			// was found at once, as the search does.
			slices.Sort(found)
			slices.Sort(fresh)
			if !slices.Equal(found, fresh) {
				t.Fatalf("clue %v cells %v range %d-%d: found %v, want %v", clue, cells, lo, hi, found, fresh)
			}
			lo, hi = n, -1
			touch := func(i int, c Cell) {
				cells[i] = c
				lo, hi = min(lo, i), max(hi, i)
			}
			if !ok {
				for i := range cells {
					cells[i] = Blank
				}
				lo, hi = 0, n-1
				continue
			}
			for _, f := range found {
				touch(f.Pos(), f.Cell())
			}
			for range 1 + rng.IntN(3) {
				i := rng.IntN(n)
				if cells[i] != Blank && rng.IntN(2) == 0 {
					// Taking back one cell may make others uncertain; take back
					// all, as an undone decision would.
					for j := range cells {
						if cells[j] != Blank {
							touch(j, Blank)
						}
					}
				} else if cells[i] == Blank {
					touch(i, truth[i])
				}
			}
			if hi < 0 {
				lo, hi = 0, n-1
			}
		}
	}
	if short < 1000 {
		t.Errorf("only %d partial sweeps", short)
	}
}

func TestExplanationsAreMinimal(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	x := &Memory{}
	reasons := 0
	for r := range 1500 {
		n := 3 + rng.IntN(50)
		if r%8 == 0 {
			n = 70 + rng.IntN(100)
		}
		clue, cells := draw(rng, n)
		base, err := New(clue, n, 1)
		if err != nil {
			t.Fatal(err)
		}
		a := widen(base, 1+r%3)
		found, ok := a.Deduce(a.NewSweeps(), cells, 0, n-1, nil)
		if ok && len(found) == 0 {
			continue
		}
		refuted := slices.Clone(cells)
		if ok {
			f := found[rng.IntN(len(found))]
			refuted[f.Pos()] = 3 - f.Cell() | Fixed
		}
		for _, mirrored := range []bool{false, true} {
			clue, refuted, a := slices.Clone(clue), slices.Clone(refuted), a
			if mirrored {
				slices.Reverse(clue)
				slices.Reverse(refuted)
				if base, err = New(clue, n, 1); err != nil {
					t.Fatal(err)
				}
				a = widen(base, 1+r%3)
			}
			kept := a.Explain(x, refuted, nil)
			reasons++
			line := make([]Cell, n)
			for i, c := range refuted {
				if c&Fixed != 0 {
					line[i] = c &^ Fixed
				}
			}
			for _, i := range kept {
				line[i] = refuted[i]
			}
			if _, _, ok := settle(clue, line); ok {
				t.Fatalf("clue %v cells %v: kept %v explains nothing", clue, refuted, kept)
			}
			for _, i := range kept {
				c := line[i]
				line[i] = Blank
				if _, _, ok := settle(clue, line); !ok {
					t.Fatalf("clue %v cells %v: kept %v, cell %d not needed", clue, refuted, kept, i)
				}
				line[i] = c
			}
		}
	}
	if reasons < 1000 {
		t.Errorf("only %d reasons", reasons)
	}
}

func TestClueErrors(t *testing.T) {
	for _, c := range []struct {
		clue []int
		n    int
		want string
	}{
		{[]int{3, 2}, 5, "clue 3,2 needs 6 cells, the line has 5"},
		{[]int{1, 0}, 5, "clue 1,0: numbers must be positive"},
		{[]int{-2}, 5, "clue -2: numbers must be positive"},
		{[]int{1 << 62, 1 << 62}, 5, "clue 4611686018427387904,4611686018427387904 needs 4611686018427387904 cells, the line has 5"},
	} {
		_, err := New(c.clue, c.n, 1)
		if err == nil || err.Error() != c.want {
			t.Errorf("New(%v, %d) = %v, want %s", c.clue, c.n, err, c.want)
		}
	}
	if _, err := New([]int{3, 1}, 5, 1); err != nil {
		t.Error(err)
	}
}

func FuzzDeduce(f *testing.F) {
	f.Add([]byte{2, 1}, []byte{0, 0, 1, 2, 0})
	f.Fuzz(func(t *testing.T, c, l []byte) {
		if len(l) > 200 {
			return
		}
		var clue []int
		for _, x := range c {
			clue = append(clue, int(x))
		}
		cells := make([]Cell, len(l))
		for i, x := range l {
			cells[i] = x % 3
		}
		a, err := New(clue, len(cells), 1)
		if err != nil {
			return
		}
		if len(cells) == 0 {
			return
		}
		found, ok := a.Deduce(a.NewSweeps(), cells, 0, len(cells)-1, nil)
		check(t, clue, cells, found, ok)
	})
}

func BenchmarkDeduce(b *testing.B) {
	for _, n := range []int{25, 60, 99, 200, 500} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			rng := rand.New(rand.NewPCG(uint64(n), 4))
			type item struct {
				a     *Automaton
				s     *Sweeps
				cells []Cell
			}
			var items []item
			for range 4000 {
				// Lines as in the middle of a search: density 0.3 to 0.9.
				cells := make([]Cell, n)
				density := 0.3 + 0.6*rng.Float64()
				for i := range cells {
					cells[i] = Crossed
					if rng.Float64() < density {
						cells[i] = Black
					}
				}
				a, err := New(ClueOf(nil, cells), n, 1)
				if err != nil {
					b.Fatal(err)
				}
				known := rng.Float64() * 0.6
				for i := range cells {
					if rng.Float64() >= known {
						cells[i] = Blank
					}
				}
				items = append(items, item{a, a.NewSweeps(), cells})
			}
			buf := make([]Deduction, 0, n+1)
			found := 0
			b.ResetTimer()
			for i := range b.N {
				x := &items[i%len(items)]
				buf, _ = x.a.Deduce(x.s, x.cells, 0, n-1, buf[:0])
				found += len(buf)
			}
			b.ReportMetric(float64(found)/float64(b.N), "found/line")
		})
	}
}
