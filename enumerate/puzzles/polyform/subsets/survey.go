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
	Thing string // what an instance is: "board", "set", "pair"
	Space *Space
	Limit survey.Limit
	// LimitDistinct says that the limit is for solutions up to symmetry, else for all.
	LimitDistinct bool
	Pass          Pass
	// NewCounter makes a search of instances, for one goroutine.
	NewCounter func() Counter
	// NewDistinct makes what counts solutions up to symmetry where all are counted, for one
	// goroutine; nil if counters and tables know both. orbit is that of the instance.
	NewDistinct func() func(in Instance, orbit int, all int64) int64
	// Recount is another search, which shares no code with the first one and with the
	// pass: rows are checked by it.
	Recount Counter
	// EstimateSearch estimates the nodes of the search of an instance; nil: some
	// searches are made and their nodes counted.
	EstimateSearch func(in Instance) (nodes float64, err error)
	// SearchCost is what a search costs besides its nodes, in nodes.
	SearchCost float64
	Difficulty Difficulty
	// Draws, if above 0, is how many instances are drawn, with the seed, instead of all. Those
	// that are images of one drawn before are left out.
	Draws int64
	Seed  uint64

	// Instance, All and Distinct are the meanings of the columns instance and of the two numbers
	// of solutions, Blocked and Set those of the masks; "" if instances have none.
	Instance, Blocked, Set, All, Distinct string
	// AppendName writes an instance as text.
	AppendName func(dst []byte, in Instance) []byte
	// Columns are those between the numbers of solutions and the measures.
	Columns  []survey.Column[Answer]
	Measures []Measure
	// Facts describe the survey, Tables and NewCounts are those of [enumerate.Job] and [enumerate.RowCounters].
	Facts     []enumerate.Fact
	Tables    func() ([]enumerate.Table, error)
	NewCounts func() enumerate.RowCounts

	method string
	why    string // why this method
	tasks  int
	table  *Table // filled by prepare
	drawn  []drawnInstance
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
	Found  func(rank int64, in Instance, orbit int) Found
	Effort enumerate.Effort // what it cost to fill the table
}

// Found are the numbers of solutions of an instance: all, and those up to symmetry. If the limited
// one is above the limit, the other one means nothing.
type Found struct{ All, Distinct int64 }

// A Counter counts the solutions of one instance. It may end at one more than the
// limit.
type Counter func(in Instance, stop *atomic.Bool) (Found, enumerate.Effort, error)

// An Answer is what is known of one instance.
type Answer struct {
	Blocked, Set int64
	Orbit        int32
	Count        survey.Count // of the solutions that the limit is for
	Other        int64        // the other number of solutions; 0 if the count is capped
	Nodes        int64        // of the search of this instance
	Search       Search
}

// Of returns the instance.
func (a *Answer) Of() Instance { return Instance{uint64(a.Blocked), uint64(a.Set)} }

// set enters the counts of a search or of the table.
func (s *Survey) set(a *Answer, found Found) {
	a.Count, a.Other = s.Limit.Count(found.All), found.Distinct
	if s.LimitDistinct {
		a.Count, a.Other = s.Limit.Count(found.Distinct), found.All
	}
	if a.Count.Capped {
		a.Other = 0
	}
}

// one reports whether an instance has one solution up to symmetry.
func (s *Survey) one(a *Answer) bool {
	if s.LimitDistinct {
		return a.Count.One()
	}
	return a.Other == 1
}

func (s *Survey) columns(measures []survey.Column[Answer]) []survey.Column[Answer] {
	columns := []survey.Column[Answer]{survey.Text(enumerate.InstanceColumn, s.Instance,
		func(dst []byte, a *Answer) []byte { return s.AppendName(dst, a.Of()) }).As(enumerate.Key)}
	masks := MaskColumns
	if s.Blocked != "" {
		columns = append(columns, survey.Stored(masks[0], s.Blocked, func(a *Answer) *int64 { return &a.Blocked }))
		masks = masks[1:]
	}
	if s.Set != "" {
		columns = append(columns, survey.Stored(masks[0], s.Set, func(a *Answer) *int64 { return &a.Set }))
	}
	if s.Draws == 0 {
		columns = append(columns, survey.OrbitSize(s.Thing+"s", func(a *Answer) int32 { return a.Orbit }))
	}
	limited, count, other, number := enumerate.SolutionsColumn, s.All, enumerate.DistinctSolutionsColumn, s.Distinct
	if s.LimitDistinct {
		limited, count, other, number = other, number, limited, count
	}
	solutions := survey.Solutions(limited, count, func(a *Answer) *survey.Count { return &a.Count })
	second := survey.Stored(other, number, func(a *Answer) *int64 { return &a.Other }).Measured("solutions")
	if s.Limit > 0 {
		capped := survey.Capped("there are more solutions than the limit", s.Limit, func(a *Answer) *survey.Count { return &a.Count }, nil)
		columns = append(columns, solutions.AtLeastIf(enumerate.CappedColumn), capped, second.NullUnless(func(a *Answer) bool { return !a.Count.Capped }))
	} else {
		columns = append(columns, solutions, second)
	}
	if s.LimitDistinct && s.method == eachMethod {
		columns = append(columns, survey.Stored("search_nodes", "nodes of the search that counted the solutions", func(a *Answer) *int64 { return &a.Nodes }).Measured("nodes"))
	}
	columns = append(columns, s.Columns...)
	if s.Difficulty.Grid != "" {
		columns = append(columns, s.solution())
	}
	return append(columns, measures...)
}

