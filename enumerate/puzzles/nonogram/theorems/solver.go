package theorems

import "coverstat/enumerate/puzzles/nonogram/line"

// A Step is what one rule settled in one line.
type Step struct {
	Round int // round of the loop, from 1; 0 in First, one more than the last round in Last
	Rule  *rule
	Row   bool
	Index int // of the row or column, from 0
	Cells []line.Deduction
}

// Outcome says how far the theorems came with a puzzle.
type Outcome struct {
	Cells   []line.Cell // row by row
	Settled int
	Rounds  int              // rounds of the loop; the last one settled nothing
	Fixed   [Count + 1]int32 // cells settled by each theorem, by its number
	Solved  bool
	Refuted bool // a line could not be completed: no solution
}

// Solve applies the theorems to a puzzle in an order: each theorem to every
// line, rows first, before the next theorem. It skips a line that has not
// changed since the theorem was last applied to it. trace, if not nil, gets
// every step; its Cells are valid during the call only.
//
// A theorem costs at most a few microseconds a line, proportional to cells times blocks.
func Solve(rows, cols [][]int, o Order, trace func(Step)) Outcome {
	v := newSolver(rows, cols, trace)
	going := v.applyAll(o.First, 0)
	for before := -1; going && v.out.Settled > before; {
		before = v.out.Settled
		v.out.Rounds++
		going = v.applyAll(o.Loop, v.out.Rounds)
	}
	v.out.Refuted = !going || !v.applyAll(o.Last, v.out.Rounds+1)
	v.out.Solved = !v.out.Refuted && v.out.Settled == len(v.out.Cells)
	return v.out
}

// solver keeps every line with the same cells as out.Cells between steps.
type solver struct {
	height, width int
	lines         []puzzleLine     // rows, then columns
	settled       []line.Deduction // by one theorem in one line
	trace         func(Step)
	out           Outcome
}

// A puzzleLine is a line of a puzzle, with what is still to be done for its cells.
type puzzleLine struct {
	State
	stale   bool            // a cell was settled since the state was computed: refresh before a rule
	applied [Count + 1]bool // by theorem: nothing was settled since it was applied
}

func newSolver(rows, cols [][]int, trace func(Step)) *solver {
	h, w := len(rows), len(cols)
	v := &solver{height: h, width: w, trace: trace}
	v.lines = make([]puzzleLine, h+w)
	v.out.Cells = make([]line.Cell, h*w)
	for l := range v.lines {
		if l < h {
			v.lines[l].reset(rows[l], w)
		} else {
			v.lines[l].reset(cols[l-h], h)
		}
		v.lines[l].stale = true
	}
	return v
}

// applyAll applies theorems to every line, in turn. It returns false if the puzzle
// is refuted.
func (v *solver) applyAll(ts []Theorem, round int) bool {
	for _, t := range ts {
		for l := range v.lines {
			if !v.lines[l].applied[t] && !v.apply(t, l, round) {
				return false
			}
		}
	}
	return true
}

// place returns the index of cell i of line l in out.Cells.
func (v *solver) place(l, i int) int {
	if l < v.height {
		return l*v.width + i
	}
	return i*v.width + l - v.height
}

// apply applies the rules of a theorem to one line. A cell is credited to the
// first rule that settles it.
func (v *solver) apply(t Theorem, l, round int) bool {
	s := &v.lines[l]
	if s.stale && !s.refresh() {
		return false
	}
	s.stale, s.applied[t] = false, true
	v.settled = v.settled[:0]
	for i := range Rules {
		r := &Rules[i]
		if r.Theorem != t {
			continue
		}
		r.apply(&s.State)
		before := len(v.settled)
		for i, c := range s.found {
			if c == line.Blank {
				continue
			}
			s.found[i] = line.Blank
			if v.out.Cells[v.place(l, i)] == line.Blank {
				v.settled = append(v.settled, line.Deduction(i<<2|int(c)))
				v.out.Cells[v.place(l, i)] = c
			}
		}
		if found := v.settled[before:]; v.trace != nil && len(found) > 0 {
			step := Step{Round: round, Rule: r, Row: l < v.height, Index: l, Cells: found}
			if !step.Row {
				step.Index -= v.height
			}
			v.trace(step)
		}
	}
	v.out.Settled += len(v.settled)
	v.out.Fixed[t] += int32(len(v.settled))
	for _, f := range v.settled {
		v.setCell(l, f)
	}
	return true
}

// setCell writes a cell of line l into both its lines, and makes the theorems look at
// these again. That includes line l and the present theorem,
// which may find more there.
func (v *solver) setCell(l int, f line.Deduction) {
	c := v.place(l, f.Pos())
	row, col := c/v.width, c%v.width
	v.lines[row].cells[col] = f.Cell()
	v.lines[v.height+col].cells[row] = f.Cell()
	for _, l := range [2]int{row, v.height + col} {
		v.lines[l].stale, v.lines[l].applied = true, [Count + 1]bool{}
	}
}
