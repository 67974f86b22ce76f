package polyform

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"coverstat/enumerate"
	"coverstat/enumerate/exact"
	"coverstat/enumerate/exact/jobs"
	"coverstat/enumerate/puzzles/polyform/measure"
	"coverstat/enumerate/puzzles/polyform/subsets"
	"coverstat/enumerate/recurrence"
	"coverstat/enumerate/run"
	"coverstat/enumerate/strip"
	"coverstat/enumerate/survey"
)

// sizes are boards of many sizes, each a row.
type sizes struct {
	asked
	form     *form
	spec     enumerate.Spec // its measures are those of solutions alone
	params   params
	pieces   []Piece
	measured []enumerate.Column // the columns of the measures in a census
	boards   []*sizedBoard
	// asks: there are conditions or measures; ofPlaces: some depend on how the board numbers its placements.
	asks, ofPlaces bool
	// These are made once, when they are first needed.
	graph      func() (*strip.Graph, error)
	terms      func() ([]*big.Int, error) // by size: the numbers of all solutions
	recurrence func() (*enumerate.Sequence, error)
}

func (f *form) openSizes(spec enumerate.Spec, p params, pieces []Piece) (*enumerate.Job, error) {
	if spec.Solution {
		return nil, enumerate.KeyErrorf("output.solution",
			"output.solution in a survey over sizes of boards: expected boards of one size, or sets of pieces")
	}
	s := &sizes{asked: newAsked(spec, &p, 0), form: f, spec: spec, params: p, pieces: pieces}
	if err := s.makeBoards(); err != nil {
		return nil, err
	}
	columns, err := s.columns(spec.Measures)
	if err != nil {
		return nil, err
	}
	if err := s.readMeasures(); err != nil {
		return nil, err
	}
	s.shareAnswers()
	s.graph, s.recurrence = sync.OnceValues(s.makeGraph), sync.OnceValues(s.makeRecurrence)
	s.terms = sync.OnceValues(func() ([]*big.Int, error) {
		g, err := s.graph()
		if err != nil {
			return nil, err
		}
		return recurrence.Exact(g, s.params.Board.ranges[0].most+1), nil
	})
	weight, all := func(b *sizedBoard) float64 { return math.Pow(float64(b.Area()), 2) }, 0.0
	for _, b := range s.boards {
		all += weight(b)
	}
	s.tasks = len(s.boards)
	v := &survey.Survey[answer]{
		Columns: append(columns, distributionColumns(s.measured)...), Facts: s.facts(), Tables: s.tables,
		Share: func(task int) float64 { return weight(s.boards[task]) / all },
		Features: enumerate.Features{
			CountRows: func() (*big.Int, string) { return big.NewInt(s.count()), "multiplying the numbers of sizes" },
			Sequence:  s.recurrence,
		},
	}
	if len(s.measured) > 0 {
		v.Features.Counters.New = func() enumerate.RowCounts {
			return &distributions{s, v.Read, make([][][]enumerate.Group, len(s.boards))}
		}
	}
	if spec.CountOnly {
		s.spec.Measures, s.difficult = nil, false
	}
	return s.job(s, v)
}

// readMeasures reads the measures of solutions and the conditions, by the greatest board that has a puzzle.
func (s *sizes) readMeasures() error {
	for _, b := range slices.Backward(s.boards) {
		z, err := s.puzzleOf(&answer{board: b})
		if z == nil && err == nil {
			continue
		}
		var required []string // measures
		if err == nil {
			required, err = z.checkRequired(s.require, nil)
		}
		if err == nil && s.spec.Kernel != "auto" {
			_, err = exact.Choose(z.kernels(), s.spec.Kernel)
		}
		if err != nil {
			return err
		}
		set, err := measure.Compile(z.measurePuzzle(), s.spec.Measures)
		if err != nil {
			return err
		}
		s.measured = set.Columns
		asked, err := measure.Compile(z.measurePuzzle(), slices.Concat(s.spec.Measures, required))
		if err != nil {
			return err
		}
		s.asks = len(asked.Columns) > 0
		s.ofPlaces = slices.ContainsFunc(asked.Columns,
			func(c enumerate.Column) bool { return c.ScaleOf() == enumerate.Nominal })
		break
	}
	return nil
}

// symmetryMeasure is a measure of the boards of surveys.
var symmetryMeasure = enumerate.MeasureInfo{Name: "board_symmetry", Unit: "symmetries",
	Meaning: "symmetries of the board that map the pieces onto themselves, the identity among them"}

