package polyform

import (
	"math/big"
	"slices"
)

// setSpace is all sets of pieces of a list that have a number of pieces between two
// bounds and a number of cells: the instances of a survey of sets, numbered from 0.
// A set is a mask, with a bit for the place of each piece in the list, and numbers
// ascend with masks. For pieces of one size that is the combinatorial number system.
type setSpace struct {
	size     []int // cells of each piece of the list
	min, max int   // pieces of a set
	area     int   // cells of a set
	// ways[i][k][a] is the number of ways to complete a set by some of the first i
	// pieces, if k pieces are in it and a cells are to come.
	ways [][][]int64
	// group holds the permutations of the list that symmetries of the board make, the
	// identity first, each once: piece i becomes group[g][i].
	group [][]uint8
}

// maxListed is the largest number of pieces in the list, and maxSets that of sets: a
// mask has 63 bits without a sign, and a table of counts 8 bytes a set.
const (
	maxListed = 63
	maxSets   = 100_000_000
)

func newSetSpace(size []int, low, high, area int, group [][]uint8) *setSpace {
	s := &setSpace{size: size, min: low, max: min(high, len(size)), area: area, group: group}
	for i := range len(size) + 1 {
		ways := make([][]int64, s.max+1)
		for k := range ways {
			ways[k] = make([]int64, area+1)
			if i == 0 {
				if k >= s.min {
					ways[k][0] = 1
				}
				continue
			}
			for a := range ways[k] {
				ways[k][a] = s.ways[i-1][k][a]
				if rest := a - size[i-1]; rest >= 0 && k < s.max {
					ways[k][a] += s.ways[i-1][k+1][rest]
				}
			}
		}
		s.ways = append(s.ways, ways)
	}
	return s
}

// len is the number of sets.
func (s *setSpace) len() int64 { return s.ofFirst(len(s.size)) }

// ofFirst is the number of sets of the first n pieces of the list.
func (s *setSpace) ofFirst(n int) int64 { return s.ways[n][0][s.area] }

// rank returns the number of a set, or false if it is none of these.
func (s *setSpace) rank(mask uint64) (int64, bool) {
	if mask>>len(s.size) != 0 {
		return 0, false
	}
	r, k, a := int64(0), 0, s.area
	for i := len(s.size) - 1; i >= 0; i-- {
		if mask>>i&1 == 0 {
			continue
		}
		r += s.ways[i][k][a]
		if k++; k > s.max {
			return 0, false
		}
		if a -= s.size[i]; a < 0 {
			return 0, false
		}
	}
	return r, s.ways[0][k][a] == 1
}

// unrank is the inverse of rank.
func (s *setSpace) unrank(r int64) (mask uint64) {
	k, a := 0, s.area
	for i := len(s.size) - 1; i >= 0; i-- {
		if without := s.ways[i][k][a]; r >= without {
			r -= without
			k++
			a -= s.size[i]
			mask |= 1 << i
		}
	}
	return mask
}

// images appends the images of a set under the group to dst, its own first.
func (s *setSpace) images(dst []uint64, mask uint64) []uint64 {
	dst = append(dst, mask)
	for _, perm := range s.group[1:] {
		dst = append(dst, image(mask, perm))
	}
	return dst
}

// orbits counts the sets up to symmetry: the mean over the group of the number of
// sets that a permutation maps to themselves. Such a set consists of whole cycles.
func (s *setSpace) orbits() *big.Int {
	sum := new(big.Int)
	for _, perm := range s.group {
		// fixed[k][a]: sets of k pieces and a cells made of the cycles so far.
		fixed := make([][]int64, s.max+1)
		for k := range fixed {
			fixed[k] = make([]int64, s.area+1)
		}
		fixed[0][0] = 1
		for i := range perm {
			length, cells, least := 0, 0, true
			for j := i; length == 0 || j != i; j = int(perm[j]) {
				length, cells, least = length+1, cells+s.size[j], least && j >= i
			}
			for k := s.max; k >= length && least; k-- {
				for a := s.area; a >= cells; a-- {
					fixed[k][a] += fixed[k-length][a-cells]
				}
			}
		}
		for _, ways := range fixed[min(s.min, s.max+1):] {
			sum.Add(sum, big.NewInt(ways[s.area]))
		}
	}
	return sum.Div(sum, big.NewInt(int64(len(s.group))))
}

// choices is the number of ways to choose so many pieces, whatever their cells.
func (s *setSpace) choices() *big.Int {
	sum := new(big.Int)
	for k := s.min; k <= s.max; k++ {
		sum.Add(sum, new(big.Int).Binomial(int64(len(s.size)), int64(k)))
	}
	return sum
}

// cellRange returns the least and the greatest number of cells of such a choice.
func (s *setSpace) cellRange() (low, high int) {
	sizes := slices.Sorted(slices.Values(s.size))
	for k := range s.max {
		if k < s.min {
			low += sizes[k]
		}
		high += sizes[len(sizes)-1-k]
	}
	return low, high
}
