package board

import "math/bits"

// board128 is a set of cells, a bit each.
type board128 struct{ a, b uint64 }

// count returns the number of cells.
func (b board128) count() int { return bits.OnesCount64(b.a) + bits.OnesCount64(b.b) }

func (b board128) has(i int) bool {
	if i < 64 {
		return b.a>>i&1 != 0
	}
	return b.b>>(i-64)&1 != 0
}

// sizes says which numbers of cells some of the pieces can make up.
type sizes [MaxCells + 1]bool

// newSizes derives the sizes from the pieces at hand, Min and Max both: a
// region may be filled by any of them. (Sizes written down for pentominoes
// alone lose solutions as soon as a square is added.)
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

// grid says which cells of a board are neighbours.
type grid struct {
	stride     uint
	east, west board128 // cells with a neighbour before them, and after them
}

// newGrid returns the grid of a board whose rows begin stride cells apart.
func newGrid(rows, cols, stride int) grid {
	g := grid{stride: uint(stride)}
	for r := range rows {
		for c := range cols {
			i := r*stride + c
			if c > 0 {
				g.east.set(i)
			}
			if c < cols-1 {
				g.west.set(i)
			}
		}
	}
	return g
}

func (b *board128) set(i int) {
	if i < 64 {
		b.a |= 1 << i
	} else {
		b.b |= 1 << (i - 64)
	}
}

// beside returns the neighbours of some cells. A stride may be up to 127.
func (q *grid) beside(b board128) board128 {
	s := q.stride
	e := board128{b.a << 1 & q.east.a, (b.b<<1 | b.a>>63) & q.east.b}
	w := board128{(b.a>>1 | b.b<<63) & q.west.a, b.b >> 1 & q.west.b}
	if s >= 64 { // at most one row: none above or beneath, or one in the other word
		return board128{e.a | w.a | b.b>>(s-64), e.b | w.b | b.a<<(s-64)}
	}
	return board128{
		e.a | w.a | b.a<<s | b.a>>s | b.b<<(64-s),
		e.b | w.b | b.b<<s | b.b>>s | b.a>>(64-s),
	}
}

// isolated returns the cells without a neighbour, in one word: zero or not is
// all that matters.
func (q *grid) isolated(b board128) uint64 {
	n := q.beside(b)
	return b.a&^n.a | b.b&^n.b
}

// region returns the connected region of the first of some free cells.
func (q *grid) region(free board128) board128 {
	g := board128{free.a & -free.a, 0}
	if free.a == 0 {
		g.b = free.b & -free.b
	}
	for {
		n := q.beside(g)
		a, b := (g.a|n.a)&free.a, (g.b|n.b)&free.b
		if a == g.a && b == g.b {
			return g
		}
		g = board128{a, b}
	}
}

// allow reports whether every connected region of free cells has a size that
// the pieces can make up.
func (z *sizes) allow(free board128, q *grid) bool {
	for free.a|free.b != 0 {
		g := q.region(free)
		if !z[g.count()] {
			return false
		}
		free.a &^= g.a
		free.b &^= g.b
	}
	return true
}

// The cells of a word at stride 8 that have a neighbour to the west, and to the
// east.
const (
	east64 = 0xfefefefefefefefe
	west64 = 0x7f7f7f7f7f7f7f7f
)

// allow64 is allow for a board of one word at stride 8.
func (z *sizes) allow64(free uint64) bool {
	for free != 0 {
		g := free & -free
		for {
			n := (g | g<<1&east64 | g>>1&west64 | g<<8 | g>>8) & free
			if n == g {
				break
			}
			g = n
		}
		if !z[bits.OnesCount64(g)] {
			return false
		}
		free &^= g
	}
	return true
}
