package enumerate

import (
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
)

// A Point is a corner of a cell, in whole units of the lattice that the cells
// lie on: neighbours share the very same corners.
type Point struct{ X, Y int }

// A Fill is how a cell of a [Drawing] is filled: the number of a piece in
// [Drawer].Pieces, from 0, one of the constants, or a colour that [Coloured] returns.
type Fill int

// coloured is the fill of black as a colour; those of other colours are below it.
const coloured Fill = -1 << 8

// Coloured returns the fill of a colour: red, green and blue, eight bits each.
func Coloured(rgb uint32) Fill { return coloured - Fill(rgb) }

// RGB returns the colour that [Coloured] was given.
func (f Fill) RGB() (rgb uint32, ok bool) { return uint32(coloured - f), f <= coloured }

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
	Link   string // of a puzzle: where it can be solved in a browser, "" for nowhere
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
	// Link is the address where the puzzle that Puzzle draws can be solved in a browser, "" if there is none. Nil if
	// puzzles of the family have none.
	Link func(b *Batch, row int) string
	// Box are the pieces of every row's puzzle; nil if rows have other pieces, or none.
	Box []PieceDrawing
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
	Scattered      bool // the cells stand anywhere, so that characters cannot show them
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

// A Template says how pictures follow from the columns of rows, by rules so plain
// that programs without the families' code can follow them, too. Of clues,
// characters and options those that are given apply, in this order.
type Template struct {
	// Place says where cells are in [Drawer].Board, by their numbers in texts and
	// options; -1 if a cell is not drawn. Nil: the numbers are the places.
	Place []int `json:"-"`
	// Repeats are cells that are drawn a second time, beyond the border of a board
	// that wraps.
	Repeats []RepeatedCell `json:"-"`

	// Clues names a column of nonograms: the numbers beside the rows and above the
	// columns, such as "2,2/4|1/3/1". The board has a square for each pair of them,
	// and a thick line after each Ruled rows and columns.
	Clues string `json:"clues"`
	Ruled int    `json:"ruled"`

	// Text names a column with a character for each cell, in the order of their
	// numbers. Characters says what they change; others change nothing. A null or an
	// empty text changes nothing.
	Text       string             `json:"text"`
	Characters map[byte]Character `json:"-"`
	// Found names a column of the same form, "" for none. It fills the cells that
	// have one of the characters FoundAt in the column Text.
	Found   string `json:"found"`
	FoundAt string `json:"found_at"`

	// Options are the options of the puzzle by number. The key columns of numbers,
	// or of lists of them, say which ones a row has.
	Options []LaidOption `json:"-"`
}

// A RepeatedCell is a cell that is drawn a second time.
type RepeatedCell struct {
	Cell    int // its place in [Drawer].Board
	Outline []Point
}

// A Character is what a character in the text of a row makes of its cell.
type Character struct {
	Fill   Fill
	Region int // 0: that of the board
	Text   string
}

// A LaidOption is a piece as it lies on a board.
type LaidOption struct {
	Piece       string
	Orientation int
	Cells       []int32 // their numbers, ascending
}

// DrawRow draws a row of a batch that has the columns [Drawer].Columns. If stop is
// set meanwhile, the drawing may lack what must be searched for.
func (d *Drawer) DrawRow(b *Batch, row int, stop *atomic.Bool) (*Drawing, error) {
	if d.Draw != nil {
		return d.Draw(b, row, stop)
	}
	return d.Fill(b, row)
}

// DrawPuzzle draws the puzzle that a row is a solution of, or that it is about.
func (d *Drawer) DrawPuzzle(b *Batch, row int, _ *atomic.Bool) (*Drawing, error) {
	if d.Puzzle == nil {
		return nil, &NoPictureError{Reason: "rows of this family have no puzzle beside their solutions"}
	}
	out, err := d.Puzzle(b, row)
	if err == nil && d.Link != nil {
		out.Link = d.Link(b, row)
	}
	return out, err
}

// DrawSolution draws the solution that a row is, or one of the puzzle that it is about. If stop
// is set meanwhile, there may be none: then the drawing is nil.
func (d *Drawer) DrawSolution(b *Batch, row int, stop *atomic.Bool) (out *Drawing, err error) {
	stored := ColumnIndex(b.Columns, d.Solution)
	if d.Solve == nil || stored >= 0 && !b.IsNull(stored, row) {
		return d.DrawRow(b, row, stop)
	}
	err = d.Solve(b, row, stop, func(solution *Drawing) bool {
		out = solution
		return false
	})
	if out == nil && err == nil && !stop.Load() {
		err = Errorf("the puzzle has no solution: expected one that has, see --where")
	}
	return out, err
}

