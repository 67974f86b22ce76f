package run

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"
	"sync/atomic"
	"time"

	"coverstat/enumerate"

	"golang.org/x/sync/errgroup"
)

// A Sink keeps finished tasks and their rows. Workers call Begin and Add, each
// for its own task; the other methods are called from one goroutine.
type Sink interface {
	// Done returns what a task found that was committed before.
	Done(task int) (enumerate.Tally, bool)
	// Begin says that a task is being done. The sink forgets the rows of earlier attempts at it.
	Begin(task int)
	// Add takes rows of a task that was begun; the batch is emptied afterwards. It returns the
	// memory that all rows of the task take, in bytes.
	Add(task int, rows *enumerate.Batch) (held int64, err error)
	// Commit keeps a group of finished tasks and their rows, all or none.
	Commit([]enumerate.TaskTally) error
}

// Settings say how a job is run. None of them changes what it yields.
type Settings struct {
	// Workers is the number of goroutines that search; 0 is one per core.
	Workers int
	// Shard and Shards select the tasks whose number is Shard modulo Shards; Shards 0 selects all.
	Shard, Shards int
	// Limit stops the run when the first tasks hold so many rows; 0 is no limit. A task that has
	// more rows by itself is cut short, because in a huge search even the first task may never end:
	// the sink has its first rows, and it is not committed.
	Limit int64
	// Until stops the run when the first tasks hold so many rows, which is then all that there is to do; 0 is no limit.
	Until int64
	// Nodes stops the run when the first tasks have taken so many nodes; 0 is no limit. Then
	// the tasks are done in their order, and what is found does not depend on the workers.
	Nodes int64
	// CommitEvery is the time between commits of finished tasks; 0 is 2 seconds.
	// A crash costs what was done since, and the unfinished tasks.
	CommitEvery time.Duration
	// Progress, if not nil, is called now and then, and at the end, from one goroutine.
	Progress func(Progress)
}

// Progress is how far a run has come. Shares are between 0 and 1.
type Progress struct {
	Method  int             // of a race: the one whose turn it is, and whose shares these are
	Share   float64         // of this shard's search tree that is finished
	Tasks   int             // number of finished tasks
	Of      int             // number of tasks of this shard
	Tally   enumerate.Tally // of finished tasks, those of earlier runs included
	Doing   string          // what is prepared before the first task, and how far that is; "" afterwards
	Elapsed time.Duration   // of this run
}

// ErrStopped says that the context ended before the job did. All finished
// tasks are committed; running the same job again goes on from there.
var ErrStopped = errors.New("stopped before the end")

// ErrSpent says that the nodes of the settings were not enough for all tasks.
var ErrSpent = errors.New("the nodes are spent")

const (
	commitEvery = 2 * time.Second        // what a killed run loses, beside the tasks at hand
	commitBytes = 16 << 20               // finished rows in memory that are committed at once
	cutRows     = 1 << 20                // the greatest limit at which tasks are cut short
	reportEvery = 200 * time.Millisecond // of the progress
	// aloneFor is how long the first worker searches alone. To prepare another takes up to
	// some milliseconds, which a short search does not repay.
	aloneFor = 5 * time.Millisecond
)

// Run does the tasks of a job that the sink does not have yet, and returns the
// tally of all tasks of the shard. With a nil sink it keeps nothing and only
// counts. Errors: [ErrStopped], or those of the job and the sink.
func Run(ctx context.Context, job *enumerate.Job, sink Sink, o Settings) (enumerate.Tally, error) {
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
	switch {
	case err != nil:
	case ctx.Err() != nil && r.progress.Tasks < r.progress.Of && !r.enough:
		err = ErrStopped
	case r.options.Nodes > 0 && r.prefix < r.job.Tasks():
		err = ErrSpent
	}
	r.report()
	return r.progress.Tally, err
}

