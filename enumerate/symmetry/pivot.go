package symmetry

import (
	"slices"

	"coverstat/enumerate"
)

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
			if x.group.options[e][o] == o {
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
			if m := x.group.items[e][i]; !seen[m] {
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
			image = image[:0]
			for _, o := range sorted {
				image = append(image, x.group.options[e][o])
			}
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
	for len(items) > 0 && slices.ContainsFunc(chosen, func(o enumerate.OptionID) bool { return x.contains(o, items[0]) }) {
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

func allElements(g *Group) []int32 { return identity[int32](g.Order()) }
