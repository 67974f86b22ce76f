package polyform

import (
	"fmt"
	"slices"
	"sync/atomic"

	"coverstat/enumerate"
	"coverstat/enumerate/puzzles/polyform/subsets"
	"coverstat/enumerate/survey"
)

// instances are the puzzles of a survey. There are three kinds: [pairs] of a board and a set of pieces,
// [challenges], which give some placed pieces, and [sizes] of boards.
type instances interface {
	// count is the number of those that visit numbers: at most, where draws end with a number of rows.
	count() int64
	// visit visits, of those from <= number < to, the ones that are rows: the least of their orbits, or those that were
	// drawn. It sets what says which instance an answer is about, and may overwrite the answer afterwards. It returns
	// the number of instances that it has gone over.
	visit(from, to int64, stop *atomic.Bool, visit func(*answer) bool) int64
	// prepared returns the effort that was made for all instances before; an error if it was not made.
	prepared() (enumerate.Effort, error)
	// newSearch returns what searches an instance by the rule of docs/difficulty.md, for one goroutine.
	newSearch() func(a *answer, stop *atomic.Bool) error
	// newCounter returns what counts the solutions of an instance, for one goroutine, after the search by the rule if
	// there is one.
	newCounter() func(a *answer, stop *atomic.Bool, effort *enumerate.Effort) error

	// find completes what the columns of a stored row say of its instance, and says what is wrong with that, or with
	// its solution if it has one. again says whether its solutions are counted again.
	find(a *answer) (again bool, err error)
	// newRecount returns what counts the solutions of an instance by code that [instances.newCounter] does not use.
	newRecount() func(a *answer) error
	// puzzle returns the puzzle of an instance, and the test of its solutions; nil if no pieces have its number of
	// cells.
	puzzle(a *answer) (z *Puzzle, meets func([]enumerate.OptionID) bool, err error)
}

// An answer is what is known of one instance.
type answer struct {
	// Which one it is: masks of the blocked cells and of the set, or given pieces (ascending), or the sizes that vary.
	blocked, set int64
	given        []enumerate.OptionID
	sizes        [3]int32
	board        *sizedBoard // with these sizes
	whole        *Puzzle     // of that board, as soon as it was asked for

	number           int64 // among all instances
	orbit            int32
	count            survey.Count // of the solutions that the limit is for
	other            int64        // the other number of solutions; 0 if the count is capped
	nodes            int64        // of the search that counted them
	enumerate.Totals              // the numbers of a board of [sizes], nil if they are not known
	symmetries       int32        // of such a board
	difficulty       difficulty
}

// instance returns the masks of an instance.
func (a *answer) instance() subsets.Instance {
	return subsets.Instance{Blocked: uint64(a.blocked), Set: uint64(a.set)}
}

// asked is what a config asks of a survey, whatever its instances are.
type asked struct {
	require   []string    // conditions that a solution must meet to count
	draw      survey.Draw // the instances that are drawn instead of all
	seed      uint64
	solutions bool // a column of solutions
	difficult bool // that, or a measure of the search by the rule
	tasks     int
}

func newAsked(spec enumerate.Spec, p *params, tasks int) asked {
	return asked{require: spec.Require, draw: p.Draw, seed: p.Seed, solutions: spec.Solution,
		difficult: spec.Solution, tasks: tasks}
}

// weights are the columns of what a row stands for: the size of an orbit, or the number of a draw.
func (q *asked) weights(things string) []survey.Column[answer] {
	switch {
	case q.draw.Number == 0:
		return []survey.Column[answer]{survey.OrbitSize(things, func(a *answer) int32 { return a.orbit })}
	case q.draw.Until > 0:
		return []survey.Column[answer]{survey.Stored(enumerate.DrawColumn,
			"number of the draw, from 0; an image of an earlier one is no draw", func(a *answer) *int64 {
				return &a.number
			})}
	}
	return nil
}

// solutionColumns are the column of solutions, if it is asked for. It is null for instances that do not have one
// solution.
func (q *asked) solutionColumns(b *Board, which string, one func(*answer) bool) []survey.Column[answer] {
	if !q.solutions {
		return nil
	}
	c := survey.Text(enumerate.SolutionColumn, which+", else null: the board "+b.words().reading+
		", a character a cell: # blocked, else the symbol of the piece or copy (tables/pieces)",
		func(dst []byte, a *answer) []byte { return append(dst, a.difficulty.solution...) }).
		NullUnless(one).
		Parsed(func(a *answer, text []byte) error {
			a.difficulty.solution = text
			return nil
		})
	return []survey.Column[answer]{c}
}

