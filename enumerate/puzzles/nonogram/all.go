package nonogram

import (
	"fmt"
	"sync"
	"sync/atomic"

	"coverstat/enumerate"
	"coverstat/enumerate/puzzles/nonogram/line"
	"coverstat/enumerate/puzzles/nonogram/survey"
)

// all is the survey of all pictures of a size: a row is a clue set that some
// picture has, up to symmetry.
type all struct {
	height, width int
	countOnly     bool
	asked         []measure
	columns       []enumerate.Column
	tables        func() (*survey.Survey, []survey.Task) // made when first needed
}

// Columns of its rows.
const (
	allInstance = iota
	allOrbit
	allBlack
	allSolutions
	allSolvedBy
	allGrid
	allTheoremSolvable
	allLineSolvable
	allPrintedSolvable
	allLeast
	allTheorems
	allPrinted
	allLine
	allMeasures
)

const allTasks = 256

func newAll(spec enumerate.Spec, rows, cols int, limit int64) (enumerate.Job, error) {
	if rows < 1 || cols < 1 || rows > survey.MaxSide || cols > survey.MaxSide || rows*cols > survey.MaxCells {
		return nil, sizeError(rows, cols)
	}
	if limit != defaultLimit {
		return nil, enumerate.KeyErrorf("puzzle.limit", "puzzle.limit: the survey of all pictures counts all solutions: expected no limit")
	}
	a := &all{height: rows, width: cols, countOnly: spec.CountOnly}
	var err error
	if a.asked, err = resolve(spec.Measures, "black"); err != nil {
		return nil, err
	}
	a.tables = sync.OnceValues(func() (*survey.Survey, []survey.Task) {
		s, err := survey.New(rows, cols)
		if err != nil {
			panic(err) // the size was tested above
		}
		return s, s.Tasks(allTasks)
	})
	a.columns = []enumerate.Column{
		{Name: enumerate.InstanceColumn, Type: enumerate.String, Role: enumerate.Key,
			Meaning: "the clues: rows from the top, a bar, columns from the left; lines separated by /, numbers by commas, 0 for none"},
		{Name: enumerate.OrbitSizeColumn, Type: enumerate.Int32, Role: enumerate.Weight, Meaning: "number of different clue sets that symmetry makes of this one", Unit: "clue sets"},
		{Name: "black", Type: enumerate.Int32, Role: enumerate.Measured, Meaning: "black cells", Unit: "cells"},
		{Name: enumerate.SolutionsColumn, Type: enumerate.Int64, Role: enumerate.Measured, Meaning: "pictures with these clues", Unit: "solutions"},
		{Name: "solved_by", Type: enumerate.String, Meaning: "the weakest means that finds the only solution or shows that there are more: theorems, line (complete line logic), search"},
		{Name: enumerate.GridColumn, Type: enumerate.String, Meaning: "a picture with these clues, row by row: # black, . white"},
		{Name: "theorem_solvable", Type: enumerate.Bool, Role: enumerate.Measured, Meaning: "the six theorems settle every cell"},
		{Name: "line_solvable", Type: enumerate.Bool, Role: enumerate.Measured, Meaning: "complete line logic settles every cell"},
		{Name: "printed_solvable", Type: enumerate.Bool, Role: enumerate.Measured, Meaning: "the theorems in their printed order settle every cell"},
		{Name: "least_theorems", Type: enumerate.Int32, Role: enumerate.Measured, Nullable: true,
			Meaning: "the smallest set of theorems that settles every cell (of several the one without homogeneity, then the least number): the sum of 2^(t-1) for each theorem t; null if none does"},
		{Name: "settled_theorems", Type: enumerate.Int32, Role: enumerate.Measured, Meaning: "cells that the six theorems settle, in any order", Unit: "cells"},
		{Name: "settled_printed", Type: enumerate.Int32, Role: enumerate.Measured, Meaning: "cells that the theorems settle in their printed order", Unit: "cells"},
		{Name: "settled_line", Type: enumerate.Int32, Role: enumerate.Measured, Meaning: "cells that complete line logic settles", Unit: "cells"},
	}
	for i := range a.asked {
		a.columns = append(a.columns, a.asked[i].column())
	}
	return a, nil
}

// Columns implements [enumerate.Job].
func (a *all) Columns() []enumerate.Column { return a.columns }

// Tables implements [enumerate.Job].
func (a *all) Tables() ([]enumerate.Table, error) { return []enumerate.Table{theoremTable()}, nil }

// Tasks implements [enumerate.Job].
func (a *all) Tasks() int { return allTasks }

// Share implements [enumerate.Job].
func (a *all) Share(int) float64 { return 1.0 / allTasks }

// Above implements [enumerate.Job].
func (a *all) Above() enumerate.Effort { return enumerate.Effort{} }

func (a *all) symmetries() int {
	if a.height == a.width {
		return 8
	}
	return 4
}

