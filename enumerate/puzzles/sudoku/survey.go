package sudoku

import (
	"fmt"
	"math"
	"math/rand/v2"
	"sync/atomic"

	"coverstat/enumerate"
	"coverstat/enumerate/puzzles/sudoku/bands"
	"coverstat/enumerate/puzzles/sudoku/canon"
	"coverstat/enumerate/puzzles/sudoku/grid"
	"coverstat/enumerate/puzzles/sudoku/singles"
)

// survey is the job that answers many puzzles, one row each, in the order of
// their source.
type survey struct {
	shape     grid.Shape
	source    source
	limit     int64 // 0: none
	canonical bool
	permute   *uint64
	policies  []policy
	nodeLimit int64
	measures  []measure
	columns   []enumerate.Column
	facts     []enumerate.Fact

	duplicates
}

// Columns of every survey, by position.
const (
	instanceColumn = iota
	numberColumn
	cluesColumn
	solutionsColumn
	cappedColumn
	solutionColumn
	nodesColumn
	guessesColumn
	firstExtraColumn
)

// formColumns is the number of columns about the form: canonical, duplicate_of,
// duplicate.
const formColumns = 3

// policyColumns are the columns of one way of solving by singles, each with the
// policy's prefix.
var policyColumns = []struct {
	suffix, meaning, unit string
	kind                  enumerate.Type
	role                  enumerate.Role
}{
	{"guesses", "candidates tried", "guesses", enumerate.Int64, enumerate.Measured},
	{"depth", "largest depth of the stack", "frames", enumerate.Int32, enumerate.Measured},
	{"nakeds", "naked singles placed, on all branches", "placements", enumerate.Int64, enumerate.Measured},
	{"hiddens", "hidden singles placed, on all branches", "placements", enumerate.Int64, enumerate.Measured},
	{"alone", "singles reached a solution without a guess", "", enumerate.Bool, enumerate.Measured},
	{"stopped", "the search ended at the node limit: guesses and depth are of what was done", "", enumerate.Bool, enumerate.Measured},
}

func (s *survey) setColumns(p *params, asked []string) error {
	number := enumerate.Column{Name: "line", Type: enumerate.Int64, Role: enumerate.Key, Meaning: "line of the file where the puzzle begins"}
	if p.Draw > 0 {
		number = enumerate.Column{Name: "draw", Type: enumerate.Int64, Role: enumerate.Key, Meaning: "number of the draw, from 0"}
	}
	s.columns = []enumerate.Column{
		{Name: enumerate.InstanceColumn, Type: enumerate.String, Role: enumerate.Key, Meaning: "the puzzle row by row, . for an empty cell"},
		number,
		{Name: "clues", Type: enumerate.Int32, Role: enumerate.Measured, Meaning: "givens of the puzzle", Unit: "cells"},
		{Name: enumerate.SolutionsColumn, Type: enumerate.Int64, Role: enumerate.Measured, Meaning: "number of solutions, at most the limit", Unit: "solutions"},
		{Name: enumerate.CappedColumn, Type: enumerate.Bool, Meaning: "there are more solutions than the limit"},
		{Name: "solution", Type: enumerate.String, Nullable: true, Meaning: "the solution where it is the only one"},
		{Name: "nodes", Type: enumerate.Int64, Role: enumerate.Measured, Meaning: "boards propagated by the solver", Unit: "nodes"},
		{Name: "guesses", Type: enumerate.Int64, Role: enumerate.Measured, Meaning: "boards that the solver branched on", Unit: "guesses"},
	}
	if s.permute != nil {
		s.columns[instanceColumn].Meaning = "a random image of the puzzle, row by row, . for an empty cell"
	}
	if s.shape != grid.Nine {
		s.columns[guessesColumn].Meaning = "candidates that the solver tried"
		s.columns[nodesColumn].Meaning = "boards that the solver filled in: the first and one for each guess"
	}
	if s.canonical {
		if canon.New(s.shape.Rows, s.shape.Cols) == nil {
			return enumerate.KeyErrorf("puzzle.canonical", "puzzle.canonical: boards with boxes of %s have too many symmetries: expected at most 9 digits", s.shape)
		}
		s.columns = append(s.columns,
			enumerate.Column{Name: "canonical", Type: enumerate.String, Nullable: true,
				Meaning: fmt.Sprintf("the puzzle's form, equal for puzzles that are the same up to symmetry; null without a solution or with more than %d", maxForms)},
			enumerate.Column{Name: "duplicate_of", Type: enumerate.Int64, Nullable: true,
				Meaning: "the first puzzle (its " + number.Name + ") with the same form, if that is another one"},
			enumerate.Column{Name: enumerate.DuplicateColumn, Type: enumerate.Bool, Role: enumerate.Measured, Nullable: true,
				Meaning: "a puzzle before has the same form; null without a form"})
	}
	seen := map[policy]bool{}
	for _, way := range s.policies {
		if seen[way] {
			return enumerate.KeyErrorf("puzzle.singles", "puzzle.singles names one way twice: %s", way.prefix())
		}
		seen[way] = true
		for _, c := range policyColumns {
			s.columns = append(s.columns, enumerate.Column{Name: way.prefix() + "_" + c.suffix, Type: c.kind, Role: c.role,
				Meaning: "singles, policy " + way.prefix() + ": " + c.meaning, Unit: c.unit})
		}
	}
	measures, err := resolve(asked, puzzleMeasures, "puzzles")
	if err != nil {
		return err
	}
	for _, m := range measures {
		if m.info.Name != s.columns[cluesColumn].Name {
			s.measures = append(s.measures, m)
		}
	}
	s.columns = append(s.columns, measureColumns(s.measures)...)
	return nil
}

