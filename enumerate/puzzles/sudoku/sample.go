package sudoku

import (
	"fmt"
	"math/rand/v2"
	"sync"
	"sync/atomic"

	"coverstat/enumerate"
	"coverstat/enumerate/puzzles/sudoku/canon"
	"coverstat/enumerate/puzzles/sudoku/grid"
)

// sample is the job that draws grids uniformly and says which classes came how
// often.
//
// All grids whose first row is 1, 2, 3, ... are listed once; each stands for
// equally many grids, so a uniform one of them, its digits renamed at random,
// is a uniform grid. The renaming does not change the class and is left out.
type sample struct {
	*census
	draws   int64
	seed    uint64
	listing sync.Once
	cells   int
	grids   []byte // all grids with that first row, one after another
	listErr error
}

const drawsPerSample = 1024 // draws a task

// Columns of a sample's rows.
const (
	sampleGrid = iota
	sampleOrbit
	sampleSeen
	sampleMeasures
)

func openSample(spec enumerate.Spec, shape grid.Shape) (enumerate.Job, error) {
	if spec.Sample == nil {
		return nil, enumerate.KeyErrorf("sample", "a sample needs the number of draws, such as sample: {draws: 20000, sampler: uniform}")
	}
	if spec.Sample.Sampler != "uniform" {
		return nil, enumerate.KeyErrorf("sample.sampler", "sampler %s: expected uniform, the one there is for Sudoku grids", spec.Sample.Sampler)
	}
	c, err := newCensus(spec, shape)
	if err != nil {
		return nil, err
	}
	c.columns = append(c.gridColumns(enumerate.Plain), enumerate.TimesSeen("a grid"))
	c.columns = append(c.columns, c.measureColumns()...)
	return &sample{census: c, draws: spec.Sample.Draws, seed: spec.Sample.Seed, cells: shape.Cells()}, nil
}

// Tasks implements [enumerate.Job].
func (s *sample) Tasks() int { return int((s.draws + drawsPerSample - 1) / drawsPerSample) }

func (s *sample) size(task int) int64 {
	return min(drawsPerSample, s.draws-int64(task)*drawsPerSample)
}

// Share implements [enumerate.Job].
func (s *sample) Share(task int) float64 { return float64(s.size(task)) / float64(s.draws) }

// Above implements [enumerate.Job].
func (s *sample) Above() enumerate.Effort { return enumerate.Effort{} }

// Kernel implements [enumerate.Job]: grids come in the order of their draws.
func (s *sample) Kernel() string { return "" }

// Facts implements [enumerate.Job].
func (s *sample) Facts() []enumerate.Fact {
	shape := s.board.shape
	order := canon.Symmetries(shape.Rows, shape.Cols)
	return []enumerate.Fact{
		{Key: "box", Text: "boxes of " + shape.String(), Value: shape.String()},
		{Key: "group_order", Text: fmt.Sprintf("symmetry group of order %d", order), Value: order},
		{Key: "sampler", Text: "sampler uniform: every grid is equally likely", Value: "uniform"},
		{Key: "tasks", Text: fmt.Sprintf("%d tasks", s.Tasks()), Value: s.Tasks()},
	}
}

// NewChecker implements [enumerate.Job].
func (s *sample) NewChecker() (enumerate.Checker, error) {
	c := newGridChecker(s.board.shape, sampleOrbit, s.measures, s.withAuto)
	c.first = sampleMeasures
	return c, nil
}

// list fills s.grids.
func (s *sample) list() {
	k, err := s.kernel.New()
	if err != nil {
		s.listErr = err
		return
	}
	var never atomic.Bool
	cells := make([]byte, s.cells)
	k.Search(enumerate.Task{Case: &s.cases[0], Share: 1}, &never, func(solution []enumerate.OptionID) bool {
		s.board.write(cells, solution)
		s.grids = append(s.grids, cells...)
		return true
	})
}

// NewWorker implements [enumerate.Job].
func (s *sample) NewWorker() (enumerate.Worker, error) {
	s.listing.Do(s.list)
	shape := s.board.shape
	return &sampleWorker{sample: s, canon: canon.New(shape.Rows, shape.Cols)}, s.listErr
}

type sampleWorker struct {
	*sample
	canon canon.Canoniser
	text  []byte
}

// Do implements [enumerate.Worker]: a row for each draw.
func (w *sampleWorker) Do(task int, stop *atomic.Bool, out *enumerate.Batch, flush func() error) (tally enumerate.Tally, done bool, err error) {
	shape := w.board.shape
	symmetries := canon.Symmetries(shape.Rows, shape.Cols)
	total := len(w.grids) / w.cells
	for i := range w.size(task) {
		if stop.Load() {
			return tally, false, nil
		}
		rng := rand.New(rand.NewPCG(w.seed, uint64(int64(task)*drawsPerSample+i)))
		at := rng.IntN(total) * w.cells
		form := w.canon.Grid(w.grids[at : at+w.cells])
		if err := shape.CheckSolution(form, nil); err != nil {
			return tally, false, err
		}
		w.text = grid.Append(w.text[:0], form)
		out.AppendString(sampleGrid, w.text)
		out.AppendInt32(sampleOrbit, int32(symmetries/int64(w.canon.Automorphisms())))
		out.AppendInt64(sampleSeen, 1)
		w.appendMeasures(out, sampleMeasures, form, w.canon.Automorphisms())
		tally.Rows++
		tally.Raw++
		if out.Len() >= enumerate.BatchRows {
			if err := flush(); err != nil {
				return tally, false, err
			}
		}
	}
	return tally, true, nil
}