// Facts implements [enumerate.Job].
func (a *all) Facts() []enumerate.Fact {
	pictures := int64(1) << (a.height * a.width)
	return []enumerate.Fact{
		{Key: "instances", Text: fmt.Sprintf("the clue sets of all %d pictures of %d by %d cells", pictures, a.height, a.width), Value: pictures},
		{Key: "group_order", Text: fmt.Sprintf("symmetry group of order %d", a.symmetries()), Value: a.symmetries()},
		{Key: "kernel", Text: "counting clue sets, row clues by row clues; lines by table", Value: "count"},
		{Key: "tasks", Text: fmt.Sprintf("%d tasks", allTasks), Value: allTasks},
	}
}

// Kernel implements [enumerate.Job].
func (a *all) Kernel() string { return "count" }

// Features implements [enumerate.Job].
func (a *all) Features() enumerate.Features { return enumerate.Features{Analysis: a.analysis()} }

func (a *all) analysis() enumerate.Analysis {
	return enumerate.Analysis{Breakdowns: []enumerate.Breakdown{{
		Title: "How far the theorems reach, by black cells",
		Text: "The share of clue sets in which each means settles every cell: the six theorems as corrected, in any order and again and again; " +
			"the theorems in their printed order; complete logic on one line at a time. Solutions are the pictures that have the clues.",
		By: []string{"black"}, Of: []string{"theorem_solvable", "printed_solvable", "line_solvable", "solutions"},
	}}}
}

// NewWorker implements [enumerate.Job].
func (a *all) NewWorker() (enumerate.Worker, error) {
	s, tasks := a.tables()
	return &allWorker{all: a, tasks: tasks, kernel: s.NewKernel()}, nil
}

// NewChecker implements [enumerate.Job].
func (a *all) NewChecker() (enumerate.Checker, error) { return newAllChecker(a), nil }

type allWorker struct {
	*all
	tasks  []survey.Task
	kernel *survey.Kernel
	puzzle Puzzle
	pic    Picture
	text   []byte
}

// Do implements [enumerate.Worker].
func (w *allWorker) Do(task int, stop *atomic.Bool, out *enumerate.Batch, flush func() error) (enumerate.Tally, bool, error) {
	var tally enumerate.Tally
	var err error
	before := w.kernel.Totals()
	visit := func(c *survey.Class) bool {
		tally.Rows++
		tally.Effort.Solutions += int64(c.Solutions)
		if w.countOnly || out == nil {
			return true
		}
		w.row(c, out)
		if out.Len() >= enumerate.BatchRows {
			err = flush()
		}
		return err == nil
	}
	work := w.kernel.Run
	if w.countOnly {
		work = w.kernel.Count
	}
	done := work(w.tasks[task], stop, visit)
	after := w.kernel.Totals()
	tally.Raw = after.Sets - before.Sets
	tally.Effort.Nodes = after.Drawn - before.Drawn
	return tally, done && err == nil, err
}

func (w *allWorker) row(c *survey.Class, out *enumerate.Batch) {
	p := &w.puzzle
	p.Rows, p.Cols = p.Rows[:0], p.Cols[:0]
	for r := range w.height {
		p.Rows = append(p.Rows, c.RowClue(r))
	}
	for i := range w.width {
		p.Cols = append(p.Cols, c.ColClue(i))
	}
	w.pic = w.pic[:0]
	for r := range w.height {
		for i := range w.width {
			w.pic = append(w.pic, line.Crossed-line.Cell(c.Picture>>(w.height*i+r)&1))
		}
	}
	w.text = appendClues(w.text[:0], p.Rows, p.Cols)
	out.AppendString(allInstance, w.text)
	out.AppendInt32(allOrbit, int32(c.Orbit))
	out.AppendInt32(allBlack, int32(p.Black()))
	out.AppendInt64(allSolutions, int64(c.Solutions))
	by := bySearch
	switch {
	case c.TheoremSolvable():
		by = byTheorems
	case c.LineSolvable():
		by = byLine
	}
	out.AppendString(allSolvedBy, []byte(by))
	w.text = gridText(w.text[:0], w.pic)
	out.AppendString(allGrid, w.text)
	out.AppendBool(allTheoremSolvable, c.TheoremSolvable())
	out.AppendBool(allLineSolvable, c.LineSolvable())
	out.AppendBool(allPrintedSolvable, c.PrintedSolvable())
	if c.TheoremSolvable() {
		out.AppendInt32(allLeast, int32(c.Least))
	} else {
		out.AppendNull(allLeast)
	}
	out.AppendInt32(allTheorems, int32(c.TheoremSettled))
	out.AppendInt32(allPrinted, int32(c.PrintedSettled))
	out.AppendInt32(allLine, int32(c.LineSettled))
	var only Picture
	if c.Solutions == 1 {
		only = w.pic
	}
	for k := range w.asked {
		w.asked[k].append(out, allMeasures+k, p, only)
	}
}
