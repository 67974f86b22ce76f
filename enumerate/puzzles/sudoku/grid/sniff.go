package grid

import (
	"bytes"
	"io"
)

// Sniff looks at the beginning of a text of puzzles, packed or not, from a file of that name. It returns
// the whole text, and the shape that the first line of cells suggests: that of
// a board, or of a row, with as many cells. Where that suggests no shape the
// result is 3x3, and the reader will report what is wrong.
func Sniff(in io.Reader, name string) (io.Reader, Shape, error) {
	text, err := unpack(in)
	if err != nil {
		return nil, Nine, unreadable(name, err)
	}
	head, _ := text.Peek(maxLine) // an error will come back when the text is read
	head = bytes.TrimPrefix(head, []byte("\ufeff"))
	for line := range bytes.Lines(head) {
		if i := bytes.IndexByte(line, '#'); i >= 0 {
			line = line[:i]
		}
		line = bytes.TrimSpace(line)
		if len(bytes.Trim(line, "-+=| \t")) == 0 {
			continue
		}
		return text, shapeOfLine(line), nil
	}
	return text, Nine, nil
}

func shapeOfLine(line []byte) Shape {
	if end := bytes.IndexAny(line, " \t,:;"); end > 0 {
		if s, ok := shapeOfCells(line[:end]); ok && s.Cells() == end {
			return s
		}
	}
	cells := line[:0:0]
	for _, c := range line {
		if !isSeparator(c) {
			cells = append(cells, c)
		}
	}
	s, _ := shapeOfCells(cells)
	return s
}

// shapeOfCells guesses the shape from a board's cells or a row's. Sixteen cells
// are a row of 16 if there is a digit above 4 among them, else a board of 4x4.
func shapeOfCells(cells []byte) (Shape, bool) {
	high := byte(0)
	for _, c := range cells {
		if v := values[c]; v != illegal {
			high = max(high, v)
		}
	}
	for n := 4; n <= MaxSide; n++ {
		if s, ok := shapeOfSide(n); ok && len(cells) == n*n && int(high) <= n {
			return s, true
		}
	}
	if s, ok := shapeOfSide(len(cells)); ok {
		return s, true
	}
	return Nine, false
}
