package survey

import (
	"os"
	"testing"

	"coverstat/enumerate/puzzles/nonogram/theorems"
)

type totals struct {
	classes, sets, pictures, unique, lineSolvable, theorem, printed int
	most                                                            int
	least                                                           map[theorems.Set]int
}

func survey(t testing.TB, h, w, tasks int, full bool) totals {
	s, err := New(h, w)
	if err != nil {
		t.Fatal(err)
	}
	k := s.NewKernel()
	x := totals{least: map[theorems.Set]int{}}
	visit := func(c *Class) bool {
		x.classes++
		x.sets += c.Orbit
		x.pictures += c.Orbit * c.Solutions
		x.most = max(x.most, c.Solutions)
		if c.Solutions > 1 {
			return true
		}
		x.unique += c.Orbit
		if c.LineSolvable() {
			x.lineSolvable += c.Orbit
		}
		if full && c.TheoremSolvable() {
			x.theorem += c.Orbit
			x.least[c.Least] += c.Orbit
		}
		if full && c.PrintedSolvable() {
			x.printed += c.Orbit
		}
		return true
	}
	for _, task := range s.Tasks(tasks) {
		if full {
			k.Run(task, nil, visit)
		} else {
			k.Count(task, nil, visit)
		}
	}
	return x
}

func TestPublished(t *testing.T) {
	for _, want := range []struct{ n, sets, unique, line int }{
		{1, 2, 2, 2}, {2, 15, 14, 14}, {3, 445, 384, 384}, {4, 58196, 52362, 51234},
	} {
		got := survey(t, want.n, want.n, 7, true)
		t.Logf("%d: %+v", want.n, got)
		if got.pictures != 1<<(want.n*want.n) || got.sets != want.sets || got.unique != want.unique || got.lineSolvable != want.line {
			t.Errorf("%d by %d: %+v, want %+v", want.n, want.n, got, want)
		}
	}
}
func TestFive(t *testing.T) {
	if os.Getenv("FIVE") == "" {
		t.Skip()
	}
	got := survey(t, 5, 5, 256, os.Getenv("FIVE") == "2")
	t.Logf("%+v", got)
}
