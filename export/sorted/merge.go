package sorted

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"

	"coverstat/enumerate"
	"coverstat/export/block"
	"coverstat/export/files"
)

// FanIn is a good number of runs to merge at a time if they are made of blocks:
// so many files are open, and so many blocks in memory.
const FanIn = 64

// Merge merges sorted runs into one, up to fanIn at a time. It works in files in the folder, whose
// names begin with the prefix and end as temporary files do; they are not
// synced, and removed before it returns, but for the result's. Between steps
// it asks stopped, if that is not nil, and ends with its error.
func Merge(fsys files.FS, dir, prefix string, order *Order, runs []block.Opener, fanIn int, stopped func() error) (*Run, error) {
	m := &merger{fsys: fsys, dir: dir, prefix: prefix, order: order, stopped: stopped}
	level := make([]source, len(runs))
	for i, r := range runs {
		level[i].open = r
	}
	for {
		// Neighbours are merged, so that of rows with equal keys the first
		// stays first through all levels.
		var next []source
		var last *Run
		for group := range slices.Chunk(level, fanIn) {
			run, err := m.merge(group)
			if err != nil {
				m.remove(level)
				m.remove(next)
				return nil, err
			}
			m.remove(group)
			last = run
			next = append(next, source{open: run.open, file: run})
		}
		if last == nil { // no runs at all
			return m.merge(nil)
		}
		if len(next) == 1 {
			return last, nil
		}
		level = next
	}
}

type source struct {
	open block.Opener
	file *Run // to be removed when it is merged; nil if not ours
}

type merger struct {
	fsys        files.FS
	dir, prefix string
	order       *Order
	stopped     func() error
	made        int
}

func (m *merger) remove(group []source) {
	for _, s := range group {
		if s.file != nil {
			s.file.Remove() // a temporary file: the next run removes what is left
		}
	}
}

// merge merges some runs into a file.
func (m *merger) merge(group []source) (_ *Run, err error) {
	m.made++
	w, err := newRunWriter(m.fsys, filepath.Join(m.dir, fmt.Sprintf("%s%04d%s", m.prefix, m.made, files.Temporary)), m.order.columns)
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			w.discard()
		}
	}()
	readers := make([]block.RowReader, 0, len(group))
	defer func() {
		for _, r := range readers {
			err = errors.Join(err, r.Close())
		}
	}()
	for _, s := range group {
		r, err := s.open()
		if err != nil {
			return nil, err
		}
		readers = append(readers, r)
	}
	merged, err := NewReader(m.order, readers)
	if err != nil {
		return nil, err
	}
	b := enumerate.NewBatch(m.order.columns)
	for {
		if m.stopped != nil {
			if err := m.stopped(); err != nil {
				return nil, err
			}
		}
		switch err := merged.Next(b); err {
		case nil:
			if err := w.write(b); err != nil {
				return nil, err
			}
		case io.EOF:
			return w.finish()
		default:
			return nil, err
		}
	}
}

// Reader merges sorted runs while it reads them.
type Reader struct {
	order *Order
	heap  []*cursor // a heap by key, then by run
}

// cursor is a place in a run.
type cursor struct {
	run  int
	src  block.RowReader
	rows *enumerate.Batch
	at   int
}

// NewReader returns a reader of the merged rows of the given runs; of rows
// with equal keys, that of the first run comes first. The runs stay the
// caller's to close.
func NewReader(order *Order, runs []block.RowReader) (*Reader, error) {
	r := &Reader{order: order}
	for i, src := range runs {
		c := &cursor{run: i, src: src, rows: enumerate.NewBatch(order.columns)}
		switch err := src.Next(c.rows); err {
		case nil:
			r.heap = append(r.heap, c)
		case io.EOF:
		default:
			return nil, err
		}
	}
	for i := len(r.heap)/2 - 1; i >= 0; i-- {
		r.down(i)
	}
	return r, nil
}

func (r *Reader) less(a, b *cursor) bool {
	if d := r.order.Compare(a.rows, a.at, b.rows, b.at); d != 0 {
		return d < 0
	}
	return a.run < b.run
}

func (r *Reader) down(i int) {
	for {
		child := 2*i + 1
		if child >= len(r.heap) {
			return
		}
		if child+1 < len(r.heap) && r.less(r.heap[child+1], r.heap[child]) {
			child++
		}
		if !r.less(r.heap[child], r.heap[i]) {
			return
		}
		r.heap[i], r.heap[child] = r.heap[child], r.heap[i]
		i = child
	}
}

// Next empties the batch and fills it with the next rows, merged. At the end
// it returns [io.EOF].
func (r *Reader) Next(b *enumerate.Batch) error {
	b.Reset()
	for len(r.heap) > 0 {
		top := r.heap[0]
		full := b.Len() >= enumerate.BatchRows
		if full && r.order.Compare(b, b.Len()-1, top.rows, top.at) != 0 {
			return nil
		}
		if err := r.order.Append(b, top.rows, top.at); err != nil {
			return err
		}
		if err := r.advance(top); err != nil {
			return err
		}
	}
	if b.Len() == 0 {
		return io.EOF
	}
	return nil
}

func (r *Reader) advance(top *cursor) error {
	top.at++
	if top.at == top.rows.Len() {
		top.at = 0
		switch err := top.src.Next(top.rows); err {
		case nil:
		case io.EOF:
			last := len(r.heap) - 1
			r.heap[0] = r.heap[last]
			r.heap = r.heap[:last]
		default:
			return err
		}
	}
	r.down(0)
	return nil
}
