package sudoku

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync/atomic"

	"coverstat/enumerate"
	"coverstat/enumerate/puzzles/sudoku/bands"
	"coverstat/enumerate/puzzles/sudoku/canon"
	"coverstat/enumerate/puzzles/sudoku/grid"
	"coverstat/enumerate/puzzles/sudoku/singles"
	"coverstat/enumerate/survey"
)

// puzzleSurvey answers many puzzles, one row each, in the order of their source.
type puzzleSurvey struct {
	params
	shape    grid.Shape
	source   *source
	limit    survey.Limit
	most     int // solutions at which a search ends; 0 is none
	measures []measure

	// firsts[key of a form] is the number of the first puzzle with that form; nil before prepare.
	firsts map[[16]byte]int64
}

// answer is what is known of one puzzle.
type answer struct {
	number    int64 // of the puzzle in its source
	cells     []byte
	found     int // solutions, at most one more than the limit
	count     survey.Count
	solution  []byte // where it is the only one
	effort    bands.Counters
	bySingles []singles.Counters // by policy

	form      []byte   // nil: none
	key       [16]byte // of the form
	duplicate bool     // a puzzle before has the same form
	first     int64    // the number of the first with it, if duplicate
}

// unique reports whether there is exactly one solution.
func (a *answer) unique() bool { return a.count.One() }

// surveyKernel returns the name of the solver of a survey. The error says which parameters do not fit a survey.
func surveyKernel(spec enumerate.Spec, p *params, shape grid.Shape) (kernel string, err error) {
	if (p.Input != "") == (p.Draw.Number != 0) {
		return "", enumerate.Errorf(
			"a survey needs puzzle.input, the name of a file, or puzzle.draw, a number of puzzles")
	}
	if p.Draw.Number < 0 || p.Limit != nil && *p.Limit < 0 || p.NodeLimit < 0 {
		return "", enumerate.KeyErrorf("puzzle.draw", "puzzle.draw, limit and node_limit cannot be negative")
	}
	// Singles, naked and hidden, guess where candidates are fewest.
	kernel = "singles"
	if shape == grid.Nine {
		kernel = "bands"
	}
	if spec.Kernel != "" && spec.Kernel != "auto" && spec.Kernel != kernel {
		return "", enumerate.KeyErrorf("kernel", "kernel %s: expected auto or %s for a survey with boxes of %s",
			spec.Kernel, kernel, shape)
	}
	if side := shape.Rows * shape.Cols; p.Draw.Number > 0 && side > 16 {
		return "", enumerate.KeyErrorf("puzzle.draw",
			"puzzle.draw: box [%d, %d]: expected boxes of at most 16 cells for puzzles that are drawn", shape.Rows,
			shape.Cols)
	}
	return kernel, nil
}

func openSurvey(spec enumerate.Spec, p *params, shape grid.Shape) (*enumerate.Job, error) {
	kernel, err := surveyKernel(spec, p, shape)
	if err != nil {
		return nil, err
	}
	s := &puzzleSurvey{params: *p, shape: shape, limit: 2}
	if p.Limit != nil {
		s.limit = survey.Limit(*p.Limit)
	}
	columns, err := s.columns(spec.Measures)
	if err != nil {
		return nil, err
	}
	if p.Draw.Until > 0 && p.Canonical {
		return nil, enumerate.KeyErrorf("puzzle.canonical",
			"puzzle.canonical looks for duplicates among all puzzles that are drawn, whose number until says nobody: expected draw: N with it")
	}
	if p.Draw.Number > 0 {
		s.source = drawPuzzles(shape, p.Draw, p.Seed)
	} else if s.source, err = readPuzzles(p, shape, spec); err != nil {
		return nil, err
	}
	s.most = int(s.limit.Search())
	if spec.CountOnly { // no row says what this leaves out
		s.Canonical, s.Singles, s.most = false, nil, int(s.limit)
	}
	limit := "all solutions counted"
	if s.limit > 0 {
		limit = fmt.Sprintf("at most %s counted a puzzle", enumerate.Plural(s.limit, "solution"))
	}
	facts := append([]enumerate.Fact{boxFact(shape)}, s.source.facts...)
	facts = append(facts,
		enumerate.Fact{Key: "kernel", Text: "solver " + kernel, Value: kernel},
		s.searchFact(),
		enumerate.Fact{Key: "limit", Text: limit, Value: int64(s.limit)})
	x := survey.Survey[answer]{
		Columns:   columns,
		Source:    &s.source.Source,
		Kernel:    kernel,
		Facts:     facts,
		Tables:    s.source.tables,
		Features:  enumerate.Features{Analysis: enumerate.Analysis{Drawn: s.source.drawn}, Covers: s.covers()},
		CountOnly: spec.CountOnly,

		NewAnswerer: func() (survey.Answerer[answer], error) { return s.newSolver().answer, nil },
		NewRecheck:  s.newRecheck,
	}
	if s.Canonical {
		x.Features.Preparation = &enumerate.Preparation{Do: s.prepare, Name: "finding canonical forms of puzzles",
			Things: p.Draw.Number}
		if p.Draw.Number > 0 {
			x.Features.Preparation.Name = "drawing puzzles"
		}
	}
	err = x.DrawUntil(p.Draw)
	return x.Job(), err
}

