package grid

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"
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
	// next reads a piece of the file; done says that puzzle is one. It fails at a line or a puzzle that is left out. An
	// error, io.EOF too, ends the file.
	next   func() (done bool, err error)
	end    byte // of lines
	line   int
	rest   []byte // of the present line, behind a carriage return
	held   []byte // a line to be read again
	long   bool   // the present line is too long, and only its beginning was read
	err    error
	puzzle Puzzle

	// Of a text of lines and grids:
	section bool   // there was a section [Puzzle]
	other   bool   // the lines are of another section
	found   int    // puzzles
	cols    []int  // of the cells of the present line
	row     []byte // and these cells
	spare   []byte // as many bytes as a board has cells

	// Of the grid at hand:
	text   []byte // the cells so far, as they stand
	begun  int    // the line of the first
	places []formats.Place
	skip   int  // rows to skip: the rest of a grid with a fault
	dashes bool // - is an empty cell
	rule   int  // the last line that is a rule unless - is an empty cell

	mixed, great bool // 0 and another empty cell stand in one puzzle; the greatest digit stands in one
}

// maxLine bounds a line. A longer line is a fault, unless everything after the
// puzzle in it is a remark.
const maxLine = 1 << 16

// newReader returns a reader of a file that starts with head.
func newReader(in *formats.Input, head []byte, ask Ask, way way) *reader {
	r := &reader{in: in, ask: ask, shape: ask.Shape, end: '\n'}
	if bytes.IndexByte(head, '\n') < 0 && bytes.IndexByte(head, '\r') >= 0 {
		r.end = '\r'
	}
	if r.shape == (Shape{}) {
		r.shape = way.shape(head)
	}
	r.puzzle = Puzzle{Shape: r.shape, Cells: make([]byte, r.shape.Cells()), name: in.Name}
	way.open(r, head)
	from := fromOne
	if r.forced = ask.Digits != ""; r.forced {
		from = r.shape.parseDigits(ask.Digits)
	}
	r.setDigits(from)
	if r.forced || bytes.IndexByte(head, '0') < 0 {
		return r
	}
	trial := *r
	trial.in = &formats.Input{Reader: bufio.NewReaderSize(bytes.NewReader(head), maxLine)} // which takes no remarks
	trial.puzzle.Cells = make([]byte, r.shape.Cells())
	trial.ask.Title = func(*enumerate.InputError) {}
	way.open(&trial, head)
	for {
		if _, _, err := trial.step(); err != nil {
			break
		}
	}
	if trial.mixed && !trial.great {
		r.setDigits(fromZero)
		r.in.Remark(
			"digits %s in %s: 0 is a digit, because another sign stands for empty cells; datasets and written files have %s instead",
			r.shape.digits(fromZero), in.Name, r.shape.digits(fromOne))
	}
	return r
}

func (r *reader) setDigits(from int) {
	r.from, r.values, r.puzzle.from = from, values[from], from
}

// step calls next, and returns the fault if that fails. The reader goes on behind a fault, not behind an error.
func (r *reader) step() (done bool, fault *enumerate.InputError, err error) {
	fault = formats.Caught(func() { done, err = r.next() })
	return done, fault, err
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
			damage.Line, r.err = r.line, damage
		}
		return nil, r.err
	}
	if len(line) > 0 && line[len(line)-1] == r.end {
		line = line[:len(line)-1]
	}
	return line, nil
}

// A piece is a text of cells in a file.
type piece struct {
	text   []byte
	shape  Shape // zero if it does not say
	column int   // of its first cell
	step   int   // columns from cell to cell; 0 if they have none of their own
}

// take makes a puzzle of a piece.
func (r *reader) take(p piece) (done bool) {
	at := r.at(p.column)
	if p.shape != (Shape{}) && p.shape != r.shape {
		at.Fail("boxes of "+r.shape.String(), "a board with boxes of %s", p.shape)
	}
	if len(p.text) != r.shape.Cells() {
		at.Fail(strconv.Itoa(r.shape.Cells()), "%d cells", len(p.text))
	}
	r.puzzle.Line, r.puzzle.column, r.puzzle.step, r.puzzle.places = r.line, p.column, p.step, r.puzzle.places[:0]
	largest := read(r.values, r.puzzle.Cells, p.text)
	if largest > r.shape.Side() {
		for i, c := range p.text {
			if int(r.values[c]) > r.shape.Side() {
				char, _ := utf8.DecodeRune(p.text[i:])
				r.at(p.column+i*p.step).Fail(r.shape.legend(r.from), noCell, char)
			}
		}
	}
	r.settle(p.text, largest)
	return true
}

// settle tests what 0 is in a puzzle, whose text has only cells, of which the largest is known.
func (r *reader) settle(text []byte, largest int) {
	great := largest == r.shape.Side()
	empty := bytes.Count(r.puzzle.Cells, []byte{0})
	if empty != bytes.Count(text, []byte(".")) {
		r.oneSign(text, empty)
	}
	r.great = r.great || great
	if r.forced || r.from != fromOne || bytes.IndexByte(text, '0') < 0 || empty == bytes.Count(text, []byte("0")) {
		return
	}
	r.mixed = true
	one, zero := r.shape.digits(fromOne), r.shape.digits(fromZero)
	r.puzzle.place(bytes.IndexByte(text, '0')).Fail(
		fmt.Sprintf("one of them, or puzzle.digits (--digits) %s or %s", one, zero),
		"0 and another sign of an empty cell stand in one puzzle, and in the file the digits are not %s throughout: 0 may be a digit or an empty cell",
		zero)
}

// oneSign fails if one of the rarer signs of empty cells stands beside another sign: it may be a slip.
func (r *reader) oneSign(text []byte, empty int) {
	for i, c := range bytes.ToLower(text) {
		if r.puzzle.Cells[i] != 0 || bytes.IndexByte([]byte("*-?x"), c) < 0 {
			continue
		}
		if bytes.Count(bytes.ToLower(text), []byte{c}) != empty {
			r.puzzle.place(i).Fail("one", "two signs of empty cells in one puzzle, one of them %q", text[i])
		}
		return
	}
}

// noCell is the problem with a character that can stand in no cell.
const noCell = "illegal character %q"

// at is a place in the present line.
func (r *reader) at(column int) formats.Place { return formats.Place{Line: r.line, Column: column} }

// damage is an error of the present line, behind which nothing can be read.
func (r *reader) damage(expected, problem string) error {
	return &enumerate.InputError{Line: r.line, Problem: problem, Expected: expected}
}
