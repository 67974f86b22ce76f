package census

import (
	"fmt"

	"coverstat/enumerate"
	"coverstat/enumerate/exact"
	"coverstat/enumerate/kernel/sweep"
)

// A count by a sweep (package sweep) takes the items in a fixed order. How many states
// it meets depends on the order, so each order is tried for as many nodes, and the one
// that saves most has come farthest. After 131,072 nodes trials with pieces in any
// numbers save 4.7 (pentominoes on 8x10), 23 (tetrominoes on 8x10) and more; with 12 or
// 13 different pieces 1.1 in every order, and Latin squares hardly more: their states
// repeat late, so counting by memory, which goes deep first, is for them.
//
// Where no trial comes to its end, the best order may be missed: on 10x10 cells
// tetrominoes take 4.0 million states along the narrow frontier that is chosen, and 1.0
// million row by row.
const (
	// sweptFrom is the number of expected nodes of a listing from which orders are
	// tried: below it the trials are too short to tell anything.
	sweptFrom = shortTrial * trialsPer
	// leastSweepSaving is the saving that pays, if a trial did not finish the count.
	leastSweepSaving = 2
)

// sweepCount is how a sweep counts the solutions.
type sweepCount struct {
	plan *sweep.Plan
	why  string
}

// chooseSweep decides whether a sweep pays, and in which order. It returns nil if not.
// expected is the number of nodes of a listing.
func chooseSweep(x *exact.Instance, expected float64) *sweepCount {
	if expected < sweptFrom {
		return nil
	}
	given := make([]enumerate.Item, 0, x.Problem.Items())
	for i := range enumerate.Item(x.Problem.Items()) {
		if x.Problem.Item(i).Primary() {
			given = append(given, i)
		}
	}
	orders := append([]exact.ItemOrder{{Name: "item by item", Items: given}}, x.Scans...)
	orders = append(orders, exact.ItemOrder{Name: "item by item along a narrow frontier", Items: sweep.Narrow(x.Problem)})
	var best *sweep.Counter
	var method *sweepCount
	finished := false
	for _, order := range orders {
		plan, err := sweep.NewPlan(x.Problem, order.Items)
		if err != nil {
			continue
		}
		c := sweep.NewCounter(plan, sweep.Limits{Nodes: int64(min(longTrial, expected/trialsPer))})
		done := c.Run(nil) == sweep.Done
		switch {
		case !done && (finished || c.Saving() < leastSweepSaving):
			continue
		case best == nil, done && !finished, done && c.Nodes < best.Nodes, !done && c.Saving() > best.Saving():
			best, finished = c, done
			method = &sweepCount{plan, fmt.Sprintf("counting by a sweep, %s: a frontier of %d bits, a node stands for %.3g in a trial",
				order.Name, plan.Frontier(), c.Saving())}
		}
	}
	return method
}