// searchFact names the columns that tell of a search of the very puzzle in the row: its images may have
// other values. All other numbers of a row are the same for all images.
func (s *puzzleSurvey) searchFact() enumerate.Fact {
	names := []string{"nodes", "guesses"}
	for _, by := range s.Singles {
		for _, c := range by.columns(nil) {
			names = append(names, c.Name)
		}
	}
	return enumerate.Fact{Key: "of_search", Text: "other values for images of a puzzle: " +
		strings.Join(names, ", "), Value: names}
}

func (s *puzzleSurvey) columns(asked []string) ([]survey.Column[answer], error) {
	number, numberMeaning := "line", "line of the file where the puzzle begins"
	if s.Draw.Number > 0 {
		number, numberMeaning = enumerate.DrawColumn, "number of the draw, from 0"
	}
	instance := "the puzzle row by row, . for an empty cell"
	if s.Permute != nil {
		instance = "a random image of the puzzle, row by row, . for an empty cell"
	}
	nodes, guesses := "boards propagated by the solver", "boards that the solver branched on"
	if s.shape != grid.Nine {
		nodes, guesses = "boards that the solver filled in: the first and one for each guess",
			"candidates that the solver tried"
	}
	count := func(a *answer) *survey.Count { return &a.count }
	columns := []survey.Column[answer]{
		boardColumn(s.shape, enumerate.InstanceColumn, instance,
			func(a *answer) *[]byte { return &a.cells }).As(enumerate.Key),
		survey.Stored(number, numberMeaning, func(a *answer) *int64 { return &a.number }).As(enumerate.Key),
		survey.Value("clues", "givens of the puzzle",
			func(a *answer) int32 { return int32(grid.Clues(a.cells)) }).Measured("cells"),
		survey.Solutions(enumerate.SolutionsColumn, "number of solutions, at most the limit",
			count).AtLeastIf(enumerate.CappedColumn),
		survey.Capped("there are more solutions than the limit", s.limit, count, nil),
		boardColumn(s.shape, enumerate.SolutionColumn, "the solution where it is the only one",
			func(a *answer) *[]byte { return &a.solution }).NullUnless((*answer).unique),
		survey.Stored("nodes", nodes, func(a *answer) *int64 { return &a.effort.Nodes }).Measured("nodes"),
		survey.Stored("guesses", guesses, func(a *answer) *int64 { return &a.effort.Guesses }).Measured("guesses"),
	}
	if s.Canonical {
		forms, err := s.formColumns(number)
		if err != nil {
			return nil, err
		}
		columns = append(columns, forms...)
	}
	for i, by := range s.Singles {
		if slices.Contains(s.Singles[:i], by) {
			return nil, enumerate.KeyErrorf("puzzle.singles", "puzzle.singles names one way twice: %s", by.prefix())
		}
		columns = append(columns, by.columns(func(a *answer) *singles.Counters { return &a.bySingles[i] })...)
	}
	measures, _, err := resolve(asked, puzzleMeasures, "puzzles")
	for _, m := range measures {
		if m.info.Name != "clues" { // a column of every survey
			s.measures = append(s.measures, m)
		}
	}
	return append(columns, measureColumns(s.shape, s.measures, func(a *answer) []byte { return a.cells })...), err
}

