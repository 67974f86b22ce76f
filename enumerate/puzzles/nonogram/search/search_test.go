package search

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"sync/atomic"
	"testing"

	"coverstat/enumerate/puzzles/nonogram/line"
)

// pictures lists the solutions of a small puzzle row by row: it tries all
// pictures of each row and compares the columns at the end. It does not use
// line logic.
func pictures(rows, cols [][]int, limit int) [][]line.Cell {
	h, w := len(rows), len(cols)
	choices := make([][][]line.Cell, h)
	for r := range choices {
		for v := range 1 << w {
			b := make([]line.Cell, w)
			for i := range b {
				b[i] = line.Crossed - line.Cell(v>>i&1)
			}
			if slices.Equal(line.ClueOf(nil, b), rows[r]) {
				choices[r] = append(choices[r], b)
			}
		}
	}
	var out [][]line.Cell
	pic := make([]line.Cell, h*w)
	column := make([]line.Cell, h)
	var place func(r int)
	place = func(r int) {
		if len(out) >= limit {
			return
		}
		if r == h {
			for c := range w {
				for i := range column {
					column[i] = pic[i*w+c]
				}
				if !slices.Equal(line.ClueOf(nil, column), cols[c]) {
					return
				}
			}
			out = append(out, slices.Clone(pic))
			return
		}
		for _, b := range choices[r] {
			copy(pic[r*w:], b)
			place(r + 1)
		}
	}
	place(0)
	return out
}

// cluesOf returns row and column clues of a picture.
func cluesOf(pic []line.Cell, h, w int) (rows, cols [][]int) {
	column := make([]line.Cell, h)
	for r := range h {
		rows = append(rows, line.ClueOf(nil, pic[r*w:][:w]))
	}
	for c := range w {
		for r := range column {
			column[r] = pic[r*w+c]
		}
		cols = append(cols, line.ClueOf(nil, column))
	}
	return rows, cols
}

func sketch(rng *rand.Rand, h, w int, density float64) []line.Cell {
	pic := make([]line.Cell, h*w)
	for i := range pic {
		pic[i] = line.Crossed
		if rng.Float64() < density {
			pic[i] = line.Black
		}
	}
	return pic
}

// verify checks solutions by their clues.
func verify(t testing.TB, rows, cols [][]int, r Result) {
	t.Helper()
	seen := map[string]bool{}
	for _, s := range r.Solutions {
		gotR, gotC := cluesOf(s, len(rows), len(cols))
		if fmt.Sprint(gotR, gotC) != fmt.Sprint(rows, cols) {
			t.Fatalf("rows %v cols %v: wrong solution %v", rows, cols, s)
		}
		if slices.Contains(s, line.Blank) {
			t.Fatalf("rows %v cols %v: unfinished solution %v", rows, cols, s)
		}
		if seen[string(s)] {
			t.Fatalf("rows %v cols %v: solution %v twice", rows, cols, s)
		}
		seen[string(s)] = true
	}
}

// TestAgainstEnumeration takes row clues from one picture, and column clues
// from the same picture with a few cells exchanged. So many puzzles have no
// solution, and many have several.
func TestAgainstEnumeration(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 8))
	verdicts := map[Verdict]int{}
	guessed := 0
	for round := range 2500 {
		h, w := 3+rng.IntN(3), 3+rng.IntN(4)
		a := sketch(rng, h, w, 0.3+0.5*rng.Float64())
		b := slices.Clone(a)
		for range rng.IntN(3) {
			i, j := rng.IntN(h*w), rng.IntN(h*w)
			b[i], b[j] = b[j], b[i]
		}
		rows, _ := cluesOf(a, h, w)
		_, cols := cluesOf(b, h, w)
		limit := 2 + rng.IntN(100)
		want := pictures(rows, cols, limit)
		s, err := New(rows, cols)
		if err != nil {
			t.Fatal(err)
		}
		// Probing alone settles almost all small puzzles.
		if s.probing = round%2 == 0; !s.probing {
			s.restartUnit, s.clauseLimit = 1+rng.Int64N(4), rng.IntN(4)
		}
		got := s.Solve(Settings{Solutions: limit})
		verify(t, rows, cols, got)
		if len(got.Solutions) != len(want) {
			t.Fatalf("rows %v cols %v: %d solutions, want %d (limit %d)", rows, cols, len(got.Solutions), len(want), limit)
		}
		v := Many
		switch len(want) {
		case 0:
			v = None
		case 1:
			v = Unique
		}
		if got.Verdict != v {
			t.Fatalf("rows %v cols %v: %v, want %v", rows, cols, got.Verdict, v)
		}
		if !got.Complete && len(want) < limit {
			t.Fatalf("rows %v cols %v: all %d found, said to be incomplete", rows, cols, len(want))
		}
		verdicts[v]++
		if got.Counters.Conflicts > 0 {
			guessed++
		}
	}
	t.Log(verdicts, guessed)
	if verdicts[None] < 200 || verdicts[Unique] < 200 || verdicts[Many] < 200 || guessed < 15 {
		t.Errorf("too few of a kind: %v, %d with conflicts", verdicts, guessed)
	}
}

