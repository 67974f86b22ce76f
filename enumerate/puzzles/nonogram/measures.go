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

// images calls f with the clues under each of the four symmetries of a rectangle, or the
// eight of a square. The first are the clues themselves. f must not keep the slices.
func (p *Puzzle) images(f func(rows, cols [][]int)) {
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
	for k := range 4 {
		flip, mirror := k&1 == 1, k&2 == 2
		rows, cols := image(p.Rows, flip, mirror), image(p.Cols, mirror, flip)
		f(rows, cols)
		if len(rows) == len(cols) {
			f(cols, rows)
		}
	}
}

func (p *Puzzle) symmetries() int {
	own := string(appendClues(nil, p.Rows, p.Cols))
	n := 0
	var text []byte
	p.images(func(rows, cols [][]int) {
		text = appendClues(text[:0], rows, cols)
		if string(text) == own {
			n++
		}
	})
	return n
}

// components counts the pieces of black cells by flooding.
func (pic Picture) components(width int) int {
	seen := make([]bool, len(pic))
	var stack []int
	n := 0
	visit := func(c int) {
		if pic[c] == line.Black && !seen[c] {
			seen[c] = true
			stack = append(stack, c)
		}
	}
	for c := range pic {
		if pic[c] != line.Black || seen[c] {
			continue
		}
		n++
		visit(c)
		for len(stack) > 0 {
			c := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			if c%width > 0 {
				visit(c - 1)
			}
			if c%width < width-1 {
				visit(c + 1)
			}
			if c >= width {
				visit(c - width)
			}
			if c+width < len(pic) {
				visit(c + width)
			}
		}
	}
	return n
}
