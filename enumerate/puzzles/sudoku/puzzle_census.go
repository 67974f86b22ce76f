package sudoku

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"

	"coverstat/enumerate"
	"coverstat/enumerate/exact"
	"coverstat/enumerate/exact/jobs"
	"coverstat/enumerate/puzzles/sudoku/grid"
	"coverstat/enumerate/symmetry"
)

// openPuzzle makes the job of one puzzle: all its solutions.
func openPuzzle(spec enumerate.Spec, shape grid.Shape, text string) (enumerate.Job, error) {
	x, err := newInstance(shape, text, spec.Measures)
	if err != nil {
		return nil, err
	}
	return jobs.Open(x, spec)
}

// newInstance returns one puzzle as an exact cover. It looks for no symmetry of
// the puzzle: every solution is a row.
func newInstance(shape grid.Shape, text string, asked []string) (*exact.Instance, error) {
	givens, impossible, err := readGrid(shape, text)
	if err != nil {
		return nil, err
	}
	x := &exact.Instance{Impossible: impossible}
	b, err := newBoard(shape, givens)
	if err != nil {
		return nil, err
	}
	measures, columns, err := resolve(asked, gridMeasures, "grids")
	if err != nil {
		return nil, err
	}
	x.Problem, x.Group, x.Kernels = b.problem, symmetry.Trivial(b.problem), exact.GeneralKernels(b.problem)
	x.Solution = []enumerate.Column{{Name: enumerate.GridColumn, Type: enumerate.String, Role: enumerate.Key, Meaning: "the filled grid row by row"}}
	x.Measures = columns
	x.NewRecorder = func() exact.Recorder {
		return &gridRecorder{board: b, measures: measures, cells: make([]byte, shape.Cells())}
	}
	x.Tables = func() ([]enumerate.Table, error) { return nil, nil }
	x.Facts = []enumerate.Fact{
		boxFact(shape),
		{Key: "clues", Text: enumerate.Plural(grid.Clues(b.givens), "given"), Value: grid.Clues(b.givens)},
	}
	return x, nil
}

// readGrid reads puzzle.grid, and says why it has no solution if it shows that.
func readGrid(shape grid.Shape, text string) (givens []byte, impossible string, err error) {
	r, err := grid.NewReader(strings.NewReader(text), "", shape)
	if err != nil {
		return nil, "", err
	}
	p, err := r.Next()
	if err != nil {
		return nil, "", inGrid(err)
	}
	if err := r.Contradiction(p); err != nil {
		impossible = err.Error()
	}
	return bytes.Clone(p.Cells), impossible, nil
}

// inGrid says that a fault's line is one of puzzle.grid, not of the config.
func inGrid(err error) error {
	if err == io.EOF {
		return enumerate.KeyErrorf("puzzle.grid", "puzzle.grid has no cells")
	}
	var fault *enumerate.InputError
	if !errors.As(err, &fault) {
		return fmt.Errorf("puzzle.grid: %w", err)
	}
	return &enumerate.InputError{
		Key:      "puzzle.grid",
		Problem:  fmt.Sprintf("puzzle.grid, line %d, column %d: %s", fault.Line, fault.Column, fault.Problem),
		Expected: fault.Expected,
	}
}

// gridRecorder writes solutions of one puzzle as grids.
type gridRecorder struct {
	board    *board
	measures []measure
	cells    []byte
	text     []byte
}

// Solution implements [exact.Recorder].
func (r *gridRecorder) Solution(b *enumerate.Batch, solution []enumerate.OptionID) {
	r.board.write(r.cells, solution)
	r.text = grid.Append(r.text[:0], r.cells)
	b.AppendString(0, r.text)
}

// Measures implements [exact.Recorder].
func (r *gridRecorder) Measures(b *enumerate.Batch, first int, _ int64) {
	for i, m := range r.measures {
		b.AppendInt32(first+i, int32(m.value(r.board.shape, r.cells)))
	}
}

// Parse implements [exact.Recorder].
func (r *gridRecorder) Parse(dst []enumerate.OptionID, b *enumerate.Batch, row int) ([]enumerate.OptionID, error) {
	cells, err := r.board.shape.Parse(b.StringAt(0, row))
	if err != nil {
		return nil, err
	}
	n := r.board.shape.Side()
	for i, v := range cells {
		if v == 0 || r.board.options[i*n+int(v)-1] < 0 {
			return nil, fmt.Errorf("row %d, column %d: %q is not possible", i/n+1, i%n+1, grid.Symbol(v))
		}
		dst = append(dst, r.board.options[i*n+int(v)-1])
	}
	return dst, nil
}

// Check implements [exact.Recorder].
func (r *gridRecorder) Check(b *enumerate.Batch, row int, _ []enumerate.OptionID) error {
	cells, err := r.board.shape.Parse(b.StringAt(0, row))
	if err != nil {
		return err
	}
	return r.board.shape.CheckSolution(cells, r.board.givens)
}
