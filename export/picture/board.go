package picture

import (
	"cmp"
	"image/color"
	"unicode/utf8"

	"coverstat/enumerate"
)

// A Board is a set of cells to be drawn, and what stands beside them.
type Board struct {
	Cells   []Cell
	Caption string // below it, on sheets
	Link    string // where its puzzle can be solved in a browser, "" for nowhere
	// Left and Top are numbers beside the rows and above the columns, outermost first.
	Left, Top      [][]string
	ScaleX, ScaleY float64         // the lengths of a unit of an outline's points, in sides of a cell; 0 means 1
	Notes          []Note          // words among the cells, such as the names of layers
	pieces         map[string]bool // those on it, by their names
}

// A Note is a word or two, centred on a point of a board of squares.
type Note struct {
	X    float64 `json:"x"` // in sides of a cell
	Y    float64 `json:"y"`
	Text string  `json:"text"`
}

// A Cell is one cell of a board.
type Cell struct {
	Outline []enumerate.Point // its corners, clockwise
	Region  int               // a thick line parts cells of different regions
	Fill    color.NRGBA
	Text    string // a letter or digit, "" for none
	Ink     color.NRGBA
	Layer   int // of a cube, from 0 at the top
	// Depth says how near each corner of a cube's face is to the viewer: where two
	// faces meet on paper but not in space, there is a thick line.
	Depth []int
	// Repeat marks cells that are drawn a second time, beyond a border that is
	// joined to another one: pale, and without a line round them.
	Repeat bool
}

// Found is the ink of digits that were found by the search, beside those given, and Blank the colour of
// cells that are no part of a board.
var (
	Found = color.NRGBA{46, 107, 178, 255}
	Blank = color.NRGBA{226, 226, 226, 255}
)

// The colours of everything else but pieces.
var (
	paper    = color.NRGBA{255, 255, 255, 255}
	black    = color.NRGBA{17, 17, 17, 255}
	dark     = color.NRGBA{64, 64, 64, 255}
	thin     = color.NRGBA{0, 0, 0, 56}
	fadedInk = color.NRGBA{168, 168, 168, 255} // of lines beyond a border that is joined to another one
)

// box returns the corners of the rectangle that the board fills, in sides of a cell.
func (b *Board) box() (left, top, right, bottom float64) {
	for i, c := range b.Cells {
		for k, p := range c.Outline {
			x, y := b.place(p)
			if i == 0 && k == 0 {
				left, top, right, bottom = x, y, x, y
			}
			left, top, right, bottom = min(left, x), min(top, y), max(right, x), max(bottom, y)
		}
	}
	for _, n := range b.Notes {
		half := noteWidth / 2 * float64(utf8.RuneCountInString(n.Text))
		left, top, right, bottom = min(left, n.X-half), min(top, n.Y-noteHeight/2), max(right, n.X+half),
			max(bottom, n.Y+noteHeight/2)
	}
	return left, top, right, bottom
}

// noteHeight is the height of a note's line, and noteWidth about the width of a character, in sides of a cell.
const noteHeight, noteWidth = 0.8, 0.27

// Size returns the width and the height of the board, in sides of a cell.
func (b *Board) Size() (width, height float64) {
	left, top, right, bottom := b.box()
	return right - left, bottom - top
}

// place returns where a corner is, in sides of a cell.
func (b *Board) place(p enumerate.Point) (x, y float64) {
	return float64(p.X) * cmp.Or(b.ScaleX, 1), float64(p.Y) * cmp.Or(b.ScaleY, 1)
}
