package grid

import (
	"bytes"
	"encoding/binary"
	"fmt"

	"coverstat/enumerate"
	"coverstat/enumerate/puzzles/formats"
)

// MaxSide is the largest number of digits: boxes of 5x5.
const MaxSide = 25

// A Shape is a box of Rows x Cols cells. It determines the board.
type Shape struct{ Rows, Cols int }

// Nine is the usual Sudoku.
var Nine = Shape{3, 3}

// NewShape checks and returns a shape.
func NewShape(rows, cols int) (Shape, error) {
	if rows < 1 || cols < 1 || rows*cols < 2 || rows*cols > MaxSide {
		return Shape{}, &enumerate.InputError{
			Problem:  fmt.Sprintf("box of %dx%d cells", rows, cols),
			Expected: fmt.Sprintf("at least 1 row and 1 column and 2 to %d cells, such as 2x3 or 3x3", MaxSide),
		}
	}
	return Shape{rows, cols}, nil
}

// ParseShape reads "2x3".
func ParseShape(text string) (Shape, error) {
	var rows, cols int
	if n, err := fmt.Sscanf(text, "%dx%d", &rows, &cols); n != 2 || err != nil || fmt.Sprintf("%dx%d", rows,
		cols) != text {
		return Shape{}, &enumerate.InputError{
			Problem:  fmt.Sprintf("box %q", text),
			Expected: "rows x columns, such as 2x3 or 3x3",
		}
	}
	return NewShape(rows, cols)
}

// shapeOfSide returns the usual shape for n digits: the box nearest to a
// square, wider than high (2x3, not 3x2).
func shapeOfSide(n int) (Shape, bool) {
	switch n {
	case 4, 6, 8, 9, 12, 15, 16, 20, 25:
		for rows := 5; rows > 1; rows-- {
			if n%rows == 0 && rows*rows <= n {
				return Shape{rows, n / rows}, true
			}
		}
	}
	return Shape{}, false
}

// String returns the shape as ParseShape reads it.
func (s Shape) String() string { return fmt.Sprintf("%dx%d", s.Rows, s.Cols) }

// Side is the number of digits, rows, columns and boxes.
func (s Shape) Side() int { return s.Rows * s.Cols }

// Cells is the number of cells of the board.
func (s Shape) Cells() int { return s.Side() * s.Side() }

// Row returns a cell's row.
func (s Shape) Row(cell int) int { return cell / s.Side() }

// Col returns a cell's column.
func (s Shape) Col(cell int) int { return cell % s.Side() }

// Box returns a cell's box. Boxes are numbered by rows; s.Rows of them stand
// side by side.
func (s Shape) Box(cell int) int {
	return s.Row(cell)/s.Rows*s.Rows + s.Col(cell)/s.Cols
}

// Peers reports whether two different cells share a row, column or box.
func (s Shape) Peers(a, b int) bool {
	return a != b && (s.Row(a) == s.Row(b) || s.Col(a) == s.Col(b) || s.Box(a) == s.Box(b))
}

// conflict returns two cells that share a unit and a digit, of all such pairs one whose later cell
// comes first in reading order.
func (s Shape) conflict(cells []byte) (first, second int, found bool) {
	for second, v := range cells {
		for first, w := range cells[:second] {
			if v == w && v != 0 && s.Peers(first, second) {
				return first, second, true
			}
		}
	}
	return 0, 0, false
}

// unit names a unit that two peers share.
func (s Shape) unit(a, b int) string {
	switch {
	case s.Row(a) == s.Row(b):
		return "row"
	case s.Col(a) == s.Col(b):
		return "column"
	}
	return "box"
}

// CheckSolution returns an error unless grid is a full board that obeys the
// rules and agrees with the givens (nil: no givens). It is the independent
// checker of every Sudoku solution and shares nothing with the solvers.
func (s Shape) CheckSolution(grid, givens []byte) error {
	n := s.Side()
	if len(grid) != n*n {
		return fmt.Errorf("grid of %d cells, expected %d", len(grid), n*n)
	}
	if s == Nine && givens != nil && solvesNine((*[81]byte)(grid), (*[81]byte)(givens)) {
		return nil
	}
	for i, v := range grid {
		if v < 1 || int(v) > n {
			return fmt.Errorf("row %d, column %d: digit %d, expected 1 to %d", i/n+1, i%n+1, v, n)
		}
		if givens != nil && givens[i] != 0 && givens[i] != v {
			return fmt.Errorf("row %d, column %d: digit %d, the puzzle gives %d", i/n+1, i%n+1, v, givens[i])
		}
	}
	if a, b, found := s.conflict(grid); found {
		return fmt.Errorf("digit %d twice in a %s: row %d, column %d and row %d, column %d",
			grid[a], s.unit(a, b), a/n+1, a%n+1, b/n+1, b%n+1)
	}
	return nil
}

// digitBit[v] is the bit of digit v of a 9x9 board; there is none for other values.
var digitBit = [256]uint32{1: 1, 2: 1 << 1, 3: 1 << 2, 4: 1 << 3, 5: 1 << 4, 6: 1 << 5, 7: 1 << 6, 8: 1 << 7, 9: 1 << 8}

