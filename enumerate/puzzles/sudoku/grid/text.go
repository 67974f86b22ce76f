package grid

import (
	"encoding/binary"
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
	if s.Side() > 9 || len(cells) < 8 {
		largest := byte(0)
		for i, c := range line[:len(cells)] {
			cells[i] = values[c]
			largest = max(largest, cells[i])
		}
		return int(largest) <= s.Side()
	}
	// Without letters, eight characters are read at once, in a fifth of the time.
	const each = 0x0101010101010101
	var illegal uint64
	for at := 0; at < len(cells); at += 8 {
		i := min(at, len(cells)-8)
		x := binary.LittleEndian.Uint64(line[i:])
		x += zeros(x^'.'*each) * ('0' - '.')
		x -= zeros(x^'_'*each) * ('_' - '0')
		x ^= '0' * each
		illegal |= x | (x&(0x7f*each) + uint64(0x7f-s.Side())*each)
		binary.LittleEndian.PutUint64(cells[i:], x)
	}
	return illegal&(0x80*each) == 0
}

// zeros has the lowest bit of every byte of x that is 0. Adding 7f carries into
// the top bit of all others.
func zeros(x uint64) uint64 {
	const low = 0x7f7f7f7f7f7f7f7f
	return ^(x&low + low | x | low) >> 7
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
func Clues(cells []byte) (n int) {
	for _, v := range cells {
		n += int(min(v, 1)) // no branch, since none could be predicted
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
