package nonogram

import (
	"fmt"
	"math/bits"
	"sync/atomic"

	"coverstat/enumerate"
	"coverstat/enumerate/puzzles/nonogram/line"
	"coverstat/enumerate/puzzles/nonogram/search"
	"coverstat/enumerate/puzzles/nonogram/theorems"
)

// each is the survey that solves puzzles one by one: of files, or drawn. A row
// is a puzzle.
type each struct {
	source    source
	limit     int64
	nodeLimit int64
	asked     []measure
	columns   []enumerate.Column
	at        eachColumns
	tasks     int
}

// eachColumns are the places of the columns.
type eachColumns struct {
	instance, labels, height, width, black, solutions, capped, solvedBy, grid int
	theoremSolvable, lineSolvable, printedSolvable                            int
	theorems, printed, line, rounds, fixed                                    int
	guesses, probes, conflicts, lines, nodes, class, unique, measures         int
}

// The values of solved_by: the weakest means that settles a puzzle, that is,
// finds its only solution or shows that there is none or more than one.
const (
	byTheorems = "theorems"
	byLine     = "line"
	bySearch   = "search"
	byNothing  = "stopped"
)

const eachTasks = 512

func newEach(spec enumerate.Spec, p params, src source) (enumerate.Job, error) {
	e := &each{source: src, limit: p.Limit, nodeLimit: p.NodeLimit}
	e.tasks = int(min(eachTasks, src.count()))
	var err error
	if e.asked, err = resolve(spec.Measures, "black"); err != nil {
		return nil, err
	}
	add := func(cs ...enumerate.Column) int {
		e.columns = append(e.columns, cs...)
		return len(e.columns) - len(cs)
	}
	measured := func(name string, t enumerate.Type, meaning, unit string) int {
		return add(enumerate.Column{Name: name, Type: t, Role: enumerate.Measured, Meaning: meaning, Unit: unit})
	}
	at := &e.at
	at.instance = add(enumerate.Column{Name: enumerate.InstanceColumn, Type: enumerate.String, Role: enumerate.Key,
		Meaning: "the clues: rows from the top, a bar, columns from the left; lines separated by /, numbers by commas, 0 for none"})
	at.labels = add(src.labels()...)
	at.height = add(enumerate.Column{Name: "height", Type: enumerate.Int32, Meaning: "rows", Unit: "cells"})
	at.width = add(enumerate.Column{Name: "width", Type: enumerate.Int32, Meaning: "columns", Unit: "cells"})
	at.black = measured("black", enumerate.Int32, "black cells", "cells")
	at.solutions = measured(enumerate.SolutionsColumn, enumerate.Int64, "number of solutions, at most the limit", "solutions")
	at.capped = add(enumerate.Column{Name: enumerate.CappedColumn, Type: enumerate.Bool, Meaning: "there are more solutions than the limit; or there may be more than were found, as the search was stopped at its limit of nodes"})
	at.solvedBy = add(enumerate.Column{Name: "solved_by", Type: enumerate.String,
		Meaning: "the weakest means that gives the answer: theorems, line (complete line logic), search; stopped at the limit of nodes"})
	at.grid = add(enumerate.Column{Name: enumerate.GridColumn, Type: enumerate.String, Nullable: true, Meaning: "the solution where it is the only one, row by row: # black, . white"})
	at.theoremSolvable = measured("theorem_solvable", enumerate.Bool, "the six theorems settle every cell", "")
	at.lineSolvable = measured("line_solvable", enumerate.Bool, "complete line logic settles every cell", "")
	at.printedSolvable = measured("printed_solvable", enumerate.Bool, "the theorems in their printed order settle every cell", "")
	at.theorems = measured("settled_theorems", enumerate.Int32, "cells that the six theorems settle, in any order", "cells")
	at.printed = measured("settled_printed", enumerate.Int32, "cells that the theorems settle in their printed order", "cells")
	at.line = measured("settled_line", enumerate.Int32, "cells that complete line logic settles", "cells")
	at.rounds = measured("rounds", enumerate.Int32, "turns of the theorems over all lines, the last of which settled nothing", "turns")
	at.fixed = len(e.columns)
	for t := theorems.Theorem(1); int(t) <= theorems.Count; t++ {
		measured("fixed_"+columnName(t), enumerate.Int32, fmt.Sprintf("cells settled by theorem %d, %v", int(t), t), "cells")
	}
	at.guesses = measured("guesses", enumerate.Int64, "decisions of the search", "guesses")
	at.probes = measured("probes", enumerate.Int64, "cells set on trial before the search", "probes")
	at.conflicts = measured("conflicts", enumerate.Int64, "guesses found to be wrong, one clause learnt from each", "conflicts")
	at.lines = measured("line_solves", enumerate.Int64, "lines read by complete line logic", "lines")
	at.nodes = measured("nodes", enumerate.Int64, "guesses and probes", "nodes")
	at.class = measured("effort_class", enumerate.Int32, "digits of the number of nodes: 0 for none, 1 below 10, 2 below 100 and so on", "")
	at.unique = -1
	if len(src.analysis().Breakdowns) > 0 {
		at.unique = measured("unique", enumerate.Bool, "exactly one solution, proven", "")
		measured("stopped", enumerate.Bool, "the search ended at its limit of nodes without an answer", "")
	}
	at.measures = len(e.columns)
	for i := range e.asked {
		add(e.asked[i].column())
	}
	return e, nil
}

