package inspect

import (
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"coverstat/cmd/internal/progress"
	"coverstat/cmd/internal/study"
	"coverstat/enumerate"
	"coverstat/enumerate/run"
	"coverstat/export"
	"coverstat/export/block"
	"coverstat/export/sorted"
	"coverstat/stats"

	"github.com/zeebo/xxh3"
)

// rowScan reads all rows once, in parallel, and gathers what the checks of rows need.
type rowScan struct {
	*verifier
	read   atomic.Int64 // rows
	hashes []uint64     // of what identifies each row
	// whole says that equal keys are no fault, only equal rows: where instances are those that
	// somebody gave, and not up to symmetry, one may come twice.
	whole bool

	mu    sync.Mutex
	wrong []string // errors that the checker found
}

func newRowScan(v *verifier) *rowScan {
	weighed := slices.ContainsFunc(v.set.Columns(), func(c enumerate.Column) bool { return c.Role == enumerate.Weight })
	return &rowScan{verifier: v, hashes: make([]uint64, v.set.Rows()),
		whole: v.set.Manifest.Job == enumerate.Survey && !weighed}
}

// scan reads all rows.
func (c *rowScan) scan(ctx context.Context) (study.Observation, error) {
	var observers *study.Observers
	var err error
	if c.study != nil {
		observers = c.study.NewObservers()
	} else if observers, err = observersOf(c.set); err != nil {
		return nil, err
	}
	if err := export.InRanges(c.set.Rows(), runtime.GOMAXPROCS(0), func(from, to int64) error {
		return c.chunk(ctx, from, to, observers.Add)
	}); err != nil {
		return nil, err
	}
	o, err := observers.Merge()
	if c.study == nil {
		o = c.withStabilisers(o)
	}
	return o, err
}

// withStabilisers completes an observation of rows without the table of images, by which the
// stabilisers of solutions are found: their numbers are those of the dataset.
func (v *verifier) withStabilisers(o study.Observation) study.Observation {
	return func(d *stats.Document) ([]enumerate.Table, []enumerate.Fact, error) {
		tables, facts, err := o(d)
		if stored, e := v.set.Statistics(); e == nil && d.Solutions != nil && stored.Solutions != nil &&
			d.Solutions.BySymmetry == nil {
			d.Solutions.BySymmetry = stored.Solutions.BySymmetry
		}
		return tables, facts, err
	}
}

// checkRows appends what a checker finds in a batch, up to maxFound errors. first is the number
// of the first row.
func checkRows(wrong []string, checker enumerate.Checker, b *enumerate.Batch, first int64) []string {
	for row := 0; row < b.Len() && len(wrong) < maxFound; row++ {
		if err := checker(b, row); err != nil {
			wrong = append(wrong, fmt.Sprintf("row %d: %v", first+int64(row), err))
		}
	}
	return wrong
}

// chunk reads the rows from one number up to another.
func (c *rowScan) chunk(ctx context.Context, from, to int64, observe func(*enumerate.Batch) error) error {
	var checker enumerate.Checker
	if c.study != nil {
		var err error
		if checker, err = c.study.Job.NewChecker(); err != nil {
			return err
		}
	}
	var wrong []string
	var key []byte
	at := from
	for b, err := range c.set.Read(from, to) {
		if err == nil {
			err = cmp.Or(ctx.Err(), observe(b))
		}
		if err != nil {
			return err
		}
		progress.Doing(ctx, "checking rows: %s of %s", enumerate.Grouped(int(c.read.Add(int64(b.Len())))),
			enumerate.Grouped(int(c.set.Rows())))
		if checker != nil {
			wrong = checkRows(wrong, checker, b, at)
		}
		for row := range b.Len() {
			key = appendKey(key[:0], b, row, c.whole)
			c.hashes[at] = xxh3.Hash(key)
			at++
		}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.wrong = append(c.wrong, wrong...)
	return nil
}

// appendKey appends the values of a row's key columns; of all columns with whole.
func appendKey(dst []byte, b *enumerate.Batch, row int, whole bool) []byte {
	for i, c := range b.Columns {
		if c.Role != enumerate.Key && !whole {
			continue
		}
		switch c.Type {
		case enumerate.Double:
			dst = binary.LittleEndian.AppendUint64(dst, math.Float64bits(b.Vectors[i].Doubles[row]))
		case enumerate.String:
			dst = append(append(dst, b.StringAt(i, row)...), 0)
		case enumerate.Int32List:
			for _, x := range b.ListAt(i, row) {
				dst = append(strconv.AppendInt(dst, int64(x), 10), ',')
			}
		default:
			x := b.IntAt(i, row)
			if b.IsNull(i, row) {
				x = -1
			}
			dst = binary.LittleEndian.AppendUint64(dst, uint64(x))
		}
	}
	return dst
}

// maxDoubtful is the number of equal hashes up to which the rows are read again. More cannot be
// chance: of 10^9 different rows, two have the same hash with a probability of 0.03.
const maxDoubtful = 1000

// twice looks for rows that have the key of another. Where two hashes are equal it compares the
// keys themselves.
func (c *rowScan) twice(ctx context.Context) ([]string, error) {
	progress.Doing(ctx, "looking for equal rows")
	if c.set.Manifest.Job == enumerate.Sample {
		return c.outOfOrder(ctx)
	}
	slices.Sort(c.hashes)
	var equal []uint64 // once for each row but one
	for i := 1; i < len(c.hashes); i++ {
		if c.hashes[i] == c.hashes[i-1] {
			equal = append(equal, c.hashes[i])
		}
	}
	n := len(equal)
	if n > 0 && n <= maxDoubtful {
		var err error
		if n, err = equalKeys(ctx, c.set.Read(0, c.set.Rows()), equal, c.whole); err != nil {
			return nil, err
		}
	}
	if n == 0 {
		return nil, nil
	}
	of := "key"
	if c.whole {
		of = "values"
	}
	return []string{fmt.Sprintf("rows with the %s of another: %d", of, n)}, nil
}

// equalKeys counts the rows whose key an earlier row has, of those with these hashes,
// which are ascending. whole is that of appendKey.
func equalKeys(ctx context.Context, rows block.Batches, hashes []uint64, whole bool) (n int, err error) {
	seen := map[string]bool{}
	var key []byte
	for b, err := range rows {
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return 0, err
		}
		for row := range b.Len() {
			key = appendKey(key[:0], b, row, whole)
			if _, found := slices.BinarySearch(hashes, xxh3.Hash(key)); found {
				if seen[string(key)] {
					n++
				}
				seen[string(key)] = true
			}
		}
	}
	return n, nil
}

