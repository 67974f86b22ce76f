package run

import (
	"context"
	"errors"
	"runtime"
	"slices"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"coverstat/enumerate"
)

// job has tasks that yield as many rows as their number modulo 7; the shares
// are skewed: each task has half of what the ones before it have left.
type job struct {
	tasks   int
	fail    int // the task that fails, -1 none
	least   int // each task has so many rows more
	slow    time.Duration
	prepare time.Duration
	started atomic.Int64
	workers atomic.Int64 // that were made
}

// made is the job as a run sees it.
func (j *job) made() *enumerate.Job {
	return &enumerate.Job{
		Columns: []enumerate.Column{{Name: "task", Type: enumerate.Int32}},
		Tasks:   func() int { return j.tasks },
		Share:   func(i int) float64 { return 1 / float64(int64(2)<<min(i, 60)) },
		NewWorker: func() (enumerate.Worker, error) {
			j.workers.Add(1)
			return j.do, nil
		},
		Features: enumerate.Features{Preparation: &enumerate.Preparation{Do: func(int, *atomic.Bool, func(float64)) error {
			time.Sleep(j.prepare)
			return nil
		}}},
	}
}

var errTask = errors.New("task failed")

func (w *job) do(task int, stop *atomic.Bool, out *enumerate.Batch, flush func() error) (enumerate.Tally, bool, error) {
	w.started.Add(1)
	if task == w.fail {
		return enumerate.Tally{}, false, errTask
	}
	for end := time.Now().Add(w.slow); time.Now().Before(end); {
		if stop.Load() {
			return enumerate.Tally{}, false, nil
		}
		time.Sleep(time.Millisecond)
	}
	for range w.least + task%7 {
		out.AppendInt32(0, int32(task))
		if err := flush(); err != nil {
			return enumerate.Tally{}, false, err
		}
	}
	return enumerate.Tally{Rows: int64(w.least + task%7), Raw: int64(task % 7)}, true, nil
}

// memory is a sink that may refuse to commit.
type memory struct {
	*MemorySink
	refuse error
}

func newMemory() *memory { return &memory{MemorySink: NewMemorySink((&job{}).made())} }

func (m *memory) Begin(task int) {
	m.MemorySink.Begin(task)
	m.MemorySink.Add(task, enumerate.NewBatch(m.columns))
}

func (m *memory) Add(task int, rows *enumerate.Batch) (int64, error) {
	m.MemorySink.Add(task, rows)
	return int64(4 * m.RowsOf(task).Len()), nil
}

func (m *memory) Commit(group []enumerate.TaskTally) error {
	if m.refuse != nil {
		return m.refuse
	}
	return m.MemorySink.Commit(group)
}

// check checks that the committed tasks have all their rows.
func (m *memory) check(t *testing.T) {
	t.Helper()
	for task := range m.done {
		rows := m.RowsOf(task)
		for i, x := range rows.Vectors[0].Int32s {
			if int(x) != task || i >= task%7 {
				t.Errorf("task %d has row %d", task, x)
			}
		}
		if rows.Len() != task%7 {
			t.Errorf("task %d has %d rows, expected %d", task, rows.Len(), task%7)
		}
	}
}

func TestOrder(t *testing.T) {
	for n := range 3000 {
		order := slices.Clone(Order(n))
		slices.Sort(order)
		if len(order) != n {
			t.Fatalf("%d tasks of %d", len(order), n)
		}
		for i, x := range order {
			if i != x {
				t.Fatalf("n = %d: not a permutation", n)
			}
		}
	}
	if order := Order(2 * stretches); slices.Index(order, 0) != singles {
		t.Errorf("the order begins with %v: expected the first task after tasks of %d stretches", order[:singles+2], singles)
	}
}

