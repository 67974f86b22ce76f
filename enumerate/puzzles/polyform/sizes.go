package polyform

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"

	"coverstat/enumerate"
	"coverstat/enumerate/exact"
	"coverstat/enumerate/exact/jobs"
	"coverstat/enumerate/puzzles/polyform/lattice"
	"coverstat/enumerate/puzzles/polyform/measure"
	"coverstat/enumerate/recurrence"
	"coverstat/enumerate/strip"
	"coverstat/enumerate/survey"
)

// sizeRange is a size of a board that is a range in a config. Its column is called rows or rhombus_1.
type sizeRange struct {
	name        string
	of          func(*boardParam) *int
	least, most int
}

// set returns a board param with one size.
func (r sizeRange) set(p boardParam, n int) boardParam {
	p.Rhombus = slices.Clone(p.Rhombus)
	*r.of(&p) = n
	return p
}

// sizeSurvey counts the solutions of boards of many sizes: a row is a board.
type sizeSurvey struct {
	form     *form
	spec     enumerate.Spec // its measures are those of solutions alone
	params   params
	pieces   []Piece
	measured []enumerate.Column // the columns of the measures in a census
	boards   []sizedBoard
	// asks: there are conditions or measures; ofPlaces: some depend on how the board numbers its placements.
	asks, ofPlaces bool
	// graph and recurrence are made once, when they are first needed.
	graph      func() (*strip.Graph, error)
	recurrence func() (*enumerate.Sequence, error)
}

// sizedBoard is a board of the survey. Boards that are images of one another have one answer.
type sizedBoard struct {
	*Board
	sizes  [3]int32 // those that vary
	name   string
	answer *boardAnswer
}

// boardAnswer is the numbers of a board, as soon as they are known. The first board of the survey that has them is counted,
// so that the effort is the same whichever is asked for first.
type boardAnswer struct {
	board *Board
	sync.Mutex
	enumerate.Totals // its groups are the distributions of measures
	symmetries       int32
	effort           enumerate.Effort
}

// sizeAnswer is what a row says.
type sizeAnswer struct {
	sizes            [3]int32
	board            *sizedBoard
	enumerate.Totals // nil numbers are not known
	symmetries       int32
}

// maxSizes is the largest number of boards of a survey over sizes.
const maxSizes = 10_000

