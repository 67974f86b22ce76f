package census

import (
	"errors"
	"fmt"
	"math/big"
	"sync/atomic"

	"coverstat/enumerate"
	"coverstat/enumerate/kernel/memo"
	"coverstat/enumerate/kernel/state"
	"coverstat/enumerate/kernel/sweep"
)

// A count by memory remembers the counts of sub-problems (package memo). Trials
// decide whether it pays. They measure its saving: the number of nodes of a
// search without memory that one of its nodes stands for. A node costs some twenty times
// as much as a node of the best kernels, and listing also tells the number up to
// symmetry, so the saving must be large.
//
// A first trial of a thousand nodes takes a millisecond and settles most cases.
// In it, 12 or 18 different pieces have savings of at most 1.3, Latin squares of
// 1.7, dominoes of 7 and more. After 16,384 nodes these are 1.4, 4.5 and some
// thousand, and they only grow from there, so the thresholds need not be exact.
// Puzzles whose search without memory is short are listed anyway. Further trials with
// all three orders take at most a twentieth of the time that listing is expected to
// take. They were more than half of the time for pentominoes on 3x20, whose search is
// short.
const (
	firstTrial = 1 << 10 // nodes
	shortTrial = 1 << 14
	longTrial  = 1 << 17
	// trialsPer is the number of nodes of a listing for each node that a trial may
	// have: a node with memory costs 20, trials may take a 20th, and there are 3.
	trialsPer = 20 * 20 * 3

	firstSaving  = 1.4 // that the first trial must show
	shortSaving  = 2   // that the short trial must show for a long one
	leastSaving  = 4   // that pays, if a trial did not finish the count
	listedAnyway = 1 << 22
)

// A MemoryCount says whether a count by memory pays, and how it goes.
type MemoryCount struct {
	Pays bool
	Why  string // in words
	coverOrder
}

// coverOrder is an order in which a count by memory may cover the items.
type coverOrder struct {
	name  string
	Space *state.Space
	Rule  memo.Rule
}

func (w coverOrder) try(nodes int64) (*memo.Counter, memo.Outcome) {
	c := memo.NewCounter(w.Space, memo.Settings{Rule: w.Rule, Nodes: nodes})
	return c, c.Run(nil, nil)
}

// ChooseCount decides whether and how to count by memory. nodes returns the expected
// nodes of a listing.
func ChooseCount(p *enumerate.Problem, nodes func() float64) *MemoryCount {
	expected := nodes()
	if expected < firstTrial*trialsPer {
		return &MemoryCount{Why: "counting by listing: the search is short"}
	}
	space, err := state.New(p, nil)
	if err != nil {
		return &MemoryCount{Why: "counting by listing: memory of sub-problems does not fit: " + err.Error()}
	}
	orders := []coverOrder{
		{"item by item", space, memo.First},
		{"the item with fewest options first", space, memo.Fewest},
	}
	saving := 0.0
	for _, w := range orders {
		c, _ := w.try(firstTrial)
		saving = max(saving, c.Saving())
	}
	if saving < firstSaving {
		return seldomRepeat(saving)
	}
	if space, err = state.New(p, sweep.Narrow(p)); err == nil {
		orders = append(orders, coverOrder{"item by item along a narrow frontier", space, memo.First})
	}
	return tryOrders(orders, int64(min(longTrial, expected/trialsPer)))
}

func seldomRepeat(saving float64) *MemoryCount {
	return &MemoryCount{Why: fmt.Sprintf("counting by listing: sub-problems seldom repeat (a remembered node stands for %.2f in a trial)", saving)}
}

// tryOrders tries all orders for longer, but at most so many nodes each, and takes the
// best: of those that finish the one with fewest nodes, else the one that saves most.
func tryOrders(orders []coverOrder, most int64) *MemoryCount {
	var best *memo.Counter
	var with coverOrder
	finished, mostSaving := false, 0.0
	for _, w := range orders {
		c, outcome := w.try(min(shortTrial, most))
		mostSaving = max(mostSaving, c.Saving())
		if outcome == memo.Exhausted && c.Saving() >= shortSaving && most > shortTrial {
			c, outcome = w.try(most)
		}
		done := outcome == memo.Done
		switch {
		case done && c.Covered < listedAnyway:
			return &MemoryCount{Why: fmt.Sprintf("counting by listing: a search without memory has %.0f nodes", c.Covered)}
		case !done && (finished || c.Saving() < leastSaving):
			continue
		case best == nil, done && !finished, done && c.Nodes < best.Nodes, !done && c.Saving() > best.Saving():
			best, with, finished = c, w, done
		}
	}
	if best == nil {
		return seldomRepeat(mostSaving)
	}
	return &MemoryCount{Pays: true, coverOrder: with,
		Why: fmt.Sprintf("counting by memory of sub-problems, %s: a node stands for %.3g in a trial", with.name, best.Saving())}
}

// countRaw counts by a sweep or by memory of sub-problems where that pays, with so many nodes at most
// unless most is 0.
func (c *Census) countRaw(most int64, stop <-chan struct{}, progress func(nodes int64)) (raw *big.Int, nodes int64, how string, err error) {
	flag, release := flagOf(stop)
	defer release()
	if s := c.sweep(); s != nil {
		counter := sweep.NewCounter(s.plan, sweep.Limits{Nodes: most, Progress: progress})
		switch counter.Run(flag) {
		case sweep.Done:
			return counter.Total(), counter.Nodes, "sweep", nil
		case sweep.Exhausted:
			return nil, counter.Nodes, "sweep", nil
		case sweep.Overflow:
			return nil, 0, "", errOverflow
		case sweep.Stopped:
			return nil, 0, "", errStopped
		}
		// Its states do not fit into the memory. A count by memory may drop some.
	}
	m := c.memory()
	if !m.Pays {
		return nil, 0, "", nil
	}
	counter := memo.NewCounter(m.Space, memo.Settings{Rule: m.Rule, Nodes: most, Progress: progress})
	switch counter.Run(nil, flag) {
	case memo.Done:
		return counter.Total(), counter.Nodes, "memo", nil
	case memo.Exhausted:
		return nil, counter.Nodes, "memo", nil
	case memo.Overflow:
		return nil, 0, "", errOverflow
	}
	return nil, 0, "", errStopped
}

var (
	errOverflow = errors.New("more than 2^2048 solutions")
	errStopped  = errors.New("stopped before the end")
)

// countingFacts says how solutions are counted without being listed, or why
// not. It costs a trial of some hundredths of a second.
func (c *Census) countingFacts() []enumerate.Fact {
	if s := c.sweep(); s != nil {
		return []enumerate.Fact{{Key: "count", Text: s.why, Value: "sweep"}}
	}
	m := c.memory()
	how := "listing"
	if m.Pays {
		how = "memo"
	}
	return []enumerate.Fact{{Key: "count", Text: m.Why, Value: how}}
}

// flagOf makes a flag of a channel.
func flagOf(stop <-chan struct{}) (flag *atomic.Bool, release func()) {
	flag = new(atomic.Bool)
	if stop == nil {
		return flag, func() {}
	}
	done := make(chan struct{})
	go func() {
		select {
		case <-stop:
			flag.Store(true)
		case <-done:
		}
	}()
	return flag, func() { close(done) }
}
