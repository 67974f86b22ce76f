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
			d.window = extendTo(d.window, max(64, 1<<bits.Len64(uint64(v))))
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

// tuples give every different tuple of codes a code of its own: 1, 2, 3, ... in the order in which they come. It is a
// hash table with open addressing, at most a quarter full: a tuple is looked up as a whole.
type tuples struct {
	width int
	codes []int32 // tuple c stands at (c-1)*width
	slots []int32 // by hash: a tuple's code, or 0; the length is a power of two

	batch []int32 // scratch: the tuples of a batch, column by column
	tuple []int32 // scratch
}

func newTuples(width int) *tuples {
	return &tuples{width: width, slots: make([]int32, 64), tuple: make([]int32, width)}
}

// of returns the tuple that has a code.
func (t *tuples) of(c int32) []int32 { return t.codes[int(c-1)*t.width : int(c)*t.width] }

// len returns the number of tuples.
func (t *tuples) len() int { return len(t.codes) / t.width }

// column returns the place for the codes of a batch in column i, for [tuples.encode].
func (t *tuples) column(i, rows int) []int32 {
	if len(t.batch) != t.width*rows {
		t.batch = slices.Grow(t.batch[:0], t.width*rows)[:t.width*rows]
	}
	return t.batch[i*rows : (i+1)*rows]
}

// encode writes the code of each tuple of the batch; 0 if it has a code 0 in it, unless nulls are values.
func (t *tuples) encode(codes []int32, nulls bool) {
	for row := range codes {
		for i := range t.tuple {
			t.tuple[i] = t.batch[i*len(codes)+row]
		}
		codes[row] = 0
		if nulls || !slices.Contains(t.tuple, 0) {
			codes[row] = t.code(t.tuple)
		}
	}
}

// code returns the code of a tuple, which may be new.
func (t *tuples) code(tuple []int32) int32 {
	mask := uint64(len(t.slots) - 1)
	at := hashOf(tuple) & mask
	for ; t.slots[at] != 0; at = (at + 1) & mask {
		if c := t.slots[at]; slices.Equal(t.of(c), tuple) {
			return c
		}
	}
	t.codes = append(t.codes, tuple...)
	c := int32(t.len())
	t.slots[at] = c
	if 4*t.len() > len(t.slots) {
		t.grow()
	}
	return c
}

// grow doubles the table.
func (t *tuples) grow() {
	t.slots = make([]int32, 2*len(t.slots))
	mask := uint64(len(t.slots) - 1)
	for c := 1; c <= t.len(); c++ {
		at := hashOf(t.of(int32(c))) & mask
		for t.slots[at] != 0 {
			at = (at + 1) & mask
		}
		t.slots[at] = int32(c)
	}
}

// hashOf mixes codes by the two halves of a product of 128 bits, folded. The factor is 2^64 divided by the golden
// ratio (Knuth, volume 3, section 6.4).
func hashOf(tuple []int32) (hash uint64) {
	for _, c := range tuple {
		high, low := bits.Mul64(hash^uint64(uint32(c))+0x9e3779b97f4a7c15, 0x9e3779b97f4a7c15)
		hash = high ^ low
	}
	return hash
}
