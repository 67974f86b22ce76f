package subsets

import (
	"cmp"
	"errors"
	"math/big"
	"math/bits"
	"slices"

	"coverstat/enumerate"
	"coverstat/enumerate/puzzles/polyform/packings"
)

// An Instance is a puzzle of a survey: masks of the cells that are blocked and of the pieces that
// are chosen from a list.
type Instance struct{ Blocked, Set uint64 }

// Compare orders instances by the blocked cells, then by the set.
func (in Instance) Compare(other Instance) int {
	return cmp.Or(cmp.Compare(in.Blocked, other.Blocked), cmp.Compare(in.Set, other.Set))
}

// A List is a set of subsets of up to 64 things, as masks. They are numbered from 0 and ascend.
type List interface {
	// Len is their number.
	Len() int64
	// Unrank returns the subset of a number.
	Unrank(rank int64) uint64
	// Contains reports whether a mask is one of them.
	Contains(mask uint64) bool
	// Fixed is the number of those that a permutation of the things maps to themselves.
	Fixed(perm []uint8) int64
}

// A Symmetry permutes cells and pieces: thing i becomes number i of the list.
type Symmetry struct{ Cells, Pieces []uint8 }

func (g Symmetry) image(in Instance) Instance {
	return Instance{packings.Permuted(in.Blocked, g.Cells), packings.Permuted(in.Set, g.Pieces)}
}

// A Space has an instance for each pair of a subset of cells and a set of pieces. A group of
// symmetries maps it onto itself.
type Space struct {
	blocked, sets List
	group         []Symmetry
}

// NewSpace returns the space of some subsets of cells and some sets; nil is the empty one alone. Of
// the symmetries, a group with the identity first, it takes each permutation once, and only those
// that map the subsets of cells onto themselves: others would make one orbit of several. Too many
// instances are an error.
func NewSpace(blocked, sets List, group []Symmetry) (*Space, error) {
	s := &Space{blocked: blocked, sets: sets}
	if blocked == nil {
		s.blocked = Masks{0}
	}
	if sets == nil {
		s.sets = Masks{0}
	}
	if high, low := bits.Mul64(uint64(s.blocked.Len()), uint64(s.sets.Len())); high > 0 || low > 1<<62 {
		return nil, errors.New("more than 2^62 pairs of a board and a set")
	}
	for _, g := range group {
		list, _ := blocked.(Masks)
		if slices.ContainsFunc(list, func(m uint64) bool { return !list.Contains(packings.Permuted(m, g.Cells)) }) {
			continue
		}
		same := func(other Symmetry) bool {
			return slices.Equal(g.Cells, other.Cells) && slices.Equal(g.Pieces, other.Pieces)
		}
		if !slices.ContainsFunc(s.group, same) {
			s.group = append(s.group, g)
		}
	}
	return s, nil
}

// Len is the number of instances.
func (s *Space) Len() int64 { return s.blocked.Len() * s.sets.Len() }

// Order is the order of the group.
func (s *Space) Order() int { return len(s.group) }

func (s *Space) unrank(rank int64) Instance {
	n := s.sets.Len()
	return Instance{s.blocked.Unrank(rank / n), s.sets.Unrank(rank % n)}
}

// Contains reports whether an instance is in the space.
func (s *Space) Contains(in Instance) bool {
	return s.blocked.Contains(in.Blocked) && s.sets.Contains(in.Set)
}

// Images appends the images of an instance under the group to dst, its own first.
func (s *Space) Images(dst []Instance, in Instance) []Instance {
	for _, g := range s.group {
		dst = append(dst, g.image(in))
	}
	return dst
}

// Orbits counts the orbits without visiting them, by Burnside's lemma.
func (s *Space) Orbits() *big.Int {
	sum := new(big.Int)
	for _, g := range s.group {
		fixed := big.NewInt(s.blocked.Fixed(g.Cells))
		sum.Add(sum, fixed.Mul(fixed, big.NewInt(s.sets.Fixed(g.Pieces))))
	}
	return sum.Div(sum, big.NewInt(int64(len(s.group))))
}

// Classes visits, of the instances from <= number < to, those that are the least of
// their orbits, each with its number and the size of its orbit, until visit returns false.
func (s *Space) Classes(from, to int64, visit func(rank int64, in Instance, orbit int) bool) {
	if boards, ok := s.blocked.(*packings.Space); ok && s.sets.Len() == 1 { // which does so much faster
		boards.Classes(from, to,
			func(rank int64, mask uint64, orbit int) bool { return visit(rank, Instance{Blocked: mask}, orbit) })
		return
	}
	images := make([]Instance, 0, s.Order())
	for rank := from; rank < to; rank++ {
		images = s.Images(images[:0], s.unrank(rank))
		if orbit, least := orbitOf(images); least && !visit(rank, images[0], orbit) {
			return
		}
	}
}