type runner struct {
	job     *enumerate.Job
	sink    Sink
	options Settings
	began   time.Time

	pending  []int                   // tasks to do, in the order of doing
	underway func() (float64, int64) // see [enumerate.Counting]
	next     atomic.Int64
	stop     atomic.Bool

	// The collecting goroutine alone uses these.
	progress Progress
	all      float64      // sum of the shares of all tasks of this shard
	prefix   int          // tasks before this one are finished
	finished map[int]size // with a limit: finished tasks from prefix on
	first    size         // of the tasks before prefix
	enough   bool         // the first tasks hold the rows that the limit asks for
}

// size is what tasks have, against which limits are compared.
type size struct{ rows, nodes int64 }

// result is a task that a worker has ended.
type result struct {
	enumerate.TaskTally
	held int64 // memory that its rows take, in bytes
	cut  bool  // ended early, with more rows than the limit
}

// plan lists the tasks of the shard that are not done yet.
func (r *runner) plan() {
	r.finished = map[int]size{}
	for t := range r.job.Tasks() {
		if !r.selected(t) {
			continue
		}
		r.all += r.job.Share(t)
		r.progress.Of++
		if r.sink != nil {
			if tally, ok := r.sink.Done(t); ok {
				r.note(t, tally)
				continue
			}
		}
		r.pending = append(r.pending, t)
	}
	if !r.limited() { // a limit wants the first tasks
		inOrder := r.pending
		r.pending = make([]int, len(inOrder))
		for i, k := range Order(len(inOrder)) {
			r.pending[i] = inOrder[k]
		}
	}
	r.checkLimit()
}

// selected reports whether a task belongs to this run's shard.
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
	if r.limited() {
		r.finished[task] = size{tally.Rows, tally.Effort.Nodes}
	}
}

func (r *runner) limited() bool {
	return r.options.Limit > 0 || r.options.Until > 0 || r.options.Nodes > 0
}

// checkLimit stops the run if the first tasks hold enough rows, or have taken the nodes.
func (r *runner) checkLimit() {
	if !r.limited() {
		return
	}
	spent := func() bool { return r.options.Nodes > 0 && r.first.nodes >= r.options.Nodes }
	for !spent() {
		t := r.prefix
		s, ok := r.finished[t]
		if t >= r.job.Tasks() || r.selected(t) && !ok {
			break
		}
		delete(r.finished, t)
		r.first.rows += s.rows
		r.first.nodes += s.nodes
		r.prefix++
	}
	holds := func(rows int64) bool { return rows > 0 && r.first.rows >= rows }
	r.enough = holds(r.options.Limit) || holds(r.options.Until)
	if r.enough || spent() {
		r.stop.Store(true)
	}
}

// longPreparation is after how long a preparation garbage is collected.
const longPreparation = 100 * time.Millisecond

// prepare does the job's work before the first task.
func (r *runner) prepare() error {
	if r.job.Memory != nil && len(r.pending) > 0 {
		if err := r.job.Memory().Err(); err != nil {
			return err
		}
	}
	if r.job.Counting != nil {
		r.underway = r.job.Counting.Underway
	}
	p := r.job.Preparation
	if p == nil || len(r.pending) == 0 {
		return nil
	}
	// What a long preparation alone needed (30 MB a worker in a survey of boards) is not kept beside the first rows.
	// After a short one a collection would take a seventh of the time of a small count.
	begun := time.Now()
	defer func() {
		if time.Since(begun) > longPreparation {
			runtime.GC()
		}
	}()
	var share atomic.Uint64 // the bits of a float64
	ended := make(chan error, 1)
	go func() {
		ended <- p.Do(r.options.Workers, &r.stop, func(done float64) { share.Store(math.Float64bits(done)) })
	}()
	tick := time.NewTicker(reportEvery)
	defer tick.Stop()
	for {
		select {
		case err := <-ended:
			return err
		case <-tick.C: // whether or not the job tells how far it is
			r.progress.Doing = doing(p, math.Float64frombits(share.Load()))
			r.report()
		}
	}
}

