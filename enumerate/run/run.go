package run

import (
	"context"
	"errors"
	"runtime"
	"sync/atomic"
	"time"

	"coverstat/enumerate"

	"golang.org/x/sync/errgroup"
)

// Rows collects the rows of one task on the worker's goroutine.
type Rows interface {
	// Add takes the rows of a batch, which is emptied afterwards.
	Add(*enumerate.Batch) error
	// Size is the memory held, in bytes.
	Size() int64
}

// Finished is a task that was done to its end.
type Finished struct {
	Task  int
	Rows  Rows
	Tally enumerate.Tally
	cut   bool // ended once it had given more rows than a limit asks for
}

// A Cutter is a sink that takes the first rows of a task that a limit cut
// short. They are not committed: the task is not done.
type Cutter interface {
	Cut(task int, rows Rows)
}

// A Sink keeps finished tasks. Commit is called from one goroutine.
type Sink interface {
	// Done returns the tally of a task committed before.
	Done(task int) (enumerate.Tally, bool)
	// NewRows returns a collector for one task.
	NewRows(task int) Rows
	// Commit keeps a group of tasks, whole or not at all.
	Commit([]Finished) error
}

// Options say how a job is run. None of them changes what it yields.
type Options struct {
	// Workers is the number of goroutines that search; 0 is one per core.
	Workers int
	// Shard and Shards select the tasks whose number is Shard modulo Shards;
	// Shards 0 selects all.
	Shard, Shards int
	// Limit stops when the first tasks hold so many rows; 0 is no limit. A
	// task that holds more by itself is cut short if the sink is a [Cutter]:
	// of a huge search even the first task may never end.
	Limit int64
	// CommitEvery is the time after which finished tasks are committed, and
	// the work that a crash may cost; 0 is 2 seconds.
	CommitEvery time.Duration
	// Progress is called now and then, and at the end, from one goroutine.
	Progress func(Progress)
}

// Progress is how far a run has come.
type Progress struct {
	Share     float64 // of the whole search tree of this shard, finished
	Tasks     int     // finished
	Of        int
	Tally     enumerate.Tally // of finished tasks, earlier runs' included
	Earlier   float64         // the share that earlier runs had finished
	Preparing float64         // share of the work before the first task, while that goes on
	Elapsed   time.Duration   // of this run
	Committed int             // tasks that would survive a crash now
}

// ErrStopped is returned when the context ended before the job did. What was
// finished is committed; the same job may be run again to go on.
var ErrStopped = errors.New("stopped before the end")

const (
	commitEvery = 2 * time.Second
	commitBytes = 16 << 20 // held in memory, before a group is committed early
	reportEvery = 200 * time.Millisecond
)

// Run does the tasks of a job that sink does not have yet and returns the
// tally of all of them. A nil sink keeps nothing: the job is only counted.
func Run(ctx context.Context, job enumerate.Job, sink Sink, o Options) (enumerate.Tally, error) {
	r := &runner{job: job, sink: sink, options: o, began: time.Now()}
	if r.options.Workers <= 0 {
		r.options.Workers = runtime.GOMAXPROCS(0)
	}
	if r.options.CommitEvery <= 0 {
		r.options.CommitEvery = commitEvery
	}
	r.plan()
	release := context.AfterFunc(ctx, func() { r.stop.Store(true) })
	defer release()
	err := r.prepare()
	if err == nil {
		err = r.search()
	}
	if err == nil && ctx.Err() != nil && r.progress.Tasks < r.progress.Of && !r.enough {
		err = ErrStopped
	}
	r.report()
	return r.progress.Tally, err
}

type runner struct {
	job     enumerate.Job
	sink    Sink
	options Options
	began   time.Time

	pending []int // tasks to do, in the order of doing
	next    atomic.Int64
	stop    atomic.Bool

	// owned by the collecting goroutine
	progress Progress
	all      float64       // share of all tasks of this shard
	prefix   int           // tasks before this one are finished
	finished map[int]int64 // finished tasks from prefix on -> rows
	first    int64         // rows of the tasks before prefix
	enough   bool
}

// plan lists the tasks of the shard that are not done yet.
func (r *runner) plan() {
	r.finished = map[int]int64{}
	for t := range r.job.Tasks() {
		if !r.selected(t) {
			continue
		}
		r.all += r.job.Share(t)
		r.progress.Of++
		if r.sink != nil {
			if tally, ok := r.sink.Done(t); ok {
				r.note(t, tally)
				r.progress.Committed++
				continue
			}
		}
		r.pending = append(r.pending, t)
	}
	r.progress.Earlier = r.progress.Share
	if r.options.Limit == 0 { // a limit wants the first tasks
		inOrder := r.pending
		r.pending = make([]int, len(inOrder))
		for i, k := range Order(len(inOrder)) {
			r.pending[i] = inOrder[k]
		}
	}
	r.checkLimit()
}

// selected reports whether a task is to be done by this run at all.
func (r *runner) selected(task int) bool {
	return r.options.Shards == 0 || task%r.options.Shards == r.options.Shard
}

