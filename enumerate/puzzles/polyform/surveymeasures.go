package polyform

import (
	"math/bits"
	"slices"

	"coverstat/enumerate"
	"coverstat/enumerate/puzzles/polyform/lattice"
	"coverstat/enumerate/puzzles/polyform/measure"
)

// An instanceMeasure is an integer function of an instance, equal for all its images.
type instanceMeasure struct {
	info  enumerate.MeasureInfo
	value func(a *answer) int32
	// counted, if not nil, is that of a measure of the search by the rule, which has no value.
	counted func(*difficulty) *int64
	lacks   string // why it has no meaning for these instances; "" if it has one
}

// boardMeasures are integer functions of a board of at most 64 free cells: the
// measures of a survey. They take the mask of the free cells. Words in braces are
// those of [measure.Wording].
var boardMeasures = []struct {
	info  enumerate.MeasureInfo
	value func(s *boardShape, free uint64) int64
	// lacks says why the measure has no meaning on a board, "" where it has one; nil
	// if it has one on all boards.
	lacks func(b *Board) string
}{
	{enumerate.MeasureInfo{Name: "blocked_border", Unit: "cells",
		Meaning: "blocked cells {on the bounding border}"},
		func(s *boardShape, free uint64) int64 { return int64(bits.OnesCount64(s.border &^ free)) },
		func(b *Board) string {
			if b.HasBorder() {
				return ""
			}
			return "a torus has no border"
		}},
	{enumerate.MeasureInfo{Name: "components", Unit: "regions",
		Meaning: "connected regions of free cells, joined by {edges}"},
		(*boardShape).components, nil},
	{enumerate.MeasureInfo{Name: "smallest_component", Unit: "cells",
		Meaning: "cells of the smallest connected region of free cells"},
		(*boardShape).smallest, nil},
	{enumerate.MeasureInfo{Name: "isolated", Unit: "cells",
		Meaning: "free cells without a free neighbour"},
		func(s *boardShape, free uint64) int64 { return int64(bits.OnesCount64(free &^ s.neighbours(free))) }, nil},
	{enumerate.MeasureInfo{Name: "dead_ends", Unit: "cells",
		Meaning: "free cells with exactly one free neighbour"},
		(*boardShape).deadEnds, nil},
	{enumerate.MeasureInfo{Name: "imbalance", Unit: "cells",
		Meaning: "surplus of one colour among the free cells, coloured {like a chessboard}"},
		func(s *boardShape, free uint64) int64 {
			d := bits.OnesCount64(free&s.white) - bits.OnesCount64(free&^s.white)
			return int64(max(d, -d))
		},
		func(b *Board) string {
			if b.Colouring() == nil {
				return "the cells of this board have no two colours such that neighbours differ"
			}
			return ""
		}},
}

// measures returns the measures of boards that block further cells of this one, in the
// words of its lattice.
func (n *numbering) measures() []instanceMeasure {
	words, shape, free := measure.Wording(&n.board.Board), newBoardShape(n), n.free()
	var list []instanceMeasure
	for _, m := range boardMeasures {
		m.info.Meaning = words.Replace(m.info.Meaning)
		one := instanceMeasure{info: m.info,
			value: func(a *answer) int32 { return int32(m.value(shape, free&^uint64(a.blocked))) }}
		if m.lacks != nil {
			one.lacks = m.lacks(n.board)
		}
		list = append(list, one)
	}
	return list
}

// boardShape holds what the measures need to know of the board.
type boardShape struct {
	steps         []step
	border, white uint64
}

// step says which cells have a neighbour whose number is greater by a certain
// number: on squares that is 1 or the number of columns.
type step struct {
	by   int
	from uint64
}

func newBoardShape(n *numbering) *boardShape {
	s, b := &boardShape{}, n.board
	for _, pair := range b.Sides() {
		first := n.bits[pair[0]]
		by := int(n.bits[pair[1]] - first)
		i := slices.IndexFunc(s.steps, func(t step) bool { return t.by == by })
		if i < 0 {
			i = len(s.steps)
			s.steps = append(s.steps, step{by: by})
		}
		s.steps[i].from |= 1 << first
	}
	ends, colour := b.Ends(), b.Colouring()
	for bit, cell := range n.cells {
		if ends[cell] > 0 {
			s.border |= 1 << bit
		}
		if colour != nil && colour(b.Cell(cell)) > 0 {
			s.white |= 1 << bit
		}
	}
	return s
}

