package sweep

import (
	"math/big"
	"slices"
	"sync/atomic"
)

// A Counter counts the solutions of a plan, by the values of its sums.
type Counter struct {
	plan   *Plan
	limits Limits
	groups []Group

	// Nodes is the number of options tried that fit: edges between states.
	Nodes int64
}

// A Group is the number of solutions with these values of the sums.
type Group struct {
	Values []int64
	Count  *big.Int
}

// NewCounter returns a counter.
func NewCounter(p *Plan, l Limits) *Counter { return &Counter{plan: p, limits: l} }

// Run counts all solutions. It looks at stop, which may be nil, every thousand states.
func (c *Counter) Run(stop *atomic.Bool) Outcome {
	c.groups, c.Nodes = nil, 0
	if c.plan.impossible {
		return Done
	}
	return newSweeper(c.plan, c.limits, stop).count(c)
}

func (a *pass[K]) count(c *Counter) Outcome {
	first := 0
	if c.limits.Kept != nil {
		var err error
		if first, err = a.restore(c.limits.Kept); err != nil { // then from the beginning
			a, first = newPass[K](c.plan, c.limits, a.stop), 0
		}
	}
	if first == 0 {
		a.begin(1)
	}
	a.forward(first, false)
	c.Nodes = a.nodes.Load()
	if a.outcome() != Done {
		return a.outcome()
	}
	last := len(a.steps) - 1
	for i := range a.shards {
		l := &a.shards[i].layers[last]
		for at, k := range l.keys {
			if k[len(k)-1] == 0 {
				continue
			}
			if values, ok := accepted(c.plan, k); ok {
				c.groups = append(c.groups, Group{values[:c.plan.by], toBig(l.counts.at(at))})
			}
		}
	}
	slices.SortFunc(c.groups, func(x, y Group) int { return slices.Compare(x.Values, y.Values) })
	merged := c.groups[:0]
	for _, g := range c.groups { // states may differ in the sums of a filter alone
		if n := len(merged); n > 0 && slices.Equal(merged[n-1].Values, g.Values) {
			merged[n-1].Count.Add(merged[n-1].Count, g.Count)
			continue
		}
		merged = append(merged, g)
	}
	c.groups = merged
	return Done
}

// accepted returns the values of the sums in a state at the end, and whether it counts.
func accepted[K key](p *Plan, k K) (values []int64, ok bool) {
	values = make([]int64, len(p.sums))
	for i, s := range p.sums {
		values[i] = s.base + int64(k[s.word]>>s.shift&s.mask)
	}
	return values, p.accept == nil || p.accept(values)
}

// Groups returns the numbers of solutions by the values of the sums, ascending, after a
// Run that was [Done].
func (c *Counter) Groups() []Group { return c.groups }

// Total returns the number of all solutions.
func (c *Counter) Total() *big.Int {
	n := new(big.Int)
	for _, g := range c.groups {
		n.Add(n, g.Count)
	}
	return n
}

// toBig returns the number with these digits.
func toBig(digits []uint64) *big.Int {
	n := new(big.Int)
	for i := len(digits) - 1; i >= 0; i-- {
		n.Lsh(n, 64)
		n.Or(n, new(big.Int).SetUint64(digits[i]))
	}
	return n
}
