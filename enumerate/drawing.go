package enumerate

import "sync/atomic"

// A Point is a corner of a cell, in whole units of the lattice that the cells
// lie on: neighbours share the very same corners.
type Point struct{ X, Y int }

// A Fill is how a cell of a [Drawing] is filled: the number of a piece in
// [Drawer].Pieces, from 0, or one of the constants.
type Fill int

// The fills that are no piece.
const (
	Paper Fill = -1 // a cell with nothing on it
	Pale  Fill = -2 // a blocked cell: outside the board, drawn light so that pieces stand out
	Dark  Fill = -3 // a black cell of a nonogram
)

// Outside is the region of cells that are no part of the board: no lines are
// drawn between them.
const Outside = -1

// A DrawnCell is one cell of a [Drawing].
type DrawnCell struct {
	Outline []Point // its corners, clockwise; of a cube, those of its square, the upper left one first
	Layer   int     // of a cube, from 0 at the top
	// Region is what the cell is part of. A thick line parts cells of different
	// regions, a thin line cells of the same region.
	Region int
	Fill   Fill
	Text   string // a letter or digit, "" for none
	Found  bool   // Text was found by the search and not given by the puzzle
	// Repeat says that the cell, or a part of it, is drawn a second time, beyond
	// the border of a board that wraps.
	Repeat bool
}

// A Drawing is what the picture of one row is made of. Colours, lines and
// letters are chosen by package export/picture.
type Drawing struct {
	Cells []DrawnCell
	// Left and Top are numbers beside the rows and above the columns of squares,
	// outermost first; nil for none.
	Left, Top [][]string
	// Orientations are the orientations in which the pieces lie, by their numbers
	// in [Drawer].Pieces; nil if there are no pieces.
	Orientations []int
	// Beside are the pieces of a puzzle, which lie nowhere yet.
	Beside []PieceDrawing
	Terms  string // what a solution must meet besides, "" for nothing
}

// A DrawnPiece is a piece, or a copy of one, that cells are filled with. Pieces
// of one name have one colour.
type DrawnPiece struct {
	Name   string
	Symbol string // the letter to write into its cells, "" for none
}

// A Drawer makes drawings of the rows of one dataset.
type Drawer struct {
	// Columns are the columns that drawings need, by their numbers in the rows.
	Columns []int
	// Template says how a row is drawn by its columns alone; nil if that takes more.
	Template *Template
	// Draw draws a row of a batch that has the columns, if stop is not set
	// meanwhile. Nil: the template has all there is to be drawn.
	Draw func(b *Batch, row int, stop *atomic.Bool) (*Drawing, error)
	// Puzzle draws the puzzle without a solution: that of a row of a survey, or the one of all
	// rows, for which the batch may be nil. Nil if there is no such puzzle.
	Puzzle func(b *Batch, row int) (*Drawing, error)
	// Solve draws the solutions of the puzzle that a row of a survey is about, one
	// after another, until visit returns false or stop is set. Nil if rows are no
	// puzzles.
	Solve func(b *Batch, row int, stop *atomic.Bool, visit func(*Drawing) bool) error
	// Solution names a column that has a solution of the puzzle, which rows are drawn with; "" for none.
	Solution string
	Pieces   []DrawnPiece
	// ScaleX and ScaleY are the lengths of a unit of a [Point], where the side of
	// a square cell is 1; 0 means 1.
	ScaleX, ScaleY float64
	Solid          bool // the cells are cubes
	// Board holds the cells of the board, as they are where rows say nothing of
	// them; nil if rows have different boards.
	Board []DrawnCell
	// CellOf says which of them a row of the table occupancy is about. It is nil in
	// families without such a table.
	CellOf func(occupancy *Batch, row int) (int, error)
}

// A PieceDrawing is a piece of a puzzle, to be shown by itself.
type PieceDrawing struct {
	Name         string
	Count        string // how many copies there are, "" for one
	Size         int    // cells
	Orientations int    // how many different ones
	Drawing      *Drawing
}

// A DrawRequest is what a family gets to know of a dataset when it is asked for
// a [Drawer].
type DrawRequest struct {
	// Puzzle decodes the family's own parameters, as [Spec].Puzzle does.
	Puzzle  func(into any) error
	Columns []Column
	// Table reads one of the small tables beside the rows.
	Table func(name string) (*Batch, error)
}

// NoPictureError says that the rows of a dataset have no picture, and why.
type NoPictureError struct {
	Reason string `json:"reason"`
}

// Error implements [error].
func (e *NoPictureError) Error() string { return "there is nothing to draw: " + e.Reason }

// Squares returns the cells of a board of squares, row by row, all of them on
// paper and in region 0.
func Squares(rows, cols int) []DrawnCell {
	cells := make([]DrawnCell, 0, rows*cols)
	for y := range rows {
		for x := range cols {
			corners := []Point{{x, y}, {x + 1, y}, {x + 1, y + 1}, {x, y + 1}}
			cells = append(cells, DrawnCell{Outline: corners, Fill: Paper})
		}
	}
	return cells
}
