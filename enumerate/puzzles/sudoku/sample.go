package sudoku

import (
	"slices"
	"sync"
	"sync/atomic"

	"coverstat/enumerate"
	"coverstat/enumerate/puzzles/sudoku/canon"
	"coverstat/enumerate/puzzles/sudoku/grid"
	"coverstat/enumerate/survey"
)

const drawsPerSample = 1024 // draws a task

// openSample opens the job that draws grids uniformly and says which classes came how often.
//
// It lists all grids whose first row is 1, 2, 3, ... once. Each stands for
// equally many grids, so a uniform one of them, its digits renamed at random,
// is a uniform grid. The renaming does not change the class and is left out.
func openSample(spec enumerate.Spec, shape grid.Shape) (enumerate.Job, error) {
	if spec.Sample == nil {
		return nil, enumerate.KeyErrorf("sample", "a sample needs the number of draws, such as sample: {draws: 20000, sampler: uniform}")
	}
	if spec.Sample.Sampler != "uniform" {
		return nil, enumerate.KeyErrorf("sample.sampler", "sampler %s: expected uniform, the one there is for Sudoku grids", spec.Sample.Sampler)
	}
	g, err := newGrids(spec, shape)
	if err != nil {
		return nil, err
	}
	list := sync.OnceValues(g.listFirstRow)
	seen := survey.Stored("", "", func(a *gridAnswer) *int64 { return &a.seen })
	seen.Column = enumerate.TimesSeen("a grid")
	job := survey.Survey[gridAnswer]{
		Columns: slices.Concat(g.gridColumns(enumerate.Plain), []survey.Column[gridAnswer]{seen}, g.measureColumns()),
		Source:  &survey.Source{Count: spec.Sample.Draws, Stride: drawsPerSample},
		Kernel:  "", // grids come in the order of their draws
		Facts:   []enumerate.Fact{boxFact(shape), groupFact(shape), {Key: "sampler", Text: "sampler uniform: every grid is equally likely", Value: "uniform"}},
		NewAnswerer: func() (survey.Answerer[gridAnswer], error) {
			list, err := list()
			cells := shape.Cells()
			forms := canon.New(shape.Rows, shape.Cols)
			a := &gridAnswer{seen: 1}
			return func(i int64, _ *atomic.Bool, _ *enumerate.Effort) (*gridAnswer, error) {
				at := enumerate.Random(spec.Sample.Seed, enumerate.Stream(i)).IntN(len(list)/cells) * cells
				a.cells = forms.Grid(list[at : at+cells])
				g.classify(a, forms)
				return a, shape.CheckSolution(a.cells, nil)
			}, err
		},
		NewRecheck: func() (survey.Recheck[gridAnswer], error) { return newGridRecheck(shape).recheck, nil },
	}
	return job.Job(), nil
}

// listFirstRow lists all grids whose first row is 1, 2, 3, ..., one after another.
func (g *grids) listFirstRow() (all []byte, err error) {
	k, err := g.kernels.Get()
	if err != nil {
		return nil, err
	}
	var never atomic.Bool
	cells := make([]byte, g.board.shape.Cells())
	k.Search(enumerate.Task{Case: &g.cases[0], Share: 1}, &never, func(solution []enumerate.OptionID) bool {
		g.board.write(cells, solution)
		all = append(all, cells...)
		return true
	})
	return all, nil
}
