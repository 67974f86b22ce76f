package sweep

import (
	"math/bits"
	"sync"
)

// inUse is the last bit of a key's last word. It is set in a layer's entries, so that
// an entry of zeros is free.
const inUse = 1 << 63

// layer is a set of states, with numbers of each: a table of entries. An entry is the words of
// a key, the digits of the number of partial solutions that lead to the state, and those of the
// number of ways in which it can be completed, the lowest digits first. They stand side by side,
// as a state met at random costs a cache miss, and so it is one.
//
// Invariants: the entries are an open hash table with linear probing. Their number is 0 or a power
// of two, 1<<(64-shift), and at most three quarters are in use.
type layer[K Key] struct {
	entries     []uint64
	used        int
	shift       int
	counts      int     // digits
	completions int     // digits
	loose       bool    // counts have a digit more than they need, for a carry
	spill       *spill  // nil if all states are in memory
	late        []batch // states that are not in the table yet
	waiting     int     // so many
}

// leastEntries is the length of the smallest table, as a power of two.
const leastEntries = 6

// smallTable entries are few: such a table grows by a factor of four.
const smallTable = 1 << 11

// stride is the number of words of an entry.
func (l *layer[K]) stride() int {
	var k K
	return len(k) + l.counts + l.completions
}

// room is the number of entries.
func (l *layer[K]) room() int {
	if l.shift == 0 {
		return 0
	}
	return 1 << (64 - l.shift)
}

// key returns the key of the entry at a place, without the bit that marks it as in use, and whether it is.
func (l *layer[K]) key(at int) (k K, used bool) { return keyOf[K](l.entries[at*l.stride():]) }

func keyOf[K Key](entry []uint64) (k K, used bool) {
	for w := range len(k) {
		k[w] = entry[w]
	}
	used = k[len(k)-1] != 0
	k[len(k)-1] &^= inUse
	return k, used
}

func (l *layer[K]) countAt(at int) []uint64 {
	var k K
	return l.entries[at*l.stride()+len(k):][:l.counts]
}

func (l *layer[K]) completionsAt(at int) []uint64 {
	var k K
	return l.entries[at*l.stride()+len(k)+l.counts:][:l.completions]
}

// probe returns where the entry of a key in use starts, from a start on, or the free one where
// it would go.
func (l *layer[K]) probe(k K, start int) int {
	for stride := l.stride(); ; {
		e := l.entries[start:]
		if isAt(k, e) || e[len(k)-1] == 0 {
			return start
		}
		if start += stride; start == len(l.entries) {
			start = 0
		}
	}
}

// isAt reports whether an entry has a key.
func isAt[K Key](k K, entry []uint64) bool {
	if len(k) == 1 {
		return entry[0] == k[0]
	}
	for w := len(k) - 1; w >= 0; w-- {
		if entry[w] != k[w] {
			return false
		}
	}
	return true
}

// tables are tables that are not needed any more, one of each length up to 8 MiB. New memory
// took up to a quarter of the time of small sweeps.
type tables [21][]uint64

// take returns a table of so many words.
func (t *tables) take(words int) []uint64 {
	if n := bits.Len(uint(words)); n < len(t) && cap(t[n]) >= words {
		entries := t[n][:words]
		t[n] = nil
		clear(entries)
		return entries
	}
	return make([]uint64, words)
}

// give takes a table back.
func (t *tables) give(entries []uint64) {
	if n := bits.Len(uint(len(entries))); n < len(t) {
		t[n] = entries
	}
}

// grown is the shift of the next larger table.
func (l *layer[K]) grown() int {
	switch {
	case l.shift == 0:
		return 64 - leastEntries
	case l.room() <= smallTable:
		return l.shift - 2
	}
	return l.shift - 1
}

// move puts the states of place q into a table of another size, with completions of so many digits.
func (l *layer[K]) move(q, cut, shift, completions int, spare *tables) {
	old := *l
	l.shift, l.completions = shift, completions
	stride := l.stride()
	l.entries = spare.take(l.room() * stride)
	defer spare.give(old.entries)
	var k K
	last := len(k) - 1
	words := old.stride() - old.completions // none has completions yet
	for e := old.entries; len(e) > 0; e = e[old.stride():] {
		if e[last] == 0 {
			continue
		}
		for w := range len(k) {
			k[w] = e[w]
		}
		at := int(hash(k, q)<<(cut&63)>>(l.shift&63)) * stride
		for l.entries[at+last] != 0 {
			if at += stride; at == len(l.entries) {
				at = 0
			}
		}
		for i, word := range e[:words] {
			l.entries[at+i] = word
		}
	}
}

