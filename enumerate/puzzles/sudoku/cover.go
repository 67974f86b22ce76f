package sudoku

import (
	"bytes"
	"fmt"
	"strings"

	"coverstat/enumerate"
	"coverstat/enumerate/exact"
	"coverstat/enumerate/exact/jobs"
	"coverstat/enumerate/puzzles/sudoku/grid"
	"coverstat/enumerate/symmetry"
)

// board is a puzzle as an exact cover. Its items are the cells, then the digits
// of each row, of each column and of each box; its options are digits in cells,
// cell by cell, those that a given rules out left away.
type board struct {
	shape   grid.Shape
	givens  []byte // nil: none
	problem *enumerate.Problem
	cells   []int32 // of options
	digits  []byte
	options []enumerate.OptionID // by cell*side + digit-1; -1: ruled out
}

func newBoard(shape grid.Shape, givens []byte) (*board, error) {
	n := shape.Side()
	b := &board{shape: shape, givens: givens, options: make([]enumerate.OptionID, n*n*n)}
	var builder enumerate.ProblemBuilder
	for _, format := range []string{"r%dc%d", "r%d#%d", "c%d#%d", "b%d#%d"} {
		for x := range n {
			for y := range n {
				builder.AddItem(enumerate.ItemInfo{Name: fmt.Sprintf(format, x+1, y+1), Min: 1, Max: 1})
			}
		}
	}
	member := func(block, x, y int) enumerate.Member {
		return enumerate.Member{Item: enumerate.Item(block*n*n + x*n + y)}
	}
	for cell := range n * n {
		for d := range n {
			b.options[cell*n+d] = -1
			if b.ruledOut(cell, byte(d+1)) {
				continue
			}
			r, c := shape.Row(cell), shape.Col(cell)
			b.options[cell*n+d] = builder.AddOption(member(0, r, c), member(1, r, d), member(2, c, d),
				member(3, shape.Box(cell), d))
			b.cells, b.digits = append(b.cells, int32(cell)), append(b.digits, byte(d+1))
		}
	}
	var err error
	b.problem, err = builder.Build()
	return b, err
}

// ruledOut reports whether the givens forbid a digit in a cell.
func (b *board) ruledOut(cell int, digit byte) bool {
	if b.givens == nil {
		return false
	}
	if given := b.givens[cell]; given != 0 {
		return given != digit
	}
	for other, v := range b.givens {
		if v == digit && b.shape.Peers(cell, other) {
			return true
		}
	}
	return false
}

// write puts a solution into cells.
func (b *board) write(cells []byte, solution []enumerate.OptionID) {
	for _, o := range solution {
		cells[b.cells[o]] = b.digits[o]
	}
}

// firstRow is the case of grids whose first row is 1, 2, 3, ...: by renaming the
// digits every grid has n! such images.
func (b *board) firstRow() enumerate.Case {
	var c enumerate.Case
	for i := range b.shape.Side() {
		c.Fixed = append(c.Fixed, b.options[i*b.shape.Side()+i])
	}
	return c
}

// covers are the puzzles of a survey as exact covers.
func (s *puzzleSurvey) covers() *enumerate.Covers {
	return &enumerate.Covers{Count: s.source.Count, Cover: func(i int64) (*enumerate.Cover, error) {
		cells, _ := s.source.open()(i)
		b, err := newBoard(s.shape, cells)
		if err != nil {
			return nil, err
		}
		return &enumerate.Cover{Problem: b.problem}, nil
	}}
}

// openPuzzle makes the job of one puzzle: all its solutions.
func openPuzzle(spec enumerate.Spec, shape grid.Shape, text string) (*enumerate.Job, error) {
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
	x := &exact.Instance{Impossible: impossible, Smaller: "more givens"}
	b, err := newBoard(shape, givens)
	if err != nil {
		return nil, err
	}
	asked, x.Forcing = forcing.Take(asked)
	measures, columns, err := resolve(asked, gridMeasures, "grids")
	if err != nil {
		return nil, err
	}
	x.Problem, x.Group, x.Kernels = b.problem, symmetry.Trivial(b.problem), exact.GeneralKernels(b.problem)
	x.Solution = []enumerate.Column{{Name: enumerate.GridColumn, Type: enumerate.String, Role: enumerate.Key,
		Meaning: "the filled grid row by row"}}
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
	file := enumerate.PuzzleFile{In: strings.NewReader(text), Format: "grids"}
	left, err := grid.List(grid.Ask{Shape: shape}).Read(file, func(p *grid.Puzzle) error {
		if givens != nil {
			return nil
		}
		if fault := p.Contradiction(); fault != nil {
			impossible = fault.Error()
		}
		givens = bytes.Clone(p.Cells)
		return nil
	})
	switch fault := left.First; {
	case fault != nil: // its line is one of puzzle.grid, not of the config
		return nil, "", &enumerate.InputError{
			Key:      "puzzle.grid",
			Problem:  fmt.Sprintf("puzzle.grid, line %d, column %d: %s", fault.Line, fault.Column, fault.Problem),
			Expected: fault.Expected,
		}
	case err != nil:
		return nil, "", enumerate.KeyErrorf("puzzle.grid", "puzzle.grid has no cells")
	}
	return givens, impossible, nil
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
func (r *gridRecorder) Measures(b *enumerate.Batch, first int, _ []enumerate.OptionID, _ int64) {
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
