package symmetry

import (
	"fmt"
	"math"
	"slices"
	"sync/atomic"

	"coverstat/enumerate"
)

// A Case is a part of the reduced search.
type Case struct {
	enumerate.Case
	// Weight is the number of raw solutions that each solution visited in the
	// case stands for. The sum of the weights over all visited solutions, kept
	// or not, is the number of raw solutions.
	Weight int64
	// A visited solution is kept if none of its images under the elements of the tester is in the
	// search space and less than the solution. Nil: every solution is kept.
	tester *tester
}

// A Reduction replaces the search for all solutions by disjoint cases that hold at
// least one solution of every orbit. It is made in steps.
//
// A step starts from a case and the subgroup K that maps the fixed options of the case
// to themselves. In the first step the case has no fixed options and K is the whole
// group. The pivot of the step is a set S of primary items that K maps to itself: one
// item, or an orbit of several. Every solution has exactly one option for each item of
// S; call these options its choice. K maps choices to choices, so one choice of each
// orbit of K is enough. That choice is fixed in a case of its own. There a solution
// stands for as many solutions as the orbit is long, and only the choice's stabiliser
// in K is left: it is either tested, or it becomes the K of a further step.
//
// From the second step on, choices of a single item whose stabiliser is trivial do not
// get a case each. They share one case, in which the options that are not the least of
// their orbit are banned. So the kernel may branch on any item there.
//
// If no set of items is small enough, the pivot is an item together with H, the
// subgroup that maps the item to itself. Cases are the orbits of H on its options.
// A solution found is compared with its images under all elements, also those outside H. Of
// these, some images are no solutions of any case: they do not count.
type Reduction struct {
	// Pivots are the items of each step; none if everything is listed and tested. The
	// cases of one step may have different items; these are those of the first case.
	Pivots [][]enumerate.Item
	Cases  []Case
}

// Unreduced returns the reduction that reduces nothing: the search visits all solutions
// and keeps the least of each orbit.
func Unreduced(g *Group) *Reduction {
	return &Reduction{Cases: []Case{{Weight: 1, tester: newTester(g, allElements(g)[1:], nil, nil)}}}
}

// Keep reports whether a solution visited in case k represents its orbit. Its options
// may be in any order. Exactly one visited solution of every orbit does.
func (r *Reduction) Keep(c *Canonicaliser, k int, solution []enumerate.OptionID) bool {
	t := r.Cases[k].tester
	return t == nil || c.isLeast(t, solution)
}

// Reduce chooses pivots and returns the reduced search. The choice rests on counts
// alone. In the first step a single item that the whole group maps to itself is best,
// the one with the fewest cases; then an orbit of items; then the item of a subgroup
// that saves most. In further steps a single item is best, if possible one whose
// options K moves freely, and of these the one with most options to ban. On the
// chessboard these are the X pentomino with 6 cases, then the P.
func Reduce(p *enumerate.Problem, g *Group) *Reduction { return newReducer(p, g).reduce() }

func (x *reducer) reduce() *Reduction {
	r := Unreduced(x.group)
	if x.group.Order() == 1 {
		return r
	}
	start := partialCase{weight: 1, k: allElements(x.group)}
	if v, ok := x.choose(start, 0); ok {
		x.notePivot(0, v)
		for _, c := range v.choices {
			x.refine(start.with(c), 1)
		}
		r.Pivots, r.Cases = x.pivots, x.cases
	} else {
		x.reduceBySubgroup(r)
	}
	return r
}

// partialCase is a case under construction. k are the elements that map its fixed options to
// themselves, the identity first.
type partialCase struct {
	fixed  []enumerate.OptionID
	weight int64
	k      []int32
}

// with returns the case in which a choice is fixed, too.
func (c partialCase) with(v choice) partialCase {
	fixed := slices.Concat(c.fixed, v.options)
	return partialCase{fixed: fixed, weight: c.weight * int64(v.size), k: v.stabiliser}
}

