package stats

import (
	"cmp"
	"math/bits"
	"slices"

	"coverstat/enumerate"
)

// A dictionary gives every different integer a code: 1, 2, 3, ... in the order in which they come, so that whatever
// is counted of a value stands in a slice at its code.
//
// The codes of the values from 0 to windowSize-1 stand in an array, which takes a tenth of the time of the map of
// all others: nearly all values are small.
type dictionary struct {
	window []int32         // by value: its code, or 0
	others map[int64]int32 // the codes of values outside of the window's range
	values []int64         // the value of code c stands at c-1
}

const windowSize = 1 << 16

// code returns the code of a value, which may be new.
func (d *dictionary) code(v int64) int32 {
	if uint64(v) < uint64(len(d.window)) && d.window[v] != 0 {
		return d.window[v]
	}
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

// encode writes the codes of all values of a column. A null has code 0.
func (d *dictionary) encode(codes []int32, b *enumerate.Batch, column int) {
	v, t := &b.Vectors[column], b.Columns[column].Type
	switch {
	case b.Columns[column].Nullable || t == enumerate.Bool:
		for row := range codes {
			codes[row] = 0
			if !b.IsNull(column, row) {
				codes[row] = d.code(b.IntAt(column, row))
			}
		}
	case t == enumerate.Int32:
		encode(d, codes, v.Int32s)
	default:
		encode(d, codes, v.Int64s)
	}
}

// encode looks into the window itself, as the compiler does not inline [dictionary.code].
func encode[T int32 | int64](d *dictionary, codes []int32, values []T) {
	codes = codes[:len(values)]
	window := d.window
	for row, v := range values {
		var c int32
		if uint64(v) < uint64(len(window)) {
			c = window[v]
		}
		if c == 0 {
			c = d.code(int64(v))
			window = d.window
		}
		codes[row] = c
	}
}

// ranks returns, by code, the place of each value in ascending order; that of code 0, null, is after all others.
func (d *dictionary) ranks() []int32 {
	codes := make([]int32, len(d.values))
	for i := range codes {
		codes[i] = int32(i + 1)
	}
	slices.SortFunc(codes, func(a, b int32) int { return cmp.Compare(d.value(a), d.value(b)) })
	ranks := make([]int32, len(codes)+1)
	ranks[0] = int32(len(codes))
	for rank, c := range codes {
		ranks[c] = int32(rank)
	}
	return ranks
}
