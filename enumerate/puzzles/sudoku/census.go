package sudoku

import (
	"fmt"
	"slices"
	"sync/atomic"

	"coverstat/enumerate"
	"coverstat/enumerate/exact"
	"coverstat/enumerate/puzzles/sudoku/canon"
	"coverstat/enumerate/puzzles/sudoku/grid"
)

// census is the job that lists all grids of a shape up to symmetry.
//
// Renaming digits gives every grid the first row 1, 2, 3, ..., so the search has
// that row fixed and each grid found stands for n!. A grid is kept if it is its
// own canonical form: tasks need not know of each other. 6x6: 39,168 grids for
// 28,200,960, a tenth of a second for the search and as much for the forms.
type census struct {
	board     *board
	kernel    exact.KernelChoice
	against   []string
	cases     []enumerate.Case
	tasks     []enumerate.Task
	above     enumerate.Effort
	measures  []measure
	withAuto  bool
	columns   []enumerate.Column
	countOnly bool
}

// maxCensusSide bounds censuses and samples of grids. The next boards have more
// grids than can be listed.
const maxCensusSide = 6

func newCensus(spec enumerate.Spec, shape grid.Shape) (*census, error) {
	if shape.Side() > maxCensusSide {
		why := ""
		switch shape {
		case grid.Shape{Rows: 2, Cols: 4}, grid.Shape{Rows: 4, Cols: 2}:
			why = ", and there are 29,136,487,207,403,520"
		case grid.Nine:
			why = ", and there are 6,670,903,752,021,072,936,960"
		}
		return nil, &enumerate.InputError{Key: "puzzle.box", Problem: fmt.Sprintf("box [%d, %d] has grids of %d digits%s", shape.Rows, shape.Cols, shape.Side(), why),
			Expected: fmt.Sprintf("at most %d digits, or puzzle.grid for the solutions of one puzzle", maxCensusSide)}
	}
	b, err := newBoard(shape, nil)
	if err != nil {
		return nil, err
	}
	c := &census{board: b, cases: []enumerate.Case{b.firstRow()}, countOnly: spec.CountOnly}
	x := exact.Instance{Kernels: b.kernels()}
	if c.kernel, c.against, err = x.Choose(spec.Kernel); err != nil {
		return nil, err
	}
	known := append(slices.Clone(gridMeasures), measure{info: enumerate.MeasureInfo{Name: automorphismsName}})
	found, err := resolve(spec.Measures, known, "grids")
	if err != nil {
		return nil, err
	}
	c.measures = slices.DeleteFunc(slices.Clone(found), func(m measure) bool { return m.info.Name == automorphismsName })
	c.withAuto = len(c.measures) < len(found)
	return c, nil
}

func openCensus(spec enumerate.Spec, shape grid.Shape) (enumerate.Job, error) {
	c, err := newCensus(spec, shape)
	if err != nil {
		return nil, err
	}
	c.columns = append(c.gridColumns(enumerate.Weight), c.measureColumns()...)
	k, err := c.kernel.New()
	if err != nil {
		return nil, err
	}
	c.tasks, c.above = k.Split(c.cases, spec.MaxShare)
	return c, nil
}

// gridColumns are the columns that say which grid it is.
func (c *census) gridColumns(orbit enumerate.Role) []enumerate.Column {
	return []enumerate.Column{
		{Name: enumerate.GridColumn, Type: enumerate.String, Role: enumerate.Key, Meaning: "the grid row by row, the least of its class"},
		enumerate.OrbitSize(orbit),
	}
}

func (c *census) measureColumns() []enumerate.Column {
	columns := measureColumns(c.measures)
	if c.withAuto {
		columns = append(columns, enumerate.Column{Name: automorphismsName, Type: enumerate.Int32, Role: enumerate.Measured,
			Meaning: "symmetries that map the grid to itself", Unit: "symmetries"})
	}
	return columns
}

// Columns implements [enumerate.Job].
func (c *census) Columns() []enumerate.Column { return c.columns }

// Tables implements [enumerate.Job].
func (c *census) Tables() ([]enumerate.Table, error) { return nil, nil }