func (f *form) openSizeSurvey(spec enumerate.Spec, p params, pieces []Piece) (*enumerate.Job, error) {
	for _, wrong := range []struct {
		is        bool
		key, text string
	}{
		{p.Choose != nil, "choose", ""},
		{len(p.Blocked) > 0, "blocked", ""},
		{len(p.Flags) > 0, "flags", ""},
		{p.Given != givenParam{}, "given", ""},
		{len(p.Forbid) > 0, "forbid", ""},
		{p.Draw.Number != 0 || p.Seed != 0, "draw", ""},
		{p.Limit != 0, "limit", ", where all solutions of each board are counted"},
		{p.Method != "", "method", ", where each board is counted like that of a census"},
	} {
		if wrong.is {
			return nil, enumerate.KeyErrorf("puzzle."+wrong.key, "puzzle.%s in a survey over sizes of boards%s: expected no puzzle.%s, or a board of one size", wrong.key, wrong.text, wrong.key)
		}
	}
	if spec.Solution {
		return nil, enumerate.KeyErrorf("output.solution", "output.solution in a survey over sizes of boards: expected boards of one size, or sets of pieces")
	}
	s := &sizeSurvey{form: f, spec: spec, params: p, pieces: pieces}
	s.spec.Measures = slices.DeleteFunc(slices.Clone(spec.Measures), func(m string) bool { return m == symmetryMeasure.Name })
	if err := s.makeBoards(); err != nil {
		return nil, err
	}
	for _, b := range slices.Backward(s.boards) {
		z, err := s.puzzle(b.Board)
		if z == nil && err == nil {
			continue
		}
		var required []string // measures
		if err == nil {
			required, err = z.checkRequired(spec.Require, nil)
		}
		if err == nil && spec.Kernel != "auto" {
			_, _, err = exact.Choose(z.kernels(), spec.Kernel)
		}
		if err != nil {
			return nil, err
		}
		set, err := measure.Compile(z.measurePuzzle(), s.spec.Measures)
		if err != nil {
			return nil, err
		}
		s.measured = set.Columns
		asked, err := measure.Compile(z.measurePuzzle(), slices.Concat(s.spec.Measures, required))
		if err != nil {
			return nil, err
		}
		s.asks = len(asked.Columns) > 0
		s.ofPlaces = slices.ContainsFunc(asked.Columns, func(c enumerate.Column) bool { return c.ScaleOf() == enumerate.Nominal })
		break
	}
	s.shareAnswers()
	s.graph, s.recurrence = sync.OnceValues(s.makeGraph), sync.OnceValues(s.makeRecurrence)
	columns := s.columns(len(s.spec.Measures) < len(spec.Measures))
	if spec.CountOnly {
		s.spec.Measures = nil
	}
	weight := func(b *sizedBoard) float64 { return math.Pow(float64(b.Area()), 2) }
	all := 0.0
	for i := range s.boards {
		all += weight(&s.boards[i])
	}
	v := survey.Survey[sizeAnswer]{
		Columns: columns, Source: &survey.Source{Count: int64(len(s.boards)), Tasks: len(s.boards)}, Facts: s.facts(), Tables: s.tables,
		NewAnswerer: s.newAnswerer, NewRecheck: s.newRecheck,
		Share: func(task int) float64 { return weight(&s.boards[task]) / all },
		Features: enumerate.Features{
			CountRows: func() (*big.Int, string) { return big.NewInt(int64(len(s.boards))), "multiplying the numbers of sizes" },
			Sequence:  s.recurrence,
		},
	}
	if len(s.measured) > 0 {
		v.Features.Counters.New = func() enumerate.RowCounts {
			return &distributions{s, v.Read, make([][][]enumerate.Group, len(s.boards))}
		}
	}
	return v.Job(), nil
}

// makeBoards lists the boards; the last size varies first.
func (s *sizeSurvey) makeBoards() error {
	ranges := s.params.Board.ranges
	count := 1
	for _, r := range ranges {
		if count *= r.most - r.least + 1; count > maxSizes {
			return enumerate.KeyErrorf("puzzle.board", "more than %d boards: expected smaller ranges", maxSizes)
		}
	}
	for rest := range count {
		p, b := s.params, sizedBoard{}
		for k, r := range slices.Backward(ranges) {
			n := r.most - r.least + 1
			size := r.least + rest%n
			rest /= n
			b.sizes[k], p.Board = int32(size), r.set(p.Board, size)
		}
		var err error
		if b.Board, err = s.form.board(p.BoardParams); err != nil {
			return err
		}
		var names []string
		for _, n := range append([]int{p.Board.Layers, p.Board.Rows, p.Board.Cols, p.Board.Hexagon, p.Board.Triangle}, p.Board.Rhombus...) {
			if n > 0 {
				names = append(names, strconv.Itoa(n))
			}
		}
		b.name = strings.Join(names, "x")
		s.boards = append(s.boards, b)
	}
	return nil
}

// shareAnswers gives boards that are images of each other one answer.
func (s *sizeSurvey) shareAnswers() {
	answers := map[string]*boardAnswer{}
	for i := range s.boards {
		b := &s.boards[i]
		key := s.image(b.Board)
		if b.answer = answers[key]; b.answer == nil {
			b.answer = &boardAnswer{board: b.Board}
			answers[key] = b.answer
		}
	}
}

