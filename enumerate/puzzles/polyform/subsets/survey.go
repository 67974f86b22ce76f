package subsets

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"math/big"
	"slices"
	"sync/atomic"

	"coverstat/enumerate"
	"coverstat/enumerate/survey"
)

// A Survey counts the solutions of all instances of a space.
type Survey struct {
	Thing string // what an instance is: "board", "set"
	Space Space
	Limit survey.Limit
	Pass  Pass
	// NewCounter makes a search of instances, for one goroutine.
	NewCounter func() Counter
	// Recount is another search, which shares no code with the first one and with the
	// pass: rows are checked by it.
	Recount Counter
	// EstimateSearch estimates the nodes of the search of an instance; nil: some
	// searches are made and their nodes counted.
	EstimateSearch func(mask uint64) (nodes float64, err error)
	// SearchCost is what a search costs besides its nodes, in nodes.
	SearchCost float64

	// SolutionsColumn names the column of the number of solutions that the limit is for.
	SolutionsColumn           string
	Instance, Mask, Solutions string // meanings of these columns and of SolutionsColumn
	// AppendName writes an instance as text.
	AppendName func(dst []byte, mask uint64) []byte
	// Columns returns the columns between those that all surveys of subsets have and the
	// measures; nodes says that instances are searched, so that their nodes are known.
	Columns  func(nodes bool) []survey.Column[Answer]
	Measures []Measure
	// Facts describe the survey, Tables and NewCounts are those of [enumerate.Job] and [enumerate.RowCounters].
	Facts     []enumerate.Fact
	Tables    func() ([]enumerate.Table, error)
	NewCounts func() enumerate.RowCounts

	method string
	why    string // why this method
	tasks  int
	table  *Table // filled by prepare
}

// A Pass counts the solutions of all instances at once.
type Pass struct {
	Over string // what it goes over: "packings", "solutions"
	// Unfit says why the pass cannot be made; nil if it can.
	Unfit error
	Bytes int64 // of the table
	// Cost estimates the cost, in nodes. Single searches cost atLeast: once Cost can prove
	// less, it may stop. The error is [ErrUnfit] if the pass would be too large.
	Cost func(atLeast float64) (PassCost, error)
	// Fill fills the table. Stopped by stop, it returns a nil table. The error is
	// [ErrUnfit] if the counts do not fit into the table.
	Fill func(workers int, stop *atomic.Bool, progress func(float64)) (*Table, error)
}

// A Table holds the counts of all instances.
type Table struct {
	// Found returns the counts of an instance that is the least of its orbit.
	Found  func(rank int64, mask uint64, orbit int) Found
	Effort enumerate.Effort // what it cost to fill the table
}

// Found are the numbers of solutions of an instance.
type Found struct {
	Solutions int64 // as the column SolutionsColumn counts them, up to [survey.Limit.Search]
	Raw       int64 // images counted, too; unused if there are more than the limit
}

// A Counter counts the solutions of one instance. It may end at one more than the
// limit.
type Counter func(mask uint64, stop *atomic.Bool) (Found, enumerate.Effort, error)

// An Answer is what is known of one instance.
type Answer struct {
	Mask  int64
	Orbit int32
	Count survey.Count
	Raw   int64 // 0 if the count is capped
	Nodes int64 // of the search of this instance
}

// set enters the counts of a search or of the table.
func (a *Answer) set(limit survey.Limit, found Found) {
	a.Count, a.Raw = limit.Count(found.Solutions), found.Raw
	if a.Count.Capped {
		a.Raw = 0
	}
}

// columns returns the columns of the rows.
func (s *Survey) columns(measures []survey.Column[Answer]) []survey.Column[Answer] {
	count := func(a *Answer) *survey.Count { return &a.Count }
	solutions := survey.Solutions(s.SolutionsColumn, s.Solutions, count)
	if s.Limit > 0 {
		solutions = solutions.AtLeastIf(enumerate.CappedColumn)
	}
	columns := []survey.Column[Answer]{
		survey.Text(enumerate.InstanceColumn, s.Instance,
			func(dst []byte, a *Answer) []byte { return s.AppendName(dst, uint64(a.Mask)) }).As(enumerate.Key),
		survey.Stored("mask", s.Mask, func(a *Answer) *int64 { return &a.Mask }),
		survey.OrbitSize(s.Thing+"s", func(a *Answer) int32 { return a.Orbit }),
		solutions,
	}
	if s.Limit > 0 {
		columns = append(columns, survey.Capped("there are more solutions than the limit", s.Limit, count, nil))
	}
	return slices.Concat(columns, s.Columns(s.method == eachMethod), measures)
}

// A Measure is an integer function of an instance, equal for all its images.
type Measure struct {
	Info  enumerate.MeasureInfo
	Value func(mask uint64) int32
	Lacks string // why it has no meaning for these instances; "" if it has one
}

