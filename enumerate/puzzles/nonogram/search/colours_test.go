package search

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"coverstat/enumerate/puzzles/nonogram/line"
)

// values calls f with all lines of n cells of so many colours; the slice is valid during
// the call only.
func values(n, colours int, f func([]line.Cell)) {
	cells := make([]line.Cell, n)
	var fill func(i int)
	fill = func(i int) {
		if i == n {
			f(cells)
			return
		}
		for v := range colours + 1 {
			cells[i] = line.Cell(v + 1)
			fill(i + 1)
		}
	}
	fill(0)
}

// runsOf is line.ClueOf written once more, with text for its clue.
func runsOf(cells []line.Cell) (clue string) {
	for i := 0; i < len(cells); {
		j := i
		for j < len(cells) && cells[j] == cells[i] {
			j++
		}
		if cells[i] != line.Crossed {
			clue += fmt.Sprintf("%dx%d ", j-i, cells[i])
		}
		i = j
	}
	return clue
}

func textOf(clue []int) (text string) {
	for _, run := range clue {
		text += fmt.Sprintf("%dx%d ", line.Length(run), line.Of(line.Colour(run)))
	}
	return text
}

// brute is a puzzle of several colours with the lines that each clue allows.
type brute struct {
	h, w       int
	rows, cols []string
	all        [2]map[string][][]line.Cell // by clue: of rows, of columns
}

func newBrute(rows, cols [][]int, colours int) *brute {
	b := &brute{h: len(rows), w: len(cols)}
	for _, clue := range rows {
		b.rows = append(b.rows, textOf(clue))
	}
	for _, clue := range cols {
		b.cols = append(b.cols, textOf(clue))
	}
	for side, n := range []int{b.w, b.h} {
		b.all[side] = map[string][][]line.Cell{}
		values(n, colours, func(cells []line.Cell) {
			clue := runsOf(cells)
			b.all[side][clue] = append(b.all[side][clue], slices.Clone(cells))
		})
	}
	return b
}

// solutions lists all pictures: the lines of each row in turn, and the columns at the end.
func (b *brute) solutions() (out []string) {
	pic, column := make([]line.Cell, b.h*b.w), make([]line.Cell, b.h)
	var place func(r int)
	place = func(r int) {
		if r < b.h {
			for _, cells := range b.all[0][b.rows[r]] {
				copy(pic[r*b.w:], cells)
				place(r + 1)
			}
			return
		}
		for c, clue := range b.cols {
			for i := range column {
				column[i] = pic[i*b.w+c]
			}
			if runsOf(column) != clue {
				return
			}
		}
		out = append(out, string(pic))
	}
	place(0)
	slices.Sort(out)
	return out
}

// settle is line logic on sets of values, by trying all lines, again and again. It
// returns the picture with 0 for open cells, false if a line has no placement.
func (b *brute) settle(colours int) ([]line.Cell, bool) {
	may := slices.Repeat([]int{1<<(colours+2) - 2}, b.h*b.w)
	for changed := true; changed; {
		changed = false
		read := func(lines [][]line.Cell, first, step, n int) {
			can := make([]int, n)
		next:
			for _, cells := range lines {
				for i, v := range cells {
					if may[first+i*step]>>v&1 == 0 {
						continue next
					}
				}
				for i, v := range cells {
					can[i] |= 1 << v
				}
			}
			for i, set := range can {
				changed = changed || may[first+i*step] != set
				may[first+i*step] = set
			}
		}
		for r, clue := range b.rows {
			read(b.all[0][clue], r*b.w, 1, b.w)
		}
		for c, clue := range b.cols {
			read(b.all[1][clue], c, b.w, b.h)
		}
	}
	pic := make([]line.Cell, b.h*b.w)
	for i, set := range may {
		if set == 0 {
			return nil, false
		}
		if set&(set-1) == 0 {
			for set > 1 {
				set >>= 1
				pic[i]++
			}
		}
	}
	return pic, true
}

