package scatter

// listIndex finds the list of a set of pieces: an open hash table by the sum of
// the pieces' digits, plus 1 so that 0 is an empty place.
type listIndex struct {
	keys   []uint32
	values []uint32 // index in counts; after locate the list's place
	shift  uint
	counts []uint32
}

// reset empties the index.
func (l *listIndex) reset() {
	if l.keys == nil {
		l.grow(1 << 8)
	}
	clear(l.keys)
	l.counts = l.counts[:0]
}

func (l *listIndex) grow(size int) {
	keys, values := l.keys, l.values
	l.keys, l.values = make([]uint32, size), make([]uint32, size)
	l.shift = 32
	for n := size; n > 1; n /= 2 {
		l.shift--
	}
	for i, key := range keys {
		if key != 0 {
			j := l.place(key)
			l.keys[j], l.values[j] = key, values[i]
		}
	}
}

// place returns where key is or would be.
func (l *listIndex) place(key uint32) uint32 {
	// Fibonacci hashing, linear probing (Knuth, TAOCP 3, 6.4).
	i := key * 0x9e3779b1 >> (l.shift & 31)
	for l.keys[i] != key && l.keys[i] != 0 {
		i = (i + 1) & uint32(len(l.keys)-1)
	}
	return i
}

// count counts one more lower for a set of pieces and returns the index of its
// list.
func (l *listIndex) count(set uint32) uint32 {
	i := l.place(set + 1)
	if l.keys[i] == 0 {
		if 2*len(l.counts) >= len(l.keys) {
			l.grow(2 * len(l.keys))
			i = l.place(set + 1)
		}
		l.keys[i], l.values[i] = set+1, uint32(len(l.counts))
		l.counts = append(l.counts, 0)
	}
	l.counts[l.values[i]]++
	return l.values[i]
}

// locate replaces indices of lists by what counts holds of them.
func (l *listIndex) locate() {
	for i, key := range l.keys {
		if key != 0 {
			l.values[i] = l.counts[l.values[i]]
		}
	}
}

// find returns the place of the list of a set of pieces, 0 if there is none.
func (l *listIndex) find(set uint32) uint32 {
	i := l.place(set + 1)
	if l.keys[i] == 0 {
		return 0
	}
	return l.values[i]
}
