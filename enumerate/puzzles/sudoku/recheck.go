package sudoku

import (
	"bytes"
	"fmt"
	"slices"
	"sync/atomic"

	"coverstat/enumerate/puzzles/sudoku/grid"
	"coverstat/enumerate/puzzles/sudoku/singles"
	"coverstat/enumerate/survey"
)

// checkedGuesses bounds the recount of solutions: a count that singles cannot
// confirm within so many guesses is only tested for a sound solution. Of 52,000
// puzzles of public lists, the hardest known among them, none took 4,400.
const checkedGuesses = 100_000

// newRecheck returns what makes the answer of a stored puzzle again, from the
// text of the puzzle alone: another solver counts. Of the form it tests what no
// symmetry changes.
func (s *puzzleSurvey) newRecheck() (survey.Recheck[answer], error) {
	solver := singles.New(s.shape.Rows, s.shape.Cols)
	var never atomic.Bool
	return func(a *answer) error {
		s.recount(a, solver)
		if a.unique() {
			if err := s.shape.CheckSolution(a.solution, a.cells); err != nil {
				return fmt.Errorf("solution: %w", err)
			}
		}
		s.solveBySingles(a, solver, &never)
		if s.Canonical {
			return s.recheckForm(a)
		}
		return nil
	}, nil
}

// recount counts the solutions of an answer again, up to one more than it has.
// Solutions in the hundred thousands are not counted again one by one.
func (s *puzzleSurvey) recount(a *answer, solver *singles.Solver) {
	if a.count.Solutions >= checkedGuesses {
		return
	}
	var found []byte
	n, stats := solver.Solve(a.cells, singles.Settings{Hidden: true, Limit: int(a.count.Solutions + 1), NodeLimit: checkedGuesses}, func(g []byte) bool {
		found = append(found[:0], g...)
		return true
	})
	if stats.Unfinished {
		return
	}
	if a.count = s.limit.Count(int64(n)); a.unique() {
		a.solution = found
	}
}

// recheckForm tests the form of an answer.
func (s *puzzleSurvey) recheckForm(a *answer) error {
	n := a.count.Solutions
	if a.form == nil {
		if n > 0 && !a.count.Capped && n <= maxForms {
			return fmt.Errorf("canonical is null with %d solutions", n)
		}
		return nil
	}
	if n == 0 || n > maxForms {
		return fmt.Errorf("canonical is not null with %d solutions", n)
	}
	if grid.Clues(a.form) != grid.Clues(a.cells) || !bytes.Equal(signature(s.shape, a.form), signature(s.shape, a.cells)) {
		return fmt.Errorf("canonical has other givens than the puzzle")
	}
	return nil
}

// signature is what symmetries cannot change of a puzzle, in short: the numbers of givens of
// its digits, of its lines and of its boxes, sorted.
func signature(s grid.Shape, cells []byte) []byte {
	g := givensOf(s, cells)
	slices.Sort(g.digits)
	slices.Sort(g.lines)
	slices.Sort(g.boxes)
	return slices.Concat(g.digits, g.lines, g.boxes)
}