// formColumns are the columns of forms. The column number has the place of a puzzle in its source.
func (s *puzzleSurvey) formColumns(number string) ([]survey.Column[answer], error) {
	if canon.New(s.shape.Rows, s.shape.Cols) == nil {
		return nil, enumerate.KeyErrorf("puzzle.canonical",
			"puzzle.canonical: boards with boxes of %s have too many symmetries: expected at most 9 digits", s.shape)
	}
	hasForm := func(a *answer) bool { return a.form != nil }
	return []survey.Column[answer]{
		boardColumn(s.shape, "canonical",
			fmt.Sprintf(
				"the puzzle's form, equal for puzzles that are the same up to symmetry; null without a solution or with more than %d", maxForms),
			func(a *answer) *[]byte { return &a.form }).NullUnless(hasForm),
		survey.Stored("duplicate_of", "the first puzzle (its "+number+") with the same form, if that is another one",
			func(a *answer) *int64 { return &a.first }).NullUnless(func(a *answer) bool { return a.duplicate }),
		survey.Stored(enumerate.DuplicateColumn, "a puzzle before has the same form; null without a form",
			func(a *answer) *bool { return &a.duplicate }).Measured("").NullUnless(hasForm),
	}, nil
}

// A searcher finds the solutions of boards of a shape, for one goroutine: those of 9x9 boards by
// package bands, of others by singles, naked and hidden, with guesses where candidates are fewest.
type searcher struct {
	bands    *bands.Solver // nil: by singles
	singles  *singles.Solver
	settings singles.Settings // of singles
}

func newSearcher(shape grid.Shape) searcher {
	if shape == grid.Nine {
		return searcher{bands: bands.New()}
	}
	return searcher{singles: singles.New(shape.Rows, shape.Cols), settings: singles.Settings{Hidden: true}}
}

// search counts the solutions of a puzzle, up to a limit that is not 0, and shows them. It reports whether it was
// ended, and not given up before.
func (s *searcher) search(cells []byte, limit int, stop *atomic.Bool,
	visit func([]byte) bool) (found int, effort bands.Counters, ended bool) {
	if s.bands != nil {
		s.bands.StopOn(stop)
		found, effort = s.bands.Solve((*[81]byte)(cells), limit, visit)
		return found, effort, true
	}
	s.settings.Limit, s.settings.Stop = limit, stop
	found, stats := s.singles.Solve(cells, s.settings, visit)
	return found, bands.Counters{Nodes: stats.Guesses + 1, Guesses: stats.Guesses}, !stats.Unfinished
}

// puzzleSolver answers puzzles, for one goroutine.
type puzzleSolver struct {
	*puzzleSurvey
	searcher
	puzzle   func(i int64) (cells []byte, number int64)
	canon    canon.Canoniser
	current  answer
	image    []byte // the permuted puzzle
	solution []byte // one that was found
	keep     func([]byte) bool

	leastGrid, leastForm []byte // of the solutions of a puzzle with several
}

func (s *puzzleSurvey) newSolver() *puzzleSolver {
	w := &puzzleSolver{puzzleSurvey: s, searcher: newSearcher(s.shape), puzzle: s.source.open(),
		image: make([]byte, s.shape.Cells()), solution: make([]byte, s.shape.Cells())}
	if len(s.Singles) > 0 && w.singles == nil {
		w.singles = singles.New(s.shape.Rows, s.shape.Cols)
	}
	if s.Canonical {
		w.canon = canon.New(s.shape.Rows, s.shape.Cols)
	}
	w.keep = func(solution []byte) bool {
		copy(w.solution, solution)
		if w.bands != nil {
			w.bands.ShowNoMore()
		}
		return true
	}
	return w
}

// answer is the [survey.Answerer].
func (w *puzzleSolver) answer(i int64, stop *atomic.Bool, effort *enumerate.Effort) (*answer, error) {
	a, err := w.solve(i, stop)
	if err != nil {
		return nil, err
	}
	a.first, a.duplicate = w.firsts[a.key] // which has no key of a missing form
	a.duplicate = a.duplicate && a.first != a.number
	w.solveBySingles(a, w.singles, stop)
	effort.Add(enumerate.Effort{Nodes: a.effort.Nodes, Solutions: int64(a.found)})
	return a, nil
}

