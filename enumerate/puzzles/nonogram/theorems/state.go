package theorems

import (
	"slices"

	"coverstat/enumerate/puzzles/nonogram/line"
)

// State is one line as the theorems see it: its cells, and what follows from
// them directly. It is working memory and may be loaded again and again.
//
// Invariants after Load or refresh returned true:
//
//	lo[j] ≤ hi[j]; both are starts of block j in some placement that agrees with all known
//	cells (windows are exact)
//	nearLo[j] ≤ lo[j], hi[j] ≤ nearHi[j]: the same if black cells are treated as blank
//	runs are the maximal stretches of black cells, from the left
//	shortest, longest, only of a run describe its candidates (see candidates)
//
// Rules read these and write to found only.
type State struct {
	clue  []int
	cells []line.Cell
	found []line.Cell // what the present rule settles; blank elsewhere

	lo, hi, nearLo, nearHi []int
	runs                   []run

	automaton      *line.Automaton // gives the windows; nil if the clue does not fit
	sweeps         *line.Sweeps
	certain        []line.Deduction // what complete logic finds on the way; no rule may see it
	crossed        []int            // crossed[i]: crossed cells before i
	seatLo, seatHi []int            // working memory of outOfReach
}

// run is a maximal stretch of black cells, from a to b, with the lengths of its
// shortest and its longest candidate. only is the candidate if there is just
// one, else -1.
type run struct {
	a, b              int
	shortest, longest int
	only              int
}

// Load makes s the state of a line. It reports whether the line can be
// completed; if not, no rule may be applied. The cells are copied.
func (s *State) Load(clue []int, cells []line.Cell) bool {
	if s.automaton == nil || len(s.cells) != len(cells) || !slices.Equal(s.clue, clue) {
		s.reset(slices.Clone(clue), len(cells))
	}
	copy(s.cells, cells)
	clear(s.found)
	return s.refresh()
}

// reset makes s a line of n blank cells; a refresh must follow.
func (s *State) reset(clue []int, n int) {
	ints := make([]int, n+1+6*len(clue))
	take := func(k int) (part []int) {
		part, ints = ints[:k:k], ints[k:]
		return part
	}
	*s = State{clue: clue, cells: make([]line.Cell, n), found: make([]line.Cell, n), crossed: take(n + 1)}
	for _, to := range []*[]int{&s.lo, &s.hi, &s.nearLo, &s.nearHi, &s.seatLo, &s.seatHi} {
		*to = take(len(clue))
	}
	if a, err := line.New(clue, n, 1); err == nil {
		s.automaton, s.sweeps = a, a.NewSweeps()
	}
}

// Cells returns the present cells; they belong to the state.
func (s *State) Cells() []line.Cell { return s.cells }

// Apply applies every rule of one theorem to the state as it is, sets the cells
// found and returns their number. It returns -1 if the line can no longer be
// completed. Sound rules never cause that.
func (s *State) Apply(t Theorem) int {
	for _, r := range Rules {
		if r.Theorem == t {
			r.apply(s)
		}
	}
	fixed := 0
	for i, c := range s.found {
		s.found[i] = line.Blank
		if c != line.Blank && s.cells[i] == line.Blank {
			s.cells[i] = c
			fixed++
		}
	}
	if fixed > 0 && !s.refresh() {
		return -1
	}
	return fixed
}

// blacken makes those of the cells a … b black that are blank. Places outside
// the line are ignored.
func (s *State) blacken(a, b int) { s.write(a, b, line.Black) }

// cross crosses those of the cells a … b that are blank.
func (s *State) cross(a, b int) { s.write(a, b, line.Crossed) }

func (s *State) write(a, b int, c line.Cell) {
	for i := max(a, 0); i <= min(b, len(s.cells)-1); i++ {
		if s.cells[i] == line.Blank {
			s.found[i] = c
		}
	}
}

// refresh computes everything from the cells. It returns false if the line
// cannot be completed.
func (s *State) refresh() bool {
	n := len(s.cells)
	if s.automaton == nil {
		return false
	}
	var ok bool
	if s.certain, ok = s.automaton.Deduce(s.sweeps, s.cells, 0, n-1, s.certain[:0]); !ok {
		return false
	}
	s.automaton.Windows(s.sweeps, s.lo, s.hi)
	for i, c := range s.cells {
		s.crossed[i+1] = s.crossed[i]
		if c == line.Crossed {
			s.crossed[i+1]++
		}
	}
	s.nearWindows()
	s.runs = s.runs[:0]
	for i := 0; i < n; i++ {
		if s.cells[i] != line.Black {
			continue
		}
		a := i
		for i+1 < n && s.cells[i+1] == line.Black {
			i++
		}
		r := run{a: a, b: i}
		r.shortest, r.longest, r.only = s.candidates(a, i)
		s.runs = append(s.runs, r)
	}
	return true
}

// free reports whether cells a … b are in the line and none is crossed.
func (s *State) free(a, b int) bool {
	return a >= 0 && b < len(s.cells) && s.crossed[b+1] == s.crossed[a]
}

// nearWindows computes nearLo and nearHi: every block as far to the left, or to
// the right, as the crosses allow.
func (s *State) nearWindows() {
	n, k := len(s.cells), len(s.clue)
	a := 0
	for j, c := range s.clue {
		for !s.free(a, a+c-1) {
			a++
		}
		s.nearLo[j] = a
		a += c + 1
	}
	b := n - 1
	for j := k - 1; j >= 0; j-- {
		c := s.clue[j]
		for !s.free(b-c+1, b) {
			b--
		}
		s.nearHi[j] = b - c + 1
		b -= c + 1
	}
}

// candidates returns the shortest and longest block that can cover cells a … b
// within its window, and which one it is if there is only one (else -1). With no
// candidate both lengths are 0.
func (s *State) candidates(a, b int) (shortest, longest, only int) {
	only = -1
	count := 0
	for j, c := range s.clue {
		if c < b-a+1 || max(s.lo[j], b-c+1) > min(s.hi[j], a) {
			continue
		}
		count++
		only = j
		if count == 1 || c < shortest {
			shortest = c
		}
		longest = max(longest, c)
	}
	if count != 1 {
		only = -1
	}
	return shortest, longest, only
}

// wallLeft returns the first cell of the uncrossed stretch around cell i.
func (s *State) wallLeft(i int) int {
	for i > 0 && s.cells[i-1] != line.Crossed {
		i--
	}
	return i
}

// wallRight returns the last cell of that stretch.
func (s *State) wallRight(i int) int {
	for i+1 < len(s.cells) && s.cells[i+1] != line.Crossed {
		i++
	}
	return i
}
