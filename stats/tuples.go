package stats

import (
	"math/bits"
	"slices"
)

// tuples give every different tuple of codes a code of its own: 1, 2, 3, ... in the order in which they come. It is a hash
// table with open addressing, at most a quarter full: a tuple is looked up as a whole.
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
