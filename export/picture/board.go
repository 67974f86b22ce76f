package picture

import "image/color"

// A Board is a rectangle of cells to be drawn.
type Board struct {
	Rows, Cols int
	Cells      []Cell // row by row
	Caption    string // below it, on sheets
	// Left and Top are numbers beside the rows and above the columns, outermost
	// first; nil for none.
	Left, Top [][]string
}

// A Cell is one square of a board.
type Cell struct {
	// Region is what the cell is part of: a thick line parts cells of different
	// regions.
	Region int
	Fill   color.NRGBA
	Text   string // a letter or digit, "" for none
	Ink    color.NRGBA
}

// The colours of what is no piece.
var (
	paper   = color.NRGBA{255, 255, 255, 255}
	black   = color.NRGBA{17, 17, 17, 255}
	blocked = color.NRGBA{226, 226, 226, 255} // in tilings: pale, as pieces may be black
	wall    = color.NRGBA{64, 64, 64, 255}    // on boards without pieces
	faint   = color.NRGBA{46, 107, 178, 255}  // digits that were found, beside those given
	thin    = color.NRGBA{0, 0, 0, 56}
)

// Regions of cells that belong to no piece.
const (
	outside   = -1 // blocked
	uncovered = -2
)

// inkOn returns black or white, whichever is read more easily on a colour, by
// its relative luminance (WCAG 2, 2008).
func inkOn(fill color.NRGBA) color.NRGBA {
	l := luminance(fill) + 0.05
	if l*l > (luminance(black)+0.05)*(luminance(paper)+0.05) {
		return black
	}
	return paper
}

func luminance(c color.NRGBA) float64 {
	return 0.2126*linear(c.R) + 0.7152*linear(c.G) + 0.0722*linear(c.B)
}
