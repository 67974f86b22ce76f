package polyform

import (
	"math/bits"

	"coverstat/enumerate"
	"coverstat/enumerate/puzzles/polyform/lattice"
	"coverstat/enumerate/puzzles/polyform/subsets"
)

// setMeasures are integer functions of a set of pieces, those of every set included:
// the measures of a survey of sets. Each is a sum over the pieces, or their maximum.
var setMeasures = []struct {
	info     enumerate.MeasureInfo
	greatest bool // not the sum
	value    func(l *lattice.Lattice, p *Piece) int
}{
	{enumerate.MeasureInfo{Name: "set_pieces", Unit: "pieces", Meaning: "pieces of the set"}, false,
		func(*lattice.Lattice, *Piece) int { return 1 }},
	{enumerate.MeasureInfo{Name: "largest_piece", Unit: "cells", Meaning: "cells of the largest piece"}, true,
		func(_ *lattice.Lattice, p *Piece) int { return p.Size() }},
	{enumerate.MeasureInfo{Name: "chiral_pieces", Unit: "pieces", Meaning: "pieces that turning does not take to their mirror images"}, false,
		func(l *lattice.Lattice, p *Piece) int {
			if l.Chiral(p.Orientations[0]) {
				return 1
			}
			return 0
		}},
	{enumerate.MeasureInfo{Name: "surface", Unit: "sides", Meaning: "sides of cells on the outlines of all pieces"}, false,
		func(l *lattice.Lattice, p *Piece) int { return l.Surface(p.Orientations[0]) }},
	{enumerate.MeasureInfo{Name: "orientations", Unit: "orientations", Meaning: "different orientations of all pieces, added up"}, false,
		func(_ *lattice.Lattice, p *Piece) int { return len(p.Orientations) }},
	{enumerate.MeasureInfo{Name: "surplus", Unit: "cells", Meaning: "surplus of one colour in each piece, added up, with cells coloured black and white so that neighbours differ"}, false,
		func(l *lattice.Lattice, p *Piece) int {
			n := 0
			for _, c := range p.Orientations[0] {
				n += l.Colour(c)
			}
			return max(n, -n)
		}},
}

// measures returns the measures of sets.
func (s *setSurvey) measures() []subsets.Measure {
	var list []subsets.Measure
	for _, m := range setMeasures {
		if m.info.Name == "surplus" && s.board.Colour == nil {
			list = append(list, subsets.Measure{Info: m.info, Lacks: "the cells of " + s.board.Lattice.Name + " have no colouring in which neighbours differ"})
			continue
		}
		add := func(sum, value int) int {
			if m.greatest {
				return max(sum, value)
			}
			return sum + value
		}
		fixed := 0
		for _, p := range s.fixed {
			for range p.Min {
				fixed = add(fixed, m.value(s.board.Lattice, &p))
			}
		}
		var values []int // of each piece of the list
		for _, p := range s.list {
			values = append(values, m.value(s.board.Lattice, &p))
		}
		list = append(list, subsets.Measure{Info: m.info, Value: func(mask uint64) int32 {
			sum := fixed
			for ; mask != 0; mask &= mask - 1 {
				sum = add(sum, values[bits.TrailingZeros64(mask)])
			}
			return int32(sum)
		}})
	}
	return list
}
