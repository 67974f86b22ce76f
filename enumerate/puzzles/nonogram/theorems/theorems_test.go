package theorems

import (
	"os"
	"slices"
	"testing"

	"coverstat/enumerate/puzzles/nonogram/line"
)

// upTo is the length to which an exhaustive test goes.
func upTo(t *testing.T, short, long int) int {
	if os.Getenv("COVERSTAT_SOAK") == "1" {
		return long
	}
	t.Logf("lines of up to %d cells; COVERSTAT_SOAK=1 goes up to %d", short, long)
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

// eachState calls f with every combination of blank, black and crossed for n
// cells. The slice is valid during the call only.
func eachState(n int, f func(cells []line.Cell)) {
	cells := make([]line.Cell, n)
	for {
		f(cells)
		i := 0
		for ; i < n && cells[i] == line.Crossed; i++ {
			cells[i] = line.Blank
		}
		if i == n {
			return
		}
		cells[i]++
	}
}

// eachLine calls f with every clue and state of the lines of n cells that have
// a placement. The state is loaded, and f also gets the result of complete
// logic.
func eachLine(t *testing.T, n int, f func(s *State, clue []int, cells, truth []line.Cell)) {
	var s State
	truth := make([]line.Cell, n)
	var found []line.Deduction
	line.EachClue(n, func(clue []int) {
		a, err := line.New(clue, n, 1)
		if err != nil {
			t.Fatal(err)
		}
		sweeps := a.NewSweeps()
		eachState(n, func(cells []line.Cell) {
			var ok bool
			found, ok = a.Deduce(sweeps, cells, 0, n-1, found[:0])
			if got := s.Load(clue, cells); got != ok {
				t.Fatalf("clue %v line %s: possible = %v, complete logic says %v", clue, text(cells), got, ok)
			}
			if !ok {
				return
			}
			copy(truth, cells)
			for _, x := range found {
				truth[x.Pos()] = x.Cell()
			}
			f(&s, clue, cells, truth)
		})
	})
}

func TestRulesAreSound(t *testing.T) {
	fires := make([]int, len(Rules))
	for n := range upTo(t, 9, 11) + 1 {
		eachLine(t, n, func(s *State, clue []int, cells, truth []line.Cell) {
			for i, r := range Rules {
				clear(s.found)
				r.apply(s)
				fired := false
				for p, c := range s.found {
					if c == line.Blank {
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
		})
	}
	for i, r := range Rules {
		t.Logf("%-14v %-16s fires %8d times", r.Theorem, r.Name, fires[i])
		if fires[i] == 0 {
			t.Errorf("%s never fires", r.Name)
		}
	}
}

// TestOrderOnLines answers whether the printed order suffices on single lines.
// It reaches all that the theorems can reach, which is a little less than
// complete logic. (On puzzles it does not suffice: see the test of package
// survey.)
func TestOrderOnLines(t *testing.T) {
	got := Census(1, 7)
	want := Tally{States: 16546, Open: 15403, Cells: 41268, PrintedCells: 41266, AgainCells: 41266,
		PrintedEqual: 15401, AgainEqual: 15401}
	if got.MissClue == nil || text(got.MissCells) != "???X.??" || !slices.Equal(got.MissClue, []int{1, 2}) {
		t.Errorf("first line where the theorems fall short: %v %s", got.MissClue, text(got.MissCells))
	}
	got.MissClue, got.MissCells = nil, nil
	if got.ShortClue != nil {
		t.Errorf("the printed order falls short of the theorems at %v %s", got.ShortClue, text(got.ShortCells))
	}
	if got.States != want.States || got.Open != want.Open || got.Cells != want.Cells ||
		got.PrintedCells != want.PrintedCells || got.AgainCells != want.AgainCells ||
		got.PrintedEqual != want.PrintedEqual || got.AgainEqual != want.AgainEqual {
		t.Errorf("got %+v, want %+v", got, want)
	}
	if n := upTo(t, 7, 9); n > 7 {
		t.Logf("%d to %d cells: %+v", 8, n, Census(8, n))
	}
}

// TestResidenceFormula compares the rule with block(Σn + nL + k-1 - m) in a
// free stretch, and shows the errors of the two printed formulas.
func TestResidenceFormula(t *testing.T) {
	block := func(x int) int { return max(0, x) }
	var s State
	totalWrong := 0
	for m := 1; m <= 12; m++ {
		line.EachClue(m, func(clue []int) {
			k, sum := len(clue), 0
			for _, n := range clue {
				sum += n
			}
			want := 0
			for _, n := range clue {
				want += block(sum + n + k - 1 - m)
			}
			if !s.Load(clue, make([]line.Cell, m)) {
				t.Fatalf("clue %v does not fit %d cells", clue, m)
			}
			if got := s.Apply(residence); got != want {
				t.Fatalf("clue %v in %d free cells: %d fixed, the formula says %d", clue, m, got, want)
			}
			if printed := block((k+1)*sum + k*(k-1-m)); printed != want {
				totalWrong++
				if printed > want {
					t.Errorf("clue %v in %d: printed total %d of %d", clue, m, printed, want)
				}
			}
		})
	}
	if totalWrong == 0 {
		t.Error("the printed total is never wrong")
	}
	// The instance in the text: m = 7, blocks 1 and 3. One cell is fixed; the
	// printed total says none, the printed sign of m more than the line has.
	m, clue := 7, []int{1, 3}
	if got := block(3*4 + 2*(1-m)); got != 0 {
		t.Errorf("printed total %d", got)
	}
	if got := block(4 + 3 + 1 + m); got <= m {
		t.Errorf("printed sign gives %d cells", got)
	}
	s.Load(clue, make([]line.Cell, m))
	if s.Apply(residence); text(s.Cells()) != "????X??" {
		t.Errorf("blocks 1 and 3 in 7 cells: %s", text(s.Cells()))
	}
}

// TestSeatFormulas compares the rules with the formulas of theorems 3 and 4 for a
// block of n with t cells seated, l free cells to the left and r to the right.
func TestSeatFormulas(t *testing.T) {
	block := func(x int) int { return max(0, x) }
	var s State
	wrong := 0
	for n := 1; n <= 6; n++ {
		for k := 1; k < n; k++ {
			for l := 0; l <= 7; l++ {
				for r := 0; r <= 7; r++ {
					if l+k+r < n {
						continue
					}
					cells := make([]line.Cell, l+k+r)
					for i := range k {
						cells[l+i] = line.Black
					}
					s.Load([]int{n}, cells)
					if got, want := s.Apply(seating), block(n-k-l)+block(n-k-r); got != want {
						t.Fatalf("block %d, %d seated, %d and %d free: %d fixed, want %d", n, k, l, r, got, want)
					}
					s.Load([]int{n}, cells)
					want := block(l+k-n) + block(r+k-n)
					if got := s.Apply(oversize); got != want {
						t.Fatalf("block %d, %d seated, %d and %d free: %d out of reach, want %d", n, k, l, r, got, want)
					}
					if printed := block(n+k-l) + block(n+k-r); printed != want && (l+k > n || r+k > n) {
						wrong++
					}
				}
			}
		}
	}
	if wrong == 0 {
		t.Error("the printed formula of theorem 4 is never wrong")
	}
	// The instance in the text: n = 3, nT = 1, L = 5, R = 0. Printed: 4 cells.
	s.Load([]int{3}, parse("?????X"))
	if s.Apply(oversize); text(s.Cells()) != "...??X" {
		t.Errorf("theorem 4 on ?????X with 3: %s", text(s.Cells()))
	}
}

// TestSolve follows a puzzle by hand: the trace must say which rule settled which
// cells, every cell once, and the counts must agree with it.
func TestSolve(t *testing.T) {
	rows := [][]int{{1, 1}, {5}, {5}, {3}, {1}}
	cols := [][]int{{2}, {4}, {4}, {4}, {2}}
	settled := map[int]line.Cell{}
	var fixed [Count + 1]int32
	o := Solve(rows, cols, Fixpoint, func(s Step) {
		for _, f := range s.Cells {
			c := s.Index*5 + f.Pos()
			if !s.Row {
				c = f.Pos()*5 + s.Index
			}
			if _, twice := settled[c]; twice {
				t.Errorf("cell %d settled twice", c)
			}
			settled[c] = f.Cell()
			fixed[s.Rule.Theorem]++
		}
	})
	if !o.Solved || o.Settled != 25 || fixed != o.Fixed {
		t.Errorf("%+v, the trace adds up to %v", o, fixed)
	}
	if got := text(o.Cells); got != ".X.X.XXXXXXXXXX.XXX...X.." {
		t.Errorf("solved to %s", got)
	}
	if o := Solve([][]int{{1}, {1}}, [][]int{{2}, {1}}, Fixpoint, nil); !o.Refuted || o.Solved {
		t.Errorf("no solution: %+v", o)
	}
}