// bytes is the memory of a table of so many entries, with numbers of so many digits.
func bytes[K Key](entries, digits int) int64 {
	var k K
	return int64(entries) * int64(8*(len(k)+digits))
}

// bytes is the memory that the table takes.
func (l *layer[K]) bytes() int64 { return 8 * int64(len(l.entries)) }

// batch holds states on their way to layer q of a shard: keys and counts, side by side. Full batches wait until their
// layer is at hand, or there are many. Then those of a shard are added to its table one after another, for whose number
// it was made, and which stays in the cache: that is much faster than to add each state as it is met.
type batch struct {
	entries []uint64
	digits  int // of counts
}

// batchWords is the number of words of a batch.
const batchWords = 512

// add adds partial solutions to the state k at place q.
func (w *worker[K]) add(q int, k K, count []uint64) {
	k[len(k)-1] |= inUse
	at := q
	if w.cut > 0 {
		at = q<<w.cut | int(hash(k, q)>>(64-w.cut))
	}
	b := &w.out[at]
	n := len(b.entries)
	if n+len(k)+len(count) > cap(b.entries) || b.digits != len(count) {
		w.empty(at, len(count))
		n = 0
	}
	b.entries = b.entries[:n+len(k)+len(count)]
	e := b.entries[n:]
	for i := range len(k) {
		e[i] = k[i]
	}
	if len(count) == 1 {
		e[len(k)] = count[0]
	} else {
		copy(e[len(k):], count)
	}
}

// empty puts an empty batch for counts of so many digits in place of the one that there is.
func (w *worker[K]) empty(at, digits int) {
	w.put(at, w.out[at])
	w.out[at] = batch{empties.Get().(*[batchWords]uint64)[:0], digits}
}

// put lets a batch wait. Where all that wait take too much memory, those of its layer in its shard are added.
func (w *worker[K]) put(at int, b batch) {
	if len(b.entries) == 0 {
		return
	}
	q, s := at>>w.cut, &w.shards[at&(1<<w.cut-1)]
	var k K
	s.Lock()
	l := &s.layers[q]
	l.late, l.waiting = append(l.late, b), l.waiting+len(b.entries)/(len(k)+b.digits)
	if w.late.Add(8*batchWords) > w.limits.Memory/latePart {
		w.addLate(s, l, q)
	}
	s.Unlock()
}

// addAgain adds states with counts of so many digits, and with some more words behind these.
func (w *worker[K]) addAgain(q int, entries []uint64, digits, more int) {
	for e := entries; len(e) > 0; {
		k, used := keyOf[K](e)
		count := e[len(k):][:digits]
		if e = e[len(k)+digits+more:]; used {
			w.add(q, k, count)
		}
	}
}

// empties are the memory of batches that are not needed any more, of all workers: one may fill more than it empties.
var empties = sync.Pool{New: func() any { return new([batchWords]uint64) }}

// give gives the memory of a batch back.
func (b batch) give() { empties.Put((*[batchWords]uint64)(b.entries[:batchWords])) }

// latePart is the part of the memory that batches may take which wait.
const latePart = 16

// addLate adds the states of a layer that wait, in a shard of which no other worker changes this layer.
func (w *worker[K]) addLate(s *shard[K], l *layer[K], q int) {
	late := l.late
	l.late, l.waiting = nil, 0
	for _, b := range late {
		w.late.Add(-8 * batchWords)
		w.addBatch(s, l, q, b)
		b.give()
	}
}

// addPart adds up the states of the layer at hand that wait in a shard, some of them equal, in a table for all of them,
// unless it would be large. One that is kept is then made as small as it can be. Other workers may look at the layer.
func (w *worker[K]) addPart(s *shard[K], p int) {
	l := s.layers[p]
	if shift := shiftFor(l.waiting - l.waiting/2); l.shift == 0 && l.spill == nil {
		for _, b := range l.late {
			l.counts = max(l.counts, b.digits)
		}
		if size := bytes[K](1<<(64-shift), l.counts); size <= w.limits.Memory/latePart/int64(len(w.workers)) {
			w.memory.Add(size)
			l.move(p, w.cut, shift, 0, &w.tables)
		}
	}
	w.addLate(s, &l, p)
	if shift := shiftFor(l.used); w.keep && (shift > l.shift || l.completions < w.completions) {
		before := l.bytes()
		l.move(p, w.cut, shift, w.completions, &w.tables)
		w.memory.Add(l.bytes() - before)
	}
	s.Lock()
	s.layers[p] = l
	s.Unlock()
}

