package journal

import (
	"fmt"
	"io"
	"path/filepath"

	"coverstat/enumerate"
	"coverstat/export/block"
	"coverstat/export/files"
)

// Runs returns the sorted runs among the rows of the committed tasks, in task
// order, each to be opened when its turn comes. It reads the headers of all
// blocks.
func (w *Work) Runs() ([]block.Opener, error) {
	w.mu.Lock()
	ix := w.buildIndex()
	w.mu.Unlock()
	var runs []block.Opener
	for _, id := range ix.tasks {
		found, err := w.runsOf(id)
		if err != nil {
			return nil, err
		}
		runs = append(runs, found...)
	}
	return runs, nil
}

func (w *Work) runsOf(id int) (runs []block.Opener, err error) {
	w.mu.Lock()
	task := w.tasks[id]
	name := w.segment[task.segment]
	w.mu.Unlock()
	fail := func(err error) error { return &SegmentError{Segment: name, Task: id, Err: err} }
	src, err := w.fsys.Open(filepath.Join(w.dir, name))
	if err != nil {
		return nil, err
	}
	defer src.Close()
	var blocks block.Reader
	blocks.Reset(src, task.offset, task.offset+task.bytes)
	begin := int64(-1)
	add := func(end int64) {
		if begin >= 0 {
			from := begin
			runs = append(runs, func() (block.RowReader, error) { return w.openRun(id, name, from, end) })
		}
		begin = end
	}
	for {
		at := blocks.Offset()
		h, err := blocks.Header()
		if err == io.EOF {
			add(at)
			return runs, nil
		}
		if err != nil {
			return nil, fail(err)
		}
		if h.BeginsRun {
			add(at)
		} else if begin < 0 {
			return nil, fail(fmt.Errorf("rows that are not sorted"))
		}
		if err := blocks.Skip(h); err != nil {
			return nil, fail(err)
		}
	}
}

func (w *Work) openRun(id int, name string, from, end int64) (block.RowReader, error) {
	src, err := w.fsys.Open(filepath.Join(w.dir, name))
	if err != nil {
		return nil, err
	}
	r := &runReader{src: src, name: name, task: id}
	r.blocks.Reset(src, from, end)
	return r, nil
}

type runReader struct {
	src    files.Source
	name   string
	task   int
	blocks block.Reader
}

func (r *runReader) Next(b *enumerate.Batch) error {
	b.Reset()
	h, err := r.blocks.Header()
	if err == io.EOF {
		return err
	}
	if err == nil {
		err = r.blocks.Decode(b, h)
	}
	if err != nil {
		return &SegmentError{Segment: r.name, Task: r.task, Err: err}
	}
	return nil
}

func (r *runReader) Close() error { return r.src.Close() }
