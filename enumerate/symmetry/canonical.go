package symmetry

import (
	"math/bits"
	"slices"

	"coverstat/enumerate"
)

// A Canonicaliser computes canonical forms under one group. It keeps scratch
// memory, so every goroutine has its own.
//
// It compares images as bit sets, which needs no sorting. With more than
// denseOptions options the sets would be much longer than the vectors, and
// images are compared by their least option first, then as sorted vectors.
type Canonicaliser struct {
	group  *Group
	dense  bool
	self   []uint64 // bit sets, if dense
	image  []uint64
	least  []uint64
	sorted []enumerate.OptionID
	mapped []enumerate.OptionID
	best   []enumerate.OptionID
}

const denseOptions = 512

// NewCanonicaliser returns a canonicaliser for a group.
func NewCanonicaliser(g *Group) *Canonicaliser {
	c := &Canonicaliser{group: g}
	if n := len(g.options[0]); n <= denseOptions {
		words := max(1, (n+63)/64)
		c.dense = true
		c.self, c.image, c.least = make([]uint64, words), make([]uint64, words), make([]uint64, words)
	}
	return c
}

// Canonical returns the canonical form of a solution given in any order (the
// form is ascending and belongs to the canonicaliser until the next call) and
// the length of its orbit.
func (c *Canonicaliser) Canonical(solution []enumerate.OptionID) (form []enumerate.OptionID, orbit int64) {
	fixed := 1
	if c.dense {
		setOf(c.self, solution, c.group.options[0])
		copy(c.least, c.self)
		for _, perm := range c.group.options[1:] {
			setOf(c.image, solution, perm)
			switch compareSets(c.image, c.self) {
			case 0:
				fixed++
			case -1:
				if compareSets(c.image, c.least) < 0 {
					copy(c.least, c.image)
				}
			}
		}
		c.best = members(c.best[:0], c.least)
		return c.best, int64(c.group.Order() / fixed)
	}
	c.sort(solution)
	c.best = append(c.best[:0], c.sorted...)
	for _, perm := range c.group.options[1:] {
		c.apply(perm)
		switch slices.Compare(c.mapped, c.sorted) {
		case 0:
			fixed++
		case -1:
			if slices.Compare(c.mapped, c.best) < 0 {
				c.best, c.mapped = c.mapped, c.best
			}
		}
	}
	return c.best, int64(c.group.Order() / fixed)
}

// Space is a set of options with its preimages under a group's elements.
type Space struct {
	in     []bool
	before [][]uint64 // before[k]: options that element k maps into the set; nil if not dense
}

// newSpace returns a set of options of a group.
func newSpace(g *Group, in []bool) *Space {
	s := &Space{in: in}
	if len(in) > denseOptions {
		return s
	}
	for _, perm := range g.options {
		set := make([]uint64, (len(in)+63)/64)
		for o, m := range perm {
			if in[m] {
				set[o>>6] |= 1 << (o & 63)
			}
		}
		s.before = append(s.before, set)
	}
	return s
}

// Least reports whether a solution given in any order is the least of its
// images under the given elements, among those images that contain an option
// of space (nil: all of them).
func (c *Canonicaliser) Least(solution []enumerate.OptionID, elements []int32, space *Space) bool {
	if c.dense {
		return c.leastDense(solution, elements, space)
	}
	c.sort(solution)
	for _, k := range elements {
		perm := c.group.options[k]
		if space != nil && !meets(space.in, solution, perm) {
			continue
		}
		least := perm[solution[0]]
		for _, o := range solution[1:] {
			least = min(least, perm[o])
		}
		if least > c.sorted[0] {
			continue
		}
		if least < c.sorted[0] {
			return false
		}
		c.apply(perm)
		if slices.Compare(c.mapped, c.sorted) < 0 {
			return false
		}
	}
	return true
}

func (c *Canonicaliser) leastDense(solution []enumerate.OptionID, elements []int32, space *Space) bool {
	setOf(c.self, solution, c.group.options[0])
	for _, k := range elements {
		if space != nil && !intersect(space.before[k], c.self) {
			continue
		}
		setOf(c.image, solution, c.group.options[k])
		if compareSets(c.image, c.self) < 0 {
			return false
		}
	}
	return true
}

func intersect(a, b []uint64) bool {
	for i, w := range a {
		if w&b[i] != 0 {
			return true
		}
	}
	return false
}

func (c *Canonicaliser) sort(solution []enumerate.OptionID) {
	c.sorted = append(c.sorted[:0], solution...)
	slices.Sort(c.sorted)
}

// apply sets mapped to the sorted image of sorted.
func (c *Canonicaliser) apply(perm []enumerate.OptionID) {
	c.mapped = c.mapped[:0]
	for _, o := range c.sorted {
		c.mapped = append(c.mapped, perm[o])
	}
	slices.Sort(c.mapped)
}

func meets(space []bool, solution, perm []enumerate.OptionID) bool {
	for _, o := range solution {
		if space[perm[o]] {
			return true
		}
	}
	return false
}

// setOf makes the bit set of a solution's image. Sets of two words, such as
// those of dominoes on a chessboard, are gathered in registers.
func setOf(set []uint64, solution, perm []enumerate.OptionID) {
	if len(set) == 2 {
		var all, high uint64
		for _, o := range solution {
			m := uint(perm[o])
			bit := uint64(1) << (m & 63)
			all ^= bit
			high ^= bit & -uint64(m>>6)
		}
		set[0], set[1] = all^high, high
		return
	}
	clear(set)
	for _, o := range solution {
		m := perm[o]
		set[m>>6] |= 1 << (m & 63)
	}
}

// compareSets compares two sets of equal size as ascending vectors: the lesser
// owns the least element not common to both.
func compareSets(a, b []uint64) int {
	for i, w := range a {
		if d := w ^ b[i]; d != 0 {
			if w>>bits.TrailingZeros64(d)&1 != 0 {
				return -1
			}
			return 1
		}
	}
	return 0
}

func members(dst []enumerate.OptionID, set []uint64) []enumerate.OptionID {
	for i, w := range set {
		for ; w != 0; w &= w - 1 {
			dst = append(dst, enumerate.OptionID(i<<6+bits.TrailingZeros64(w)))
		}
	}
	return dst
}