// Columns implements [enumerate.Job].
func (s *survey) Columns() []enumerate.Column { return s.columns }

// Tables implements [enumerate.Job]: what was wrong with the file.
func (s *survey) Tables() ([]enumerate.Table, error) {
	file, ok := s.source.(*fileSource)
	if !ok {
		return nil, nil
	}
	b := enumerate.NewBatch([]enumerate.Column{
		{Name: "line", Type: enumerate.Int64, Meaning: "line of the file"},
		{Name: "column", Type: enumerate.Int64, Meaning: "column in it"},
		{Name: "problem", Type: enumerate.String, Meaning: "what was wrong"},
		{Name: "expected", Type: enumerate.String, Meaning: "what would have been right"},
	})
	for _, fault := range file.rejects {
		b.AppendInt64(0, int64(fault.Line))
		b.AppendInt64(1, int64(fault.Column))
		b.AppendString(2, []byte(fault.Problem))
		b.AppendString(3, []byte(fault.Expected))
	}
	return []enumerate.Table{{Name: "rejects", Rows: b}}, nil
}

// Tasks implements [enumerate.Job].
func (s *survey) Tasks() int { return s.source.tasks() }

// Share implements [enumerate.Job].
func (s *survey) Share(task int) float64 {
	last := s.Tasks() - 1
	all := float64(last)*float64(s.source.size(0)) + float64(s.source.size(last))
	return float64(s.source.size(task)) / all
}

// Above implements [enumerate.Job].
func (s *survey) Above() enumerate.Effort { return enumerate.Effort{} }

// Kernel implements [enumerate.Job].
func (s *survey) Kernel() string { return surveyKernel(s.shape) }

// Features implements [enumerate.Job].
func (s *survey) Features() enumerate.Features {
	f := enumerate.Features{Analysis: s.analysis()}
	if s.canonical {
		f.Prepare = s.prepare
	}
	return f
}

// Facts implements [enumerate.Job].
func (s *survey) Facts() []enumerate.Fact {
	facts := append([]enumerate.Fact{{Key: "box", Text: "boxes of " + s.shape.String(), Value: s.shape.String()}}, s.facts...)
	facts = append(facts, enumerate.Fact{Key: "kernel", Text: "solver " + surveyKernel(s.shape), Value: surveyKernel(s.shape)})
	limit := "all solutions counted"
	if s.limit > 0 {
		limit = fmt.Sprintf("at most %d solutions counted a puzzle", s.limit)
	}
	return append(facts,
		enumerate.Fact{Key: "limit", Text: limit, Value: s.limit},
		enumerate.Fact{Key: "tasks", Text: fmt.Sprintf("%d tasks", s.Tasks()), Value: s.Tasks()})
}

// surveyKernel names the solver of a survey: bands where it fits, else singles,
// naked and hidden, guessing where candidates are fewest.
func surveyKernel(shape grid.Shape) string {
	if shape == grid.Nine {
		return "bands"
	}
	return "singles"
}

// NewWorker implements [enumerate.Job].
func (s *survey) NewWorker() (enumerate.Worker, error) { return s.newSurveyor(), nil }

// surveyor turns puzzles into rows.
type surveyor struct {
	*survey
	reader    puzzleReader
	bands     *bands.Solver
	singles   *singles.Solver
	canon     canon.Canoniser
	image     []byte // the permuted puzzle
	text      []byte
	solution  []byte // the first found
	found     bool
	visit     func([]byte) bool
	visitNine func(*[81]byte) bool
	tally     enumerate.Tally

	leastGrid, leastForm []byte // of the solutions of a puzzle with several
}

func (s *survey) newSurveyor() *surveyor {
	w := &surveyor{survey: s, reader: s.source.open(), image: make([]byte, s.shape.Cells()), solution: make([]byte, s.shape.Cells())}
	if s.shape == grid.Nine {
		w.bands = bands.New()
	}
	if w.bands == nil || len(s.policies) > 0 {
		w.singles = singles.New(s.shape.Rows, s.shape.Cols)
	}
	if s.canonical {
		w.canon = canon.New(s.shape.Rows, s.shape.Cols)
	}
	w.visit = w.keepFirst
	w.visitNine = func(g *[81]byte) bool { return w.keepFirst(g[:]) }
	return w
}

func (w *surveyor) keepFirst(solution []byte) bool {
	if !w.found {
		w.found = true
		copy(w.solution, solution)
	}
	return true
}

