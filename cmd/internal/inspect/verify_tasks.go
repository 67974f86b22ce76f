package inspect

import (
	"context"
	"errors"
	"fmt"
	"math"
	"sync"
	"time"

	"coverstat/cmd/internal/progress"
	"coverstat/cmd/internal/study"
	"coverstat/enumerate"
	"coverstat/enumerate/run"
	"coverstat/export"
	"coverstat/export/block"
	"coverstat/export/sorted"
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

// Tasks are done again for redoTime: nodes are no measure of it, since those of one solver take a
// thousand times as long as those of another. Where there are no rows, and maxNodes are expected
// at most, all tasks are done again, if they do not take longer than allTime after all.
const (
	redoTime = time.Second
	allTime  = 2 * time.Minute
	maxNodes = 10_000_000
)

// redo is the sink of tasks that are done again. It compares what they count, and the rows that
// they give, in their order, with what the dataset has of them.
type redo struct {
	*verifier
	place map[int]int      // of a task in the dataset's list
	first []int64          // number of each task's first row; the rows of a sample are not told apart by task
	all   *enumerate.Batch // all rows if they are few; else a reader for each batch takes next to nothing of the time

	wantsAll  bool             // all tasks are to be done
	observers *study.Observers // of solutions that are listed and not stored

	mu     sync.Mutex
	seen   map[int]int64              // rows of the tasks at hand
	sweeps map[int][]*enumerate.Batch // rows of sweeps
	wrong  []string
	done   int // tasks
}

// redoTasks does tasks again, as many as the time allows. If these are all tasks of a dataset
// without rows, they give what was found.
func (v *verifier) redoTasks(ctx context.Context, nodes float64) error {
	v.redo = &redo{verifier: v, place: map[int]int{}, seen: map[int]int64{}, sweeps: map[int][]*enumerate.Batch{}}
	if v.study == nil || v.set.Manifest.Kernel != v.study.TaskJob().Kernel() {
		return nil // the other kernel of another version of the program has other tasks
	}
	s, limit := v.study, redoTime
	if v.rows == nil && v.expectedNodes() <= nodes {
		limit, v.redo.wantsAll = allTime, true
	}
	if err := v.redo.begin(); err != nil || len(v.redo.wrong) > 0 {
		return err
	}
	progress.Doing(ctx, "doing tasks again")
	limited, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	if _, err := run.Run(limited, s.TaskJob(), v.redo, run.Settings{}); err != nil && !(errors.Is(err, run.ErrStopped) && ctx.Err() == nil) {
		return err
	}
	if !v.redo.whole() {
		return nil
	}
	var err error
	if s.Counting() == nil {
		v.found, err = v.redo.observers.Merge()
		return err
	}
	var rows []*enumerate.Batch
	for _, t := range v.tasks {
		rows = append(rows, v.redo.sweeps[t.Task]...)
	}
	v.found, err = s.ObserveSweeps(rows)
	return err
}

// expectedNodes is the number of nodes that all tasks are expected to take.
func (v *verifier) expectedNodes() float64 {
	if c := v.study.Counting(); c != nil {
		_, nodes := c.Size()
		return nodes
	}
	if search := v.study.Job.Features().Tree; search != nil {
		if tree, err := search(); err == nil {
			return tree.Nodes
		}
	}
	return math.Inf(1)
}

// begin finds the rows of each task.
func (r *redo) begin() (err error) {
	rows := int64(0)
	for i, t := range r.tasks {
		if n := r.study.TaskJob().Tasks(); t.Task >= n || r.comparesRows() && t.Rows > r.set.Rows()-rows {
			r.wrong = []string{fmt.Sprintf("task %d of %d has %d rows from row %d on, of %d", t.Task, n, t.Rows, rows, r.set.Rows())}
			return nil
		}
		r.place[t.Task] = i
		r.first = append(r.first, rows)
		rows += t.Rows
	}
	if r.set.Rows() <= export.GroupRows {
		r.all, err = block.All(r.set.Read(0, r.set.Rows()), r.set.Columns())
	}
	if r.set.Manifest.CountedBy == "listing" {
		r.observers = r.study.NewObservers()
	}
	return err
}

// comparesRows reports whether the dataset has the rows of each task.
func (r *redo) comparesRows() bool {
	return r.rows != nil && r.set.Manifest.Job != enumerate.Sample
}

// whole reports whether all tasks of a dataset without rows were done again, as they should.
func (r *redo) whole() bool { return r.wantsAll && r.done == len(r.tasks) }

// name is that of the check.
func (r *redo) name() string {
	if r.whole() {
		return "all tasks done again"
	}
	return "tasks done again"
}

// Done implements [run.Sink]. Tasks that the dataset does not have are not to be done.
func (r *redo) Done(task int) (enumerate.Tally, bool) {
	_, there := r.place[task]
	return enumerate.Tally{}, !there
}

// Begin implements [run.Sink].
func (r *redo) Begin(task int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.seen[task] = 0
	delete(r.sweeps, task)
}

// Add implements [run.Sink].
func (r *redo) Add(task int, rows *enumerate.Batch) (held int64, err error) {
	r.mu.Lock()
	seen := r.seen[task]
	r.seen[task] += int64(rows.Len())
	if r.study.Counting() != nil {
		b := enumerate.NewBatch(rows.Columns)
		b.AppendRows(rows, 0, rows.Len())
		r.sweeps[task] = append(r.sweeps[task], b)
	}
	r.mu.Unlock()
	if r.observers != nil {
		return 0, r.observers.Add(rows)
	}
	if !r.comparesRows() {
		return 0, nil
	}
	i := r.place[task]
	from, stored := r.first[i]+seen, r.all
	n := int(min(int64(rows.Len()), r.tasks[i].Rows-seen)) // if it has more, its tally differs
	at := int(from)
	if stored == nil {
		if stored, err = block.All(r.set.Read(from, from+int64(n)), r.set.Columns()); err != nil {
			return 0, err
		}
		at = 0
	}
	for k := range n {
		if err := enumerate.SameRow(stored, at+k, rows, k); err != nil {
			r.differs(task, fmt.Sprintf("row %d: %v", from+int64(k), err))
			break
		}
	}
	return 0, nil
}

// differs notes how a task differs from what is stored.
func (r *redo) differs(task int, text string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.wrong = append(r.wrong, fmt.Sprintf("task %d, done again: %s", task, text))
}

// Commit implements [run.Sink].
func (r *redo) Commit(tasks []enumerate.TaskTally) error {
	for _, t := range tasks {
		stored := r.tasks[r.place[t.Task]].Tally
		if !sameVersion(r.set.Manifest) {
			t.Effort = stored.Effort
		}
		if t.Tally != stored {
			r.differs(t.Task, fmt.Sprintf("it counts %+v, the dataset has %+v", t.Tally, stored))
		}
	}
	r.done += len(tasks)
	return nil
}
