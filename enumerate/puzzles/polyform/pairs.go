package polyform

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"math/big"
	"slices"
	"sync/atomic"

	"coverstat/enumerate"
	"coverstat/enumerate/puzzles/polyform/subsets"
	"coverstat/enumerate/survey"
)

// pairs are the puzzles of a survey, each a row up to symmetry: boards with further cells blocked, sets of pieces
// chosen from a list, or each pair of such a board and such a set.
type pairs struct {
	asked
	limit     survey.Limit
	board     *Board
	numbering *numbering       // of the board, for the blocked cells of instances
	pieces    []Piece          // of every puzzle
	list      []Piece          // to choose from
	boards    subsets.List     // the cells that are blocked beyond the board's own; nil: none
	blocked   int              // how many these are
	sets      *subsets.Choices // the pieces that are chosen; nil: none
	space     *subsets.Space
	// all is the puzzle with nothing more blocked, and with every piece of the list used at
	// most once.
	all          *Puzzle
	layout       *layout         // of all
	frame        []boardSymmetry // those that map the pieces of every puzzle onto themselves, the identity first
	permutations [][]uint8       // of the numbering, by those of the frame; nil without boards
	// listClosed says that all symmetries of the frame map the list onto itself, too. If one does not, it may
	// still map a set onto itself.
	listClosed bool

	draws  *survey.Draws[subsets.Orbit, subsets.Instance]
	pass   *pass
	method string
	why    string // why this method
}

func openPairs(spec enumerate.Spec, p params, b *Board, pieces, list []Piece) (*enumerate.Job, error) {
	if len(p.Blocked) == 0 && p.Choose == nil {
		return nil, enumerate.KeyErrorf("puzzle.blocked",
			"a survey needs puzzle.blocked, such as [{choose: 8}], or puzzle.choose, such as {pieces: 6, from: [hexominoes]}: one board with one set of pieces is a census")
	}
	s := &pairs{board: b, numbering: b.numbering(nil), pieces: pieces, list: list, limit: survey.Limit(p.Limit),
		asked: newAsked(spec, &p, 0)}
	if err := s.makeSpace(p); err != nil {
		return nil, err
	}
	var err error
	if s.all, err = newPuzzle(b, slices.Concat(pieces, optional(list)), s.blocked, CountParam{},
		restriction{}); err != nil {
		return nil, err
	}
	if len(spec.Require) > 0 && p.Choose != nil {
		s.all.exchanges = exchangesInSets(b, pieces, list)
	}
	if _, err := s.all.checkRequired(spec.Require, list); err != nil {
		return nil, err
	}
	flags, err := s.flagColumns(p.Flags)
	if err != nil {
		return nil, err
	}
	s.layout = newLayout(s.all, false)
	if s.solutions && s.layout.symbols == nil {
		return nil, enumerate.KeyErrorf("output.solution",
			"output.solution: the pieces and their copies are more than the %d symbols of a grid: expected fewer, or no solution", maxSymbols)
	}
	s.pass = s.newPass()
	if s.draw.Number > 0 {
		s.pass.unfit = fmt.Errorf("%ss are drawn", s.thing())
		s.draws = &survey.Draws[subsets.Orbit, subsets.Instance]{Most: s.draw.Number,
			One: func(i int64) subsets.Orbit { return s.space.Draw(s.seed, i) },
			Key: func(o subsets.Orbit) subsets.Instance { return o.Least }}
		if s.draw.Until == 0 {
			s.draws.Whole(new(atomic.Bool))
		} else if orbits := s.space.Orbits(); orbits.IsInt64() {
			s.draws.All = orbits.Int64()
		}
	}
	if len(s.require) > 0 {
		s.pass.unfit = errors.New("the conditions of require are tested on the solutions of one instance at a time")
	}
	job, err := s.open(spec, p.Method, flags)
	if err != nil {
		return nil, err
	}
	var names []string
	for _, c := range job.Columns {
		names = append(names, c.Name)
	}
	return job, enumerate.AtKey("puzzle.flags", differentNames(names))
}

func (s *pairs) thing() string {
	switch {
	case s.sets == nil:
		return "board"
	case s.boards == nil:
		return "set"
	}
	return "pair"
}

func (s *pairs) measures() (list []instanceMeasure) {
	symmetry := instanceMeasure{info: symmetryMeasure, value: s.symmetries}
	if s.boards != nil {
		list = s.numbering.measures()
	}
	if s.sets != nil {
		list = append(list, s.setMeasures()...)
	}
	return append(list, symmetry)
}

