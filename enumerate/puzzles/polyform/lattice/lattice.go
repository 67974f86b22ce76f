package lattice

import (
	"cmp"

	"coverstat/enumerate"
)

// Cell holds the coordinates of a cell. Flat lattices have layer 0 alone.
type Cell struct{ Layer, Row, Col int }

// Plus returns the cell at an offset from c.
func (c Cell) Plus(d Cell) Cell { return Cell{c.Layer + d.Layer, c.Row + d.Row, c.Col + d.Col} }

// Minus returns the offset from d to c.
func (c Cell) Minus(d Cell) Cell { return Cell{c.Layer - d.Layer, c.Row - d.Row, c.Col - d.Col} }

// Compare orders cells by layers, then rows, then columns.
func Compare(a, b Cell) int {
	return cmp.Or(a.Layer-b.Layer, a.Row-b.Row, a.Col-b.Col)
}

func least(cells []Cell) Cell {
	m := cells[0]
	for _, c := range cells[1:] {
		m = Cell{min(m.Layer, c.Layer), min(m.Row, c.Row), min(m.Col, c.Col)}
	}
	return m
}

// A Lattice holds all that depends on the form of cells. It never changes.
type Lattice struct {
	// Name says for people what the cells are: "squares".
	Name string
	// Dimensions is 2, or 3 for solids.
	Dimensions int
	// Kind tells cells apart that no translation takes to one another: a
	// translation by t maps the lattice to itself if Kind(t) is 0. Nil if all
	// cells are of one kind.
	Kind func(Cell) int
	// Beside lists by kind the offsets from a cell to those that share a side
	// with it: an edge of flat cells, a face of solid ones.
	Beside [][]Cell
	// Corners lists by kind sets of cells that meet in a corner, as offsets from
	// a cell. Taken from all cells, each corner of the lattice comes up once.
	Corners [][][]Cell
	// Axes number the strips of cells, or slices of solid ones, that lie between
	// parallel lines or planes: for squares the rows and the columns.
	Axes []func(Cell) int
	// Straight says that the border between two neighbouring strips is a straight
	// line, so that a tiling may have a fault there.
	Straight bool
	// Colour is 1 or -1, and neighbours differ. An isometry keeps the colours of
	// all cells or changes all. Nil if there is no such colouring.
	Colour func(Cell) int
	// Outline lists the corners of a cell, clockwise, as pictures show it.
	Outline func(Cell) []enumerate.Point
	// ScaleX and ScaleY are the lengths of a unit of Outline in pictures: all cells
	// are about as large as a square of side 1.
	ScaleX, ScaleY float64
	// Isometries map the lattice to itself, the identity first. They and the
	// translations make up its whole symmetry.
	Isometries []Isometry
}

func (l *Lattice) kind(c Cell) int {
	if l.Kind == nil {
		return 0
	}
	return l.Kind(c)
}

// beside lists the offsets to the neighbours of a cell.
func (l *Lattice) beside(c Cell) []Cell { return l.Beside[l.kind(c)] }