// TestRandomPictures solves pictures that need search. Their lines need one,
// two and more words. Each is solved twice, with the same effort.
func TestRandomPictures(t *testing.T) {
	for _, x := range []struct {
		h, w    int
		density float64
		seed    uint64
	}{
		{25, 25, 0.5, 1},
		{30, 30, 0.5, 2},
		{30, 30, 0.5, 3},
		{20, 70, 0.55, 4},
		{10, 140, 0.6, 5},
		{150, 150, 0.9, 6},
	} {
		rng := rand.New(rand.NewPCG(x.seed, 77))
		pic := sketch(rng, x.h, x.w, x.density)
		rows, cols := cluesOf(pic, x.h, x.w)
		var before Counters
		for i := range 2 {
			s, err := New(rows, cols)
			if err != nil {
				t.Fatal(err)
			}
			r := s.Solve(Settings{MaxNodes: 200_000})
			verify(t, rows, cols, r)
			if i == 0 {
				t.Logf("%d by %d, density %v: %v %+v", x.h, x.w, x.density, r.Verdict, r.Counters)
			} else if r.Counters != before {
				t.Errorf("%d by %d: effort %+v, then %+v", x.h, x.w, before, r.Counters)
			}
			before = r.Counters
			if r.Verdict != Many && r.Verdict != Unique {
				t.Errorf("%d by %d: %v of a puzzle that has a solution", x.h, x.w, r.Verdict)
			}
		}
	}
}

func TestLimits(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	pic := sketch(rng, 30, 30, 0.5)
	rows, cols := cluesOf(pic, 30, 30)
	s, err := New(rows, cols)
	if err != nil {
		t.Fatal(err)
	}
	r := s.Solve(Settings{MaxNodes: 10})
	if r.Verdict != Stopped || r.Complete || r.Counters.Nodes() > 12 {
		t.Errorf("at a limit of 10 nodes: %v, complete %v, %d nodes", r.Verdict, r.Complete, r.Counters.Nodes())
	}
	var stop atomic.Bool
	stop.Store(true)
	s, _ = New(rows, cols)
	if r := s.Solve(Settings{Stop: &stop}); r.Verdict != Stopped {
		t.Errorf("told to stop: %v", r.Verdict)
	}
}

func TestTrivial(t *testing.T) {
	for _, x := range []struct {
		rows, cols [][]int
		want       Verdict
	}{
		{[][]int{{1}}, [][]int{{1}}, Unique},
		{[][]int{{}}, [][]int{{}}, Unique},
		{[][]int{{1}}, [][]int{{}}, None},
		{[][]int{{1}, {1}}, [][]int{{1}, {1}}, Many},
		{nil, nil, Unique}, // the empty picture
	} {
		s, err := New(x.rows, x.cols)
		if err != nil {
			t.Fatal(err)
		}
		if got := s.Solve(Settings{}); got.Verdict != x.want {
			t.Errorf("rows %v cols %v: %v, want %v", x.rows, x.cols, got.Verdict, x.want)
		}
	}
	_, err := New([][]int{{1}, {2, 2}}, [][]int{{1}, {1}, {1}, {1}})
	if want := "clue 2,2 needs 5 cells, the line has 4"; err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
}

