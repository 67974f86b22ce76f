package board

import (
	"math/bits"
	"slices"
)

// cells128 is a set of cells: bit i stands for the cell at position i of an
// order.
type cells128 struct{ a, b uint64 }

func (s cells128) count() int { return bits.OnesCount64(s.a) + bits.OnesCount64(s.b) }

func (s cells128) has(i int) bool {
	if i < 64 {
		return s.a>>i&1 != 0
	}
	return s.b>>(i-64)&1 != 0
}

func (s *cells128) add(i int) {
	if i < 64 {
		s.a |= 1 << i
	} else {
		s.b |= 1 << (i - 64)
	}
}

func (s *cells128) remove(i int) {
	if i < 64 {
		s.a &^= 1 << i
	} else {
		s.b &^= 1 << (i - 64)
	}
}

// first returns the first cell of s alone, for a set that is not empty.
func (s cells128) first() cells128 {
	if s.a != 0 {
		return cells128{s.a & -s.a, 0}
	}
	return cells128{0, s.b & -s.b}
}

// window returns the position of the first cell and the 64 bits from there on. The
// branch is well predicted: the first word is seldom empty.
func (s cells128) window() (g uint64, a uint) {
	lo, hi, base := s.a, s.b, uint(0)
	if s.a == 0 {
		lo = s.b
	}
	if s.a == 0 {
		hi = 0
	}
	if s.a == 0 {
		base = 64
	}
	z := uint(bits.TrailingZeros64(lo)) & 63
	return lo>>z | hi<<1<<(63-z), (base + z) & 127
}

// secondWindow returns the 64 bits that follow those of window.
func (s cells128) secondWindow() uint64 {
	if s.a == 0 {
		return 0
	}
	return s.b >> (uint(bits.TrailingZeros64(s.a)) & 63)
}

// sizes says which numbers of cells some of the pieces can make up.
type sizes [MaxCells + 1]bool

// newSizes returns the sizes that begin with need cells and go on by up to so many copies of each
// piece.
func newSizes(s *stock, need int, copies func(piece int) int) *sizes {
	z := &sizes{}
	z[need] = true
	for i, size := range s.size {
		if size == 0 {
			continue
		}
		for range min(copies(i), MaxCells/size) {
			for a := MaxCells; a >= size; a-- {
				z[a] = z[a] || z[a-size]
			}
		}
	}
	return z
}

// adjacency says which cells of a rectangle are neighbours, in terms of one order. Two
// neighbours lie some distance apart in it: 1 or the length of a line.
type adjacency struct {
	next cells128 // the cells that have a neighbour at distance 1
	// by is the other distance, below 64, at which every two cells are
	// neighbours. If there is none, some is 0, otherwise all ones.
	by   uint
	some uint64
}

// newAdjacency derives the adjacency from the neighbours of each cell and their positions in
// an order, the first of [ordersOf].
func newAdjacency(neighbours [][]int, at []int) (q adjacency) {
	for x, list := range neighbours {
		for _, y := range list {
			switch d := at[y] - at[x]; {
			case d == 1:
				q.next.add(at[x])
			case d > 1:
				q.by, q.some = uint(d), ^uint64(0)
			}
		}
	}
	return q
}

// distances returns how far apart neighbours lie in an order, ascending.
func distances(neighbours [][]int, at []int) (list []int) {
	for x, beside := range neighbours {
		for _, y := range beside {
			if d := at[y] - at[x]; d > 0 && !slices.Contains(list, d) {
				list = append(list, d)
			}
		}
	}
	slices.Sort(list)
	return list
}

// beside returns the neighbours of some cells, and positions without a cell.
func (q *adjacency) beside(s cells128) cells128 {
	by, back := q.by&63, -q.by&63
	a, b := s.a&q.next.a, s.b&q.next.b
	return cells128{
		a<<1 | (s.a>>1|s.b<<63)&q.next.a | (s.a<<by|s.a>>by|s.b<<back)&q.some,
		b<<1 | a>>63 | s.b>>1&q.next.b | (s.b<<by|s.b>>by|s.a>>back)&q.some,
	}
}

// without returns the cells that are not in another set, as one word: zero or
// not is all that matters.
func (s cells128) without(n cells128) uint64 { return s.a&^n.a | s.b&^n.b }

// isolated returns the cells without a neighbour in the set, as one word.
func (q *adjacency) isolated(s cells128) uint64 { return s.without(q.beside(s)) }

// region returns the connected region of the first of some free cells.
func (q *adjacency) region(free cells128) cells128 {
	g := free.first()
	for {
		n := q.beside(g)
		next := cells128{(g.a | n.a) & free.a, (g.b | n.b) & free.b}
		if next == g {
			return g
		}
		g = next
	}
}

// allow reports whether every connected region of free cells has a size that
// the pieces can make up.
func (z *sizes) allow(free cells128, q *adjacency) bool {
	for free != (cells128{}) {
		g := q.region(free)
		if !z[g.count()] {
			return false
		}
		free.a &^= g.a
		free.b &^= g.b
	}
	return true
}