// symmetries counts the symmetries of the board that map the blocked cells and the pieces of an
// instance onto themselves.
func (s *pairs) symmetries(a *answer) (n int32) {
	in := a.instance()
	if s.sets == nil {
		return int32(s.boardSymmetries(in))
	}
	f, blocked := newFootprints(s.board, s.piecesOf(in)), slices.Collect(s.numbering.each(in.Blocked))
	for k, cells := range s.board.Symmetries() {
		moved := slices.ContainsFunc(blocked, func(c int) bool { return !s.numbering.contains(in.Blocked, cells[c]) })
		if !moved && f.images(s.board.Isometries[k]) != nil {
			n++
		}
	}
	return n
}

func (s *pairs) appendName(dst []byte, in subsets.Instance) []byte {
	from := len(dst)
	if s.boards != nil {
		dst = s.numbering.picture(dst, in.Blocked)
	}
	for i, p := range s.list {
		if in.Set>>i&1 == 0 {
			continue
		}
		if len(dst) > from {
			dst = append(dst, ' ')
		}
		dst = append(dst, p.Name...)
	}
	return dst
}

func (s *pairs) facts() ([]enumerate.Fact, error) {
	facts := s.all.facts()
	n, order := s.space.Len(), enumerate.Grouped(s.all.Group.Order())
	what, images := "", ""
	if s.boards != nil {
		what = fmt.Sprintf("%s, each with %s blocked", enumerate.Plural(s.boards.Len(), "board"),
			enumerate.Plural(s.blocked, "cell"))
	}
	if s.sets != nil {
		if facts = facts[:1]; len(s.pieces) > 0 { // the board
			facts = append(facts, pieceFact("in every set ", s.pieces))
		}
		facts = append(facts, pieceFact("to choose from ", s.list))
		switch k := s.space.Order(); {
		case s.boards != nil:
			what = enumerate.Plural(n, "pair") + " of " + what + ", and of "
		case k > 1:
			images = fmt.Sprintf("symmetries exchange pieces of the list: up to %d sets are one row", k)
		default:
			images = "no symmetry exchanges pieces of the list: each set is a row"
		}
		number := CountParam{min: int32(s.sets.Min), max: int32(s.sets.Max)}
		what += fmt.Sprintf("%s of %v of %s", enumerate.Plural(s.sets.Len(), "set"), number,
			enumerate.Plural(len(s.list), "piece"))
	}
	facts = append(facts, enumerate.Fact{Key: "instances", Text: what, Value: n})
	if images != "" {
		facts = append(facts, enumerate.Fact{Key: "set_group_order", Text: images, Value: s.space.Order()})
	}
	facts = append(facts, enumerate.Fact{Key: "group_order", Text: "symmetry group of order " + order,
		Value: s.all.Group.Order()})
	facts = append(facts, s.requireFacts()...)
	facts = append(facts, enumerate.Fact{Key: "kernel", Text: fmt.Sprintf("method %s: %s", s.method, s.why),
		Value: s.method})
	if s.difficult {
		fact, err := s.difficultyFact()
		if err != nil {
			return nil, err
		}
		facts = append(facts, fact)
	}
	for _, fact := range s.drawFacts() {
		fact.Text += fmt.Sprintf(": %s up to symmetry", enumerate.Grouped(s.count()))
		facts = append(facts, fact)
	}
	return facts, nil
}

func (s *pairs) piecesOf(in subsets.Instance) []Piece {
	pieces := slices.Clone(s.pieces)
	for i, p := range s.list {
		if in.Set>>i&1 != 0 {
			pieces = append(pieces, p)
		}
	}
	return pieces
}

// puzzleOf returns the puzzle of an instance.
func (s *pairs) puzzleOf(in subsets.Instance) (*Puzzle, error) {
	z, err := plainPuzzle(s.numbering.with(in.Blocked), s.piecesOf(in))
	if err == nil && len(s.require) > 0 {
		z.require, z.exchanges = s.require, s.all.exchanges
	}
	return z, err
}

// puzzle implements [instances].
func (s *pairs) puzzle(a *answer) (*Puzzle, func([]enumerate.OptionID) bool, error) {
	z, err := s.puzzleOf(a.instance())
	if err != nil {
		return nil, nil, err
	}
	_, meets, err := z.restrictedKernels()
	return z, meets, err
}

