package census

import (
	"fmt"
	"sync"
	"sync/atomic"

	"coverstat/enumerate"
)

// EachClass visits the canonical form of each class of solutions, with the size of its orbit.
// Several goroutines do tasks and call visit, but all calls for a task come from one of them, in
// the order of the search. The form is valid only during the call. An error of visit ends the
// search.
//
// EachClass calls progress with the finished share, and returns the tally of all tasks. Once stop
// is set it returns early, without an error. It is an error if the orbits do not add up to the
// raw solutions.
func (c *Census) EachClass(workers int, stop *atomic.Bool, progress func(float64), visit func(task int, form []enumerate.OptionID, orbit int64) error) (enumerate.Tally, error) {
	t := c.cut()
	if t.err != nil {
		return enumerate.Tally{}, t.err
	}
	total := enumerate.Tally{Effort: t.above}
	var next atomic.Int64
	var failing atomic.Bool
	var mu sync.Mutex // guards total, failed, orbits and share
	var failed error
	share, orbits := 0.0, int64(0)
	var group sync.WaitGroup
	for range max(1, min(workers, len(t.tasks))) {
		group.Go(func() {
			task, sum := 0, int64(0)
			w, err := c.newWalker(func(form []enumerate.OptionID, orbit int64) error {
				sum += orbit
				return visit(task, form, orbit)
			})
			for err == nil && !stop.Load() && !failing.Load() {
				if task = int(next.Add(1)) - 1; task >= len(t.tasks) {
					return
				}
				sum = 0
				var tally enumerate.Tally
				tally, _, err = w.walk(task, stop)
				mu.Lock()
				total.Add(tally)
				orbits += sum
				share += t.tasks[task].Share
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
	}
	group.Wait()
	if failed == nil && !stop.Load() && orbits != total.Raw {
		failed = fmt.Errorf("the orbits of %d classes have %d solutions, and the search found %d", total.Rows, orbits, total.Raw)
	}
	return total, failed
}
