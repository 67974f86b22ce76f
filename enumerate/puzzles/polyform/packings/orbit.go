package packings

import "math/bits"

// Subsets are visited in runs: all that agree above the lowest cells. The
// images of the common part are computed once a run; within a run an image is
// one look-up and one OR. On the 6x6 board with k = 8 a run has 24 subsets on
// average, and the test for the least of the orbit stops at the first smaller
// image.
const runBits = 12

// runs holds the tables for the visits.
type runs struct {
	bits   uint       // the lowest bits, not all of them cells
	sets   [][]uint16 // sets[j]: the subsets of the lowest bits with j cells, ascending
	images [][]uint64 // images[g][x]: image of subset x of the lowest bits
	most   []uint64   // most[g]: image of all the lowest cells
}

func (s *Space) buildRuns() {
	r := &s.runs
	r.bits = uint(min(runBits, bits.Len64(s.board)))
	cells := s.board & (1<<r.bits - 1)
	r.sets = make([][]uint16, bits.OnesCount64(cells)+1)
	for x := range uint64(1) << r.bits {
		if x&^cells == 0 {
			j := bits.OnesCount64(x)
			r.sets[j] = append(r.sets[j], uint16(x))
		}
	}
	for g := range s.group {
		t := make([]uint64, 1<<r.bits)
		for x := range t {
			if uint64(x)&^cells == 0 {
				t[x] = s.Image(g, uint64(x))
			}
		}
		r.images = append(r.images, t)
		r.most = append(r.most, s.Image(g, cells))
	}
}

func (s *Space) buildImages() {
	for _, perm := range s.group {
		var t [][]uint64
		for b := 0; b < bits.Len64(s.board); b += 8 {
			row := make([]uint64, 256)
			for x := range row {
				row[x] = Permuted(uint64(x)<<b&s.board, perm)
			}
			t = append(t, row)
		}
		s.images = append(s.images, t)
	}
}

// Image returns the image of any set of board cells under symmetry g.
func (s *Space) Image(g int, mask uint64) uint64 {
	var image uint64
	for _, row := range s.images[g] {
		image |= row[mask&255]
		mask >>= 8
	}
	return image
}

// Classes visits the classes whose least subset has a rank from from
// (inclusive) to to (exclusive), in ascending order: the rank of that subset,
// the subset, and the size of its orbit. Returning false ends the visit.
// Passing over the subsets that are not least costs a few nanoseconds each.
func (s *Space) Classes(from, to int64, visit func(i int64, mask uint64, orbit int) bool) {
	order := len(s.group)
	s.leasts(from, to, func(i int64, images *[maxGroup]uint64) bool {
		fixed := 0
		for _, image := range images[:order] {
			if image == images[0] {
				fixed++
			}
		}
		return visit(i, images[0], order/fixed)
	})
}

// leasts is like Classes, but visits all images of each least subset: images[0] is
// the subset itself.
func (s *Space) leasts(from, to int64, visit func(i int64, images *[maxGroup]uint64) bool) {
	r := &s.runs
	var top, images [maxGroup]uint64
	if from >= to {
		return
	}
	m := s.Unrank(from)
	for i := from; i < to; {
		low := m & (1<<r.bits - 1)
		above := m &^ low
		sets := r.sets[bits.OnesCount64(low)]
		m = s.Next(above | uint64(sets[len(sets)-1]))
		first := 0 // index of low, which is 0 in all runs but the first
		for uint64(sets[first]) != low {
			first++
		}
		sets = sets[first:min(int64(len(sets)), int64(first)+to-i)]
		skip := false
		for g := 1; g < len(s.group); g++ {
			top[g] = s.Image(g, above)
			skip = skip || top[g]|r.most[g] < above
		}
		if skip {
			i += int64(len(sets))
			continue
		}
	subsets:
		for _, x := range sets {
			m := above | uint64(x)
			for g := 1; g < len(s.group); g++ {
				images[g] = top[g] | r.images[g][x]
				if images[g] < m {
					i++
					continue subsets
				}
			}
			images[0] = m
			if !visit(i, &images) {
				return
			}
			i++
		}
	}
}

// Fixed is the number of subsets that a permutation of the cells maps to themselves: those made of
// whole cycles. It shares no code with [Space.Classes].
func (s *Space) Fixed(perm []uint8) int64 {
	fixed := make([]int64, s.k+1) // subsets of so many cells made of whole cycles
	fixed[0] = 1
	seen := ^s.board
	for _, c := range s.cells {
		length := 0
		for ; seen>>c&1 == 0; c = perm[c] {
			seen |= 1 << c
			length++
		}
		for j := s.k; length > 0 && j >= length; j-- {
			fixed[j] += fixed[j-length]
		}
	}
	return fixed[s.k]
}
