package theorems

import (
	"slices"
	"testing"

	"coverstat/enumerate/puzzles/nonogram/line"
)

// A reading is a plausible way to understand a sentence of the text. A false
// reading has a line on which it settles a cell that is not certain. A true
// reading is tested on all lines.
type reading struct {
	theorem Theorem
	name    string
	claims  func(s *State) // writes what the reading settles to s.found
	clue    []int          // counterexample; nil if the reading holds
	line    string
	cell    int    // the cell wrongly settled, from 1
	witness string // a placement in which it is otherwise
}

var readings = []reading{
	{residence, "black in both extreme placements, by any block", func(s *State) {
		inLeft, inRight := make([]bool, len(s.cells)), make([]bool, len(s.cells))
		for j, c := range s.clue {
			for i := range c {
				inLeft[s.lo[j]+i] = true
				inRight[s.hi[j]+i] = true
			}
		}
		for i := range inLeft {
			if inLeft[i] && inRight[i] {
				s.blacken(i, i)
			}
		}
	}, []int{1, 1}, "?????", 3, "X..X."},
	{seating, "the q-th run belongs to the q-th block", func(s *State) {
		for q, r := range s.runs {
			if q < len(s.clue) {
				s.seatAs(r, q)
			}
		}
	}, []int{2, 1}, "???X", 2, "XX.X"},
	{seating, "with as many runs as blocks, the q-th run belongs to the q-th block", func(s *State) {
		if len(s.runs) != len(s.clue) {
			return
		}
		for q, r := range s.runs {
			s.seatAs(r, q)
		}
	}, []int{3, 1}, "X?X??", 0, "XXX.X"},
	{seating, "black at the end of an inner stretch: its longest candidate is fixed whole", func(s *State) {
		for _, r := range s.runs {
			s.blacken(r.b+1, s.wallLeft(r.a)+r.longest-1)
		}
	}, []int{1, 2}, "?.X???", 4, "..X.XX"},
	{oversize, "a stretch left of the first run and shorter than the first block is crossed", func(s *State) {
		for a := 0; a < len(s.cells) && len(s.clue) > 0; a++ {
			if s.cells[a] == line.Crossed {
				continue
			}
			b := s.wallRight(a)
			if slices.Contains(s.cells[a:b+1], line.Black) {
				return
			}
			if b-a+1 < s.clue[0] {
				s.cross(a, b)
			}
			a = b
		}
	}, []int{2, 1}, "??.?", 4, "XX.X"},
	{notJoinable, "the joined length is not a number of the clue", func(s *State) {
		for q := 1; q < len(s.runs); q++ {
			l, r := s.runs[q-1], s.runs[q]
			is := false
			for _, c := range s.clue {
				is = is || c == r.b-l.a+1
			}
			if r.a-l.b == 2 && !is {
				s.cross(l.b+1, l.b+1)
			}
		}
	}, []int{4}, "X?X?", 2, "XXXX"},
	{confirmation, "a run as long as some number is complete", func(s *State) {
		for _, r := range s.runs {
			for _, c := range s.clue {
				if c == r.b-r.a+1 {
					s.cross(r.a-1, r.a-1)
					s.cross(r.b+1, r.b+1)
				}
			}
		}
	}, []int{2, 1}, "X???", 2, "XX.X"},
	{confirmation, "printed: the number is the largest still open", func(s *State) {
		open := append([]int(nil), s.clue...)
		for _, r := range s.runs {
			if s.closed(r) {
				for i, c := range open {
					if c == r.b-r.a+1 {
						open = append(open[:i], open[i+1:]...)
						break
					}
				}
			}
		}
		longest := 0
		for _, c := range open {
			longest = max(longest, c)
		}
		for _, r := range s.runs {
			if r.b-r.a+1 == longest && !s.closed(r) {
				s.cross(r.a-1, r.a-1)
				s.cross(r.b+1, r.b+1)
			}
		}
	}, nil, "", 0, ""},
	{confirmation, "printed: the first number, nothing black before, every free stretch there shorter than the run", func(s *State) {
		if len(s.runs) == 0 {
			return
		}
		r := s.runs[0]
		if r.b-r.a+1 != s.clue[0] {
			return
		}
		for a := 0; a < r.a; a++ {
			if s.cells[a] == line.Crossed {
				continue
			}
			b := min(s.wallRight(a), r.a-1)
			if b-a+1 >= s.clue[0] {
				return
			}
			a = b
		}
		s.cross(0, r.a-1)
		s.cross(r.b+1, r.b+1)
	}, nil, "", 0, ""},
}

