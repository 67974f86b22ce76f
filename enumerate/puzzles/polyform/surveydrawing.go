package polyform

import (
	"errors"
	"fmt"
	"math/bits"
	"slices"
	"sync/atomic"

	"coverstat/enumerate"
)

// surveyDrawing draws the rows of a survey: of a row with solutions the first that a search
// finds, as rows hold none. That costs at most what the row did. Of other rows it draws the
// board, or the pieces of the set.
type surveyDrawing struct {
	instances
	canvas *canvas
	drawer *enumerate.Drawer // its first columns are mask and the number of solutions
}

func newSurveyDrawer(r enumerate.DrawRequest, s instances) (*enumerate.Drawer, error) {
	c := newCanvas(s.board)
	d := &surveyDrawing{instances: s, canvas: c, drawer: c.drawer()}
	var err error
	if d.drawer.Pieces, err = readPieces(r); err != nil {
		return nil, err
	}
	for _, name := range []string{"mask", enumerate.InstanceSolutions(r.Columns)} {
		i := enumerate.ColumnIndex(r.Columns, name, enumerate.Integers...)
		if i < 0 {
			return nil, &enumerate.NoPictureError{Reason: "the rows have no column " + name + " of integers"}
		}
		d.drawer.Columns = append(d.drawer.Columns, i)
	}
	if s.list == nil {
		d.drawer.Columns = append(d.drawer.Columns, enumerate.ColumnIndex(r.Columns, enumerate.InstanceColumn))
		d.drawer.Template.Text = enumerate.InstanceColumn
		d.drawer.Template.Characters = map[byte]enumerate.Character{'#': {Fill: enumerate.Pale, Region: enumerate.Outside}}
	} else {
		c.markUncovered()
	}
	out := *d.drawer
	out.Draw, out.Problem, out.Solve = d.draw, d.problem, d.solve
	if s.list != nil {
		out.Template, out.Board = nil, nil // where a set has solutions, one is drawn, and that is searched for
	}
	return &out, nil
}

// draw draws a row.
func (d *surveyDrawing) draw(b *enumerate.Batch, row int, stop *atomic.Bool) (out *enumerate.Drawing, err error) {
	if !b.IsNull(1, row) && b.IntAt(1, row) > 0 {
		out, err = (&enumerate.Drawer{Solve: d.solve}).DrawSolution(b, row, stop)
	}
	switch {
	case out != nil || err != nil:
		return out, err
	case d.list == nil:
		return d.drawer.Fill(b, row)
	}
	return d.problem(b, row)
}

// problem draws the board of a row with the pieces of its set beside it.
func (d *surveyDrawing) problem(b *enumerate.Batch, row int) (*enumerate.Drawing, error) {
	mask, err := d.mask(b, row)
	if err != nil {
		return nil, err
	}
	board, err := d.drawer.Fill(b, row)
	if err != nil {
		return nil, err
	}
	return d.canvas.problem(board.Cells[:len(d.drawer.Board)], d.piecesOf(mask), d.drawer.Pieces), nil
}

// mask returns the instance of a row.
func (d *surveyDrawing) mask(b *enumerate.Batch, row int) (uint64, error) {
	mask, things := uint64(b.IntAt(0, row)), len(d.list)
	if d.list == nil {
		things = len(d.board.Blocked)
	}
	if bits.Len64(mask) > things {
		return 0, fmt.Errorf("mask %#x: expected at most %d bits", mask, things)
	}
	return mask, nil
}

// solve draws the solutions of a row's instance, as the row counts them.
func (d *surveyDrawing) solve(b *enumerate.Batch, row int, stop *atomic.Bool, visit func(*enumerate.Drawing) bool) error {
	mask, err := d.mask(b, row)
	if err != nil {
		return err
	}
	empty, err := d.drawer.Fill(b, row)
	if err != nil {
		return err
	}
	cells := empty.Cells[:len(d.drawer.Board)]
	var wrong error
	_, _, err = d.each(mask, stop, func(z *Puzzle, solution []enumerate.OptionID) bool {
		var options []enumerate.LaidOption
		for _, id := range solution {
			p := &z.Placements[id]
			o := enumerate.LaidOption{Piece: z.Pieces[p.Piece].Name, Orientation: p.Orientation}
			for _, cell := range p.Cells {
				o.Cells = append(o.Cells, int32(cell))
			}
			options = append(options, o)
		}
		var found *enumerate.Drawing
		found, wrong = d.drawer.Lay(slices.Clone(cells), options)
		return wrong == nil && visit(found)
	})
	return errors.Join(err, wrong)
}