// TestColouredAgainstEnumeration takes row clues from one picture of two or three
// colours and column clues from the same picture with a few cells exchanged. Solutions
// and what line logic settles are compared with all pictures.
func TestColouredAgainstEnumeration(t *testing.T) {
	rng := rand.New(rand.NewPCG(52, 3))
	verdicts := map[Verdict]int{}
	guessed, open := 0, 0
	for range 1500 {
		h, w, colours := 1+rng.IntN(4), 2+rng.IntN(4), 2+rng.IntN(2)
		a := make([]line.Cell, h*w)
		density := 0.1 + 0.6*rng.Float64()
		for i := range a {
			if a[i] = line.Crossed; rng.Float64() < density {
				a[i] = line.Of(rng.IntN(colours))
			}
		}
		a[0] = line.Of(colours - 1)
		b := slices.Clone(a)
		for range rng.IntN(3) {
			i, j := rng.IntN(h*w), rng.IntN(h*w)
			b[i], b[j] = b[j], b[i]
		}
		rows, _ := cluesOf(a, h, w)
		_, cols := cluesOf(b, h, w)
		want := newBrute(rows, cols, colours)
		s, err := New(rows, cols)
		if err != nil {
			t.Fatal(err)
		}
		r := s.Solve(Settings{Solutions: 1 << 30})
		var got []string
		for _, pic := range r.Solutions {
			got = append(got, string(pic))
		}
		slices.Sort(got)
		if solutions := want.solutions(); !slices.Equal(got, solutions) || !r.Complete {
			t.Fatalf("rows %v cols %v: solutions %q, want %q", want.rows, want.cols, got, solutions)
		}
		verdicts[r.Verdict]++
		if r.Counters.Decisions > 0 {
			guessed++
		}
		s, _ = New(rows, cols)
		r = s.Solve(Settings{LineOnly: true})
		pic, ok := want.settle(colours)
		if ok != (r.Verdict != None) {
			t.Fatalf("rows %v cols %v: line logic says %v", want.rows, want.cols, r.Verdict)
		}
		if !ok {
			continue
		}
		n := 0
		for _, c := range pic {
			if c != line.Blank {
				n++
			}
		}
		if !slices.Equal(pic, r.Partial) || r.Settled != n {
			t.Fatalf("rows %v cols %v: line logic settles %v (%d), want %v", want.rows, want.cols, r.Partial, r.Settled, pic)
		}
		if n < len(pic) {
			open++
		}
	}
	t.Logf("verdicts %v, %d searched, %d open after line logic", verdicts, guessed, open)
	if verdicts[None] < 100 || verdicts[Many] < 100 || guessed < 50 || open < 100 {
		t.Errorf("verdicts %v, %d searched, %d open after line logic: too few of a kind", verdicts, guessed, open)
	}
}

// TestColouredTurned: the number of solutions does not depend on the side from which
// lines are read, nor on the order of the colours. Here the search learns from many
// conflicts.
func TestColouredTurned(t *testing.T) {
	rng := rand.New(rand.NewPCG(52, 4))
	conflicts := int64(0)
	for range 12 {
		const n, colours, limit = 18, 2, 50
		pic := make([]line.Cell, n*n)
		for i := range pic {
			if pic[i] = line.Crossed; rng.IntN(9) < 3 {
				pic[i] = line.Of(rng.IntN(4) * colours / 8) // the first colour twice as often
			}
		}
		pic[0] = line.Of(colours - 1)
		count := func(pic []line.Cell) int {
			rows, cols := cluesOf(pic, n, n)
			s, err := New(rows, cols)
			if err != nil {
				t.Fatal(err)
			}
			r := s.Solve(Settings{Solutions: limit})
			verify(t, rows, cols, r)
			conflicts += r.Counters.Conflicts
			return len(r.Solutions)
		}
		want := count(pic)
		slices.Reverse(pic)
		if got := count(pic); got != want {
			t.Errorf("%d solutions, %d of the picture turned", want, got)
		}
		turned := make([]line.Cell, n*n)
		for i, c := range pic {
			turned[i%n*n+i/n] = c
			switch c {
			case line.Of(0):
				turned[i%n*n+i/n] = line.Of(1)
			case line.Of(1):
				turned[i%n*n+i/n] = line.Of(0)
			}
		}
		if got := count(turned); got != want {
			t.Errorf("%d solutions, %d of the picture mirrored", want, got)
		}
	}
	t.Logf("%d conflicts", conflicts)
	if conflicts < 1000 {
		t.Errorf("%d conflicts: expected more", conflicts)
	}
}
