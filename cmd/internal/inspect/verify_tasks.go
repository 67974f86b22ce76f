package inspect

import (
	"context"
	"errors"
	"fmt"
	"math"
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
	// commitEvery is the time between comparisons, until which rows are held.
	commitEvery = 50 * time.Millisecond
)

// repetition is the sink of tasks that are done again. It compares what they count, and the rows
// that they give, in their order, with what the dataset has of them.
type repetition struct {
	*run.MemorySink
	*verifier
	place     map[int]int      // of a task in the dataset's list
	first     []int64          // number of each task's first row
	few       *enumerate.Batch // all rows if they are few; else a reader for each task takes next to nothing of the time
	compares  bool             // rows; those of a sample are not told apart by task
	observers *study.Observers // of solutions that are listed and not stored; nil otherwise

	done  int // tasks
	wrong []string
}

// Done implements [run.Sink]. Tasks that the dataset does not have are not to be done.
func (r *repetition) Done(task int) (enumerate.Tally, bool) {
	_, there := r.place[task]
	return enumerate.Tally{}, !there
}

// Add implements [run.Sink].
func (r *repetition) Add(task int, rows *enumerate.Batch) (held int64, err error) {
	switch {
	case r.observers != nil:
		return 0, r.observers.Add(rows)
	case r.compares, r.set.Manifest.CountedBy == "sweep":
		return r.MemorySink.Add(task, rows)
	}
	return 0, nil
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
		if err := r.compareRows(t.Task, stored.Rows); err != nil {
			return err
		}
	}
	r.done += len(tasks)
	return nil
}

// compareRows compares the rows of a task with those of the dataset, and forgets them.
func (r *repetition) compareRows(task int, n int64) (err error) {
	rows := r.RowsOf(task)
	if rows == nil || !r.compares {
		return nil
	}
	defer r.Begin(task)
	n = min(n, int64(rows.Len())) // if it has more, its tally differs
	first := r.first[r.place[task]]
	stored, at := r.few, int(first)
	if stored == nil {
		if stored, err = block.All(r.set.Read(first, first+n), r.set.Columns()); err != nil {
			return err
		}
		at = 0
	}
	for k := range int(n) {
		if err := enumerate.SameRow(stored, at+k, rows, k); err != nil {
			r.differs(task, fmt.Sprintf("row %d: %v", first+int64(k), err))
			break
		}
	}
	return nil
}

// differs notes how a task differs from what is stored.
func (r *repetition) differs(task int, text string) {
	r.wrong = append(r.wrong, fmt.Sprintf("task %d, done again: %s", task, text))
}

// redoTasks does tasks again, as many as the time allows. If these are all tasks of a dataset
// without rows, it returns what they give.
func (v *verifier) redoTasks(ctx context.Context, nodes float64) (all study.Observation, err error) {
	m, r := v.set.Manifest, &repetition{verifier: v, place: map[int]int{}}
	v.repetition = r
	if v.study == nil || m.Kernel != v.study.TaskJob().Kernel() {
		return nil, nil // the other kernel of another version of the program has other tasks
	}
	job := v.study.TaskJob()
	r.MemorySink, r.compares = run.NewMemorySink(job), v.rows != nil && m.Job != enumerate.Sample
	if m.CountedBy == "listing" {
		r.observers = v.study.NewObservers()
	}
	rows := int64(0)
	for i, t := range v.tasks {
		if n := job.Tasks(); t.Task >= n || r.compares && t.Rows > v.set.Rows()-rows {
			r.wrong = []string{fmt.Sprintf("task %d of %d has %d rows from row %d on, of %d", t.Task, n, t.Rows, rows, v.set.Rows())}
			return nil, nil
		}
		r.place[t.Task], r.first = i, append(r.first, rows)
		rows += t.Rows
	}
	if v.set.Rows() <= export.GroupRows {
		if r.few, err = block.All(v.set.Read(0, v.set.Rows()), v.set.Columns()); err != nil {
			return nil, err
		}
	}
	limit, wantsAll := redoTime, v.rows == nil && v.expectedNodes() <= nodes
	if wantsAll {
		limit = allTime
	}
	progress.Doing(ctx, "doing tasks again")
	limited, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	if _, err := run.Run(limited, job, r, run.Settings{CommitEvery: commitEvery}); err != nil && !(errors.Is(err, run.ErrStopped) && ctx.Err() == nil) {
		return nil, err
	}
	for _, t := range v.tasks { // those that are not finished may have rows
		if err := r.compareRows(t.Task, t.Rows); err != nil {
			return nil, err
		}
	}
	switch v.wholeAgain = wantsAll && r.done == len(v.tasks); {
	case !v.wholeAgain:
		return nil, nil
	case r.observers != nil:
		return r.observers.Merge()
	}
	return v.study.ObserveSweeps(r.Rows())
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
