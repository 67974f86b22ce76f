package polyform

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"sync/atomic"

	"coverstat/enumerate"
	"coverstat/enumerate/exact"
	"coverstat/enumerate/puzzles/polyform/scatter"
	"coverstat/enumerate/survey"
)

// boardSurvey counts the solutions of many boards: a row is a board up to
// symmetry. There are two methods, with the same rows: one pass over all
// packings that fills a table ("scatter"), or a search of each board ("each").
type boardSurvey struct {
	base      *Puzzle // the board with nothing more blocked
	instances instances
	blocked   int // cells blocked in an instance
	limit     survey.Limit
	tasks     int
	method    string
	why       string // why this method
	monos     []int  // copies of each piece of one cell, added to the table afterwards
	scatter   *scatter.Puzzle
	place     []uint8        // of each cell in the masks of scatter
	counts    *scatter.Table // filled by prepare
}

// boardAnswer is what is known of one board of a survey.
type boardAnswer struct {
	mask  int64 // the cells blocked beyond the board's own
	orbit int32
	count survey.Count
}

func openSurvey(spec enumerate.Spec, p params, b *Board, pieces []Piece) (enumerate.Job, error) {
	if len(p.Blocked) == 0 {
		return nil, enumerate.KeyErrorf("puzzle.blocked", "a survey needs puzzle.blocked, such as [{choose: 8}], or puzzle.choose, such as {pieces: 6, from: [hexominoes]}: one board with one set of pieces is a census")
	}
	if spec.Kernel != "" && spec.Kernel != "auto" {
		return nil, enumerate.KeyErrorf("kernel", "kernel %q: a survey of boards goes by puzzle.method (auto, scatter, each): expected auto", spec.Kernel)
	}
	if err := checkSurveyBoard(b); err != nil {
		return nil, err
	}
	for k, clause := range p.Blocked {
		if err := clause.check(b, k); err != nil {
			return nil, enumerate.AtKey(fmt.Sprintf("puzzle.blocked.%d", k), err)
		}
	}
	if p.Limit < 0 {
		return nil, enumerate.KeyErrorf("puzzle.limit", "puzzle.limit %d: expected 1 or more", p.Limit)
	}
	s := &boardSurvey{limit: survey.Limit(p.Limit)}
	var err error
	if s.instances, s.blocked, err = newInstances(b, p.Blocked, cellGroup(b, pieces, true)); err != nil {
		return nil, enumerate.AtKey("puzzle.blocked", err)
	}
	if s.base, err = newPuzzle(b, pieces, s.blocked); err != nil {
		return nil, err
	}
	columns, err := s.columns(p.Flags, spec.Measures)
	if err != nil {
		return nil, err
	}
	share := spec.MaxShare
	if share == 0 {
		share = exact.DefaultShare
	}
	s.tasks = min(int(math.Ceil(1/share)), s.instances.len())
	if err := s.chooseMethod(p.Method); err != nil {
		return nil, err
	}
	job := survey.Survey[boardAnswer]{
		Columns: columns, Tasks: s.tasks, Kernel: s.method, Facts: s.facts(), Features: s.features(), Tables: s.tables,
		CountOnly: spec.CountOnly, NewSolver: s.newSolver, NewRecheck: s.newRecheck,
	}
	return job.Job(), nil
}

func (s *boardSurvey) columns(flags []flagParam, measures []string) ([]survey.Column[boardAnswer], error) {
	board := s.base.Board
	cellNumber := "row*columns+column"
	if board.Dimensions == 3 {
		cellNumber = "(layer*rows+row)*columns+column"
	}
	count := func(a *boardAnswer) *survey.Count { return &a.count }
	solutions := survey.Solutions("number of ways to cover the free cells", count)
	if s.limit > 0 {
		solutions = solutions.AtLeastIf(enumerate.CappedColumn)
	}
	columns := []survey.Column[boardAnswer]{
		survey.Text(enumerate.InstanceColumn, "the board "+board.reading()+": # blocked, . free",
			func(dst []byte, a *boardAnswer) []byte { return board.picture(dst, uint64(a.mask)) }).As(enumerate.Key),
		survey.Stored("mask", "the blocked cells beyond the board's own: bit "+cellNumber, func(a *boardAnswer) *int64 { return &a.mask }),
		survey.OrbitSize("boards", func(a *boardAnswer) int32 { return a.orbit }),
		solutions,
	}
	if s.limit > 0 {
		columns = append(columns, survey.Capped("there are more solutions than the limit", s.limit, count, nil))
	}
	for i, p := range flags {
		f, err := newFlag(board, p)
		if err != nil {
			return nil, enumerate.AtKey(fmt.Sprintf("puzzle.flags.%d", i), err)
		}
		columns = append(columns, survey.Value(p.Name, "flag of the config: false on the boards it lists",
			func(a *boardAnswer) bool { return f.value(uint64(a.mask)) }))
	}
	infos := boardMeasureInfos(board)
	indices, _, err := enumerate.PickMeasures(infos, measures)
	if err != nil {
		return nil, err
	}
	shape, free := newBoardShape(board), board.freeMask()
	for n, i := range indices {
		m := &boardMeasures[i]
		if problem := m.lacking(board); problem != "" {
			return nil, enumerate.KeyErrorf(fmt.Sprintf("measures.%d", n), "measure %q: %s: expected other measures", m.info.Name, problem)
		}
		columns = append(columns, survey.Measure(infos[i], func(a *boardAnswer) int32 { return int32(m.value(shape, free&^uint64(a.mask))) }))
	}
	var names []string
	for _, c := range columns {
		names = append(names, c.Name)
	}
	return columns, enumerate.AtKey("puzzle.flags", differentNames(names))
}

