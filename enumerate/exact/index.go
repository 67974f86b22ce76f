package exact

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"

	"coverstat/enumerate"
	"coverstat/enumerate/cover/shuffle"
	"coverstat/enumerate/symmetry"
)

// index is a list of all classes, by orbit size, from which solutions are
// drawn with equal probability.
type index struct {
	census *Census
	raw    uint64 // solutions
	forms  []enumerate.OptionID
	ends   []int64
	groups []orbitGroup
}

// orbitGroup are the classes with orbits of one size, in the census's order.
type orbitGroup struct {
	orbit   uint64
	classes []int32
}

// maxIndex bounds the options in the list: 1 GB.
const maxIndex = 1 << 28

// fill lists the classes.
func (x *index) fill(workers int, stop *atomic.Bool, progress func(float64)) error {
	t := x.census.cutting()
	if t.err != nil {
		return t.err
	}
	lists := make([]taskList, len(t.tasks))
	var next, options atomic.Int64
	var mu sync.Mutex // guards failed and share
	var failed error
	share := 0.0
	workersOf(max(1, min(workers, len(t.tasks))), func() {
		w, err := x.newLister(t)
		for err == nil && !stop.Load() {
			i := int(next.Add(1)) - 1
			if i >= len(t.tasks) {
				return
			}
			if !w.list(i, &lists[i], stop) {
				return
			}
			if options.Add(int64(len(lists[i].forms))) > maxIndex {
				err = fmt.Errorf("too many solutions for uniform draws from a list: expected at most %d options in all of them", maxIndex)
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
	x.join(lists)
	return nil
}

// taskList are the classes found in one task.
type taskList struct {
	forms  []enumerate.OptionID
	ends   []int64
	orbits []int64
}

// lister lists the classes of tasks.
type lister struct {
	cut    *cut
	kernel enumerate.Kernel
	canon  *symmetry.Canonicaliser
}

func (x *index) newLister(t *cut) (*lister, error) {
	k, err := x.census.kernels.take()
	return &lister{cut: t, kernel: k, canon: symmetry.NewCanonicaliser(x.census.Instance.Group)}, err
}

func (w *lister) list(i int, l *taskList, stop *atomic.Bool) bool {
	t := w.cut
	k := int(t.caseOf[i])
	_, done := w.kernel.Search(t.tasks[i], stop, func(solution []enumerate.OptionID) bool {
		if t.reduction.Keep(w.canon, k, solution) {
			form, orbit := w.canon.Canonical(solution)
			l.forms = append(l.forms, form...)
			l.ends = append(l.ends, int64(len(l.forms)))
			l.orbits = append(l.orbits, orbit)
		}
		return true
	})
	return done
}

// join puts the lists together in task order.
func (x *index) join(lists []taskList) {
	byOrbit := map[uint64][]int32{}
	for i := range lists {
		l := &lists[i]
		shift := int64(len(x.forms))
		x.forms = append(x.forms, l.forms...)
		for k, end := range l.ends {
			orbit := uint64(l.orbits[k])
			byOrbit[orbit] = append(byOrbit[orbit], int32(len(x.ends)))
			x.ends = append(x.ends, end+shift)
			x.raw += orbit
		}
		*l = taskList{}
	}
	for orbit, classes := range byOrbit {
		x.groups = append(x.groups, orbitGroup{orbit, classes})
	}
	slices.SortFunc(x.groups, func(a, b orbitGroup) int { return int(b.orbit) - int(a.orbit) })
}

func (x *index) classes() int { return len(x.ends) }

// class returns the canonical form and the orbit size of a class.
func (x *index) class(k int32) (form []enumerate.OptionID, orbit int64) {
	from := int64(0)
	if k > 0 {
		from = x.ends[k-1]
	}
	for _, g := range x.groups {
		if _, ok := slices.BinarySearch(g.classes, k); ok {
			orbit = int64(g.orbit)
		}
	}
	return x.forms[from:x.ends[k]], orbit
}

// draw returns the class of a solution drawn uniformly: one of x.raw, of which
// each class has as many as its orbit is long.
func (x *index) draw(source *rand.PCG) int32 {
	r := shuffle.Below(source, x.raw)
	for _, g := range x.groups {
		n := g.orbit * uint64(len(g.classes))
		if r < n {
			return g.classes[r/g.orbit]
		}
		r -= n
	}
	panic("exact: a rank beyond the last solution")
}
