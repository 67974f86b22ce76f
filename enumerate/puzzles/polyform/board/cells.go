package board

import "math/bits"

// cells128 is a set of cells: bit i stands for the cell at position i of an
// order.
type cells128 struct{ a, b uint64 }

// count returns the number of cells.
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

// newSizes derives the sizes from the pieces of the puzzle, those that must be
// used and those that may: a region may be filled by any of them. (Sizes
// written down for pentominoes alone lose solutions as soon as a square is
// added.)
func newSizes(s *stock) *sizes {
	z := &sizes{0: true}
	for i, size := range s.size {
		if size == 0 {
			continue
		}
		for range min(s.most[i], MaxCells/size) {
			for a := MaxCells; a >= size; a-- {
				z[a] = z[a] || z[a-size]
			}
		}
	}
	return z
}

// adjacency says which cells are neighbours, in terms of one order. Two
// neighbours lie some distance apart in it, and boards have few such distances:
// a rectangle that is read row by row has 1 and the length of a row.
type adjacency struct {
	next cells128 // the cells that have a neighbour at distance 1
	// all is another distance, below 64, at which every two cells are
	// neighbours. If there is none, some is 0, otherwise all ones.
	all  uint
	some uint64
	rest []distance
}

// A distance is a number of positions, and the cells that have a neighbour so
// many positions further on.
type distance struct {
	by   uint
	from cells128
}

// newAdjacency derives the adjacency from the neighbours of each cell and the
// positions of an order.
func newAdjacency(neighbours [][]int, at []int) adjacency {
	var from [MaxCells]cells128
	var board cells128
	for x, list := range neighbours {
		board.add(at[x])
		for _, y := range list {
			if d := at[y] - at[x]; d > 0 {
				from[d].add(at[x])
			}
		}
	}
	q := adjacency{next: from[1]}
	for d := 2; d < len(from); d++ {
		x := distance{uint(d), from[d]}
		further := board.down(x.by)
		switch {
		case x.from == cells128{}:
		case q.some == 0 && d < 64 && x.from == cells128{board.a & further.a, board.b & further.b}:
			q.all, q.some = x.by, ^uint64(0)
		default:
			q.rest = append(q.rest, x)
		}
	}
	return q
}

// distances returns how far apart neighbours lie.
func (q *adjacency) distances() (list []int) {
	if q.next != (cells128{}) {
		list = append(list, 1)
	}
	if q.some != 0 {
		list = append(list, int(q.all))
	}
	for _, x := range q.rest {
		list = append(list, int(x.by))
	}
	return list
}

// near returns the neighbours of some cells but for those at the distances in
// rest, and positions without a cell.
func (q *adjacency) near(s cells128) cells128 {
	by, back := q.all&63, -q.all&63
	a, b := s.a&q.next.a, s.b&q.next.b
	return cells128{
		a<<1 | (s.a>>1|s.b<<63)&q.next.a | (s.a<<by|s.a>>by|s.b<<back)&q.some,
		b<<1 | a>>63 | s.b>>1&q.next.b | (s.b<<by|s.b>>by|s.a>>back)&q.some,
	}
}

// beside returns the neighbours of some cells, and positions without a cell.
func (q *adjacency) beside(s cells128) cells128 {
	n := q.near(s)
	for _, x := range q.rest {
		up, down := cells128{s.a & x.from.a, s.b & x.from.b}.up(x.by), s.down(x.by)
		n.a |= up.a | down.a&x.from.a
		n.b |= up.b | down.b&x.from.b
	}
	return n
}

// up moves every cell by positions further on, down by as many back.
func (s cells128) up(by uint) cells128 {
	if by >= 64 {
		return cells128{0, s.a << (by - 64)}
	}
	return cells128{s.a << by, s.b<<by | s.a>>(64-by)}
}

func (s cells128) down(by uint) cells128 {
	if by >= 64 {
		return cells128{s.b >> (by - 64), 0}
	}
	return cells128{s.a>>by | s.b<<(64-by), s.b >> by}
}

// without returns the cells that are not in another set, as one word: zero or
// not is all that matters.
func (s cells128) without(n cells128) uint64 { return s.a&^n.a | s.b&^n.b }

// isolated returns the cells without a neighbour in the set, as one word.
func (q *adjacency) isolated(s cells128) uint64 {
	if len(q.rest) == 0 {
		return s.without(q.near(s))
	}
	return s.without(q.beside(s))
}

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

// minus returns the cells that are not in another set.
func (s cells128) minus(n cells128) cells128 { return cells128{s.a &^ n.a, s.b &^ n.b} }

func (s cells128) union(n cells128) cells128 { return cells128{s.a | n.a, s.b | n.b} }
