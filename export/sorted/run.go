package sorted

import (
	"bufio"
	"fmt"
	"io"
	"sort"

	"coverstat/enumerate"
	"coverstat/export/block"
	"coverstat/export/files"
)

// A Run is a file of sorted rows with different keys. It can be read by
// several readers at once; each has the file open.
type Run struct {
	fsys    files.FS
	name    string
	columns []enumerate.Column
	begin   []int64 // first row of each block, and the number of rows
	offset  []int64 // of each block, and the file's length
}

// Columns returns the columns.
func (r *Run) Columns() []enumerate.Column { return r.columns }

// Rows returns the number of rows.
func (r *Run) Rows() int64 { return r.begin[len(r.begin)-1] }

// Remove removes the file.
func (r *Run) Remove() error { return r.fsys.Remove(r.name) }

func (r *Run) open() (block.RowReader, error) { return r.Read(0, r.Rows()), nil }

// Read returns a reader of rows from (inclusive) to to (exclusive).
func (r *Run) Read(from, to int64) block.RowReader {
	if from < 0 || to < from || to > r.Rows() {
		panic(fmt.Sprintf("sorted: rows %d to %d of %d", from, to, r.Rows()))
	}
	first := sort.Search(len(r.begin)-1, func(i int) bool { return r.begin[i+1] > from })
	return &runReader{run: r, at: from, to: to, next: first}
}

type runReader struct {
	run     *Run
	at, to  int64
	next    int // block
	src     files.Source
	blocks  block.Reader
	scratch *enumerate.Batch
}

func (r *runReader) Next(b *enumerate.Batch) error {
	b.Reset()
	if r.at == r.to {
		return io.EOF
	}
	if r.src == nil {
		src, err := r.run.fsys.Open(r.run.name)
		if err != nil {
			return err
		}
		r.src = src
		r.blocks.Reset(src, r.run.offset[r.next], r.run.offset[len(r.run.offset)-1])
	}
	h, err := r.blocks.Header()
	if err != nil {
		return fmt.Errorf("%s: %w", r.run.name, err)
	}
	first, last := r.run.begin[r.next], r.run.begin[r.next+1]
	if int64(h.Rows) != last-first {
		return fmt.Errorf("%s: %w: %d rows, expected %d", r.run.name, block.ErrDamaged, h.Rows, last-first)
	}
	from, to := max(first, r.at), min(last, r.to)
	into := b
	if to-from != last-first {
		if r.scratch == nil {
			r.scratch = enumerate.NewBatch(r.run.columns)
		}
		r.scratch.Reset()
		into = r.scratch
	}
	if err := r.blocks.Decode(into, h); err != nil {
		return fmt.Errorf("%s: %w", r.run.name, err)
	}
	if into != b {
		b.AppendRows(into, int(from-first), int(to-first))
	}
	r.at = to
	r.next++
	return nil
}

func (r *runReader) Close() error {
	if r.src == nil {
		return nil
	}
	err := r.src.Close()
	r.src, r.at = nil, r.to
	return err
}

// blockRows is the number of rows in the blocks of a run file: a merge holds
// one block of each of up to FanIn runs.
const blockRows = 1024

type runWriter struct {
	run  *Run
	file files.File
	out  *bufio.Writer
	enc  block.Encoder
	data []byte
}

func newRunWriter(fsys files.FS, name string, columns []enumerate.Column) (*runWriter, error) {
	f, err := fsys.Create(name)
	if err != nil {
		return nil, err
	}
	return &runWriter{file: f, out: bufio.NewWriterSize(f, 1<<20),
		run: &Run{fsys: fsys, name: name, columns: columns, begin: []int64{0}, offset: []int64{0}}}, nil
}

func (w *runWriter) write(b *enumerate.Batch) error {
	for from, n := 0, b.Len(); from < n; from += blockRows {
		to := min(from+blockRows, n)
		var err error
		w.data, err = w.enc.Append(w.data[:0], b, from, to, len(w.run.begin) == 1)
		if err != nil {
			return err
		}
		if _, err := w.out.Write(w.data); err != nil {
			return err
		}
		r := w.run
		r.begin = append(r.begin, r.begin[len(r.begin)-1]+int64(to-from))
		r.offset = append(r.offset, r.offset[len(r.offset)-1]+int64(len(w.data)))
	}
	return nil
}

func (w *runWriter) finish() (*Run, error) {
	if err := w.out.Flush(); err != nil {
		return nil, err
	}
	return w.run, w.file.Close()
}

func (w *runWriter) discard() {
	w.file.Close()
	w.run.Remove()
}
