package jobs

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"

	"coverstat/enumerate"
	"coverstat/enumerate/exact"
	"coverstat/enumerate/symmetry"

	"golang.org/x/sync/errgroup"
)

// walker visits one solution of each class of the tasks of a census, for one goroutine.
type walker struct {
	search  *reducedSearch
	kernel  enumerate.Kernel
	canon   *symmetry.Canonicaliser
	checker *exact.SolutionChecker
	small   bool // stabilisers are counted
	// take gets the canonical form of a class, checked and valid only during the call, and
	// the size of its orbit. Nil: classes are only counted.
	take func(form []enumerate.OptionID, orbit int64) error

	visitor enumerate.Visit // visit, made once
	// of the task at hand
	classes   int64
	symmetric map[symmetry.Subgroup]int64 // by stabiliser, of the classes that are only counted
	err       error
}

func (c *Census) newWalker(take func(form []enumerate.OptionID, orbit int64) error) (*walker, error) {
	t := c.cut()
	if t.err != nil {
		return nil, t.err
	}
	w := &walker{search: t, kernel: c.pool.Get(), canon: c.Instance.NewCanonicaliser(),
		checker: exact.NewSolutionChecker(c.Instance),
		take:    take,
		small:   c.Instance.Group.Order() <= symmetry.MaxStabilisers}
	w.visitor = w.visit
	return w, nil
}

// walk visits the classes of a task. It is not done if it takes more than most nodes, unless most
// is 0.
func (w *walker) walk(task int, most int64, stop *atomic.Bool) (enumerate.Tally, bool, error) {
	w.classes, w.symmetric, w.err = 0, map[symmetry.Subgroup]int64{}, nil
	t := w.search
	of := t.tasks[task]
	of.MostNodes = most
	raw, effort, done, err := t.reduction.EachClass(int(t.caseOf[task]), of, w.kernel, w.canon, stop, w.visitor)
	switch {
	case w.err != nil:
		return enumerate.Tally{}, false, w.err
	case err != nil:
		return enumerate.Tally{}, false, fmt.Errorf("task %d: %w", task, err)
	}
	done = done && (most == 0 || effort.Nodes <= most) // also if the kernel did not look in time
	return enumerate.Tally{Rows: w.classes, Raw: raw, Effort: effort}, done, nil
}

func (w *walker) visit(solution []enumerate.OptionID) bool {
	w.classes++
	if w.take == nil {
		if w.canon.Symmetric() && w.small {
			w.symmetric[w.canon.Stabiliser()]++
		}
		return true
	}
	form, orbit := w.canon.Canonical(solution)
	if w.err = w.checker.Check(form, orbit); w.err == nil {
		w.err = w.take(form, orbit)
	}
	return w.err == nil
}

// EachClass visits the canonical form of each class of solutions, with the size of its orbit.
// Several goroutines do tasks and call visit, but all calls for a task come from one of them, in
// the order of the search. The form is valid only during the call. An error of visit ends the
// search.
//
// EachClass calls progress with the finished share, and returns the tally of all tasks. Once stop
// is set it returns early, without an error. It is an error if the orbits do not add up to the
// raw solutions.
func (c *Census) EachClass(workers int, stop *atomic.Bool, progress func(float64),
	visit func(task int, form []enumerate.OptionID, orbit int64) error) (enumerate.Tally, error) {
	t := c.cut()
	total := enumerate.Tally{Effort: t.above}
	var next atomic.Int64
	var mu sync.Mutex // guards total, orbits and share
	share, orbits := 0.0, int64(0)
	group, failing := errgroup.WithContext(context.Background())
	for range max(1, min(workers, len(t.tasks))) {
		group.Go(func() error {
			task, sum := 0, int64(0)
			w, err := c.newWalker(func(form []enumerate.OptionID, orbit int64) error {
				sum += orbit
				return visit(task, form, orbit)
			})
			for err == nil && !stop.Load() && failing.Err() == nil {
				if task = int(next.Add(1)) - 1; task >= len(t.tasks) {
					return nil
				}
				sum = 0
				var tally enumerate.Tally
				tally, _, err = w.walk(task, 0, stop)
				mu.Lock()
				total.Add(tally)
				orbits += sum
				share += t.tasks[task].Share
				progress(share)
				mu.Unlock()
			}
			return err
		})
	}
	err := group.Wait()
	if err == nil && !stop.Load() && orbits != total.Raw {
		err = fmt.Errorf("the orbits of %d classes have %d solutions, and the search found %d", total.Rows,
			orbits, total.Raw)
	}
	return total, err
}
