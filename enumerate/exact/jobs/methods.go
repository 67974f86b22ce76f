package jobs

import (
	"errors"
	"fmt"
	"math"

	"coverstat/enumerate"
	"coverstat/enumerate/exact"
	"coverstat/enumerate/exact/totals"
	"coverstat/enumerate/kernel/sweep"
	"coverstat/enumerate/probe"
)

const (
	// rowTime is how many times as long a listing takes that looks at every solution.
	rowTime = 3
	// A list that takes letGo times as long as the sweeps, by a glance at it, is let go: it is neither reduced nor
	// probed.
	letGo = 1000
)

// methods are those of [enumerate.Features], and the first of them if it is by sweeps. The methods take turns
// ([enumerate/run.Race]), so their estimates may be rough.
func (c *Census) methods(
	q enumerate.Question) (methods []enumerate.Method, first *totals.Sweeps, why string, err error) {
	list := c.list(q)
	if c.named && !q.SweepOnly {
		list.Nodes = c.expected()
		return []enumerate.Method{list}, nil, "by listing: kernel " + c.pool.Kernel.Name + " is asked for", nil
	}
	sweeps, err := totals.New(c.Instance, q)
	if q.SweepOnly && err == nil {
		err = sweeps.Prepare()
	}
	switch {
	case q.SweepOnly && err != nil:
		return nil, nil, "", unfit(err, fmt.Sprintf("kernel sweep: %v", err), "kernel", "auto", c.Instance.Smaller)
	case q.SweepOnly || err == nil && c.hopeless(q, list, sweeps):
		return []enumerate.Method{sweeps.Method()}, sweeps, "by " + sweeps.Text(), nil
	}
	return c.listOrSweep(q, list, sweeps, err)
}

// listOrSweep are the methods where both may be possible; lacking says why sweeps are not.
func (c *Census) listOrSweep(q enumerate.Question, list enumerate.Method, sweeps *totals.Sweeps,
	lacking error) (methods []enumerate.Method, first *totals.Sweeps, why string, err error) {
	list.Nodes = c.expected()
	if q.Told != nil {
		q.Told(list)
	}
	if lacking == nil && list.Time()*sweep.OtherPart < sweeps.ChoiceTime() {
		// The sweep is not planned. Its time is set to that of the listing, so the listing's first turn is twice what
		// it is expected to take.
		unplanned := enumerate.Method{Job: sweeps.Job(), Node: totals.SweepNode, Nodes: list.Time() / totals.SweepNode}
		return []enumerate.Method{list, unplanned}, nil, "by listing: the search is short", nil
	}
	if lacking == nil {
		if !math.IsNaN(list.Nodes) {
			sweeps.LimitChoice(list.Time())
		}
		lacking = sweeps.Prepare()
	}
	if lacking != nil {
		if probe.Hopeless(list.Nodes) && (q.Statistics || q.Values || q.Uses) {
			return nil, nil, "", unfit(lacking,
				fmt.Sprintf("a list of all solutions would take too long, and nothing else is possible: %v",
					lacking), "output.rows", c.Instance.Smaller, c.Instance.Smaller)
		}
		return []enumerate.Method{list}, nil, "by listing: " + lacking.Error(), nil
	}
	c.countSolutions(&list, sweeps)
	other := sweeps.Method()
	if list.Time() < other.Time() {
		_, nodes := sweeps.Size()
		return []enumerate.Method{list, other}, nil, fmt.Sprintf("by listing: %s would take about %.2g nodes",
			enumerate.Plural(sweeps.Tasks(), "sweep"), nodes), nil
	}
	return []enumerate.Method{other, list}, sweeps, "by " + sweeps.Text(), nil
}

// hopeless reports whether a glance at the list and the sweeps shows that the list will not be the first to end.
func (c *Census) hopeless(q enumerate.Question, list enumerate.Method, sweeps *totals.Sweeps) bool {
	if c.Instance.Impossible != "" {
		return false
	}
	k := c.pool.Get()
	list.Nodes = probe.Glance(k) / float64(c.Instance.Group.Order())
	c.pool.Put(k)
	if !(list.Time() > letGo*sweeps.ChoiceTime()) {
		return false
	}
	if q.Told != nil {
		q.Told(list)
	}
	if sweeps.Prepare() != nil {
		return false
	}
	c.countSolutions(&list, sweeps)
	return list.Time() > letGo*sweeps.Method().Time()
}

// countSolutions gives a list at least as many nodes as there are solutions: probes often miss large parts of it, of
// which a sampled sweep tells more.
func (c *Census) countSolutions(list *enumerate.Method, sweeps *totals.Sweeps) {
	if least := sweeps.Solutions() / float64(c.Instance.Group.Order()); list.Nodes < least {
		list.Nodes = least
	}
}

// list is the method of listing the solutions, of which the nodes are not known yet. A list has the uses of options in
// its rows.
func (c *Census) list(q enumerate.Question) enumerate.Method {
	m := enumerate.Method{Job: c.Job(), Node: c.pool.Kernel.Node}
	if q.Uses && c.countOnly {
		m.Job = c.makeJob(true)
	}
	if q.Statistics || q.Values || q.Uses {
		m.Node *= rowTime
	}
	return m
}

// unfit makes an error of the config of the reason why no sweep fits. It is at this key unless the
// reason has one; then smaller puzzles may fit, too.
func unfit(err error, problem, key, expected, smaller string) error {
	e := &enumerate.InputError{Key: key, Problem: problem, Expected: expected}
	var unfit *enumerate.UnfitError
	if errors.As(err, &unfit) && unfit.Key != "" {
		e.Key, e.Expected = unfit.Key, smaller+", or "+unfit.Expected
	}
	return e
}

// weighed are the solutions of an instance in which each is counted as often as it weighs.
func weighed(x *exact.Instance) *enumerate.Weighed {
	return &enumerate.Weighed{Measures: x.Measures, Method: func(q enumerate.Question) (enumerate.Method, error) {
		sweeps, err := totals.New(x, q)
		if err != nil {
			return enumerate.Method{}, err
		}
		return enumerate.Method{Job: sweeps.Job(), Node: totals.SweepNode}, nil
	}}
}
