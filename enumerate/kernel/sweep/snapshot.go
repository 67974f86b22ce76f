package sweep

import (
	"bufio"
	"encoding/binary"
	"errors"
)

// Between two layers, all that a count has found is in the layers ahead: a snapshot is these,
// as numbers of eight bytes. It says nothing of workers, and a count with any number of them
// goes on from it.

// errNoSnapshot says that bytes are no snapshot of a plan.
var errNoSnapshot = errors.New("no snapshot of this sweep")

// putter is a function that takes bytes, as a writer.
type putter func([]byte) error

func (put putter) Write(p []byte) (int, error) { return len(p), put(p) }

// writer writes numbers. The first error is that of Flush.
type writer struct{ *bufio.Writer }

func newWriter(put putter) writer { return writer{bufio.NewWriterSize(put, blockSize)} }

func (w writer) numbers(list ...uint64) {
	for _, n := range list {
		w.Write(binary.LittleEndian.AppendUint64(w.AvailableBuffer(), n))
	}
}

// entries writes the entries in use, with keys of so many words.
func (w writer) entries(e []uint64, key, stride int) {
	for ; len(e) > 0; e = e[stride:] {
		if e[key-1] != 0 {
			w.numbers(e[:key]...)
			w.numbers(uint64(stride - key))
			w.numbers(e[key:stride]...)
		}
	}
}

// snapshot writes the layers from place p on. Those before have been expanded.
func (a *pass[K]) snapshot(p int, put func([]byte) error) error {
	w := newWriter(put)
	var k K
	w.numbers(uint64(a.plan.Places+1), uint64(len(k)), uint64(p), uint64(a.nodes.Load()))
	for q := p; q < a.plan.Places+1; q++ {
		a.settle(q)
		var kept []string
		if a.lists != nil {
			kept = a.lists[q].text
		}
		w.numbers(uint64(len(kept)))
		for _, text := range kept {
			w.numbers(uint64(len(text)))
			w.WriteString(text)
		}
		w.numbers(uint64(a.states(q)))
		for i := range a.shards {
			l := &a.shards[i].layers[q]
			w.entries(l.entries, len(k), l.stride())
			if l.spill == nil {
				continue
			}
			for _, r := range l.spill.runs {
				x := newReader[K](r, l.spill.file)
				more, err := x.next(q)
				for ; more; more, err = x.next(q) {
					w.entries(x.entry, len(k), len(x.entry))
				}
				if err != nil {
					return err
				}
			}
		}
	}
	return w.Flush()
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
	if err != nil || steps != uint64(a.plan.Places+1) || width != uint64(len(k)) || first >= steps {
		return errNoSnapshot
	}
	a.place = int(first)
	a.nodes.Store(int64(nodes))
	var digits [limbs]uint64
	for q := int(first); q < a.plan.Places+1 && a.outcome() == Done; q++ {
		lists := number()
		for n := uint64(1); n <= lists && err == nil; n++ {
			size := number()
			if a.lists == nil || size > blockSize || size%uint64(8*len(k)) != 0 {
				return errNoSnapshot
			}
			text := make([]byte, 0, size)
			for range size / 8 {
				text = binary.LittleEndian.AppendUint64(text, number())
			}
			if err == nil && a.lists[q].Number(text, lists) != n {
				return errNoSnapshot
			}
		}
		a.countKept()
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
	return err
}