// image is equal for two boards if an isometry takes one to the other and maps the set of pieces onto itself. Where there are
// conditions or measures, it maps each piece to itself, and none of them depends on the numbers of placements.
func (s *sizeSurvey) image(b *Board) (least string) {
	f := newFootprints(b, s.pieces)
	var cells []lattice.Cell
	for _, i := range b.FreeCells() {
		cells = append(cells, b.Cell(i))
	}
	for i, k := range b.Isometries {
		to := f.images(k)
		if i > 0 && (to == nil || s.asks && (s.ofPlaces || !slices.IsSorted(to))) {
			continue
		}
		rows, cols := b.WrapRows, b.WrapCols
		if k.Image(lattice.Cell{Row: 1}).Row == k.Image(lattice.Cell{}).Row { // rows become columns
			rows, cols = cols, rows
		}
		text := fmt.Appendf(nil, "%t %t ", rows, cols)
		for _, c := range b.Image(cells, k) {
			for _, n := range []int{c.Layer, c.Row, c.Col} {
				text = binary.AppendVarint(text, int64(n))
			}
		}
		if least == "" || string(text) < least {
			least = string(text)
		}
	}
	return least
}

// symmetryMeasure is a measure of the boards of surveys.
var symmetryMeasure = enumerate.MeasureInfo{Name: "board_symmetry", Unit: "symmetries",
	Meaning: "symmetries of the board that map the pieces onto themselves, the identity among them"}

