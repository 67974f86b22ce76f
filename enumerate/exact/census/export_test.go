package census

import (
	"coverstat/enumerate"
	"coverstat/enumerate/exact"
)

// Trials makes trials of an instance's pivots however short the search is, and
// returns those of each step.
func Trials(x *exact.Instance, k enumerate.Kernel) [][]Trial {
	c := choosePivots(x, k)
	c.tryPivots(k, 0)
	return c.trials
}

// Reordered is the problem with its items in the order of their conflicts, or nil.
var Reordered = reordered