// solvesNine is [Shape.CheckSolution] for 9x9 boards without the reason, in a
// quarter of its time. It takes three cells at once, nine bits a cell, and has no
// branch that depends on a digit. Nine cells are different digits if they have
// all nine bits together.
func solvesNine(grid, givens *[81]byte) bool {
	const (
		each     = 0x0101010101010101 // 1 in every byte of a word
		all      = 1<<9 - 1
		allThree = all | all<<9 | all<<18 // of three cells
	)
	digits := func(x uint32) uint32 { return (x | x>>9 | x>>18) & all }
	var wrong, col0, col1, col2 uint32
	for band := 0; band < 81; band += 27 {
		var box0, box1, box2 uint32
		for at := band; at < band+27; at += 9 {
			c := (*[9]byte)(grid[at:])
			a0 := digitBit[c[0]] | digitBit[c[1]]<<9 | digitBit[c[2]]<<18
			a1 := digitBit[c[3]] | digitBit[c[4]]<<9 | digitBit[c[5]]<<18
			a2 := digitBit[c[6]] | digitBit[c[7]]<<9 | digitBit[c[8]]<<18
			wrong |= digits(a0|a1|a2) ^ all
			box0, box1, box2 = box0|a0, box1|a1, box2|a2
		}
		wrong |= digits(box0)&digits(box1)&digits(box2) ^ all
		col0, col1, col2 = col0|box0, col1|box1, col2|box2
	}
	wrong |= col0&col1&col2 ^ allThree

	// The givens, eight cells at once. Adding 7f carries into the top bit of
	// every byte that is not 0.
	var other uint64
	for at := 0; at < 81; at += 8 {
		i := min(at, 81-8)
		given := binary.LittleEndian.Uint64(givens[i:])
		top := (given&(0x7f*each) + 0x7f*each | given) >> 7 & each
		other |= (given ^ binary.LittleEndian.Uint64(grid[i:])) & (top * 0xff)
	}
	return wrong == 0 && other == 0
}

// symbols are the characters of an empty cell and of the digits.
const symbols = ".123456789ABCDEFGHIJKLMNOP"

// Symbol returns the character of a digit, '.' for an empty cell.
func Symbol(v byte) byte { return symbols[v] }

// illegal is the entry of a table of values for a character that is no cell.
const illegal = 0xff

// alphabet are the symbols of digits, in their order.
const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"

// fromZero, fromOne and fromA are the places in the alphabet where the digits of a file may begin.
const (
	fromZero = 0
	fromOne  = 1
	fromA    = 10
)

// values[f][c] is the value of character c on the largest board, if digits begin at place f of the alphabet.
// What is no digit may be an empty cell.
var values = func() map[int]*[256]byte {
	tables := map[int]*[256]byte{}
	for _, from := range []int{fromZero, fromOne, fromA} {
		t := new([256]byte)
		for c := range t {
			t[c] = illegal
		}
		for v := range MaxSide {
			c := alphabet[from+v]
			t[c] = byte(v + 1)
			if c > '9' {
				t[c|0x20] = byte(v + 1) // lower case
			}
		}
		for _, c := range []byte("0._*-?xX") {
			if t[c] == illegal {
				t[c] = 0
			}
		}
		tables[from] = t
	}
	return tables
}()

// digits names the digits of a shape that begin at a place of the alphabet: "1-9", "0-F".
func (s Shape) digits(from int) string {
	return fmt.Sprintf("%c-%c", alphabet[from], alphabet[from+s.Side()-1])
}

// parseDigits is the inverse of digits.
func (s Shape) parseDigits(text string) (from int) {
	var names []string
	for _, from := range []int{fromOne, fromZero, fromA} {
		if names = append(names, s.digits(from)); text == names[len(names)-1] {
			return from
		}
	}
	formats.Must(&enumerate.InputError{Key: "puzzle.digits",
		Problem:  fmt.Sprintf("digits %q of boards with boxes of %s", text, s),
		Expected: fmt.Sprintf("%s, %s or %s", names[0], names[1], names[2])})
	return 0
}

// read puts the values of characters into cells, and returns the largest: above the side if not all of them
// stand for cells of the shape. The line has at least as many characters.
func read(values *[256]byte, cells, line []byte) (largest int) {
	most := byte(0)
	for i, c := range line[:len(cells)] {
		cells[i] = values[c]
		most = max(most, cells[i])
	}
	return int(most)
}

// Append appends the cells as one line of text, '.' for empty.
func Append(dst, cells []byte) []byte {
	dst = append(dst, cells...)
	text := dst[len(dst)-len(cells):]
	for i, v := range text {
		text[i] = Symbol(v)
	}
	return dst
}

// Format returns the cells as one line of text, '.' for empty.
func Format(cells []byte) string { return string(Append(nil, cells)) }

// Clues returns the number of cells that are not empty.
func Clues(cells []byte) int { return len(cells) - bytes.Count(cells, []byte{0}) }

// legend says what may stand in a cell, for error messages.
func (s Shape) legend(from int) string {
	empty := "0 . _ * - ? x"
	if from == fromZero {
		empty = ". _ * - ? x"
	}
	return s.digits(from) + " or, for an empty cell, " + empty
}

// Parse reads the cells of a board written as one line, with digits from 1.
func (s Shape) Parse(text []byte) ([]byte, error) {
	cells := make([]byte, s.Cells())
	if len(text) != len(cells) || read(values[fromOne], cells, text) > s.Side() {
		return nil, fmt.Errorf("%q: expected %d cells, each %s", text, len(cells), s.legend(fromOne))
	}
	return cells, nil
}