// columnName is the theorem's name as part of a column's.
func columnName(t theorems.Theorem) string {
	if t == theorems.NotJoinable {
		return "not_joinable"
	}
	return t.String()
}

// Columns implements [enumerate.Job].
func (e *each) Columns() []enumerate.Column { return e.columns }

// Tables implements [enumerate.Job].
func (e *each) Tables() ([]enumerate.Table, error) { return []enumerate.Table{theoremTable()}, nil }

// Tasks implements [enumerate.Job].
func (e *each) Tasks() int { return e.tasks }

// Share implements [enumerate.Job].
func (e *each) Share(int) float64 { return 1 / float64(e.tasks) }

// Above implements [enumerate.Job].
func (e *each) Above() enumerate.Effort { return enumerate.Effort{} }

// Facts implements [enumerate.Job].
func (e *each) Facts() []enumerate.Fact {
	return []enumerate.Fact{
		e.source.fact(),
		{Key: "kernel", Text: "theorems, line logic, then clause learning over lines", Value: "search"},
		{Key: "limit", Text: fmt.Sprintf("at most %d solutions and %d nodes a puzzle", e.limit, e.nodeLimit), Value: e.limit},
		{Key: "tasks", Text: fmt.Sprintf("%d tasks", e.tasks), Value: e.tasks},
	}
}

// Kernel implements [enumerate.Job].
func (e *each) Kernel() string { return "search" }

// Features implements [enumerate.Job].
func (e *each) Features() enumerate.Features {
	return enumerate.Features{Analysis: e.source.analysis()}
}

// NewWorker implements [enumerate.Job].
func (e *each) NewWorker() (enumerate.Worker, error) { return &eachWorker{each: e}, nil }

// NewChecker implements [enumerate.Job].
func (e *each) NewChecker() (enumerate.Checker, error) { return &eachChecker{each: e}, nil }

type eachWorker struct {
	*each
	text  []byte
	tally enumerate.Tally
}

// Do implements [enumerate.Worker].
func (w *eachWorker) Do(task int, stop *atomic.Bool, out *enumerate.Batch, flush func() error) (enumerate.Tally, bool, error) {
	w.tally = enumerate.Tally{}
	n := w.source.count()
	from, to := part(n, task, w.tasks), part(n, task+1, w.tasks)
	for i := from; i < to; i++ {
		if err := w.row(i, stop, out); err != nil {
			return w.tally, false, err
		}
		if stop.Load() {
			return w.tally, false, nil // the row may be of a search cut short
		}
		if out != nil && out.Len() >= enumerate.BatchRows {
			if err := flush(); err != nil {
				return w.tally, false, err
			}
		}
	}
	return w.tally, true, nil
}

// part returns the first of n things that belongs to a task. It does not
// overflow: n is the sum of what a machine can do.
func part(n int64, task, tasks int) int64 {
	hi, lo := bits.Mul64(uint64(n), uint64(task))
	q, _ := bits.Div64(hi, lo, uint64(tasks))
	return int64(q)
}

// answer is everything known of a puzzle.
type answer struct {
	theorems, printed theorems.Outcome
	result            search.Result
	solvedBy          string
	only              Picture // the only solution, or nil
}

func solvePuzzle(p *Puzzle, limit, nodeLimit int64, stop *atomic.Bool) (answer, error) {
	var a answer
	s, err := search.New(p.Rows, p.Cols)
	if err != nil {
		return a, err
	}
	a.theorems = theorems.Solve(p.Rows, p.Cols, theorems.Again, nil)
	a.printed = theorems.Solve(p.Rows, p.Cols, theorems.Printed, nil)
	// One more than the limit is sought, to know whether there are more.
	a.result = s.Solve(search.Options{Solutions: int(limit + 1), MaxNodes: nodeLimit, Stop: stop})
	for _, pic := range a.result.Solutions {
		if err := p.Check(Picture(pic)); err != nil {
			return a, fmt.Errorf("wrong solution: %w", err)
		}
	}
	if a.result.Verdict == search.Unique {
		a.only = a.result.Solutions[0]
	}
	switch {
	case a.theorems.Solved || a.theorems.Refuted:
		a.solvedBy = byTheorems
	case a.result.LineOnly:
		a.solvedBy = byLine
	case a.result.Verdict == search.Stopped:
		a.solvedBy = byNothing
	default:
		a.solvedBy = bySearch
	}
	return a, a.agree()
}