// MaskColumns are the columns of masks: that of the blocked cells, then that of the set, which is the
// first where no cells are blocked.
var MaskColumns = []string{"mask", "set_mask"}

// ReadInstances returns what reads the instance of a row of a survey that blocks cells, chooses pieces, or both.
func ReadInstances(columns []enumerate.Column, blocks, chooses bool) (func(b *enumerate.Batch, row int) Instance, error) {
	first, second := enumerate.ColumnIndex(columns, MaskColumns[0], enumerate.Int64), enumerate.ColumnIndex(columns, MaskColumns[1], enumerate.Int64)
	if first < 0 || blocks && chooses && second < 0 {
		return nil, errors.New("the rows have no masks of instances")
	}
	return func(b *enumerate.Batch, row int) (in Instance) {
		switch mask := uint64(b.IntAt(first, row)); {
		case !blocks:
			in.Set = mask
		case !chooses:
			in.Blocked = mask
		default:
			in = Instance{mask, uint64(b.IntAt(second, row))}
		}
		return in
	}, nil
}

// A Measure is an integer function of an instance, equal for all its images.
type Measure struct {
	Info  enumerate.MeasureInfo
	Value func(in Instance) int32
	Lacks string // why it has no meaning for these instances; "" if it has one
}

func (s *Survey) measureColumns(asked []string) ([]survey.Column[Answer], error) {
	infos := DifficultyMeasures()
	for _, m := range s.Measures {
		infos = append(infos, m.Info)
	}
	indices, _, err := enumerate.PickMeasures(infos, asked)
	if err != nil {
		return nil, err
	}
	var columns []survey.Column[Answer]
	for n, i := range indices {
		if i < len(difficulty) {
			m := difficulty[i]
			columns = append(columns, survey.Stored(m.name, m.meaning, func(a *Answer) *int64 { return m.value(&a.Search) }).Measured("nodes"))
			s.Difficulty.asked = true
			continue
		}
		m := s.Measures[i-len(difficulty)]
		if m.Lacks != "" {
			return nil, enumerate.KeyErrorf(fmt.Sprintf("measures.%d", n), "measure %q: %s: expected other measures", m.Info.Name, m.Lacks)
		}
		columns = append(columns, survey.Measure(m.Info, func(a *Answer) int32 { return m.Value(a.Of()) }))
	}
	return columns, nil
}

// Open returns the job of the survey by the method that the config asks for, "" or "auto" if
// it leaves the choice. The fields must be set.
func (s *Survey) Open(spec enumerate.Spec, method string) (enumerate.Job, error) {
	s.Difficulty.asked = s.Difficulty.Grid != ""
	measures, err := s.measureColumns(spec.Measures)
	if err != nil {
		return nil, err
	}
	s.drawAll()
	if s.method, s.why, err = s.chooseMethod(method); err != nil {
		return nil, err
	}
	share := cmp.Or(spec.MaxShare, enumerate.DefaultShare)
	s.tasks = int(min(math.Ceil(1/share), float64(s.count())))
	features := enumerate.Features{
		CountRows: s.countRows,
		Counters:  enumerate.RowCounters{New: s.NewCounts},
	}
	if s.method == passMethod {
		features.Preparation = &enumerate.Preparation{Do: s.prepare, Name: "counting for all instances at once"}
	}
	facts := append(s.Facts, enumerate.Fact{Key: "kernel", Text: fmt.Sprintf("method %s: %s", s.method, s.why), Value: s.method})
	if s.Difficulty.asked {
		fact, err := s.difficultyFact()
		if err != nil {
			return nil, err
		}
		facts = append(facts, fact)
	}
	if s.Draws > 0 {
		facts = append(facts, enumerate.Fact{Key: "draws", Value: s.Draws,
			Text: fmt.Sprintf("%s of them drawn, with seed %d: %s up to symmetry", enumerate.Grouped(s.Draws), s.Seed, enumerate.Grouped(len(s.drawn)))})
	}
	job := survey.Survey[Answer]{
		Columns: s.columns(measures), Tasks: s.tasks, Kernel: s.method, Features: features, Tables: s.Tables, CountOnly: spec.CountOnly,
		Facts: facts, NewSolver: s.newSolver, NewRecheck: s.newRecheck,
	}
	return job.Job(), nil
}

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
	solve := s.newAnswer()
	return func(task int, stop *atomic.Bool, tally *enumerate.Tally, visit func(*Answer) bool) (err error) {
		from, to := survey.Range(s.count(), task, s.tasks)
		tally.Raw = to - from
		if s.method == passMethod && s.table == nil {
			return errors.New("the table of counts was not made")
		}
		if task == 0 && s.table != nil {
			tally.Effort = s.table.Effort
		}
		s.classes(from, to, func(rank int64, in Instance, orbit int) bool {
			var a *Answer
			if a, err = solve(rank, in, orbit, stop, &tally.Effort); err != nil {
				return false
			}
			return visit(a)
		})
		return err
	}, nil
}

