package polyform

import (
	"sync/atomic"

	"coverstat/enumerate"
	"coverstat/enumerate/exact"
)

// search visits the solutions by the named kernel, or "auto", until visit returns
// false. Of a puzzle that is proved impossible it visits none.
func (z *Puzzle) search(kernel string, stop *atomic.Bool, visit func([]enumerate.OptionID) bool) (enumerate.Effort, error) {
	x := &exact.Instance{Kernels: z.kernels()}
	choice, _, err := x.Choose(kernel)
	if err != nil || z.Impossible() != "" {
		return enumerate.Effort{}, err
	}
	k, err := choice.New()
	if err != nil {
		return enumerate.Effort{}, err
	}
	effort, _ := k.Search(enumerate.Task{Case: &enumerate.Case{}, Share: 1}, stop, visit)
	return effort, nil
}
