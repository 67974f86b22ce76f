package sudoku

import (
	"cmp"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"

	"coverstat/enumerate"
	"coverstat/enumerate/exact"
	"coverstat/enumerate/puzzles/sudoku/canon"
	"coverstat/enumerate/puzzles/sudoku/grid"
	"coverstat/enumerate/survey"
)

// grids are what the census and the sample of all grids of a shape have in
// common. The census lists them up to symmetry.
//
// Renaming digits gives every grid the first row 1, 2, 3, ..., so the search has
// that row fixed and each grid found stands for n!. A grid is kept if it is its
// own canonical form: tasks need not know of each other. 6x6: 39,168 grids for
// 28,200,960, a tenth of a second for the search and as much for the forms.
type grids struct {
	board    *board
	kernels  *exact.KernelPool
	cases    []enumerate.Case
	measures []measure
	withAuto bool // with the measure of automorphisms
}

// gridAnswer is what is known of one grid.
type gridAnswer struct {
	cells         []byte
	orbit         int32
	automorphisms int
	seen          int64 // draws that gave a grid of this class
}

// maxCensusSide bounds censuses and samples of grids. The next boards have more
// grids than can be listed.
const maxCensusSide = 6

func newGrids(spec enumerate.Spec, shape grid.Shape) (*grids, error) {
	if shape.Side() > maxCensusSide {
		why := ""
		switch shape {
		case grid.Shape{Rows: 2, Cols: 4}, grid.Shape{Rows: 4, Cols: 2}:
			why = ", and there are 29,136,487,207,403,520"
		case grid.Nine:
			why = ", and there are 6,670,903,752,021,072,936,960"
		}
		return nil, &enumerate.InputError{Key: "puzzle.box",
			Problem:  fmt.Sprintf("box [%d, %d] has grids of %d digits%s", shape.Rows, shape.Cols, shape.Side(), why),
			Expected: fmt.Sprintf("at most %d digits, or puzzle.grid for the solutions of one puzzle", maxCensusSide)}
	}
	b, err := newBoard(shape, nil)
	if err != nil {
		return nil, err
	}
	g := &grids{board: b, cases: []enumerate.Case{b.firstRow()}}
	if g.kernels, err = exact.Choose(exact.GeneralKernels(b.problem), spec.Kernel); err != nil {
		return nil, err
	}
	if g.measures, _, err = resolve(spec.Measures, append(slices.Clone(gridMeasures), automorphisms),
		"grids"); err != nil {
		return nil, err
	}
	if i := slices.IndexFunc(g.measures, func(m measure) bool { return m.value == nil }); i >= 0 {
		g.measures, g.withAuto = slices.Delete(g.measures, i, i+1), true
	}
	return g, nil
}

func openCensus(spec enumerate.Spec, shape grid.Shape) (*enumerate.Job, error) {
	g, err := newGrids(spec, shape)
	if err != nil {
		return nil, err
	}
	tasks, above := g.kernels.Get().Split(g.cases, cmp.Or(spec.MaxShare, enumerate.DefaultShare))
	if len(tasks) > enumerate.MostTasks {
		return nil, enumerate.TooManyTasks()
	}
	job := survey.Survey[gridAnswer]{
		Columns: slices.Concat(g.gridColumns(enumerate.Weight), g.measureColumns()),
		Tasks:   len(tasks),
		Share:   func(task int) float64 { return tasks[task].Share },
		Above:   above,
		Kernel:  g.kernels.Kernel.Name,
		Facts:   g.censusFacts(),
		Features: enumerate.Features{Covers: &enumerate.Covers{Count: 1,
			Cover: func(int64) (*enumerate.Cover, error) { return &enumerate.Cover{Problem: g.board.problem}, nil }}},
		CountOnly: spec.CountOnly,

		NewSolver:  func() (survey.Solver[gridAnswer], error) { return g.newSolver(tasks) },
		NewRecheck: func() (survey.Recheck[gridAnswer], error) { return gridRecheck(shape) },
	}
	return job.Job(), nil
}