func (s *boardShape) neighbours(m uint64) uint64 {
	var all uint64
	for _, t := range s.steps {
		by := t.by & 63 // by is less than 64, and without this the shifts took twice as long
		all |= m&t.from<<by | m>>by&t.from
	}
	return all
}

// region returns the connected region of free that holds its first cell.
func (s *boardShape) region(free uint64) uint64 {
	r := free & -free
	for {
		grown := r | s.neighbours(r)&free
		if grown == r {
			return r
		}
		r = grown
	}
}

func (s *boardShape) components(free uint64) int64 {
	n := int64(0)
	for ; free != 0; n++ {
		free &^= s.region(free)
	}
	return n
}

func (s *boardShape) smallest(free uint64) int64 {
	least := 64
	for free != 0 {
		r := s.region(free)
		least = min(least, bits.OnesCount64(r))
		free &^= r
	}
	return int64(least)
}

// deadEnds counts the free neighbours of all cells at once: one holds the cells
// with at least one free neighbour, two those with at least two.
func (s *boardShape) deadEnds(free uint64) int64 {
	var one, two uint64
	for _, t := range s.steps {
		by := t.by & 63
		next, last := free&t.from<<by, free>>by&t.from
		two |= one & next
		one |= next
		two |= one & last
		one |= last
	}
	return int64(bits.OnesCount64(one &^ two & free))
}

// setMeasures are integer functions of a set of pieces, those of every set included:
// the measures of a survey of sets. Each is a sum over the pieces, or their maximum.
var setMeasures = []struct {
	info     enumerate.MeasureInfo
	greatest bool // not the sum
	coloured bool // it needs a colouring of the cells in which neighbours differ
	value    func(l *lattice.Lattice, p *Piece) int
}{
	{enumerate.MeasureInfo{Name: "set_pieces", Unit: "pieces", Meaning: "pieces of the set"}, false, false,
		func(*lattice.Lattice, *Piece) int { return 1 }},
	{enumerate.MeasureInfo{Name: "largest_piece", Unit: "cells", Meaning: "cells of the largest piece"}, true, false,
		func(_ *lattice.Lattice, p *Piece) int { return p.Size() }},
	{enumerate.MeasureInfo{Name: "chiral_pieces", Unit: "pieces",
		Meaning: "pieces that turning does not take to their mirror images"}, false, false,
		func(l *lattice.Lattice, p *Piece) int {
			if l.Chiral(p.Orientations[0]) {
				return 1
			}
			return 0
		}},
	{enumerate.MeasureInfo{Name: "surface", Unit: "sides", Meaning: "sides of cells on the outlines of all pieces"},
		false, false,
		func(l *lattice.Lattice, p *Piece) int { return l.Surface(p.Orientations[0]) }},
	{enumerate.MeasureInfo{Name: "orientations", Unit: "orientations",
		Meaning: "different orientations of all pieces, added up"}, false, false,
		func(_ *lattice.Lattice, p *Piece) int { return len(p.Orientations) }},
	{enumerate.MeasureInfo{Name: "surplus", Unit: "cells",
		Meaning: "surplus of one colour in each piece, added up, with cells coloured black and white so that neighbours differ"}, false, true,
		func(l *lattice.Lattice, p *Piece) int {
			n := 0
			for _, c := range p.Orientations[0] {
				n += l.Colour(c)
			}
			return max(n, -n)
		}},
}

func (s *pairs) setMeasures() []instanceMeasure {
	var list []instanceMeasure
	for _, m := range setMeasures {
		if m.coloured && s.board.Colour == nil {
			list = append(list, instanceMeasure{info: m.info,
				lacks: "the cells of " + s.board.Lattice.Name + " have no colouring in which neighbours differ"})
			continue
		}
		add := func(sum, value int) int {
			if m.greatest {
				return max(sum, value)
			}
			return sum + value
		}
		fixed := 0
		for _, p := range s.pieces {
			for range p.Min {
				fixed = add(fixed, m.value(s.board.Lattice, &p))
			}
		}
		var values []int // of each piece of the list
		for _, p := range s.list {
			values = append(values, m.value(s.board.Lattice, &p))
		}
		list = append(list, instanceMeasure{info: m.info, value: func(a *answer) int32 {
			sum := fixed
			for mask := uint64(a.set); mask != 0; mask &= mask - 1 {
				sum = add(sum, values[bits.TrailingZeros64(mask)])
			}
			return int32(sum)
		}})
	}
	return list
}
