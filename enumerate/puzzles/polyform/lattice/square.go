package lattice

import "coverstat/enumerate"

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