func (s *boardSurvey) tables() ([]enumerate.Table, error) {
	l, err := newLayout(s.base, false)
	if err != nil {
		return nil, err
	}
	return l.tables()
}

func (s *boardSurvey) facts() []enumerate.Fact {
	n, order := s.instances.len(), len(s.instances.symmetries())
	return append(s.base.facts(),
		enumerate.Fact{Key: "instances", Text: fmt.Sprintf("%s, each with %s blocked", enumerate.Plural(n, "board"), enumerate.Plural(s.blocked, "cell")), Value: n},
		enumerate.Fact{Key: "group_order", Text: fmt.Sprintf("symmetry group of order %d", order), Value: order},
		enumerate.Fact{Key: "kernel", Text: fmt.Sprintf("method %s: %s", s.method, s.why), Value: s.method},
	)
}

func (s *boardSurvey) features() enumerate.Features {
	f := enumerate.Features{CountRows: func() (*big.Int, string) { return s.instances.orbits(), "Burnside's lemma" }}
	if s.method == "scatter" {
		f.Prepare = s.prepare
	}
	return f
}

// prepare fills the table.
func (s *boardSurvey) prepare(workers int, stop *atomic.Bool, progress func(float64)) error {
	if s.counts != nil {
		return nil
	}
	t, err := scatter.Count(s.scatter, workers, stop, progress)
	if errors.Is(err, scatter.ErrTooLarge) || errors.Is(err, scatter.ErrOverflow) {
		return enumerate.KeyErrorf("puzzle.method", "method scatter does not fit: %v: expected puzzle.method: each", err)
	}
	if err != nil || t == nil {
		return err
	}
	for _, copies := range s.monos {
		for k := range copies {
			if t, err = t.AddMonomino(k+1, workers); err != nil {
				return err
			}
		}
	}
	s.counts = t
	return nil
}

// newCount returns what counts the solutions of a board, up to one more than
// the limit or beyond.
func (s *boardSurvey) newCount() (func(mask uint64, stop *atomic.Bool) (int64, enumerate.Effort, error), error) {
	if s.method == "each" {
		c, err := newBoardCounter(s.base, "auto", s.limit)
		if err != nil {
			return nil, err
		}
		return c.count, nil
	}
	return func(mask uint64, _ *atomic.Bool) (int64, enumerate.Effort, error) {
		if s.counts == nil {
			return 0, enumerate.Effort{}, errors.New("the table of counts was not made")
		}
		return int64(s.counts.Solutions(s.counts.Rank(image(mask, s.place)))), enumerate.Effort{}, nil
	}, nil
}

// newSolver returns a solver. The table's cost is counted with task 0, for it
// is known only where the table was made.
func (s *boardSurvey) newSolver() (survey.Solver[boardAnswer], error) {
	count, err := s.newCount()
	if err != nil {
		return nil, err
	}
	var a boardAnswer
	return func(task int, stop *atomic.Bool, tally *enumerate.Tally, visit func(*boardAnswer) bool) error {
		from, to := survey.Range(int64(s.instances.len()), task, s.tasks)
		tally.Raw = to - from
		if task == 0 && s.counts != nil {
			tally.Effort.Nodes = s.counts.Nodes()
		}
		var err error
		s.instances.classes(int(from), int(to), func(mask uint64, orbit int) bool {
			var n int64
			var effort enumerate.Effort
			if n, effort, err = count(mask, stop); err != nil {
				return false
			}
			tally.Effort.Add(effort)
			a.mask, a.orbit, a.count = int64(mask), int32(orbit), s.limit.Count(n)
			return visit(&a)
		})
		return err
	}, nil
}

// flag is a yes-or-no column that a config defines by its exceptions: false on
// the boards that block all the cells of one of them.
type flag struct{ except []uint64 }

func newFlag(b *Board, p flagParam) (f flag, err error) {
	if err := checkPieceName(p.Name); err != nil || p.Name == "" {
		return f, enumerate.Errorf("flags: name %q: expected a plain column name", p.Name)
	}
	for _, cells := range p.Except {
		var m uint64
		for _, c := range cells {
			cell, err := b.freeCell(c)
			if err != nil {
				return f, fmt.Errorf("flag %s: %w", p.Name, err)
			}
			m |= 1 << cell
		}
		f.except = append(f.except, m)
	}
	return f, nil
}

func (f flag) value(mask uint64) bool {
	for _, m := range f.except {
		if mask&m == m {
			return false
		}
	}
	return true
}
