package exact

import (
	"coverstat/enumerate"
	"coverstat/enumerate/symmetry"
)

// CaseCost is what a trial adds to the nodes for each case.
const CaseCost = caseCost

// Trials makes trials of an instance's pivots however short the search is, and
// returns those of each step.
func Trials(x *Instance, k enumerate.Kernel) [][]Trial {
	c := choosePivots(x, k)
	c.tryPivots(k, 0)
	return c.trials
}

// EstimateNodes estimates the nodes of a reduced search by n probes.
func EstimateNodes(k enumerate.Kernel, r *symmetry.Reduction, n int) Trial {
	t := newTrial(k, r.Cases, sizeShare)
	t.above -= caseCost * float64(len(r.Cases))
	t.probe(n)
	return t.result(r)
}

// SetTaskSize makes each task of a sample so many draws.
func (s *Sample) SetTaskSize(draws int64) { s.size = draws }

// Reordered is the problem with its items in the order of their conflicts, or nil.
var Reordered = reordered
