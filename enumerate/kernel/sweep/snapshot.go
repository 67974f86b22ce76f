package sweep

import (
	"encoding/binary"
	"errors"
)

// Between two layers, all that a count has found is in the layers ahead: a snapshot is these,
// as numbers of eight bytes. It says nothing of workers, and a count with any number of them
// goes on from it.

// errNoSnapshot says that bytes are no snapshot of a plan.
var errNoSnapshot = errors.New("no snapshot of this sweep")

// writer collects numbers into blocks.
type writer struct {
	put   func([]byte) error
	block []byte
	err   error
}

const blockSize = 1 << 16

func (w *writer) number(n uint64) {
	if w.block = binary.LittleEndian.AppendUint64(w.block, n); len(w.block) >= blockSize {
		w.flush()
	}
}

func (w *writer) flush() {
	if w.err == nil {
		w.err = w.put(w.block)
	}
	w.block = w.block[:0]
}

// entries writes the entries in use, with keys of so many words.
func (w *writer) entries(e []uint64, key, stride int) {
	for ; len(e) > 0; e = e[stride:] {
		if e[key-1] == 0 {
			continue
		}
		for _, word := range e[:key] {
			w.number(word)
		}
		w.number(uint64(stride - key))
		for _, digit := range e[key:stride] {
			w.number(digit)
		}
	}
}

// snapshot writes the layers from place p on. Those before have been expanded.
func (a *pass[K]) snapshot(p int, put func([]byte) error) error {
	w := writer{put: put}
	var k K
	for _, n := range []int64{int64(len(a.steps)), int64(len(k)), int64(p), a.nodes.Load()} {
		w.number(uint64(n))
	}
	for q := p; q < len(a.steps); q++ {
		a.settle(q)
		var lists []string
		if a.lists != nil {
			lists = a.lists[q].text
		}
		w.number(uint64(len(lists)))
		for _, text := range lists {
			w.number(uint64(len(text)))
			for i := 0; i < len(text); i += 8 {
				w.number(binary.LittleEndian.Uint64([]byte(text[i:])))
			}
		}
		w.number(uint64(a.states(q)))
		for i := range a.shards {
			l := &a.shards[i].layers[q]
			w.entries(l.entries, len(k), l.stride())
			if l.spill == nil {
				continue
			}
			for _, r := range l.spill.runs {
				x := reader[K]{run: r, file: l.spill.file}
				more, err := x.next(q)
				for ; more; more, err = x.next(q) {
					w.entries(x.words[:len(k)+r.digits], len(k), len(k)+r.digits)
				}
				if err != nil {
					return err
				}
			}
		}
	}
	w.flush()
	return w.err
}

// restore adds the layers of a snapshot, and goes to the first of them. get fills a block with the
// next bytes.
func (a *pass[K]) restore(get func([]byte) error) (err error) {
	number := func() uint64 {
		var block [8]byte
		if err == nil {
			err = get(block[:])
		}
		return binary.LittleEndian.Uint64(block[:])
	}
	var k K
	steps, width, first, nodes := number(), number(), number(), number()
	if err != nil || steps != uint64(len(a.steps)) || width != uint64(len(k)) || first >= steps {
		return errNoSnapshot
	}
	a.nodes.Store(int64(nodes))
	var digits [limbs]uint64
	for q := int(first); q < len(a.steps) && a.outcome() == Done; q++ {
		for n := number(); n > 0 && err == nil; n-- {
			size := number()
			if a.lists == nil || size > blockSize {
				return errNoSnapshot
			}
			list := make([]K, size/8/width)
			for i := range list {
				for w := range len(list[i]) {
					list[i][w] = number()
				}
			}
			a.number(q, list)
		}
		for n := number(); n > 0 && err == nil; n-- {
			for w := range len(k) {
				k[w] = number()
			}
			size := number()
			if size > limbs {
				return errNoSnapshot
			}
			for i := range size {
				digits[i] = number()
			}
			a.workers[0].add(q, k, digits[:size])
		}
	}
	a.place = int(first)
	return err
}
