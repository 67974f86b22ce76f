package tilings

import (
	"coverstat/enumerate/puzzles/formats"
	"coverstat/enumerate/puzzles/polyform/lattice"
)

// A grid is how shapes move: they are turned by images, and moved by some translations. A
// flat shape of squares or triangles is turned in space, and so mirrored.
type grid struct {
	// lattice is that of coverstat with such cells, and family that of configs for puzzles that
	// are no more than pieces on a board; nil and "" if there is none.
	lattice *lattice.Lattice
	family  string
	images  []func(lattice.Cell) lattice.Cell
	// base is the translation that takes a cell from the cells around the origin to where
	// it is: what is left says where the cell lies in the pattern that repeats.
	base func(lattice.Cell) lattice.Cell
}

// translation reports whether a shape may be moved so.
func (g *grid) translation(by lattice.Cell) bool { return g.base(by) == by }

// newGrid returns the grid of BurrTools' number, in which all is flat or not.
func newGrid(number int, flat bool) *grid {
	switch number {
	case 0:
		g := &grid{lattice: lattice.Cube, family: "polycube", images: cubeTurns(0),
			base: func(c lattice.Cell) lattice.Cell { return c }}
		if flat {
			g.lattice, g.family, g.images = lattice.Square, "polyomino", nil
			for _, k := range lattice.Square.Isometries {
				g.images = append(g.images, k.Image)
			}
		}
		return g
	case 1:
		g := &grid{base: func(c lattice.Cell) lattice.Cell {
			c.Col -= lattice.Triangle.Kind(c)
			return c
		}}
		if flat {
			g.lattice, g.family = lattice.Triangle, "polyiamond"
		}
		for _, k := range lattice.Triangle.Isometries {
			g.images = append(g.images, func(c lattice.Cell) lattice.Cell {
				image := k.Image(c)
				if image.Layer = c.Layer; k.Mirrors {
					image.Layer = -c.Layer
				}
				return image
			})
		}
		return g
	case 2: // spheres: cells with an even sum of coordinates
		return &grid{images: cubeTurns(0), base: func(c lattice.Cell) lattice.Cell {
			c.Col -= (c.Layer + c.Row + c.Col) & 1
			return c
		}}
	case 3: // rhombic dodecahedra: parts of cubes of 5x5x5, each turned about its middle
		return &grid{images: cubeTurns(-4), base: func(c lattice.Cell) lattice.Cell { return blocks(c, 5) }}
	case 4: // tetrahedra and octahedra: parts of cubes of 3x3x3, of two kinds in turn
		return &grid{images: cubeTurns(1), base: func(c lattice.Cell) lattice.Cell {
			b := blocks(c, 3)
			b.Col -= 3 * ((b.Layer + b.Row + b.Col) / 3 & 1)
			return b
		}}
	}
	formats.Place{}.Fail("0 to 4", "it has the grid %d", number)
	return nil
}

// blocks returns the corner of the cube of so many cells that a cell is in.
func blocks(c lattice.Cell, size int) lattice.Cell {
	down := func(n int) int { return n - (n%size+size)%size }
	return lattice.Cell{Layer: down(c.Layer), Row: down(c.Row), Col: down(c.Col)}
}

// cubeTurns are the turns of a cube about the point whose coordinates are all minus half
// the offset.
func cubeTurns(offset int) []func(lattice.Cell) lattice.Cell {
	var turns []func(lattice.Cell) lattice.Cell
	for _, k := range lattice.Cube.Isometries {
		if !k.Mirrors {
			turns = append(turns, func(c lattice.Cell) lattice.Cell {
				c = k.Image(lattice.Cell{Layer: 2*c.Layer + offset, Row: 2*c.Row + offset, Col: 2*c.Col + offset})
				return lattice.Cell{Layer: (c.Layer - offset) / 2, Row: (c.Row - offset) / 2, Col: (c.Col - offset) / 2}
			})
		}
	}
	return turns
}
