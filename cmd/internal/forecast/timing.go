package forecast

import (
	"io"
	"math"
	"sync/atomic"
	"time"

	"coverstat/cmd/internal/study"
	"coverstat/enumerate"
	"coverstat/enumerate/probe"
	"coverstat/export"
	"coverstat/export/block"
	"coverstat/stats"
)

// A taskTimer does single tasks of a job, throws their rows away, and says what each cost.
type taskTimer struct {
	job    *enumerate.Job
	worker enumerate.Worker
	out    *enumerate.Batch
	// clock returns the processor time of this process in seconds.
	clock func() float64
	// preparation are the processor seconds before the first task.
	preparation float64
	// rows and raw objects of all tasks that were done; the first encoded of the rows
	// take so many bytes on the disk.
	rows, raw, encoded, bytes float64
	// What is done with these rows besides: they are counted and written as Parquet.
	observers *study.Observers
	parquet   *export.ParquetWriter
	file      int64 // its length in the end
	seconds   float64
}

// A timedTask is what one task found and cost.
type timedTask struct {
	raw, nodes, seconds float64
	done                bool // false: it was stopped before its end
}

// newTaskTimer prepares a job and makes a worker.
func newTaskTimer(s *study.Study, job *enumerate.Job, clock func() float64, stop *atomic.Bool) (*taskTimer, error) {
	t := &taskTimer{job: job, clock: clock, out: enumerate.NewBatch(job.Columns),
		observers: study.NewObservers(job.Columns, s.Plan.Kind, s.Analysis, job.Counters)}
	began := clock()
	if p := job.Preparation; p != nil {
		if err := p.Do(1, stop, func(float64) {}); err != nil {
			return nil, err
		}
	}
	var err error
	t.worker, err = job.NewWorker()
	t.preparation = clock() - began
	return t, err
}

// do does a task until it ends or stop is set.
func (t *taskTimer) do(task int, stop *atomic.Bool) (timedTask, error) {
	aside := 0.0 // seconds of measuring the rows
	began := t.clock()
	tally, done, err := enumerate.DoTask(t.worker, task, stop, t.out, func() error {
		began := t.clock()
		err := t.measure()
		aside += t.clock() - began
		return err
	})
	seconds := t.clock() - began - aside
	t.raw += float64(tally.Raw)
	return timedTask{float64(tally.Raw), float64(tally.Effort.Nodes), seconds, done}, err
}

const encodedRows = 1 << 17 // are enough to know what a row takes

// measure counts the rows at hand, and the bytes and the seconds of the first of them.
func (t *taskTimer) measure() error {
	n := t.out.Len()
	t.rows += float64(n)
	if n == 0 || t.encoded >= encodedRows {
		return nil
	}
	began := t.clock()
	blocks := block.NewBuffer(t.job.Columns)
	err := blocks.Add(t.out)
	if err == nil && t.parquet == nil {
		t.parquet, err = export.NewParquet(io.Discard, t.job.Columns)
	}
	if err == nil {
		err = t.parquet.Write(t.out)
	}
	if err == nil {
		err = t.observers.Add(t.out)
	}
	t.seconds += t.clock() - began
	t.encoded += float64(n)
	t.bytes += float64(len(blocks.Bytes()))
	return err
}

// writing returns the seconds that a row takes to be counted and written.
func (t *taskTimer) writing() (float64, error) {
	if t.parquet == nil {
		return 0, nil
	}
	began := t.clock()
	err := t.parquet.Finish()
	t.file = t.parquet.Bytes()
	return (t.seconds + t.clock() - began) / t.encoded, err
}

// order returns the tasks in random order.
func (t *taskTimer) order(seed uint64) []int {
	return enumerate.Random(seed, enumerate.TaskStream).Perm(t.job.Tasks())
}

// Bounds of the time spent on finding out what a node costs.
const (
	timedSeconds = 0.3   // of processor time, in all
	timedTasks   = 12    // at least, unless that is all
	sliceSeconds = 0.024 // of one task at most, the first time
	timedLongest = 3     // seconds of wall time: other processes may be faster
)

// clockError is the relative standard error of measured seconds that comes from
// the machine. On a machine with other users, twelve measurements in a row of
// the 6x10 pentominoes gave 34 to 38 ns a node, and one of them 49.
const clockError = 0.1

// nodeSeconds estimates the processor seconds of a node, from tasks in random order with
// everything that is done for a solution. The probes cannot be timed: their subtrees are
// tiny, and a kernel's start-up dominates them. It made a node of the dominoes' search
// seem ten thousand times as costly as in a run.
//
// A node's cost varies over the tree: the ratios of seconds to nodes of the tasks show how far the
// estimate may be off. A task that is too long is stopped; short searches are done more than once. Each
// task counts as one node more than it has, because some searches end above the cut. timed is the
// number of nodes that were timed.
func (t *taskTimer) nodeSeconds(seed uint64, stop *atomic.Bool) (perNode stats.Interval, timed float64, err error) {
	var ratio probe.Ratio
	fraction := 0.0 // of all tasks that were timed to their end
	whole := true   // all that were timed
	order := t.order(seed)
	began := time.Now()
	for k := 0; len(order) > 0 && !stop.Load() && time.Since(began).Seconds() <= timedLongest; k++ {
		if ratio.Numerator >= timedSeconds && (ratio.Clusters >= timedTasks || fraction == 1) {
			break
		}
		var late atomic.Bool
		slice := sliceSeconds * math.Ldexp(float64(time.Second), k/len(order))
		watch := time.AfterFunc(time.Duration(slice), func() { late.Store(true) })
		r, err := t.do(order[k%len(order)], &late)
		watch.Stop()
		if err != nil {
			return stats.Interval{}, 0, err
		}
		ratio.Add(r.seconds, r.nodes+1)
		if whole = whole && r.done; !whole {
			fraction = 0 // parts of tasks, however many, are a small part of all
		} else if k < len(order) {
			fraction = float64(k+1) / float64(len(order))
		}
	}
	return ratio.Estimate(fraction, clockError), ratio.Denominator, nil
}
