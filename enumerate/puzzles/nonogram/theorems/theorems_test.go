package theorems

import (
	"fmt"
	"os"
	"testing"

	"coverstat/enumerate/puzzles/nonogram/line"
)

// soak reports whether the long tests run; short says up to what length the
// exhaustive ones go otherwise.
func upTo(t *testing.T, short, long int) int {
	if os.Getenv("COVERSTAT_SOAK") == "1" {
		return long
	}
	t.Logf("lines of up to %d cells; up to %d with COVERSTAT_SOAK=1", short, long)
	return short
}

func text(cells []line.Cell) string {
	b := make([]byte, len(cells))
	for i, c := range cells {
		b[i] = "?X."[c]
	}
	return string(b)
}

func parse(s string) []line.Cell {
	cells := make([]line.Cell, len(s))
	for i, ch := range s {
		switch ch {
		case 'X':
			cells[i] = line.Black
		case '.':
			cells[i] = line.Crossed
		}
	}
	return cells
}

// complete returns what complete logic makes of a line.
func complete(clue []int, cells []line.Cell) ([]line.Cell, bool) {
	a, err := line.New(clue, len(cells))
	if err != nil {
		return nil, false
	}
	found, ok := a.Deduce(a.NewSweeps(), cells, 0, len(cells)-1, nil)
	out := append([]line.Cell(nil), cells...)
	for _, f := range found {
		out[f.Pos()] = f.Cell()
	}
	return out, ok
}

func TestRulesAreSound(t *testing.T) {
	fires := make([]int, len(Rules))
	var s State
	for n := 1; n <= upTo(t, 8, 10); n++ {
		EachClue(n, func(clue []int) {
			a, err := line.New(clue, n)
			if err != nil {
				t.Fatal(err)
			}
			sweeps := a.NewSweeps()
			truth := make([]line.Cell, n)
			var found []line.Found
			EachState(n, func(cells []line.Cell) {
				var ok bool
				found, ok = a.Deduce(sweeps, cells, 0, n-1, found[:0])
				if got := s.Load(clue, cells); got != ok {
					t.Fatalf("clue %v line %s: possible = %v, complete logic says %v", clue, text(cells), got, ok)
				}
				if !ok {
					return
				}
				copy(truth, cells)
				for _, f := range found {
					truth[f.Pos()] = f.Cell()
				}
				for i, r := range Rules {
					fired := false
					clear(s.found)
					r.apply(&s)
					for p, c := range s.found {
						if c == line.Blank || cells[p] != line.Blank {
							continue
						}
						fired = true
						if truth[p] != c {
							t.Fatalf("%v, %s: clue %v line %s: cell %d is not certain", r.Theorem, r.Name, clue, text(cells), p+1)
						}
					}
					if fired {
						fires[i]++
					}
				}
				clear(s.found)
			})
		})
	}
	for i, r := range Rules {
		t.Logf("%-14v %-16s fires %8d times", r.Theorem, r.Name, fires[i])
		if fires[i] == 0 {
			t.Errorf("%s never fires", r.Name)
		}
	}
}

func TestCensus(t *testing.T) {
	got := Census(1, upTo(t, 7, 9))
	t.Logf("%+v", got)
	fmt.Println(text(got.ShortCells), text(got.MissCells))
}
