package sudoku

import (
	"bufio"
	"bytes"
	"fmt"
	"math/bits"

	"coverstat/enumerate/puzzles/sudoku/grid"
	"coverstat/enumerate/puzzles/sudoku/singles"
)

// tracer writes the steps of a search by singles for people: a line saying what
// was done, and the board, placed digits as #7 and the candidates of open cells,
// aligned.
//
//	step 3: row 2, column 5 has one candidate: 7
//	  13   #6   24 |  #5   #9 …
type tracer struct {
	out   *bufio.Writer
	shape grid.Shape
	steps int
	texts [][]byte
}

func newTracer(out *bufio.Writer, shape grid.Shape) *tracer {
	return &tracer{out: out, shape: shape, texts: make([][]byte, shape.Cells())}
}

// step is the trace hook.
func (t *tracer) step(s singles.Step) {
	n := t.shape.Side()
	where := func() string { return fmt.Sprintf("row %d, column %d", s.Cell/n+1, s.Cell%n+1) }
	digit := func() byte { return grid.Symbol(byte(s.Digit)) }
	if s.Kind == singles.Start {
		t.steps = 0
	} else {
		t.steps++
	}
	switch s.Kind {
	case singles.Start:
		fmt.Fprintf(t.out, "start: the givens are placed\n")
	case singles.Naked:
		fmt.Fprintf(t.out, "step %d: %s has one candidate: %c\n", t.steps, where(), digit())
	case singles.Hidden:
		fmt.Fprintf(t.out, "step %d: %s is the only place of a unit for %c\n", t.steps, where(), digit())
	case singles.Guessed:
		fmt.Fprintf(t.out, "step %d: guess %d of %d in %s: %c (stack %d)\n", t.steps, s.Number, s.Of, where(), digit(), s.Depth)
	case singles.Dead:
		fmt.Fprintf(t.out, "step %d: contradiction (stack %d)\n", t.steps, s.Depth)
	case singles.Back:
		fmt.Fprintf(t.out, "step %d: back to before the guess in %s (stack %d)\n", t.steps, where(), s.Depth)
	case singles.Solution:
		fmt.Fprintf(t.out, "step %d: solution\n", t.steps)
	}
	t.board(s.Board)
}

// board writes the cells, every column as wide as the widest text.
func (t *tracer) board(cells []int32) {
	n, width := t.shape.Side(), 0
	for i, v := range cells {
		t.texts[i] = cellText(t.texts[i][:0], v)
		width = max(width, len(t.texts[i]))
	}
	for i, text := range t.texts {
		switch {
		case i%n == 0:
			t.out.WriteString("  ")
		case i%t.shape.Cols == 0:
			t.out.WriteString(" | ")
		default:
			t.out.WriteByte(' ')
		}
		t.out.Write(bytes.Repeat([]byte{' '}, width-len(text)))
		t.out.Write(text)
		if i%n == n-1 {
			t.out.WriteByte('\n')
			if row := i/n + 1; row%t.shape.Rows == 0 && row < n {
				t.rule(width)
			}
		}
	}
	t.out.WriteByte('\n')
}

func (t *tracer) rule(width int) {
	t.out.WriteString("  ")
	for b := range t.shape.Rows {
		if b > 0 {
			t.out.WriteString("-+-")
		}
		t.out.Write(bytes.Repeat([]byte{'-'}, t.shape.Cols*(width+1)-1))
	}
	t.out.WriteByte('\n')
}

// cellText appends a cell: #7, its candidates, or ! where nothing can stand.
func cellText(dst []byte, v int32) []byte {
	switch {
	case v < 0:
		return append(dst, '#', grid.Symbol(byte(bits.TrailingZeros32(uint32(-v))+1)))
	case v == 0:
		return append(dst, '!')
	}
	for ; v != 0; v &= v - 1 {
		dst = append(dst, grid.Symbol(byte(bits.TrailingZeros32(uint32(v))+1)))
	}
	return dst
}