// measureColumns returns the columns of the measures that are asked for.
func (s *Survey) measureColumns(asked []string) ([]survey.Column[Answer], error) {
	var infos []enumerate.MeasureInfo
	for _, m := range s.Measures {
		infos = append(infos, m.Info)
	}
	indices, _, err := enumerate.PickMeasures(infos, asked)
	if err != nil {
		return nil, err
	}
	var columns []survey.Column[Answer]
	for n, i := range indices {
		m := s.Measures[i]
		if m.Lacks != "" {
			return nil, enumerate.KeyErrorf(fmt.Sprintf("measures.%d", n), "measure %q: %s: expected other measures", m.Info.Name, m.Lacks)
		}
		columns = append(columns, survey.Measure(m.Info, func(a *Answer) int32 { return m.Value(uint64(a.Mask)) }))
	}
	return columns, nil
}

// Open returns the job of the survey by the method that the config asks for, "" or "auto" if
// it leaves the choice. The fields must be set.
func (s *Survey) Open(spec enumerate.Spec, method string) (enumerate.Job, error) {
	measures, err := s.measureColumns(spec.Measures)
	if err != nil {
		return nil, err
	}
	if err := s.chooseMethod(method); err != nil {
		return nil, err
	}
	share := cmp.Or(spec.MaxShare, enumerate.DefaultShare)
	s.tasks = int(min(math.Ceil(1/share), float64(s.Space.Len())))
	features := enumerate.Features{
		CountRows: func() (*big.Int, string) { return s.Space.Orbits(), "Burnside's lemma" },
		Counters:  enumerate.RowCounters{New: s.NewCounts},
	}
	if s.method == passMethod {
		features.Preparation = &enumerate.Preparation{Do: s.prepare, Name: "counting for all instances at once"}
	}
	job := survey.Survey[Answer]{
		Columns: s.columns(measures), Tasks: s.tasks, Kernel: s.method, Features: features, Tables: s.Tables, CountOnly: spec.CountOnly,
		Facts:     append(s.Facts, enumerate.Fact{Key: "kernel", Text: fmt.Sprintf("method %s: %s", s.method, s.why), Value: s.method}),
		NewSolver: s.newSolver, NewRecheck: s.newRecheck,
	}
	return job.Job(), nil
}

// prepare fills the table.
func (s *Survey) prepare(workers int, stop *atomic.Bool, progress func(float64)) error {
	if s.table != nil {
		return nil
	}
	var err error
	if s.table, err = s.Pass.Fill(workers, stop, progress); errors.Is(err, ErrUnfit) {
		return enumerate.KeyErrorf("puzzle.method", "%v: expected puzzle.method: %s", err, eachMethod)
	}
	return err
}

// newSolver returns a solver. The cost of the table is counted with task 0, for it is
// known only where the table was made.
func (s *Survey) newSolver() (survey.Solver[Answer], error) {
	var search Counter
	if s.method == eachMethod {
		search = s.NewCounter()
	}
	var a Answer
	return func(task int, stop *atomic.Bool, tally *enumerate.Tally, visit func(*Answer) bool) (err error) {
		from, to := survey.Range(s.Space.Len(), task, s.tasks)
		tally.Raw = to - from
		if s.method == passMethod && s.table == nil {
			return errors.New("the table of counts was not made")
		}
		if task == 0 && s.table != nil {
			tally.Effort = s.table.Effort
		}
		visitOrbits(s.Space, from, to, func(rank int64, mask uint64, orbit int) bool {
			a = Answer{Mask: int64(mask), Orbit: int32(orbit)}
			if s.table != nil {
				a.set(s.Limit, s.table.Found(rank, mask, orbit))
				return visit(&a)
			}
			var found Found
			var effort enumerate.Effort
			if found, effort, err = search(mask, stop); err != nil {
				return false
			}
			tally.Effort.Add(effort)
			a.set(s.Limit, found)
			a.Nodes = effort.Nodes
			return visit(&a)
		})
		return err
	}, nil
}

// recountEvery says how many rows there are to one whose solutions a checker
// counts again.
const recountEvery = 8192

// newRecheck returns what makes the answer of a stored row again. It counts the
// solutions again for one row in recountEvery, chosen by the mask alone; the numbers of
// other rows stay as they were read.
func (s *Survey) newRecheck() (survey.Recheck[Answer], error) {
	images := make([]uint64, 0, s.Space.Order())
	return func(a *Answer) (err error) {
		mask := uint64(a.Mask)
		if !s.Space.Contains(mask) {
			return fmt.Errorf("mask %#x is no %s of this survey", mask, s.Thing)
		}
		images = s.Space.Images(images[:0], mask)
		if a.Orbit, err = survey.Orbit(images); err != nil {
			return err
		}
		if mask*0x9E3779B97F4A7C15>>32%recountEvery != 0 && s.Space.Len() > recountEvery {
			return nil
		}
		var never atomic.Bool
		found, _, err := s.Recount(mask, &never)
		if err == nil {
			a.set(s.Limit, found)
		}
		return err
	}, nil
}
