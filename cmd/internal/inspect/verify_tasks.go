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
)

// Tasks are done again for redoTime: nodes are no measure of it, since those of one solver take a
// thousand times as long as those of another. Where there are no rows, and maxNodes are expected
// at most, all tasks are done again, if they do not take longer than allTime after all.
const (
	redoTime = time.Second
	allTime  = 2 * time.Minute
	maxNodes = 10_000_000
)

// repetition is the sink of tasks that are done again. It compares what they count, and the rows that
// they give, in their order, with what the dataset has of them.
type repetition struct {
	*verifier
	place map[int]int      // of a task in the dataset's list
	first []int64          // number of each task's first row; the rows of a sample are not told apart by task
	all   *enumerate.Batch // all rows if they are few; else a reader for each batch takes next to nothing of the time

	wantsAll  bool             // all tasks are to be done
	observers *study.Observers // of solutions that are listed and not stored
	sweeps    *run.Memory      // what sweeps give; nil of a list

	mu    sync.Mutex
	seen  map[int]int64 // rows of the tasks at hand
	wrong []string
	done  int // tasks
}

// redoTasks does tasks again, as many as the time allows. If these are all tasks of a dataset
// without rows, it returns what they give.
func (v *verifier) redoTasks(ctx context.Context, nodes float64) (study.Observation, error) {
	v.repetition = &repetition{verifier: v, place: map[int]int{}, seen: map[int]int64{}}
	if v.study == nil || v.set.Manifest.Kernel != v.study.TaskJob().Kernel() {
		return nil, nil // the other kernel of another version of the program has other tasks
	}
	s, limit := v.study, redoTime
	if v.rows == nil && v.expectedNodes() <= nodes {
		limit, v.repetition.wantsAll = allTime, true
	}
	if err := v.repetition.begin(); err != nil || len(v.repetition.wrong) > 0 {
		return nil, err
	}
	progress.Doing(ctx, "doing tasks again")
	limited, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	if _, err := run.Run(limited, s.TaskJob(), v.repetition, run.Settings{}); err != nil && !(errors.Is(err, run.ErrStopped) && ctx.Err() == nil) {
		return nil, err
	}
	switch {
	case !v.repetition.whole():
		return nil, nil
	case v.repetition.sweeps != nil:
		return s.ObserveSweeps(v.repetition.sweeps.Rows())
	}
	return v.repetition.observers.Merge()
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
func (r *repetition) begin() (err error) {
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
	switch r.set.Manifest.CountedBy {
	case "listing":
		r.observers = r.study.NewObservers()
	case "sweep":
		r.sweeps = run.NewMemory(r.study.TaskJob())
	}
	return err
}

// comparesRows reports whether the dataset has the rows of each task.
func (r *repetition) comparesRows() bool {
	return r.rows != nil && r.set.Manifest.Job != enumerate.Sample
}

// whole reports whether all tasks of a dataset without rows were done again, as they should.
func (r *repetition) whole() bool { return r.wantsAll && r.done == len(r.tasks) }

// name is that of the check.
func (r *repetition) name() string {
	if r.whole() {
		return "all tasks done again"
	}
	return "tasks done again"
}

// Done implements [run.Sink]. Tasks that the dataset does not have are not to be done.
func (r *repetition) Done(task int) (enumerate.Tally, bool) {
	_, there := r.place[task]
	return enumerate.Tally{}, !there
}

// Begin implements [run.Sink].
func (r *repetition) Begin(task int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.seen[task] = 0
	if r.sweeps != nil {
		r.sweeps.Begin(task)
	}
}

// Add implements [run.Sink].
func (r *repetition) Add(task int, rows *enumerate.Batch) (held int64, err error) {
	switch {
	case r.sweeps != nil:
		return r.sweeps.Add(task, rows)
	case r.observers != nil:
		return 0, r.observers.Add(rows)
	case !r.comparesRows():
		return 0, nil
	}
	r.mu.Lock()
	seen := r.seen[task]
	r.seen[task] += int64(rows.Len())
	r.mu.Unlock()
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
func (r *repetition) differs(task int, text string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.wrong = append(r.wrong, fmt.Sprintf("task %d, done again: %s", task, text))
}

// Commit implements [run.Sink].
func (r *repetition) Commit(tasks []enumerate.TaskTally) error {
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
