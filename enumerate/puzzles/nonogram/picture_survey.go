package nonogram

import (
	"fmt"
	"sync"
	"sync/atomic"

	"coverstat/enumerate"
	"coverstat/enumerate/puzzles/nonogram/cluesets"
	"coverstat/enumerate/puzzles/nonogram/line"
	"coverstat/enumerate/survey"
)

// pictureSurvey goes through all pictures of a size: a row is a clue set that
// some picture has, up to symmetry.
type pictureSurvey struct {
	height, width int
	countOnly     bool
	tables        func() (*cluesets.Tables, []cluesets.Task) // made when first needed
	lines         func() (rows, cols map[string][]uint32)    // for rechecks: pictures of lines, by their clues
}

const pictureTasks = 256

func openPictures(spec enumerate.Spec, rows, cols int, limit int64) (*enumerate.Job, error) {
	if rows < 1 || cols < 1 || rows > cluesets.MaxSide || cols > cluesets.MaxSide || rows*cols > cluesets.MaxCells {
		return nil, enumerate.KeyErrorf("puzzle.rows",
			"all pictures of %d rows and %d columns: expected sides of 1 to %d and at most %d cells; larger ones are drawn (draw: N)",
			rows, cols, cluesets.MaxSide, cluesets.MaxCells)
	}
	if limit != defaultLimit {
		return nil, enumerate.KeyErrorf("puzzle.limit",
			"puzzle.limit: the survey of all pictures counts all solutions: expected no limit")
	}
	measures, err := measureColumns(spec.Measures)
	if err != nil {
		return nil, err
	}
	s := &pictureSurvey{height: rows, width: cols, countOnly: spec.CountOnly}
	s.tables = sync.OnceValues(func() (*cluesets.Tables, []cluesets.Task) {
		tables := cluesets.New(rows, cols)
		return tables, tables.Tasks(pictureTasks)
	})
	s.lines = sync.OnceValues(func() (_, _ map[string][]uint32) { return picturesOfLine(cols), picturesOfLine(rows) })
	order := 4
	if rows == cols {
		order = 8
	}
	pictures := int64(1) << (rows * cols)
	job := survey.Survey[answer]{
		Columns: append(s.columns(), measures...),
		Tasks:   pictureTasks,
		Kernel:  "count",
		Facts: []enumerate.Fact{
			{Key: "instances", Text: fmt.Sprintf("the clue sets of all %s pictures of %d by %d cells",
				enumerate.Grouped(pictures), rows, cols), Value: pictures},
			{Key: "group_order", Text: "symmetry group of order " + enumerate.Grouped(order), Value: order},
			{Key: "kernel", Text: "counting clue sets, row clues by row clues; lines by table", Value: "count"},
		},
		Tables: theoremTable,
		Features: enumerate.Features{Analysis: enumerate.Analysis{Breakdowns: []enumerate.Breakdown{{
			Title: "How far the theorems reach, by black cells",
			Text: "The share of clue sets in which each means settles every cell: the six theorems as corrected, in any order and again and again; " +
				"the theorems in their printed order; complete logic on one line at a time. Solutions are the pictures that have the clues.",
			By: []string{"black"}, Of: []string{"theorem_solvable", "printed_solvable", "line_solvable", "solutions"},
		}}}},
		CountOnly: spec.CountOnly,

		NewSolver:  func() (survey.Solver[answer], error) { return s.newSolver(), nil },
		NewRecheck: func() (survey.Recheck[answer], error) { return s.recheck, nil },
	}
	return job.Job(), nil
}

func (s *pictureSurvey) columns() []column {
	columns := []column{
		instanceColumn(),
		survey.OrbitSize("clue sets", func(a *answer) int32 { return a.orbit }),
		blackColumn(),
		solutionsColumn("pictures with these clues"),
		solvedByColumn(
			"the weakest means that finds the only solution or shows that there are more: theorems, line (complete line logic), search"),
		gridColumn("a picture with these clues, row by row: # black, . white"),
	}
	columns = append(columns, solvableColumns()...)
	columns = append(columns, survey.Stored("least_theorems",
		"the smallest set of theorems that settles every cell (of several the one without homogeneity, then the least number): the sum of 2^(t-1) for each theorem t; null if none does",
		func(a *answer) *int32 { return &a.least }).Measured("").Nominal().NullUnless((*answer).theoremSolvable))
	return append(columns, settledColumns()...)
}

// settledBy names the weakest means that settles a puzzle which some picture
// has.
func (a *answer) settledBy() string {
	switch {
	case a.theoremSolvable():
		return byTheorems
	case a.lineSolvable():
		return byLine
	}
	return bySearch
}

func (s *pictureSurvey) newSolver() survey.Solver[answer] {
	tables, tasks := s.tables()
	kernel := tables.NewKernel(!s.countOnly)
	a := &answer{puzzle: &puzzle{}}
	return func(task int, stop *atomic.Bool, tally *enumerate.Tally, visit func(*answer) bool) error {
		setsBefore, drawnBefore := kernel.Totals()
		kernel.Run(tasks[task], stop, func(c *cluesets.Class) bool {
			tally.Effort.Solutions += int64(c.Solutions)
			if !s.countOnly {
				s.fill(a, c)
			}
			return visit(a)
		})
		sets, drawn := kernel.Totals()
		tally.Raw = sets - setsBefore
		tally.Effort.Nodes = drawn - drawnBefore
		return nil
	}
}

// fill makes the answer of a class of clue sets.
func (s *pictureSurvey) fill(a *answer, c *cluesets.Class) {
	a.puzzle.Rows, a.puzzle.Cols = c.Rows, c.Cols
	a.picture = a.picture[:0]
	for r := range s.height {
		for i := range s.width {
			a.picture = append(a.picture, line.Crossed-line.Cell(c.Picture>>(s.height*i+r)&1))
		}
	}
	a.orbit, a.count.Solutions = int32(c.Orbit), int64(c.Solutions)
	a.theorems, a.printed, a.line = int32(c.TheoremSettled), int32(c.PrintedSettled), int32(c.LineSettled)
	a.least, a.solvedBy = int32(c.Least), a.settledBy()
}