// orbitOf returns the size of an orbit, and whether the first of its images is the least.
func orbitOf(images []Instance) (size int, least bool) {
	fixed := 0
	for _, in := range images {
		switch in.Compare(images[0]) {
		case -1:
			return 0, false
		case 0:
			fixed++
		}
	}
	return len(images) / fixed, true
}

// An Orbit is the instances that symmetry makes of one.
type Orbit struct {
	Least Instance
	Size  int
}

// Draw draws an instance and returns its orbit. A draw depends on the seed and its number alone; all instances are
// equally likely.
func (s *Space) Draw(seed uint64, number int64) Orbit {
	rank := enumerate.Random(seed, enumerate.Stream(number)).Int64N(s.Len())
	images := s.Images(make([]Instance, 0, s.Order()), s.unrank(rank))
	least := slices.MinFunc(images, Instance.Compare)
	size, _ := orbitOf(s.Images(images[:0], least))
	return Orbit{least, size}
}

// Masks is a list of masks, which ascend.
type Masks []uint64

// Len implements [List].
func (l Masks) Len() int64 { return int64(len(l)) }

// Unrank implements [List].
func (l Masks) Unrank(rank int64) uint64 { return l[rank] }

// Contains implements [List].
func (l Masks) Contains(mask uint64) bool {
	_, ok := slices.BinarySearch(l, mask)
	return ok
}

// Fixed implements [List].
func (l Masks) Fixed(perm []uint8) (fixed int64) {
	for _, m := range l {
		if packings.Permuted(m, perm) == m {
			fixed++
		}
	}
	return fixed
}

// Choices are all choices of things from a list, such as pieces, that have a number of
// things between two bounds and sizes that add up to a total. For things of one size
// the numbers of the choices are the combinatorial number system.
type Choices struct {
	Min, Max int   // things of a choice
	total    int   // their sizes, added up
	size     []int // of each thing of the list
	// completions[i][k][t] is the number of ways to complete a choice by some of the first i
	// things, if k things are in it and sizes of t in all are to come.
	completions [][][]int64
}

// NewChoices returns the choices of low to high things of the given sizes, at most 64,
// whose sizes add up to total.
func NewChoices(size []int, low, high, total int) *Choices {
	s := &Choices{size: size, Min: low, Max: min(high, len(size)), total: total}
	for i := range len(size) + 1 {
		counts := make([][]int64, s.Max+1)
		for k := range counts {
			counts[k] = make([]int64, total+1)
			if i == 0 {
				if k >= s.Min {
					counts[k][0] = 1
				}
				continue
			}
			for t := range counts[k] {
				counts[k][t] = s.completions[i-1][k][t]
				if rest := t - size[i-1]; rest >= 0 && k < s.Max {
					counts[k][t] += s.completions[i-1][k+1][rest]
				}
			}
		}
		s.completions = append(s.completions, counts)
	}
	return s
}

// Len implements [List].
func (s *Choices) Len() int64 { return s.completions[len(s.size)][0][s.total] }

// Contains implements [List].
func (s *Choices) Contains(mask uint64) bool {
	_, ok := s.Rank(mask)
	return ok
}

// Rank returns the number of a choice, or false if the mask is none of these.
func (s *Choices) Rank(mask uint64) (int64, bool) {
	if mask>>len(s.size) != 0 {
		return 0, false
	}
	r, k, t := int64(0), 0, s.total
	for i := len(s.size) - 1; i >= 0; i-- {
		if mask>>i&1 == 0 {
			continue
		}
		r += s.completions[i][k][t]
		if k++; k > s.Max {
			return 0, false
		}
		if t -= s.size[i]; t < 0 {
			return 0, false
		}
	}
	return r, s.completions[0][k][t] == 1
}

// Unrank is the inverse of [Choices.Rank].
func (s *Choices) Unrank(r int64) (mask uint64) {
	k, t := 0, s.total
	for i := len(s.size) - 1; i >= 0; i-- {
		if without := s.completions[i][k][t]; r >= without {
			r -= without
			k++
			t -= s.size[i]
			mask |= 1 << i
		}
	}
	return mask
}

// Fixed implements [List]: it counts the choices that consist of whole cycles. Things of a cycle must
// have equal sizes.
func (s *Choices) Fixed(perm []uint8) (number int64) {
	// fixed[k][t]: choices of k things with sizes of t in all, made of the cycles so far.
	fixed := make([][]int64, s.Max+1)
	for k := range fixed {
		fixed[k] = make([]int64, s.total+1)
	}
	fixed[0][0] = 1
	for i := range perm {
		length, total, least := 0, 0, true
		for j := i; length == 0 || j != i; j = int(perm[j]) {
			length, total, least = length+1, total+s.size[j], least && j >= i
		}
		for k := s.Max; k >= length && least; k-- {
			for t := s.total; t >= total; t-- {
				fixed[k][t] += fixed[k-length][t-total]
			}
		}
	}
	for _, counts := range fixed[min(s.Min, s.Max+1):] {
		number += counts[s.total]
	}
	return number
}
