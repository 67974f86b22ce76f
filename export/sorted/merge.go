package sorted

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"

	"coverstat/enumerate"
	"coverstat/export/block"
	"coverstat/export/files"
)

// FanIn is the number of runs to merge at a time if they are stored as blocks:
// the merge then holds so many open files, and so many blocks in memory.
const FanIn = 64

// Merge merges sorted runs into one, up to fanIn at a time, and closes them.
// Names of the files that it makes begin with the prefix and end as temporary
// files do. They are not synced, and all but the result's are removed.
func Merge(ctx context.Context, fsys files.FS, dir, prefix string, order *Order, runs []block.RowReader, fanIn int) (*Run, error) {
	m := &merger{ctx: ctx, fsys: fsys, dir: dir, prefix: prefix, order: order}
	level := make([]input, len(runs))
	for i, r := range runs {
		level[i].rows = r
	}
	for {
		// Neighbours are merged. So of rows with equal keys the first stays
		// first through all levels.
		var next []input
		for first := 0; first == 0 || first < len(level); first += fanIn {
			group := level[first:min(first+fanIn, len(level))]
			run, err := m.merge(group)
			if err != nil {
				m.remove(level)
				m.remove(next)
				return nil, err
			}
			m.remove(group)
			next = append(next, input{run.Read(0, run.Rows()), run})
		}
		if len(next) == 1 {
			return next[0].file, nil
		}
		level = next
	}
}

// input is a run to merge.
type input struct {
	rows block.RowReader
	file *Run // to be removed when it is merged; nil if it is the caller's
}

type merger struct {
	ctx         context.Context
	fsys        files.FS
	dir, prefix string
	order       *Order
	made        int
}

// remove removes the files of inputs. Errors do not matter: the files are
// temporary, and the next run removes what is left.
func (m *merger) remove(group []input) {
	for i := range group {
		if group[i].file != nil {
			group[i].file.Remove()
			group[i].file = nil
		}
	}
}

// merge merges some runs into a file.
func (m *merger) merge(group []input) (_ *Run, err error) {
	m.made++
	name := filepath.Join(m.dir, fmt.Sprintf("%s%04d%s", m.prefix, m.made, files.Temporary))
	w, err := newRunWriter(m.fsys, name)
	if err != nil {
		return nil, err
	}
	defer func() {
		for _, r := range group {
			err = errors.Join(err, r.rows.Close())
		}
		if err != nil {
			w.discard()
		}
	}()
	merged, err := newReader(m.order, group)
	if err != nil {
		return nil, err
	}
	b := enumerate.NewBatch(m.order.columns)
	for {
		if err := m.ctx.Err(); err != nil {
			return nil, err
		}
		switch err := merged.next(b); err {
		case nil:
			if err := w.write(b); err != nil {
				return nil, err
			}
		case io.EOF:
			return w.finish(m.order.columns)
		default:
			return nil, err
		}
	}
}

// reader merges sorted runs while it reads them.
type reader struct {
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

// newReader returns a reader of the merged rows. Of rows with equal keys, that
// of the first run comes first.
func newReader(order *Order, runs []input) (*reader, error) {
	r := &reader{order: order}
	for i, run := range runs {
		c := &cursor{run: i, src: run.rows, rows: enumerate.NewBatch(order.columns)}
		switch err := c.src.Next(c.rows); err {
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

func (r *reader) less(a, b *cursor) bool {
	if d := r.order.Compare(a.rows, a.at, b.rows, b.at); d != 0 {
		return d < 0
	}
	return a.run < b.run
}

func (r *reader) down(i int) {
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

// next empties the batch and fills it with the next merged rows. At the end it
// returns [io.EOF].
func (r *reader) next(b *enumerate.Batch) error {
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

func (r *reader) advance(top *cursor) error {
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

// A Run is a file of sorted rows, no two with the same key. Each of its readers
// has the file open.
type Run struct {
	*block.List
	fsys files.FS
	name string
}

// Remove removes the file.
func (r *Run) Remove() error { return r.fsys.Remove(r.name) }

// runWriter writes the file of a run, and remembers where its blocks are.
type runWriter struct {
	fsys    files.FS
	name    string
	file    files.File
	out     *bufio.Writer
	encoder block.Encoder
	data    []byte
	begin   []int64 // number of the first row of each block, and the number of rows
	offset  []int64 // of each block, and the file's length
}

func newRunWriter(fsys files.FS, name string) (*runWriter, error) {
	f, err := fsys.Create(name)
	if err != nil {
		return nil, err
	}
	return &runWriter{fsys: fsys, name: name, file: f, out: bufio.NewWriterSize(f, 1<<20),
		begin: []int64{0}, offset: []int64{0}}, nil
}

func (w *runWriter) write(b *enumerate.Batch) error {
	for from, n := 0, b.Len(); from < n; from += block.RunBlockRows {
		to := min(from+block.RunBlockRows, n)
		last := len(w.begin) - 1
		var err error
		w.data, err = w.encoder.Append(w.data[:0], b, from, to, last == 0)
		if err != nil {
			return err
		}
		if _, err := w.out.Write(w.data); err != nil {
			return err
		}
		w.begin = append(w.begin, w.begin[last]+int64(to-from))
		w.offset = append(w.offset, w.offset[last]+int64(len(w.data)))
	}
	return nil
}

func (w *runWriter) finish(columns []enumerate.Column) (*Run, error) {
	if err := w.out.Flush(); err != nil {
		return nil, err
	}
	name, offset := w.name, w.offset
	list := block.NewList(w.fsys, columns, w.begin, func(i int) block.Extent {
		return block.Extent{File: name, From: offset[i], To: offset[i+1]}
	})
	return &Run{list, w.fsys, name}, w.file.Close()
}

func (w *runWriter) discard() {
	w.file.Close()
	w.fsys.Remove(w.name)
}
