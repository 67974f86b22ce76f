package polyform

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"math/big"
	"slices"
	"sync/atomic"

	"coverstat/enumerate"
	"coverstat/enumerate/puzzles/polyform/subsets"
	"coverstat/enumerate/survey"
)

// solutionCounts are the numbers of solutions of an instance: all, and those up to symmetry. If the
// limited one is above the limit, the other one means nothing.
type solutionCounts struct{ all, distinct int64 }

// A counter counts the solutions of one instance. It may end at one more than the limit.
type counter func(in subsets.Instance, stop *atomic.Bool) (solutionCounts, enumerate.Effort, error)

// An answer is what is known of one instance.
type answer struct {
	blocked, set int64
	orbit        int32
	draw         int64        // its number; 0 unless draws end with a number of rows
	count        survey.Count // of the solutions that the limit is for
	other        int64        // the other number of solutions; 0 if the count is capped
	nodes        int64        // of the search of this instance
	difficulty   difficulty
}

// instance returns the instance.
func (a *answer) instance() subsets.Instance {
	return subsets.Instance{Blocked: uint64(a.blocked), Set: uint64(a.set)}
}

// enter enters the counts of a search or of the table. The limit of sets is for solutions up to
// symmetry, that of boards for all.
func (s *instances) enter(a *answer, counts solutionCounts) {
	a.count, a.other = s.limit.Count(counts.all), counts.distinct
	if s.sets != nil {
		a.count, a.other = s.limit.Count(counts.distinct), counts.all
	}
	if a.count.Capped {
		a.other = 0
	}
}

// one reports whether an instance has one solution up to symmetry.
func (s *instances) one(a *answer) bool {
	if s.sets != nil {
		return a.count.One()
	}
	return a.other == 1
}

// columns returns the columns of the rows; flags and measures are those that the config asks for.
func (s *instances) columns(flags, measures []survey.Column[answer]) (columns []survey.Column[answer]) {
	words := s.board.words()
	board, pieces := "the board "+words.reading+": # blocked, . free", "the pieces chosen, in the order of the list"
	classes := "number of solutions with the pieces of the set, up to the symmetries of the board that map "
	instance, all, distinct := pieces, "number of all solutions with the pieces of the set, images under symmetry counted, too", classes+"the set to itself"
	switch {
	case s.sets == nil:
		instance, all, distinct = board, "number of ways to cover the free cells", "their number up to the symmetries of the whole board that map the blocked cells to themselves"
	case s.boards != nil:
		instance, distinct = board+"; "+pieces, classes+"blocked cells and the set to themselves"
	}
	columns = append(columns, survey.Text(enumerate.InstanceColumn, instance,
		func(dst []byte, a *answer) []byte { return s.appendName(dst, a.instance()) }).As(enumerate.Key))
	masks := maskColumns
	if s.boards != nil {
		columns = append(columns, survey.Stored(masks[0], "the blocked cells beyond the board's own: "+s.numbering.meaning(), func(a *answer) *int64 { return &a.blocked }))
		masks = masks[1:]
	}
	if s.sets != nil {
		columns = append(columns, survey.Stored(masks[0], "the pieces chosen: bit place in the list, from 0", func(a *answer) *int64 { return &a.set }))
	}
	switch {
	case s.draw.Number == 0:
		columns = append(columns, survey.OrbitSize(s.thing()+"s", func(a *answer) int32 { return a.orbit }))
	case s.draw.Until > 0:
		columns = append(columns, survey.Stored(enumerate.DrawColumn, drawMeaning, func(a *answer) *int64 { return &a.draw }))
	}
	limited, count, other, number := enumerate.SolutionsColumn, all, enumerate.DistinctSolutionsColumn, distinct
	if s.sets != nil {
		limited, count, other, number = other, number, limited, count
	}
	solutions := survey.Solutions(limited, count, func(a *answer) *survey.Count { return &a.count })
	second := survey.Stored(other, number, func(a *answer) *int64 { return &a.other }).Measured("solutions")
	if s.limit > 0 {
		capped := survey.Capped("there are more solutions than the limit", s.limit, func(a *answer) *survey.Count { return &a.count }, nil)
		columns = append(columns, solutions.AtLeastIf(enumerate.CappedColumn), capped, second.NullUnless(func(a *answer) bool { return !a.count.Capped }))
	} else {
		columns = append(columns, solutions, second)
	}
	if s.sets != nil && s.method == eachMethod {
		columns = append(columns, survey.Stored("search_nodes", "nodes of the search that counted the solutions", func(a *answer) *int64 { return &a.nodes }).Measured("nodes"))
	}
	columns = append(columns, flags...)
	if s.solutions {
		columns = append(columns, s.solutionColumn())
	}
	return append(columns, measures...)
}

