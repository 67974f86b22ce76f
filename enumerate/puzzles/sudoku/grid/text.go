package grid

import "fmt"

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

// Append appends the cells as one line of text, '.' for empty.
func Append(dst, cells []byte) []byte {
	for _, v := range cells {
		dst = append(dst, Symbol(v))
	}
	return dst
}

// Format returns the cells as one line of text, '.' for empty.
func Format(cells []byte) string { return string(Append(nil, cells)) }

// Clues returns the number of cells that are not empty.
func Clues(cells []byte) (n int) {
	for _, v := range cells {
		if v != 0 {
			n++
		}
	}
	return n
}

// legend says what may stand in a cell, for error messages.
func (s Shape) legend() string {
	last := Symbol(byte(s.Side()))
	digits := fmt.Sprintf("1-%c", last)
	if last > '9' {
		digits = fmt.Sprintf("1-9, A-%c", last)
	}
	return digits + " or, for an empty cell, 0 . _"
}

// Values appends the cells of a board written as one line.
func Values(dst []byte, text []byte) ([]byte, error) {
	for i, c := range text {
		v := values[c]
		if v == illegal {
			return dst, fmt.Errorf("character %q at %d is no cell", c, i+1)
		}
		dst = append(dst, v)
	}
	return dst, nil
}
