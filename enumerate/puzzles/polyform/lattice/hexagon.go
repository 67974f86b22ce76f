package lattice

import (
	"math"

	"coverstat/enumerate"
)

// Hexagon is the lattice of regular hexagons, every row shifted half a cell to
// the right of the row above it: the neighbours of (row, col) are (r, c±1),
// (r±1, c), (r-1, c+1) and (r+1, c-1). The numbers row, col and -row-col have the
// sum 0; their permutations, negated or not, are the 12 isometries. No straight
// line runs between hexagons.
var Hexagon = &Lattice{
	Name:       "hexagons",
	Dimensions: 2,
	Beside:     [][]Cell{{{Row: -1}, {Row: -1, Col: 1}, {Col: -1}, {Col: 1}, {Row: 1, Col: -1}, {Row: 1}}},
	Corners: [][][]Cell{{
		{{}, {Col: 1}, {Row: 1}},          // right below, in the middle of three
		{{}, {Row: 1}, {Row: 1, Col: -1}}, // below
	}},
	Axes: []func(Cell) int{
		func(c Cell) int { return c.Row },
		func(c Cell) int { return c.Col },
		func(c Cell) int { return -c.Row - c.Col },
	},
	Outline: func(c Cell) []enumerate.Point {
		x, y := 2*c.Col+c.Row+1, 3*c.Row+2 // of its centre
		return []enumerate.Point{{X: x, Y: y - 2}, {X: x + 1, Y: y - 1}, {X: x + 1, Y: y + 1}, {X: x, Y: y + 2}, {X: x - 1, Y: y + 1}, {X: x - 1, Y: y - 1}}
	},
	ScaleX: 0.537, ScaleY: 0.537 / math.Sqrt(3), // area 1
	Isometries: signedPermutations(planeSigns, isOdd,
		func(c Cell) [3]int { return [3]int{c.Row, c.Col, -c.Row - c.Col} },
		func(x [3]int) Cell { return Cell{Row: x[0], Col: x[1]} }),
}
