package inspect

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"math/bits"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"coverstat/cmd/internal/progress"
	"coverstat/enumerate"
	"coverstat/export"
	"coverstat/export/sorted"

	"golang.org/x/sync/errgroup"
)

// outOfOrder returns where the rows of a sample are not in the order of their keys, or
// have the key of the row before.
func (c *rowScan) outOfOrder(ctx context.Context) (wrong []string, err error) {
	var keys []int
	for i, column := range c.set.Columns() {
		if column.Role == enumerate.Key {
			keys = append(keys, i)
		}
	}
	order, err := sorted.NewOrder(export.Pick(c.set.Columns(), keys))
	if err != nil {
		return nil, err
	}
	last := enumerate.NewBatch(order.Columns()) // the row before, if there is one
	err = c.set.Scan(keys, func(b *enumerate.Batch, first int64) error {
		for i := range b.Len() {
			before, at := b, i-1
			if i == 0 {
				before, at = last, 0
			}
			if before.Len() > 0 && order.Compare(before, at, b, i) >= 0 && len(wrong) < maxFound {
				wrong = append(wrong, fmt.Sprintf("row %d: its key is not above that of the row before", first+int64(i)))
			}
		}
		last.Reset()
		last.AppendRows(b, b.Len()-1, b.Len())
		return ctx.Err()
	})
	return wrong, err
}

// againTime is how long verify does tasks again. Nodes are no measure of it: those of one
// solver take a thousand times as long as those of another.
const againTime = time.Second

// again does tasks again, as many as the time allows, and compares what they count and the
// rows that they give, in their order. The tasks that it begins with lie evenly among all.
// done is how many there were.
func (c *rowScan) again(ctx context.Context, tasks []enumerate.TaskTally) (done int, wrong []string, err error) {
	job := c.study.Job
	if c.set.Manifest.Kernel != job.Kernel() {
		return 0, nil, nil // another version of the program, with other tasks
	}
	first := make([]int64, len(tasks)) // number of each task's first row; a sample's rows are not told apart by task
	order := make([]int, len(tasks))
	rows := int64(0)
	for i, t := range tasks {
		if t.Task >= job.Tasks() || t.Rows > c.set.Rows()-rows && c.study.Plan.Kind != enumerate.Sample {
			return 0, []string{fmt.Sprintf("task %d of %d has %d rows from row %d on, of %d", t.Task, job.Tasks(), t.Rows, rows, c.set.Rows())}, nil
		}
		first[i], order[i] = rows, i
		rows += t.Rows
	}
	slices.SortFunc(order, func(i, j int) int { return cmp.Compare(bits.Reverse64(uint64(i)), bits.Reverse64(uint64(j))) })
	var all *enumerate.Batch
	if c.set.Rows() <= export.GroupRows { // else a reader for each task takes next to nothing of the time
		if all, err = c.rows(0, c.set.Rows()); err != nil {
			return 0, nil, err
		}
	}
	progress.Doing(ctx, "doing tasks again")
	limited, cancel := context.WithTimeout(ctx, againTime)
	defer cancel()
	var stop atomic.Bool
	defer context.AfterFunc(limited, func() { stop.Store(true) })()
	if prepare := job.Features().Prepare; prepare != nil {
		if err := prepare(runtime.GOMAXPROCS(0), &stop, func(float64) {}); err != nil || stop.Load() {
			return 0, nil, err
		}
	}
	var next, finished atomic.Int64
	var mu sync.Mutex
	var group errgroup.Group
	for range min(runtime.GOMAXPROCS(0), len(order)) {
		group.Go(func() error {
			w, err := job.NewWorker()
			if err != nil {
				return err
			}
			for n := next.Add(1) - 1; n < int64(len(order)) && !stop.Load(); n = next.Add(1) - 1 {
				i := order[n]
				done, differs, err := c.taskAgain(w, tasks[i], all, first[i], &stop)
				if err != nil {
					return err
				}
				if done {
					finished.Add(1)
				}
				if differs != "" {
					mu.Lock()
					wrong = append(wrong, fmt.Sprintf("task %d, done again: %s", tasks[i].Task, differs))
					mu.Unlock()
				}
			}
			return nil
		})
	}
	err = group.Wait()
	return int(finished.Load()), wrong, err
}

// taskAgain does a task again, and says how it differs from what is stored: all rows, or
// nil where they are to be read.
func (c *rowScan) taskAgain(w enumerate.Worker, t enumerate.TaskTally, all *enumerate.Batch, first int64, stop *atomic.Bool) (done bool, differs string, err error) {
	rows, out := enumerate.NewBatch(c.set.Columns()), enumerate.NewBatch(c.set.Columns())
	flush := func() error {
		rows.AppendRows(out, 0, out.Len())
		out.Reset()
		return nil
	}
	tally, done, err := w.Do(t.Task, stop, out, flush)
	if err != nil || !done {
		return false, "", err
	}
	if err := flush(); err != nil {
		return false, "", err
	}
	if !c.sameVersion() {
		tally.Effort = t.Effort
	}
	if tally != t.Tally {
		return true, fmt.Sprintf("it counts %+v, the dataset has %+v", tally, t.Tally), nil
	}
	if c.study.Plan.Kind == enumerate.Sample {
		return true, "", nil
	}
	stored, from := all, int(first)
	if stored == nil {
		if stored, err = c.rows(first, first+t.Rows); err != nil {
			return true, "", err
		}
		from = 0
	}
	for i := range rows.Len() {
		if err := enumerate.SameRow(stored, from+i, rows, i); err != nil {
			return true, fmt.Sprintf("row %d: %v", first+int64(i), err), nil
		}
	}
	return true, "", nil
}

// rows reads rows from (inclusive) to to (exclusive).
func (c *rowScan) rows(from, to int64) (*enumerate.Batch, error) {
	r := c.set.Read(from, to)
	defer r.Close()
	all, b := enumerate.NewBatch(c.set.Columns()), enumerate.NewBatch(c.set.Columns())
	for {
		if err := r.Next(b); err == io.EOF {
			return all, nil
		} else if err != nil {
			return nil, err
		}
		all.AppendRows(b, 0, b.Len())
	}
}
