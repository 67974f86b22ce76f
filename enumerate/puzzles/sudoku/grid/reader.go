package grid

import (
	"bufio"
	"bytes"
	"compress/flate"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"unicode/utf8"

	"coverstat/enumerate"
)

// A Puzzle is one board from a file. It belongs to the Reader that returned it
// and is valid until the next call.
type Puzzle struct {
	Cells   []byte // 0 for an empty cell
	Line    int    // of its first cell, from 1
	oneLine bool   // cell i is in column i+1 of Line
	places  []place
}

// A place is a line and a column, from 1.
type place struct{ line, column int }

// place returns where a cell is in the file.
func (p *Puzzle) place(cell int) place {
	if p.oneLine {
		return place{p.Line, cell + 1}
	}
	return p.places[cell]
}

// A Reader reads puzzles from text, one after another, in constant memory. Two
// forms may be mixed:
//
//	one line     all cells without a space; anything after a space, tab, comma,
//	             colon or semicolon is a remark
//	a grid       one row a line. Spaces, tabs, '|' and '/' between cells are
//	             ignored, and so are rules made of - + = |. An empty line ends a
//	             grid. All rows may stand on one line, with spaces or '/' between
//	             them
//
// A comment begins with '#' and ends with its line. Compressed input (gzip) is
// recognised by its first bytes.
type Reader struct {
	name   string
	shape  Shape
	in     *bufio.Reader
	line   int
	held   []byte // a line to be read again
	filled int    // cells of the current grid read so far
	skip   int    // rows to skip: the rest of a grid with a fault
	long   bool   // the present line is too long, and only its beginning was read
	broken bool   // see Damaged
	err    error
	puzzle Puzzle
	row    []byte // the values of a line's cells
	cols   []int  // and their columns
}

// maxLine bounds a line. A longer line is a fault, unless everything after the
// puzzle in it is a remark.
const maxLine = 1 << 16

// NewReader returns a Reader of boards of the given shape. name is the name of
// the input in errors.
func NewReader(in io.Reader, name string, shape Shape) (*Reader, error) {
	buffered, err := unpack(in)
	if err != nil {
		return nil, unreadable(name, err)
	}
	n := shape.Cells()
	return &Reader{
		name: name, shape: shape, in: buffered,
		puzzle: Puzzle{Cells: make([]byte, n), places: make([]place, n)}, row: make([]byte, 0, n),
	}, nil
}

// unpack returns the text of in, unpacked if it begins as gzip does.
func unpack(in io.Reader) (*bufio.Reader, error) {
	buffered := bufio.NewReaderSize(in, maxLine)
	if magic, _ := buffered.Peek(2); !bytes.Equal(magic, []byte{0x1f, 0x8b}) {
		return buffered, nil
	}
	z, err := gzip.NewReader(buffered)
	if err != nil {
		return nil, fmt.Errorf("reading gzip: %w", err)
	}
	return bufio.NewReaderSize(z, maxLine), nil
}

func unreadable(name string, err error) error {
	return &enumerate.InputError{File: name, Problem: err.Error(), Expected: "a text of puzzles, packed by gzip or not"}
}

// damage says how a packed text is damaged whose unpacking failed with an error; "" if
// the error is of another kind.
func damage(err error) string {
	var corrupt flate.CorruptInputError
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF):
		return "the gzip file is cut off in this line"
	case errors.Is(err, gzip.ErrChecksum), errors.Is(err, gzip.ErrHeader), errors.As(err, &corrupt):
		return "the gzip file is damaged in this line or before"
	}
	return ""
}

// Damaged reports whether the fault that Next just returned is one of a packed file, of
// which nothing can be read behind it.
func (r *Reader) Damaged() bool { return r.broken }

// Next returns the next puzzle, or io.EOF. A fault in the text is an
// [*enumerate.InputError]; the next call of Next then goes on behind the fault.
// Any other error is final.
func (r *Reader) Next() (*Puzzle, error) {
	for {
		line, err := r.readLine()
		if err == io.EOF && r.filled > 0 {
			return nil, r.incomplete("the end of the input")
		}
		if err != nil {
			return nil, err
		}
		if done, err := r.take(line); done || err != nil {
			return &r.puzzle, err
		}
	}
}

// readLine returns the next line without its end. Of an overlong line it
// returns the beginning, which is too long for any board.
func (r *Reader) readLine() ([]byte, error) {
	if r.held != nil {
		line := r.held
		r.held = nil
		return line, nil
	}
	if r.err != nil {
		return nil, r.err
	}
	line, err := r.in.ReadSlice('\n')
	r.line++
	if r.long = err == bufio.ErrBufferFull; r.long {
		line = bytes.Clone(line)
		for err == bufio.ErrBufferFull {
			_, err = r.in.ReadSlice('\n')
		}
	}
	if err == io.EOF {
		r.err = err
		if len(line) == 0 {
			return nil, err
		}
	} else if err != nil {
		if problem := damage(err); problem != "" {
			r.err, r.filled, r.broken = io.EOF, 0, true
			return nil, &enumerate.InputError{File: r.name, Line: r.line, Problem: problem, Expected: "a whole one"}
		}
		r.err = fmt.Errorf("%s: line %d: %w", r.name, r.line, err)
		return nil, r.err
	}
	if r.line == 1 {
		line = bytes.TrimPrefix(line, []byte("\ufeff"))
	}
	for len(line) > 0 && (line[len(line)-1] == '\n' || line[len(line)-1] == '\r') {
		line = line[:len(line)-1]
	}
	return line, nil
}

