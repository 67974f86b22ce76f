package measure

import (
	"math/bits"
	"slices"

	"coverstat/enumerate"
)

// A split of a region into congruent halves is an isometry g of the plane and
// a half A such that A and g(A) are disjoint and make up the region. Follow a
// cell x to g(x), g(g(x)), ... as long as the region lasts: a cell of A is
// followed by one of the other half B, and a cell of B is preceded by one of A.
// So the sides alternate along such a chain. Where it begins and ends, it
// begins in A and ends in B: its length is even and its sides are forced. Where
// it closes, its length is even too and one side may be chosen.
//
// Which isometries admit such chains depends on the region alone; [newHalves]
// lists them (8x8: 16). Of each option it notes the isometries for which no
// two of its cells are on different sides of one chain: a word or two of bits,
// and a tiling can only be split by isometries that all its options admit.
// For most tilings by different pieces few are left, so that the measure takes
// about 0.3 µs on the chessboard; trying all 4,096 splits of 13 pieces would
// cost more than that for drawing them up alone.
type halves struct {
	words    int
	admitted []uint64 // by option, words each: bit g, isometry g does not cut the option
	maps     []halving
	cells    []int // of the board, those that are free
}

// halving is one isometry on the free cells of a board.
type halving struct {
	chain  []int32 // by cell: its chain; 0 is all chains that are not closed
	parity []uint8 // by cell: its side, where that of the chain is 0
	chains int
}

// linear are the isometries that fix the origin: row and column of the image.
var linear = [8][4]int{
	{1, 0, 0, 1}, {0, 1, -1, 0}, {-1, 0, 0, -1}, {0, -1, 1, 0},
	{1, 0, 0, -1}, {-1, 0, 0, 1}, {0, 1, 1, 0}, {0, -1, -1, 0},
}

// isometry maps (r, c) to (a r + b c + dr, d r + e c + dc).
type isometry struct{ a, b, d, e, dr, dc int }

func (g isometry) apply(r, c int) (int, int) { return g.a*r + g.b*c + g.dr, g.d*r + g.e*c + g.dc }

func (g isometry) inverse() isometry {
	// The inverse of an orthogonal matrix is its transpose.
	i := isometry{a: g.a, b: g.d, d: g.b, e: g.e}
	r, c := i.apply(g.dr, g.dc)
	i.dr, i.dc = -r, -c
	return i
}

func newHalves(b *Board) *halves {
	h := &halves{}
	for i, blocked := range b.Blocked {
		if !blocked {
			h.cells = append(h.cells, i)
		}
	}
	if len(h.cells) == 0 || len(h.cells)%2 == 1 {
		return h
	}
	// The first cell has an image or is one, so these are all candidates.
	tried := map[isometry]bool{}
	r0, c0 := h.cells[0]/b.Cols, h.cells[0]%b.Cols
	for _, l := range linear {
		for _, cell := range h.cells {
			g := isometry{a: l[0], b: l[1], d: l[2], e: l[3]}
			r, c := g.apply(r0, c0)
			g.dr, g.dc = cell/b.Cols-r, cell%b.Cols-c
			for _, m := range []isometry{g, g.inverse()} {
				// An isometry and its inverse split alike, halves exchanged.
				if tried[m] || tried[m.inverse()] {
					continue
				}
				tried[m] = true
				if x, ok := chains(b, m); ok {
					h.maps = append(h.maps, x)
				}
			}
		}
	}
	h.words = (len(h.maps) + 63) / 64
	h.admitted = make([]uint64, h.words*len(b.Placements))
	for o, p := range b.Placements {
		for g := range h.maps {
			if h.maps[g].admits(p.Cells) {
				h.admitted[o*h.words+g/64] |= 1 << (g % 64)
			}
		}
	}
	return h
}

// chains follows the cells of the board under an isometry, if sides can
// alternate.
func chains(b *Board, g isometry) (halving, bool) {
	n := len(b.Blocked)
	image, origin := make([]int32, n), make([]int32, n)
	for i := range n {
		image[i], origin[i] = -1, -1
	}
	for i, blocked := range b.Blocked {
		r, c := g.apply(i/b.Cols, i%b.Cols)
		if blocked || r < 0 || r >= b.Rows || c < 0 || c >= b.Cols || b.Blocked[r*b.Cols+c] {
			continue
		}
		image[i], origin[r*b.Cols+c] = int32(r*b.Cols+c), int32(i)
	}
	x := halving{chain: make([]int32, n), parity: make([]uint8, n), chains: 1}
	seen := make([]bool, n)
	follow := func(start int32, chain int32) bool {
		length := 0
		for i := start; i >= 0 && !seen[i]; i = image[i] {
			seen[i] = true
			x.chain[i], x.parity[i] = chain, uint8(length%2)
			length++
		}
		return length%2 == 0
	}
	for i := range n {
		if !b.Blocked[i] && origin[i] < 0 && !follow(int32(i), 0) {
			return x, false
		}
	}
	for i := range n {
		if !b.Blocked[i] && !seen[i] {
			if !follow(int32(i), int32(x.chains)) {
				return x, false
			}
			x.chains++
		}
	}
	return x, true
}

