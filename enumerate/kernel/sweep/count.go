package sweep

import (
	"math/big"
	"slices"
	"sync"
	"sync/atomic"

	"coverstat/enumerate"
)

// A Counter counts the solutions of a plan, by the values of its sums.
type Counter struct {
	// Limits bound the next Run.
	Limits Limits
	// Nodes is the number of options tried that fit: edges between states. Where they were not
	// enough it is Limits.Nodes.
	Nodes int64

	// Err is why a Run [Failed].
	Err error

	// Groups are the numbers of solutions, all of them raw, by the values of the sums, ascending, after
	// a Run that was [Done].
	Groups []enumerate.Group

	plan  *Plan
	run   sweeper // a count that can go on
	nodes int64   // of a count that is done
	done  bool
}

// NewCounter returns a counter.
func NewCounter(p *Plan, l Limits) *Counter { return &Counter{plan: p, Limits: l} }

// Run counts all solutions. It looks at stop, which may be nil, every thousand entries of a table.
//
// After [Stopped] and [Exhausted], Run goes on where it was broken off, in the middle of a layer too, under
// the Limits of now: more nodes, or more workers. So a count may be given an allowance and, if it is not
// [Done], a larger one, and nothing is done twice. After Done it tells the result again. It is Done if and only if it
// takes no more than Limits.Nodes in all. Neither that nor Nodes depends on the workers, or on how often it was broken
// off.
func (c *Counter) Run(stop *atomic.Bool) Outcome {
	if c.done || c.plan.Impossible {
		if c.Nodes = c.nodes; c.Limits.Nodes > 0 && c.nodes > c.Limits.Nodes {
			c.Nodes = c.Limits.Nodes
			return Exhausted
		}
		return Done
	}
	if c.run == nil {
		c.run = newSweeper(c.plan, c.Limits, stop)
		var kept func([]byte) error
		done := func() {}
		if c.Limits.Checkpoint != nil {
			kept, done = c.Limits.Checkpoint.Load(c.Limits.Task)
		}
		err := c.run.start(kept)
		if done(); err != nil { // from the beginning, then
			c.run = newSweeper(c.plan, c.Limits, stop)
			c.run.start(nil)
		}
	}
	outcome := c.run.count(c, stop)
	if outcome != Stopped && outcome != Exhausted {
		c.run = nil
	}
	return outcome
}

// start begins a count, or reads a snapshot of one.
func (a *pass[K]) start(from func([]byte) error) (err error) {
	if from != nil {
		err = a.restore(from)
	}
	if a.place == 0 {
		a.begin(1)
	}
	return err
}

func (a *pass[K]) count(c *Counter, stop *atomic.Bool) Outcome {
	var found sync.Mutex
	a.bound(c.Limits, stop)
	a.forward(false)
	c.Nodes = a.nodes.Load()
	switch outcome := a.outcome(); outcome {
	case Done:
	case Exhausted:
		c.Nodes = c.Limits.Nodes
		return outcome
	default:
		c.Err = a.err
		return outcome
	}
	last := a.plan.Places
	a.each(last, partSize, func(_ *worker[K], l *layer[K], from, to int) {
		for at := from; at < to; at++ {
			if k, used := l.key(at); used {
				if values, ok := a.accepted(k); ok {
					found.Lock()
					c.Groups = append(c.Groups, enumerate.Group{Values: values, Raw: toBig(l.countAt(at))})
					found.Unlock()
				}
			}
		}
	})
	if a.outcome() == Done {
		a.free(last)
	}
	if c.Err = a.err; a.outcome() != Done {
		return a.outcome()
	}
	slices.SortFunc(c.Groups, func(x, y enumerate.Group) int { return slices.Compare(x.Values, y.Values) })
	merged := c.Groups[:0]
	for _, g := range c.Groups { // states may differ in the sums of a filter alone
		if n := len(merged); n > 0 && slices.Equal(merged[n-1].Values, g.Values) {
			merged[n-1].Raw.Add(merged[n-1].Raw, g.Raw)
			continue
		}
		merged = append(merged, g)
	}
	c.Groups, c.nodes, c.done = merged, c.Nodes, true
	return Done
}

// Total returns the number of all solutions.
func (c *Counter) Total() *big.Int {
	n := new(big.Int)
	for _, g := range c.Groups {
		n.Add(n, g.Raw)
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
