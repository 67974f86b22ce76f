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
		others := slices.DeleteFunc(slices.Clone(left), func(k int) bool { return k == i || passes(methods[k], allowance) })
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
			totals.Uses, err = o.Each(sinks[winner].all, totals.Raw)
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
	counts  map[int]map[columnValue]int64 // by task
	options *enumerate.OptionUses         // nil: they are not counted
	with    map[int][]int64               // solutions with each option, by task
	all     []*big.Int                    // likewise, of the tasks that are finished
}

type columnValue struct {
	column int
	value  int64
}

func newValueCounts(job *enumerate.Job) *valueCounts {
	v := &valueCounts{MemorySink: NewMemorySink(job), counts: map[int]map[columnValue]int64{}, with: map[int][]int64{}}
	if v.options = job.Counters.Options; v.options != nil {
		for range v.options.Options {
			v.all = append(v.all, new(big.Int))
		}
	}
	return v
}

// Begin implements [Sink].
func (v *valueCounts) Begin(task int) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.counts[task] = map[columnValue]int64{}
	v.with[task] = make([]int64, len(v.all))
}

// Add implements [Sink].
func (v *valueCounts) Add(task int, rows *enumerate.Batch) (held int64, err error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	counts, orbit := v.counts[task], enumerate.ColumnIndex(v.columns, enumerate.OrbitSizeColumn)
	for k, c := range v.columns {
		for row := range rows.Len() {
			if c.Role == enumerate.Measured && orbit >= 0 {
				counts[columnValue{k, rows.IntAt(k, row)}] += rows.IntAt(orbit, row)
			}
		}
		if v.options != nil && slices.Contains(v.options.Columns, c.Name) {
			addUses(v.with[task], rows, k, orbit)
		}
	}
	return 0, nil
}

// addUses adds the weights of rows to the options that a column has.
func addUses(with []int64, rows *enumerate.Batch, column, weight int) {
	for row := range rows.Len() {
		w := rows.IntAt(weight, row)
		switch {
		case rows.IsNull(column, row):
		case rows.Columns[column].Type == enumerate.Int32List:
			for _, o := range rows.ListAt(column, row) {
				with[o] += w
			}
		default:
			with[rows.IntAt(column, row)] += w
		}
	}
}

// Commit implements [Sink].
func (v *valueCounts) Commit(tasks []enumerate.TaskTally) error {
	v.mu.Lock()
	defer v.mu.Unlock()
	for _, t := range tasks {
		for o, n := range v.with[t.Task] {
			v.all[o].Add(v.all[o], big.NewInt(n))
		}
		delete(v.with, t.Task)
	}
	return v.MemorySink.Commit(tasks)
}

// groups returns the counts of all tasks, by measure.
func (v *valueCounts) groups() (all [][]enumerate.Group) {
	for k, c := range v.columns {
		if c.Role != enumerate.Measured {
			continue
		}
		sum := map[int64]int64{}
		for _, counts := range v.counts {
			for of, n := range counts {
				if of.column == k {
					sum[of.value] += n
				}
			}
		}
		var groups []enumerate.Group
		for _, value := range slices.Sorted(maps.Keys(sum)) {
			groups = append(groups, enumerate.Group{Values: []int64{value}, Raw: big.NewInt(sum[value])})
		}
		all = append(all, groups)
	}
	return all
}