// answer is what the fastest solver says of a puzzle.
type answer struct {
	solutions      int // up to one more than the limit
	nodes, guesses int64
}

// unique reports whether there is just one solution.
func (a answer) unique() bool { return a.solutions == 1 }

// searched is the number of solutions at which a search ends: one more than the
// limit, to know whether there are more. That costs nothing where there are not:
// such a search goes to its end with any limit. 0: none.
func (s *survey) searched() int {
	if s.limit == 0 || s.limit == math.MaxInt64 {
		return 0
	}
	return int(s.limit + 1)
}

// counted returns what a row says of an answer.
func (s *survey) counted(a answer) (solutions int64, capped bool) {
	n := int64(a.solutions)
	if s.limit > 0 && n > s.limit {
		return s.limit, true
	}
	return n, false
}

// solve answers a puzzle; its first solution is then in w.solution.
func (w *surveyor) solve(cells []byte, stop *atomic.Bool) answer {
	w.found = false
	limit := w.searched()
	if w.bands != nil {
		w.bands.StopOn(stop)
		n, effort := w.bands.Solve((*[81]byte)(cells), limit, w.visitNine)
		return answer{n, effort.Nodes, effort.Guesses}
	}
	n, stats := w.singles.Solve(cells, singles.Options{Hidden: true, Limit: limit, Stop: stop}, w.visit)
	return answer{n, stats.Guesses + 1, stats.Guesses}
}

// Do implements [enumerate.Worker].
func (w *surveyor) Do(task int, stop *atomic.Bool, out *enumerate.Batch, flush func() error) (enumerate.Tally, bool, error) {
	if rows := w.take(task); rows != nil {
		return w.replay(rows, out, flush)
	}
	w.tally = enumerate.Tally{}
	done := true
	err := w.reader.each(task, func(cells []byte, number int64) (bool, error) {
		if err := w.row(cells, number, stop, out); err != nil {
			return false, err
		}
		if stop.Load() {
			done = false // the row may be of a search cut short
			return false, nil
		}
		if out.Len() >= enumerate.BatchRows {
			return true, flush()
		}
		return true, nil
	})
	return w.tally, done && err == nil, err
}

// row appends the row of a puzzle.
func (w *surveyor) row(cells []byte, number int64, stop *atomic.Bool, out *enumerate.Batch) error {
	if w.permute != nil {
		randomImage(w.shape, rand.New(rand.NewPCG(*w.permute, uint64(number))), cells, w.image)
		cells = w.image
	}
	a := w.solve(cells, stop)
	if a.solutions > 0 {
		if err := w.shape.CheckSolution(w.solution, cells); err != nil {
			return fmt.Errorf("puzzle %d, %s: wrong solution: %w", number, grid.Format(cells), err)
		}
	}
	solutions, capped := w.counted(a)
	w.text = grid.Append(w.text[:0], cells)
	out.AppendString(instanceColumn, w.text)
	out.AppendInt64(numberColumn, number)
	out.AppendInt32(cluesColumn, int32(grid.Clues(cells)))
	out.AppendInt64(solutionsColumn, solutions)
	out.AppendBool(cappedColumn, capped)
	if a.unique() {
		out.AppendString(solutionColumn, grid.Append(w.text[:0], w.solution))
	} else {
		out.AppendNull(solutionColumn)
	}
	out.AppendInt64(nodesColumn, a.nodes)
	out.AppendInt64(guessesColumn, a.guesses)
	column := firstExtraColumn
	if w.canonical {
		w.appendForm(out, column, number, w.form(cells, a, stop))
		column += formColumns
	}
	for _, way := range w.policies {
		_, stats := w.singles.Solve(cells, singles.Options{Guess: way.guess, Hidden: way.hidden, Limit: int(w.limit), NodeLimit: w.nodeLimit, Stop: stop}, nil)
		out.AppendInt64(column, stats.Guesses)
		out.AppendInt32(column+1, int32(stats.Deepest))
		out.AppendInt64(column+2, stats.Naked)
		out.AppendInt64(column+3, stats.Hidden)
		out.AppendBool(column+4, stats.BySingles)
		out.AppendBool(column+5, stats.Unfinished)
		column += len(policyColumns)
	}
	for _, m := range w.measures {
		out.AppendInt32(column, int32(m.value(w.shape, cells)))
		column++
	}
	w.tally.Rows++
	w.tally.Raw++
	w.tally.Effort.Add(enumerate.Effort{Nodes: a.nodes, Solutions: int64(a.solutions)})
	return nil
}

func (w *surveyor) appendForm(out *enumerate.Batch, column int, number int64, form []byte) {
	if form == nil {
		out.AppendNull(column)
		out.AppendNull(column + 1)
		out.AppendNull(column + 2)
		return
	}
	w.text = grid.Append(w.text[:0], form)
	out.AppendString(column, w.text)
	if first, ok := w.first[keyOf(form)]; ok && first != number {
		out.AppendInt64(column+1, first)
		out.AppendBool(column+2, true)
	} else {
		out.AppendNull(column + 1) // or not known yet: replay puts it in
		out.AppendBool(column+2, false)
	}
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
