package search

import (
	"sync/atomic"

	"coverstat/enumerate/puzzles/nonogram/line"
)

// Invariants, whenever no method of this package runs:
//
//	trail        the settled cells in order; levels begin at the places in lim
//	cells        row by row; a cell that is not on the trail is blank. Where there
//	             are several colours, each cell of the picture has a place for each
//	             value, as line.NewColoured says, and what is called a cell here is
//	             such a place
//	turned       the same column by column, so that every line is contiguous
//	info[c].at   place of c on the trail; level, kind, ref and mark say why
//	             it is there (see reasonKind)
//	heap         holds every blank cell, and perhaps settled ones
//	clauses      watched by their first two literals; neither of them is false
//	             unless a watched literal became true before
//	lines[l]     lo … hi cover the cells changed since its sweeps were made;
//	             a dirty line is queued, and no other
//
// After propagate returned true, also: no line is dirty, and line logic finds nothing.
//
// Undo takes cells back from the end of the trail only. The sweeps of a line
// may then still describe cells that are blank again; lo and hi cover these
// cells.

// A Solver solves one puzzle. It is used once.
type Solver struct {
	width, height int
	colours       int
	values        int // cells of a cell of the picture: 1 in black and white
	lines         []lineState
	cells, turned []line.Cell

	info  []cellInfo
	trail []int32
	lim   []int32
	head  int // clauses are propagated up to here

	queue     []int32
	queueHead int
	found     []line.Deduction

	db          clauses
	clauseLimit int // learnt clauses before some are forgotten
	restartUnit int64
	order       heap
	inc         float64     // what a bump adds to an activity
	phase       []line.Cell // what a decision tries: the value in the longest trail
	longest     int         // cells of the longest trail since the estimate was last followed
	belief      belief

	conflictClause clauseRef
	conflictLine   int32

	reasons   [][]int32 // explanations of cells settled by lines, as far as needed
	memory    line.Memory
	explain   [2][]int32
	scratch   []line.Cell
	learnt    []int32
	marked    []int32
	levelSeen []int64
	stamp     int64

	opt      Settings
	nextLook int64 // nodes at which to look at the stop flag
	stopped  bool  // the stop flag was set
	probing  bool
	result   Result
}

// lineState is one row or column: its automaton, its latest sweeps, and where its cells
// are.
type lineState struct {
	clue   []int
	a      *line.Automaton
	mirror *line.Automaton // of the line read from its other end; for guessing only
	sweeps *line.Sweeps
	cells  []line.Cell // in Solver.cells or Solver.turned
	lo, hi int32       // in cells of the picture
	place  []int32     // of each of its cells in Solver.cells
	queued bool
}

func (l *lineState) touch(i int32) {
	l.lo, l.hi = min(l.lo, i), max(l.hi, i)
}

func (l *lineState) touchAll() { l.lo, l.hi = 0, int32(len(l.cells)-1) }

// cellInfo is what the solver knows of a cell besides its value.
type cellInfo struct {
	level, at int32
	ref, mark int32
	row, col  int32
	turned    int32 // index in Solver.turned
	kind      reasonKind
	seen      uint8
	explained bool
}

// New prepares a puzzle. It is an error if a clue does not fit.
func New(rows, cols [][]int) (*Solver, error) {
	h, w := len(rows), len(cols)
	colours, k := max(line.Colours(rows...), line.Colours(cols...)), 1
	if colours > 1 {
		k = colours + 1
	}
	n := h * w * k
	s := &Solver{
		height: h, width: w, colours: colours, values: k,
		lines: make([]lineState, h+w),
		cells: make([]line.Cell, n), turned: make([]line.Cell, n),
		info:        make([]cellInfo, n),
		trail:       make([]int32, 0, n),
		queue:       make([]int32, 0, 2*(h+w)),
		found:       make([]line.Deduction, 0, 2*max(h, w)+2),
		inc:         1,
		clauseLimit: clausesAtFirst, restartUnit: restartUnit, probing: true,
	}
	places := make([]int32, 2*n)
	byRow, byCol := places[:n], places[n:]
	for r := range h {
		for c := range w {
			for v := range k {
				i, turned := (r*w+c)*k+v, (c*h+r)*k+v
				s.info[i] = cellInfo{row: int32(r), col: int32(c), turned: int32(turned)}
				byRow[i], byCol[turned] = int32(i), int32(i)
			}
		}
	}
	for l := range s.lines {
		x := &s.lines[l]
		if l < h {
			x.clue = rows[l]
			x.cells, x.place = s.cells[l*w*k:][:w*k:w*k], byRow[l*w*k:]
		} else {
			c := l - h
			x.clue = cols[c]
			x.cells, x.place = s.turned[c*h*k:][:h*k:h*k], byCol[c*h*k:]
		}
		a, err := line.New(x.clue, len(x.cells)/k, colours)
		if err != nil {
			return nil, err
		}
		x.a, x.sweeps = a, a.NewSweeps()
		x.touchAll()
	}
	return s, nil
}

// prepare makes what only guessing needs. Most puzzles need none of it: line logic
// settles them.
func (s *Solver) prepare() {
	n := len(s.cells)
	s.lim = make([]int32, 0, n)
	s.phase = make([]line.Cell, n)
	s.reasons = make([][]int32, n)
	s.scratch = make([]line.Cell, max(s.height, s.width)*s.values)
	for l := range s.lines {
		x := &s.lines[l]
		x.mirror, _ = line.Mirrored(x.clue, len(x.cells)/s.values, s.colours) // it fits, since the clue fits
	}
	s.levelSeen = make([]int64, n+1)
	s.db.init(n)
	s.order.init(n)
	s.belief.root = -1
}

// Verdict is the proven answer, or Stopped.
type Verdict uint8

// The four answers.
const (
	Stopped Verdict = iota // at a limit, with at most one solution found
	None
	Unique
	Many // two or more; Result.Complete tells whether all are shown
)

func (v Verdict) String() string {
	return [...]string{"stopped", "none", "unique", "many"}[v]
}

// Settings bound a search. The zero value asks for a proof of uniqueness without a limit.
type Settings struct {
	Solutions int          // stop after that many; less than 2 means 2
	MaxNodes  int64        // stop after that many decisions and probes; 0 means never
	Stop      *atomic.Bool // stop when it becomes true; the search looks every 1,024 nodes
	// Visit, if not nil, sees each solution as it is found; false ends the search.
	Visit    func(cells []line.Cell) bool
	LineOnly bool // stop after line logic; what it settled is in Result.Partial
}

// Result is the answer and what it took.
type Result struct {
	Verdict   Verdict
	Solutions [][]line.Cell // pictures, row by row, different from each other
	Complete  bool          // Solutions are all there are
	LineOnly  bool          // line logic alone settled every cell or refuted the clues
	Settled   int           // cells settled before the first probe
	Partial   []line.Cell   // with Settings.LineOnly: the cells after line logic
	Counters  Counters
}

// Counters counts the work. It is the same on every machine.
type Counters struct {
	Decisions  int64 // guesses of the search
	Probes     int64 // cells set on trial at the root
	Conflicts  int64
	LineSolves int64
	Restarts   int64
}

// Nodes returns the nodes of the search tree: decisions and probes.
func (e Counters) Nodes() int64 { return e.Decisions + e.Probes }
