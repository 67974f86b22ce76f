package sample

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"sync/atomic"

	"coverstat/enumerate"
	"coverstat/enumerate/exact/census"
)

// A solutionList holds the canonical forms of all solutions. Solutions are drawn
// from it with equal probability.
type solutionList struct {
	formList
	census *census.Census
	raw    uint64 // solutions
	groups []orbitGroup
}

// orbitGroup are the forms with orbits of one size, in the census's order.
type orbitGroup struct {
	orbit uint64
	forms []int32
}

// maxListOptions bounds the options in the list: 1 GB.
const maxListOptions = 1 << 28

// fill lists the canonical forms, tasks in parallel, in task order.
func (l *solutionList) fill(workers int, stop *atomic.Bool, progress func(float64)) error {
	lists := make([]formList, l.census.Tasks())
	var options atomic.Int64
	_, err := l.census.EachClass(workers, stop, progress, func(task int, form []enumerate.OptionID, orbit int64) error {
		if options.Add(int64(len(form))) > maxListOptions {
			return fmt.Errorf("too many solutions for uniform draws from a list: expected at most %d options in all of them", maxListOptions)
		}
		lists[task].add(form, orbit)
		return nil
	})
	if err != nil || stop.Load() {
		return err
	}
	for i := range lists {
		l.append(lists[i])
		lists[i] = formList{}
	}
	bySize := map[uint64][]int32{}
	for k, orbit := range l.orbits {
		bySize[uint64(orbit)] = append(bySize[uint64(orbit)], int32(k))
		l.raw += uint64(orbit)
	}
	for orbit, forms := range bySize {
		l.groups = append(l.groups, orbitGroup{orbit, forms})
	}
	slices.SortFunc(l.groups, func(a, b orbitGroup) int { return int(b.orbit) - int(a.orbit) }) // the largest first
	return nil
}

// draw returns the number of the form of a solution that is drawn from all raw solutions, each with
// the same probability.
func (l *solutionList) draw(random *rand.Rand) int32 {
	r := random.Uint64N(l.raw)
	for _, g := range l.groups {
		n := g.orbit * uint64(len(g.forms))
		if r < n {
			return g.forms[r/g.orbit]
		}
		r -= n
	}
	panic("sample: a rank beyond the last solution")
}