// note adds a finished task to the progress.
func (r *runner) note(task int, tally enumerate.Tally) {
	r.progress.Tasks++
	r.progress.Tally.Add(tally)
	if r.all > 0 {
		r.progress.Share += r.job.Share(task)
	}
	r.finished[task] = tally.Rows
}

// checkLimit sees whether the first tasks hold enough rows.
func (r *runner) checkLimit() {
	if r.options.Limit == 0 {
		return
	}
	for {
		t := r.prefix
		rows, ok := r.finished[t]
		if t >= r.job.Tasks() || r.selected(t) && !ok {
			break
		}
		delete(r.finished, t)
		r.first += rows
		r.prefix++
	}
	if r.first >= r.options.Limit {
		r.enough = true
		r.stop.Store(true)
	}
}

// prepare does what the job has to do before its first task.
func (r *runner) prepare() error {
	prepare := r.job.Features().Prepare
	if prepare == nil || len(r.pending) == 0 {
		return nil
	}
	last := time.Now()
	return prepare(r.options.Workers, &r.stop, func(share float64) {
		if time.Since(last) >= reportEvery {
			last = time.Now()
			r.progress.Preparing = share
			r.report()
		}
	})
}

// search runs the workers and collects what they finish.
func (r *runner) search() error {
	r.progress.Preparing = 0
	var group errgroup.Group
	results := make(chan Finished, 4*r.options.Workers)
	for range min(r.options.Workers, len(r.pending)) {
		group.Go(func() error {
			err := r.work(results)
			if err != nil {
				r.stop.Store(true)
			}
			return err
		})
	}
	var collected errgroup.Group
	collected.Go(func() error {
		err := r.collect(results)
		if err != nil {
			r.stop.Store(true)
			for range results { // let the workers end
			}
		}
		return err
	})
	err := group.Wait()
	close(results)
	return errors.Join(err, collected.Wait())
}

// work does tasks until there is none left.
func (r *runner) work(results chan<- Finished) error {
	w, err := r.job.NewWorker()
	if err != nil {
		return err
	}
	out := enumerate.NewBatch(r.job.Columns())
	for !r.stop.Load() {
		i := int(r.next.Add(1)) - 1
		if i >= len(r.pending) {
			return nil
		}
		f := Finished{Task: r.pending[i]}
		if r.sink != nil {
			f.Rows = r.sink.NewRows(f.Task)
		}
		out.Reset()
		rows := int64(0)
		flush := func() (err error) {
			rows += int64(out.Len())
			if f.Rows != nil && out.Len() > 0 { // a job may append rows where only their number is asked for
				err = f.Rows.Add(out)
			}
			out.Reset()
			if err == nil && r.cuts() && rows > r.options.Limit {
				err = errCut
			}
			return err
		}
		tally, done, err := w.Do(f.Task, &r.stop, out, flush)
		if err == nil && done {
			err = flush()
		}
		if errors.Is(err, errCut) {
			f.cut, f.Tally.Rows = true, rows
			results <- f
			return nil // no later task is wanted
		}
		if err != nil {
			return err
		}
		if !done {
			return nil
		}
		f.Tally = tally
		results <- f
	}
	return nil
}

// cuts reports whether tasks are cut short: with a limit above a million rows
// they are not, since what a cut leaves is held in memory.
func (r *runner) cuts() bool {
	_, ok := r.sink.(Cutter)
	return ok && r.options.Limit > 0 && r.options.Limit <= 1<<20
}

// errCut ends a task that has given more rows than the limit asks for.
var errCut = errors.New("more rows than the limit")

// collect gathers finished tasks into groups and commits them.
func (r *runner) collect(results <-chan Finished) error {
	var group []Finished
	var held int64
	commit := func() error {
		if len(group) == 0 || r.sink == nil {
			return nil
		}
		err := r.sink.Commit(group)
		if err == nil {
			r.progress.Committed += len(group)
		}
		group, held = group[:0], 0
		return err
	}
	tick := time.NewTicker(min(reportEvery, r.options.CommitEvery))
	defer tick.Stop()
	last := time.Now()
	for {
		select {
		case f, ok := <-results:
			if !ok {
				return commit()
			}
			if f.cut {
				r.finished[f.Task] = f.Tally.Rows
				r.sink.(Cutter).Cut(f.Task, f.Rows)
			} else {
				r.note(f.Task, f.Tally)
			}
			r.checkLimit()
			if r.sink != nil && !f.cut {
				group = append(group, f)
				held += f.Rows.Size()
			}
			if held < commitBytes {
				continue
			}
		case <-tick.C:
			r.report()
			if time.Since(last) < r.options.CommitEvery {
				continue
			}
		}
		if err := commit(); err != nil {
			return err
		}
		last = time.Now()
	}
}

func (r *runner) report() {
	if r.options.Progress == nil {
		return
	}
	p := r.progress
	p.Elapsed = time.Since(r.began)
	if r.all > 0 {
		p.Share = min(1, p.Share/r.all)
		p.Earlier = min(1, p.Earlier/r.all)
	}
	r.options.Progress(p)
}
