package sweep

import (
	"encoding/binary"

	"coverstat/enumerate"
)

// States beyond memory. A count may have files (Limits.Files). Then each shard has its part of half the
// memory for the tables of the layers ahead; the layer at hand was one of them. If a table must grow and
// there is no room, its states, or those of a much larger one, go to the file of their layer as a
// run, in the order of their hashes: that is nearly the order of a table. When the layer is at hand, its
// runs are merged, and the counts of equal states added up. So the nodes are the same as in memory.

// spill is the part of a layer of a shard that is in a file.
type spill struct {
	file   enumerate.TemporaryFile
	size   int64 // bytes
	states int
	runs   []run
}

// run is where a file has states in ascending order, all with counts of so many digits.
type run struct {
	from, to int64
	digits   int
}

const (
	// Tables smaller than this part of what a shard has are not worth a run.
	leastRun = 1.0 / 16
	// blockSize is the number of bytes that are read and written at a time.
	blockSize = 1 << 16
)

// makeRoom writes states of a shard to files until the table of layer q can grow by so many bytes.
// It reports whether it wrote those of the table itself, which need not grow then.
func (w *worker[K]) makeRoom(s *shard[K], l *layer[K], q int, more int64) (emptied bool) {
	if l != &s.layers[q] { // at hand, while others change the layers ahead
		s.Lock()
		defer s.Unlock()
	}
	most := w.limits.Memory / 2 / int64(len(w.shards))
	for !w.failed() {
		total, largest, at := more, l, q
		for i := w.place + 1; i < len(s.layers); i++ {
			x := &s.layers[i]
			total += x.bytes()
			if x.bytes() > largest.bytes() {
				largest, at = x, i
			}
		}
		size := largest.bytes()
		switch {
		case total <= most || float64(size) < leastRun*float64(most):
			return false
		case 2*l.bytes() >= size:
			w.write(l, q)
			return true
		}
		w.write(largest, at)
		w.memory.Add(-size)
		*largest = layer[K]{spill: largest.spill, late: largest.late, waiting: largest.waiting}
	}
	return true
}

// write writes the states of a layer to its file, and empties its table.
func (w *worker[K]) write(l *layer[K], q int) {
	if l.spill == nil {
		file, err := w.limits.Files()
		if err != nil {
			w.fail(err)
			return
		}
		l.spill = &spill{file: file}
	}
	f, stride := l.spill, l.stride()
	l.sort(q, w.cut)
	r := run{from: f.size, digits: l.counts}
	out := newWriter(func(block []byte) error {
		_, err := f.file.WriteAt(block, f.size)
		f.size += int64(len(block))
		return err
	})
	out.numbers(l.entries[:l.used*stride]...)
	if err := out.Flush(); err != nil {
		w.fail(err)
		return
	}
	r.to = f.size
	f.runs, f.states = append(f.runs, r), f.states+l.used
	clear(l.entries)
	l.used = 0
}

// fail ends the pass by an error of a file.
func (a *pass[K]) fail(err error) {
	if a.broken.CompareAndSwap(int32(Done), int32(Failed)) {
		a.err = err
	}
}

// sort brings the entries in use to the front of the table, in ascending order.
func (l *layer[K]) sort(q, cut int) {
	stride := l.stride()
	var around []uint64 // entries that went on from the end of the table at its beginning
	start, end := true, 0
	for at := 0; at < len(l.entries); at += stride {
		e := l.entries[at:][:stride]
		k, used := keyOf[K](e)
		if !used {
			start = false
			continue
		}
		if k[len(k)-1] |= inUse; start && int(hash(k, q)<<cut>>(l.shift&63))*stride > at {
			around = append(around, e...)
			continue
		}
		end = l.insert(e, end, q, cut)
	}
	for ; len(around) > 0; around = around[stride:] {
		end = l.insert(around[:stride], end, q, cut)
	}
}

// insert puts an entry among those before end, which are in ascending order, and returns the new end.
func (l *layer[K]) insert(e []uint64, end, q, cut int) int {
	stride := len(e)
	var room [mostBits/64 + 1 + limbs]uint64
	copy(room[:], e)
	x := rankOf[K](e, q)
	at := end
	for ; at > 0 && x.before(rankOf[K](l.entries[at-stride:], q)); at -= stride {
		copy(l.entries[at:][:stride], l.entries[at-stride:])
	}
	copy(l.entries[at:][:stride], room[:])
	return end + stride
}

