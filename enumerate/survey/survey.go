package survey

import (
	"cmp"
	"fmt"
	"math/bits"
	"slices"
	"sync/atomic"

	"coverstat/enumerate"
)

// A Survey describes a job to [Survey.Job]. A is the type of its answers.
type Survey[A any] struct {
	// Columns are the columns of the rows, in their order.
	Columns []Column[A]
	// Tasks is the number of tasks.
	Tasks int
	// Share is that of [enumerate.Job]; nil if all tasks are alike.
	Share func(task int) float64
	// Above is the effort of cutting the job into tasks.
	Above enumerate.Effort
	// Kernel and Features are those of [enumerate.Job].
	Kernel   string
	Features enumerate.Features
	// Facts are those of [enumerate.Job] without the number of tasks.
	Facts []enumerate.Fact
	// Tables makes the dimension tables; nil if there are none.
	Tables func() ([]enumerate.Table, error)
	// CountOnly says that no row is wanted, only their number.
	CountOnly bool

	NewSolver  func() (Solver[A], error)
	NewRecheck func() (Recheck[A], error)

	// Source, if not nil, has instances that NewAnswerer answers one by one. Tasks, Share and
	// NewSolver follow from that.
	Source      *Source
	NewAnswerer func() (Answerer[A], error)

	until Draw // see [Survey.DrawUntil]
}

// A Source is a number of instances, numbered from 0, and how they are cut into tasks.
type Source struct {
	Count int64
	// Stride is the number of instances of each task but the last. 0: Tasks of them share
	// the instances out evenly.
	Stride int64
	Tasks  int
}

// An Answerer answers instance i, for one goroutine. It adds nodes and solutions to the effort of
// the tally. The next call may overwrite the answer. What it answers once stop is set is not used.
type Answerer[A any] func(i int64, stop *atomic.Bool, effort *enumerate.Effort) (*A, error)

// answerOneByOne sets what follows from the source.
func (s *Survey[A]) answerOneByOne() {
	x := *s.Source
	bounds := func(task int) (from, to int64) { return Range(x.Count, task, x.Tasks) }
	if s.Tasks = x.Tasks; x.Stride > 0 {
		s.Tasks = int((x.Count + x.Stride - 1) / x.Stride)
		bounds = func(task int) (from, to int64) {
			return int64(task) * x.Stride, min(int64(task+1)*x.Stride, x.Count)
		}
		s.Share = func(task int) float64 {
			from, to := bounds(task)
			return float64(to-from) / float64(x.Count)
		}
	}
	s.NewSolver = func() (Solver[A], error) {
		answer, err := s.NewAnswerer()
		return func(task int, stop *atomic.Bool, tally *enumerate.Tally, visit func(*A) bool) error {
			from, to := bounds(task)
			for i := from; i < to; i++ {
				a, err := answer(i, stop, &tally.Effort)
				if err != nil {
					return err
				}
				tally.Raw++
				if !visit(a) {
					return nil
				}
			}
			return nil
		}, err
	}
}

// Range returns the instances of a task, from to to-1, of n that are numbered
// from 0 and shared out evenly. The product n*tasks may exceed 64 bits.
func Range(n int64, task, tasks int) (from, to int64) {
	first := func(task int) int64 {
		hi, lo := bits.Mul64(uint64(n), uint64(task))
		q, _ := bits.Div64(hi, lo, uint64(tasks))
		return int64(q)
	}
	return first(task), first(task + 1)
}

// A Solver answers the instances of a task in their order, for one goroutine. It calls visit with each
// answer, which it may then overwrite, and returns as soon as visit returns false. It adds raw instances and
// effort to the tally. It looks at stop often; what it answers once stop is set is not used.
type Solver[A any] func(task int, stop *atomic.Bool, tally *enumerate.Tally, visit func(*A) bool) error

// A Recheck makes the answer of a stored row again, for one goroutine. Before the call the fields
// that columns read ([Stored], [Column.Parsed], ...) are set. The recheck sets all others, for the
// answer still holds those of the row before. An error says what is wrong with the row.
type Recheck[A any] func(a *A) error