// columns returns the columns of the rows, but for those of measures of solutions, which it leaves in the spec.
func (s *sizes) columns(names []string) (columns []survey.Column[answer], err error) {
	own := []instanceMeasure{{info: symmetryMeasure, value: func(a *answer) int32 { return a.symmetries }}}
	ofBoards := func(name string) bool {
		return slices.ContainsFunc(append(own, difficultyMeasures...),
			func(m instanceMeasure) bool { return m.info.Name == name })
	}
	s.spec.Measures = slices.DeleteFunc(slices.Clone(names), ofBoards)
	measures, err := s.measureColumns(slices.DeleteFunc(slices.Clone(names),
		func(name string) bool { return !ofBoards(name) }), own)
	if err != nil {
		return nil, err
	}
	for k, r := range s.params.Board.ranges {
		columns = append(columns, survey.Stored(r.name, "size of the board: "+
			strings.ReplaceAll(r.name, "_", ", side "), func(a *answer) *int32 { return &a.sizes[k] }))
	}
	solutions, solutionsText := bigColumns(enumerate.SolutionsColumn, "number of all solutions of the board",
		func(a *answer) **big.Int { return &a.Raw })
	distinct, distinctText := bigColumns(enumerate.DistinctSolutionsColumn,
		"number of solutions up to the symmetries of the board", func(a *answer) **big.Int { return &a.Distinct })
	columns = append(columns,
		survey.Text(enumerate.InstanceColumn, "the sizes of the board",
			func(dst []byte, a *answer) []byte { return append(dst, a.board.name...) }).As(enumerate.Key),
		survey.Value("cells", "free cells of the board",
			func(a *answer) int32 { return int32(a.board.Area()) }).In("cells"))
	return append(append(columns, solutions, distinct, solutionsText, distinctText), measures...), nil
}

// bigColumns declares the columns of a number that may be beyond 64 bits: that of integers, and that of digits.
func bigColumns(name, meaning string, of func(a *answer) **big.Int) (short, text survey.Column[answer]) {
	short = survey.Value(name, meaning+"; null beyond 2^63-1", func(a *answer) int64 { return (*of(a)).Int64() }).
		NullUnless(func(a *answer) bool { return *of(a) != nil && (*of(a)).IsInt64() }).Measured("solutions")
	text = survey.Text(name+enumerate.TextSuffix, "the digits of "+name,
		func(dst []byte, a *answer) []byte { return (*of(a)).Append(dst, 10) }).
		NullUnless(func(a *answer) bool { return *of(a) != nil }).
		Parsed(func(a *answer, text []byte) error {
			if *of(a) = nil; text == nil {
				return nil
			}
			n, ok := new(big.Int).SetString(string(text), 10)
			if *of(a) = n; !ok || n.Sign() < 0 {
				return fmt.Errorf("%q is no number of solutions", text)
			}
			return nil
		})
	return short, text
}

func (s *sizes) facts() []enumerate.Fact {
	z := &Puzzle{Board: s.boards[0].Board, Pieces: s.pieces, total: -1}
	first, last := s.boards[0].name, s.boards[len(s.boards)-1].name
	facts := []enumerate.Fact{
		{Key: "board", Text: fmt.Sprintf("boards of %s, from %s to %s", z.Board.Lattice.Name, first, last),
			Value: first + " to " + last},
		z.facts()[1],
		{Key: "instances", Text: enumerate.Plural(len(s.boards), "board"), Value: len(s.boards)},
	}
	return append(facts, s.requireFacts()...)
}

// tables returns the table of the recurrence, if there is one.
func (s *sizes) tables() ([]enumerate.Table, error) {
	if q, err := s.recurrence(); err == nil {
		return []enumerate.Table{q.Table()}, nil
	}
	return nil, nil
}

// solve finds the numbers of solutions of the first board of an answer, unless they are known.
func (s *sizes) solve(a *answer, stop *atomic.Bool) error {
	b := a.board
	if b.first != b {
		b = b.first
		a = &answer{board: b}
	}
	b.Lock()
	defer b.Unlock()
	if b.Raw != nil {
		return nil
	}
	z, err := s.puzzleOf(a)
	if err != nil {
		return err
	}
	if z == nil {
		b.Totals = noSolutions()
		return nil
	}
	b.symmetries = int32(z.Group.Order())
	measured := len(s.spec.Measures) > 0
	spec := enumerate.Spec{Kind: enumerate.Census, Measures: s.spec.Measures, Require: s.require, Kernel: s.spec.Kernel,
		Compact: true, CountOnly: !measured}
	x, err := z.instance(spec)
	if err != nil {
		return err
	}
	job, err := jobs.Open(x, spec)
	if err != nil {
		return err
	}
	methods, _, err := job.Methods(enumerate.Question{SweepOnly: s.spec.SweepOnly, Distinct: true, Values: measured})
	if err != nil {
		return err
	}
	totals, effort, err := run.AnswerUntil(methods, stop)
	if err == nil {
		b.Totals, b.effort = *totals, effort
	}
	return err
}

