package picture

import (
	"image/color"

	"coverstat/enumerate"
)

// A Board is a set of cells to be drawn, and what stands beside them.
type Board struct {
	Cells   []Cell
	Caption string // below it, on sheets
	// Left and Top are numbers beside the rows and above the columns, outermost
	// first; nil for none.
	Left, Top [][]string
	// ScaleX and ScaleY are the lengths of a unit of an outline's points, in
	// sides of a cell; 0 means 1.
	ScaleX, ScaleY float64
}

// A Cell is one cell of a board.
type Cell struct {
	Outline []enumerate.Point // its corners, clockwise
	// Region is what the cell is part of: a thick line parts cells of different
	// regions.
	Region int
	Fill   color.NRGBA
	Text   string // a letter or digit, "" for none
	Ink    color.NRGBA
}

// The colours of everything but pieces.
var (
	paper = color.NRGBA{255, 255, 255, 255}
	black = color.NRGBA{17, 17, 17, 255}
	pale  = color.NRGBA{226, 226, 226, 255}
	dark  = color.NRGBA{64, 64, 64, 255}
	found = color.NRGBA{46, 107, 178, 255} // digits that were found, beside those given
	thin  = color.NRGBA{0, 0, 0, 56}
)

// Blank is the colour of cells that are no part of a board.
func Blank() color.NRGBA { return pale }

// Size returns the width and the height of the board's cells, in sides of a
// cell.
func (b *Board) Size() (width, height float64) {
	for _, c := range b.Cells {
		for _, p := range c.Outline {
			x, y := b.place(p)
			width, height = max(width, x), max(height, y)
		}
	}
	return width, height
}

// place returns where a corner is, in sides of a cell.
func (b *Board) place(p enumerate.Point) (x, y float64) {
	x, y = float64(p.X), float64(p.Y)
	if b.ScaleX != 0 {
		x *= b.ScaleX
	}
	if b.ScaleY != 0 {
		y *= b.ScaleY
	}
	return x, y
}

// centre returns the middle of a cell, in sides of a cell.
func (b *Board) centre(c *Cell) (x, y float64) {
	for _, p := range c.Outline {
		px, py := b.place(p)
		x, y = x+px, y+py
	}
	n := float64(max(1, len(c.Outline)))
	return x / n, y / n
}
