package nonogram

import (
	"slices"

	"coverstat/enumerate"
	"coverstat/enumerate/puzzles/nonogram/line"
)

// measure is an integer function of a clue set, or of the picture it determines.
type measure struct {
	info    enumerate.MeasureInfo
	picture bool // a function of the picture: null unless there is exactly one solution
	value   func(p *Puzzle, pic Picture) int
}

var measures = []measure{
	{enumerate.MeasureInfo{Name: "black", Meaning: "black cells", Unit: "cells"}, false,
		func(p *Puzzle, _ Picture) int { return p.Black() }},
	{enumerate.MeasureInfo{Name: "blocks", Meaning: "numbers in the clues of all rows and columns", Unit: "blocks"}, false,
		func(p *Puzzle, _ Picture) int { return p.blocks() }},
	{enumerate.MeasureInfo{Name: "symmetry", Meaning: "symmetries of the rectangle that leave the clues as they are, 1 for none but doing nothing", Unit: "symmetries"}, false,
		func(p *Puzzle, _ Picture) int { return p.symmetries() }},
	{enumerate.MeasureInfo{Name: "components", Meaning: "pieces into which the black cells fall, joined along edges; null without a single solution", Unit: "pieces"}, true,
		func(p *Puzzle, pic Picture) int { return pic.components(p.Width()) }},
}

func measureInfos() []enumerate.MeasureInfo {
	var out []enumerate.MeasureInfo
	for _, m := range measures {
		out = append(out, m.info)
	}
	return out
}

func (p *Puzzle) blocks() int {
	n := 0
	for _, clue := range slices.Concat(p.Rows, p.Cols) {
		n += len(clue)
	}
	return n
}

// symmetries counts the symmetries of the rectangle that leave the clues as they are.
func (p *Puzzle) symmetries() (n int) {
	image := func(clues [][]int, backwards, ends bool) [][]int {
		out := slices.Clone(clues)
		if backwards { // the last line first
			slices.Reverse(out)
		}
		for i := range out {
			if ends { // each line read from its other end
				out[i] = slices.Clone(out[i])
				slices.Reverse(out[i])
			}
		}
		return out
	}
	own := string(appendClues(nil, p.Rows, p.Cols))
	for k := range 4 {
		flip, mirror := k&1 == 1, k&2 == 2
		rows, cols := image(p.Rows, flip, mirror), image(p.Cols, mirror, flip)
		if string(appendClues(nil, rows, cols)) == own {
			n++
		}
		if string(appendClues(nil, cols, rows)) == own { // of a square alone
			n++
		}
	}
	return n
}

// components counts the pieces of black cells. It joins each cell to the neighbours before it.
func (pic Picture) components(width int) (n int) {
	parent := make([]int32, len(pic))
	root := func(c int) int32 {
		r := int32(c)
		for parent[r] != r {
			parent[r] = parent[parent[r]]
			r = parent[r]
		}
		return r
	}
	for c, v := range pic {
		parent[c] = int32(c)
		join := func(before int) {
			if a, b := root(before), root(c); pic[before] == line.Black && a != b {
				parent[a] = b
				n--
			}
		}
		if v != line.Black {
			continue
		}
		n++
		if c%width > 0 {
			join(c - 1)
		}
		if c >= width {
			join(c - width)
		}
	}
	return n
}
