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
type halves struct {
	free []int
	maps []halving
}

// halving is an isometry on the free cells of a board.
type halving struct {
	image, origin []int  // by cell; -1 for none
	admits        []bool // by option: the rules do not put two of its cells on different sides
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
	h := &halves{free: z.Board.FreeCells()}
	if len(h.free) == 0 || len(h.free)%2 == 1 {
		return h
	}
	// The first cell has an image or is one. An isometry and its inverse split
	// alike, with the halves exchanged: so the first cell may be taken to have one.
	for _, k := range z.Board.Isometries {
		for _, target := range h.free {
			shift := z.Board.Cell(target).Minus(k.Image(z.Board.Cell(h.free[0])))
			m := halving{image: z.Board.Move(k, shift)}
			if m.image == nil || slices.ContainsFunc(h.maps, func(o halving) bool { return slices.Equal(o.origin, m.image) }) {
				continue
			}
			m.origin = slices.Repeat([]int{-1}, len(m.image))
			for _, i := range h.free {
				if j := m.image[i]; j >= 0 {
					m.origin[j] = i
				}
			}
			rules := newSides(len(m.image)) // of the cells, from 1
			if !h.apply(&m, rules, func(cell int) int32 { return int32(cell + 1) }) {
				continue
			}
			for _, p := range z.Placements {
				m.admits = append(m.admits, rules.agree(p.Cells))
			}
			h.maps = append(h.maps, m)
		}
	}
	return h
}

// apply states the rules of an isometry for things that own cells. It reports false if
// they contradict one another, or if nobody owns some cell.
func (h *halves) apply(m *halving, s *sides, owner func(cell int) int32) bool {
	for _, i := range h.free {
		t := owner(i)
		if t == 0 {
			return false // a cell left uncovered has no side
		}
		other := int32(0) // side A
		if j := m.image[i]; j >= 0 {
			other = owner(j)
		}
		if !s.join(t, other, 1) || m.origin[i] < 0 && !s.join(t, 0, 0) {
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

// twoHalves counts the splits of a tiling whose halves are connected. Several
// isometries may give the same split; it counts once.
func (e *Evaluator) twoHalves(_, _ []int) int32 {
	e.found = e.found[:0]
	for i := range e.set.halves.maps {
		m := &e.set.halves.maps[i]
		if !slices.ContainsFunc(e.solution, func(o enumerate.OptionID) bool { return !m.admits[o] }) { // for most tilings few are left
			e.splits(m)
		}
	}
	slices.Sort(e.found)
	return int32(len(slices.Compact(e.found)))
}

func (e *Evaluator) splits(m *halving) {
	e.sides.reset(len(e.solution))
	if !e.set.halves.apply(m, e.sides, func(cell int) int32 { return int32(e.owner[cell]) }) {
		return
	}
	var trees [maxHalved + 1]uint64 // by root: its tiles
	var half, all uint64
	for t := range int32(len(e.solution)) {
		root, p := e.sides.root(t + 1)
		half |= uint64(p) << (t + 1)
		all |= 2 << t
		trees[root] |= 2 << t
	}
	// Each tree may choose a side, but for the one of side A; if there is none,
	// but for that of tile 1, as exchanging the halves gives the same split.
	if trees[0] == 0 {
		root, _ := e.sides.root(1)
		trees[root] = 0
	}
	trees[0] = 0
	groups := slices.DeleteFunc(trees[:], func(tiles uint64) bool { return tiles == 0 })
	for choice := range uint64(1) << len(groups) {
		split := half
		for g, tiles := range groups {
			if choice>>g&1 != 0 {
				split ^= tiles
			}
		}
		if split&2 != 0 {
			split ^= all // name a split by the half without the first tile
		}
		if e.connected(split) && e.connected(all&^split) {
			e.found = append(e.found, split)
		}
	}
}

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
