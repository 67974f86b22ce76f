package sorted

import (
	"bufio"

	"coverstat/enumerate"
	"coverstat/export/block"
	"coverstat/export/files"
)

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
