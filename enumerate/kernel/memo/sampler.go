package memo

import (
	"math/big"
	"math/bits"
	"math/rand/v2"

	"coverstat/enumerate"
)

// A Sampler draws solutions with equal probability. It never changes and may
// be shared; a draw costs some ten nanoseconds a level.
//
// It draws a rank below the number of solutions and walks down from the root:
// the counts of a state's children tell which child has the solution of that
// rank, and which rank it has there.
type Sampler struct {
	cache *cache
	root  int32
	total []uint64
	fixed []enumerate.OptionID
}

// Sampler returns a sampler of the solutions that the last Run counted. That
// Run must have been made with Settings.Edges and have found at least one
// solution, and the case must have left at least one item to cover.
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

// unrank appends the solution of a rank, which it overwrites.
func (s *Sampler) unrank(dst []enumerate.OptionID, rank []uint64) []enumerate.OptionID {
	c := s.cache
	one := [limbs]uint64{1}
	for id := s.root; id != leaf; {
		e := c.at(id)
		next := int32(leaf)
		for _, x := range c.edges[e.first:e.edge] {
			n := one[:len(rank)]
			if x.child != leaf {
				n = c.raw(x.child)[:len(rank)] // no child has more solutions than the root
			}
			if !less(rank, n) {
				subtract(rank, n)
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

// unrankWord is unrank for counts of one digit; it is three times as fast.
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

// subtract takes b from a, which is not less and has equally many digits.
func subtract(a, b []uint64) {
	borrow := uint64(0)
	for i := range a {
		a[i], borrow = bits.Sub64(a[i], b[i], borrow)
	}
}
