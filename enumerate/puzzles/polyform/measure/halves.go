package measure

import (
	"fmt"
	"math/bits"
	"slices"

	"coverstat/enumerate"
)

// A split of a region into congruent halves is an isometry g and a half A such
// that A and g(A) are disjoint and make up the region. So a cell and its image
// are on different sides; a cell without an image in the region is in the other
// half B, and a cell that is no image is in A. An isometry is of use only if
// these rules do not contradict one another on the region alone; [newHalves]
// lists such isometries (8x8: 16).
//
// For each option, newHalves notes the isometries for which the rules do not put two of
// its cells on different sides: a word or two of bits. A tiling can only be split
// by isometries that all its options admit. For most tilings by different pieces
// few are left.
type halves struct {
	words    int
	admitted []uint64 // by option, words each: bit g, isometry g does not cut the option
	maps     []halving
}

// halving is an isometry on the free cells of a board.
type halving struct {
	image, origin []int // by cell; -1 for none
	free          []int // the free cells
	open          bool  // some cell has no image, so that some has no origin
}

// maxHalvedArea is the largest board, in cells, for two_halves: its preparation
// is quadratic in them.
const maxHalvedArea = 1024

func refuseHalves(z *Subject) *enumerate.InputError {
	if cells := len(z.Board.Blocked); cells > maxHalvedArea {
		return &enumerate.InputError{Problem: fmt.Sprintf("the board has %d cells", cells), Expected: fmt.Sprintf("at most %d", maxHalvedArea)}
	}
	return refuseSeparate(z, "pieces of one part: halves are regions")
}

func newHalves(z *Subject) *halves {
	h := &halves{}
	free := z.Board.FreeCells()
	if len(free) == 0 || len(free)%2 == 1 {
		return h
	}
	var sides []*sides // by isometry: of the cells, from 1
	// The first cell has an image or is one. An isometry and its inverse split
	// alike, with the halves exchanged: so the first cell may be taken to have one.
	for _, k := range z.Board.Isometries {
		for _, target := range free {
			shift := z.Board.Cell(target).Minus(k.Image(z.Board.Cell(free[0])))
			m := halving{image: z.Board.Move(k, shift), free: free}
			if m.image == nil || slices.ContainsFunc(h.maps, func(o halving) bool { return slices.Equal(o.origin, m.image) }) {
				continue
			}
			m.invert()
			rules := newSides(len(m.image))
			if m.apply(rules, func(cell int) int32 { return int32(cell + 1) }) {
				h.maps, sides = append(h.maps, m), append(sides, rules)
			}
		}
	}
	h.words = (len(h.maps) + 63) / 64
	h.admitted = make([]uint64, h.words*len(z.Placements))
	for o, p := range z.Placements {
		for g := range h.maps {
			if sides[g].agree(p.Cells) {
				h.admitted[o*h.words+g/64] |= 1 << (g % 64)
			}
		}
	}
	return h
}

// invert finds the origins from the images.
func (m *halving) invert() {
	m.origin = slices.Repeat([]int{-1}, len(m.image))
	for _, i := range m.free {
		if j := m.image[i]; j >= 0 {
			m.origin[j] = i
		} else {
			m.open = true
		}
	}
}

// apply states the rules for things that own cells. It reports false if they
// contradict one another, or if nobody owns some cell.
func (m *halving) apply(s *sides, owner func(cell int) int32) bool {
	for _, i := range m.free {
		t := owner(i)
		if t == 0 {
			return false // a cell left uncovered has no side
		}
		if j := m.image[i]; j >= 0 {
			if !s.join(t, owner(j), 1) {
				return false
			}
		} else if !s.join(t, 0, 1) {
			return false
		}
		if m.origin[i] < 0 && !s.join(t, 0, 0) {
			return false
		}
	}
	return true
}

// sides says of things, from 1, which are on one side and which on different
// sides. Thing 0 stands for side A.
//
// Invariant: link is a forest in which odd[t] says whether t is on another side
// than its parent; a root is the least of its tree.
type sides struct {
	link []int32
	odd  []uint8
}

func newSides(things int) *sides {
	s := &sides{make([]int32, things+1), make([]uint8, things+1)}
	s.reset(things)
	return s
}

// reset forgets all that was stated.
func (s *sides) reset(things int) {
	for t := range things + 1 {
		s.link[t], s.odd[t] = int32(t), 0
	}
}

// root returns the root of a thing, and 1 if they are on different sides.
func (s *sides) root(t int32) (int32, uint8) {
	p := uint8(0)
	for s.link[t] != t {
		p ^= s.odd[t]
		t = s.link[t]
	}
	return t, p
}

// join states that two things are on one side, or on different sides if differ
// is 1. It reports false if that contradicts what was stated before.
func (s *sides) join(t, u int32, differ uint8) bool {
	t, p := s.root(t)
	u, q := s.root(u)
	differ ^= p ^ q
	if t == u {
		return differ == 0
	}
	s.link[max(t, u)], s.odd[max(t, u)] = min(t, u), differ
	return true
}

// agree reports whether no two of some cells are on different sides.
func (s *sides) agree(cells []int) bool {
	for k, i := range cells {
		root, p := s.root(int32(i + 1))
		for _, j := range cells[:k] {
			if other, q := s.root(int32(j + 1)); other == root && p != q {
				return false
			}
		}
	}
	return true
}

// splitter is the scratch of one evaluator.
type splitter struct {
	sides  *sides  // of the tiles
	group  []int32 // by tile that is a root: its place in groups, or -1
	groups []uint64
}

func newSplitter() splitter {
	return splitter{newSides(maxHalved), make([]int32, maxHalved+1), nil}
}

// twoHalves counts the splits of a tiling whose halves are connected. Several
// isometries may give the same split; it counts once.
func (e *Evaluator) twoHalves(_, _ []int) int32 {
	h := e.set.halves
	e.found = e.found[:0]
	for w := range h.words {
		alive := ^uint64(0)
		for _, o := range e.solution {
			alive &= h.admitted[int(o)*h.words+w]
		}
		if w == h.words-1 && len(h.maps)%64 != 0 {
			alive &= 1<<(len(h.maps)%64) - 1
		}
		for ; alive != 0; alive &= alive - 1 {
			e.splits(&h.maps[64*w+bits.TrailingZeros64(alive)])
		}
	}
	slices.Sort(e.found)
	return int32(len(slices.Compact(e.found)))
}

// splits adds the splits by one isometry to found.
func (e *Evaluator) splits(m *halving) {
	s := &e.split
	tiles := int32(len(e.solution))
	s.sides.reset(len(e.solution))
	if !m.apply(s.sides, func(cell int) int32 { return int32(e.owner[cell]) }) {
		return
	}
	// Each tree may choose a side, but for the one of side A; if there is none,
	// but for that of tile 1, as exchanging the halves gives the same split.
	fixed := int32(0)
	if !m.open {
		fixed, _ = s.sides.root(1)
	}
	s.groups = s.groups[:0]
	var half, all uint64
	for t := int32(1); t <= tiles; t++ {
		root, p := s.sides.root(t)
		half |= uint64(p) << t
		all |= 1 << t
		if root == fixed {
			continue
		}
		if root == t { // the least of its tree comes first
			s.group[root] = int32(len(s.groups))
			s.groups = append(s.groups, 0)
		}
		s.groups[s.group[root]] |= 1 << t
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