// take adds a line and reports whether it completed a puzzle.
func (r *Reader) take(line []byte) (done bool, err error) {
	if r.isOneLine(line) {
		if r.filled > 0 {
			r.held = line
			return false, r.incomplete("a puzzle in one line")
		}
		r.skip = 0
		r.puzzle.Cells, r.row = r.row, r.puzzle.Cells
		r.puzzle.Line, r.puzzle.oneLine = r.line, true
		return true, nil
	}
	if i := bytes.IndexByte(line, '#'); i >= 0 {
		if line = line[:i]; len(bytes.TrimSpace(line)) == 0 {
			return false, nil
		}
	}
	if len(bytes.TrimSpace(line)) == 0 {
		r.skip = 0
		if r.filled > 0 {
			return false, r.incomplete("an empty line")
		}
		return false, nil
	}
	if len(bytes.Trim(line, "-+=| \t")) == 0 {
		return false, nil
	}
	if r.skip > 0 && r.likeRow(line) {
		r.skip--
		return false, nil
	}
	return r.takeCells(line)
}

// likeRow reports whether a line was probably meant as a row of a grid rather
// than as a whole puzzle.
func (r *Reader) likeRow(line []byte) bool {
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
// of the line or a remark. If it is one, r.row has the cells afterwards.
func (r *Reader) isOneLine(line []byte) bool {
	cells := len(r.puzzle.Cells)
	if len(line) < cells || len(line) > cells && bytes.IndexByte([]byte(" \t,:;#"), line[cells]) < 0 {
		return false
	}
	r.row = r.row[:cells]
	return r.shape.read(r.row, line)
}

// takeCells adds a line of cells: a row of a grid, or a whole board with
// separators. It reports whether that completed a puzzle. After a fault the
// rest of the grid is skipped.
func (r *Reader) takeCells(line []byte) (done bool, err error) {
	side, cells := r.shape.Side(), len(r.puzzle.Cells)
	r.row, r.cols = r.row[:0], r.cols[:0]
	for i, c := range line {
		if isSeparator(c) {
			continue
		}
		v := values[c]
		if int(v) > side {
			char, _ := utf8.DecodeRune(line[i:])
			return false, r.fault(line, utf8.RuneCount(line[:i])+1, fmt.Sprintf("illegal character %q", char), r.shape.legend())
		}
		r.row, r.cols = append(r.row, v), append(r.cols, i+1)
	}
	if r.long {
		return false, r.fault(line, maxLine+1, "a line of 65,536 characters or more", r.lengths())
	}
	switch {
	case len(r.row) == side:
	case len(r.row) == cells && r.filled == 0:
	default:
		limit := side
		if !r.likeRow(line) {
			limit = cells
		}
		column := len(line) + 1 // where cells are missing
		if len(r.row) > limit {
			column = r.cols[limit] // the first too many
		}
		return false, r.fault(line, column, fmt.Sprintf("%d cells", len(r.row)), r.lengths())
	}
	p := &r.puzzle
	if r.filled == 0 {
		p.Line, p.oneLine = r.line, false
	}
	for i, v := range r.row {
		p.Cells[r.filled] = v
		p.places[r.filled] = place{r.line, r.cols[i]}
		r.filled++
	}
	if r.filled < cells {
		return false, nil
	}
	r.filled, r.skip = 0, 0
	return true, nil
}

// lengths says how many cells a line may have, for errors.
func (r *Reader) lengths() string {
	side := r.shape.Side()
	if r.filled > 0 {
		return fmt.Sprintf("%d for row %d of the grid begun in line %d", side, r.filled/side+1, r.puzzle.Line)
	}
	return fmt.Sprintf("%d for a row or %d for a puzzle in one line", side, r.shape.Cells())
}

// incomplete returns the fault that a grid ended too early, and forgets the grid.
func (r *Reader) incomplete(by string) error {
	side := r.shape.Side()
	rows := r.filled / side
	r.filled = 0
	return &enumerate.InputError{
		File: r.name, Line: r.line, Column: 1,
		Problem:  fmt.Sprintf("the grid begun in line %d ends after %d rows with %s", r.puzzle.Line, rows, by),
		Expected: fmt.Sprintf("%d rows of %d cells", side, side),
	}
}

// fault returns the fault of a bad line. If the line was probably meant as a
// row, the rest of its grid is skipped.
func (r *Reader) fault(line []byte, column int, problem, expected string) error {
	if r.likeRow(line) {
		r.skip = r.shape.Side() - r.filled/r.shape.Side() - 1
	}
	r.filled = 0
	return &enumerate.InputError{File: r.name, Line: r.line, Column: column, Problem: problem, Expected: expected}
}

// Contradiction returns an error naming two givens of p that exclude each
// other, or nil.
func (r *Reader) Contradiction(p *Puzzle) error {
	first, second, found := r.shape.conflict(p.Cells)
	if !found {
		return nil
	}
	before, at := p.place(first), p.place(second)
	return &enumerate.InputError{
		File: r.name, Line: at.line, Column: at.column,
		Problem:  fmt.Sprintf("digit %c is already given in the same %s (line %d, column %d)", Symbol(p.Cells[second]), r.shape.unit(first, second), before.line, before.column),
		Expected: "each digit at most once in a row, column and box",
	}
}

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
