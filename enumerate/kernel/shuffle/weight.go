package shuffle

import (
	"sync/atomic"

	"coverstat/enumerate/kernel/state"
)

// Weight returns 1/P, where P is the probability of the solution that the last
// draw found. It needs Settings.Weights. The result is [Found], [Limited] if a
// probe reached its limit, or [Stopped].
//
// Call a child of a node live if its subtree holds a solution. A draw tries a
// node's children in the order of their random numbers, searches dead ones to
// their ends, and takes the first live one. So at each level its path takes the
// first of the live children. The children of different levels are different
// options, since all options of a covered item are gone below. Under a random
// order of all options the orders at different levels are therefore
// independent, and
//
//	P = product over the levels of 1 / number of live children.
//
// Where the state decides which item is covered, a solution has one path, so P
// is its probability. With a random item, P is the probability of the solution
// given the items covered. The items are chosen independently of the order, and
// which children are live does not depend on the items chosen below them. So the
// expectation of 1/P over the draws that end at a given solution is the sum of
// the probabilities of all orders of its items, which is 1. In both cases the
// mean of f(S)/P over all draws is the sum of f over all solutions, without bias
// (D. E. Knuth, Estimating the efficiency of backtrack programs, 1975, has the
// idea for trees without dead ends). Draws that end at a node limit break this.
//
// Children tried before the one taken are known to be dead. Those after it are
// probed: a search for one solution, which covers an item with the fewest
// options and tries options in the problem's order.
func (x *Sampler) Weight(stop *atomic.Bool) (float64, Result) {
	w := 1.0
	for level := range x.draw.path {
		f := &x.draw.frames[level]
		live := 1
		for _, o := range f.try {
			switch r := x.probes.hasSolution(&f.Node, o, stop); r {
			case Found:
				live++
			case None:
			default:
				return 0, r
			}
		}
		w *= float64(live)
	}
	return w, Found
}

// hasSolution returns Found if a solution is left when an option is chosen in a
// state, else None, Limited or Stopped.
func (x *search) hasSolution(from *state.Node, option int32, stop *atomic.Bool) Result {
	x.nodes = 0
	f := &x.frames[0]
	f.Key = x.space.Take(from.Key, option)
	if r := x.recall(&f.Key); r != unknown {
		return r
	}
	switch x.space.Refine(from, &f.Node) {
	case state.Dead:
		return None
	case state.Solved:
		return Found
	}
	r := x.run(stop)
	if r == Found {
		x.rememberSolvable()
	}
	return r
}

// rememberSolvable remembers the states of a path that ends in a solution.
func (x *search) rememberSolvable() {
	for i := range x.path {
		f := &x.frames[i]
		x.memory.keep(&f.Key, f.nodes-x.nodes)
	}
}
