package nonogram

import (
	"fmt"
	"slices"
	"strings"
	"sync/atomic"

	"coverstat/enumerate"
	"coverstat/enumerate/puzzles/nonogram/line"
	"coverstat/enumerate/puzzles/nonogram/search"
	"coverstat/enumerate/puzzles/nonogram/theorems"
	"coverstat/enumerate/survey"
)

// puzzleSurvey solves puzzles one by one: those of files, or drawn ones. A row
// is a puzzle.
type puzzleSurvey struct {
	source    *source
	limit     survey.Limit
	nodeLimit int64
	countOnly bool
}

func openPuzzles(spec enumerate.Spec, p params, src *source) (*enumerate.Job, error) {
	s := &puzzleSurvey{source: src, limit: survey.Limit(p.Limit), nodeLimit: p.NodeLimit, countOnly: spec.CountOnly}
	measures, err := measureColumns(spec.Measures)
	if err != nil {
		return nil, err
	}
	job := survey.Survey[answer]{
		Columns: append(s.columns(), measures...),
		Source:  &src.Source,
		Kernel:  "search",
		Facts: []enumerate.Fact{
			src.fact,
			{Key: "kernel",
				Text:  "line logic, then clause learning over lines; theorems and line logic also by themselves",
				Value: "search"},
			{Key: "limit", Text: fmt.Sprintf("at most %s and %s a puzzle", enumerate.Plural(s.limit, "solution"),
				enumerate.Plural(s.nodeLimit, "node")), Value: p.Limit},
		},
		Tables: theoremTable,
		Features: enumerate.Features{Analysis: src.analysis, Covers: &enumerate.Covers{Count: src.Count,
			Cover: func(i int64) (*enumerate.Cover, error) { return src.puzzle(i).cover() }}},
		CountOnly: spec.CountOnly,

		NewAnswerer: func() (survey.Answerer[answer], error) { return s.answer, nil },
		NewRecheck:  func() (survey.Recheck[answer], error) { return s.recheck, nil },
	}
	err = job.DrawUntil(p.Draw)
	return job.Job(), err
}

func (s *puzzleSurvey) columns() []column {
	columns := append([]column{instanceColumn()}, s.source.labels...)
	columns = append(columns,
		survey.Value("height", "rows", func(a *answer) int32 { return int32(a.puzzle.height()) }).In("cells"),
		survey.Value("width", "columns", func(a *answer) int32 { return int32(a.puzzle.width()) }).In("cells"),
		blackColumn(),
		solutionsColumn(
			"number of solutions, at most the limit; null where the search was stopped at its limit of nodes").
			AtLeastIf(enumerate.CappedColumn).NullUnless((*answer).answered),
		survey.Capped(
			"there are more solutions than the limit; or there may be any number, as the search was stopped at its limit of nodes",
			s.limit, func(a *answer) *survey.Count { return &a.count }, s.givenUp),
		solvedByColumn(
			"the weakest means that gives the answer: theorems, line (complete line logic), search; stopped at the limit of nodes"),
		gridColumn("the solution where it is the only one, row by row: # black, . white").NullUnless((*answer).unique),
	)
	ofTheorems := slices.Concat(solvableColumns(), settledColumns(),
		[]column{survey.Stored("rounds", "turns of the theorems over all lines, the last of which settled nothing",
			func(a *answer) *int32 { return &a.rounds }).Measured("turns")})
	for t := range theorems.All.Each {
		ofTheorems = append(ofTheorems, survey.Stored("fixed_"+strings.ReplaceAll(t.String(), " ", "_"),
			fmt.Sprintf("cells settled by theorem %d, %v", int(t), t),
			func(a *answer) *int32 { return &a.fixed[t] }).Measured("cells"))
	}
	for _, c := range ofTheorems {
		if s.source.coloured && c.Name != "line_solvable" && c.Name != "settled_line" {
			c = c.NullUnless((*answer).blackAndWhite)
			c.Meaning += "; null for a puzzle of several colours, as the theorems are of black and white"
		}
		columns = append(columns, c)
	}
	columns = append(columns,
		survey.Stored("guesses", "decisions of the search",
			func(a *answer) *int64 { return &a.counters.Decisions }).Measured("guesses").AtLeastIf(stoppedColumn),
		survey.Stored("probes", "cells set on trial before the search",
			func(a *answer) *int64 { return &a.counters.Probes }).Measured("probes").AtLeastIf(stoppedColumn),
		survey.Stored("conflicts", "guesses found to be wrong, one clause learnt from each",
			func(a *answer) *int64 { return &a.counters.Conflicts }).Measured("conflicts").AtLeastIf(stoppedColumn),
		survey.Stored("line_solves", "lines read by complete line logic",
			func(a *answer) *int64 { return &a.counters.LineSolves }).Measured("lines").AtLeastIf(stoppedColumn),
		survey.Value("nodes", "guesses and probes", (*answer).nodes).Measured("nodes").AtLeastIf(stoppedColumn),
		survey.Value("effort_class", "digits of the number of nodes: 0 for none, 1 below 10, 2 below 100 and so on",
			func(a *answer) int32 {
				return int32(len(strings.TrimLeft(fmt.Sprint(a.nodes()), "0")))
			}).Measured("").AtLeastIf(stoppedColumn),
		survey.Value(stoppedColumn, "the search was stopped at its limit of nodes, without an answer",
			func(a *answer) bool { return !a.answered() }).Measured(""),
	)
	if len(s.source.analysis.Breakdowns) > 0 {
		columns = append(columns,
			survey.Value("unique", "exactly one solution, proven; null where the search was stopped",
				(*answer).unique).Measured("").NullUnless((*answer).answered))
	}
	return columns
}