// admits reports whether no chain puts two of the cells on different sides.
func (x *halving) admits(cells []int) bool {
	for k, i := range cells {
		for _, j := range cells[:k] {
			if x.chain[i] == x.chain[j] && x.parity[i] != x.parity[j] {
				return false
			}
		}
	}
	return true
}

// splitter is the scratch of one evaluator.
//
// Invariants while it works on one isometry: link is a forest over chains in
// which odd[c] says whether c's side differs from its parent's; chain 0 has
// side 0.
type splitter struct {
	alive []uint64
	link  []int32
	odd   []uint8
	first []int32 // by tile: the root of its chains, and its parity there
	side  []uint8
	bit   []int32 // by chain that is a root: its place in groups, or -1
	// The tiles whose side depends on one choice, for each choice.
	groups []uint64
}

func (h *halves) newSplitter() splitter {
	most := 1
	for _, m := range h.maps {
		most = max(most, m.chains)
	}
	return splitter{
		alive: make([]uint64, h.words), link: make([]int32, most), odd: make([]uint8, most),
		first: make([]int32, maxHalved), side: make([]uint8, maxHalved),
		bit: make([]int32, most), groups: make([]uint64, 0, maxHalved),
	}
}

// twoHalves counts the splits of a tiling whose halves are connected. Several
// isometries may give the same split; it counts once.
func (e *Evaluator) twoHalves(owner []int16, solution []enumerate.OptionID) int32 {
	h, s := e.set.halves, &e.split
	e.found = e.found[:0]
	for w := range s.alive {
		alive := ^uint64(0)
		for _, o := range solution {
			alive &= h.admitted[int(o)*h.words+w]
		}
		if w == h.words-1 && len(h.maps)%64 != 0 {
			alive &= 1<<(len(h.maps)%64) - 1
		}
		s.alive[w] = alive
		for ; alive != 0; alive &= alive - 1 {
			e.splits(&h.maps[64*w+bits.TrailingZeros64(alive)], owner, len(solution))
		}
	}
	slices.Sort(e.found)
	return int32(len(slices.Compact(e.found)))
}

// splits adds the splits by one isometry to found.
func (e *Evaluator) splits(x *halving, owner []int16, tiles int) {
	s := &e.split
	for c := range x.chains {
		s.link[c], s.odd[c] = int32(c), 0
	}
	for t := range tiles {
		s.first[t] = -1
	}
	for _, i := range e.set.halves.cells {
		t := owner[i] - 1
		if t < 0 {
			return // a cell left uncovered has no side
		}
		c, p := x.chain[i], x.parity[i]
		if s.first[t] < 0 {
			s.first[t], s.side[t] = c, p
		} else if !s.join(s.first[t], s.side[t], c, p) {
			return
		}
	}
	// Choose a side for every root but one: chain 0, or if there is none the
	// first tile's, for exchanging the halves gives the same split.
	fixed, _ := s.root(0)
	hasOpen := false
	for t := range tiles {
		r, _ := s.root(s.first[t])
		hasOpen = hasOpen || r == fixed
	}
	if !hasOpen {
		fixed, _ = s.root(s.first[0])
	}
	for c := range x.chains {
		s.bit[c] = -1
	}
	s.groups = s.groups[:0]
	var half, all uint64
	for t := range tiles {
		r, p := s.root(s.first[t])
		half |= uint64(p^s.side[t]) << (t + 1)
		all |= 2 << t
		if r == fixed {
			continue
		}
		if s.bit[r] < 0 {
			s.bit[r] = int32(len(s.groups))
			s.groups = append(s.groups, 0)
		}
		s.groups[s.bit[r]] |= 2 << t
	}
	// All choices in the order of a Gray code: one group changes sides at a
	// time.
	for choice := uint64(1); ; choice++ {
		split := half
		if split&2 != 0 {
			split ^= all // name a split by the half without the first tile
		}
		if e.connected(split) && e.connected(all&^split) {
			e.found = append(e.found, split)
		}
		next := bits.TrailingZeros64(choice)
		if next >= len(s.groups) {
			return
		}
		half ^= s.groups[next]
	}
}

// root returns the root of a chain and whether its side differs from it.
func (s *splitter) root(c int32) (int32, uint8) {
	p := uint8(0)
	for s.link[c] != c {
		p ^= s.odd[c]
		c = s.link[c]
	}
	return c, p
}

// join states that two cells, given by chain and parity, are on one side.
func (s *splitter) join(c int32, p uint8, d int32, q uint8) bool {
	rc, pc := s.root(c)
	rd, pd := s.root(d)
	differ := p ^ pc ^ q ^ pd
	if rc == rd {
		return differ == 0
	}
	if rc > rd { // chain 0 stays a root
		rc, rd = rd, rc
	}
	s.link[rd], s.odd[rd] = rc, differ
	return true
}

// connected reports whether a set of tiles hangs together by edges.
func (e *Evaluator) connected(set uint64) bool {
	reached := set & -set
	for grown := reached; grown != 0; {
		t := bits.TrailingZeros64(grown)
		grown &= grown - 1
		more := e.edge[t] & set &^ reached
		reached |= more
		grown |= more
	}
	return reached == set
}