// Job returns the job that the survey describes. The survey must not be changed afterwards.
func (s *Survey[A]) Job() *enumerate.Job {
	if s.Source != nil {
		s.answerOneByOne()
	}
	if s.Share == nil {
		s.Share = func(int) float64 { return 1 / float64(s.Tasks) }
	}
	if s.Tables == nil {
		s.Tables = func() ([]enumerate.Table, error) { return nil, nil }
	}
	var columns []enumerate.Column
	for i := range s.Columns {
		columns = append(columns, s.Columns[i].Column)
	}
	return &enumerate.Job{
		Columns:    columns,
		Kernel:     s.Kernel,
		Tables:     s.Tables,
		Tasks:      func() int { return s.Tasks },
		Share:      s.Share,
		Above:      func() enumerate.Effort { return s.Above },
		NewWorker:  func() (enumerate.Worker, error) { return s.newWorker(columns) },
		NewChecker: func() (enumerate.Checker, error) { return s.newChecker(columns) },
		Facts: func() []enumerate.Fact {
			return append(slices.Clone(s.Facts),
				enumerate.Fact{Key: "tasks", Text: enumerate.Plural(s.Tasks, "task"), Value: s.Tasks})
		},
		Features: s.Features,
	}
}

func (s *Survey[A]) newWorker(columns []enumerate.Column) (enumerate.Worker, error) {
	solve, err := s.NewSolver()
	if err != nil {
		return nil, err
	}
	meets, err := s.meets()               // nil if all answers are rows
	tested := enumerate.NewBatch(columns) // the answer at hand
	return func(task int, stop *atomic.Bool, out *enumerate.Batch, flush func() error) (tally enumerate.Tally,
		done bool, err error) {
		var flushErr error
		err = solve(task, stop, &tally, func(a *A) bool {
			if stop.Load() {
				return false // the answer may be that of a search cut short
			}
			if meets != nil {
				tested.Reset()
				if s.append(tested, a); !meets.Match(tested, 0) {
					tally.Failed++
					return true
				}
			}
			tally.Rows++
			if s.CountOnly {
				return true
			}
			s.append(out, a)
			if out.Len() >= enumerate.BatchRows {
				flushErr = flush()
			}
			return flushErr == nil
		})
		if meets != nil {
			tally.Raw = tally.Rows
		}
		err = cmp.Or(err, flushErr)
		return tally, err == nil && !stop.Load(), err
	}, err
}

// append appends the row of an answer.
func (s *Survey[A]) append(out *enumerate.Batch, a *A) {
	for i := range s.Columns {
		s.Columns[i].put(out, i, a)
	}
}

// Read sets the fields of an answer that columns read from a row ([Stored], [Column.Parsed], ...), and no others.
func (s *Survey[A]) Read(b *enumerate.Batch, row int, a *A) error {
	for i, column := range s.Columns {
		if column.read == nil {
			continue
		}
		if err := column.read(b, i, row, a); err != nil {
			return fmt.Errorf("%s: %w", column.Name, err)
		}
	}
	return nil
}

func (s *Survey[A]) newChecker(columns []enumerate.Column) (enumerate.Checker, error) {
	recheck, err := s.NewRecheck()
	if err != nil {
		return nil, err
	}
	meets, err := s.meets() // nil if all answers are rows
	var a A
	rewritten := enumerate.NewBatch(columns) // the row that the answer gives
	return func(b *enumerate.Batch, row int) error {
		if err := s.Read(b, row, &a); err != nil {
			return err
		}
		for _, column := range s.Columns {
			if column.check == nil {
				continue
			}
			if err := column.check(&a); err != nil {
				return err
			}
		}
		if err := recheck(&a); err != nil {
			return err
		}
		rewritten.Reset()
		s.append(rewritten, &a)
		if !meets.Match(rewritten, 0) {
			return fmt.Errorf("the row does not meet %s", s.until.Where)
		}
		return enumerate.SameRow(b, row, rewritten, 0)
	}, err
}
