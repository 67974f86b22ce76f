package exact

import "coverstat/enumerate"

// Trials makes trials of an instance's pivots however short the search is, and
// returns those of each step.
func Trials(x *Instance, k enumerate.Kernel) [][]Trial {
	c := choosePivots(x, k)
	c.tryPivots(k, 0)
	return c.trials
}

// SetTaskSize makes each task of a sample so many draws.
func (s *Sample) SetTaskSize(draws int64) { s.size = draws }

// Reordered is the problem with its items in the order of their conflicts, or nil.
var Reordered = reordered