func TestRun(t *testing.T) {
	before := runtime.NumGoroutine()
	for _, workers := range []int{1, 2, 7} {
		m := newMemory()
		last := -1.0
		tally, err := Run(context.Background(), (&job{tasks: 300, fail: -1}).made(), m, Settings{Workers: workers, CommitEvery: time.Millisecond,
			Progress: func(p Progress) {
				if p.Share < last || p.Share > 1 {
					t.Errorf("progress from %v to %v", last, p.Share)
				}
				last = p.Share
			}})
		if err != nil {
			t.Fatal(err)
		}
		if want := int64(300/7*21 + 0 + 1 + 2 + 3 + 4 + 5); tally.Rows != want || len(m.done) != 300 || last < 0.999 {
			t.Errorf("%d workers: %d rows in %d tasks, progress %v: expected %d in 300", workers, tally.Rows, len(m.done), last, want)
		}
		m.check(t)
	}
	for range 100 { // workers may take a moment to be gone
		if runtime.NumGoroutine() <= before {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Errorf("%d goroutines, %d before", runtime.NumGoroutine(), before)
}

// TestStopAndGoOn stops a run again and again; it must finish, and do no
// committed task twice.
func TestStopAndGoOn(t *testing.T) {
	m := newMemory()
	j := &job{tasks: 60, fail: -1, slow: 4 * time.Millisecond}
	for attempt := 0; ; attempt++ {
		committed := len(m.done)
		ctx, cancel := context.WithTimeout(context.Background(), 30*time.Millisecond)
		_, err := Run(ctx, j.made(), m, Settings{Workers: 2})
		cancel()
		m.check(t)
		if err == nil {
			break
		}
		if !errors.Is(err, ErrStopped) || len(m.done) < committed || attempt > 1000 {
			t.Fatalf("attempt %d: %v, %d tasks after %d", attempt, err, len(m.done), committed)
		}
	}
	if len(m.done) != 60 {
		t.Errorf("%d tasks, expected 60", len(m.done))
	}
}

func TestShards(t *testing.T) {
	m := newMemory()
	for shard := range 4 {
		if _, err := Run(context.Background(), (&job{tasks: 50, fail: -1}).made(), m, Settings{Shard: shard, Shards: 4}); err != nil {
			t.Fatal(err)
		}
		for task := range 50 {
			if _, ok := m.done[task]; ok != (task%4 <= shard) {
				t.Errorf("after shard %d: task %d there: %v", shard, task, ok)
			}
		}
	}
}

// TestLimit: the first tasks in order must hold the rows asked for, and the
// run must not do all tasks for them.
func TestLimit(t *testing.T) {
	m := newMemory()
	j := &job{tasks: 10000, fail: -1}
	if _, err := Run(context.Background(), j.made(), m, Settings{Workers: 3, Limit: 100}); err != nil {
		t.Fatal(err)
	}
	rows := 0
	for task := 0; rows < 100; task++ {
		tally, ok := m.done[task]
		if !ok {
			t.Fatalf("task %d is missing, %d rows before it", task, rows)
		}
		rows += int(tally.Rows)
	}
	if j.started.Load() > 5000 {
		t.Errorf("%d tasks for 100 rows", j.started.Load())
	}
}

// TestCut: a task with more rows than the limit is cut short and not
// committed, and the tasks before it are.
func TestCut(t *testing.T) {
	for _, workers := range []int{1, 3} {
		m := newMemory()
		if _, err := Run(context.Background(), (&job{tasks: 1000, fail: -1}).made(), m, Settings{Workers: workers, Limit: 5}); err != nil {
			t.Fatal(err)
		}
		// Tasks 0 to 3 have 6 rows: none needs to be cut, though 6 may be.
		for task := range 4 {
			if tally, done := m.done[task]; !done || m.rows[task].Len() != task || int(tally.Rows) != task {
				t.Errorf("%d workers: task %d is not as it was", workers, task)
			}
		}
		m = newMemory()
		j := &job{tasks: 1000, fail: -1}
		if _, err := Run(context.Background(), j.made(), m, Settings{Workers: workers, Limit: 1}); err != nil {
			t.Fatal(err)
		}
		// The limit is reached in task 1; task 2 may have been begun by then.
		if _, done := m.done[1]; !done {
			t.Errorf("%d workers: task 1 has 1 row and is not committed", workers)
		}
		if _, done := m.done[2]; done {
			t.Errorf("%d workers: task 2 has more than 1 row and was not cut", workers)
		}
		if j.started.Load() > 20 {
			t.Errorf("%d workers: %d tasks for 1 row", workers, j.started.Load())
		}
	}
	// The first task has more rows than the limit: its first rows are there.
	m := newMemory()
	if _, err := Run(context.Background(), (&job{tasks: 1000, fail: -1, least: 4}).made(), m, Settings{Workers: 1, Limit: 2}); err != nil {
		t.Fatal(err)
	}
	if _, done := m.done[0]; done || m.rows[0].Len() != 3 {
		t.Errorf("task 0 was cut: committed %v, %d rows, expected 3", done, m.rows[0].Len())
	}
}

// cancels is a sink that cancels the run when it has committed a task.
type cancels struct {
	*memory
	cancel func()
}

func (c cancels) Commit(group []enumerate.TaskTally) error {
	c.cancel()
	return c.memory.Commit(group)
}

// TestStoppedTooLate: a run that is stopped when its last task is done is complete.
func TestStoppedTooLate(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	m := newMemory()
	if _, err := Run(ctx, (&job{tasks: 1, fail: -1}).made(), cancels{m, cancel}, Settings{Workers: 1}); err != nil || len(m.done) != 1 {
		t.Errorf("%v, %d tasks of 1", err, len(m.done))
	}
}

func TestErrors(t *testing.T) {
	m := newMemory()
	if _, err := Run(context.Background(), (&job{tasks: 100, fail: 50}).made(), m, Settings{Workers: 3}); !errors.Is(err, errTask) {
		t.Errorf("a task failed: %v", err)
	}
	m.check(t)
	m = newMemory()
	m.refuse = errors.New("disk full")
	if _, err := Run(context.Background(), (&job{tasks: 100, fail: -1}).made(), m, Settings{Workers: 3}); !errors.Is(err, m.refuse) {
		t.Errorf("a commit failed: %v", err)
	}
}

// TestAlone: a second worker is prepared only for a search that is not short.
func TestAlone(t *testing.T) {
	for slow, want := range map[time.Duration]int64{0: 1, aloneFor: 2} {
		synctest.Test(t, func(t *testing.T) {
			j := &job{tasks: 10, fail: -1, slow: slow}
			if _, err := Run(t.Context(), j.made(), nil, Settings{Workers: 2}); err != nil || j.workers.Load() != want {
				t.Errorf("tasks of %v: %d workers, expected %d; %v", slow, j.workers.Load(), want, err)
			}
		})
	}
}

// TestUnderway: what a long task has done so far is reported before its end.
func TestUnderway(t *testing.T) {
	var done atomic.Bool
	j := (&job{tasks: 1, fail: -1, slow: 3 * reportEvery}).made()
	j.Counting = &enumerate.Counting{Underway: func() (share float64, nodes int64) {
		if done.Load() {
			return 0, 0
		}
		return 0.25 * j.Share(0), 7
	}}
	underway := 0
	last := Progress{}
	_, err := Run(t.Context(), j, nil, Settings{Workers: 1, Progress: func(p Progress) {
		if p.Tasks == 0 && p.Share == 0.25 && p.Tally.Effort.Nodes == 7 {
			underway++
		}
		last = p
		done.Store(p.Elapsed > 2*reportEvery)
	}})
	if err != nil || underway == 0 || last.Share != 1 {
		t.Errorf("%d reports of the task at hand, the last report %+v, %v", underway, last, err)
	}
}

// TestPreparingReports: a job that prepares for long is reported, though it does not say how
// far it is.
func TestPreparingReports(t *testing.T) {
	var preparing, searching int
	_, err := Run(t.Context(), (&job{tasks: 1, fail: -1, prepare: 3 * reportEvery}).made(), nil, Settings{Workers: 1, Progress: func(p Progress) {
		if p.Doing == "preparing" {
			preparing++
		} else {
			searching++
		}
	}})
	if err != nil || preparing == 0 || searching == 0 {
		t.Errorf("%d reports of the preparation, %d of the search, %v", preparing, searching, err)
	}
}

// TestDoing: a preparation says what it does and how far it is, as far as the job tells.
func TestDoing(t *testing.T) {
	for _, c := range []struct {
		preparation enumerate.Preparation
		share       float64
		want        string
	}{
		{enumerate.Preparation{}, 0, "preparing"},
		{enumerate.Preparation{}, 0.2683, "preparing, 26.8%"},
		{enumerate.Preparation{Name: "listing all solutions"}, 0, "listing all solutions"},
		{enumerate.Preparation{Name: "drawing puzzles", Things: 20_000}, 0.2683, "drawing puzzles, 5,366 of 20,000"},
	} {
		if got := doing(&c.preparation, c.share); got != c.want {
			t.Errorf("%q, expected %q", got, c.want)
		}
	}
}
