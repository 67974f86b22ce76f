package census

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"

	"coverstat/enumerate"

	"golang.org/x/sync/errgroup"
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
				tally, _, err = w.walk(task, stop)
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
		err = fmt.Errorf("the orbits of %d classes have %d solutions, and the search found %d", total.Rows, orbits, total.Raw)
	}
	return total, err
}
