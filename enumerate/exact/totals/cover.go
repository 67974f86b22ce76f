package totals

import (
	"fmt"
	"math/big"
	"slices"

	"coverstat/enumerate"
	"coverstat/enumerate/exact"
	"coverstat/enumerate/kernel/sweep"
	"coverstat/enumerate/symmetry"
)

// SweepNode is how long a node of a sweep typically takes, in nanoseconds.
const SweepNode = 80

// estimateWidth is the width of the sampled sweep that estimates a task: some hundredths of a second.
const estimateWidth = 500

// cover is the exact cover of the solutions that some symmetries map to themselves, with the
// order of items in which it is swept.
type cover struct {
	problem  *enumerate.Problem
	quotient *symmetry.Quotient // nil: the problem itself
	order    exact.ItemOrder
	size     sweep.Size     // of a count
	counter  *sweep.Counter // a count that has begun
	total    *big.Int       // of its solutions, if the count has ended
}

// newCover makes the cover of the solutions that these elements of the group map to themselves, of
// all solutions if there are none. It begins to count them, and chooses the order of items by
// sampled sweeps if the count is not short.
func newCover(x *exact.Instance, whole []enumerate.Item, elements ...int) (*cover, error) {
	c := &cover{problem: x.Problem}
	orders := append([]exact.ItemOrder{givenOrder(x.Problem)}, x.Scans...)
	if len(elements) > 0 {
		q, err := symmetry.NewQuotient(x.Problem, x.Group, elements...)
		if err != nil {
			return nil, err
		}
		c.problem, c.quotient = q.Problem, q
		orders = []exact.ItemOrder{{Items: q.Order(whole)}}
	}
	orders = append(orders, exact.ItemOrder{Name: "item by item along a narrow frontier", Items: sweep.NarrowOrder(c.problem)})
	var plans []*sweep.Plan
	var fitting []exact.ItemOrder
	var against error
	for _, order := range orders {
		plan, err := planOf(x, c.quotient, order.Items)
		if err != nil {
			against = err
			continue
		}
		plans, fitting = append(plans, plan), append(fitting, order)
	}
	if len(plans) == 0 {
		return nil, fmt.Errorf("a sweep does not fit: %w", against)
	}
	choice := sweep.Choose(plans)
	c.order, c.size, c.counter = fitting[choice.Number], choice.Size, choice.Counter
	if choice.Done {
		c.total = choice.Counter.Total()
	}
	return c, nil
}

// membersOf are the options of the problem that an option of the cover stands for.
func (c *cover) membersOf(o int) []enumerate.OptionID {
	if c.quotient == nil {
		return []enumerate.OptionID{enumerate.OptionID(o)}
	}
	return c.quotient.Members[o]
}

// givenOrder is the problem's own order of its primary items.
func givenOrder(p *enumerate.Problem) exact.ItemOrder {
	order := exact.ItemOrder{Name: "item by item"}
	for i := range enumerate.Item(p.Items()) {
		if p.Item(i).Primary() {
			order.Items = append(order.Items, i)
		}
	}
	return order
}

// planOf makes the plan of a sweep over the solutions of an instance, or of the quotient q if that
// is not nil. The sweep counts by the values of some sums.
func planOf(x *exact.Instance, q *symmetry.Quotient, order []enumerate.Item, by ...*enumerate.Sum) (*sweep.Plan, error) {
	p := x.Problem
	if q != nil {
		p = q.Problem
	}
	var sums []enumerate.Sum
	for _, s := range by {
		sums = append(sums, sumOf(q, s))
	}
	r := x.Conditions()
	if r == nil {
		return sweep.NewPlan(p, order, nil, sums...)
	}
	required, lacking := r.Sums()
	if lacking != "" {
		return nil, fmt.Errorf("%s is required, and does not add up over options", lacking)
	}
	f := &sweep.Filter{Most: r.Most(), Accept: r.Allow}
	for _, s := range required {
		f.Sums = append(f.Sums, sumOf(q, s))
	}
	return sweep.NewPlan(p, order, f, sums...)
}

// sumOf makes a sum over the options of a problem one over the options of its quotient q. If q is
// nil, there is no quotient.
func sumOf(q *symmetry.Quotient, of *enumerate.Sum) enumerate.Sum {
	if q == nil {
		return *of
	}
	orbits := q.Members
	sum := enumerate.Sum{Base: of.Base}
	if of.Values != nil {
		sum.Values = make([]int32, len(orbits))
		for o, members := range orbits {
			for _, m := range members {
				sum.Values[o] += of.Values[m]
			}
		}
	}
	if of.Contacts != nil {
		contacts := *of.Contacts
		contacts.Members, contacts.Orbit = orbits, q.Orbit
		sum.Contacts = &contacts
	}
	for _, mark := range of.Marks {
		touching := map[enumerate.OptionID]bool{}
		for _, o := range mark {
			touching[o] = true
		}
		var touch []enumerate.OptionID
		for o, members := range orbits {
			if slices.ContainsFunc(members, func(m enumerate.OptionID) bool { return touching[m] }) {
				touch = append(touch, enumerate.OptionID(o))
			}
		}
		sum.Marks = append(sum.Marks, touch)
	}
	return sum
}
