package theorems

import "coverstat/enumerate/puzzles/nonogram/line"

// A Step is what one rule settled in one line: an entry of the trace.
type Step struct {
	Round int // turn of the loop, from 1; First is 0, Last one more than the loop's
	Rule  *Rule
	Row   bool
	Index int // of the row or column, from 0
	Cells []line.Found
}

// Outcome is how far the theorems came with a puzzle.
type Outcome struct {
	Cells   []line.Cell // row by row
	Settled int
	Rounds  int            // turns of the loop, the last of which settled nothing
	Fixed   [Count + 1]int // cells settled by each theorem, by its number
	Solved  bool
	Refuted bool // a line could not be completed: no solution
}

// Solve takes a puzzle through an order: each theorem on every line, rows first,
// before the next theorem. A line not changed since a theorem was last applied
// to it is passed over. trace, if not nil, gets every step; its Cells are
// valid during the call only.
//
// Cost: at most a few microseconds a line and theorem, proportional to cells
// times blocks.
func Solve(rows, cols [][]int, o Order, trace func(Step)) Outcome {
	v := newSolver(rows, cols, trace)
	v.run(o)
	v.out.Solved = !v.out.Refuted && v.out.Settled == len(v.out.Cells)
	return v.out
}

type solver struct {
	height, width int
	clues         [][]int
	state         State
	cells         []line.Cell
	line          []line.Cell
	found         []line.Found
	fresh         [][Count + 1]bool // by line and theorem: not changed since
	trace         func(Step)
	out           Outcome
}

func newSolver(rows, cols [][]int, trace func(Step)) *solver {
	h, w := len(rows), len(cols)
	v := &solver{height: h, width: w, trace: trace}
	v.clues = append(append(v.clues, rows...), cols...)
	v.cells = make([]line.Cell, h*w)
	v.line = make([]line.Cell, max(h, w))
	v.fresh = make([][Count + 1]bool, h+w)
	v.out.Cells = v.cells
	return v
}

func (v *solver) run(o Order) {
	if !v.turn(o.First, 0) {
		return
	}
	for {
		v.out.Rounds++
		before := v.out.Settled
		if !v.turn(o.Loop, v.out.Rounds) {
			return
		}
		if v.out.Settled == before {
			break
		}
	}
	v.turn(o.Last, v.out.Rounds+1)
}

func (v *solver) turn(ts []Theorem, round int) bool {
	for _, t := range ts {
		for l := range v.clues {
			if v.fresh[l][t] {
				continue
			}
			if !v.apply(t, l, round) {
				v.out.Refuted = true
				return false
			}
		}
	}
	return true
}

// place returns the index of cell i of line l.
func (v *solver) place(l, i int) int {
	if l < v.height {
		return l*v.width + i
	}
	return i*v.width + l - v.height
}

func (v *solver) apply(t Theorem, l, round int) bool {
	n := v.width
	if l >= v.height {
		n = v.height
	}
	cells := v.line[:n]
	for i := range cells {
		cells[i] = v.cells[v.place(l, i)]
	}
	if !v.state.Load(v.clues[l], cells) {
		return false
	}
	v.fresh[l][t] = true
	for i := range Rules {
		r := &Rules[i]
		if r.Theorem != t {
			continue
		}
		v.found = v.found[:0]
		r.apply(&v.state)
		for i, c := range v.state.found {
			if c != line.Blank && cells[i] == line.Blank {
				cells[i] = c
				v.found = append(v.found, line.Found(i<<2|int(c)))
			}
		}
		if len(v.found) == 0 {
			continue
		}
		for _, f := range v.found {
			v.settle(l, f)
		}
		v.out.Settled += len(v.found)
		v.out.Fixed[t] += len(v.found)
		if v.trace != nil {
			step := Step{Round: round, Rule: r, Row: l < v.height, Index: l, Cells: v.found}
			if !step.Row {
				step.Index -= v.height
			}
			v.trace(step)
		}
	}
	return true
}

// settle writes one cell and makes the theorems look at both its lines again.
// The theorem at work may find more in this line too.
func (v *solver) settle(l int, f line.Found) {
	c := v.place(l, f.Pos())
	v.cells[c] = f.Cell()
	v.fresh[c/v.width] = [Count + 1]bool{}
	v.fresh[v.height+c%v.width] = [Count + 1]bool{}
}
