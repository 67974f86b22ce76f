package polyform

import (
	"fmt"
	"slices"

	"coverstat/enumerate"
	"coverstat/enumerate/puzzles/polyform/lattice"
	"coverstat/enumerate/puzzles/polyform/subsets"
	"coverstat/enumerate/survey"
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
			turned := l.Orientations(p.Orientations[0], true, false)
			twin := l.Mirrored(p.Orientations[0])
			if slices.ContainsFunc(turned, func(s lattice.Shape) bool { return slices.Equal(s, twin) }) {
				return 0
			}
			return 1
		}},
	{enumerate.MeasureInfo{Name: "surface", Unit: "sides", Meaning: "sides of cells on the outlines of all pieces"}, false, surface},
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

// surface counts the sides of a piece's cells beyond which there is no cell of it.
func surface(l *lattice.Lattice, p *Piece) int {
	shape, n := p.Orientations[0], 0
	for _, c := range shape {
		kind := 0
		if l.Kind != nil {
			kind = l.Kind(c)
		}
		for _, d := range l.Beside[kind] {
			if !slices.Contains(shape, c.Plus(d)) {
				n++
			}
		}
	}
	return n
}

// measureColumns returns the columns of the measures asked for.
func (s *setSurvey) measureColumns(asked []string) ([]survey.Column[subsets.Answer], error) {
	var infos []enumerate.MeasureInfo
	for _, m := range setMeasures {
		infos = append(infos, m.info)
	}
	indices, _, err := enumerate.PickMeasures(infos, asked)
	if err != nil {
		return nil, err
	}
	var columns []survey.Column[subsets.Answer]
	for place, i := range indices {
		m := setMeasures[i]
		if m.info.Name == "surplus" && s.board.Colour == nil {
			return nil, enumerate.KeyErrorf(fmt.Sprintf("measures.%d", place), "measure surplus: the cells of %s have no colouring in which neighbours differ: expected other measures", s.board.Lattice.Name)
		}
		fixed := 0
		add := func(sum int, p *Piece, copies int) int {
			v := m.value(s.board.Lattice, p)
			if m.greatest {
				return max(sum, v)
			}
			return sum + v*copies
		}
		for i := range s.fixed {
			fixed = add(fixed, &s.fixed[i], int(s.fixed[i].Min))
		}
		columns = append(columns, survey.Measure(m.info, func(a *subsets.Answer) int32 {
			sum := fixed
			for i := range s.list {
				if a.Mask>>i&1 != 0 {
					sum = add(sum, &s.list[i], 1)
				}
			}
			return int32(sum)
		}))
	}
	return columns, nil
}
