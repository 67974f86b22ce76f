package stats

import (
	"math/bits"
	"slices"
)

// tuples give every different tuple of codes a code of its own: 1, 2, 3, ... in the
// order in which they come. It is a hash table with open addressing, at most a
// quarter full: a tuple is looked up as a whole.
type tuples struct {
	width int
	codes []int32 // tuple c stands at (c-1)*width
	slots []int32 // by hash: a tuple's code, or 0; the length is a power of two

	batch  []int32  // scratch: the tuples of a batch, column by column
	hashes []uint64 // scratch: their hashes
	tuple  []int32  // scratch
}

func newTuples(width int) *tuples {
	return &tuples{width: width, slots: make([]int32, 64), tuple: make([]int32, width)}
}

// of returns the tuple that has a code.
func (t *tuples) of(c int32) []int32 { return t.codes[int(c-1)*t.width : int(c)*t.width] }

// len returns the number of tuples.
func (t *tuples) len() int { return len(t.codes) / t.width }

// column returns the place for the codes of a batch in column i, for
// [tuples.encode]. All columns must have the same number of rows.
func (t *tuples) column(i, rows int) []int32 {
	if len(t.batch) != t.width*rows {
		t.batch = slices.Grow(t.batch[:0], t.width*rows)[:t.width*rows]
	}
	return t.batch[i*rows : (i+1)*rows]
}

// encode writes the code of each tuple of the batch. With nulls, a tuple may have
// code 0 in it; else the code of such a tuple is 0.
func (t *tuples) encode(codes []int32, nulls bool) {
	rows := len(codes)
	t.hashes = slices.Grow(t.hashes[:0], rows)[:rows]
	clear(t.hashes)
	for i := range t.width {
		hashes := t.hashes
		for row, c := range t.batch[i*rows:][:len(hashes)] {
			hashes[row] = mix(hashes[row], c)
		}
	}
	for row, hash := range t.hashes {
		// Nearly all tuples are known and at their place: these are not copied.
		if c := t.slots[hash&uint64(len(t.slots)-1)]; c > 0 && t.equals(c, row, rows) {
			codes[row] = c
			continue
		}
		for i := range t.tuple {
			t.tuple[i] = t.batch[i*rows+row]
		}
		codes[row] = 0
		if nulls || !slices.Contains(t.tuple, 0) {
			codes[row] = t.find(t.tuple, hash)
		}
	}
}

// equals reports whether a row of the batch is the tuple that has a code.
func (t *tuples) equals(c int32, row, rows int) bool {
	for _, code := range t.of(c) {
		if t.batch[row] != code {
			return false
		}
		row += rows
	}
	return true
}

// code returns the code of a tuple.
func (t *tuples) code(tuple []int32) int32 { return t.find(tuple, hashOf(tuple)) }

// find returns the code of a tuple with this hash, which may be new.
func (t *tuples) find(tuple []int32, hash uint64) int32 {
	mask := uint64(len(t.slots) - 1)
	at := hash & mask
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

func hashOf(tuple []int32) uint64 {
	hash := uint64(0)
	for _, c := range tuple {
		hash = mix(hash, c)
	}
	return hash
}

// mix adds a code to a hash: the two halves of a product of 128 bits, folded. The
// factor is 2^64 divided by the golden ratio (Knuth, volume 3, section 6.4).
func mix(hash uint64, c int32) uint64 {
	high, low := bits.Mul64(hash^uint64(uint32(c))+0x9e3779b97f4a7c15, 0x9e3779b97f4a7c15)
	return high ^ low
}
