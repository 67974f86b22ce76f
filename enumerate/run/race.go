package run

import (
	"context"
	"errors"
	"maps"
	"math"
	"math/big"
	"slices"
	"sync"
	"sync/atomic"

	"coverstat/enumerate"
)

const (
	// firstTurn is the least time of the first turn, in nanoseconds by the methods' nodes.
	firstTurn = 4e6
	// A method is given no turn that its estimate says is too short by passFactor. Estimates by
	// random probes are right on average, so one in passFactor is too high by that much, at most
	// (Markov's inequality).
	passFactor = 100
)

// Race does methods that answer the same question in turn, until one of them has done all its tasks, and
// returns its number and tally. Each turn may take twice the nodes of the turn before, weighed by their time,
// and a method goes on where its last turn ended. So the whole takes at most three times as long as the best
// method alone, or six if its tasks, of which an unfinished one begins anew, are as long as the turns. Which
// method ends depends neither on the clock nor on the workers.
//
// sink, called before each turn, returns the sink of a method: it keeps finished tasks from turn to turn.
// A method that turns out to be no answer ([enumerate.UnfitError]) is left out.
func Race(ctx context.Context, methods []enumerate.Method, sink func(method int) (Sink, error),
	o Settings) (winner int, tally enumerate.Tally, err error) {
	left := make([]int, len(methods)) // the methods that are not left out
	for i := range left {
		left[i] = i
	}
	allowance := max(firstTurn, 2*shortest(methods))
	for at := 0; ; at++ {
		i := left[at%len(left)]
		m := methods[i]
		others := slices.DeleteFunc(slices.Clone(left),
			func(k int) bool { return k == i || passes(methods[k], allowance) })
		if len(left) > 1 && len(others) > 0 && passes(m, allowance) {
			continue
		}
		if len(left) > 1 && len(others) == 0 { // all others pass: this one goes on until one of them would not
			allowance = math.Inf(1)
			for _, k := range left {
				if k != i {
					allowance = min(allowance, methods[k].Time()/passFactor)
				}
			}
		}
		o.Nodes = 0
		if len(left) > 1 && allowance/m.Node < math.MaxInt64/2 {
			o.Nodes = int64(allowance/m.Node) + 1
		}
		if limit := m.Job.LimitTasks; limit != nil {
			limit(o.Nodes)
		}
		to, err := sink(i)
		if err != nil {
			return i, tally, err
		}
		turn := o
		if o.Progress != nil {
			turn.Progress = func(p Progress) {
				p.Method = i
				o.Progress(p)
			}
		}
		tally, err = Run(ctx, m.Job, to, turn)
		switch {
		case errors.As(err, new(*enumerate.UnfitError)) && len(left) > 1:
			left = slices.DeleteFunc(left, func(k int) bool { return k == i })
			at-- // the next is at its place
		case !errors.Is(err, ErrSpent):
			return i, tally, err
		default:
			allowance *= 2
		}
	}
}

// Answer answers a question about all solutions by methods in turn: see [Race]. It also returns which
// of them ended, and its tally with the effort of the cut.
func Answer(ctx context.Context, methods []enumerate.Method,
	o Settings) (winner int, totals *enumerate.Totals, tally enumerate.Tally, err error) {
	sinks := make([]*valueCounts, len(methods))
	sink := func(i int) (Sink, error) {
		if sinks[i] == nil {
			sinks[i] = newValueCounts(methods[i].Job)
		}
		if methods[i].Job.Counting != nil {
			return sinks[i].MemorySink, nil
		}
		return sinks[i], nil
	}
	winner, tally, err = Race(ctx, methods, sink, o)
	if err != nil {
		return winner, nil, tally, err
	}
	job := methods[winner].Job
	tally.Effort.Add(job.Above())
	if job.Counting != nil {
		totals, err = job.Counting.Totals(sinks[winner].Rows())
	} else {
		totals = &enumerate.Totals{Raw: big.NewInt(tally.Raw), Distinct: big.NewInt(tally.Rows),
			Groups: sinks[winner].groups()}
		if o := sinks[winner].options; o != nil {
			totals.Uses, err = o.Each(sinks[winner].uses(), totals.Raw)
		}
	}
	return winner, totals, tally, err
}

// AnswerUntil is [Answer] on one goroutine. After stop is set it soon returns [ErrStopped].
func AnswerUntil(methods []enumerate.Method, stop *atomic.Bool) (*enumerate.Totals, enumerate.Effort, error) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	_, totals, tally, err := Answer(ctx, methods, Settings{Workers: 1, Progress: func(Progress) {
		if stop.Load() {
			cancel()
		}
	}})
	return totals, tally.Effort, err
}

// shortest is the least expected time of the methods, 0 if that of some is unknown.
func shortest(methods []enumerate.Method) float64 {
	least := math.Inf(1)
	for _, m := range methods {
		least = min(least, m.Time()) // NaN if one is NaN
	}
	if least < math.Inf(1) {
		return least
	}
	return 0
}

