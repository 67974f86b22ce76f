package grid

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"unicode/utf8"

	"coverstat/enumerate"
	"coverstat/enumerate/puzzles/formats"
)

// Ask is what a reader is told beside the file.
type Ask struct {
	Shape  Shape  // zero: that of the first line that is a puzzle
	Digits string // such as "0-F"; "" if the file tells
	// Title gets lines between puzzles that are no cells; nil: they are left out like faults.
	Title func(*enumerate.InputError)
	// Remark gets what is to be said of how the file is read; nil if nobody wants it.
	Remark func(text string)
}

// A reader reads puzzles from text, one after another, in constant memory.
//
// Where 0 and another sign of an empty cell stand in one puzzle, 0 is a digit, unless the greatest digit that
// there is with 0 as an empty cell stands somewhere, too. The beginning of the file, 64 KiB, decides for the
// whole file, and a puzzle that contradicts is a fault.
type reader struct {
	in     *formats.Input
	ask    Ask
	shape  Shape
	from   int // place in the alphabet where digits begin
	forced bool
	values *[256]byte
	next   func() (done bool, err error) // reads a piece of the file; done: puzzle is one
	end    byte                          // of lines
	line   int
	rest   []byte // of the present line, behind a carriage return
	held   []byte // a line to be read again
	long   bool   // the present line is too long, and only its beginning was read
	err    error
	puzzle Puzzle
	rows   rows

	trial        bool // only to see what 0 is
	mixed, great bool // 0 and another empty cell stand in one puzzle; the greatest digit stands in one
}

// maxLine bounds a line. A longer line is a fault, unless everything after the
// puzzle in it is a remark.
const maxLine = 1 << 16

// newReader returns a reader of a file that starts with head.
func newReader(in *formats.Input, head []byte, ask Ask, way way) (*reader, error) {
	r := &reader{in: in, ask: ask, shape: ask.Shape, end: '\n'}
	if bytes.IndexByte(head, '\n') < 0 && bytes.IndexByte(head, '\r') >= 0 {
		r.end = '\r'
	}
	if r.shape == (Shape{}) {
		r.shape = way.shape(head)
	}
	r.puzzle = Puzzle{Shape: r.shape, Cells: make([]byte, r.shape.Cells()), name: in.Name}
	if err := way.open(r, head); err != nil {
		return nil, err
	}
	from := fromOne
	if ask.Digits != "" {
		var err error
		if from, err = r.shape.parseDigits(ask.Digits); err != nil {
			return nil, err
		}
		r.forced = true
	}
	r.setDigits(from)
	if r.forced || bytes.IndexByte(head, '0') < 0 {
		return r, nil
	}
	trial := *r
	trial.in, trial.trial = &formats.Input{Reader: bufio.NewReaderSize(bytes.NewReader(head), maxLine)}, true
	trial.puzzle.Cells = make([]byte, r.shape.Cells())
	trial.ask.Title = func(*enumerate.InputError) {}
	if err := way.open(&trial, head); err != nil {
		return nil, err
	}
	for {
		_, err := trial.Next()
		if fault := (*enumerate.InputError)(nil); err != nil && !errors.As(err, &fault) {
			break
		}
	}
	if trial.mixed && !trial.great {
		r.setDigits(fromZero)
		r.remark(fmt.Sprintf(
			"digits %s in %s: 0 is a digit, because another sign stands for empty cells; datasets have %s instead",
			r.shape.digits(fromZero), in.Name, r.shape.digits(fromOne)))
	}
	return r, nil
}

func (r *reader) setDigits(from int) {
	r.from, r.values, r.puzzle.from = from, values[from], from
}

func (r *reader) remark(text string) {
	if r.ask.Remark != nil && !r.trial {
		r.ask.Remark(text)
	}
}

// Next returns the next puzzle, or io.EOF. A fault in the text is an
// [*enumerate.InputError]; the next call of Next then goes on behind the fault.
// Any other error is final.
func (r *reader) Next() (*Puzzle, error) {
	for {
		if done, err := r.next(); done || err != nil {
			return &r.puzzle, err
		}
	}
}

// readLine returns the next line without its end. Of an overlong line it
// returns the beginning, which is too long for any board.
func (r *reader) readLine() ([]byte, error) {
	if r.held != nil {
		line := r.held
		r.held = nil
		return line, nil
	}
	line := r.rest
	if r.rest = nil; line == nil {
		var err error
		if line, err = r.readPhysical(); err != nil {
			return nil, err
		}
	} else {
		r.line++
	}
	if i := bytes.IndexByte(line, '\r'); i >= 0 && !r.long {
		if i+1 < len(line) {
			r.rest = line[i+1:]
		}
		line = line[:i]
	}
	return line, nil
}

