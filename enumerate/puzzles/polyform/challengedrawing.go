package polyform

import (
	"cmp"
	"slices"
	"sync/atomic"

	"coverstat/enumerate"
)

// newChallengeDrawer draws given pieces in their places, and the solution of rows that have one.
func (f *form) newChallengeDrawer(r enumerate.DrawRequest, b *Board, pieces []Piece) (*enumerate.Drawer, error) {
	c := newCanvas(b)
	d := c.drawer()
	var err error
	if d.Pieces, err = readPieces(r); err != nil {
		return nil, err
	}
	c.markUncovered()
	options, err := readOptions(r)
	if err != nil {
		return nil, err
	}
	column := enumerate.ColumnIndex(r.Columns, "given", enumerate.String)
	if column < 0 {
		return nil, &enumerate.NoPictureError{Reason: "the rows have no column given"}
	}
	d.Columns = []int{column}
	laid := func(text []byte) []enumerate.LaidOption { return optionsAt(options, markedIn(text, "")) }
	if stored := enumerate.ColumnIndex(r.Columns, enumerate.SolutionColumn, enumerate.String); stored >= 0 {
		d.Columns, d.Solution = append(d.Columns, stored), enumerate.SolutionColumn
	}
	template := d.Template
	lay := func(options []enumerate.LaidOption) (*enumerate.Drawing, error) {
		return (&enumerate.Drawer{Pieces: d.Pieces, Template: template}).Lay(slices.Clone(c.cells), options)
	}
	out := *d
	out.Template, out.Board, out.Box = nil, nil, pieceDrawings(b.Lattice, pieces, d.Pieces)
	out.Puzzle = func(b *enumerate.Batch, row int) (*enumerate.Drawing, error) {
		return c.puzzle(c.cells, pieces, d.Pieces, laid(b.StringAt(enumerate.ColumnIndex(b.Columns, "given"), row)))
	}
	out.Draw = func(b *enumerate.Batch, row int, _ *atomic.Bool) (*enumerate.Drawing, error) {
		if i := enumerate.ColumnIndex(b.Columns, enumerate.SolutionColumn); i >= 0 && !b.IsNull(i, row) {
			return lay(laid(b.StringAt(i, row)))
		}
		return out.Puzzle(b, row)
	}
	out.Solve = func(rows *enumerate.Batch, row int, stop *atomic.Bool, visit func(*enumerate.Drawing) bool) error {
		given := markedIn(rows.StringAt(enumerate.ColumnIndex(rows.Columns, "given"), row), "")
		z, err := newPuzzle(b, pieces, 0, CountParam{}, restriction{given: given})
		if err != nil {
			return err
		}
		var wrong error
		err = z.search("auto", stop, func(solution []enumerate.OptionID) bool {
			var found *enumerate.Drawing
			found, wrong = lay(z.laid(solution))
			return wrong == nil && visit(found)
		})
		return cmp.Or(err, wrong)
	}
	return &out, nil
}
