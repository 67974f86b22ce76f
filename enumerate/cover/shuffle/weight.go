package shuffle

import (
	"sync/atomic"

	"coverstat/enumerate/cover/state"
)

// Invariants of a probe:
//
//   - frames[0] is the state probed; the frame at a level holds its state, the
//     item it covers, and the place in its list from which options are still to
//     be tried. Options are tried as they are listed, in the problem's order.
//   - So a probe's answer and its nodes, counted as if nothing were remembered,
//     depend on the state alone: whether it hits its limit does not depend on
//     what was probed before.
type prober struct {
	space  *state.Space
	memory *memory
	frames []probe
	limit  int64
	nodes  int64
	work   int64 // nodes really visited, in all probes
}

type probe struct {
	state.Node
	item  int
	next  int   // in the list
	nodes int64 // tried before this node
}

// newProber returns a prober that uses the given memory, or one of its own.
func newProber(s *state.Space, m *memory, limit int64) *prober {
	if m == nil {
		m = newMemory(s, true)
	}
	if limit == 0 {
		limit = 1 << 62
	}
	p := &prober{space: s, memory: m, limit: limit, frames: make([]probe, s.Depth+1)}
	for i := range p.frames {
		p.frames[i].List = make([]int32, 0, s.Options)
	}
	return p
}

// Weight returns 1/P, where P is the probability of the solution that the last
// draw found. It is for that draw only, and needs Options.Weights. The result
// is [Found], [Limited] if a probe hit its limit, or [Stopped].
//
// Call a child of a node live if its subtree holds a solution. A draw tries a
// node's children in the order of their random numbers, searches dead ones to
// their ends, and takes the first live one. Its path is therefore: at each
// level, the first of the live children. The children of different levels are
// different options, since all options of a covered item are gone below, so
// their orders are independent under a random order of all options, and
//
//	P = product over the levels of 1 / number of live children.
//
// A solution has one path where the state decides which item is covered, so P
// is its probability. With a random item it is that of the solution given the
// items covered. These are chosen independently of the order, and which
// children are live does not depend on the items chosen below them: the
// expectation of 1/P over the draws that end at a given solution is the sum of
// the probabilities of all orders of its items, which is 1. So in both cases
// the mean of f(S)/P over all draws is the sum of f over all solutions, without
// bias (D. E. Knuth, Estimating the efficiency of backtrack programs, 1975, has
// the idea for trees without dead ends). Draws given up at a node limit break
// this.
//
// Children tried before the one taken are known to be dead. Those after it are
// probed for one solution, with an item of the fewest options.
func (x *Sampler) Weight(stop *atomic.Bool) (float64, Result) {
	w := 1.0
	for level := range x.chosen {
		f := &x.frames[level]
		live := 1
		for _, o := range f.try {
			switch r := x.prober.probe(&f.Node, o, stop); r {
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

// probe says whether choosing an option in a state leaves a solution.
func (p *prober) probe(from *state.Node, option int32, stop *atomic.Bool) Result {
	s := p.space
	p.nodes = 0
	f := &p.frames[0]
	f.Key = s.Take(from.Key, option)
	if r := p.recall(&f.Key); r != unknown {
		return r
	}
	switch s.Refine(from, &f.Node) {
	case state.Dead:
		return None
	case state.Solved:
		return Found
	}
	p.enter(f)
	for level := 0; ; {
		f := &p.frames[level]
		for f.next < len(f.List) && !s.Has(f.List[f.next], f.item) {
			f.next++
		}
		if f.next == len(f.List) {
			p.memory.keep(&f.Key, p.nodes-f.nodes)
			if level == 0 {
				return None
			}
			level--
			continue
		}
		if p.nodes >= p.limit {
			return Limited
		}
		p.nodes++
		if p.work++; p.work&1023 == 0 && stop.Load() {
			return Stopped
		}
		t := &p.frames[level+1]
		t.Key = s.Take(f.Key, f.List[f.next])
		f.next++
		switch p.recall(&t.Key) {
		case Found:
			p.praise(level)
			return Found
		case Limited:
			return Limited
		case None:
			continue
		}
		switch s.Refine(&f.Node, &t.Node) {
		case state.Dead:
		case state.Solved:
			p.praise(level)
			return Found
		default:
			level++
			p.enter(t)
		}
	}
}

// unknown is what memory says of most states.
const unknown Result = -1

// recall looks a state up, and adds its nodes.
func (p *prober) recall(k *state.Key) Result {
	r := None
	n := p.memory.find(k)
	if n == 0 {
		return unknown
	}
	if n < 0 {
		r, n = Found, -n
	}
	if p.nodes += n; p.nodes > p.limit {
		return Limited
	}
	return r
}

func (p *prober) enter(f *probe) {
	f.item, f.next, f.nodes = p.memory.fewest(&f.Node), 0, p.nodes
}

// praise remembers the states of a path that ends in a solution.
func (p *prober) praise(level int) {
	for i := range level + 1 {
		f := &p.frames[i]
		p.memory.keep(&f.Key, f.nodes-p.nodes)
	}
}