// stoppedColumn is the column of puzzles whose search ended at its limit, without answer.
const stoppedColumn = "stopped"

// blackAndWhite reports whether the puzzle has one colour.
func (a *answer) blackAndWhite() bool { return a.puzzle.blackAndWhite() }

// answer is the [survey.Answerer]. It leaves out the theorems where no row is wanted: nothing
// else is made of them.
func (s *puzzleSurvey) answer(i int64, stop *atomic.Bool, effort *enumerate.Effort) (*answer, error) {
	p := s.source.puzzle(i)
	a, err := s.solve(p, stop, effort)
	if err != nil {
		return nil, fmt.Errorf("puzzle %d %s: %w", i, p.Name, err)
	}
	a.number = i
	return a, nil
}

func (s *puzzleSurvey) solve(p *puzzle, stop *atomic.Bool, effort *enumerate.Effort) (*answer, error) {
	r, err := p.search(search.Settings{Solutions: int(s.limit.Search()), MaxNodes: s.nodeLimit, Stop: stop})
	effort.Add(enumerate.Effort{Nodes: r.Counters.Nodes(), Solutions: int64(len(r.Solutions))})
	a := &answer{puzzle: p, palette: p.palette(), count: s.limit.Count(int64(len(r.Solutions))), counters: r.Counters}
	if err != nil || s.countOnly {
		return a, err
	}
	a.count.Capped = a.count.Capped || !r.Complete
	if a.unique() {
		a.picture = r.Solutions[0]
	}
	var settled, printed theorems.Outcome
	if p.blackAndWhite() {
		settled = theorems.Solve(p.Rows, p.Cols, theorems.Fixpoint, nil)
		printed = theorems.Solve(p.Rows, p.Cols, theorems.Printed, nil)
	}
	for _, pic := range r.Solutions {
		for c, v := range settled.Cells {
			if v != line.Blank && v != pic[c] {
				return nil, fmt.Errorf("theorems settle cell %d against a solution", c)
			}
		}
	}
	a.theorems, a.printed, a.line = int32(settled.Settled), int32(printed.Settled), int32(r.Settled)
	a.rounds, a.fixed = int32(settled.Rounds), settled.Fixed
	switch {
	case settled.Solved || settled.Refuted:
		a.solvedBy = byTheorems
	case r.LineOnly:
		a.solvedBy = byLine
	case r.Verdict == search.Stopped:
		a.solvedBy = byNothing
	default:
		a.solvedBy = bySearch
	}
	return a, nil
}
