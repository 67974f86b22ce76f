package lattice

import (
	"math"

	"coverstat/enumerate"
)

// Triangle is the lattice of equilateral triangles: (row, col) points up if
// row+col is even, and down otherwise. Its strips between parallel lines of the
// three directions are row, (col-row+1)/2 and (col+row+2)/2, rounded down. With m
// for twice such a number plus 1, and the third m negated, a triangle is three
// odd numbers with the sum -1 if it points up, 1 otherwise; their permutations,
// negated or not, are the 12 isometries.
var Triangle = &Lattice{
	Name:       "triangles",
	Dimensions: 2,
	Kind:       func(c Cell) int { return (c.Row + c.Col) & 1 },
	Beside: [][]Cell{
		{{Col: -1}, {Col: 1}, {Row: 1}},  // of one that points up
		{{Row: -1}, {Col: -1}, {Col: 1}}, // down
	},
	Corners: [][][]Cell{
		{{{}, {Col: -1}, {Col: 1}, {Row: -1}, {Row: -1, Col: -1}, {Row: -1, Col: 1}}}, // the tip
		nil,
	},
	Axes:     []func(Cell) int{func(c Cell) int { return c.Row }, leftStrip, rightStrip},
	Straight: true,
	Colour:   func(c Cell) int { return 1 - 2*((c.Row+c.Col)&1) },
	Outline: func(c Cell) []enumerate.Point {
		x, y := c.Col, c.Row
		if (x+y)&1 == 0 {
			return []enumerate.Point{{X: x + 1, Y: y}, {X: x + 2, Y: y + 1}, {X: x, Y: y + 1}}
		}
		return []enumerate.Point{{X: x, Y: y}, {X: x + 2, Y: y}, {X: x + 1, Y: y + 1}}
	},
	ScaleX: 0.7, ScaleY: 0.7 * math.Sqrt(3), // area 0.85: sides of 1.4
	Isometries: signedPermutations(planeSigns, isOdd,
		func(c Cell) [3]int { return [3]int{2*c.Row + 1, 2*leftStrip(c) + 1, -2*rightStrip(c) - 1} },
		func(x [3]int) Cell {
			row, left, right := (x[0]-1)/2, (x[1]-1)/2, (-x[2]-1)/2
			return Cell{Row: row, Col: left + right - 1}
		}),
}

func leftStrip(c Cell) int  { return (c.Col - c.Row + 1) >> 1 }
func rightStrip(c Cell) int { return (c.Col + c.Row + 2) >> 1 }