// gridColumns are the columns that say which grid it is.
func (g *grids) gridColumns(orbit enumerate.Role) []survey.Column[gridAnswer] {
	size := survey.Value("", "", func(a *gridAnswer) int32 { return a.orbit })
	size.Column = enumerate.OrbitSize(orbit)
	return []survey.Column[gridAnswer]{
		boardColumn(g.board.shape, enumerate.GridColumn, "the grid row by row, the least of its class",
			func(a *gridAnswer) *[]byte { return &a.cells }).As(enumerate.Key),
		size,
	}
}

func (g *grids) measureColumns() []survey.Column[gridAnswer] {
	columns := measureColumns(g.board.shape, g.measures, func(a *gridAnswer) []byte { return a.cells })
	if g.withAuto {
		columns = append(columns, survey.Measure(automorphisms.info,
			func(a *gridAnswer) int32 { return int32(a.automorphisms) }))
	}
	return columns
}

func (g *grids) censusFacts() []enumerate.Fact {
	shape := g.board.shape
	p := g.board.problem
	weight := canon.Renamings(shape.Side())
	facts := []enumerate.Fact{
		boxFact(shape),
		{Key: "items", Text: enumerate.Plural(p.Items(), "item"), Value: p.Items()},
		{Key: "options", Text: enumerate.Plural(p.Options(), "option"), Value: p.Options()},
		groupFact(shape),
		{Key: "reduction",
			Text: fmt.Sprintf(
				"the first row fixed, so each grid found stands for %d; kept if it is the least of its class", weight),
			Value: weight},
	}
	return append(facts, g.kernels.Facts()...)
}

func boxFact(shape grid.Shape) enumerate.Fact {
	return enumerate.Fact{Key: "box", Text: "boxes of " + shape.String(), Value: shape.String()}
}

func groupFact(shape grid.Shape) enumerate.Fact {
	order := canon.Symmetries(shape.Rows, shape.Cols)
	return enumerate.Fact{Key: "group_order", Text: "symmetry group of order " + enumerate.Grouped(order), Value: order}
}

// newSolver returns the solver of the census.
func (g *grids) newSolver(tasks []enumerate.Task) (survey.Solver[gridAnswer], error) {
	k, shape := g.kernels.Get(), g.board.shape
	forms := canon.New(shape.Rows, shape.Cols)
	weight := canon.Renamings(shape.Side())
	a := &gridAnswer{cells: make([]byte, shape.Cells())}
	return func(task int, stop *atomic.Bool, tally *enumerate.Tally, visit func(*gridAnswer) bool) (err error) {
		tally.Effort, _ = k.Search(tasks[task], stop, func(solution []enumerate.OptionID) bool {
			tally.Raw += weight
			g.board.write(a.cells, solution)
			if !forms.IsForm(a.cells) {
				return true
			}
			if err = shape.CheckSolution(a.cells, nil); err != nil {
				return false
			}
			g.classify(a, forms)
			return visit(a)
		})
		return err
	}, nil
}

// classify fills in what the canonical form just made says of the grid's class.
func (g *grids) classify(a *gridAnswer, forms canon.Canoniser) {
	a.automorphisms = forms.Automorphisms()
	a.orbit = int32(canon.Symmetries(g.board.shape.Rows, g.board.shape.Cols) / int64(a.automorphisms))
}

const drawsPerSample = 1024 // draws a task

