package subsets

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
