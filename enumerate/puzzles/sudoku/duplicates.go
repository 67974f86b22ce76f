package sudoku

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"coverstat/enumerate"
)

// duplicates is what a survey with canonical forms must know of all puzzles
// before its first row. It takes a pass over all of them, which every shard
// repeats, because a task cannot know what the others have seen.
type duplicates struct {
	// firsts[form] is the number of the first puzzle with that form; nil before
	// prepare.
	firsts map[formKey]int64
	// answers are those of the pass, by task, so that the tasks need not solve the
	// puzzles again, nor draw them again, which takes far longer. Nil if there are
	// more than keepAnswers puzzles.
	answers [][]answer
}

// keepAnswers answers to 9x9 puzzles take about 100 MB.
const keepAnswers = 1 << 18

// formKey stands for a puzzle's form: 16 bytes of its digest, so that a file of
// ten million puzzles needs about half a gigabyte.
type formKey [16]byte

func keyOf(form []byte) formKey {
	sum := sha256.Sum256(form)
	return formKey(sum[:16])
}

// duplicateOf returns the number of the first puzzle with the answer's form, if
// that is another one.
func (d *duplicates) duplicateOf(a *answer) (first int64, ok bool) {
	if a.form == nil {
		return 0, false
	}
	first, ok = d.firsts[a.key]
	return first, ok && first != a.number
}

// prepare finds the first puzzle of each form.
func (s *puzzleSurvey) prepare(workers int, stop *atomic.Bool, progress func(float64)) error {
	if s.firsts != nil {
		return nil
	}
	tasks := s.source.tasks()
	answers := make([][]answer, tasks)
	keep := tasks > 0 && tasks*s.source.size(0) <= keepAnswers
	firsts := map[formKey]int64{}
	var next atomic.Int64
	var lock sync.Mutex // of firsts and progress
	var group errgroup.Group
	for range workers {
		group.Go(func() (err error) {
			w := s.newSolver()
			defer func() { err = errors.Join(err, w.reader.close()) }()
			for !stop.Load() {
				task := int(next.Add(1)) - 1
				if task >= tasks {
					break
				}
				found := make([]answer, 0, s.source.size(task))
				if err := w.each(task, stop, func(a *answer) bool {
					found = append(found, a.clone())
					return !stop.Load()
				}); err != nil {
					return err
				}
				lock.Lock()
				for i := range found {
					a := &found[i]
					if first, ok := firsts[a.key]; a.form != nil && (!ok || a.number < first) {
						firsts[a.key] = a.number
					}
				}
				progress(float64(task) / float64(tasks))
				lock.Unlock()
				if keep {
					answers[task] = found
				}
			}
			return nil
		})
	}
	if err := group.Wait(); err != nil {
		return fmt.Errorf("looking for duplicates: %w", err)
	}
	if stop.Load() {
		return nil // the caller knows that it was stopped
	}
	if s.firsts = firsts; keep {
		s.answers = answers
	}
	return nil
}

// clone copies an answer, which the next one would overwrite.
func (a *answer) clone() answer {
	c, n := *a, len(a.cells)
	all := slices.Concat(a.cells, a.solution, a.form)
	c.cells, c.solution, c.ways = all[:n], all[n:2*n], nil
	if a.form != nil {
		c.form = all[2*n:]
	}
	return c
}

// solve is the [survey.Solver].
func (w *puzzleSolver) solve(task int, stop *atomic.Bool, tally *enumerate.Tally, visit func(*answer) bool) error {
	if w.answers == nil || w.answers[task] == nil {
		return w.each(task, stop, func(a *answer) bool { return visit(w.finish(a, stop, tally)) })
	}
	kept := w.answers[task]
	w.answers[task] = nil // to free it; a task that is done again solves again
	for i := range kept {
		if !visit(w.finish(&kept[i], stop, tally)) {
			break
		}
	}
	return nil
}