// drawMeaning is that of the column of draws.
const drawMeaning = "number of the draw, from 0; an image of an earlier one is no draw"

// maskColumns are the columns of masks: that of the blocked cells, then that of the set, which is the
// first where no cells are blocked.
var maskColumns = []string{"mask", "set_mask"}

// readInstances returns what reads the instance of a row of a survey that blocks cells, chooses pieces, or both.
func readInstances(columns []enumerate.Column, blocks, chooses bool) (func(b *enumerate.Batch, row int) subsets.Instance, error) {
	first, second := enumerate.ColumnIndex(columns, maskColumns[0], enumerate.Int64), enumerate.ColumnIndex(columns, maskColumns[1], enumerate.Int64)
	if first < 0 || blocks && chooses && second < 0 {
		return nil, errors.New("the rows have no masks of instances")
	}
	return func(b *enumerate.Batch, row int) (in subsets.Instance) {
		switch mask := uint64(b.IntAt(first, row)); {
		case !blocks:
			in.Set = mask
		case !chooses:
			in.Blocked = mask
		default:
			in = subsets.Instance{Blocked: mask, Set: uint64(b.IntAt(second, row))}
		}
		return in
	}, nil
}

func (s *instances) measureColumns(asked []string) (columns []survey.Column[answer], err error) {
	infos, measures := difficultyInfos(), s.measures()
	for _, m := range measures {
		infos = append(infos, m.info)
	}
	indices, _, err := enumerate.PickMeasures(infos, asked)
	if err != nil {
		return nil, err
	}
	for n, i := range indices {
		if i < len(difficultyMeasures) {
			m := difficultyMeasures[i]
			columns = append(columns, survey.Stored(m.name, m.meaning, func(a *answer) *int64 { return m.value(&a.difficulty) }).Measured(m.unit))
			s.difficult = true
			continue
		}
		m := measures[i-len(difficultyMeasures)]
		if m.lacks != "" {
			return nil, enumerate.KeyErrorf(fmt.Sprintf("measures.%d", n), "measure %q: %s: expected other measures", m.info.Name, m.lacks)
		}
		columns = append(columns, survey.Measure(m.info, func(a *answer) int32 { return m.value(a.instance()) }))
	}
	return columns, nil
}

// job returns the job of the survey by the method that the config asks for, "" or "auto" if
// it leaves the choice.
func (s *instances) job(spec enumerate.Spec, method string, flags []survey.Column[answer]) (*enumerate.Job, error) {
	s.difficult = s.solutions
	measures, err := s.measureColumns(spec.Measures)
	if err != nil {
		return nil, err
	}
	if s.method, s.why, err = s.chooseMethod(method); err != nil {
		return nil, err
	}
	if s.tasks = int(min(math.Ceil(1/cmp.Or(spec.MaxShare, enumerate.DefaultShare)), float64(s.count()))); s.draw.Until > 0 {
		s.tasks = s.draw.Tasks(s.count())
	}
	job := survey.Survey[answer]{
		Columns: s.columns(flags, measures), Tasks: s.tasks, Kernel: s.method, Tables: s.layout.tables, CountOnly: spec.CountOnly,
		Features: enumerate.Features{CountRows: s.countRows, SolveInstance: s.solveInstance}, NewSolver: s.newSolver, NewRecheck: s.newRecheck,
	}
	if s.sets != nil {
		job.Features.Counters.New = func() enumerate.RowCounts { return &chosenTable{survey: s, counts: make([]chosenCount, len(s.list)+1)} }
	}
	if s.method == passMethod {
		job.Features.Preparation = &enumerate.Preparation{Do: s.prepare, Name: "counting for all instances at once"}
	}
	if job.Facts, err = s.facts(); err == nil {
		err = job.DrawUntil(s.draw)
	}
	return job.Job(), err
}

func (s *instances) prepare(workers int, stop *atomic.Bool, progress func(float64)) error {
	if s.table != nil {
		return nil
	}
	var err error
	if s.table, err = s.pass.fill(workers, stop, progress); errors.Is(err, errUnfit) {
		return enumerate.KeyErrorf("puzzle.method", "%v: expected puzzle.method: %s", err, eachMethod)
	}
	return err
}