// shiftFor is that of the smallest table for so many states.
func shiftFor(states int) int { return 64 - max(leastEntries, bits.Len(uint(states+states/3))) }

// gather lets all states wait that are on their way to place q.
func (a *pass[K]) gather(q int) {
	for _, w := range a.workers {
		for at := q << a.cut; at < (q+1)<<a.cut; at++ {
			w.put(at, w.out[at])
			w.out[at] = batch{}
		}
	}
}

// settle adds all states that are on their way to place q.
func (a *pass[K]) settle(q int) {
	a.gather(q)
	for i := range a.shards {
		a.workers[0].addLate(&a.shards[i], &a.shards[i].layers[q], q)
	}
}

// addBatch adds the states of a batch to a layer.
func (w *worker[K]) addBatch(s *shard[K], l *layer[K], q int, b batch) {
	if l.shift == 0 {
		l.completions = w.completions
	}
	if b.digits > l.counts && !w.widen(l, b.digits, l.completions) || l.shift == 0 && !w.grow(s, l, q) {
		return
	}
	var k K
	for e := b.entries; len(e) > 0; {
		for w := range len(k) {
			k[w] = e[w]
		}
		start := l.probe(k, int(hash(k, q)<<(w.cut&63)>>(l.shift&63))*l.stride())
		x := l.entries[start:]
		if x[len(k)-1] == 0 {
			if 4*l.used >= 3*l.room() {
				if !w.grow(s, l, q) {
					return
				}
				continue
			}
			l.used++
			for i := range len(k) {
				x[i] = k[i]
			}
		}
		sum, carry := x[len(k):][:l.counts], uint64(0)
		if b.digits == 1 && len(sum) == 1 {
			sum[0] += e[len(k)]
			if sum[0] < e[len(k)] {
				carry = 1
			}
		} else {
			carry = addTo(sum, e[len(k):][:b.digits])
		}
		if carry != 0 {
			number := start / l.stride()
			if !w.widen(l, l.counts+1, l.completions) {
				return
			}
			l.countAt(number)[l.counts-1] = carry
		}
		e = e[len(k)+b.digits:]
	}
}

// addTo adds y, which is not wider, to x, and returns the carry.
func addTo(x, y []uint64) (carry uint64) {
	for i := range y {
		x[i], carry = bits.Add64(x[i], y[i], carry)
	}
	for i := len(y); carry != 0 && i < len(x); i++ {
		x[i], carry = bits.Add64(x[i], 0, carry)
	}
	return carry
}

// grow doubles the table of layer q, or empties it into a file.
func (w *worker[K]) grow(s *shard[K], l *layer[K], q int) bool {
	more := bytes[K](1<<(64-l.grown()), l.counts+l.completions) - l.bytes()
	if w.limits.Files != nil && w.makeRoom(s, l, q, more) {
		return !w.failed()
	}
	if !w.reserve(more) {
		return false
	}
	l.move(q, w.cut, l.grown(), l.completions, &w.tables)
	return true
}

// widen gives the numbers of a layer more digits.
func (a *pass[K]) widen(l *layer[K], counts, completions int) bool {
	if max(counts, completions) > limbs {
		a.breakOff(Overflow)
		return false
	}
	if !a.reserve(8 * int64(l.room()) * int64(counts-l.counts+completions-l.completions)) {
		return false
	}
	old := *l
	l.counts, l.completions = counts, completions
	if l.shift == 0 || l.stride() == old.stride() {
		return true
	}
	var k K
	from, to := old.stride(), l.stride()
	l.entries = make([]uint64, l.room()*to)
	for at, e := 0, old.entries; len(e) > 0; at, e = at+to, e[from:] {
		copy(l.entries[at:], e[:len(k)+old.counts])
		copy(l.entries[at+len(k)+counts:], e[len(k)+old.counts:from])
	}
	return true
}

// hash is the hash of a key in layer q. The first bits of it choose the shard, the next ones the
// place in a table, so that a table that grows is read and written from one end to the other. The
// layers have hashes of their own: else a layer is met in the order of its
// hashes where options change few slots, and its table, while it is small, is crowded at one end.
func hash[K Key](k K, q int) (h uint64) {
	factor := 0x9e3779b97f4a7c15 + 0xbf58476d1ce4e5b8*uint64(q) // odd
	if len(k) == 1 {
		return k[0] * factor
	}
	for w := range len(k) {
		h = (bits.RotateLeft64(h, 23) ^ k[w]) * factor
	}
	return h
}
