package sudoku

import (
	"fmt"

	"coverstat/enumerate"
	"coverstat/enumerate/puzzles/sudoku/grid"
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
			b.options[cell*n+d] = builder.AddOption(member(0, r, c), member(1, r, d), member(2, c, d), member(3, shape.Box(cell), d))
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
