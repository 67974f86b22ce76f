package exact

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"

	"coverstat/enumerate"
	"coverstat/enumerate/symmetry"
)

// A solutionList holds the canonical forms of all solutions. Solutions are drawn
// from it with equal probability.
type solutionList struct {
	formList
	census *Census
	raw    uint64 // solutions
	groups []orbitGroup
}

// orbitGroup are the forms with orbits of one size, in the census's order.
type orbitGroup struct {
	orbit uint64
	forms []int32
}

// maxListed bounds the options in the list: 1 GB.
const maxListed = 1 << 28

// fill lists the canonical forms, tasks in parallel, in task order.
func (l *solutionList) fill(workers int, stop *atomic.Bool, progress func(float64)) error {
	t := l.census.cutting()
	if t.err != nil {
		return t.err
	}
	lists := make([]formList, len(t.tasks))
	var next, options atomic.Int64
	var mu sync.Mutex // guards failed and share
	var failed error
	share := 0.0
	inParallel(max(1, min(workers, len(t.tasks))), func() {
		kernel, err := l.census.kernels.get()
		canon := symmetry.NewCanonicaliser(l.census.Instance.Group)
		for err == nil && !stop.Load() {
			i := int(next.Add(1)) - 1
			if i >= len(t.tasks) || !listTask(t, i, kernel, canon, &lists[i], stop) {
				return
			}
			if options.Add(int64(len(lists[i].options))) > maxListed {
				err = fmt.Errorf("too many solutions for uniform draws from a list: expected at most %d options in all of them", maxListed)
				stop.Store(true)
			}
			mu.Lock()
			share += t.tasks[i].Share
			progress(share)
			mu.Unlock()
		}
		if err != nil {
			mu.Lock()
			failed = err
			mu.Unlock()
		}
	})
	if failed != nil || stop.Load() {
		return failed
	}
	for i := range lists {
		l.append(lists[i])
		lists[i] = formList{}
	}
	l.group()
	return nil
}

// listTask lists the canonical forms of one task. The result says whether the
// task was searched to its end.
func listTask(t *cut, task int, kernel enumerate.Kernel, canon *symmetry.Canonicaliser, list *formList, stop *atomic.Bool) bool {
	k := int(t.caseOf[task])
	_, done := kernel.Search(t.tasks[task], stop, func(solution []enumerate.OptionID) bool {
		if t.reduction.Keep(canon, k, solution) {
			list.add(canon.Canonical(solution))
		}
		return true
	})
	return done
}

// group sorts the forms by orbit size, the largest first.
func (l *solutionList) group() {
	bySize := map[uint64][]int32{}
	for k, orbit := range l.orbits {
		bySize[uint64(orbit)] = append(bySize[uint64(orbit)], int32(k))
		l.raw += uint64(orbit)
	}
	for orbit, forms := range bySize {
		l.groups = append(l.groups, orbitGroup{orbit, forms})
	}
	slices.SortFunc(l.groups, func(a, b orbitGroup) int { return int(b.orbit) - int(a.orbit) })
}

// draw returns the form of a solution drawn uniformly from all raw ones: a form
// has as many as its orbit is large.
func (l *solutionList) draw(random *rand.Rand) int32 {
	r := random.Uint64N(l.raw)
	for _, g := range l.groups {
		n := g.orbit * uint64(len(g.forms))
		if r < n {
			return g.forms[r/g.orbit]
		}
		r -= n
	}
	panic("exact: a rank beyond the last solution")
}

// inParallel runs n copies of work and waits for them.
func inParallel(n int, work func()) {
	var group sync.WaitGroup
	for range n {
		group.Go(work)
	}
	group.Wait()
}
