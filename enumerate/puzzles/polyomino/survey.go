package polyomino

import (
	"fmt"
	"math"
	"math/big"
	"sync"
	"sync/atomic"

	"coverstat/enumerate"
	"coverstat/enumerate/exact"
	"coverstat/enumerate/puzzles/polyomino/scatter"
)

// survey is the job that counts the solutions of many boards: a row is a board
// up to symmetry. There are two roads to the counts, with the same rows: one
// pass over all packings that fills a table ("scatter"), or a search of each
// board ("each").
type survey struct {
	base     *Puzzle // the board with nothing more blocked
	universe universe
	blocked  int // cells blocked in an instance
	limit    int64
	flags    []flag
	measures []int // of boardMeasures
	columns  []enumerate.Column
	method   string
	why      string
	monos    []int // copies of each piece of one cell, added to the table afterwards
	scatter  *scatter.Puzzle
	counts   *scatter.Table // filled by Prepare
	tasks    int

	countOnly  bool
	symmetries func() [][]uint8 // what checkers find of them, once
}

// Columns of a survey's rows.
const (
	instanceColumn = iota
	maskColumn
	orbitColumn
	solutionsColumn
	firstExtraColumn
)

func openSurvey(spec enumerate.Spec, p params, b *Board, pieces []Piece) (enumerate.Job, error) {
	if len(p.Blocked) == 0 {
		return nil, enumerate.KeyErrorf("puzzle.blocked", "a survey needs puzzle.blocked, such as [{choose: 8}]: one board is a census")
	}
	if spec.Kernel != "" && spec.Kernel != "auto" {
		return nil, enumerate.KeyErrorf("kernel", "kernel %q: a survey of boards goes by puzzle.method (auto, scatter, each): expected auto", spec.Kernel)
	}
	if err := checkSurveyBoard(b); err != nil {
		return nil, err
	}
	for k, clause := range p.Blocked {
		if err := clause.check(k); err != nil {
			return nil, enumerate.AtKey(fmt.Sprintf("puzzle.blocked.%d", k), err)
		}
	}
	if p.Limit < 0 {
		return nil, enumerate.KeyErrorf("puzzle.limit", "puzzle.limit %d: expected 1 or more", p.Limit)
	}
	s := &survey{limit: p.Limit, countOnly: spec.CountOnly}
	s.symmetries = sync.OnceValue(s.instanceGroup)
	var err error
	if s.universe, s.blocked, err = newUniverse(b, p.Blocked, cellGroup(b, pieces)); err != nil {
		return nil, enumerate.AtKey("puzzle.blocked", err)
	}
	if s.base, err = newPuzzle(b, pieces, s.blocked); err != nil {
		return nil, err
	}
	if s.flags, err = newFlags(b, p.Flags); err != nil {
		return nil, enumerate.AtKey("puzzle.flags", err)
	}
	if err := s.setColumns(spec.Measures); err != nil {
		return nil, err
	}
	share := spec.MaxShare
	if share == 0 {
		share = exact.DefaultShare
	}
	s.tasks = min(int(math.Ceil(1/share)), s.universe.len())
	return s, s.chooseMethod(p.Method)
}

func (s *survey) setColumns(measures []string) error {
	s.columns = []enumerate.Column{
		{Name: enumerate.InstanceColumn, Type: enumerate.String, Role: enumerate.Key, Meaning: "the board row by row: # blocked, . free"},
		{Name: "mask", Type: enumerate.Int64, Meaning: "the blocked cells beyond the board's own: bit row*columns+column"},
		{Name: enumerate.OrbitSizeColumn, Type: enumerate.Int32, Role: enumerate.Weight, Meaning: "number of different boards that symmetry makes of this one", Unit: "boards"},
		{Name: enumerate.SolutionsColumn, Type: enumerate.Int64, Role: enumerate.Measured, Meaning: "number of ways to cover the free cells", Unit: "solutions"},
	}
	if s.limit > 0 {
		s.columns = append(s.columns, enumerate.Column{Name: enumerate.CappedColumn, Type: enumerate.Bool, Meaning: "there are more solutions than the limit"})
	}
	for _, f := range s.flags {
		s.columns = append(s.columns, enumerate.Column{Name: f.name, Type: enumerate.Bool, Meaning: "flag of the config: false on the boards it lists"})
	}
	var infos []enumerate.MeasureInfo
	for _, m := range boardMeasures {
		infos = append(infos, m.info)
	}
	indices, columns, err := enumerate.PickMeasures(infos, measures)
	s.measures = indices
	s.columns = append(s.columns, columns...)
	return err
}

// Columns implements [enumerate.Job].
func (s *survey) Columns() []enumerate.Column { return s.columns }

// Tables implements [enumerate.Job].
func (s *survey) Tables() ([]enumerate.Table, error) {
	l, err := newLayout(s.base, false)
	if err != nil {
		return nil, err
	}
	return l.tables()
}

// Tasks implements [enumerate.Job].
func (s *survey) Tasks() int { return s.tasks }

// Share implements [enumerate.Job].
func (s *survey) Share(int) float64 { return 1 / float64(s.tasks) }

// Above implements [enumerate.Job]. The table's cost is counted with task 0,
// for it is known only where the table was made.
func (s *survey) Above() enumerate.Effort { return enumerate.Effort{} }

