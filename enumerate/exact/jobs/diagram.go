package jobs

import (
	"cmp"
	"slices"
	"sync"
	"sync/atomic"

	"coverstat/enumerate"
	"coverstat/enumerate/diagram"
	"coverstat/enumerate/kernel/sweep"
)

// diagram implements the feature Diagram of [enumerate.Features], by the method to begin with: a sweep, or a list.
func (c *Census) diagram(q enumerate.Question, stop *atomic.Bool) (*enumerate.Diagram, error) {
	if c.Instance.Impossible != "" {
		return &enumerate.Diagram{Layers: make([]int32, 2)}, nil
	}
	_, sweeps, _, err := c.methods(q)
	if err != nil {
		return nil, err
	}
	memory := cmp.Or(q.Memory, sweep.DefaultMemory)
	stop = cmp.Or(stop, new(atomic.Bool))
	if sweeps == nil {
		return c.listedDiagram(memory, stop)
	}
	plan, err := sweeps.Plan()
	if err != nil {
		return nil, err
	}
	switch d, outcome := sweep.Trace(plan, sweep.Limits{Memory: memory}, stop); outcome {
	case sweep.Done, sweep.Stopped:
		return d, nil
	case sweep.Overflow:
		return nil, sweep.ErrOverflow
	}
	return nil, diagram.TooLarge(memory)
}

// listedDiagram makes the diagram of a list of all solutions.
func (c *Census) listedDiagram(memory int64, stop *atomic.Bool) (*enumerate.Diagram, error) {
	const optionBytes = 64 // of an option of a solution, in the list and in the diagram
	p, group := c.Instance.Problem, c.Instance.Group
	var mu sync.Mutex
	var all [][]enumerate.OptionID
	options := 0
	_, err := c.EachClass(1, stop, func(float64) {}, func(_ int, form []enumerate.OptionID, orbit int64) error {
		mu.Lock()
		defer mu.Unlock()
		if options += len(form) * int(orbit); int64(options)*optionBytes > memory {
			return diagram.TooLarge(memory)
		}
		all = append(all, group.Images(form)...)
		return nil
	})
	if err != nil || stop != nil && stop.Load() {
		return nil, err
	}
	places, placeOf := 0, make([]int32, p.Options())
	for i := range enumerate.Item(p.Items()) {
		if !p.Item(i).Primary() {
			continue
		}
		for o := range placeOf {
			if placeOf[o] == 0 && slices.ContainsFunc(p.Option(enumerate.OptionID(o)),
				func(m enumerate.Member) bool { return m.Item == i }) {
				placeOf[o] = int32(places) + 1
			}
		}
		places++
	}
	for o := range placeOf {
		if placeOf[o]--; placeOf[o] < 0 {
			return nil, enumerate.Errorf(
				"option %d covers no item that must be covered: the solutions have no diagram", o)
		}
	}
	return diagram.FromList(all, placeOf, places), nil
}
