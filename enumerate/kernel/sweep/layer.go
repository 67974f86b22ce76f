package sweep

import "math/bits"

// key is a state's slots, in as few words as they need.
type key interface {
	[1]uint64 | [2]uint64 | [words]uint64
}

// inUse is the last bit of a key's last word. It is set in a layer's entries, so that
// an entry of zeros is free.
const inUse = 1 << 63

// numbers are unsigned numbers of width 64-bit digits each, the lowest digit first.
type numbers struct {
	digits []uint64
	width  int
}

func (n *numbers) at(i int) []uint64 { return n.digits[i*n.width:][:n.width] }

// widen gives so many numbers a greater width.
func (n *numbers) widen(count, width int) {
	wide := make([]uint64, count*width)
	for i := range count {
		copy(wide[i*width:], n.at(i))
	}
	n.digits, n.width = wide, width
}

// layer is a set of states, with numbers of each.
//
// Invariants: keys is an open hash table with linear probing, of a length that is a
// power of two; at most three quarters are in use. counts, and ways where there are any,
// have a number for each entry of keys.
type layer[K key] struct {
	keys   []K
	used   int
	counts numbers // of the partial solutions that lead to the state
	ways   numbers // in which it can be completed
}

func hash[K key](k K) (h uint64) {
	for w := range len(k) {
		h = (bits.RotateLeft64(h, 23) ^ k[w]) * 0x9e3779b97f4a7c15
	}
	return h
}

// place returns the place of a key that is in use, or the free place where it would go.
func (l *layer[K]) place(k K, hash uint64) int {
	mask := len(l.keys) - 1
	for i := int(hash>>32^hash>>20) & mask; ; i = (i + 1) & mask {
		if l.keys[i] == k || l.keys[i][len(k)-1] == 0 {
			return i
		}
	}
}

// grow doubles the table.
func (l *layer[K]) grow() {
	old := *l
	size := max(64, 2*len(old.keys))
	l.keys, l.counts.digits = make([]K, size), make([]uint64, size*l.counts.width)
	for i, k := range old.keys {
		if k[len(k)-1] != 0 {
			at := l.place(k, hash(k))
			l.keys[at] = k
			copy(l.counts.at(at), old.counts.at(i))
		}
	}
}

// bytes is the memory of a table of so many entries, with numbers of so many digits.
func bytes[K key](entries, digits int) int64 {
	var k K
	return int64(entries) * int64(8*(len(k)+digits))
}

// bytes is the memory that the layer takes.
func (l *layer[K]) bytes() int64 { return bytes[K](len(l.keys), l.counts.width+l.ways.width) }
