package sudoku

import (
	"bufio"
	"fmt"
	"math/bits"
	"strings"

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
}

// step is the trace hook.
func (t *tracer) step(s singles.Step) {
	n := t.shape.Side()
	where := fmt.Sprintf("row %d, column %d", s.Cell/n+1, s.Cell%n+1)
	digit := grid.Symbol(byte(s.Digit))
	var text string
	switch s.Kind {
	case singles.Naked:
		text = fmt.Sprintf("%s has one candidate: %c", where, digit)
	case singles.Hidden:
		text = fmt.Sprintf("%s is the only place of a unit for %c", where, digit)
	case singles.Guessed:
		text = fmt.Sprintf("guess %d of %d in %s: %c (stack %d)", s.Number, s.Of, where, digit, s.Depth)
	case singles.Dead:
		text = fmt.Sprintf("contradiction (stack %d)", s.Depth)
	case singles.Back:
		text = fmt.Sprintf("back to before the guess in %s (stack %d)", where, s.Depth)
	case singles.Solution:
		text = "solution"
	}
	if s.Kind == singles.Start {
		t.steps = 0
		fmt.Fprintln(t.out, "start: the givens are placed")
	} else {
		t.steps++
		fmt.Fprintf(t.out, "step %d: %s\n", t.steps, text)
	}
	t.board(s.Board)
}

// board writes the cells, every column as wide as the widest text.
func (t *tracer) board(cells []int32) {
	n, width := t.shape.Side(), 0
	for _, v := range cells {
		width = max(width, len(cellText(v)))
	}
	for i, v := range cells {
		before := " "
		switch {
		case i%n == 0:
			before = "  "
		case i%t.shape.Cols == 0:
			before = " | "
		}
		fmt.Fprintf(t.out, "%s%*s", before, width, cellText(v))
		if i%n < n-1 {
			continue
		}
		t.out.WriteByte('\n')
		if row := i/n + 1; row%t.shape.Rows == 0 && row < n {
			rule := strings.Repeat("-", t.shape.Cols*(width+1)-1)
			fmt.Fprintln(t.out, "  "+rule+strings.Repeat("-+-"+rule, t.shape.Rows-1))
		}
	}
	t.out.WriteByte('\n')
}

// cellText is a cell: #7, its candidates, or ! where nothing can stand.
func cellText(v int32) string {
	switch {
	case v < 0:
		return "#" + cellText(-v)
	case v == 0:
		return "!"
	}
	var text []byte
	for ; v != 0; v &= v - 1 {
		text = append(text, grid.Symbol(byte(bits.TrailingZeros32(uint32(v))+1)))
	}
	return string(text)
}
