package symmetry

import (
	"fmt"
	"math"
	"sync/atomic"

	"coverstat/enumerate"
)

// EachClass searches a task of case k until visit returns false. It visits one solution
// of each orbit: of all tasks of all cases, one visits it. Its options may be in any
// order. raw is the number of raw solutions that the found ones, kept or not, stand for.
func (r *Reduction) EachClass(k int, task enumerate.Task, kernel enumerate.Kernel, c *Canonicaliser, stop *atomic.Bool, visit enumerate.Visit) (raw int64, effort enumerate.Effort, done bool, err error) {
	kept := visit
	if r.Cases[k].tester != nil {
		kept = func(solution []enumerate.OptionID) bool { return !r.Keep(c, k, solution) || visit(solution) }
	}
	effort, done = kernel.Search(task, stop, kept)
	weight := r.Cases[k].Weight
	if effort.Solutions > math.MaxInt64/weight {
		return 0, effort, done, fmt.Errorf("%d solutions of weight %d overflow 63 bits", effort.Solutions, weight)
	}
	return effort.Solutions * weight, effort, done, nil
}
