package journal

import (
	"fmt"
	"io"
	"path/filepath"
	"sort"

	"coverstat/enumerate"
	"coverstat/export/block"
	"coverstat/export/files"
)

// index lists the tasks that have rows, ascending, and where each begins
// among all rows.
type index struct {
	tasks []int
	begin []int64 // one more than tasks: the last is the number of rows
}

func (w *Work) buildIndex() *index {
	if w.index != nil {
		return w.index
	}
	ix := &index{begin: []int64{0}}
	for t := range w.tasks {
		if s := &w.tasks[t]; s.stored > 0 {
			ix.tasks = append(ix.tasks, t)
			ix.begin = append(ix.begin, ix.begin[len(ix.begin)-1]+s.stored)
		}
	}
	w.index = ix
	return ix
}

// SegmentError says that a segment was damaged after the work was opened.
// Opening the work again drops its tasks.
type SegmentError struct {
	Segment string
	Task    int
	Err     error
}

// Error names the segment.
func (e *SegmentError) Error() string {
	return fmt.Sprintf("segment %s, task %d: %v", e.Segment, e.Task, e.Err)
}

// Unwrap returns the cause.
func (e *SegmentError) Unwrap() error { return e.Err }

// Read returns a reader of rows from (inclusive) to to (exclusive) of the
// committed tasks' rows in task order, as they are now.
func (w *Work) Read(from, to int64) *Reader {
	w.mu.Lock()
	defer w.mu.Unlock()
	ix := w.buildIndex()
	if from < 0 || to < from || to > ix.begin[len(ix.tasks)] {
		panic(fmt.Sprintf("journal: rows %d to %d of %d", from, to, ix.begin[len(ix.tasks)]))
	}
	r := &Reader{work: w, index: ix, at: from, to: to, segment: -1}
	r.next = sort.Search(len(ix.tasks), func(i int) bool { return ix.begin[i+1] > from })
	return r
}

// A Reader reads rows in task order. It belongs to one goroutine and holds one
// open file and one block.
type Reader struct {
	work   *Work
	index  *index
	next   int   // index of the task to read after this one
	at, to int64 // rows to read

	id      int    // task being read
	segment int32  // the one that src is, or -1
	name    string // its name
	src     files.Source
	row     int64 // the next block's first row
	last    int64 // the row after the task's last
	blocks  block.Reader
	scratch *enumerate.Batch
}

// Next empties the batch and fills it with the next rows, one or more. At the
// end it returns [io.EOF].
func (r *Reader) Next(b *enumerate.Batch) error {
	for r.at < r.to {
		if r.row == r.last {
			if err := r.enter(); err != nil {
				return err
			}
		}
		n, err := r.block(b)
		if err != nil {
			return &SegmentError{Segment: r.name, Task: r.id, Err: err}
		}
		if n > 0 {
			return nil
		}
	}
	b.Reset()
	return io.EOF
}

// enter goes to the first block of the next task.
func (r *Reader) enter() error {
	w := r.work
	w.mu.Lock()
	r.id = r.index.tasks[r.next]
	task := w.tasks[r.id]
	name := w.segment[task.segment]
	w.mu.Unlock()
	if r.segment != task.segment {
		if err := r.Close(); err != nil {
			return err
		}
		src, err := w.fsys.Open(filepath.Join(w.dir, name))
		if err != nil {
			return err
		}
		r.src, r.segment, r.name = src, task.segment, name
	}
	r.blocks.Reset(r.src, task.offset, task.offset+task.bytes)
	r.row, r.last = r.index.begin[r.next], r.index.begin[r.next+1]
	r.next++
	return nil
}

// block reads the next block of the task and returns how many of its rows
// were wanted.
func (r *Reader) block(b *enumerate.Batch) (int, error) {
	h, err := r.blocks.Header()
	if err == io.EOF {
		return 0, fmt.Errorf("%w: fewer rows than its task", block.ErrDamaged)
	}
	if err != nil {
		return 0, err
	}
	first, end := r.row, r.row+int64(h.Rows)
	if end > r.last {
		return 0, fmt.Errorf("%w: more rows than its task", block.ErrDamaged)
	}
	from, to := max(first, r.at), min(end, r.to)
	r.row = end
	if from >= to {
		return 0, r.blocks.Skip(h)
	}
	r.at = to
	return int(to - from), r.decode(b, h, int(from-first), int(to-first))
}

// decode puts rows from (inclusive) to to (exclusive) of the next block into
// an empty batch.
func (r *Reader) decode(b *enumerate.Batch, h block.Header, from, to int) error {
	b.Reset()
	if to-from == h.Rows {
		return r.blocks.Decode(b, h)
	}
	if r.scratch == nil {
		r.scratch = enumerate.NewBatch(r.work.columns)
	}
	r.scratch.Reset()
	if err := r.blocks.Decode(r.scratch, h); err != nil {
		return err
	}
	b.AppendRows(r.scratch, from, to)
	return nil
}

// Close closes the file that the reader has open.
func (r *Reader) Close() error {
	if r.src == nil {
		return nil
	}
	err := r.src.Close()
	r.src, r.segment = nil, -1
	return err
}
