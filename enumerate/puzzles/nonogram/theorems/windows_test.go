package theorems

import (
	"math/rand/v2"
	"slices"
	"testing"

	"coverstat/enumerate/puzzles/nonogram/line"
)

// TestWindows compares the windows with those by tables, on every short line and on
// long ones, whose automata take one, two and three words.
func TestWindows(t *testing.T) {
	compare := func(s *State, clue []int, cells []line.Cell) {
		ok := s.Load(clue, cells)
		lo, hi, want := s.windowsByTable()
		if ok != want {
			t.Fatalf("clue %v line %s: possible = %v, by table %v", clue, text(cells), ok, want)
		}
		if ok && (!slices.Equal(lo, s.lo) || !slices.Equal(hi, s.hi)) {
			t.Fatalf("clue %v line %s: windows %v %v, by table %v %v", clue, text(cells), s.lo, s.hi, lo, hi)
		}
	}
	var s State
	for n := range 8 {
		line.EachClue(n, func(clue []int) {
			eachState(n, func(cells []line.Cell) {
				compare(&s, clue, cells)
			})
		})
	}
	rng := rand.New(rand.NewPCG(4, 4))
	for range 3000 {
		n := 20 + rng.IntN(180)
		cells := make([]line.Cell, n)
		density := rng.Float64()
		for i := range cells {
			cells[i] = line.Crossed
			if rng.Float64() < density {
				cells[i] = line.Black
			}
		}
		clue := line.ClueOf(nil, cells)
		for i := range cells {
			if rng.Float64() < 0.7 {
				cells[i] = line.Blank
			} else if rng.IntN(200) == 0 {
				cells[i] = line.Black + line.Crossed - cells[i]
			}
		}
		compare(&s, clue, cells)
	}
}

// windowsByTable computes the windows without the automaton, by placements from the left
// and from the right. left[j·(n+1)+i] says that the first j blocks can stand in the cells
// before i and cover every black one there. right[j·(n+1)+i] says the same for the blocks
// from j on and the cells from i on.
func (s *State) windowsByTable() (lo, hi []int, ok bool) {
	n, k := len(s.cells), len(s.clue)
	w := n + 1
	left, right := make([]bool, (k+1)*w), make([]bool, (k+1)*w)
	lo, hi = make([]int, k), make([]int, k)
	free := func(a, b int) bool {
		return a >= 0 && b < n && !slices.Contains(s.cells[a:b+1], line.Crossed)
	}
	black := func(i int) bool { return i >= 0 && i < n && s.cells[i] == line.Black }
	for j := 0; j <= k; j++ {
		row := left[j*w:][:w]
		row[0] = j == 0
		for i := 1; i <= n; i++ {
			row[i] = row[i-1] && !black(i-1)
			if j == 0 || row[i] {
				continue
			}
			if a := i - s.clue[j-1]; free(a, i-1) && !black(a-1) {
				if j == 1 && a == 0 {
					row[i] = true
				} else if a > 0 {
					row[i] = left[(j-1)*w+a-1]
				}
			}
		}
	}
	for j := k; j >= 0; j-- { // blocks j … k-1 in cells i … n-1
		row := right[j*w:][:w]
		row[n] = j == k
		for i := n - 1; i >= 0; i-- {
			row[i] = row[i+1] && !black(i)
			if j == k || row[i] {
				continue
			}
			if e := i + s.clue[j]; free(i, e-1) && !black(e) {
				if j == k-1 && e == n {
					row[i] = true
				} else if e < n {
					row[i] = right[(j+1)*w+e+1]
				}
			}
		}
	}
	if !left[k*w+n] {
		return nil, nil, false
	}
	for j, c := range s.clue {
		lo[j], hi[j] = -1, -1
		for a := 0; a+c <= n; a++ {
			e := a + c
			if !free(a, e-1) || black(a-1) || black(e) {
				continue
			}
			before := j == 0 && a == 0 || a > 0 && left[j*w+a-1]
			after := j == k-1 && e == n || e < n && right[(j+1)*w+e+1]
			if before && after {
				if lo[j] < 0 {
					lo[j] = a
				}
				hi[j] = a
			}
		}
	}
	return lo, hi, true
}
