package sweep

import "math/bits"

// key is a state's slots, in as few words as they need.
type key interface {
	[1]uint64 | [2]uint64 | [words]uint64
}

// inUse is the last bit of a key's last word. It is set in a layer's entries, so that
// an entry of zeros is free.
const inUse = 1 << 63

// layer maps states to their numbers of partial solutions.
//
// Invariants: keys is an open hash table with linear probing, of a length that is a
// power of two; at most three quarters are in use. The digits of the count of keys[i]
// are counts[i*width:][:width], the lowest first.
type layer[K key] struct {
	keys   []K
	counts []uint64
	used   int
}

// place returns the place of a key that is in use, or the free place where it would go.
func (l *layer[K]) place(k K) int {
	h := uint64(0)
	for w := range len(k) {
		h = (bits.RotateLeft64(h, 23) ^ k[w]) * 0x9e3779b97f4a7c15
	}
	mask := len(l.keys) - 1
	for i := int(h>>32^h>>20) & mask; ; i = (i + 1) & mask {
		if l.keys[i] == k || l.keys[i][len(k)-1] == 0 {
			return i
		}
	}
}

// grow doubles the table.
func (l *layer[K]) grow(width int) {
	old := *l
	size := max(64, 2*len(old.keys))
	l.keys, l.counts = make([]K, size), make([]uint64, size*width)
	for i, k := range old.keys {
		if k[len(k)-1] != 0 {
			at := l.place(k)
			l.keys[at] = k
			copy(l.counts[at*width:][:width], old.counts[i*width:][:width])
		}
	}
}

// widen gives every count a digit more.
func (l *layer[K]) widen(width int) {
	wide := make([]uint64, len(l.keys)*(width+1))
	for i := range l.keys {
		copy(wide[i*(width+1):], l.counts[i*width:][:width])
	}
	l.counts = wide
}

// bytes is the memory of a table of so many entries.
func (l *layer[K]) bytes(entries, width int) int64 {
	var k K
	return int64(entries) * int64(8*(len(k)+width))
}