// rank is what entries are ordered by.
type rank[K Key] struct {
	hash uint64
	key  K
}

func rankOf[K Key](e []uint64, q int) rank[K] {
	k, _ := keyOf[K](e)
	k[len(k)-1] |= inUse
	return rank[K]{hash(k, q), k}
}

func (x rank[K]) before(y rank[K]) bool {
	return x.hash < y.hash || x.hash == y.hash && Before(x.key, y.key)
}

// reader reads a run.
type reader[K Key] struct {
	run
	file  enumerate.TemporaryFile
	block []byte   // that was read and not taken
	entry []uint64 // at hand
	rank  rank[K]  // of this entry
}

func newReader[K Key](r run, file enumerate.TemporaryFile) *reader[K] {
	var k K
	return &reader[K]{run: r, file: file, entry: make([]uint64, len(k)+r.digits)}
}

// next goes to the next entry, the first at the first call. It returns false if there is none.
func (r *reader[K]) next(q int) (bool, error) {
	if len(r.block) == 0 {
		if r.from == r.to {
			return false, nil
		}
		size := 8 * len(r.entry)
		r.block = make([]byte, min(int(r.to-r.from), blockSize/size*size))
		if n, err := r.file.ReadAt(r.block, r.from); n < len(r.block) {
			return false, err
		}
		r.from += int64(len(r.block))
	}
	for i := range r.entry {
		r.entry[i], r.block = binary.LittleEndian.Uint64(r.block), r.block[8:]
	}
	r.rank = rankOf[K](r.entry, q)
	return true, nil
}

// merge is the runs of a layer that are being read: a heap, that with the first entry in front.
type merge[K Key] struct {
	runs   []*reader[K]
	digits int // of the sums
}

// newMerge begins to read the states of layer q of a shard that has a file.
func (w *worker[K]) newMerge(s *shard[K], q int) *merge[K] {
	l := &s.layers[q]
	if w.write(l, q); w.failed() {
		return nil
	}
	w.memory.Add(-l.bytes())
	l.entries, l.shift = nil, 0
	m := new(merge[K])
	for _, r := range l.spill.runs {
		x := newReader[K](r, l.spill.file)
		more, err := x.next(q)
		if err != nil {
			w.fail(err)
			return nil
		}
		if m.digits = max(m.digits, r.digits); more {
			m.runs = append(m.runs, x)
		}
	}
	m.digits = min(m.digits+1, limbs) // for the carry
	for i := len(m.runs)/2 - 1; i >= 0; i-- {
		m.down(i)
	}
	return m
}

// down moves a run down the heap to its place.
func (m *merge[K]) down(i int) {
	for len(m.runs) > 0 {
		least := i
		for c := 2*i + 1; c <= 2*i+2 && c < len(m.runs); c++ {
			if m.runs[c].rank.before(m.runs[least].rank) {
				least = c
			}
		}
		if least == i {
			return
		}
		m.runs[i], m.runs[least] = m.runs[least], m.runs[i]
		i = least
	}
}

// read makes dst a layer of the next states, at most so many, with their counts. The last digit of these
// is mostly 0.
func (m *merge[K]) read(w *worker[K], dst *layer[K], q, states int) {
	var k K
	*dst = layer[K]{entries: dst.entries[:0], counts: m.digits, loose: true}
	stride := dst.stride()
	for len(m.runs) > 0 {
		r := m.runs[0]
		count := r.entry[len(k):]
		last := len(dst.entries) - stride
		if last < 0 || !isAt(r.rank.key, dst.entries[last:]) {
			if dst.used == states {
				return
			}
			dst.used++
			dst.entries = append(dst.entries, r.entry...)
			for range m.digits - r.digits {
				dst.entries = append(dst.entries, 0)
			}
		} else if addTo(dst.entries[last+len(k):][:m.digits], count) != 0 {
			w.breakOff(Overflow)
			return
		}
		more, err := r.next(q)
		if err != nil {
			w.fail(err)
			return
		}
		if !more {
			end := len(m.runs) - 1
			m.runs[0], m.runs = m.runs[end], m.runs[:end]
		}
		m.down(0)
	}
}

// trim leaves out the last digit of a count where it is there for a carry and 0.
func (l *layer[K]) trim(count []uint64) []uint64 {
	if n := len(count) - 1; l.loose && n > 0 && count[n] == 0 {
		return count[:n]
	}
	return count
}