// doing says what a job prepares and, if it is known, which share of that is done.
func doing(p *enumerate.Preparation, share float64) string {
	text := cmp.Or(p.Name, "preparing")
	switch {
	case share <= 0:
		return text
	case p.Things > 0:
		return fmt.Sprintf("%s, %s of %s", text, enumerate.Grouped(int64(share*float64(p.Things))),
			enumerate.Grouped(p.Things))
	}
	return text + ", " + enumerate.Percent(share)
}

// search runs the workers and collects what they finish.
func (r *runner) search() error {
	r.progress.Doing = ""
	var group errgroup.Group
	results := make(chan result, 4*r.options.Workers)
	short, end := context.WithTimeout(context.Background(), aloneFor)
	defer end()
	for i := range min(r.options.Workers, len(r.pending)) {
		group.Go(func() error {
			if i > 0 {
				<-short.Done()
			}
			defer end()
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

// work does tasks until none is left.
func (r *runner) work(results chan<- result) error {
	if int(r.next.Load()) >= len(r.pending) {
		return nil
	}
	w, err := r.job.NewWorker()
	if err != nil {
		return err
	}
	out := enumerate.NewBatch(r.job.Columns)
	for !r.stop.Load() {
		i := int(r.next.Add(1)) - 1
		if i >= len(r.pending) {
			return nil
		}
		f := result{TaskTally: enumerate.TaskTally{Task: r.pending[i]}}
		if r.sink != nil {
			r.sink.Begin(f.Task)
		}
		rows := int64(0)
		tally, done, err := enumerate.DoTask(w, f.Task, &r.stop, out, func() (err error) {
			rows += int64(out.Len())
			if r.sink != nil { // a job may append rows where only their number is asked for
				f.held, err = r.sink.Add(f.Task, out)
			}
			if err == nil && r.cuts() && rows > r.options.Limit {
				err = errCut
			}
			return err
		})
		if errors.Is(err, errCut) {
			f.cut, f.Rows = true, rows
			results <- f
			return nil // no later task is wanted
		}
		if err != nil {
			return err
		}
		if !done { // stopped, or it needs more nodes than are left
			if r.options.Nodes > 0 {
				r.stop.Store(true)
			}
			return nil
		}
		f.Tally = tally
		results <- f
	}
	return nil
}

// cuts reports whether tasks are cut short. With a great limit they are not,
// because the rows of a task that was cut stay in memory.
func (r *runner) cuts() bool {
	return r.sink != nil && r.options.Limit > 0 && r.options.Limit <= cutRows
}

// errCut ends a task that has given more rows than the limit asks for.
var errCut = errors.New("more rows than the limit")

// collect gathers finished tasks into groups and commits them.
func (r *runner) collect(results <-chan result) error {
	var group []enumerate.TaskTally
	var held int64
	commit := func() error {
		if len(group) == 0 {
			return nil
		}
		err := r.sink.Commit(group)
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
				r.finished[f.Task] = size{rows: f.Rows}
			} else {
				r.note(f.Task, f.Tally)
				if r.sink != nil {
					group = append(group, f.TaskTally)
					held += f.held
				}
			}
			r.checkLimit()
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
	if r.underway != nil {
		share, nodes := r.underway()
		p.Share += share
		p.Tally.Effort.Nodes += nodes
	}
	if r.enough { // a task that was cut short has more rows than it has counted
		p.Tally.Rows = cmp.Or(r.options.Limit, r.options.Until)
	}
	p.Elapsed = time.Since(r.began)
	if r.all > 0 {
		p.Share = min(1, p.Share/r.all)
	}
	if n := r.options.Until; n > 0 {
		p.Share = min(1, max(p.Share, float64(p.Tally.Rows)/float64(n)))
	}
	r.options.Progress(p)
}
