package exact

import (
	"fmt"
	"math"
	"sync"
	"sync/atomic"

	"coverstat/enumerate"
	"coverstat/enumerate/symmetry"
)

// EachClass visits the canonical form of each class of solutions, with the size of
// its orbit. Tasks are done in parallel: visit is called from several goroutines at
// once, but for one task from one alone, in the order of the search. The form is
// valid only during the call. An error of visit ends the search.
//
// EachClass calls progress with the finished share, and returns the tally of all
// tasks. Once stop is set it returns early, without an error. It is an error if the
// orbits do not add up to the raw solutions.
func (c *Census) EachClass(workers int, stop *atomic.Bool, progress func(float64), visit func(task int, form []enumerate.OptionID, orbit int64) error) (enumerate.Tally, error) {
	t := c.cutting()
	if t.err != nil {
		return enumerate.Tally{}, t.err
	}
	total := enumerate.Tally{Effort: t.above}
	var next atomic.Int64
	var failing atomic.Bool
	var mu sync.Mutex // guards total, failed, orbits and share
	var failed error
	share, orbits := 0.0, int64(0)
	inParallel(max(1, min(workers, len(t.tasks))), func() {
		kernel, err := c.kernels.get()
		canon, check := symmetry.NewCanonicaliser(c.Instance.Group), newChecker(c.Instance.Problem)
		for err == nil && !stop.Load() && !failing.Load() {
			i := int(next.Add(1)) - 1
			if i >= len(t.tasks) {
				return
			}
			k := int(t.caseOf[i])
			sum, classes := int64(0), int64(0)
			effort, _ := kernel.Search(t.tasks[i], stop, func(solution []enumerate.OptionID) bool {
				if !t.reduction.Keep(canon, k, solution) {
					return true
				}
				form, orbit := canon.Canonical(solution)
				sum += orbit
				classes++
				if err = check.check(form); err == nil {
					err = visit(i, form, orbit)
				}
				return err == nil
			})
			if weight := t.reduction.Cases[k].Weight; effort.Solutions > math.MaxInt64/weight {
				err = fmt.Errorf("task %d: %d solutions of weight %d overflow 63 bits", i, effort.Solutions, weight)
			}
			mu.Lock()
			total.Add(enumerate.Tally{Rows: classes, Raw: effort.Solutions * t.reduction.Cases[k].Weight, Effort: effort})
			orbits += sum
			share += t.tasks[i].Share
			progress(share)
			mu.Unlock()
		}
		if err != nil {
			failing.Store(true)
			mu.Lock()
			failed = err
			mu.Unlock()
		}
	})
	if failed == nil && !stop.Load() && orbits != total.Raw {
		failed = fmt.Errorf("the orbits of %d classes have %d solutions, and the search found %d", total.Rows, orbits, total.Raw)
	}
	return total, failed
}

// inParallel runs n copies of work and waits for them.
func inParallel(n int, work func()) {
	var group sync.WaitGroup
	for range n {
		group.Go(work)
	}
	group.Wait()
}
