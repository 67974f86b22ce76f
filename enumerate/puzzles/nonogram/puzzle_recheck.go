package nonogram

import "fmt"

// checkedCells bounds the recount of the solutions of a row: so many cells are tried. That
// is enough for all puzzles of up to 5 by 5 cells, and for most of up to 10 by 10.
const checkedCells = 200_000

// givenUp reports whether the search ended at its limit of nodes: then it does
// not know whether there are more solutions.
func (s *puzzleSurvey) givenUp(a *answer) bool { return a.nodes() >= s.nodeLimit }

// recheck judges a stored puzzle by its clues alone: it reads the solution back,
// counts solutions again where that is not too much work, and tests that the
// columns agree with one another. What the theorems and the search did is not
// repeated.
func (s *puzzleSurvey) recheck(a *answer) error {
	if s.source.numbered {
		if a.number < 0 || a.number >= s.source.Count {
			return fmt.Errorf("draw is %d, expected 0 to %d", a.number, s.source.Count-1)
		}
		a.puzzle = s.source.puzzle(a.number)
	}
	if a.unique() {
		if err := a.puzzle.Check(a.picture); err != nil {
			return fmt.Errorf("grid: %w", err)
		}
	}
	n, capped := a.count.Solutions, a.count.Capped
	more := capped && !s.givenUp(a) // the search knew that there are more
	got, exact := recount(a.puzzle.Rows, a.puzzle.Cols, n+1, checkedCells)
	if exact && (got < n || got == n && more || got > n && !capped) {
		return fmt.Errorf("solutions is %d, solutions_capped %v: counted cell by cell, there are %d", n, capped, got)
	}
	return a.recheckSettled()
}

// recheckSettled computes again what follows from other columns: cells settled by
// theorems, the solvable columns and solved_by.
func (a *answer) recheckSettled() error {
	a.theorems = 0
	for _, n := range a.fixed {
		a.theorems += n
	}
	n, cells := a.count.Solutions, a.cells()
	if n > 0 {
		if err := a.checkSettled(); err != nil {
			return err
		}
	}
	switch {
	case n == 1 && a.theorems == cells:
		a.solvedBy = byTheorems
	case n == 1 && a.line == cells:
		a.solvedBy = byLine
	case n > 1 || n == 1 && !a.count.Capped:
		a.solvedBy = bySearch
	case n == 1 && a.solvedBy != bySearch:
		a.solvedBy = byNothing
	}
	switch a.solvedBy {
	case byTheorems, byLine, bySearch:
	case byNothing:
		if !a.count.Capped {
			return fmt.Errorf("solved_by is %s and solutions not capped", a.solvedBy)
		}
	default:
		return fmt.Errorf("solved_by is %q, expected one of %s, %s, %s, %s", a.solvedBy, byTheorems, byLine, bySearch, byNothing)
	}
	return nil
}