// open returns the job of the survey by the method that the config asks for, "" or "auto" if it leaves the choice.
func (s *pairs) open(spec enumerate.Spec, method string, flags []survey.Column[answer]) (*enumerate.Job, error) {
	measures, err := s.measureColumns(spec.Measures, s.measures())
	if err != nil {
		return nil, err
	}
	if s.method, s.why, err = s.chooseMethod(method); err != nil {
		return nil, err
	}
	s.tasks = int(min(math.Ceil(1/cmp.Or(spec.MaxShare, enumerate.DefaultShare)), float64(s.count())))
	v := &survey.Survey[answer]{
		Columns: s.columns(flags, measures), Kernel: s.method, Tables: s.layout.tables, CountOnly: spec.CountOnly,
		Features: enumerate.Features{CountRows: s.countRows, SolveInstance: s.solveInstance},
	}
	if s.sets != nil {
		v.Features.Counters.New = func() enumerate.RowCounts {
			return &chosenTable{survey: s, read: v.Read, counts: make([][3]int64, len(s.list)+1)}
		}
	}
	if s.method == passMethod {
		v.Features.Preparation = &enumerate.Preparation{Do: s.prepare, Name: "counting for all instances at once"}
	}
	if v.Facts, err = s.facts(); err != nil {
		return nil, err
	}
	return s.job(s, v)
}

func (s *pairs) prepare(workers int, stop *atomic.Bool, progress func(float64)) error {
	if s.pass.counts != nil {
		return nil
	}
	err := s.pass.fill(workers, stop, progress)
	if errors.As(err, new(*enumerate.UnfitError)) {
		return enumerate.KeyErrorf("puzzle.method", "%v: expected puzzle.method: %s", err, eachMethod)
	}
	return err
}

// prepared implements [instances].
func (s *pairs) prepared() (enumerate.Effort, error) {
	if s.method == passMethod && s.pass.counts == nil {
		return enumerate.Effort{}, errors.New("the table of counts was not made")
	}
	return s.pass.effort, nil
}

// count implements [instances].
func (s *pairs) count() int64 {
	if s.draw.Number > 0 {
		return min(s.draws.Most, cmp.Or(s.draws.All, math.MaxInt64))
	}
	return s.space.Len()
}

// visit implements [instances].
func (s *pairs) visit(from, to int64, stop *atomic.Bool, visit func(*answer) bool) int64 {
	var a answer
	step := func(number int64, in subsets.Instance, orbit int) bool {
		a = answer{blocked: int64(in.Blocked), set: int64(in.Set), number: number, orbit: int32(orbit)}
		return visit(&a)
	}
	if s.draw.Number == 0 {
		s.space.Classes(from, to, step)
		return to - from
	}
	for i, o := range s.draws.Range(from, to, stop) {
		if !step(from+int64(i), o.Least, o.Size) {
			break
		}
	}
	return to - from
}

// countRows is that of [enumerate.Features].
func (s *pairs) countRows() (*big.Int, string) {
	if s.draw.Number > 0 {
		return big.NewInt(s.count()), "drawing them"
	}
	return s.space.Orbits(), "Burnside's lemma"
}

// newCounter implements [instances].
func (s *pairs) newCounter() func(*answer, *atomic.Bool, *enumerate.Effort) error {
	count := s.countOne
	var distinct func(*answer, int64) int64
	if s.method == eachMethod {
		count = s.fastest()
	}
	if s.sets == nil && len(s.require) == 0 { // else counters and tables know both numbers
		distinct = s.newDistinct()
	}
	return func(a *answer, stop *atomic.Bool, effort *enumerate.Effort) (err error) {
		var counts solutionCounts
		switch known, ok := s.known(a); {
		case s.pass.counts != nil:
			counts = s.pass.counts(a)
		case ok && s.difficult:
			counts, a.nodes = known, a.difficulty.nodes
		default:
			var of enumerate.Effort
			if counts, of, err = count(a.instance(), stop); err != nil {
				return err
			}
			effort.Add(of)
			a.nodes = of.Nodes
		}
		if distinct != nil && !s.limit.Count(counts.all).Capped {
			counts.distinct = distinct(a, counts.all)
		}
		s.enter(a, counts)
		return nil
	}
}

// recountEvery says how many rows there are to one whose solutions a checker counts again, chosen by the masks alone.
const recountEvery = 8192

