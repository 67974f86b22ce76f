package grid

import (
	"encoding/binary"
	"fmt"
	"math/bits"
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

// each is 1 in every byte of a word: cells and characters are taken eight at a time.
const each = 0x0101010101010101

// over is 1 in every byte of x that is greater than limit: adding 7f less the limit
// carries into its top bit. All bytes of x are at most 7f.
func over(x uint64, limit byte) uint64 { return (x + uint64(0x7f-limit)*each) >> 7 & each }

// read puts the values of characters into cells, and reports whether all of them
// stand for cells of the shape. The line has at least as many characters.
func (s Shape) read(cells, line []byte) bool {
	if s.Side() <= 9 && len(cells) >= 8 && s.readDigits(cells, line) {
		return true
	}
	largest := byte(0)
	for i, c := range line[:len(cells)] {
		cells[i] = values[c]
		largest = max(largest, cells[i])
	}
	return int(largest) <= s.Side()
}

// readDigits is read for characters that are digits and points, in half the time.
func (s Shape) readDigits(cells, line []byte) bool {
	side := uint64(s.Side())
	var wrong uint64
	for at := 0; at < len(cells); at += 8 {
		i := min(at, len(cells)-8)
		x := binary.LittleEndian.Uint64(line[i:]) ^ '0'*each
		point := x >> 4 & each // of these characters, only a point has this bit now
		x ^= point * ('.' ^ '0')
		// A value must be at most the side, and that of a point must be 0.
		wrong |= x | (x&(0x7f*each) + (0x7f-side)*each + point*side)
		binary.LittleEndian.PutUint64(cells[i:], x)
	}
	return wrong&(0x80*each) == 0
}

// Append appends the cells as one line of text, '.' for empty.
func Append(dst, cells []byte) []byte {
	dst = append(dst, cells...)
	text := dst[len(dst)-len(cells):]
	for ; len(text) >= 8; text = text[8:] {
		x := binary.LittleEndian.Uint64(text)
		x += '.'*each + over(x, 0)*('1'-1-'.') + over(x, 9)*('A'-1-'9')
		binary.LittleEndian.PutUint64(text, x)
	}
	for i, v := range text {
		text[i] = Symbol(v)
	}
	return dst
}

// Format returns the cells as one line of text, '.' for empty.
func Format(cells []byte) string { return string(Append(nil, cells)) }

// Clues returns the number of cells that are not empty.
func Clues(cells []byte) (n int) {
	for ; len(cells) >= 8; cells = cells[8:] {
		n += bits.OnesCount64(over(binary.LittleEndian.Uint64(cells), 0))
	}
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