// agree compares what the theorems settled with the solutions.
func (a *answer) agree() error {
	for _, pic := range a.result.Solutions {
		for c, v := range a.theorems.Cells {
			if v != line.Blank && v != pic[c] {
				return fmt.Errorf("theorems settle cell %d against a solution", c)
			}
		}
	}
	return nil
}

// effortClass is the number of digits of n, 0 for 0.
func effortClass(n int64) int32 {
	d := int32(0)
	for ; n > 0; n /= 10 {
		d++
	}
	return d
}

func (w *eachWorker) row(i int64, stop *atomic.Bool, out *enumerate.Batch) error {
	p := w.source.puzzle(i)
	a, err := solvePuzzle(p, w.limit, w.nodeLimit, stop)
	if err != nil {
		return fmt.Errorf("puzzle %d %s: %w", i, p.Name, err)
	}
	r := &a.result
	w.tally.Rows++
	w.tally.Raw++
	w.tally.Effort.Add(enumerate.Effort{Nodes: r.Effort.Nodes(), Solutions: int64(len(r.Solutions))})
	if out == nil {
		return nil
	}
	at := &w.at
	w.text = appendClues(w.text[:0], p.Rows, p.Cols)
	out.AppendString(at.instance, w.text)
	w.source.appendLabels(out, at.labels, i)
	out.AppendInt32(at.height, int32(p.Height()))
	out.AppendInt32(at.width, int32(p.Width()))
	out.AppendInt32(at.black, int32(p.Black()))
	n := min(int64(len(r.Solutions)), w.limit)
	out.AppendInt64(at.solutions, n)
	out.AppendBool(at.capped, !r.Complete || n < int64(len(r.Solutions)))
	out.AppendString(at.solvedBy, []byte(a.solvedBy))
	if a.only != nil {
		w.text = gridText(w.text[:0], a.only)
		out.AppendString(at.grid, w.text)
	} else {
		out.AppendNull(at.grid)
	}
	out.AppendBool(at.theoremSolvable, a.theorems.Solved)
	out.AppendBool(at.lineSolvable, r.Settled == len(a.theorems.Cells))
	out.AppendBool(at.printedSolvable, a.printed.Solved)
	out.AppendInt32(at.theorems, int32(a.theorems.Settled))
	out.AppendInt32(at.printed, int32(a.printed.Settled))
	out.AppendInt32(at.line, int32(r.Settled))
	out.AppendInt32(at.rounds, int32(a.theorems.Rounds))
	for t := 1; t <= theorems.Count; t++ {
		out.AppendInt32(at.fixed+t-1, int32(a.theorems.Fixed[t]))
	}
	out.AppendInt64(at.guesses, r.Effort.Decisions)
	out.AppendInt64(at.probes, r.Effort.Probes)
	out.AppendInt64(at.conflicts, r.Effort.Conflicts)
	out.AppendInt64(at.lines, r.Effort.LineSolves)
	out.AppendInt64(at.nodes, r.Effort.Nodes())
	out.AppendInt32(at.class, effortClass(r.Effort.Nodes()))
	if at.unique >= 0 {
		out.AppendBool(at.unique, a.only != nil)
		out.AppendBool(at.unique+1, a.solvedBy == byNothing)
	}
	for k := range w.asked {
		w.asked[k].append(out, at.measures+k, p, a.only)
	}
	return nil
}

// theoremTable explains the theorems and their rules beside the rows.
func theoremTable() enumerate.Table {
	b := enumerate.NewBatch([]enumerate.Column{
		{Name: "theorem", Type: enumerate.Int32, Meaning: "number of the theorem"},
		{Name: "name", Type: enumerate.String, Meaning: "its name"},
		{Name: "rule", Type: enumerate.String, Meaning: "a rule that follows from it"},
		{Name: "says", Type: enumerate.String, Meaning: "what the rule says"},
	})
	for _, r := range theorems.Rules {
		b.AppendInt32(0, int32(r.Theorem))
		b.AppendString(1, []byte(r.Theorem.String()))
		b.AppendString(2, []byte(r.Name))
		b.AppendString(3, []byte(r.Says))
	}
	return enumerate.Table{Name: "theorems", Rows: b}
}