// Facts implements [enumerate.Job].
func (s *survey) Facts() []enumerate.Fact {
	facts := s.base.facts()
	return append(facts,
		enumerate.Fact{Key: "instances", Text: fmt.Sprintf("%s, each with %d cells blocked", boards(s.universe.len()), s.blocked), Value: s.universe.len()},
		enumerate.Fact{Key: "group_order", Text: fmt.Sprintf("symmetry group of order %d", s.universe.order()), Value: s.universe.order()},
		enumerate.Fact{Key: "kernel", Text: fmt.Sprintf("method %s: %s", s.method, s.why), Value: s.method},
		enumerate.Fact{Key: "tasks", Text: fmt.Sprintf("%d tasks", s.tasks), Value: s.tasks},
	)
}

// Kernel implements [enumerate.Job].
func (s *survey) Kernel() string { return s.method }

// Features implements [enumerate.Job].
func (s *survey) Features() enumerate.Features {
	f := enumerate.Features{CountRows: func() (*big.Int, string) { return s.universe.orbits(), "Burnside's lemma" }}
	if s.method == "scatter" {
		f.Prepare = s.prepare
	}
	return f
}

// prepare fills the table.
func (s *survey) prepare(workers int, stop *atomic.Bool, progress func(float64)) error {
	if s.counts != nil {
		return nil
	}
	t, err := scatter.Count(s.scatter, workers, stop, progress)
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

// NewWorker implements [enumerate.Job].
func (s *survey) NewWorker() (enumerate.Worker, error) {
	w := &surveyWorker{survey: s, shape: newBoardShape(s.base.Board)}
	if s.method == "scatter" {
		if s.counts == nil {
			return stoppedWorker{}, nil
		}
		w.count = func(mask uint64) (int64, error) { return int64(s.counts.Solutions(s.counts.Rank(mask))), nil }
		return w, nil
	}
	c, err := newBoardCounter(s.base, "auto", s.limit)
	if err != nil {
		return nil, err
	}
	w.count = func(mask uint64) (int64, error) {
		n, effort, err := c.count(mask, w.stop)
		w.tally.Effort.Add(effort)
		return n, err
	}
	return w, nil
}

// stoppedWorker does nothing: the preparation was stopped.
type stoppedWorker struct{}

func (stoppedWorker) Do(int, *atomic.Bool, *enumerate.Batch, func() error) (enumerate.Tally, bool, error) {
	return enumerate.Tally{}, false, nil
}

type surveyWorker struct {
	survey  *survey
	shape   *boardShape
	count   func(mask uint64) (int64, error)
	stop    *atomic.Bool
	tally   enumerate.Tally
	picture []byte
}

// Do implements [enumerate.Worker].
func (w *surveyWorker) Do(task int, stop *atomic.Bool, out *enumerate.Batch, flush func() error) (enumerate.Tally, bool, error) {
	s := w.survey
	from, to := s.part(task), s.part(task+1)
	w.stop, w.tally = stop, enumerate.Tally{Raw: int64(to - from)}
	if task == 0 && s.counts != nil {
		w.tally.Effort.Nodes = s.counts.Nodes()
	}
	var err error
	s.universe.classes(from, to, func(mask uint64, orbit int) bool {
		var n int64
		if n, err = w.count(mask); err != nil || stop.Load() {
			return false
		}
		w.tally.Rows++
		if s.countOnly {
			return true
		}
		capped := s.limit > 0 && n > s.limit
		if capped {
			n = s.limit
		}
		w.append(out, mask, orbit, n, capped)
		if out.Len() >= enumerate.BatchRows {
			err = flush()
		}
		return err == nil
	})
	return w.tally, err == nil && !stop.Load(), err
}

// part returns the first instance of a task.
func (s *survey) part(task int) int {
	return int(int64(s.universe.len()) * int64(task) / int64(s.tasks))
}

// append appends the row of a board with n solutions, more than n if capped.
func (w *surveyWorker) append(out *enumerate.Batch, mask uint64, orbit int, n int64, capped bool) {
	s := w.survey
	w.picture = s.base.Board.picture(w.picture[:0], mask)
	out.AppendString(instanceColumn, w.picture)
	out.AppendInt64(maskColumn, int64(mask))
	out.AppendInt32(orbitColumn, int32(orbit))
	col := firstExtraColumn
	if s.limit > 0 {
		out.AppendBool(col, capped)
		col++
	}
	out.AppendInt64(solutionsColumn, n)
	for _, f := range s.flags {
		out.AppendBool(col, f.value(mask))
		col++
	}
	free := s.base.Board.freeMask() &^ mask
	for _, m := range s.measures {
		out.AppendInt32(col, int32(boardMeasures[m].value(w.shape, free)))
		col++
	}
}

// flag is a yes-or-no column that a config defines by its exceptions: false on
// the boards that block all the cells of one of them.
type flag struct {
	name   string
	except []uint64
}

func newFlags(b *Board, list []flagParam) ([]flag, error) {
	var flags []flag
	for _, p := range list {
		f := flag{name: p.Name}
		if err := checkPieceName(p.Name); err != nil || p.Name == "" {
			return nil, enumerate.Errorf("flags: name %q: expected a plain column name", p.Name)
		}
		for _, cells := range p.Except {
			var m uint64
			for _, c := range cells {
				if c[0] < 0 || c[0] >= b.Rows || c[1] < 0 || c[1] >= b.Cols {
					return nil, enumerate.Errorf("flag %s: cell [%d, %d] is not on the board", p.Name, c[0], c[1])
				}
				m |= 1 << (c[0]*b.Cols + c[1])
			}
			f.except = append(f.except, m)
		}
		flags = append(flags, f)
	}
	return flags, nil
}

func (f flag) value(mask uint64) bool {
	for _, m := range f.except {
		if mask&m == m {
			return false
		}
	}
	return true
}

// noLimit is the limit of an unlimited count.
const noLimit = math.MaxInt64