// newSolver returns a solver. The cost of the table is counted with task 0, for it is
// known only where the table was made.
func (s *instances) newSolver() (survey.Solver[answer], error) {
	solve := s.newAnswerer()
	return func(task int, stop *atomic.Bool, tally *enumerate.Tally, visit func(*answer) bool) (err error) {
		from, to := survey.Range(s.count(), task, s.tasks)
		tally.Raw = to - from
		if s.method == passMethod && s.table == nil {
			return errors.New("the table of counts was not made")
		}
		if task == 0 && s.table != nil {
			tally.Effort = s.table.effort
		}
		s.classes(from, to, stop, func(rank int64, in subsets.Instance, orbit int) bool {
			var a *answer
			if a, err = solve(rank, in, orbit, stop, &tally.Effort); err != nil {
				return false
			}
			return visit(a)
		})
		return err
	}, nil
}

// newAnswerer returns what answers an instance, for one goroutine.
func (s *instances) newAnswerer() func(rank int64, in subsets.Instance, orbit int, stop *atomic.Bool, effort *enumerate.Effort) (*answer, error) {
	var count counter
	var search func(subsets.Instance, *atomic.Bool) (difficulty, error)
	var distinct func(subsets.Instance, int, int64) int64
	if s.method == eachMethod {
		count = s.newCounter()
	}
	if s.difficult {
		search = s.newDifficulty()
	}
	if s.sets == nil && len(s.require) == 0 { // else counters and tables know both numbers
		distinct = s.newDistinct()
	}
	var a answer
	return func(rank int64, in subsets.Instance, orbit int, stop *atomic.Bool, effort *enumerate.Effort) (_ *answer, err error) {
		a = answer{blocked: int64(in.Blocked), set: int64(in.Set), orbit: int32(orbit), draw: rank}
		var counts solutionCounts
		if search != nil {
			if a.difficulty, err = search(in, stop); err != nil {
				return nil, err
			}
			effort.Nodes += a.difficulty.nodes
		}
		switch known, ok := s.known(in, a.difficulty); {
		case s.table != nil:
			counts = s.table.counts(rank, in, orbit)
		case search != nil && ok:
			counts, a.nodes = known, a.difficulty.nodes
		default:
			var of enumerate.Effort
			if counts, of, err = count(in, stop); err != nil {
				return nil, err
			}
			effort.Add(of)
			a.nodes = of.Nodes
		}
		if distinct != nil && !s.limit.Count(counts.all).Capped {
			counts.distinct = distinct(in, orbit, counts.all)
		}
		s.enter(&a, counts)
		return &a, nil
	}
}

// recountEvery says how many rows there are to one whose solutions a checker
// counts again.
const recountEvery = 8192

// newRecheck returns what makes the answer of a stored row again. It counts the
// solutions again for one row in recountEvery, chosen by the masks alone; the numbers of
// other rows stay as they were read. A solution is checked in every row.
func (s *instances) newRecheck() (survey.Recheck[answer], error) {
	images := make([]subsets.Instance, 0, s.space.Order())
	return func(a *answer) (err error) {
		in := a.instance()
		is := s.draw.Number == 0 || s.draws.Has(in)
		if s.draw.Until > 0 && a.draw >= 0 && a.draw < s.count() {
			drawn := s.draws.Range(a.draw, a.draw+1, new(atomic.Bool))
			is = len(drawn) == 1 && drawn[0].Least == in
		}
		if !s.space.Contains(in) || !is {
			return fmt.Errorf("mask %#x is no %s of this survey", in.Blocked^in.Set, s.thing())
		}
		images = s.space.Images(images[:0], in)
		if a.orbit, err = survey.Orbit(images, subsets.Instance.Compare); err != nil {
			return err
		}
		if s.solutions && s.one(a) {
			if err := s.checkSolution(in, a.difficulty.solution); err != nil {
				return fmt.Errorf("column solution: %w", err)
			}
		}
		if (in.Blocked^in.Set)*0x9E3779B97F4A7C15>>32%recountEvery != 0 && s.count() > recountEvery {
			return nil
		}
		counts, err := s.recount(in)
		if err == nil {
			s.enter(a, counts)
		}
		if err == nil && s.difficult {
			solution := a.difficulty.solution
			a.difficulty, err = s.searchAgain(in)
			a.difficulty.solution = solution
		}
		return err
	}, nil
}