// solve solves puzzle i and finds its form.
func (w *puzzleSolver) solve(i int64, stop *atomic.Bool) (*answer, error) {
	a := &w.current
	a.cells, a.number = w.puzzle(i)
	if w.Permute != nil {
		randomImage(w.shape, enumerate.Random(*w.Permute, enumerate.Stream(a.number)), a.cells, w.image)
		a.cells = w.image
	}
	a.found, a.effort, _ = w.search(a.cells, w.most, stop, w.keep)
	a.count, a.solution = w.limit.Count(int64(a.found)), w.solution
	if a.found > 0 {
		if err := w.shape.CheckSolution(a.solution, a.cells); err != nil {
			return nil, fmt.Errorf("puzzle %d, %s: wrong solution: %w", a.number, grid.Format(a.cells), err)
		}
	}
	if w.Canonical {
		a.form = w.form(stop)
		a.key = keyOf(a.form)
	}
	return a, nil
}

// randomImage writes to image the cells under a random symmetry of the board.
func randomImage(s grid.Shape, rng *rand.Rand, cells, image []byte) {
	n := s.Side()
	lines := func(groups, size int) []int {
		order := make([]int, 0, n)
		for _, g := range rng.Perm(groups) {
			for _, x := range rng.Perm(size) {
				order = append(order, g*size+x)
			}
		}
		return order
	}
	rows, cols, names := lines(s.Cols, s.Rows), lines(s.Rows, s.Cols), rng.Perm(n)
	transpose := s.Rows == s.Cols && rng.IntN(2) == 1
	for r := range n {
		for c := range n {
			from := rows[r]*n + cols[c]
			if transpose {
				from = cols[c]*n + rows[r]
			}
			v := cells[from]
			if v != 0 {
				v = byte(names[v-1] + 1)
			}
			image[r*n+c] = v
		}
	}
}

// checkedGuesses bounds the recount of solutions: a count that singles cannot
// confirm within so many guesses is only tested for a sound solution. Of 52,000
// puzzles of public lists, the hardest known among them, none took 4,400.
const checkedGuesses = 100_000

// newRecheck returns what makes the answer of a stored puzzle again, from the
// text of the puzzle alone: another solver counts. Of the form it tests what no
// symmetry changes.
func (s *puzzleSurvey) newRecheck() (survey.Recheck[answer], error) {
	solver := singles.New(s.shape.Rows, s.shape.Cols)
	var never atomic.Bool
	return func(a *answer) error {
		s.recount(a, solver)
		if a.unique() {
			if err := s.shape.CheckSolution(a.solution, a.cells); err != nil {
				return fmt.Errorf("solution: %w", err)
			}
		}
		s.solveBySingles(a, solver, &never)
		if s.Canonical {
			return s.recheckForm(a)
		}
		return nil
	}, nil
}

// recount counts the solutions of an answer again, up to one more than it has.
// Solutions in the hundred thousands are not counted again one by one.
func (s *puzzleSurvey) recount(a *answer, solver *singles.Solver) {
	if a.count.Solutions >= checkedGuesses {
		return
	}
	var found []byte
	n, stats := solver.Solve(a.cells, singles.Settings{Hidden: true, Limit: int(a.count.Solutions + 1),
		NodeLimit: checkedGuesses}, func(g []byte) bool {
		found = append(found[:0], g...)
		return true
	})
	if stats.Unfinished {
		return
	}
	if a.count = s.limit.Count(int64(n)); a.unique() {
		a.solution = found
	}
}

// recheckForm tests the form of an answer.
func (s *puzzleSurvey) recheckForm(a *answer) error {
	n := a.count.Solutions
	if a.form == nil {
		if n > 0 && !a.count.Capped && n <= maxForms {
			return fmt.Errorf("canonical is null with %d solutions", n)
		}
		return nil
	}
	if n == 0 || n > maxForms {
		return fmt.Errorf("canonical is not null with %d solutions", n)
	}
	if grid.Clues(a.form) != grid.Clues(a.cells) ||
		!bytes.Equal(signature(s.shape, a.form), signature(s.shape, a.cells)) {
		return fmt.Errorf("canonical has other givens than the puzzle")
	}
	return nil
}

// signature is what symmetries cannot change of a puzzle, in short: the numbers of givens of
// its digits, of its lines and of its boxes, sorted.
func signature(s grid.Shape, cells []byte) []byte {
	g := givensOf(s, cells)
	for _, counts := range g {
		slices.Sort(counts)
	}
	return slices.Concat(g[:]...)
}