// refine splits a case further, or leaves the rest to tests, and adds the resulting
// cases.
func (x *reducer) refine(c partialCase, step int) {
	x.restrict(c.fixed)
	v, ok := pivot{}, false
	if len(c.k) > 1 && step < maxSteps {
		v, ok = x.choose(c, step)
	}
	if !ok {
		x.cases = append(x.cases, Case{Case: enumerate.Case{Fixed: c.fixed}, Weight: c.weight, tester: newTester(x.group, c.k[1:], nil, x.taken)})
		return
	}
	x.notePivot(step, v)
	if len(v.items) > 1 {
		for _, choice := range v.choices {
			x.refine(c.with(choice), step+1)
		}
		return
	}
	free := Case{Case: enumerate.Case{Fixed: c.fixed}, Weight: c.weight * int64(len(c.k))}
	at := len(x.cases)
	x.cases = append(x.cases, Case{})
	for _, choice := range v.choices {
		free.Banned = append(free.Banned, choice.others...)
		if len(choice.stabiliser) > 1 {
			free.Banned = append(free.Banned, choice.options...)
			x.refine(c.with(choice), step+1)
		}
	}
	slices.Sort(free.Banned)
	x.cases[at] = free
}

// notePivot remembers the pivot of a step.
func (x *reducer) notePivot(step int, v pivot) {
	if step == len(x.pivots) {
		x.pivots = append(x.pivots, v.items)
	}
}

// reduceBySubgroup reduces by an item of a subgroup, if such an item saves something.
func (x *reducer) reduceBySubgroup(r *Reduction) {
	g := x.group
	var best pivot
	var bestK []int32
	for i := range x.problem.Items() {
		item := enumerate.Item(i)
		if !x.problem.Item(item).Primary() {
			continue
		}
		var sub []int32
		for _, k := range allElements(g) {
			if g.items[k][item] == item {
				sub = append(sub, k)
			}
		}
		v := x.counts([]enumerate.Item{item}, sub)
		if v.orbits == v.total {
			continue
		}
		// Compare the fractions options per case.
		a, b := v.total*best.orbits, best.total*v.orbits
		if best.items == nil || a > b || a == b && v.orbits < best.orbits {
			best, bestK = v, sub
		}
	}
	if best.items == nil {
		return
	}
	best = x.withChoices(best.items, bestK)
	r.Pivots, r.Cases = [][]enumerate.Item{best.items}, nil
	space := make([]bool, x.problem.Options()) // by option: it is searched
	for _, c := range best.choices {
		space[c.options[0]] = true
	}
	for _, c := range best.choices {
		var test []int32
		for _, k := range allElements(g)[1:] {
			_, stays := slices.BinarySearch(c.stabiliser, k)
			if stays || g.items[k][best.items[0]] != best.items[0] {
				test = append(test, k)
			}
		}
		r.Cases = append(r.Cases, Case{Case: enumerate.Case{Fixed: c.options}, Weight: int64(c.size), tester: newTester(g, test, space, nil)})
	}
}

// EachClass searches a task of case k until visit returns false. It visits one solution
// of each orbit: of all tasks of all cases, one visits it. Its options may be in any
// order. raw is the number of raw solutions that the found ones, kept or not, stand for.
func (r *Reduction) EachClass(k int, task enumerate.Task, kernel enumerate.Kernel, c *Canonicaliser, stop *atomic.Bool, visit enumerate.Visit) (raw int64, effort enumerate.Effort, done bool, err error) {
	kept := visit
	c.fixing = c.fixing[:0] // without a test, no element but the identity maps a solution to itself
	if r.Cases[k].tester != nil {
		kept = func(solution []enumerate.OptionID) bool { return !r.Keep(c, k, solution) || visit(solution) }
	}
	effort, done = kernel.Search(task, stop, kept)
	weight := r.Cases[k].Weight
	if effort.Solutions > math.MaxInt64/weight {
		return 0, effort, done, fmt.Errorf("%d solutions of weight %d overflow 63 bits", effort.Solutions, weight)
	}
	return effort.Solutions * weight, effort, done, nil
}
