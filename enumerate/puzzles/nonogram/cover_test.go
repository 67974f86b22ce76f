package nonogram

import (
	"math/rand/v2"
	"sync/atomic"
	"testing"

	"coverstat/enumerate"
	"coverstat/enumerate/kernel"
	"coverstat/enumerate/puzzles/nonogram/line"
	"coverstat/enumerate/puzzles/nonogram/search"
)

// TestCover: the exact cover of a puzzle has as many solutions as the search finds.
func TestCover(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	several := 0
	for round := range 300 {
		width, height := 1+rng.IntN(6), 1+rng.IntN(6)
		pic := make(picture, width*height)
		for i := range pic {
			pic[i] = line.Crossed
			if rng.IntN(5) < 2 {
				pic[i] = line.Of(rng.IntN(1 + round%3))
			}
		}
		p := fromPicture(pic, width)
		if rng.IntN(4) == 0 && len(p.Rows[0]) > 0 { // mostly without a solution
			p.Rows[0][0]++
		}
		c, err := p.cover()
		if err != nil {
			t.Fatal(err)
		}
		got := 0
		var never atomic.Bool
		kernel.NewDLX(c.Problem).Search(enumerate.Task{Case: &enumerate.Case{}, Share: 1}, &never, func([]enumerate.OptionID) bool {
			got++
			return true
		})
		want := 0
		if s, err := search.New(p.Rows, p.Cols); err == nil {
			want = len(s.Solve(search.Settings{Solutions: 1 << 20, MaxNodes: 1 << 30}).Solutions)
		}
		if n, ok := recount(p.Rows, p.Cols, 1<<20, 1<<30); !ok || n != int64(want) {
			t.Errorf("rows %v, columns %v: the checker counts %d solutions, expected %d", p.Rows, p.Cols, n, want)
		}
		if got != want {
			t.Errorf("rows %v, columns %v: %d solutions of the exact cover, expected %d", p.Rows, p.Cols, got, want)
		}
		if want > 1 {
			several++
		}
	}
	if several < 10 {
		t.Errorf("%d puzzles have several solutions: expected more", several)
	}
}
