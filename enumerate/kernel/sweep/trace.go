package sweep

import (
	"cmp"
	"math"
	"slices"
	"sync/atomic"

	"coverstat/enumerate"
)

// Trace makes the diagram of all solutions of a plan, of the states from which there are solutions. It is nil unless
// the outcome is [Done].
func Trace(p *Plan, limits Limits, stop *atomic.Bool) (*enumerate.Diagram, Outcome) {
	d := &enumerate.Diagram{Layers: make([]int32, p.Places+2)}
	if p.Impossible {
		return d, Done
	}
	// It goes back through all layers, and numbers in order.
	limits.Files, limits.Workers, limits.Whole = nil, 1, true
	if outcome := newSweeper(p, limits, stop).trace(d); outcome != Done {
		return nil, outcome
	}
	return d, Done
}

// trace goes forward to find the states, and back to number those that lead to the end: the numbers stand in the place
// of completions, 1 for the end. So nodes are met in the reverse of their order.
func (a *pass[K]) trace(d *enumerate.Diagram) Outcome {
	a.toEnd()
	last := a.plan.Places
	d.First = []int32{0, 0} // the end has no arcs
	for p := last - 1; p >= 0 && a.outcome() == Done; p-- {
		d.Layers[p+1] = int32(len(d.First)) - 1 // nodes after place p
		before := len(d.Targets)
		a.addArcs(p, d)
		a.reserve(arcBytes * int64(len(d.Targets)-before))
	}
	if a.outcome() != Done {
		return a.outcome()
	}
	var root K
	if a.completionsOf(0, root)[0] == 0 {
		*d = enumerate.Diagram{Layers: make([]int32, last+2)}
		return Done
	}
	reverse(d)
	return Done
}

// arcBytes is the memory of an arc, and a part of a node.
const arcBytes = 12

// reverse gives the nodes the order of their places.
func reverse(d *enumerate.Diagram) {
	nodes, arcs := int32(len(d.First)-1), int32(len(d.Targets))
	for p := range d.Layers {
		d.Layers[p] = nodes - d.Layers[p]
	}
	d.Layers[0] = 0
	slices.Reverse(d.Targets)
	slices.Reverse(d.Choices)
	slices.Reverse(d.First)
	for i := range d.First {
		d.First[i] = arcs - d.First[i]
	}
	for i := range d.Targets {
		d.Targets[i] = nodes - 1 - d.Targets[i]
	}
}

// addArcs numbers the states of a layer, and adds their arcs.
func (a *pass[K]) addArcs(p int, d *enumerate.Diagram) {
	w, choices := a.workers[0], map[int32]int32{}
	for n, from := range a.sorted(p) {
		if n%partSize == 0 && !w.mayGoOn() {
			return
		}
		w.found, _ = a.spec.Children(p, from.key, w.found[:0])
		for _, c := range w.found {
			number := a.completionsOf(int(c.Place), c.Key)[0]
			if number == 0 {
				continue
			}
			choice, known := choices[c.Choice]
			if !known {
				choice = int32(len(d.Options))
				choices[c.Choice] = choice
				d.Options = append(d.Options, a.spec.Options(nil, p, int(c.Choice)))
				d.Places = append(d.Places, int32(p))
			}
			d.Targets, d.Choices = append(d.Targets, int32(number-1)), append(d.Choices, choice)
		}
		if int(d.First[len(d.First)-1]) < len(d.Targets) {
			from.number[0] = uint64(len(d.First))
			d.First = append(d.First, int32(len(d.Targets)))
		}
	}
	if len(d.Targets) > math.MaxInt32-batchSize {
		w.breakOff(Full)
	}
}

// state is a key, and where its number is.
type state[K Key] struct {
	key    K
	number []uint64
}

// sorted returns the states of a layer in the reverse of the order that they have in a diagram: by keys. The same
// choice keeps this order, so that its arcs go through the nodes of two places from one end to the other.
func (a *pass[K]) sorted(p int) (states []state[K]) {
	for i := range a.shards {
		l := &a.shards[i].layers[p]
		for at := range l.room() {
			if k, used := l.key(at); used {
				states = append(states, state[K]{k, l.completionsAt(at)})
			}
		}
	}
	slices.SortFunc(states, func(a, b state[K]) int {
		for w := len(a.key) - 1; w >= 0; w-- {
			if a.key[w] != b.key[w] {
				return cmp.Compare(b.key[w], a.key[w])
			}
		}
		return 0
	})
	return states
}