// count is the number of instances that are visited: at most, where draws end with a number of rows.
func (s *instances) count() int64 {
	if s.draw.Number > 0 {
		return min(s.draws.Most, cmp.Or(s.draws.All, math.MaxInt64))
	}
	return s.space.Len()
}

// classes visits the least instances of orbits from some number on: those that were drawn, or all.
func (s *instances) classes(from, to int64, stop *atomic.Bool, visit subsets.Visitor) {
	if s.draw.Number == 0 {
		s.space.Classes(from, to, visit)
		return
	}
	for i, o := range s.draws.Range(from, to, stop) {
		if !visit(from+int64(i), o.Least, o.Size) {
			return
		}
	}
}

// countRows is that of [enumerate.Features].
func (s *instances) countRows() (*big.Int, string) {
	if s.draw.Number > 0 {
		return big.NewInt(s.count()), "drawing them"
	}
	return s.space.Orbits(), "Burnside's lemma"
}

// chosenTable counts, for each piece of the list, the sets with the piece, and how many of
// them have a solution, or exactly one; it implements [enumerate.RowCounts].
type chosenTable struct {
	survey *instances
	counts []chosenCount // by piece; the last for all sets
	images []subsets.Instance
}

// chosenCount are numbers of sets; all images of a set count, unless sets are drawn.
type chosenCount struct{ sets, solvable, unique int64 }

// Add implements [enumerate.RowCounts].
func (c *chosenTable) Add(b *enumerate.Batch) error {
	in, err := readInstances(b.Columns, c.survey.boards != nil, true)
	if err != nil {
		return err
	}
	count, capped := enumerate.ColumnIndex(b.Columns, enumerate.DistinctSolutionsColumn), enumerate.ColumnIndex(b.Columns, enumerate.CappedColumn)
	if count < 0 {
		return fmt.Errorf("rows of sets: expected the column %s", enumerate.DistinctSolutionsColumn)
	}
	for row := range b.Len() {
		one := chosenCount{sets: 1}
		if n := b.IntAt(count, row); n > 0 {
			one.solvable = 1
			if n == 1 && (capped < 0 || b.IntAt(capped, row) == 0) {
				one.unique = 1
			}
		}
		c.images = c.survey.space.Images(c.images[:0], in(b, row))
		if c.survey.draw.Number > 0 {
			c.images = c.images[:1]
		}
		for k, image := range c.images {
			if slices.Contains(c.images[:k], image) {
				continue
			}
			for i := range c.survey.list {
				if image.Set>>i&1 != 0 {
					c.counts[i].add(one)
				}
			}
			c.counts[len(c.survey.list)].add(one)
		}
	}
	return nil
}

func (n *chosenCount) add(o chosenCount) {
	n.sets += o.sets
	n.solvable += o.solvable
	n.unique += o.unique
}

// Merge implements [enumerate.RowCounts].
func (c *chosenTable) Merge(other enumerate.RowCounts) {
	o := other.(*chosenTable)
	for i := range c.counts {
		c.counts[i].add(o.counts[i])
	}
}

// Tables implements [enumerate.RowCounts].
func (c *chosenTable) Tables() ([]enumerate.Table, error) {
	things := c.survey.thing() + "s"
	b := enumerate.NewBatch([]enumerate.Column{
		{Name: "piece", Type: enumerate.String, Meaning: "name of the piece"},
		{Name: "sets", Type: enumerate.Int64, Meaning: things + " with the piece", Unit: things},
		{Name: "solvable", Type: enumerate.Int64, Meaning: things + " with the piece that have a solution", Unit: things},
		{Name: "unique", Type: enumerate.Int64, Meaning: things + " with the piece that have one solution, up to symmetry", Unit: things},
		{Name: "sets_without", Type: enumerate.Int64, Meaning: things + " without the piece", Unit: things},
		{Name: "solvable_without", Type: enumerate.Int64, Meaning: things + " without the piece that have a solution", Unit: things},
		{Name: "unique_without", Type: enumerate.Int64, Meaning: things + " without the piece that have one solution, up to symmetry", Unit: things},
	})
	all := c.counts[len(c.survey.list)]
	for i, p := range c.survey.list {
		n := c.counts[i]
		b.AppendString(0, []byte(p.Name))
		for k, v := range []int64{n.sets, n.solvable, n.unique, all.sets - n.sets, all.solvable - n.solvable, all.unique - n.unique} {
			b.AppendInt64(1+k, v)
		}
	}
	return []enumerate.Table{{Name: enumerate.ChosenTable, Rows: b}}, nil
}