// readPhysical reads up to the end of lines that the file has.
func (r *reader) readPhysical() ([]byte, error) {
	if r.err != nil {
		return nil, r.err
	}
	line, err := r.in.ReadSlice(r.end)
	r.line++
	if r.long = err == bufio.ErrBufferFull; r.long {
		line = bytes.Clone(line)
		for err == bufio.ErrBufferFull {
			_, err = r.in.ReadSlice(r.end)
		}
	}
	if err == io.EOF {
		r.err = err
		if len(line) == 0 {
			return nil, err
		}
	} else if err != nil {
		r.err = fmt.Errorf("%s: line %d: %w", r.in.Name, r.line, err)
		var damage *enumerate.InputError
		if errors.As(formats.Damage(err), &damage) {
			damage.File, damage.Line = r.in.Name, r.line
			r.err = damaged{damage}
		}
		return nil, r.err
	}
	if len(line) > 0 && line[len(line)-1] == r.end {
		line = line[:len(line)-1]
	}
	return line, nil
}

// damaged is the end of a packed file that cannot be unpacked to its end.
type damaged struct{ fault *enumerate.InputError }

// Error implements error.
func (d damaged) Error() string { return d.fault.Error() }

// A piece is a text of cells in a file.
type piece struct {
	text   []byte
	shape  Shape // zero if it does not say
	column int   // of its first cell
	step   int   // columns from cell to cell; 0 if they have none of their own
}

// take makes a puzzle of a piece.
func (r *reader) take(p piece) (done bool, err error) {
	if p.shape != (Shape{}) && p.shape != r.shape {
		return false, r.fault(p.column, "a board with boxes of "+p.shape.String(), "boxes of "+r.shape.String())
	}
	if len(p.text) != r.shape.Cells() {
		return false, r.fault(p.column, fmt.Sprintf("%d cells", len(p.text)), fmt.Sprintf("%d", r.shape.Cells()))
	}
	r.puzzle.Line, r.puzzle.column, r.puzzle.step, r.puzzle.places = r.line, p.column, p.step, r.puzzle.places[:0]
	largest := read(r.values, r.puzzle.Cells, p.text)
	if largest > r.shape.Side() {
		for i, c := range p.text {
			if int(r.values[c]) > r.shape.Side() {
				return false, r.illegal(p.column+i*p.step, p.text[i:])
			}
		}
	}
	return r.settle(p.text, largest)
}

// settle tests what 0 is in a puzzle, whose text has only cells, of which the largest is known.
func (r *reader) settle(text []byte, largest int) (done bool, err error) {
	great := largest == r.shape.Side()
	empty := bytes.Count(r.puzzle.Cells, []byte{0})
	if empty != bytes.Count(text, []byte(".")) {
		if fault := r.twoSigns(text, empty); fault != nil {
			return false, fault
		}
	}
	if r.forced || r.from != fromOne || bytes.IndexByte(text, '0') < 0 {
		r.great = r.great || great
		return true, nil
	}
	if empty == bytes.Count(text, []byte("0")) {
		r.great = r.great || great
		return true, nil
	}
	r.mixed, r.great = true, r.great || great
	at := r.puzzle.place(bytes.IndexByte(text, '0'))
	return false, &enumerate.InputError{File: r.in.Name, Line: at.line, Column: at.column,
		Problem: fmt.Sprintf(
			"0 and another sign of an empty cell stand in one puzzle, and in the file the digits are not %s throughout: 0 may be a digit or an empty cell",
			r.shape.digits(fromZero)),
		Expected: fmt.Sprintf("one of them, or puzzle.digits (--digits) %s or %s", r.shape.digits(fromOne),
			r.shape.digits(fromZero))}
}

// twoSigns returns a fault if one of the rarer signs of empty cells stands beside another sign: it may be a slip.
func (r *reader) twoSigns(text []byte, empty int) *enumerate.InputError {
	for i, c := range bytes.ToLower(text) {
		if r.puzzle.Cells[i] != 0 || bytes.IndexByte([]byte("*-?x"), c) < 0 {
			continue
		}
		if bytes.Count(bytes.ToLower(text), []byte{c}) == empty {
			return nil
		}
		at := r.puzzle.place(i)
		return &enumerate.InputError{File: r.in.Name, Line: at.line, Column: at.column,
			Problem: fmt.Sprintf("two signs of empty cells in one puzzle, one of them %q", text[i]), Expected: "one"}
	}
	return nil
}

func (r *reader) illegal(column int, rest []byte) *enumerate.InputError {
	char, _ := utf8.DecodeRune(rest)
	return r.fault(column, fmt.Sprintf("illegal character %q", char), r.shape.legend(r.from))
}

func (r *reader) fault(column int, problem, expected string) *enumerate.InputError {
	return &enumerate.InputError{File: r.in.Name, Line: r.line, Column: column, Problem: problem, Expected: expected}
}