// find implements [instances].
func (s *pairs) find(a *answer) (again bool, err error) {
	in := a.instance()
	is := s.draw.Number == 0 || s.draws.Has(in)
	if s.draw.Until > 0 && a.number >= 0 && a.number < s.count() {
		drawn := s.draws.Range(a.number, a.number+1, new(atomic.Bool))
		is = len(drawn) == 1 && drawn[0].Least == in
	}
	if !s.space.Contains(in) || !is {
		return false, fmt.Errorf("mask %#x is no %s of this survey", in.Blocked^in.Set, s.thing())
	}
	a.orbit, err = survey.Orbit(s.space.Images(nil, in), subsets.Instance.Compare)
	if err == nil && s.solutions && s.one(a) {
		err = s.checkSolution(a)
	}
	return (in.Blocked^in.Set)*0x9E3779B97F4A7C15>>32%recountEvery == 0 || s.count() <= recountEvery, err
}

// newRecount implements [instances]: it counts by dancing links without any reduction.
func (s *pairs) newRecount() func(*answer) error {
	return func(a *answer) error {
		z, meets, err := s.puzzle(a)
		if err != nil {
			return err
		}
		all, distinct := z.countAll(z.Group, s.limit, meets)
		s.enter(a, solutionCounts{all, distinct})
		return nil
	}
}

// enter enters the counts of a search or of the table. The limit of sets is for solutions up to
// symmetry, that of boards for all.
func (s *pairs) enter(a *answer, counts solutionCounts) {
	a.count, a.other = s.limit.Count(counts.all), counts.distinct
	if s.sets != nil {
		a.count, a.other = s.limit.Count(counts.distinct), counts.all
	}
	if a.count.Capped {
		a.other = 0
	}
}

// one reports whether an instance has one solution up to symmetry.
func (s *pairs) one(a *answer) bool {
	if s.sets != nil {
		return a.count.One()
	}
	return a.other == 1
}

// columns returns the columns of the rows; flags and measures are those that the config asks for.
func (s *pairs) columns(flags, measures []survey.Column[answer]) (columns []survey.Column[answer]) {
	words := s.board.words()
	board, pieces := "the board "+words.reading+": # blocked, . free", "the pieces chosen, in the order of the list"
	classes := "number of solutions with the pieces of the set, up to the symmetries of the board that map "
	instance, all, distinct := pieces,
		"number of all solutions with the pieces of the set, images under symmetry counted, too", classes+
			"the set to itself"
	switch {
	case s.sets == nil:
		instance, all, distinct = board, "number of ways to cover the free cells",
			"their number up to the symmetries of the whole board that map the blocked cells to themselves"
	case s.boards != nil:
		instance, distinct = board+"; "+pieces, classes+"blocked cells and the set to themselves"
	}
	columns = append(columns, survey.Text(enumerate.InstanceColumn, instance,
		func(dst []byte, a *answer) []byte { return s.appendName(dst, a.instance()) }).As(enumerate.Key))
	masks := maskColumns
	if s.boards != nil {
		columns = append(columns, survey.Stored(masks[0], "the blocked cells beyond the board's own: "+
			s.numbering.meaning(), func(a *answer) *int64 { return &a.blocked }))
		masks = masks[1:]
	}
	if s.sets != nil {
		columns = append(columns, survey.Stored(masks[0], "the pieces chosen: bit place in the list, from 0",
			func(a *answer) *int64 { return &a.set }))
	}
	columns = append(columns, s.weights(s.thing()+"s")...)
	limited, count, other, number := enumerate.SolutionsColumn, all, enumerate.DistinctSolutionsColumn, distinct
	if s.sets != nil {
		limited, count, other, number = other, number, limited, count
	}
	solutions := survey.Solutions(limited, count, func(a *answer) *survey.Count { return &a.count })
	second := survey.Stored(other, number, func(a *answer) *int64 { return &a.other }).Measured("solutions")
	if s.limit > 0 {
		capped := survey.Capped("there are more solutions than the limit", s.limit,
			func(a *answer) *survey.Count { return &a.count }, nil)
		columns = append(columns, solutions.AtLeastIf(enumerate.CappedColumn), capped,
			second.NullUnless(func(a *answer) bool { return !a.count.Capped }))
	} else {
		columns = append(columns, solutions, second)
	}
	if s.sets != nil && s.method == eachMethod {
		columns = append(columns, survey.Stored("search_nodes", "nodes of the search that counted the solutions",
			func(a *answer) *int64 { return &a.nodes }).Measured("nodes"))
	}
	return slices.Concat(columns, flags,
		s.solutionColumns(s.board, "the first solution of that search where there is one up to symmetry",
			s.one), measures)
}

// maskColumns are the columns of masks: that of the blocked cells, then that of the set, which is the
// first where no cells are blocked.
var maskColumns = []string{"mask", "set_mask"}