// Fill draws a row by the template alone.
func (d *Drawer) Fill(b *Batch, row int) (*Drawing, error) {
	t := d.Template
	out := &Drawing{Cells: slices.Clone(d.Board)}
	if t.Clues != "" {
		if err := t.clues(out, textAt(b, t.Clues, row)); err != nil {
			return nil, err
		}
	}
	if t.Text != "" {
		if err := t.text(out.Cells, textAt(b, t.Text, row), textAt(b, t.Found, row)); err != nil {
			return nil, err
		}
	}
	if t.Options == nil {
		out.Cells = Repeated(out.Cells, t.Repeats)
		return out, nil
	}
	var options []LaidOption
	for _, o := range b.RowOptions(nil, row) {
		if o < 0 || int(o) >= len(t.Options) {
			return nil, fmt.Errorf("option %d is not in the table of options", o)
		}
		options = append(options, t.Options[o])
	}
	return d.Lay(out.Cells, options)
}

// Lay draws options on cells, which it changes. Copies of a piece are numbered in
// the order of their first cells, as the grid numbers them.
func (d *Drawer) Lay(cells []DrawnCell, options []LaidOption) (*Drawing, error) {
	slices.SortFunc(options, func(a, b LaidOption) int { return slices.Compare(a.Cells, b.Cells) })
	used, orientations := make([]bool, len(d.Pieces)), make([]int, len(d.Pieces))
	for _, o := range options {
		k := 0
		for k < len(used) && (used[k] || d.Pieces[k].Name != o.Piece) {
			k++
		}
		if k == len(used) {
			return nil, fmt.Errorf("more of piece %q than the table of pieces has", o.Piece)
		}
		used[k], orientations[k] = true, o.Orientation
		for _, number := range o.Cells {
			cell := d.Template.cell(cells, int(number))
			if cell == nil {
				return nil, fmt.Errorf("table options: there is no cell %d", number)
			}
			cell.Region, cell.Fill = k, Fill(k)
		}
	}
	return &Drawing{Cells: Repeated(cells, d.Template.Repeats), Orientations: orientations}, nil
}

// cell returns the cell of a number, nil if there is none or it is not drawn.
func (t *Template) cell(cells []DrawnCell, number int) *DrawnCell {
	if t.Place != nil {
		if number < 0 || number >= len(t.Place) {
			return nil
		}
		number = t.Place[number]
	}
	if number < 0 || number >= len(cells) {
		return nil
	}
	return &cells[number]
}

// Repeated appends cells that are drawn a second time.
func Repeated(cells []DrawnCell, repeats []RepeatedCell) []DrawnCell {
	for _, r := range repeats {
		again := cells[r.Cell]
		again.Outline, again.Repeat = r.Outline, true
		cells = append(cells, again)
	}
	return cells
}

func (t *Template) text(cells []DrawnCell, text, found []byte) error {
	want := len(cells)
	if t.Place != nil {
		want = len(t.Place)
	}
	if len(text) != want && len(text) > 0 {
		return fmt.Errorf("column %s: a text of %d characters, expected %d", t.Text, len(text), want)
	}
	for i, c := range text {
		cell := t.cell(cells, i)
		if cell == nil {
			continue
		}
		if what, ok := t.Characters[c]; ok {
			cell.Fill, cell.Text = what.Fill, what.Text
			if what.Region != 0 {
				cell.Region = what.Region
			}
		}
		if len(found) == len(text) && strings.IndexByte(t.FoundAt, c) >= 0 {
			cell.Text, cell.Found = string(found[i]), true
		}
	}
	return nil
}

// mostSquares bounds the board of clues, which may be of any size.
const mostSquares = 1 << 20

// clues makes the board that clues such as "2,2/4|1/3" belong to.
func (t *Template) clues(out *Drawing, text []byte) error {
	rows, cols, ok := strings.Cut(string(text), "|")
	if !ok {
		return fmt.Errorf("column %s: %q: expected a bar between the clues of rows and columns", t.Clues, text)
	}
	for i, side := range []string{rows, cols} {
		var lines [][]string
		for line := range strings.SplitSeq(side, "/") {
			lines = append(lines, strings.Split(line, ","))
		}
		if i == 0 {
			out.Left = lines
		} else {
			out.Top = lines
		}
	}
	if len(out.Left)*len(out.Top) > mostSquares {
		return fmt.Errorf("column %s: %d rows and %d columns are too many to be drawn", t.Clues, len(out.Left),
			len(out.Top))
	}
	out.Cells = Squares(len(out.Left), len(out.Top))
	for i := range out.Cells {
		out.Cells[i].Region = i/len(out.Top)/t.Ruled*len(out.Top) + i%len(out.Top)/t.Ruled
	}
	return nil
}

// textAt returns the text of a row in a column, nil if it is null or there is no
// such column.
func textAt(b *Batch, column string, row int) []byte {
	i := ColumnIndex(b.Columns, column)
	if i < 0 || b.IsNull(i, row) {
		return nil
	}
	return b.StringAt(i, row)
}
