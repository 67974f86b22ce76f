package sudoku

import (
	"bytes"
	"sync/atomic"

	"coverstat/enumerate/puzzles/sudoku/singles"
)

// maxForms bounds the solutions over which the form of a puzzle is sought: a
// form takes 4 microseconds a solution.
const maxForms = 200

// form returns the canonical form of the puzzle that was just searched, or nil
// if it has no solution or too many.
//
// With one solution the form is the least image of the givens under the
// symmetries that map the solution to its own form (package canon). With several
// solutions it is the least such image over the solutions whose form is least.
// Symmetries map the solutions of a puzzle to those of its image, so equivalent
// puzzles have the same form. The form is an image of the puzzle, so other
// puzzles have other forms. The bytes belong to w.
func (w *puzzleSolver) form(stop *atomic.Bool) []byte {
	cells := w.answer.cells
	switch w.answer.found {
	case 0:
		return nil
	case 1:
		w.canon.Grid(w.first)
		return w.canon.Puzzle(cells)
	}
	count := 0
	w.leastGrid, w.leastForm = w.leastGrid[:0], w.leastForm[:0]
	each := func(solution []byte) bool {
		if count++; count > maxForms {
			return false
		}
		grid := w.canon.Grid(solution)
		order := bytes.Compare(grid, w.leastGrid)
		if count > 1 && order > 0 {
			return true
		}
		form := w.canon.Puzzle(cells)
		if count == 1 || order < 0 || bytes.Compare(form, w.leastForm) < 0 {
			w.leastGrid = append(w.leastGrid[:0], grid...)
			w.leastForm = append(w.leastForm[:0], form...)
		}
		return true
	}
	if w.bands != nil {
		w.bands.Solve((*[81]byte)(cells), 0, func(g *[81]byte) bool { return each(g[:]) })
	} else {
		w.singles.Solve(cells, singles.Settings{Hidden: true, Stop: stop}, each)
	}
	if count > maxForms {
		return nil
	}
	return w.leastForm
}