// openSample opens the job that draws grids uniformly and says which classes came how often.
//
// It lists all grids whose first row is 1, 2, 3, ... once. Each stands for
// equally many grids, so a uniform one of them, its digits renamed at random,
// is a uniform grid. The renaming does not change the class and is left out.
func openSample(spec enumerate.Spec, shape grid.Shape) (*enumerate.Job, error) {
	if spec.Sample == nil {
		return nil, enumerate.KeyErrorf("sample",
			"a sample needs the number of draws, such as sample: {draws: 20000, sampler: uniform}")
	}
	if spec.Sample.Sampler != "uniform" {
		return nil, enumerate.KeyErrorf("sample.sampler",
			"sampler %s: expected uniform, the one there is for Sudoku grids",
			spec.Sample.Sampler)
	}
	g, err := newGrids(spec, shape)
	if err != nil {
		return nil, err
	}
	list := sync.OnceValue(g.listFirstRow)
	seen := survey.Stored("", "", func(a *gridAnswer) *int64 { return &a.seen })
	seen.Column = enumerate.TimesSeen("a grid")
	job := survey.Survey[gridAnswer]{
		Columns: slices.Concat(g.gridColumns(enumerate.Plain), []survey.Column[gridAnswer]{seen}, g.measureColumns()),
		Source:  &survey.Source{Count: spec.Sample.Draws, Stride: drawsPerSample},
		Kernel:  "", // grids come in the order of their draws
		Facts: []enumerate.Fact{boxFact(shape), groupFact(shape),
			{Key: "sampler", Text: "sampler uniform: every grid is equally likely", Value: "uniform"}},
		NewAnswerer: func() (survey.Answerer[gridAnswer], error) {
			list, cells := list(), shape.Cells()
			forms := canon.New(shape.Rows, shape.Cols)
			a := &gridAnswer{seen: 1}
			return func(i int64, _ *atomic.Bool, _ *enumerate.Effort) (*gridAnswer, error) {
				at := enumerate.Random(spec.Sample.Seed, enumerate.Stream(i)).IntN(len(list)/cells) * cells
				a.cells = forms.Grid(list[at : at+cells])
				g.classify(a, forms)
				return a, shape.CheckSolution(a.cells, nil)
			}, nil
		},
		NewRecheck: func() (survey.Recheck[gridAnswer], error) { return gridRecheck(shape) },
	}
	return job.Job(), nil
}

// listFirstRow lists all grids whose first row is 1, 2, 3, ..., one after another.
func (g *grids) listFirstRow() (all []byte) {
	var never atomic.Bool
	cells := make([]byte, g.board.shape.Cells())
	g.kernels.Get().Search(enumerate.Task{Case: &g.cases[0], Share: 1}, &never, func(solution []enumerate.OptionID) bool {
		g.board.write(cells, solution)
		all = append(all, cells...)
		return true
	})
	return all
}

// gridRecheck judges rows of a census or sample of grids by trying every
// symmetry of the board, row orders and column orders in nested loops. It shares the
// list of these orders with package canon, and nothing else.
func gridRecheck(shape grid.Shape) (survey.Recheck[gridAnswer], error) {
	rowOrders, colOrders := canon.LineOrders(shape.Cols, shape.Rows), canon.LineOrders(shape.Rows, shape.Cols)
	turns := []bool{false}
	if shape.Rows == shape.Cols {
		turns = append(turns, true)
	}
	return func(a *gridAnswer) error {
		if err := shape.CheckSolution(a.cells, nil); err != nil {
			return err
		}
		fixed, all := 0, 0
		for _, turned := range turns {
			for _, rows := range rowOrders {
				for _, cols := range colOrders {
					all++
					switch compareImage(shape.Side(), a.cells, rows, cols, turned) {
					case -1:
						return fmt.Errorf(
							"not in canonical form: rows %v, columns %v, transposed %v give a lesser image", rows, cols,
							turned)
					case 0:
						fixed++
					}
				}
			}
		}
		a.automorphisms = fixed
		a.orbit = int32(int(canon.Renamings(shape.Side())) * all / fixed)
		return nil
	}, nil
}

// compareImage orders the image of a grid of n digits, renamed by its first row, relative
// to the grid.
func compareImage(n int, cells []byte, rows, cols []uint8, transpose bool) int {
	var names [grid.MaxSide + 1]byte
	next := byte(1)
	for i := range cells {
		from := int(rows[i/n])*n + int(cols[i%n])
		if transpose {
			from = int(cols[i%n])*n + int(rows[i/n])
		}
		v := cells[from]
		if names[v] == 0 {
			names[v] = next
			next++
		}
		if names[v] != cells[i] {
			if names[v] < cells[i] {
				return -1
			}
			return 1
		}
	}
	return 0
}
