package lattice

import (
	"slices"
	"strings"
)

// A Shape is a set of cells up to translation: one orientation of a piece. Its
// cells are in order, and its least layer, row and column are 0; where no
// translation does that, the least column is the least that one can do.
type Shape []Cell

// NewShape returns the shape of at least one cell, given in any order. It takes the
// slice for its own.
func (l *Lattice) NewShape(cells []Cell) Shape {
	shift := least(cells)
	for l.kind(shift) != 0 {
		shift.Col--
	}
	for i, c := range cells {
		cells[i] = c.Minus(shift)
	}
	slices.SortFunc(cells, Compare)
	return cells
}

// Box returns how many layers, rows and columns the picture of a shape has.
func (s Shape) Box() Cell {
	var size Cell
	for _, c := range s {
		size = Cell{max(size.Layer, c.Layer+1), max(size.Row, c.Row+1), max(size.Col, c.Col+1)}
	}
	return size
}

// Image returns the image of a shape under an isometry.
func (l *Lattice) Image(s Shape, k Isometry) Shape {
	out := make([]Cell, len(s))
	for i, c := range s {
		out[i] = k.Image(c)
	}
	return l.NewShape(out)
}

// Orientations lists the different images of a shape under the isometries that
// turn it, if it may be turned, and mirror it, if it may be flipped.
func (l *Lattice) Orientations(s Shape, turn, flip bool) []Shape {
	var all []Shape
	for _, k := range l.Isometries {
		if k.Turns && !turn || k.Mirrors && !flip {
			continue
		}
		if t := l.Image(s, k); !t.IsOneOf(all) {
			all = append(all, t)
		}
	}
	return all
}

// IsOneOf reports whether a shape is in a list.
func (s Shape) IsOneOf(list []Shape) bool {
	return slices.ContainsFunc(list, func(t Shape) bool { return slices.Equal(s, t) })
}

// Chiral reports whether a shape has a mirror twin: its mirror image is none of its
// turned images.
func (l *Lattice) Chiral(s Shape) bool {
	return !l.Mirrored(s).IsOneOf(l.Orientations(s, true, false))
}

// Surface counts the sides of a shape's cells beyond which there is no cell of it.
func (l *Lattice) Surface(s Shape) (sides int) {
	for _, c := range s {
		for _, d := range l.beside(c) {
			if !slices.Contains(s, c.Plus(d)) {
				sides++
			}
		}
	}
	return sides
}

// Mirrored returns a mirror image of a shape.
func (l *Lattice) Mirrored(s Shape) Shape {
	i := slices.IndexFunc(l.Isometries, func(k Isometry) bool { return k.Mirrors })
	return l.Image(s, l.Isometries[i])
}

// Connected reports whether each cell of a shape can be reached from each other
// one through sides.
func (l *Lattice) Connected(s Shape) bool {
	left := make(map[Cell]bool, len(s))
	for _, c := range s[1:] {
		left[c] = true
	}
	stack := []Cell{s[0]}
	for len(stack) > 0 {
		c := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for _, d := range l.beside(c) {
			if n := c.Plus(d); left[n] {
				delete(left, n)
				stack = append(stack, n)
			}
		}
	}
	return len(left) == 0
}

// Polyforms returns the connected shapes of n cells, those that are turned images
// of one another taken as one, and mirror images too if mirror: the free forms
// with mirror, the one-sided ones without. Each is in the orientation that has the
// least picture, in ascending order of the pictures.
//
// A form of n cells is one of n-1 cells and a neighbour of these. Pictures take longer
// to make than cells, so that they decide at the end only. The 166 hexacubes take 8 ms.
func (l *Lattice) Polyforms(n int, mirror bool) []Shape {
	found := []Shape{{{}}}
	for range n - 1 {
		var grown []Shape
		seen := map[string]bool{}
		for _, s := range found {
			for _, c := range s {
				for _, d := range l.beside(c) {
					if next := c.Plus(d); !slices.Contains(s, next) {
						t := l.NewShape(append(slices.Clone(s), next))
						if seen[t.key()] {
							continue
						}
						for _, u := range l.Orientations(t, true, mirror) {
							seen[u.key()] = true
						}
						grown = append(grown, t)
					}
				}
			}
		}
		found = grown
	}
	for i, s := range found {
		found[i] = slices.MinFunc(l.Orientations(s, true, mirror), byPicture)
	}
	slices.SortFunc(found, byPicture)
	return found
}

func byPicture(a, b Shape) int { return strings.Compare(a.Picture(), b.Picture()) }

// key is a text that tells shapes of less than 256 cells apart.
func (s Shape) key() string {
	key := make([]byte, 0, 3*len(s))
	for _, c := range s {
		key = append(key, byte(c.Layer), byte(c.Row), byte(c.Col))
	}
	return string(key)
}
