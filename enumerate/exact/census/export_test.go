package census

import (
	"math"

	"coverstat/enumerate"
	"coverstat/enumerate/exact"
	"coverstat/enumerate/symmetry"
)

// A Trial is a trial of pivots, as tests see it.
type Trial struct {
	Reduction    *symmetry.Reduction
	Nodes, Error float64
}

// Trials makes trials of an instance's pivots however short the search is, and
// returns those of each step.
func Trials(x *exact.Instance, k enumerate.Kernel) [][]Trial {
	c := choosePivots(x, k)
	c.tryPivots(k, 0, math.Inf(1))
	all := make([][]Trial, len(c.trials))
	for step, trials := range c.trials {
		for _, t := range trials {
			all[step] = append(all[step], Trial{t.reduction, t.nodes, t.err})
		}
	}
	return all
}
