package symmetry

import (
	"math"
	"math/bits"
	"slices"
	"sync"

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
	heads  []uint64             // of all images, by word
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
	if n := len(g.options.Of(0)); n <= denseOptions {
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
		setOf(c.self, solution, c.group.options.Of(0))
		copy(c.least, c.self)
		if c.all != nil {
			c.leastByHeads(c.all, solution)
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
		return c.isLeastByHeads(t, solution)
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
		c.mapped = c.group.options.append(c.mapped[:0], int(k), c.sorted)
		if t.space != nil && !meets(t.space, c.mapped) {
			continue
		}
		if least := leastOf(c.mapped); least > c.best[0] && least != c.sorted[0] {
			continue // neither less nor the solution itself
		} else if least < c.sorted[0] && !all {
			return false
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

// isLeastByHeads is isLeast by heads: it makes an image only where these do not decide.
func (c *Canonicaliser) isLeastByHeads(t *tester, solution []enumerate.OptionID) bool {
	made := false
	for w := range t.words {
		less, open := t.compareHeads(w, solution)
		if less != 0 {
			return false
		}
		for ; open != 0; open &= open - 1 {
			if !made {
				setOf(c.self, solution, c.group.options.Of(0))
				made = true
			}
			k := t.element(w, open)
			setOf(c.image, solution, c.group.options.Of(int(k)))
			switch compareSets(c.image, c.self) {
			case 0:
				c.fixing = append(c.fixing, k)
			case -1:
				return false
			}
		}
	}
	return true
}

// leastByHeads puts the least image of a solution into least, and notes the elements that map it to itself. The
// solution is in self and in least. Of the images only those are made that have the greatest head or the
// solution's own.
func (c *Canonicaliser) leastByHeads(t *tester, solution []enumerate.OptionID) {
	c.heads = c.heads[:0]
	greatest := uint64(0)
	for w := range t.words {
		heads := t.heads(w, solution)
		c.heads = append(c.heads, heads)
		for ; heads != 0; heads >>= laneBits {
			greatest = max(greatest, heads&(1<<laneBits-1))
		}
	}
	for w, heads := range c.heads {
		own := heads & (1<<laneBits - 1)
		open := (lanesWith(heads, own) | lanesWith(heads, greatest)) & t.used[w]
		for ; open != 0; open &= open - 1 {
			k := t.element(w, open)
			setOf(c.image, solution, c.group.options.Of(int(k)))
			if slices.Equal(c.image, c.self) {
				c.fixing = append(c.fixing, k)
			} else if compareSets(c.image, c.least) < 0 {
				c.image, c.least = c.least, c.image
			}
		}
	}
}

// leastOf returns the least of some options, or a large number for none.
func leastOf(options []enumerate.OptionID) enumerate.OptionID {
	least := enumerate.OptionID(math.MaxInt32)
	for _, o := range options {
		least = min(least, o)
	}
	return least
}

// meets reports whether an image has an option of the space.
func meets(space []bool, image []enumerate.OptionID) bool {
	return slices.ContainsFunc(image, func(o enumerate.OptionID) bool { return space[o] })
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

// A tester says whether a solution is the least of its images under some elements.
// Where there are many solutions it is called for each of them, and would take far
// longer than finding them if it did not decide almost all of them quickly.
//
// It decides by heads. Of two sets of options the lesser one owns the least option not
// common to both, so the first few options mostly decide. A head is the part of a set
// that lies in the first laneOptions options, written as a number with the least option
// as its highest bit: the greater head belongs to the lesser set. A word holds eight
// lanes of 8 bits, each with a head of 7 bits below a zero bit. The first lane is the
// head of the solution itself, the others are those of seven images. Each option adds
// one word to all eight heads, so one pass over the solution makes the heads of all its
// images, and three operations compare them at once. Only images whose heads are equal
// to the solution's are made and compared.
//
// The options of a head are the least ones that can differ. Options that every image
// contains, because the elements map the case's fixed options to themselves, are left
// out. So are options that no image contains, because they conflict with the fixed
// options.
//
// There are no heads with more than denseOptions options, since few solutions then have
// any of the first options, nor where the table of heads would be large, with thousands
// of elements. Images are then compared by their least options.
type tester struct {
	elements []int32
	space    []bool // an image counts if it has one of these options; nil: all images count

	words  int      // 0: no heads
	lanes  []uint64 // words per option: element 7w+k has lane k+1 of word w
	inside []uint64 // words per option: the lanes whose element maps the option into space
	used   []uint64 // by word: the lanes in use, without lane 0
}

const (
	laneBits    = 8
	laneOptions = laneBits - 1
	perWord     = 64/laneBits - 1 // lane 0 is the identity
	ones        = 0x0101010101010101
	tops        = 0x8080808080808080 // a set of lanes uses these bits
	maxLanes    = 1 << 15            // words
)

// newTester returns a tester for elements other than the identity, or nil if there are
// none. skip marks options that are left out of heads.
func newTester(g *Group, elements []int32, space, skip []bool) *tester {
	if len(elements) == 0 {
		return nil
	}
	n := len(g.options.Of(0))
	t := &tester{elements: elements, space: space}
	words := (len(elements) + perWord - 1) / perWord
	if n > denseOptions || n*words > maxLanes {
		return t
	}
	t.words = words
	t.lanes = make([]uint64, n*t.words)
	if space != nil {
		t.inside = make([]uint64, n*t.words)
	}
	t.used = make([]uint64, t.words)
	rank := ranks(n, skip)
	for w := range t.words {
		lane := [][]enumerate.OptionID{g.options.Of(0)}
		for _, k := range elements[w*perWord : min(len(elements), (w+1)*perWord)] {
			t.used[w] |= 1 << (laneBits*len(lane) + laneBits - 1)
			lane = append(lane, g.options.Of(int(k)))
		}
		for k, perm := range lane {
			for o, m := range perm {
				if rank[m] >= 0 {
					t.lanes[o*t.words+w] |= 1 << (laneBits*k + rank[m])
				}
				if space != nil && space[m] {
					t.inside[o*t.words+w] |= 1 << (laneBits*k + laneBits - 1)
				}
			}
		}
	}
	return t
}

// testerOf is a tester that is made when it is first needed, or nil.
func testerOf(g *Group, elements []int32, space, skip []bool) func() *tester {
	if len(elements) == 0 {
		return nil
	}
	return sync.OnceValue(func() *tester { return newTester(g, elements, space, skip) })
}

// ranks returns each option's bit in a head, or -1.
func ranks(n int, skip []bool) []int {
	rank := make([]int, n)
	next := laneOptions - 1
	for o := range rank {
		rank[o] = -1
		if next >= 0 && (skip == nil || !skip[o]) {
			rank[o] = next
			next--
		}
	}
	return rank
}

// compareHeads compares the heads of the images of word w with that of the solution. It
// returns the lanes whose image is less, and the lanes where only the whole image
// decides.
func (t *tester) compareHeads(w int, solution []enumerate.OptionID) (less, equal uint64) {
	heads, count := t.heads(w, solution), t.used[w]
	if t.space != nil {
		inside := uint64(0)
		for _, o := range solution {
			inside |= t.inside[int(o)*t.words+w]
		}
		count &= inside
	}
	own := heads & (1<<laneBits - 1) * ones
	atMost := (own | tops) - heads // highest bit: head <= own
	atLeast := (heads | tops) - own
	return ^atMost & count, atMost & atLeast & count
}

// heads returns the heads of a solution and its images, those of word w.
func (t *tester) heads(w int, solution []enumerate.OptionID) (heads uint64) {
	for _, o := range solution {
		heads |= t.lanes[int(o)*t.words+w]
	}
	return heads
}

// lanesWith returns the lanes that have a head.
func lanesWith(heads, head uint64) uint64 {
	return ^(heads ^ head*ones + (1<<laneOptions-1)*ones) & tops
}

// element returns the group element of the first lane in a set of lanes of word w.
func (t *tester) element(w int, lanes uint64) int32 {
	return t.elements[w*perWord+bits.TrailingZeros64(lanes)/laneBits-1]
}
