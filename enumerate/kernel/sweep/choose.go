package sweep

import (
	"math"
	"math/bits"
	"slices"

	"coverstat/enumerate"
)

// A Choice is the plan with the shortest sweep of several, expected.
type Choice struct {
	Number  int // of the plan
	Size    Size
	Counter *Counter // of the plan; it has counted if Done is set, and else goes on
	Done    bool
}

// Choose chooses among plans of a problem in several orders. All must count the same.
//
// Thin sweeps that keep so many states of a layer take longer than many a count. So the plan with the least frontier
// is counted first, the last of several with the least, with as many nodes as the thin sweeps would try: if
// that ends the count, it is the choice, even if another plan were a little shorter. Else each plan is estimated, until
// it is worse than the best so far. Plans that differ by a symmetry of the problem alone are one.
func Choose(plans []*Plan, keep int) Choice {
	var numbers []int // of the plans to look at, in this order
	for i, p := range plans {
		if !slices.ContainsFunc(numbers, func(j int) bool { return plans[j].shape == p.shape }) {
			numbers = append(numbers, i)
		}
	}
	slices.Reverse(numbers)
	slices.SortStableFunc(numbers, func(i, j int) int { return plans[i].slots - plans[j].slots })
	first := plans[numbers[0]]
	counter := NewCounter(first, Limits{Nodes: int64(keep * thinEdges * len(first.steps) * len(numbers))})
	if counter.Run(nil) == Done {
		n := float64(counter.Nodes)
		return Choice{numbers[0], Size{Nodes: n, Work: n * first.nodeWork()}, counter, true}
	}
	best := Choice{numbers[0], newSweeper(first, Limits{}, nil).thin(keep, math.Inf(1)), counter, false}
	for _, i := range numbers[1:] {
		if s := newSweeper(plans[i], Limits{}, nil).thin(keep, best.Size.Nodes); s.Nodes < best.Size.Nodes {
			best = Choice{i, s, NewCounter(plans[i], Limits{}), false}
		}
	}
	best.Size = best.Size.extended(plans[best.Number], keep)
	return best
}

// thinEdges is the number of options that fit, of a state, typically.
const thinEdges = 6

// findShape finds a number that two plans share if a symmetry of the problem maps one order to
// the other, and all other items to themselves, and that they hardly share else.
func (b *planner) findShape() (shape uint64) {
	for o := range b.start {
		h := uint64(0)
		for _, m := range b.problem.Option(enumerate.OptionID(o)) {
			at := uint64(m.Item) << 1
			if b.problem.Item(m.Item).Primary() {
				at = uint64(b.place[m.Item])<<1 | 1
			}
			h += mix(at | uint64(m.Colour)<<32)
		}
		for _, s := range b.sums {
			if s.Values != nil {
				h = mix(h + uint64(s.Values[o]))
			}
		}
		shape += mix(h)
	}
	return shape
}

// mix changes all bits of a number.
func mix(x uint64) uint64 {
	high, low := bits.Mul64(x^0x9e3779b97f4a7c15, 0xbf58476d1ce4e5b9)
	return high ^ low
}