// newAnswer returns what answers an instance, for one goroutine.
func (s *Survey) newAnswer() func(rank int64, in Instance, orbit int, stop *atomic.Bool, effort *enumerate.Effort) (*Answer, error) {
	var count Counter
	var search func(Instance, *atomic.Bool) (Search, error)
	var distinct func(Instance, int, int64) int64
	if s.method == eachMethod {
		count = s.NewCounter()
	}
	if s.Difficulty.asked {
		search = s.Difficulty.New()
	}
	if s.NewDistinct != nil {
		distinct = s.NewDistinct()
	}
	var a Answer
	return func(rank int64, in Instance, orbit int, stop *atomic.Bool, effort *enumerate.Effort) (_ *Answer, err error) {
		a = Answer{Blocked: int64(in.Blocked), Set: int64(in.Set), Orbit: int32(orbit)}
		var found Found
		if search != nil {
			if a.Search, err = search(in, stop); err != nil {
				return nil, err
			}
			effort.Nodes += a.Search.Nodes
		}
		switch known, ok := s.known(in, a.Search); {
		case s.table != nil:
			found = s.table.Found(rank, in, orbit)
		case search != nil && ok:
			found, a.Nodes = known, a.Search.Nodes
		default:
			var of enumerate.Effort
			if found, of, err = count(in, stop); err != nil {
				return nil, err
			}
			effort.Add(of)
			a.Nodes = of.Nodes
		}
		if distinct != nil && !s.Limit.Count(found.All).Capped {
			found.Distinct = distinct(in, orbit, found.All)
		}
		s.set(&a, found)
		return &a, nil
	}
}

// recountEvery says how many rows there are to one whose solutions a checker
// counts again.
const recountEvery = 8192

// newRecheck returns what makes the answer of a stored row again. It counts the
// solutions again for one row in recountEvery, chosen by the masks alone; the numbers of
// other rows stay as they were read. A solution is checked in every row.
func (s *Survey) newRecheck() (survey.Recheck[Answer], error) {
	images := make([]Instance, 0, s.Space.Order())
	drawn := map[Instance]bool{}
	for _, d := range s.drawn {
		drawn[d.Instance] = true
	}
	return func(a *Answer) (err error) {
		in := a.Of()
		if !s.Space.contains(in) || s.Draws > 0 && !drawn[in] {
			return fmt.Errorf("mask %#x is no %s of this survey", in.Blocked^in.Set, s.Thing)
		}
		images = s.Space.Images(images[:0], in)
		if a.Orbit, err = survey.Orbit(images, Instance.compare); err != nil {
			return err
		}
		if s.Difficulty.Grid != "" && s.one(a) {
			if err := s.Difficulty.Check(in, a.Search.Solution); err != nil {
				return fmt.Errorf("column solution: %w", err)
			}
		}
		if (in.Blocked^in.Set)*0x9E3779B97F4A7C15>>32%recountEvery != 0 && s.count() > recountEvery {
			return nil
		}
		var never atomic.Bool
		found, _, err := s.Recount(in, &never)
		if err == nil {
			s.set(a, found)
		}
		if err == nil && s.Difficulty.asked {
			solution := a.Search.Solution
			a.Search, err = s.Difficulty.Again(in)
			a.Search.Solution = solution
		}
		return err
	}, nil
}

// drawnInstance is the least image of an instance that was drawn, and the size of its orbit.
type drawnInstance struct {
	Instance
	orbit int
}

// drawAll makes the draws. Each depends on the seed and its number alone; all instances of the space
// are equally likely.
func (s *Survey) drawAll() {
	met := map[Instance]bool{}
	var images []Instance
	for i := range s.Draws {
		rank := enumerate.Random(s.Seed, enumerate.Stream(i)).Int64N(s.Space.Len())
		images = s.Space.Images(images[:0], s.Space.unrank(rank))
		least := slices.MinFunc(images, Instance.compare)
		if met[least] {
			continue
		}
		met[least] = true
		orbit, _ := orbitOf(s.Space.Images(images[:0], least))
		s.drawn = append(s.drawn, drawnInstance{least, orbit})
	}
}

// count is the number of instances that are visited.
func (s *Survey) count() int64 {
	if s.Draws > 0 {
		return int64(len(s.drawn))
	}
	return s.Space.Len()
}

// classes visits the least instances of orbits from some number on: those that were drawn, or all.
func (s *Survey) classes(from, to int64, visit visitor) {
	if s.Draws == 0 {
		s.Space.classes(from, to, visit)
		return
	}
	for i := from; i < to && visit(i, s.drawn[i].Instance, s.drawn[i].orbit); i++ {
	}
}

// countRows is that of [enumerate.Features].
func (s *Survey) countRows() (*big.Int, string) {
	if s.Draws > 0 {
		return big.NewInt(s.count()), "drawing them"
	}
	return s.Space.Orbits(), "Burnside's lemma"
}
