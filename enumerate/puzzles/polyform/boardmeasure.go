package polyform

import (
	"math/bits"

	"coverstat/enumerate"
)

// boardMeasures are integer functions of a board of at most 64 cells: the
// measures of a survey. They take the mask of the free cells.
var boardMeasures = []struct {
	info  enumerate.MeasureInfo
	value func(s *boardShape, free uint64) int64
}{
	{enumerate.MeasureInfo{Name: "blocked_border", Unit: "cells",
		Meaning: "blocked cells on the border of the bounding rectangle"},
		func(s *boardShape, free uint64) int64 { return int64(bits.OnesCount64(s.border &^ free)) }},
	{enumerate.MeasureInfo{Name: "components", Unit: "regions",
		Meaning: "connected regions of free cells, joined by edges"},
		(*boardShape).components},
	{enumerate.MeasureInfo{Name: "smallest_component", Unit: "cells",
		Meaning: "cells of the smallest connected region of free cells"},
		(*boardShape).smallest},
	{enumerate.MeasureInfo{Name: "isolated", Unit: "cells",
		Meaning: "free cells without a free neighbour"},
		func(s *boardShape, free uint64) int64 { return int64(bits.OnesCount64(free &^ s.neighbours(free))) }},
	{enumerate.MeasureInfo{Name: "dead_ends", Unit: "cells",
		Meaning: "free cells with exactly one free neighbour"},
		(*boardShape).deadEnds},
	{enumerate.MeasureInfo{Name: "imbalance", Unit: "cells",
		Meaning: "surplus of one colour among the free cells, coloured like a chessboard"},
		func(s *boardShape, free uint64) int64 {
			d := bits.OnesCount64(free&s.white) - bits.OnesCount64(free&^s.white)
			return int64(max(d, -d))
		}},
}

// boardShape holds what the measures need to know of the rectangle.
type boardShape struct {
	cols          int
	all           uint64
	border, white uint64
	left, right   uint64 // first and last column
}

func newBoardShape(b *Board) *boardShape {
	s := &boardShape{cols: b.Cols}
	for i := range b.Blocked {
		r, c := i/b.Cols, i%b.Cols
		bit := uint64(1) << i
		s.all |= bit
		if r == 0 || c == 0 || r == b.Rows-1 || c == b.Cols-1 {
			s.border |= bit
		}
		if (r+c)&1 == 0 {
			s.white |= bit
		}
		if c == 0 {
			s.left |= bit
		}
		if c == b.Cols-1 {
			s.right |= bit
		}
	}
	return s
}

// neighbours returns the cells that share an edge with a cell of m.
func (s *boardShape) neighbours(m uint64) uint64 {
	return (m<<s.cols | m>>s.cols | m&^s.right<<1 | m&^s.left>>1) & s.all
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
	for _, m := range [4]uint64{free << s.cols, free >> s.cols, free &^ s.right << 1, free &^ s.left >> 1} {
		two |= one & m
		one |= m
	}
	return int64(bits.OnesCount64(one &^ two & free))
}
