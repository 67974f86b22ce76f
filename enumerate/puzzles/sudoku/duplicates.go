package sudoku

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"sync"
	"sync/atomic"

	"golang.org/x/sync/errgroup"
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
	cells := w.current.cells
	switch w.current.found {
	case 0:
		return nil
	case 1:
		w.canon.Grid(w.solution)
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
	w.search(cells, 0, stop, each)
	if count > maxForms {
		return nil
	}
	return w.leastForm
}

// keyOf returns what stands for a puzzle's form: 16 bytes of its digest, so that a file of
// ten million puzzles needs about half a gigabyte.
func keyOf(form []byte) [16]byte {
	sum := sha256.Sum256(form)
	return [16]byte(sum[:16])
}

// prepare finds the first puzzle of each form. It is a pass over all puzzles, which every shard
// repeats, because a task cannot know what the others have seen.
func (s *puzzleSurvey) prepare(workers int, stop *atomic.Bool, progress func(float64)) error {
	if s.firsts != nil {
		return nil
	}
	firsts := map[[16]byte]int64{}
	var next atomic.Int64
	var lock sync.Mutex // of firsts and progress
	var group errgroup.Group
	for range workers {
		group.Go(func() error {
			w := s.newSolver()
			for !stop.Load() {
				i := next.Add(1) - 1
				if i >= s.source.Count {
					break
				}
				a, err := w.solve(i, stop)
				if err != nil {
					return err
				}
				lock.Lock()
				if first, ok := firsts[a.key]; a.form != nil && (!ok || a.number < first) {
					firsts[a.key] = a.number
				}
				progress(float64(i) / float64(s.source.Count))
				lock.Unlock()
			}
			return nil
		})
	}
	if err := group.Wait(); err != nil {
		return fmt.Errorf("looking for duplicates: %w", err)
	}
	if !stop.Load() { // else the caller knows that it was stopped
		s.firsts = firsts
	}
	return nil
}
