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
	tester func() *tester
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
	return &Reduction{Cases: []Case{{Weight: 1, tester: testerOf(g, allElements(g)[1:], nil, nil)}}}
}

// Keep reports whether a solution visited in case k represents its orbit. Its options
// may be in any order. Exactly one visited solution of every orbit does.
func (r *Reduction) Keep(c *Canonicaliser, k int, solution []enumerate.OptionID) bool {
	t := r.Cases[k].tester
	return t == nil || c.isLeast(t(), solution)
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
		x.cases = append(x.cases, Case{Case: enumerate.Case{Fixed: c.fixed}, Weight: c.weight,
			tester: testerOf(x.group, c.k[1:], nil, slices.Clone(x.taken))})
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
	for _, orbit := range x.itemOrbits(allElements(g)) {
		item := orbit[0] // all items of an orbit save as much
		var sub []int32
		for _, k := range allElements(g) {
			if g.ItemImage(int(k), item) == item {
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
			if stays || g.ItemImage(int(k), best.items[0]) != best.items[0] {
				test = append(test, k)
			}
		}
		r.Cases = append(r.Cases, Case{Case: enumerate.Case{Fixed: c.options}, Weight: int64(c.size),
			tester: testerOf(g, test, space, nil)})
	}
}

// EachClass searches a task of case k until visit returns false. It visits one solution
// of each orbit: of all tasks of all cases, one visits it. Its options may be in any
// order. raw is the number of raw solutions that the found ones, kept or not, stand for.
func (r *Reduction) EachClass(k int, task enumerate.Task, kernel enumerate.Kernel, c *Canonicaliser, stop *atomic.Bool,
	visit enumerate.Visit) (raw int64, effort enumerate.Effort, done bool, err error) {
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

const (
	// maxSteps bounds the steps of a reduction. What was tried for the bounds: NOTES.md.
	maxSteps = 3
	// maxChoices bounds the choices of a pivot of several items. It lets the
	// first and last rows and columns of 19 queens be a pivot.
	maxChoices = 1 << 17
	// maxCases bounds the estimated number of cases of such a pivot. Entering a case takes as
	// long as some tens of nodes, and a short search has few nodes.
	maxCases = 5000
	// maxMoreChoices is the bound of choices from the second step on, where the
	// numbers of cases multiply and little can be saved.
	maxMoreChoices = 16
	// mostTried bounds the pivots whose choices a step lists.
	mostTried = 4
)

// A pivot is a set of items, with the orbits of its choices under the group elements
// in use.
type pivot struct {
	items   []enumerate.Item
	choices []choice // the least of each orbit, ascending
	orbits  int      // number of orbits
	total   int      // number of choices in all orbits
	free    bool     // no element but the identity maps any choice to itself
}

// A choice has an option for each item of a pivot.
type choice struct {
	options    []enumerate.OptionID // ascending
	others     []enumerate.OptionID // the rest of the orbit, if the pivot has a single item
	size       int                  // of the orbit
	stabiliser []int32              // elements that map the choice to itself, the identity first
}

// A reducer makes a reduction.
type reducer struct {
	problem *enumerate.Problem
	group   *Group
	lists   [][]enumerate.OptionID // by item
	taken   []bool                 // options that are fixed or in conflict with fixed ones
	covered []bool                 // items of fixed options

	maxChoices int // maxChoices, but in tests

	pivots [][]enumerate.Item
	cases  []Case
}

func newReducer(p *enumerate.Problem, g *Group) *reducer {
	x := &reducer{problem: p, group: g, maxChoices: maxChoices, lists: make([][]enumerate.OptionID, p.Items()),
		taken: make([]bool, p.Options()), covered: make([]bool, p.Items())}
	for o := range p.Options() {
		for _, m := range p.Option(enumerate.OptionID(o)) {
			x.lists[m.Item] = append(x.lists[m.Item], enumerate.OptionID(o))
		}
	}
	return x
}

// restrict restricts the reducer to a case: it computes taken and covered for the fixed
// options of the case.
func (x *reducer) restrict(fixed []enumerate.OptionID) {
	clear(x.taken)
	clear(x.covered)
	for _, o := range fixed {
		x.taken[o] = true
		for _, m := range x.problem.Option(o) {
			x.covered[m.Item] = true
			if x.problem.Item(m.Item).Max > 1 {
				continue
			}
			for _, q := range x.lists[m.Item] {
				if m.Colour == 0 || !slices.Contains(x.problem.Option(q), m) {
					x.taken[q] = true
				}
			}
		}
	}
}

// choose chooses the pivot of a step in the present case: the first of the ranked ones that saves
// anything.
func (x *reducer) choose(c partialCase, step int) (pivot, bool) {
	list := x.ranked(c, step)
	for _, v := range list[:min(len(list), mostTried)] {
		if len(v.items) > 1 && v.total > maxCases*len(c.k) {
			continue
		}
		if v = x.withChoices(v.items, c.k); v.orbits < v.total {
			return v, true
		}
	}
	return pivot{}, false
}

// ranked returns the pivots that a step may have, the best by their counts first:
// single items, then orbits of several items. The choices are not listed yet. total is
// their number, or a bound of it for several items.
func (x *reducer) ranked(c partialCase, step int) []pivot {
	limit := x.maxChoices
	if step > 0 {
		limit = min(limit, maxMoreChoices)
	}
	var singles, several []pivot
	for _, items := range x.itemOrbits(c.k) {
		if len(items) > 1 {
			if n := x.product(items, limit); n > 0 {
				several = append(several, pivot{items: items, total: n})
			}
		} else if v := x.counts(items, c.k); v.orbits < v.total {
			singles = append(singles, v)
		}
	}
	slices.SortStableFunc(singles, func(v, w pivot) int {
		switch {
		case step == 0:
			return v.orbits - w.orbits
		case v.free == w.free:
			return w.total - v.total
		case v.free:
			return -1
		}
		return 1
	})
	slices.SortStableFunc(several, func(v, w pivot) int { return v.total - w.total })
	return append(singles, several...)
}

// counts returns the pivot of a single item without its choices. The orbits are counted
// by Burnside's lemma, from the choices that each element fixes.
func (x *reducer) counts(items []enumerate.Item, k []int32) pivot {
	v := pivot{items: items}
	fixed := 0
	for _, o := range x.lists[items[0]] {
		if x.taken[o] {
			continue
		}
		v.total++
		for _, e := range k {
			if x.group.Image(int(e), o) == o {
				fixed++
			}
		}
	}
	v.orbits = fixed / len(k)
	v.free = fixed == v.total
	return v
}

// itemOrbits returns the orbits of the elements k on the primary items that are not
// covered. Each orbit is ascending; the orbits are ordered by their first items. Items
// without options are left out: there are no solutions then.
func (x *reducer) itemOrbits(k []int32) [][]enumerate.Item {
	var all [][]enumerate.Item
	seen := make([]bool, x.problem.Items())
	for i := range seen {
		if seen[i] || x.covered[i] || !x.problem.Item(enumerate.Item(i)).Primary() || len(x.lists[i]) == 0 {
			continue
		}
		var orbit []enumerate.Item
		for _, e := range k {
			if m := x.group.ItemImage(int(e), enumerate.Item(i)); !seen[m] {
				seen[m] = true
				orbit = append(orbit, m)
			}
		}
		slices.Sort(orbit)
		all = append(all, orbit)
	}
	return all
}

// product returns an upper bound of the number of choices of several items, or 0 if the
// bound exceeds limit.
func (x *reducer) product(items []enumerate.Item, limit int) int {
	product := 1
	for _, i := range items {
		n := 0
		for _, o := range x.lists[i] {
			if !x.taken[o] {
				n++
			}
		}
		if product *= n; product > limit {
			return 0
		}
	}
	return product
}

// withChoices returns the pivot of items that the elements k map among
// themselves, with its choices.
func (x *reducer) withChoices(items []enumerate.Item, k []int32) pivot {
	v := pivot{items: items}
	sorted := make([]enumerate.OptionID, 0, len(items))
	image := make([]enumerate.OptionID, 0, len(items))
	var stabiliser []int32
	var others []enumerate.OptionID
	x.eachChoice(items, nil, func(options []enumerate.OptionID) {
		sorted = append(sorted[:0], options...)
		slices.Sort(sorted)
		stabiliser, others = stabiliser[:0], others[:0]
		for _, e := range k {
			image = x.group.options.append(image[:0], int(e), sorted)
			slices.Sort(image)
			switch slices.Compare(image, sorted) {
			case -1:
				return // not the least of its orbit
			case 0:
				stabiliser = append(stabiliser, e)
			default:
				others = append(others, image...)
			}
		}
		c := choice{options: slices.Clone(sorted), stabiliser: slices.Clone(stabiliser), size: len(k) / len(stabiliser)}
		if len(items) == 1 {
			slices.Sort(others)
			c.others = slices.Clone(slices.Compact(others))
		}
		v.choices = append(v.choices, c)
		v.orbits++
		v.total += c.size
	})
	slices.SortFunc(v.choices, func(a, b choice) int { return slices.Compare(a.options, b.options) })
	return v
}

// eachChoice visits the sets of options that cover the items and conflict neither with
// each other nor with the fixed options.
func (x *reducer) eachChoice(items []enumerate.Item, chosen []enumerate.OptionID, visit func([]enumerate.OptionID)) {
	for len(items) > 0 && slices.ContainsFunc(chosen, func(o enumerate.OptionID) bool {
		return x.contains(o, items[0])
	}) {
		items = items[1:]
	}
	if len(items) == 0 {
		visit(chosen)
		return
	}
	for _, o := range x.lists[items[0]] {
		if !x.taken[o] && !slices.ContainsFunc(chosen, func(q enumerate.OptionID) bool { return x.conflict(o, q) }) {
			x.eachChoice(items[1:], append(chosen, o), visit)
		}
	}
}

func (x *reducer) contains(o enumerate.OptionID, i enumerate.Item) bool {
	return slices.ContainsFunc(x.problem.Option(o), func(m enumerate.Member) bool { return m.Item == i })
}

// conflict reports whether two options cannot be in one solution: they share an item
// that belongs to one option only, or to options of one colour only.
func (x *reducer) conflict(o, q enumerate.OptionID) bool {
	for _, m := range x.problem.Option(o) {
		if x.problem.Item(m.Item).Max > 1 {
			continue
		}
		for _, n := range x.problem.Option(q) {
			if m.Item == n.Item && (m.Colour == 0 || m.Colour != n.Colour) {
				return true
			}
		}
	}
	return false
}

func allElements(g *Group) []int32 { return enumerate.Indices(int32(g.Order())) }