// count implements [instances].
func (s *sizes) count() int64 { return int64(len(s.boards)) }

// visit implements [instances].
func (s *sizes) visit(from, to int64, _ *atomic.Bool, visit func(*answer) bool) int64 {
	for _, b := range s.boards[from:to] {
		if !visit(&answer{sizes: b.sizes, board: b}) {
			break
		}
	}
	return to - from
}

// prepared implements [instances]: nothing is.
func (s *sizes) prepared() (effort enumerate.Effort, err error) { return effort, nil }

// newSearch implements [instances]. The search goes to the end or to two solutions.
func (s *sizes) newSearch() func(*answer, *atomic.Bool) error {
	return func(a *answer, stop *atomic.Bool) error {
		z, meets, err := s.puzzle(a)
		if z != nil {
			a.difficulty = newCellSearch(z, len(z.Pieces), nil).search(subsets.Instance{}, 2, stop, meets)
		}
		return err
	}
}

// newCounter implements [instances].
func (s *sizes) newCounter() func(*answer, *atomic.Bool, *enumerate.Effort) error {
	return func(a *answer, stop *atomic.Bool, effort *enumerate.Effort) error {
		if err := s.solve(a, stop); err != nil && !stop.Load() {
			return fmt.Errorf("board %s: %w", a.board.name, err)
		}
		b := a.board.first
		if b == a.board {
			effort.Add(b.effort)
		}
		a.Totals, a.symmetries = b.Totals, b.symmetries
		return nil
	}
}

// recountCells are the most cells of a board whose solutions a checker counts by dancing links.
const recountCells = 24

// find implements [instances]. Small boards are counted again. The numbers of all solutions of others are those of the
// graph of the strip, if there is one.
func (s *sizes) find(a *answer) (again bool, err error) {
	at := s.boardOf(a.sizes)
	if at < 0 {
		return false, errNoBoard
	}
	a.board, a.whole = s.boards[at], nil
	z, err := s.puzzleOf(a)
	if z == nil || err != nil {
		a.symmetries = 0
		return true, err
	}
	a.symmetries = int32(z.Group.Order())
	if a.Raw == nil {
		return false, errors.New("the number of solutions is missing")
	}
	if d := a.Distinct; d != nil &&
		(d.Cmp(a.Raw) > 0 || new(big.Int).Mul(d, big.NewInt(int64(a.symmetries))).Cmp(a.Raw) < 0) {
		return false, fmt.Errorf("%v solutions are no %v classes of up to %d", a.Raw, d, a.symmetries)
	}
	if z.area <= recountCells {
		return true, nil
	}
	if all, err := s.terms(); err == nil {
		a.Raw = all[a.sizes[0]]
	}
	return false, a.checkDistributions()
}

// newRecount implements [instances]: it counts by dancing links.
func (s *sizes) newRecount() func(*answer) error {
	return func(a *answer) error {
		z, meets, err := s.puzzle(a)
		if z == nil || err != nil {
			a.Totals = noSolutions()
			return err
		}
		take, groups, err := z.countValues(s.spec.Measures)
		if err != nil {
			return err
		}
		raw, classes := z.countAll(z.Group, 0, func(solution []enumerate.OptionID) bool {
			met := meets(solution)
			if met {
				take(solution)
			}
			return met
		})
		a.Totals = enumerate.Totals{Raw: big.NewInt(raw), Distinct: big.NewInt(classes), Groups: groups()}
		return nil
	}
}

// puzzle implements [instances].
func (s *sizes) puzzle(a *answer) (*Puzzle, func([]enumerate.OptionID) bool, error) {
	z, err := s.puzzleOf(a)
	if z == nil || err != nil {
		return nil, nil, err
	}
	_, meets, err := z.restrictedKernels()
	return z, meets, err
}

func noSolutions() enumerate.Totals {
	return enumerate.Totals{Raw: new(big.Int), Distinct: new(big.Int)}
}

var errNoBoard = errors.New("no board of the survey has these sizes")
