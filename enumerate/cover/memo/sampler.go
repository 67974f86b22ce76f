package memo

import (
	"math/big"
	"math/bits"
	"math/rand/v2"

	"coverstat/enumerate"
)

// A Sampler draws solutions with equal probability. It never changes and may
// be shared; it costs some ten nanoseconds a level.
type Sampler struct {
	cache *cache
	root  int32
	total []uint64
	fixed []enumerate.OptionID
}

// Sampler returns a sampler of the solutions that the last Run counted, which
// must have been made with Options.Edges, have found at least one solution, and
// at least one item to cover.
func (c *Counter) Sampler(fixed []enumerate.OptionID) *Sampler {
	return &Sampler{cache: &c.cache, root: c.root, total: c.cache.count(c.root), fixed: fixed}
}

// Total returns the number of solutions.
func (s *Sampler) Total() *big.Int { return toBig(s.total) }

// Draw appends a solution to dst.
func (s *Sampler) Draw(dst []enumerate.OptionID, source *rand.PCG) []enumerate.OptionID {
	var rank [limbs]uint64
	n := len(s.total)
	top := s.total[n-1]
	mask := ^uint64(0) >> bits.LeadingZeros64(top)
	for { // a rank below the total, by rejection
		for i := range n {
			rank[i] = source.Uint64()
		}
		rank[n-1] &= mask
		if less(rank[:n], s.total) {
			break
		}
	}
	dst = append(dst, s.fixed...)
	if n == 1 && s.cache.width == 1 {
		return s.unrankWord(dst, rank[0])
	}
	return s.unrank(dst, rank[:n])
}

// unrankWord is unrank for counts of one digit, three times as fast.
func (s *Sampler) unrankWord(dst []enumerate.OptionID, rank uint64) []enumerate.OptionID {
	c := s.cache
	for id := s.root; id != leaf; {
		e := c.at(id)
		next := int32(leaf)
		for _, x := range c.edges[e.first:e.edge] {
			n := uint64(1)
			if x.child != leaf {
				n = c.digits[x.child>>blockBits][x.child&(blockSize-1)]
			}
			if rank >= n {
				rank -= n
				continue
			}
			dst = append(dst, enumerate.OptionID(x.option))
			next = x.child
			break
		}
		id = next
	}
	return dst
}

// less compares numbers of equally many digits.
func less(a, b []uint64) bool {
	for i := len(a) - 1; i >= 0; i-- {
		if a[i] != b[i] {
			return a[i] < b[i]
		}
	}
	return false
}

// unrank appends the solution of a rank, which it uses up: the rank among a
// state's solutions tells the child, and what is left over is the rank there.
func (s *Sampler) unrank(dst []enumerate.OptionID, rank []uint64) []enumerate.OptionID {
	c := s.cache
	for id := s.root; id != leaf; {
		e := c.at(id)
		next := int32(leaf)
		for _, x := range c.edges[e.first:e.edge] {
			n := oneSolution
			if x.child != leaf {
				n = c.raw(x.child)
			}
			if takeAway(rank, n) {
				continue
			}
			dst = append(dst, enumerate.OptionID(x.option))
			next = x.child
			break
		}
		id = next
	}
	return dst
}

// takeAway subtracts n from rank, unless it is more. Digits that one lacks are
// zero.
func takeAway(rank, n []uint64) bool {
	if len(rank) == 1 {
		if rank[0] < n[0] {
			return false
		}
		rank[0] -= n[0]
		return true
	}
	for i := len(rank) - 1; i >= 0; i-- {
		x := uint64(0)
		if i < len(n) {
			x = n[i]
		}
		if rank[i] != x {
			if rank[i] < x {
				return false
			}
			break
		}
	}
	borrow := uint64(0)
	for i := range rank {
		x := uint64(0)
		if i < len(n) {
			x = n[i]
		}
		rank[i], borrow = bits.Sub64(rank[i], x, borrow)
	}
	return true
}
