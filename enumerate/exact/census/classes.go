package census

import (
	"fmt"
	"sync/atomic"

	"coverstat/enumerate"
	"coverstat/enumerate/exact"
	"coverstat/enumerate/symmetry"
)

// walker visits one solution of each class of the tasks of a census, for one goroutine.
type walker struct {
	search  *search
	kernel  enumerate.Kernel
	canon   *symmetry.Canonicaliser
	checker *exact.SolutionChecker
	// take gets the canonical form of a class, checked and valid only during the call, and
	// the size of its orbit. Nil: classes are only counted.
	take func(form []enumerate.OptionID, orbit int64) error

	visitor enumerate.Visit // visit, made once
	classes int64           // of the task at hand
	err     error
}

func (c *Census) newWalker(take func(form []enumerate.OptionID, orbit int64) error) (*walker, error) {
	t := c.cut()
	if t.err != nil {
		return nil, t.err
	}
	k, err := c.pool.Get()
	if err != nil {
		return nil, err
	}
	w := &walker{search: t, kernel: k, canon: symmetry.NewCanonicaliser(c.Instance.Group), checker: exact.NewSolutionChecker(c.Instance.Problem), take: take}
	w.visitor = w.visit
	return w, nil
}

// walk visits the classes of a task.
func (w *walker) walk(task int, stop *atomic.Bool) (enumerate.Tally, bool, error) {
	w.classes, w.err = 0, nil
	t := w.search
	raw, effort, done, err := t.reduction.EachClass(int(t.caseOf[task]), t.tasks[task], w.kernel, w.canon, stop, w.visitor)
	switch {
	case w.err != nil:
		return enumerate.Tally{}, false, w.err
	case err != nil:
		return enumerate.Tally{}, false, fmt.Errorf("task %d: %w", task, err)
	}
	return enumerate.Tally{Rows: w.classes, Raw: raw, Effort: effort}, done, nil
}

func (w *walker) visit(solution []enumerate.OptionID) bool {
	w.classes++
	if w.take == nil {
		return true
	}
	form, orbit := w.canon.Canonical(solution)
	if w.err = w.checker.Check(form); w.err == nil {
		w.err = w.take(form, orbit)
	}
	return w.err == nil
}
