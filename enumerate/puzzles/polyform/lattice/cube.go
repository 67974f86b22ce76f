package lattice

import "coverstat/enumerate"

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