// measureColumns are those of the measures that a config names: of the search by the rule, or of instances.
func (q *asked) measureColumns(names []string,
	measures []instanceMeasure) (columns []survey.Column[answer], err error) {
	picked, _, err := enumerate.PickMeasures(slices.Concat(difficultyMeasures, measures),
		func(m instanceMeasure) enumerate.MeasureInfo { return m.info }, names)
	for n, m := range picked {
		switch {
		case m.lacks != "":
			return nil, enumerate.KeyErrorf(fmt.Sprintf("measures.%d", n), "measure %q: %s: expected other measures",
				m.info.Name, m.lacks)
		case m.counted != nil:
			columns = append(columns, survey.Stored(m.info.Name, m.info.Meaning,
				func(a *answer) *int64 { return m.counted(&a.difficulty) }).Measured(m.info.Unit))
			q.difficult = true
		default:
			columns = append(columns, survey.Measure(m.info, m.value))
		}
	}
	return columns, err
}

// requireFacts say what solutions must meet.
func (q *asked) requireFacts() (facts []enumerate.Fact) {
	for _, text := range q.require {
		facts = append(facts, enumerate.Fact{Key: "require",
			Text: "required: " + text + ", or a solution does not count", Value: text})
	}
	return facts
}

// drawFacts say how many instances are drawn, if their number is known before.
func (q *asked) drawFacts() []enumerate.Fact {
	if q.draw.Number == 0 || q.draw.Until > 0 {
		return nil
	}
	return []enumerate.Fact{{Key: "draws", Value: q.draw.Number,
		Text: fmt.Sprintf("%s of them drawn, with seed %d", enumerate.Grouped(q.draw.Number), q.seed)}}
}

// job makes the job of a survey of some instances, of which v has the rest.
func (q *asked) job(of instances, v *survey.Survey[answer]) (*enumerate.Job, error) {
	if q.draw.Until > 0 {
		q.tasks = q.draw.Tasks(of.count())
	}
	v.Tasks = q.tasks
	v.NewSolver = func() (survey.Solver[answer], error) { return q.newSolver(of), nil }
	v.NewRecheck = func() (survey.Recheck[answer], error) { return q.newRecheck(of), nil }
	err := v.DrawUntil(q.draw)
	return v.Job(), err
}

// newSolver returns a solver. What was prepared is counted with task 0, for its effort is known only where it was made.
func (q *asked) newSolver(of instances) survey.Solver[answer] {
	search, count := func(*answer, *atomic.Bool) error { return nil }, of.newCounter()
	if q.difficult {
		search = of.newSearch()
	}
	return func(task int, stop *atomic.Bool, tally *enumerate.Tally, visit func(*answer) bool) error {
		effort, err := of.prepared()
		if err != nil {
			return err
		}
		if task == 0 {
			tally.Effort = effort
		}
		from, to := survey.Range(of.count(), task, q.tasks)
		tally.Raw = of.visit(from, to, stop, func(a *answer) bool {
			if err = search(a, stop); err != nil {
				return false
			}
			tally.Effort.Nodes += a.difficulty.nodes
			if err = count(a, stop, &tally.Effort); err != nil {
				return false
			}
			return visit(a)
		})
		return err
	}
}

// newRecheck returns what makes the answer of a stored row again. A solution is checked in every row; the numbers of
// rows that are not counted again stay as they were read.
func (q *asked) newRecheck(of instances) survey.Recheck[answer] {
	recount := of.newRecount()
	return func(a *answer) error {
		again, err := of.find(a)
		if err != nil || !again {
			return err
		}
		if err := recount(a); err != nil || !q.difficult {
			return err
		}
		z, meets, err := of.puzzle(a)
		if err != nil {
			return err
		}
		solution := a.difficulty.solution
		if a.difficulty = (difficulty{}); z != nil {
			a.difficulty = z.searchAgain(meets)
		}
		a.difficulty.solution = solution
		return nil
	}
}