// outOfOrder returns where the rows of a sample are not in the order of their keys, or
// have the key of the row before.
func (c *rowScan) outOfOrder(ctx context.Context) (wrong []string, err error) {
	order, err := sorted.NewOrder(c.set.Columns())
	if err != nil {
		return nil, err
	}
	last := enumerate.NewBatch(c.set.Columns()) // the row before, if there is one
	err = c.set.Scan(nil, func(b *enumerate.Batch, first int64) error {
		for i := range b.Len() {
			before, at := b, i-1
			if i == 0 {
				before, at = last, 0
			}
			if before.Len() > 0 && order.Compare(before, at, b, i) >= 0 && len(wrong) < maxFound {
				wrong = append(wrong,
					fmt.Sprintf("row %d: its key is not above that of the row before", first+int64(i)))
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
	// commitEvery is the time between comparisons, until which rows are held.
	commitEvery = 50 * time.Millisecond
)

// repetition is the sink of tasks that are done again. It compares what they count, and the rows
// that they give, in their order, with what the dataset has of them.
type repetition struct {
	*run.MemorySink
	*verifier
	place map[int]int // of a task in the dataset's list
	first []int64     // number of each task's first row
	// all rows if they are few; else a reader for each task takes next to nothing of the time
	few       *enumerate.Batch
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
	case r.compares, r.set.Manifest.How == export.Swept:
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
		if m := r.set.Manifest; study.Reached(m) && r.place[t.Task] == len(r.tasks)-1 && t.Rows >= stored.Rows {
			t.Rows, t.Raw, t.Failed = stored.Rows, stored.Raw, stored.Failed // it ends with a row, and this one goes on
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
	if v.study == nil || m.Kernel != v.study.TaskJob().Kernel {
		return nil, nil // the other kernel of another version of the program has other tasks
	}
	job := v.study.TaskJob()
	if job.Memory != nil && job.Memory().Expected > float64(job.Memory().Limit) {
		v.NotChecked = cmp.Or(v.NotChecked,
			fmt.Sprintf("the tasks themselves: to do them again takes about %s of memory",
				enumerate.Bytes(job.Memory().Expected)))
		return nil, nil // the run had more
	}
	study.UseFiles(job, "")
	r.MemorySink, r.compares = run.NewMemorySink(job), v.rows != nil && m.Job != enumerate.Sample
	if m.How == export.Listed {
		r.observers = v.study.NewObservers()
	}
	rows := int64(0)
	for i, t := range v.tasks {
		if n := job.Tasks(); t.Task >= n || r.compares && t.Rows > v.set.Rows()-rows {
			r.wrong = []string{fmt.Sprintf("task %d of %d has %d rows from row %d on, of %d", t.Task, n, t.Rows, rows,
				v.set.Rows())}
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
	if _, err := run.Run(limited, job, r, run.Settings{CommitEvery: commitEvery}); err != nil &&
		!(errors.Is(err, run.ErrStopped) && ctx.Err() == nil) {
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
	if tree := study.TreeOf(v.study.Job); tree != nil {
		return tree.Nodes
	}
	return math.Inf(1)
}
