package symmetry

import (
	"math"
	"math/bits"
	"slices"

	"coverstat/enumerate"
)

// A Canonicaliser computes canonical forms under one group. It keeps scratch memory,
// so every goroutine has its own.
//
// It compares images as bit sets, which needs no sorting, and only those images that
// the heads of a tester leave undecided. Without heads it compares images by their
// least options, then as sorted vectors.
type Canonicaliser struct {
	// Form makes of the least image, ascending, the canonical form, valid until the next call. Nil:
	// it is the least image.
	Form func(least []enumerate.OptionID) []enumerate.OptionID

	group  *Group
	all    *tester  // all elements but the identity, nil if there are none
	self   []uint64 // the solution at hand, an image and the least image; nil without heads
	image  []uint64
	least  []uint64
	sorted []enumerate.OptionID // the same as vectors; best is also the form
	mapped []enumerate.OptionID
	best   []enumerate.OptionID
	fixing []int32 // the elements, but the identity, that map the solution at hand to itself
}

// denseOptions is the largest number of options for which solutions are bit sets.
const denseOptions = 512

// NewCanonicaliser returns a canonicaliser for a group.
func NewCanonicaliser(g *Group) *Canonicaliser {
	c := &Canonicaliser{group: g, all: newTester(g, allElements(g)[1:], nil, nil)}
	if n := len(g.options[0]); n <= denseOptions {
		words := max(1, (n+63)/64)
		c.self, c.image, c.least = make([]uint64, words), make([]uint64, words), make([]uint64, words)
	}
	return c
}

// Canonical returns the canonical form of a solution, whose options may be in any
// order, and the length of its orbit. The form is ascending and belongs to the
// canonicaliser until the next call.
func (c *Canonicaliser) Canonical(solution []enumerate.OptionID) (form []enumerate.OptionID, orbit int64) {
	c.fixing = c.fixing[:0]
	switch {
	case c.self != nil && (c.all == nil || c.all.words > 0):
		setOf(c.least, solution, c.group.options[0])
		if c.all != nil {
			c.compareByHeads(c.all, solution, true)
		}
		c.best = members(c.best[:0], c.least)
	case c.all == nil:
		c.best = append(c.best[:0], solution...)
		slices.Sort(c.best)
	default:
		c.compareVectors(c.all, solution, true)
	}
	form = c.best
	if c.Form != nil {
		form = c.Form(form)
	}
	return form, int64(c.group.Order() / (1 + len(c.fixing)))
}

// Symmetric reports whether an element but the identity maps a solution to itself: the one that
// [Canonicaliser.Canonical] was called with, or that [Reduction.EachClass] visits.
func (c *Canonicaliser) Symmetric() bool { return len(c.fixing) > 0 }

// Stabiliser returns the elements that map this solution to itself, in a group of at most
// [MaxStabilisers] elements.
func (c *Canonicaliser) Stabiliser() Subgroup {
	s := Subgroup{1}
	for _, k := range c.fixing {
		s[k/64] |= 1 << (k % 64)
	}
	return s
}

// isLeast reports whether a solution is the least of its images under the elements of
// a tester. Images that the tester does not count are ignored. If it is, the elements of the tester
// that map it to itself are noted.
func (c *Canonicaliser) isLeast(t *tester, solution []enumerate.OptionID) bool {
	c.fixing = c.fixing[:0]
	if t.words > 0 {
		return c.compareByHeads(t, solution, false)
	}
	return c.compareVectors(t, solution, false)
}

// compareVectors compares a solution with its images under the elements of a tester, and notes the
// elements that map it to itself. It ends at the first image that is less, unless all are to be
// compared: then best becomes the least of them.
func (c *Canonicaliser) compareVectors(t *tester, solution []enumerate.OptionID, all bool) bool {
	c.sorted = append(c.sorted[:0], solution...)
	slices.Sort(c.sorted)
	c.best = append(c.best[:0], c.sorted...)
	for _, k := range t.elements {
		perm := c.group.options[k]
		if t.space != nil && !meets(t.space, solution, perm) {
			continue
		}
		if least := leastOf(solution, perm); least > c.best[0] && least != c.sorted[0] {
			continue // neither less nor the solution itself
		} else if least < c.sorted[0] && !all {
			return false
		}
		c.mapped = c.mapped[:0]
		for _, o := range c.sorted {
			c.mapped = append(c.mapped, perm[o])
		}
		slices.Sort(c.mapped)
		switch slices.Compare(c.mapped, c.sorted) {
		case 0:
			c.fixing = append(c.fixing, k)
		case -1:
			if !all {
				return false
			}
			if slices.Compare(c.mapped, c.best) < 0 {
				c.best, c.mapped = c.mapped, c.best
			}
		}
	}
	return true
}

// compareByHeads is compareVectors by heads: it makes an image only where these do not decide. The
// least image is in least.
func (c *Canonicaliser) compareByHeads(t *tester, solution []enumerate.OptionID, all bool) bool {
	made := false
	for w := range t.words {
		less, open := t.compareHeads(w, solution)
		if less != 0 {
			if !all {
				return false
			}
			open |= less
		}
		for ; open != 0; open &= open - 1 {
			if !made {
				setOf(c.self, solution, c.group.options[0])
				made = true
			}
			k := t.element(w, open)
			setOf(c.image, solution, c.group.options[k])
			switch compareSets(c.image, c.self) {
			case 0:
				c.fixing = append(c.fixing, k)
			case -1:
				if !all {
					return false
				}
				if compareSets(c.image, c.least) < 0 {
					copy(c.least, c.image)
				}
			}
		}
	}
	return true
}

// leastOf returns the least option of a solution's image, or a large number for the
// empty solution.
func leastOf(solution, perm []enumerate.OptionID) enumerate.OptionID {
	least := enumerate.OptionID(math.MaxInt32)
	for _, o := range solution {
		least = min(least, perm[o])
	}
	return least
}

// meets reports whether a solution's image has an option of the space.
func meets(space []bool, solution, perm []enumerate.OptionID) bool {
	for _, o := range solution {
		if space[perm[o]] {
			return true
		}
	}
	return false
}

// setOf makes the bit set of a solution's image. Sets of two words, such as those of
// dominoes on a chessboard, are computed in registers.
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

// compareSets compares two sets of equal size as ascending vectors: the lesser one owns
// the least element that is not common to both.
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

// members appends the members of a set, ascending.
func members(dst []enumerate.OptionID, set []uint64) []enumerate.OptionID {
	for i, w := range set {
		for ; w != 0; w &= w - 1 {
			dst = append(dst, enumerate.OptionID(i<<6+bits.TrailingZeros64(w)))
		}
	}
	return dst
}
