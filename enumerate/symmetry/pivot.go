package symmetry

import (
	"slices"

	"coverstat/enumerate"
)

const (
	// maxSteps bounds the steps of a reduction. Dominoes on 8x8 have no piece
	// to be a pivot and 1.63 million classes. A cell as the pivot of its
	// subgroup visits 6.5 million solutions, the corners in 1, 2, 3 or 4 steps
	// 3.3, 2.2, 1.9 or 1.9, in 4 to 100 cases.
	maxSteps = 3
	// maxChoices bounds the choices of a pivot of several items. It lets the
	// first and last rows and columns of 13 queens be one; for 12 queens they
	// make 56,000 nodes of 164,000.
	maxChoices = 1 << 15
	// maxMoreChoices is the bound in further steps, where cases multiply and
	// little can be saved.
	maxMoreChoices = 16
)

// A pivot is a set of items with the orbits of its choices.
type pivot struct {
	items   []enumerate.Item
	choices []choice // the least of each orbit, ascending
	total   int      // choices in all orbits
	free    bool     // no element but the identity maps any choice to itself
}

// A choice is an option for each item of a pivot.
type choice struct {
	options    []enumerate.OptionID // ascending
	others     []enumerate.OptionID // of a single item: the rest of the orbit
	size       int                  // of the orbit
	stabiliser []int32              // the identity first
}

// reducer makes a reduction.
type reducer struct {
	problem *enumerate.Problem
	group   *Group
	lists   [][]enumerate.OptionID // by item
	taken   []bool                 // options that are fixed or in conflict with fixed ones
	covered []bool                 // items of fixed options
	seen    []bool                 // by option, scratch

	maxChoices int

	pivots [][]enumerate.Item
	cases  []Case
}

func newReducer(p *enumerate.Problem, g *Group) *reducer {
	x := &reducer{problem: p, group: g, maxChoices: maxChoices, lists: make([][]enumerate.OptionID, p.Items()),
		taken: make([]bool, p.Options()), covered: make([]bool, p.Items()), seen: make([]bool, p.Options())}
	for o := range p.Options() {
		for _, m := range p.Option(enumerate.OptionID(o)) {
			x.lists[m.Item] = append(x.lists[m.Item], enumerate.OptionID(o))
		}
	}
	return x
}

// enter looks at the options that can stand beside fixed ones.
func (x *reducer) enter(fixed []enumerate.OptionID) {
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

// first chooses the pivot of the first step.
func (x *reducer) first(c partial) (pivot, bool) {
	var best pivot
	var product int
	for _, items := range x.itemOrbits(c.k) {
		switch {
		case len(items) == 1:
			v := x.single(items[0], c.k)
			if len(v.choices) < v.total && (len(best.items) != 1 || len(v.choices) < len(best.choices)) {
				best = v
			}
		case len(best.items) == 1:
		default:
			if n := x.product(items, x.maxChoices); n > 0 && (best.items == nil || n < product) {
				best, product = pivot{items: items}, n
			}
		}
	}
	return x.complete(best, c.k)
}

// further chooses the pivot of a further step, within the case entered.
func (x *reducer) further(c partial) (pivot, bool) {
	var best pivot
	var product int
	for _, items := range x.itemOrbits(c.k) {
		switch {
		case len(items) == 1:
			v := x.single(items[0], c.k)
			if len(v.choices) == v.total {
				continue
			}
			if len(best.items) != 1 || v.free && !best.free || v.free == best.free && v.total > best.total {
				best = v
			}
		case len(best.items) == 1:
		default:
			if n := x.product(items, maxMoreChoices); n > 0 && (best.items == nil || n < product) {
				best, product = pivot{items: items}, n
			}
		}
	}
	return x.complete(best, c.k)
}

// complete lists the choices of a pivot of several items, and reports whether
// there is a pivot that saves anything.
func (x *reducer) complete(v pivot, k []int32) (pivot, bool) {
	if len(v.items) > 1 {
		v = x.several(v.items, k)
	}
	return v, len(v.choices) < v.total
}

// itemOrbits returns the orbits of elements on the primary items that are not
// covered, each ascending, by their first items. Items without options are
// left out: there are no solutions then.
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

// product bounds the number of choices of several items from above, 0 if the
// bound is beyond limit.
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

// single returns the pivot of an item that elements k map to itself.
func (x *reducer) single(item enumerate.Item, k []int32) pivot {
	v := pivot{items: []enumerate.Item{item}, free: true}
	clear(x.seen)
	for _, o := range x.lists[item] {
		if x.taken[o] || x.seen[o] {
			continue
		}
		x.seen[o] = true
		c := choice{options: []enumerate.OptionID{o}, size: 1}
		for _, e := range k {
			m := x.group.options[e][o]
			if m == o {
				c.stabiliser = append(c.stabiliser, e)
			}
			if !x.seen[m] {
				x.seen[m] = true
				c.others = append(c.others, m)
				c.size++
			}
		}
		v.add(c)
	}
	return v
}

// several returns the pivot of items that elements k map among themselves.
func (x *reducer) several(items []enumerate.Item, k []int32) pivot {
	v := pivot{items: items, free: true}
	sorted := make([]enumerate.OptionID, 0, len(items))
	image := make([]enumerate.OptionID, 0, len(items))
	var stabiliser []int32
	x.eachChoice(items, nil, func(options []enumerate.OptionID) {
		sorted = append(sorted[:0], options...)
		slices.Sort(sorted)
		stabiliser = stabiliser[:0]
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
			}
		}
		v.add(choice{options: slices.Clone(sorted), stabiliser: slices.Clone(stabiliser), size: len(k) / len(stabiliser)})
	})
	slices.SortFunc(v.choices, func(a, b choice) int { return slices.Compare(a.options, b.options) })
	return v
}

func (v *pivot) add(c choice) {
	v.choices = append(v.choices, c)
	v.total += c.size
	v.free = v.free && len(c.stabiliser) == 1
}

// eachChoice visits the sets of options that cover the items and fit together
// and to what is fixed.
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

// conflict reports whether two options cannot be in one solution because of an
// item that belongs to one option, or to options of one colour.
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