// seatAs seats a run as block j wherever that may be in the line.
func (s *State) seatAs(r run, j int) {
	n := s.clue[j]
	lo, hi := max(0, r.b-n+1), min(len(s.cells)-n, r.a)
	s.blacken(hi, lo+n-1)
	if lo == hi {
		s.cross(lo-1, lo-1)
		s.cross(lo+n, lo+n)
	}
}

func (s *State) closed(r run) bool {
	return (r.a == 0 || s.cells[r.a-1] == line.Crossed) && (r.b == len(s.cells)-1 || s.cells[r.b+1] == line.Crossed)
}

func TestFalseReadings(t *testing.T) {
	for _, r := range readings {
		if r.clue == nil {
			continue
		}
		var s State
		if !s.Load(r.clue, parse(r.line)) {
			t.Errorf("%s: clue %v does not fit %s", r.name, r.clue, r.line)
			continue
		}
		r.claims(&s)
		witness := parse(r.witness)
		agrees := len(witness) == len(s.cells)
		for i, c := range s.cells {
			agrees = agrees && (c == line.Blank || c == witness[i])
		}
		got := line.ClueOf(nil, witness)
		for i, c := range got {
			agrees = agrees && len(got) == len(r.clue) && c == r.clue[i]
		}
		if !agrees {
			t.Errorf("%s: witness %s is no placement of %v in %s", r.name, r.witness, r.clue, r.line)
		}
		wrong := 0
		for i, c := range s.found {
			if c != line.Blank && c != witness[i] && wrong == 0 {
				wrong = i + 1
			}
		}
		if wrong == 0 {
			t.Errorf("%s: holds on %v %s, settles %s", r.name, r.clue, r.line, text(s.found))
		}
		if r.cell > 0 && wrong != r.cell {
			t.Errorf("%s: wrong about cell %d, expected %d", r.name, wrong, r.cell)
		}
	}
}

func TestTrueReadings(t *testing.T) {
	limit := upTo(t, 8, 10)
	for _, r := range readings {
		if r.clue != nil {
			continue
		}
		fired := 0
		for n := range limit + 1 {
			eachLine(t, n, func(s *State, clue []int, cells, truth []line.Cell) {
				clear(s.found)
				r.claims(s)
				for i, c := range s.found {
					if c == line.Blank {
						continue
					}
					fired++
					if truth[i] != c {
						t.Fatalf("%s: clue %v line %s: cell %d is not certain", r.name, clue, text(cells), i+1)
					}
				}
			})
		}
		if fired == 0 {
			t.Errorf("%s: never settles anything", r.name)
		}
	}
}

// TestNotJoinableAsPrinted: m+n+l > max implies that no block holds both runs,
// whatever the second condition says.
func TestNotJoinableAsPrinted(t *testing.T) {
	for n := range upTo(t, 8, 10) + 1 {
		eachLine(t, n, func(s *State, clue []int, cells, _ []line.Cell) {
			longest := 0
			for _, c := range clue {
				longest = max(longest, c)
			}
			for q := 1; q < len(s.runs); q++ {
				l, r := s.runs[q-1], s.runs[q]
				if r.b-l.a+1 > longest {
					if _, any, _ := s.candidates(l.a, r.b); any > 0 {
						t.Fatalf("clue %v line %s: runs %d and %d in one block", clue, text(cells), q, q+1)
					}
				}
			}
		})
	}
}
