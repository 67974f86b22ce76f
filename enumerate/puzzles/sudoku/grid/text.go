package grid

import (
	"bytes"
	"fmt"
)

// symbols are the characters of an empty cell and of the digits.
const symbols = ".123456789ABCDEFGHIJKLMNOP"

// Symbol returns the character of a digit, '.' for an empty cell.
func Symbol(v byte) byte { return symbols[v] }

// illegal is the entry of values for a character that is no cell.
const illegal = 0xff

// values[c] is the value of character c on the largest board.
var values = func() (t [256]byte) {
	for c := range t {
		t[c] = illegal
	}
	t['0'], t['.'], t['_'] = 0, 0, 0
	for v := byte(1); v <= MaxSide; v++ {
		t[Symbol(v)] = v
		if v > 9 {
			t[Symbol(v)|0x20] = v // lower case
		}
	}
	return t
}()

// read puts the values of characters into cells, and reports whether all of them
// stand for cells of the shape. The line has at least as many characters.
func (s Shape) read(cells, line []byte) bool {
	largest := byte(0)
	for i, c := range line[:len(cells)] {
		cells[i] = values[c]
		largest = max(largest, cells[i])
	}
	return int(largest) <= s.Side()
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
func (s Shape) legend() string {
	last := Symbol(byte(s.Side()))
	digits := fmt.Sprintf("1-%c", last)
	if last > '9' {
		digits = fmt.Sprintf("1-9, A-%c", last)
	}
	return digits + " or, for an empty cell, 0 . _"
}

// Parse reads the cells of a board written as one line.
func (s Shape) Parse(text []byte) ([]byte, error) {
	cells := make([]byte, s.Cells())
	if len(text) != len(cells) || !s.read(cells, text) {
		return nil, fmt.Errorf("%q: expected %d cells, each %s", text, len(cells), s.legend())
	}
	return cells, nil
}