// Tasks implements [enumerate.Job].
func (c *census) Tasks() int { return len(c.tasks) }

// Share implements [enumerate.Job].
func (c *census) Share(i int) float64 { return c.tasks[i].Share }

// Above implements [enumerate.Job].
func (c *census) Above() enumerate.Effort { return c.above }

// Kernel implements [enumerate.Job].
func (c *census) Kernel() string { return c.kernel.Name }

// Features implements [enumerate.Job].
func (c *census) Features() enumerate.Features { return enumerate.Features{} }

// Facts implements [enumerate.Job].
func (c *census) Facts() []enumerate.Fact {
	shape := c.board.shape
	order := canon.Symmetries(shape.Rows, shape.Cols)
	p := c.board.problem
	facts := []enumerate.Fact{
		{Key: "box", Text: "boxes of " + shape.String(), Value: shape.String()},
		{Key: "items", Text: fmt.Sprintf("%d items", p.Items()), Value: p.Items()},
		{Key: "options", Text: fmt.Sprintf("%d options", p.Options()), Value: p.Options()},
		{Key: "group_order", Text: fmt.Sprintf("symmetry group of order %d", order), Value: order},
		{Key: "reduction", Text: fmt.Sprintf("the first row fixed, so each grid found stands for %d; kept if it is the least of its class", c.weight()), Value: c.weight()},
		{Key: "kernel", Text: "kernel " + c.kernel.Name, Value: c.kernel.Name},
	}
	for _, why := range c.against {
		facts = append(facts, enumerate.Fact{Key: "not", Text: "not " + why, Value: why})
	}
	return append(facts, enumerate.Fact{Key: "tasks", Text: fmt.Sprintf("%d tasks", len(c.tasks)), Value: len(c.tasks)})
}

// weight is the number of grids that one with a fixed first row stands for.
func (c *census) weight() int64 {
	w := int64(1)
	for v := int64(2); v <= int64(c.board.shape.Side()); v++ {
		w *= v
	}
	return w
}

// NewChecker implements [enumerate.Job].
func (c *census) NewChecker() (enumerate.Checker, error) {
	return newGridChecker(c.board.shape, 1, c.measures, c.withAuto), nil
}

// NewWorker implements [enumerate.Job].
func (c *census) NewWorker() (enumerate.Worker, error) {
	k, err := c.kernel.New()
	if err != nil {
		return nil, err
	}
	s := c.board.shape
	return &censusWorker{census: c, kernel: k, canon: canon.New(s.Rows, s.Cols), cells: make([]byte, s.Cells())}, nil
}

type censusWorker struct {
	*census
	kernel enumerate.Kernel
	canon  canon.Canoniser
	cells  []byte
	text   []byte
}

// Do implements [enumerate.Worker].
func (w *censusWorker) Do(task int, stop *atomic.Bool, out *enumerate.Batch, flush func() error) (tally enumerate.Tally, done bool, err error) {
	shape := w.board.shape
	symmetries := canon.Symmetries(shape.Rows, shape.Cols)
	tally.Effort, done = w.kernel.Search(w.tasks[task], stop, func(solution []enumerate.OptionID) bool {
		tally.Raw += w.weight()
		w.board.write(w.cells, solution)
		if !w.canon.IsForm(w.cells) {
			return true
		}
		tally.Rows++
		if w.countOnly {
			return true
		}
		if err = shape.CheckSolution(w.cells, nil); err != nil {
			return false
		}
		w.text = grid.Append(w.text[:0], w.cells)
		out.AppendString(0, w.text)
		out.AppendInt32(1, int32(symmetries/int64(w.canon.Automorphisms())))
		w.appendMeasures(out, 2, w.cells, w.canon.Automorphisms())
		if out.Len() >= enumerate.BatchRows {
			err = flush()
		}
		return err == nil
	})
	return tally, done && err == nil, err
}

func (c *census) appendMeasures(out *enumerate.Batch, column int, cells []byte, automorphisms int) {
	for _, m := range c.measures {
		out.AppendInt32(column, int32(m.value(c.board.shape, cells)))
		column++
	}
	if c.withAuto {
		out.AppendInt32(column, int32(automorphisms))
	}
}
