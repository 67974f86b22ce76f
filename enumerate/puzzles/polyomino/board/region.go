package board

import "math/bits"

// board128 is a set of cells, a bit each.
type board128 struct{ a, b uint64 }

// count returns the number of cells.
func (b board128) count() int { return bits.OnesCount64(b.a) + bits.OnesCount64(b.b) }

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
		for range min(s.max[i], MaxCells/size) {
			for a := MaxCells; a >= size; a-- {
				z[a] = z[a] || z[a-size]
			}
		}
	}
	return z
}

// allow reports whether every connected region of free cells has a size that
// the pieces can make up. The board has the given stride and a guard cell
// after every row.
func (z *sizes) allow(free board128, stride uint) bool {
	s, d := stride&63, (64-stride)&63
	for free.a|free.b != 0 {
		g := board128{free.a & -free.a, 0}
		if free.a == 0 {
			g.b = free.b & -free.b
		}
		for {
			a := (g.a | g.a<<1 | g.a>>1 | g.b<<63 | g.a<<s | g.a>>s | g.b<<d) & free.a
			b := (g.b | g.b<<1 | g.a>>63 | g.b>>1 | g.b<<s | g.b>>s | g.a>>d) & free.b
			if a == g.a && b == g.b {
				break
			}
			g = board128{a, b}
		}
		if !z[g.count()] {
			return false
		}
		free.a &^= g.a
		free.b &^= g.b
	}
	return true
}
