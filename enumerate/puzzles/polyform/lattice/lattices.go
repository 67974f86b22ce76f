package lattice

import (
	"math"

	"coverstat/enumerate"
)

// Square is the lattice of unit squares. The isometries are quarter turns
// clockwise, 0 to 3 of them, and then the same after a reflection left to
// right.
var Square = &Lattice{
	Name:       "squares",
	Dimensions: 2,
	Beside:     [][]Cell{{{Row: -1}, {Row: 1}, {Col: -1}, {Col: 1}}},
	Corners:    [][][]Cell{{{{}, {Col: 1}, {Row: 1}, {Row: 1, Col: 1}}}},
	Axes: []func(Cell) int{
		func(c Cell) int { return c.Row },
		func(c Cell) int { return c.Col },
	},
	Straight: true,
	Colour:   func(c Cell) int { return 1 - 2*((c.Row+c.Col)&1) },
	Outline: func(c Cell) []enumerate.Point {
		x, y := c.Col, c.Row
		return []enumerate.Point{{X: x, Y: y}, {X: x + 1, Y: y}, {X: x + 1, Y: y + 1}, {X: x, Y: y + 1}}
	},
	ScaleX: 1, ScaleY: 1,
	Isometries: squareIsometries(),
}

func squareIsometries() []Isometry {
	var all []Isometry
	for k := range 8 {
		turns, mirrors := k&3, k >= 4
		all = append(all, Isometry{Turns: turns != 0, Mirrors: mirrors, Image: func(c Cell) Cell {
			if mirrors {
				c.Col = -c.Col
			}
			for range turns {
				c.Row, c.Col = c.Col, -c.Row
			}
			return c
		}})
	}
	return all
}

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
		return []enumerate.Point{{X: x, Y: y - 2}, {X: x + 1, Y: y - 1}, {X: x + 1, Y: y + 1}, {X: x, Y: y + 2},
			{X: x - 1, Y: y + 1}, {X: x - 1, Y: y - 1}}
	},
	ScaleX: 0.537, ScaleY: 0.537 / math.Sqrt(3), // area 1
	Isometries: signedPermutations(planeSigns, isOdd,
		func(c Cell) [3]int { return [3]int{c.Row, c.Col, -c.Row - c.Col} },
		func(x [3]int) Cell { return Cell{Row: x[0], Col: x[1]} }),
}

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

// Cube is the lattice of unit cubes. Its isometries are the 48 signed
// permutations of layer, row and column; the 24 with determinant 1 do not
// mirror. Outline shows a cube as the square that its layer makes of it.
var Cube = &Lattice{
	Name:       "cubes",
	Dimensions: 3,
	Beside:     [][]Cell{{{Layer: -1}, {Layer: 1}, {Row: -1}, {Row: 1}, {Col: -1}, {Col: 1}}},
	Corners:    [][][]Cell{{unitCube()}},
	Axes: []func(Cell) int{
		func(c Cell) int { return c.Layer },
		func(c Cell) int { return c.Row },
		func(c Cell) int { return c.Col },
	},
	Straight: true,
	Colour:   func(c Cell) int { return 1 - 2*((c.Layer+c.Row+c.Col)&1) },
	Outline:  func(c Cell) []enumerate.Point { return Square.Outline(c) },
	ScaleX:   1, ScaleY: 1,
	Isometries: signedPermutations(cubeSigns(),
		func(p int, s [3]int) bool { return (p >= 3) != (s[0]*s[1]*s[2] < 0) },
		func(c Cell) [3]int { return [3]int{c.Layer, c.Row, c.Col} },
		func(x [3]int) Cell { return Cell{x[0], x[1], x[2]} }),
}

// unitCube lists the eight cells that meet in a corner.
func unitCube() []Cell {
	var cells []Cell
	for i := range 8 {
		cells = append(cells, Cell{i >> 2, i >> 1 & 1, i & 1})
	}
	return cells
}

func cubeSigns() [][3]int {
	var signs [][3]int
	for _, c := range unitCube() {
		signs = append(signs, [3]int{1 - 2*c.Layer, 1 - 2*c.Row, 1 - 2*c.Col})
	}
	return signs
}
