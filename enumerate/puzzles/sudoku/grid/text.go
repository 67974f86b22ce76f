package grid

import (
	"bytes"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"coverstat/enumerate"
	"coverstat/enumerate/puzzles/formats"
)

// nextText reads a line of a text. Puzzles may stand in it in two ways, also mixed:
//
//	one line     all cells without a space; anything after a space, tab, comma,
//	             colon or semicolon is a remark
//	a grid       one row a line. Spaces, tabs, '|' and '/' between cells are
//	             ignored, and so are rules made of - + = |. An empty line ends a
//	             grid. All rows may stand on one line, with spaces or '/' between
//	             them
//
// A comment begins with '#' and ends with its line, or is a line that begins with %. A line between puzzles,
// most of whose characters can stand in no cell, is a title.
func (r *reader) nextText() (done bool, err error) {
	line, err := r.readLine()
	if err == io.EOF && len(r.text) > 0 {
		r.incomplete("the end of the input")
	}
	if err != nil {
		return false, err
	}
	if done = r.takeLine(line); done {
		r.found++
	}
	return done, nil
}

// takeLine adds a line and reports whether it completed a puzzle.
func (r *reader) takeLine(line []byte) (done bool) {
	if largest, ok := r.isOneLine(line); ok && !r.other {
		if len(r.text) > 0 {
			r.held = line
			r.incomplete("a puzzle in one line")
		}
		r.skip = 0
		p := &r.puzzle
		p.Line, p.column, p.step, p.places = r.line, 1, 1, p.places[:0]
		p.Cells, r.spare = r.spare, p.Cells
		r.settle(line[:len(p.Cells)], largest)
		return true
	}
	if i := bytes.IndexByte(line, '#'); i >= 0 {
		if line = line[:i]; len(bytes.TrimSpace(line)) == 0 {
			return false
		}
	}
	trimmed := bytes.TrimSpace(line)
	switch {
	case len(trimmed) == 0:
		if r.skip, r.rule, r.dashes = 0, 0, false; len(r.text) > 0 {
			r.incomplete("an empty line")
		}
		return false
	case trimmed[0] == '%':
		return false
	case bytes.EqualFold(trimmed, []byte("[Puzzle]")):
		r.section, r.other, r.skip = true, false, 0
		return false
	case r.section && trimmed[0] == '[':
		r.other = true
	}
	switch {
	case r.other:
		r.title(line, "a line of another section than [Puzzle]")
	case r.isRule(line):
	case r.isTitle(trimmed):
		if len(r.text) > 0 {
			r.held = bytes.Clone(line)
			r.incomplete("a line of other text")
		}
		r.skip = 0
		r.title(line, "a line without cells")
	case r.skip > 0 && r.likeRow(line):
		r.skip--
	default:
		return r.takeCells(line)
	}
	return false
}

// title says that a line is not used.
func (r *reader) title(line []byte, what string) {
	fault := &enumerate.InputError{File: r.in.Name, Line: r.line, Column: 1,
		Problem:  fmt.Sprintf("%s: %q", what, enumerate.Shorten(strings.ToValidUTF8(string(line), "?"))),
		Expected: "a puzzle, or # before a remark"}
	if r.ask.Title == nil {
		formats.Must(fault)
	}
	r.ask.Title(fault)
}

// isTitle reports whether most characters of a line can stand in no cell, or it is the number of the next puzzle.
func (r *reader) isTitle(line []byte) bool {
	if n, err := strconv.Atoi(string(line)); err == nil && n == r.found+1 && len(line) < r.shape.Side() &&
		len(r.text) == 0 && r.skip == 0 {
		return true
	}
	cells, others := 0, 0
	for _, c := range line {
		switch {
		case isSeparator(c):
		case int(r.values[c]) <= r.shape.Side():
			cells++
		default:
			others++
		}
	}
	return others > cells
}

// isRule reports whether a line parts boxes. One that may also be a row of empty cells is a rule only
// between boxes, where no - stands for an empty cell.
func (r *reader) isRule(line []byte) bool {
	drawn := bytes.ContainsAny(line, "-=+")
	if drawn && len(bytes.Trim(line, "-+=|.*:' \t")) > 0 || !drawn && len(bytes.Trim(line, "| \t")) > 0 {
		return false
	}
	n := 0
	for _, c := range line {
		if r.values[c] == 0 {
			n++
		} else if !isSeparator(c) {
			return true
		}
	}
	side := r.shape.Side()
	if n != side {
		return true
	}
	if rows := len(r.text) / side; r.dashes || rows%r.shape.Rows != 0 {
		return false
	}
	r.rule = r.line
	return true
}

// likeRow reports whether a line was probably meant as a row of a grid rather
// than as a whole puzzle.
func (r *reader) likeRow(line []byte) bool {
	n := 0
	for _, c := range line {
		if !isSeparator(c) {
			n++
		}
	}
	return n <= 2*r.shape.Side()
}

func isSeparator(c byte) bool { return c == ' ' || c == '\t' || c == '|' || c == '/' }

// isOneLine recognises the form of one line: the cells of a board, then the end
// of the line or a remark. If it is one, spare has the cells, and the largest is returned.
func (r *reader) isOneLine(line []byte) (largest int, ok bool) {
	cells := len(r.puzzle.Cells)
	if len(line) < cells || len(line) > cells && bytes.IndexByte([]byte(" \t,:;#"), line[cells]) < 0 {
		return 0, false
	}
	if line[0] == '-' && len(bytes.Trim(line, "-+=| \t")) == 0 {
		return 0, false // a rule
	}
	if r.spare == nil {
		r.spare = make([]byte, cells)
	}
	largest = read(r.values, r.spare, line)
	return largest, largest <= r.shape.Side()
}

