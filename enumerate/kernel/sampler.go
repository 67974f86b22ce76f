package kernel

import (
	"math"
	"math/bits"
	"math/rand/v2"
	"sync/atomic"

	"coverstat/enumerate"
)

// A Sampler draws an exact cover in the way most programs do it: it puts all options in random
// order, searches by kernel bits, and takes the first solution. It belongs to one goroutine. The
// result is far from uniform, since every option of the item that is covered first is equally
// likely, however many solutions it leads to. [Sampler.Weight] tells how likely a draw was.
//
// A draw is fixed by the seed and its number: each has its own stream of random numbers. The
// order of the options changes neither the item that a state covers nor the options of that item,
// but only the order in which a node tries them. So an option gets a random number, its rank, and
// stays where it is, and what the kernel remembers of dead states is true in later draws.
// Solutions, nodes and failures are those of a sampler without memory.
type Sampler struct {
	bits        *Bits
	all         enumerate.Case // one case for all draws, so that the memory stays
	draw, probe int64          // nodes of a draw, and of a probe for a weight, at most; 0 is no limit
	seed        uint64
	source      rand.PCG
	ranks       []uint64             // by option
	drawn       []enumerate.OptionID // by the last draw
}

// Result says how a draw or its weight ended.
type Result int8

// The results.
const (
	Found   Result = iota
	None           // there is no solution
	Limited        // the limit of nodes was reached
	Stopped        // by the stop flag
)

// A memory for probes also holds live states: 16 MB. Draws alone need no more than a listing.
const probeEntries = 1 << 18

// NewSampler returns a sampler that gives weights if asked to. Draws, and probes for weights, end
// at so many nodes; 0 is no limit. The error says why the problem
// does not fit, as [NewBits] does.
func NewSampler(p *enumerate.Problem, seed uint64, weights bool, draw, probe int64) (*Sampler, error) {
	b, err := NewBits(p)
	if err != nil {
		return nil, err
	}
	entries := deadEntries
	if weights {
		entries = probeEntries
	}
	if !b.dead.off {
		b.remember(entries)
	}
	return &Sampler{bits: b, draw: draw, probe: probe, seed: seed, ranks: make([]uint64, p.Options())}, nil
}

// Draw makes a draw. nodes is the number of options tried. The solution belongs to the sampler
// until the next draw.
func (s *Sampler) Draw(number uint64, stop *atomic.Bool) (solution []enumerate.OptionID, nodes int64, r Result) {
	s.source.Seed(s.seed, number)
	for o := range s.ranks {
		s.ranks[o] = s.source.Uint64()&^math.MaxUint16 | uint64(o+1) // no two are equal
	}
	b := s.bits
	b.enter(&s.all)
	b.ranks, b.probe = s.ranks, false
	r = s.first(b.rootC, b.rootN, s.draw, stop)
	b.ranks = nil
	s.drawn = append(s.drawn[:0], b.chosen[:b.depth]...)
	return s.drawn, min(b.effort.Nodes, b.limit), r
}

// first searches below states[1] for one solution.
func (s *Sampler) first(c int32, n int, limit int64, stop *atomic.Bool) Result {
	b := s.bits
	if b.limit = limit; limit == 0 {
		b.limit = math.MaxInt64
	}
	effort, done := b.measured(c, n, 1, -1, stop, func(float64) bool { return false })
	switch {
	case effort.Nodes > b.limit: // with those of known states
		return Limited
	case effort.Solutions > 0:
		return Found
	case done:
		return None
	case stop.Load():
		return Stopped
	}
	return Limited
}

// Weight returns 1/P, where P is the probability of the solution that the last draw found. The
// result is [Found], [Limited] if a probe reached its limit, or [Stopped].
//
// Call a child of a node live if its subtree holds a solution. A draw tries a node's children in
// the order of their ranks, searches dead ones to their ends, and takes the first live one. So at
// each level its path takes the first of the live children. The children of different levels are
// different options, since all options of a covered item are gone below. Under a random order of
// all options the orders at different levels are therefore independent, and
//
//	P = product over the levels of 1 / number of live children.
//
// The state decides which item is covered, so a solution has one path, and P is its probability.
// The mean of f(S)/P over all draws is the sum of f over all solutions, without bias (D. E. Knuth,
// Estimating the efficiency of backtrack programs, 1975, has the idea for trees without dead
// ends). Draws that end at a node limit break this.
//
// Children tried before the one taken are known to be dead. Those after it are probed: a search
// for one solution, which tries options in the problem's order.
func (s *Sampler) Weight(stop *atomic.Bool) (float64, Result) {
	b := s.bits
	b.enter(&s.all)
	b.probe = true
	parent := &b.states[len(b.states)-1]
	parent.set(&b.states[1])
	w, item := 1.0, b.rootC
	for level, taken := range s.drawn {
		live := 1
		parent.item, parent.rank = item, s.ranks[taken]
		for o := b.nextByRank(parent, s.ranks); o != none; o = b.nextByRank(parent, s.ranks) {
			b.depth = level
			c, n := b.step(parent, &b.states[1], o)
			switch r := s.first(c, n, s.probe, stop); r {
			case Found:
				live++
			case None:
			default:
				return 0, r
			}
		}
		w *= float64(live)
		b.depth = level
		item, _ = b.step(parent, parent, int32(taken))
	}
	return w, Found
}

// nextByRank takes the option of a node's item with the least rank above that of the option
// tried last. It returns none if there is no such option.
func (b *Bits) nextByRank(s *bitState, ranks []uint64) int32 {
	best, least := int32(none), uint64(math.MaxUint64)
	list := b.lists[int(s.item)*b.words:][:b.words]
	for k, x := range s.word[:s.n] {
		for x &= list[s.place[k]]; x != 0; x &= x - 1 {
			o := s.place[k]<<6 + int32(bits.TrailingZeros64(x))
			if r := ranks[o]; r > s.rank && r <= least {
				best, least = o, r
			}
		}
	}
	s.rank = least
	return best
}
