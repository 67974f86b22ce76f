package packings

import (
	"fmt"
	"math/big"
	"math/bits"
)

// A Space is the set of all ways to choose k cells of a board, in ascending
// order of their masks, and the classes of them under a group. It never
// changes and may be shared.
//
// The rank of a mask is its index in that order: Σ C(p, i), where p is the
// number of board cells below the mask's i-th cell, i from 1 (the combinatorial
// number system; D. H. Lehmer, 1964). It is the sum of one table entry for each
// quarter of the word. What the cells of a quarter add depends on how many
// cells are below, that is on k minus the cells of the quarter and above, so
// the middle quarters have a row for each number of cells above them, the top
// and bottom ones a single row. For 36 cells and k = 8 the four tables have 41 KB.
type Space struct {
	board uint64
	k     int
	size  int64

	width                    uint // bits of a quarter
	top, upper, lower, least []uint32

	cells  []uint8      // the board's cells, ascending
	lowest [65]uint64   // the j lowest cells of the board
	group  [][]uint8    // the identity first
	images [][][]uint64 // images[g][b][x]: image of x in byte b; not for the identity
	runs   struct {
		bits   uint       // the lowest bits, not all of them cells
		sets   [][]uint16 // sets[j]: the subsets of the lowest bits with j cells, ascending
		images [][]uint64 // images[g][x]: image of subset x of the lowest bits
		most   []uint64   // most[g]: image of all the lowest cells
	} // the tables for the visits
}

// NewSpace returns the space of the k-subsets of the board's cells under a
// group of permutations of the cells, identity first; nil stands for the
// identity alone. There must be fewer than 2^32 subsets.
func NewSpace(board uint64, k int, group [][]uint8) (*Space, error) {
	size, err := subsets(bits.OnesCount64(board), k)
	if err != nil {
		return nil, err
	}
	s := &Space{board: board, k: k, size: size, group: group}
	if len(group) == 0 {
		identity := make([]uint8, 64)
		for c := range identity {
			identity[c] = uint8(c)
		}
		s.group = [][]uint8{identity}
	}
	for m := board; m != 0; m &= m - 1 {
		s.cells = append(s.cells, uint8(bits.TrailingZeros64(m)))
		s.lowest[len(s.cells)] = s.lowest[len(s.cells)-1] | m&-m
	}
	s.buildRanks()
	s.buildImages()
	s.buildRuns()
	return s, nil
}

// subsets returns the number of k-subsets of n cells.
func subsets(n, k int) (int64, error) {
	if k < 0 || k > n {
		return 0, fmt.Errorf("%d cells to choose from %d", k, n)
	}
	size := new(big.Int).Binomial(int64(n), int64(k))
	if size.BitLen() > 32 {
		return 0, fmt.Errorf("%v ways to choose %d of %d cells: expected fewer than 2^32", size, k, n)
	}
	return size.Int64(), nil
}

// Len returns the number of subsets.
func (s *Space) Len() int64 { return s.size }

// Contains reports whether a mask is one of the subsets.
func (s *Space) Contains(mask uint64) bool {
	return mask&^s.board == 0 && bits.OnesCount64(mask) == s.k
}

// binomials are those below 2^32; larger ones, which no rank contains, are 0.
var binomials = func() (table [65][65]uint32) {
	for n := range table {
		table[n][0], table[n][n] = 1, 1
		for k := 1; k < n; k++ { // Pascal's triangle; what is 0 in it is too large
			if a, b := uint64(table[n-1][k-1]), uint64(table[n-1][k]); a > 0 && b > 0 && a+b < 1<<32 {
				table[n][k] = uint32(a + b)
			}
		}
	}
	return table
}()

func (s *Space) buildRanks() {
	s.width = uint(max(bits.Len64(s.board)+3, 4)) / 4
	// row tabulates a quarter; below says how many of the k cells lie beneath
	// a quarter that has so many.
	row := func(quarter uint, below func(here int) int) []uint32 {
		t := make([]uint32, 1<<s.width)
		for x := range t {
			m := uint64(x) << (s.width * quarter)
			i := below(bits.OnesCount(uint(x)))
			if i < 0 || m&^s.board != 0 || m>>(s.width*quarter) != uint64(x) {
				continue
			}
			for ; m != 0; m &= m - 1 {
				i++
				t[x] += binomials[bits.OnesCount64(s.board&(m&-m-1))][i]
			}
		}
		return t
	}
	for above := range s.k + 1 {
		below := func(here int) int { return s.k - above - here }
		s.upper = append(s.upper, row(2, below)...)
		s.lower = append(s.lower, row(1, below)...)
	}
	s.top = row(3, func(here int) int { return s.k - here })
	s.least = row(0, func(int) int { return 0 })
}

// Rank returns the index of a subset; the mask must have k cells of the board.
func (s *Space) Rank(mask uint64) int64 { return int64(s.rank(mask)) }

func (s *Space) rank(m uint64) uint32 {
	w := s.width & 31
	quarter := uint64(1)<<w - 1
	m1 := m >> w
	m2 := m1 >> w
	m3 := m2 >> w
	return s.least[m&quarter] +
		s.lower[uint64(bits.OnesCount64(m2))<<w|m1&quarter] +
		s.upper[uint64(bits.OnesCount64(m3))<<w|m2&quarter] +
		s.top[m3]
}

// Unrank is the inverse of [Space.Rank]; it takes a few hundred nanoseconds.
func (s *Space) Unrank(i int64) uint64 {
	if i < 0 || i >= s.size {
		panic(fmt.Sprintf("packings: subset %d of %d", i, s.size))
	}
	var m uint64
	rest, p := uint32(i), len(s.cells)
	for j := s.k; j > 0; j-- {
		for p--; p >= j && (binomials[p][j] == 0 || binomials[p][j] > rest); {
			p--
		}
		// C(p, j) with p < j is 0: the lowest j cells.
		if p >= j {
			rest -= binomials[p][j]
		}
		m |= 1 << s.cells[p]
	}
	return m
}

// next returns the subset after mask, in ascending order; what follows the
// last one is not a subset.
func (s *Space) next(mask uint64) uint64 {
	// The carry runs over cells outside the board as if they were chosen; the
	// cells that it swept come back as the lowest ones (Gosper's hack, HAKMEM
	// item 175, with a board).
	m := (mask | ^s.board) + mask&-mask
	m &= s.board
	return m | s.lowest[max(s.k-bits.OnesCount64(m), 0)]
}

// Subsets are visited in runs: all that agree above the lowest cells. The
// images of the common part are computed once a run; within a run an image is
// one look-up and one OR. On the 6x6 board with k = 8 a run has 24 subsets on
// average, and the test for the least of the orbit stops at the first smaller
// image.
const runBits = 12

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
		m = s.next(above | uint64(sets[len(sets)-1]))
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
