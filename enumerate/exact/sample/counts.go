package sample

import (
	"fmt"

	"coverstat/enumerate"
	"coverstat/enumerate/kernel/memo"
	"coverstat/enumerate/kernel/state"
	"coverstat/enumerate/kernel/sweep"
)

// Uniform draws need the numbers of solutions below all sub-problems (package memo), or a
// list of all solutions. Trials decide which: they measure how many nodes of a search
// without memory one remembered node stands for. A node costs some twenty times as much as a
// node of the best kernels, so the saving must be large.
//
// A first trial of a thousand nodes takes a millisecond and settles most cases.
// In it, 12 or 18 different pieces have savings of at most 1.3, Latin squares of
// 1.7, dominoes of 7 and more. After 16,384 nodes these are 1.4, 4.5 and some
// thousand, and they only grow from there, so the thresholds need not be exact.
// Puzzles whose search without memory is short are listed anyway.
const (
	firstTrial   = 1 << 10 // nodes
	shortTrial   = 1 << 14
	longTrial    = 1 << 17
	firstSaving  = 1.4 // that the first trial must show
	shortSaving  = 2   // that the short trial must show for a long one
	leastSaving  = 4   // that pays, if a trial did not finish the count
	listedAnyway = 1 << 22
)

// memoryCount says whether a count by memory pays, and how it goes.
type memoryCount struct {
	pays bool
	why  string // in words
	coverOrder
}

// coverOrder is an order in which a count by memory may cover the items.
type coverOrder struct {
	name  string
	space *state.Space
	rule  memo.Rule
}

func (w coverOrder) try(nodes int64) (*memo.Counter, memo.Outcome) {
	c := memo.NewCounter(w.space, memo.Settings{Rule: w.rule, Nodes: nodes})
	return c, c.Run(nil, nil)
}

// chooseCounts decides whether and how to count all sub-problems.
func chooseCounts(p *enumerate.Problem) *memoryCount {
	space, err := state.New(p, nil)
	if err != nil {
		return &memoryCount{why: "memory of sub-problems does not fit: " + err.Error()}
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
	return tryOrders(orders)
}

func seldomRepeat(saving float64) *memoryCount {
	return &memoryCount{why: fmt.Sprintf("sub-problems seldom repeat (a remembered node stands for %.2f in a trial)", saving)}
}

// tryOrders tries all orders for longer and takes the best: of those that finish the one with fewest nodes, else the one that saves most.
func tryOrders(orders []coverOrder) *memoryCount {
	var best *memo.Counter
	var with coverOrder
	finished, mostSaving := false, 0.0
	for _, w := range orders {
		c, outcome := w.try(shortTrial)
		mostSaving = max(mostSaving, c.Saving())
		if outcome == memo.Exhausted && c.Saving() >= shortSaving {
			c, outcome = w.try(longTrial)
		}
		done := outcome == memo.Done
		switch {
		case done && c.Covered < listedAnyway:
			return &memoryCount{why: fmt.Sprintf("a search without memory has %.0f nodes", c.Covered)}
		case !done && (finished || c.Saving() < leastSaving):
			continue
		case best == nil, done && !finished, done && c.Nodes < best.Nodes, !done && c.Saving() > best.Saving():
			best, with, finished = c, w, done
		}
	}
	if best == nil {
		return seldomRepeat(mostSaving)
	}
	return &memoryCount{pays: true, coverOrder: with,
		why: fmt.Sprintf("%s: a node stands for %.3g in a trial", with.name, best.Saving())}
}
