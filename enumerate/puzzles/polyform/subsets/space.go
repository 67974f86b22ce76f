package subsets

import (
	"math/big"
	"slices"

	"coverstat/enumerate/puzzles/polyform/packings"
)

// A Space is the set of instances of a survey. An instance is a subset of up to 64
// things, as a mask; numbers of instances begin at 0 and ascend with the masks. A group
// of permutations of the things maps the set of instances onto itself. All choices of a
// fixed number of things are a [packings.Space].
type Space interface {
	// Len is the number of instances.
	Len() int64
	// Unrank returns the instance of a number.
	Unrank(rank int64) uint64
	// Contains reports whether a mask is an instance.
	Contains(mask uint64) bool
	// Order is the order of the group.
	Order() int
	// Images appends the images of an instance under the group to dst, its own first.
	Images(dst []uint64, mask uint64) []uint64
	// Orbits counts the orbits by another way than visiting them.
	Orbits() *big.Int
}

// visitor gets the least instance of an orbit with its number, and the size of the
// orbit. It returns false to end the visits.
type visitor func(rank int64, mask uint64, orbit int) bool

// visitOrbits visits, of the instances from <= number < to, those that are the least of
// their orbits.
func visitOrbits(s Space, from, to int64, visit visitor) {
	if s, ok := s.(*packings.Space); ok { // which does so much faster
		s.Classes(from, to, visit)
		return
	}
	images := make([]uint64, 0, s.Order())
instances:
	for rank := from; rank < to; rank++ {
		mask := s.Unrank(rank)
		images = s.Images(images[:0], mask)
		fixed := 0
		for _, m := range images {
			if m < mask {
				continue instances
			}
			if m == mask {
				fixed++
			}
		}
		if !visit(rank, mask, len(images)/fixed) {
			return
		}
	}
}

// group permutes things, the identity first: thing i becomes g[k][i].
type group [][]uint8

// Order implements [Space].
func (g group) Order() int { return len(g) }

// Images implements [Space].
func (g group) Images(dst []uint64, mask uint64) []uint64 {
	dst = append(dst, mask)
	for _, perm := range g[1:] {
		dst = append(dst, packings.Permuted(mask, perm))
	}
	return dst
}

// Listed is a list of masks.
type Listed struct {
	masks []uint64 // ascending
	group
}

// NewListed returns the space of some masks, which must ascend. Its group has only those
// of the given permutations that map the list onto itself: others would make one orbit
// of several.
func NewListed(masks []uint64, group [][]uint8) *Listed {
	l := &Listed{masks: masks}
	for _, perm := range group {
		if !slices.ContainsFunc(masks, func(m uint64) bool { return !l.Contains(packings.Permuted(m, perm)) }) {
			l.group = append(l.group, perm)
		}
	}
	return l
}

// Len implements [Space].
func (l *Listed) Len() int64 { return int64(len(l.masks)) }

// Unrank implements [Space].
func (l *Listed) Unrank(rank int64) uint64 { return l.masks[rank] }

// Contains implements [Space].
func (l *Listed) Contains(mask uint64) bool {
	_, ok := slices.BinarySearch(l.masks, mask)
	return ok
}

// Orbits implements [Space]: the mean over the group of the number of masks that a
// symmetry maps to themselves.
func (l *Listed) Orbits() *big.Int {
	fixed := int64(0)
	for _, perm := range l.group {
		for _, m := range l.masks {
			if packings.Permuted(m, perm) == m {
				fixed++
			}
		}
	}
	return big.NewInt(fixed / int64(len(l.group)))
}