// columns returns the columns of the rows.
func (s *sizeSurvey) columns(symmetries bool) (columns []survey.Column[sizeAnswer]) {
	type answer = sizeAnswer
	for k, r := range s.params.Board.ranges {
		columns = append(columns, survey.Stored(r.name, "size of the board: "+strings.ReplaceAll(r.name, "_", ", side "), func(a *answer) *int32 { return &a.sizes[k] }))
	}
	number := func(name, meaning string, of func(a *answer) **big.Int) (short, text survey.Column[answer]) {
		short = survey.Value(name, meaning+"; null beyond 2^63-1", func(a *answer) int64 { return (*of(a)).Int64() }).
			NullUnless(func(a *answer) bool { return *of(a) != nil && (*of(a)).IsInt64() }).Measured("solutions")
		text = survey.Text(name+enumerate.TextSuffix, "the digits of "+name, func(dst []byte, a *answer) []byte { return (*of(a)).Append(dst, 10) }).
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
	solutions, solutionsText := number(enumerate.SolutionsColumn, "number of all solutions of the board", func(a *answer) **big.Int { return &a.Raw })
	distinct, distinctText := number(enumerate.DistinctSolutionsColumn, "number of solutions up to the symmetries of the board", func(a *answer) **big.Int { return &a.Distinct })
	columns = append(columns,
		survey.Text(enumerate.InstanceColumn, "the sizes of the board", func(dst []byte, a *answer) []byte { return append(dst, a.board.name...) }).As(enumerate.Key),
		survey.Value("cells", "free cells of the board", func(a *answer) int32 { return int32(a.board.Area()) }).In("cells"),
		solutions, distinct, solutionsText, distinctText)
	if symmetries {
		columns = append(columns, survey.Measure(symmetryMeasure, func(a *answer) int32 { return a.symmetries }))
	}
	return append(columns, distributionColumns(s.measured)...)
}

func (s *sizeSurvey) facts() []enumerate.Fact {
	z := &Puzzle{Board: s.boards[0].Board, Pieces: s.pieces, total: -1}
	first, last := s.boards[0].name, s.boards[len(s.boards)-1].name
	facts := []enumerate.Fact{
		{Key: "board", Text: fmt.Sprintf("boards of %s, from %s to %s", z.Board.Lattice.Name, first, last), Value: first + " to " + last},
		z.facts()[1],
		{Key: "instances", Text: enumerate.Plural(len(s.boards), "board"), Value: len(s.boards)},
	}
	for _, text := range s.spec.Require {
		facts = append(facts, enumerate.Fact{Key: "require", Text: "required: " + text + ", or a solution does not count", Value: text})
	}
	return facts
}

// tables returns the table of the recurrence, if there is one.
func (s *sizeSurvey) tables() ([]enumerate.Table, error) {
	if q, err := s.recurrence(); err == nil {
		return []enumerate.Table{q.Table()}, nil
	}
	return nil, nil
}

// count finds the numbers of solutions of a board, unless they are known.
func (s *sizeSurvey) count(b *sizedBoard, stop *atomic.Bool) error {
	a := b.answer
	a.Lock()
	defer a.Unlock()
	if a.Raw != nil {
		return nil
	}
	z, err := s.puzzle(a.board)
	if err != nil {
		return err
	}
	if z == nil {
		a.Totals = noSolutions()
		return nil
	}
	a.symmetries = int32(z.Group.Order())
	measured := len(s.spec.Measures) > 0
	spec := enumerate.Spec{Kind: enumerate.Census, Measures: s.spec.Measures, Require: s.spec.Require, Kernel: s.spec.Kernel, Compact: true, CountOnly: !measured}
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
	totals, effort, err := s.spec.Answer(methods, stop)
	if err == nil {
		a.Totals, a.effort = *totals, effort
	}
	return err
}

func (s *sizeSurvey) newAnswerer() (survey.Answerer[sizeAnswer], error) {
	return func(i int64, stop *atomic.Bool, effort *enumerate.Effort) (*sizeAnswer, error) {
		b := &s.boards[i]
		if err := s.count(b, stop); err != nil && !stop.Load() {
			return nil, fmt.Errorf("board %s: %w", b.name, err)
		}
		if b.answer.board == b.Board {
			effort.Add(b.answer.effort)
		}
		return &sizeAnswer{b.sizes, b, b.answer.Totals, b.answer.symmetries}, nil
	}, nil
}

// recountCells are the most cells of a board whose solutions a checker counts by dancing links.
const recountCells = 24

// newRecheck returns what makes a row again: the numbers of small boards by dancing links; those of all solutions of
// others by the graph of the strip, if there is one.
func (s *sizeSurvey) newRecheck() (survey.Recheck[sizeAnswer], error) {
	terms := sync.OnceValues(func() ([]*big.Int, error) {
		g, err := s.graph()
		if err != nil {
			return nil, err
		}
		return recurrence.Exact(g, s.params.Board.ranges[0].most+1), nil
	})
	return func(a *sizeAnswer) error {
		at := s.find(a.sizes)
		if at < 0 {
			return errNoBoard
		}
		a.board = &s.boards[at]
		z, err := s.puzzle(a.board.Board)
		if err != nil {
			return err
		}
		if z == nil {
			a.Totals, a.symmetries = noSolutions(), 0
			return nil
		}
		a.symmetries = int32(z.Group.Order())
		if a.Raw == nil {
			return errors.New("the number of solutions is missing")
		}
		if d := a.Distinct; d != nil && (d.Cmp(a.Raw) > 0 || new(big.Int).Mul(d, big.NewInt(int64(a.symmetries))).Cmp(a.Raw) < 0) {
			return fmt.Errorf("%v solutions are no %v classes of up to %d", a.Raw, d, a.symmetries)
		}
		if z.area > recountCells {
			if all, err := terms(); err == nil {
				a.Raw = all[a.sizes[0]]
			}
			return a.checkDistributions()
		}
		z.require = s.spec.Require
		_, meets, err := z.restrictedKernels()
		if err != nil {
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
	}, nil
}

// find returns the number of the board with these sizes, -1 if there is none.
func (s *sizeSurvey) find(sizes [3]int32) int {
	return slices.IndexFunc(s.boards, func(b sizedBoard) bool { return b.sizes == sizes })
}

// puzzle returns the puzzle of a board, nil if no pieces have the area of the board.
func (s *sizeSurvey) puzzle(b *Board) (*Puzzle, error) {
	z, err := newPuzzle(b, s.pieces, 0, s.params.Total, restriction{})
	if errors.As(err, new(*areaError)) {
		return nil, nil
	}
	return z, err
}

func noSolutions() enumerate.Totals {
	return enumerate.Totals{Raw: new(big.Int), Distinct: new(big.Int)}
}

var errNoBoard = errors.New("no board of the survey has these sizes")
