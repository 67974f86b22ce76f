package sorted

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"path/filepath"
	"strings"

	"coverstat/enumerate"
	"coverstat/export/block"
	"coverstat/export/files"
)

// FanIn is the number of runs to merge at a time if they are stored as blocks:
// the merge then holds so many open files, and so many blocks in memory.
const FanIn = 64

// Merge merges sorted runs into one, up to fanIn at a time. Names of the files that it makes begin
// with the prefix and end as temporary files do. They are not synced, and all but the result's are removed.
func Merge(ctx context.Context, fsys files.FS, dir, prefix string, order *Order, runs []block.Batches,
	fanIn int) (*block.List, error) {
	made := 0
	for {
		// Neighbours are merged. So of rows with equal keys the first stays first through all levels.
		var next []block.Batches
		for first := 0; first == 0 || first < len(runs); first += fanIn {
			made++
			name := filepath.Join(dir, fmt.Sprintf("%s%04d%s", prefix, made, files.Temporary))
			run, err := merge(ctx, fsys, name, order, runs[first:min(first+fanIn, len(runs))])
			if err != nil {
				// An error does not matter: the next run removes what is left.
				files.RemoveIf(fsys, dir, func(name string) bool {
					return strings.HasPrefix(name, prefix) && strings.HasSuffix(name, files.Temporary)
				})
				return nil, err
			}
			if len(runs) <= fanIn {
				return run, nil
			}
			next = append(next, func(yield func(*enumerate.Batch, error) bool) {
				defer fsys.Remove(name)
				run.Read(0, run.Rows())(yield)
			})
		}
		runs = next
	}
}

// merge merges some runs into a file.
func merge(ctx context.Context, fsys files.FS, name string, order *Order,
	runs []block.Batches) (_ *block.List, err error) {
	f, err := fsys.Create(name)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	merged := &merger{order: order}
	defer merged.stop()
	if err := merged.start(runs); err != nil {
		return nil, err
	}
	out := bufio.NewWriterSize(f, 1<<20)
	begin, offset := []int64{0}, []int64{0} // of each batch, in rows and bytes; then those of the end
	b := enumerate.NewBatch(order.columns)
	for {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if err := merged.next(b); err == io.EOF {
			break
		} else if err != nil {
			return nil, err
		}
		blocks := block.NewBuffer(order.columns)
		if err := blocks.AddRun(b); err != nil {
			return nil, err
		}
		if _, err := out.Write(blocks.Bytes()); err != nil {
			return nil, err
		}
		last := len(begin) - 1
		begin, offset = append(begin, begin[last]+blocks.Rows()),
			append(offset, offset[last]+int64(len(blocks.Bytes())))
	}
	return block.NewList(fsys, order.columns, begin, func(i int) block.Extent {
		return block.Extent{File: name, From: offset[i], To: offset[i+1]}
	}), out.Flush()
}

// merger merges sorted runs while it reads them.
type merger struct {
	order *Order
	heap  []*runHead // a heap by key, then by run
	stops []func()
}

// runHead is the next row of a run.
type runHead struct {
	run  int
	next func() (*enumerate.Batch, error, bool)
	rows *enumerate.Batch
	at   int
}

// start begins to read runs. Of rows with equal keys, that of the first run comes first.
func (r *merger) start(runs []block.Batches) error {
	for i, run := range runs {
		next, stop := iter.Pull2(run)
		r.stops = append(r.stops, stop)
		rows, err, some := next()
		if err != nil {
			return err
		}
		if some {
			r.heap = append(r.heap, &runHead{run: i, next: next, rows: rows})
		}
	}
	for i := len(r.heap)/2 - 1; i >= 0; i-- {
		r.down(i)
	}
	return nil
}

// stop ends the reading of all runs.
func (r *merger) stop() {
	for _, stop := range r.stops {
		stop()
	}
}

func (r *merger) less(a, b *runHead) bool {
	if d := r.order.Compare(a.rows, a.at, b.rows, b.at); d != 0 {
		return d < 0
	}
	return a.run < b.run
}

func (r *merger) down(i int) {
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

// next empties the batch and fills it with the next merged rows. At the end it returns [io.EOF].
func (r *merger) next(b *enumerate.Batch) error {
	b.Reset()
	for len(r.heap) > 0 {
		top := r.heap[0]
		full := b.Len() >= enumerate.BatchRows
		if full && r.order.Compare(b, b.Len()-1, top.rows, top.at) != 0 {
			return nil
		}
		if err := r.order.append(b, top.rows, top.at); err != nil {
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

func (r *merger) advance(top *runHead) error {
	if top.at++; top.at == top.rows.Len() {
		rows, err, more := top.next()
		if err != nil {
			return err
		}
		if top.rows, top.at = rows, 0; !more {
			last := len(r.heap) - 1
			r.heap[0] = r.heap[last]
			r.heap = r.heap[:last]
		}
	}
	r.down(0)
	return nil
}
