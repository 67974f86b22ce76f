package stats

import (
	"math/bits"

	"coverstat/enumerate"
)

// A dictionary gives every different integer a code: 1, 2, 3, ... in the order
// in which they come. Codes are dense, so that whatever is counted of a value
// stands in a slice at its code.
//
// The codes of the values from 0 to windowSize-1 stand in an array, which grows
// to the greatest of them; those of all other values stand in a map. The array
// takes a tenth of the time of the map, and nearly all values are small.
type dictionary struct {
	window []int32         // by value: its code, or 0
	others map[int64]int32 // the codes of values outside of the window's range
	values []int64         // the value of code c stands at c-1
}

const windowSize = 1 << 16

// code returns the code of a value.
func (d *dictionary) code(v int64) (c int32) {
	if uint64(v) < uint64(len(d.window)) {
		c = d.window[v]
	}
	if c == 0 {
		c = d.otherCode(v)
	}
	return c
}

// otherCode returns the code of a value that has none yet, or that is outside
// of the window's range.
func (d *dictionary) otherCode(v int64) int32 {
	if c, ok := d.others[v]; ok {
		return c
	}
	d.values = append(d.values, v)
	c := int32(len(d.values))
	if uint64(v) < windowSize {
		if v >= int64(len(d.window)) {
			d.window = sized(d.window, max(64, 1<<bits.Len64(uint64(v))))
		}
		d.window[v] = c
		return c
	}
	if d.others == nil {
		d.others = make(map[int64]int32)
	}
	d.others[v] = c
	return c
}

// value is the inverse of code.
func (d *dictionary) value(c int32) int64 { return d.values[c-1] }

// encode writes the codes of all values of a column without nulls.
func (d *dictionary) encode(codes []int32, b *enumerate.Batch, column int) {
	switch v := &b.Vectors[column]; b.Columns[column].Type {
	case enumerate.Int32:
		encode(d, codes, v.Int32s)
	case enumerate.Int64:
		encode(d, codes, v.Int64s)
	default:
		for row := range codes {
			codes[row] = d.code(b.IntAt(column, row))
		}
	}
}

// encode repeats [dictionary.code], which the compiler does not inline.
func encode[T int32 | int64](d *dictionary, codes []int32, values []T) {
	codes = codes[:len(values)]
	window := d.window
	for row, v := range values {
		var c int32
		if uint64(v) < uint64(len(window)) {
			c = window[v]
		}
		if c == 0 {
			c = d.otherCode(int64(v))
			window = d.window
		}
		codes[row] = c
	}
}

// A pair of codes is an integer, and a small one if both codes are below 256.
func pack(a, b int32) int64 {
	if a < 256 && b < 256 {
		return int64(a)<<8 | int64(b)
	}
	return int64(a)<<32 | int64(b)
}

// unpack is the inverse of pack. As no code is 0, a pair of larger codes is at
// least 1<<32.
func unpack(pair int64) (a, b int32) {
	if pair < 1<<16 {
		return int32(pair >> 8), int32(pair & 0xff)
	}
	return int32(pair >> 32), int32(pair & 0xffffffff)
}
