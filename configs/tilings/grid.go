package tilings

import (
	"coverstat/enumerate/puzzles/formats"
	"coverstat/enumerate/puzzles/polyform/lattice"
)

// translation reports whether a shape may be moved so.
func (t *tiling) translation(by lattice.Cell) bool { return t.base(by) == by }

// move sets how shapes move on the grid of BurrTools' number, in which all is flat or not.
func (t *tiling) move(number int, flat bool) {
	switch number {
	case 0:
		t.lattice, t.family, t.images = lattice.Cube, "polycube", cubeTurns(0)
		t.base = func(c lattice.Cell) lattice.Cell { return c }
		if flat {
			t.lattice, t.family, t.images = lattice.Square, "polyomino", nil
			for _, k := range lattice.Square.Isometries {
				t.images = append(t.images, k.Image)
			}
		}
	case 1:
		t.base = func(c lattice.Cell) lattice.Cell {
			c.Col -= lattice.Triangle.Kind(c)
			return c
		}
		if flat {
			t.lattice, t.family = lattice.Triangle, "polyiamond"
		}
		for _, k := range lattice.Triangle.Isometries {
			t.images = append(t.images, func(c lattice.Cell) lattice.Cell {
				image := k.Image(c)
				if image.Layer = c.Layer; k.Mirrors {
					image.Layer = -c.Layer
				}
				return image
			})
		}
	case 2: // spheres: cells with an even sum of coordinates
		t.images = cubeTurns(0)
		t.base = func(c lattice.Cell) lattice.Cell {
			c.Col -= (c.Layer + c.Row + c.Col) & 1
			return c
		}
	case 3: // rhombic dodecahedra: parts of cubes of 5x5x5, each turned about its middle
		t.images = cubeTurns(-4)
		t.base = func(c lattice.Cell) lattice.Cell { return blocks(c, 5) }
	case 4: // tetrahedra and octahedra: parts of cubes of 3x3x3, of two kinds in turn
		t.images = cubeTurns(1)
		t.base = func(c lattice.Cell) lattice.Cell {
			b := blocks(c, 3)
			b.Col -= 3 * ((b.Layer + b.Row + b.Col) / 3 & 1)
			return b
		}
	default:
		formats.Place{}.Fail("0 to 4", "it has the grid %d", number)
	}
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
