package census

import (
	"errors"
	"fmt"
	"sync/atomic"

	"coverstat/enumerate"
	"coverstat/enumerate/exact"
	"coverstat/enumerate/kernel/sweep"
	"coverstat/enumerate/symmetry"
)

// Solutions are counted by a sweep (package sweep) where that takes less time than listing them.
// How many states a sweep meets depends on the order of the items. Each order is estimated by a
// thin sweep, which keeps only some states of each layer.
const (
	sweepNode = 125      // typical nanoseconds of a node of a sweep
	thinPart  = 1.0 / 50 // of the time of a listing is spent on all thin sweeps together
	thinEdges = 6        // for each state that a thin sweep keeps
	// A thin sweep keeps at most mostKept states of a layer: then its estimate for the best
	// order is within a fifth of the truth, and it takes some hundredths of a second.
	mostKept = 4000
)

// sweepCount is a choice between a sweep and a listing, to count the solutions.
type sweepCount struct {
	plan  *sweep.Plan // nil: they are listed
	order []enumerate.Item
	size  sweep.Size // expected
	why   string     // in words
}

// chooseSweep chooses between a sweep in the best order and a listing. listing is the expected time
// of a listing, as the number of nodes that a sweep has in that time.
func chooseSweep(x *exact.Instance, listing float64) *sweepCount {
	if r := x.Required(); r != nil {
		if _, lacking := r.Sums(); lacking != "" {
			return &sweepCount{why: fmt.Sprintf("counting by listing: %s is required, and does not add up over options", lacking)}
		}
	}
	given := givenOrder(x.Problem)
	orders := append([]exact.ItemOrder{given}, x.Scans...)
	keep := min(mostKept, listing*thinPart/thinEdges/float64((len(orders)+1)*max(1, len(given.Items))))
	if keep < sweep.LeastKept {
		return shortSweep(x, given.Items, listing)
	}
	orders = append(orders, narrowOrder(x.Problem))
	best, against := bestSweep(x, nil, orders, int(keep))
	switch {
	case best.plan == nil:
		return &sweepCount{why: fmt.Sprintf("counting by listing: a sweep does not fit: %v", against)}
	case best.size.Work > listing:
		return &sweepCount{why: fmt.Sprintf("counting by listing: a sweep would take about %.2g nodes", best.size.Nodes)}
	}
	return &best
}

// Sweep returns the plan of a sweep over all solutions, and its expected size. The plan is nil if
// a listing is better. why gives the reason in words.
func (c *Census) Sweep() (plan *sweep.Plan, size sweep.Size, why string) {
	s := c.sweep()
	return s.plan, s.size, s.why
}

// counting is how the command count counts: by the best sweep, unless the config names a kernel or
// the memory of a sweep is too large.
func (c *Census) counting() *sweepCount {
	if c.named {
		return &sweepCount{why: "counting by listing: kernel " + c.kernel + " is asked for"}
	}
	s := c.sweep()
	if m := (enumerate.Memory{Expected: s.size.Count, Limit: sweep.DefaultMemory}); m.Refused() {
		return &sweepCount{why: "counting by listing: a sweep would take " + m.Text()}
	}
	return s
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

func narrowOrder(p *enumerate.Problem) exact.ItemOrder {
	return exact.ItemOrder{Name: "item by item along a narrow frontier", Items: sweep.Narrow(p)}
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
	r := x.Required()
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

// bestSweep estimates the sweep in each order by a thin one, and returns the shortest. If
// none fits, it returns the reason.
func bestSweep(x *exact.Instance, q *symmetry.Quotient, orders []exact.ItemOrder, keep int) (best sweepCount, against error) {
	for _, order := range orders {
		plan, err := planOf(x, q, order.Items)
		if err != nil {
			against = err
			continue
		}
		if s := sweep.Estimate(plan, keep); best.plan == nil || s.Nodes < best.size.Nodes {
			best = sweepCount{plan, order.Items, s, fmt.Sprintf("counting by a sweep, %s: a frontier of %d bits, about %.2g nodes", order.Name, plan.Frontier(), s.Nodes)}
		}
	}
	return best, against
}

// shortSweep chooses for a search too short for thin sweeps: it tries a sweep for as long as thin
// ones would have taken. Making the plan takes as long as a node for each option, so it is not
// made for fewer nodes.
func shortSweep(x *exact.Instance, order []enumerate.Item, listing float64) *sweepCount {
	short := &sweepCount{why: "counting by listing: the search is short"}
	most := int64(listing * thinPart)
	if most < int64(x.Problem.Options()) {
		return short
	}
	plan, err := planOf(x, nil, order)
	if err != nil {
		return short
	}
	c := sweep.NewCounter(plan, sweep.Limits{Nodes: most})
	if c.Run(nil) != sweep.Done {
		return short
	}
	return &sweepCount{plan, order, sweep.Size{Nodes: float64(c.Nodes)}, fmt.Sprintf("counting by a sweep, item by item: a frontier of %d bits, %d nodes", plan.Frontier(), c.Nodes)}
}

// count implements the feature Count of [enumerate.Features]: by a sweep, if that is the choice.
func (c *Census) count(workers int, most int64, stop *atomic.Bool, progress func(nodes int64)) (enumerate.CountResult, error) {
	s := c.counting()
	if s.plan == nil {
		return enumerate.CountResult{}, nil
	}
	counter := sweep.NewCounter(s.plan, sweep.Limits{Workers: workers, Nodes: most, Progress: progress})
	switch counter.Run(stop) {
	case sweep.Done:
		n := enumerate.CountResult{Raw: counter.Total(), Nodes: counter.Nodes, How: "sweep"}
		err := c.countDistinct(&n, workers, most, stop, progress)
		return n, err
	case sweep.Exhausted:
		return enumerate.CountResult{Nodes: counter.Nodes, How: "sweep"}, nil
	case sweep.Full:
		return enumerate.CountResult{}, fmt.Errorf("a sweep needs more than %d GiB of memory here: choose a smaller board, or list the solutions with --kernel", sweep.DefaultMemory>>30)
	case sweep.Overflow:
		return enumerate.CountResult{}, sweep.ErrOverflow
	}
	return enumerate.CountResult{}, errStopped
}

var errStopped = errors.New("stopped before the end")

// countingFacts implements the feature CountingFacts of [enumerate.Features].
func (c *Census) countingFacts() []enumerate.Fact {
	s := c.counting()
	how := "listing"
	if s.plan != nil {
		how = "sweep"
	}
	facts := []enumerate.Fact{{Key: "count", Text: s.why, Value: how}}
	if s.plan != nil && c.Instance.Group.Order() > 1 {
		b := c.burnside()
		facts = append(facts, enumerate.Fact{Key: "count_distinct", Text: b.why, Value: b.pays})
	}
	return facts
}