func TestLuby(t *testing.T) {
	want := []int64{1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8, 1}
	for i, w := range want {
		if got := luby(int64(i + 1)); got != w {
			t.Errorf("luby(%d) = %d, want %d", i+1, got, w)
		}
	}
}

// TestBeliefs solves a picture that takes 2,016 conflicts without estimates.
func TestBeliefs(t *testing.T) {
	rows, cols := cluesOf(sketch(rand.New(rand.NewPCG(5, 30)), 40, 40, 0.35), 40, 40)
	s, err := New(rows, cols)
	if err != nil {
		t.Fatal(err)
	}
	r := s.Solve(Settings{})
	verify(t, rows, cols, r)
	if r.Verdict != Many || r.Counters.Conflicts != 1136 {
		t.Errorf("%v after %d conflicts, want many after 1136", r.Verdict, r.Counters.Conflicts)
	}
}

// TestForgetting lists all solutions twice: with the usual limits, and with few
// clauses kept and many restarts.
func TestForgetting(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 1))
	conflicts, restarts := int64(0), int64(0)
	for range 12 {
		rows, cols := cluesOf(sketch(rng, 10, 10, 0.4), 10, 10)
		var counts [2]int
		for i := range counts {
			s, err := New(rows, cols)
			if err != nil {
				t.Fatal(err)
			}
			if i == 1 {
				s.probing, s.clauseLimit, s.restartUnit = false, 2, 3
			}
			r := s.Solve(Settings{Solutions: 400})
			verify(t, rows, cols, r)
			counts[i] = len(r.Solutions)
			conflicts += r.Counters.Conflicts
			restarts += r.Counters.Restarts
		}
		if counts[0] != counts[1] {
			t.Errorf("%d solutions, with clauses forgotten %d", counts[0], counts[1])
		}
	}
	t.Logf("%d conflicts, %d restarts", conflicts, restarts)
	if restarts < 20 {
		t.Errorf("only %d restarts", restarts)
	}
}

func FuzzSolve(f *testing.F) {
	f.Add(uint64(1), uint8(4), uint8(5))
	f.Fuzz(func(t *testing.T, seed uint64, a, b uint8) {
		h, w := 1+int(a%5), 1+int(b%5)
		rng := rand.New(rand.NewPCG(seed, 3))
		rows, _ := cluesOf(sketch(rng, h, w, rng.Float64()), h, w)
		_, cols := cluesOf(sketch(rng, h, w, rng.Float64()), h, w)
		s, err := New(rows, cols)
		if err != nil {
			t.Fatal(err)
		}
		s.probing = seed&1 == 0
		r := s.Solve(Settings{Solutions: 200})
		verify(t, rows, cols, r)
		if want := len(pictures(rows, cols, 200)); want != len(r.Solutions) {
			t.Fatalf("rows %v cols %v: %d solutions, want %d", rows, cols, len(r.Solutions), want)
		}
	})
}

func BenchmarkRandom25(b *testing.B) {
	rng := rand.New(rand.NewPCG(25, 25))
	type puzzle struct{ rows, cols [][]int }
	var ps []puzzle
	for range 20 {
		rows, cols := cluesOf(sketch(rng, 25, 25, 0.5), 25, 25)
		ps = append(ps, puzzle{rows, cols})
	}
	var e Counters
	for i := range b.N {
		p := ps[i%len(ps)]
		s, err := New(p.rows, p.cols)
		if err != nil {
			b.Fatal(err)
		}
		x := s.Solve(Settings{}).Counters
		e.Probes += x.Probes
		e.Decisions += x.Decisions
		e.LineSolves += x.LineSolves
	}
	b.ReportMetric(float64(e.Nodes())/float64(b.N), "nodes/puzzle")
	b.ReportMetric(float64(e.LineSolves)/float64(b.N), "lines/puzzle")
}