// takeCells adds a line of cells: a row of a grid, or a whole board with
// separators. It reports whether that completed a puzzle. After a fault the
// rest of the grid is skipped.
func (r *reader) takeCells(line []byte) (done bool) {
	side, cells := r.shape.Side(), len(r.puzzle.Cells)
	r.row, r.cols = r.row[:0], r.cols[:0]
	for i, c := range line {
		if isSeparator(c) {
			continue
		}
		if int(r.values[c]) > side {
			char, _ := utf8.DecodeRune(line[i:])
			r.broken(line, utf8.RuneCount(line[:i])+1, r.shape.legend(r.from), noCell, char)
		}
		r.dashes = r.dashes || c == '-'
		r.row, r.cols = append(r.row, c), append(r.cols, i+1)
	}
	if r.long {
		r.broken(line, maxLine+1, r.lengths(), tooLong)
	}
	if r.dashes && r.rule > 0 {
		rule := r.rule
		r.rule = 0
		r.broken(line, r.cols[0], ". for an empty cell",
			"- is an empty cell here, and line %d of - alone may be a row or part two boxes", rule)
	}
	if len(r.row) != side && (len(r.row) != cells || len(r.text) > 0) {
		limit := side
		if !r.likeRow(line) {
			limit = cells
		}
		column := len(line) + 1 // where cells are missing
		if len(r.row) > limit {
			column = r.cols[limit] // the first too many
		}
		r.broken(line, column, r.lengths(), "%d cells", len(r.row))
	}
	if len(r.text) == 0 {
		r.begun, r.places = r.line, r.places[:0]
	}
	r.text = append(r.text, r.row...)
	for _, column := range r.cols {
		r.places = append(r.places, r.at(column))
	}
	if len(r.text) < cells {
		return false
	}
	p, text := &r.puzzle, r.text
	p.Line, p.places = r.begun, append(p.places[:0], r.places...)
	r.text, r.skip, r.dashes, r.rule = text[:0], 0, false, 0
	r.settle(text, read(r.values, p.Cells, text))
	return true
}

// lengths says how many cells a line may have, for errors.
func (r *reader) lengths() string {
	side := r.shape.Side()
	if len(r.text) > 0 {
		return fmt.Sprintf("%d for row %d of the grid begun in line %d", side, len(r.text)/side+1, r.begun)
	}
	return fmt.Sprintf("%d for a row or %d for a puzzle in one line", side, r.shape.Cells())
}

// incomplete fails, since a grid ended too early, and forgets the grid.
func (r *reader) incomplete(by string) {
	side := r.shape.Side()
	rows := len(r.text) / side
	r.text, r.dashes, r.rule = r.text[:0], false, 0
	r.at(1).Fail(fmt.Sprintf("%d rows of %d cells", side, side), "the grid begun in line %d ends after %s with %s",
		r.begun, enumerate.Plural(rows, "row"), by)
}

// broken fails at a bad line. If the line was probably meant as a
// row, the rest of its grid is skipped.
func (r *reader) broken(line []byte, column int, expected, problem string, args ...any) {
	if r.likeRow(line) {
		r.skip = r.shape.Side() - len(r.text)/r.shape.Side() - 1
	}
	r.text = r.text[:0]
	r.at(column).Fail(expected, problem, args...)
}

// shapeOfText returns the shape of the first lines that are a puzzle: a line of a board's cells, or a row that
// another row follows. Where there is none it is that of the first line of so many cells, or else 3x3.
func shapeOfText(head []byte) Shape {
	first, before := Shape{}, Shape{}
	for line := range bytes.Lines(bytes.ReplaceAll(head, []byte("\r"), []byte("\n"))) {
		if i := bytes.IndexByte(line, '#'); i >= 0 {
			line = line[:i]
		}
		line = bytes.TrimSpace(line)
		if len(line) == 0 || len(bytes.Trim(line, "-+=|.*:' \t")) == 0 && bytes.ContainsAny(line, "-=+|") {
			continue
		}
		s, board := shapeOfLine(line)
		switch {
		case s != Shape{} && (board || s == before):
			return s
		case first == Shape{}:
			first = s
		}
		before = s
	}
	if first != (Shape{}) {
		return first
	}
	return Nine
}

// shapeOfLine returns the shape that a line of cells suggests, zero if it is none, and whether it is a board.
func shapeOfLine(line []byte) (Shape, bool) {
	if end := bytes.IndexAny(line, " \t,:;"); end > 0 {
		if s, board := shapeOfCells(line[:end]); board {
			return s, true
		}
	}
	cells := line[:0:0]
	for _, c := range line {
		if !isSeparator(c) {
			cells = append(cells, c)
		}
	}
	return shapeOfCells(cells)
}

// shapeOfCells guesses the shape from a board's cells or a row's, zero if they are neither. Sixteen cells
// are a row of 16 if there is a digit above 4 among them, else a board of 4x4.
func shapeOfCells(cells []byte) (s Shape, board bool) {
	high := byte(0)
	for _, c := range cells {
		high = max(high, values[fromOne][c])
	}
	for n := 4; n <= MaxSide; n++ {
		if s, ok := shapeOfSide(n); ok && len(cells) == n*n && int(high) <= n {
			return s, true
		}
	}
	if s, ok := shapeOfSide(len(cells)); ok && int(high) <= len(cells) {
		return s, false
	}
	return Shape{}, false
}