// passes reports whether a turn is too short for a method by its estimate.
func passes(m enumerate.Method, allowance float64) bool { return m.Time() > passFactor*allowance }

// A MemorySink is a sink that keeps finished tasks and their rows in memory.
type MemorySink struct {
	columns []enumerate.Column

	mu   sync.Mutex
	done map[int]enumerate.Tally
	rows map[int]*enumerate.Batch
}

// NewMemorySink returns an empty sink for the rows of a job.
func NewMemorySink(job *enumerate.Job) *MemorySink {
	return &MemorySink{columns: job.Columns, done: map[int]enumerate.Tally{}, rows: map[int]*enumerate.Batch{}}
}

// Done implements [Sink].
func (m *MemorySink) Done(task int) (enumerate.Tally, bool) {
	tally, ok := m.done[task]
	return tally, ok
}

// Begin implements [Sink].
func (m *MemorySink) Begin(task int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.rows, task)
}

// Add implements [Sink].
func (m *MemorySink) Add(task int, rows *enumerate.Batch) (held int64, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.rows[task] == nil {
		m.rows[task] = enumerate.NewBatch(m.columns)
	}
	m.rows[task].AppendRows(rows, 0, rows.Len())
	return 0, nil
}

// Commit implements [Sink].
func (m *MemorySink) Commit(tasks []enumerate.TaskTally) error {
	for _, t := range tasks {
		m.done[t.Task] = t.Tally
	}
	return nil
}

// RowsOf returns the rows of a task; nil if it has none.
func (m *MemorySink) RowsOf(task int) *enumerate.Batch {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.rows[task]
}

// Rows returns the rows of all tasks, in the order of the tasks.
func (m *MemorySink) Rows() (rows []*enumerate.Batch) {
	for _, task := range slices.Sorted(maps.Keys(m.rows)) {
		rows = append(rows, m.rows[task])
	}
	return rows
}

// valueCounts is a sink that keeps of the rows of a list how many solutions have each value of each measure, and
// how many have each option.
type valueCounts struct {
	*MemorySink
	orbit   int                           // the column of orbit sizes
	options *enumerate.OptionUses         // nil: they are not counted
	counts  map[int]map[columnValue]int64 // by task that is not finished
	all     map[columnValue]int64         // of the tasks that are
}

// columnValue is a value in a column, or an option in the place ofOptions of a column.
type columnValue struct {
	column int
	value  int64
}

const ofOptions = -1

func newValueCounts(job *enumerate.Job) *valueCounts {
	return &valueCounts{MemorySink: NewMemorySink(job),
		orbit:   enumerate.ColumnIndex(job.Columns, enumerate.OrbitSizeColumn),
		options: job.Counters.Options, counts: map[int]map[columnValue]int64{}, all: map[columnValue]int64{}}
}

// Begin implements [Sink].
func (v *valueCounts) Begin(task int) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.counts[task] = map[columnValue]int64{}
}

// Add implements [Sink].
func (v *valueCounts) Add(task int, rows *enumerate.Batch) (held int64, err error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	counts := v.counts[task]
	for k, c := range v.columns {
		options := v.options != nil && slices.Contains(v.options.Columns, c.Name)
		if v.orbit < 0 || !options && c.Role != enumerate.Measured {
			continue
		}
		for row := range rows.Len() {
			n := rows.IntAt(v.orbit, row)
			switch {
			case !options:
				counts[columnValue{k, rows.IntAt(k, row)}] += n
			case c.Type == enumerate.Int32List:
				for _, o := range rows.ListAt(k, row) {
					counts[columnValue{ofOptions, int64(o)}] += n
				}
			case !rows.IsNull(k, row):
				counts[columnValue{ofOptions, rows.IntAt(k, row)}] += n
			}
		}
	}
	return 0, nil
}

// Commit implements [Sink].
func (v *valueCounts) Commit(tasks []enumerate.TaskTally) error {
	v.mu.Lock()
	defer v.mu.Unlock()
	for _, t := range tasks {
		for of, n := range v.counts[t.Task] {
			v.all[of] += n
		}
		delete(v.counts, t.Task)
	}
	return v.MemorySink.Commit(tasks)
}

// groups returns the counts of all tasks, by measure.
func (v *valueCounts) groups() (all [][]enumerate.Group) {
	for k, c := range v.columns {
		if c.Role != enumerate.Measured {
			continue
		}
		var groups []enumerate.Group
		for of, n := range v.all {
			if of.column == k {
				groups = append(groups, enumerate.Group{Values: []int64{of.value}, Raw: big.NewInt(n)})
			}
		}
		slices.SortFunc(groups, func(a, b enumerate.Group) int { return slices.Compare(a.Values, b.Values) })
		all = append(all, groups)
	}
	return all
}

// uses returns how many solutions have each option, and of which a row shows one image.
func (v *valueCounts) uses() []*big.Int {
	with := make([]*big.Int, v.options.Options)
	for o := range with {
		with[o] = big.NewInt(v.all[columnValue{ofOptions, int64(o)}])
	}
	return with
}
