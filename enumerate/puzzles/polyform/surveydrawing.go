package polyform

import (
	"errors"
	"fmt"
	"math"
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
	out.Draw, out.Solve = d.draw, d.solve
	if s.list != nil {
		out.Template, out.Board = nil, nil // where a set has solutions, one is drawn, and that is searched for
	}
	return &out, nil
}

// draw draws a row.
func (d *surveyDrawing) draw(b *enumerate.Batch, row int, stop *atomic.Bool) (out *enumerate.Drawing, err error) {
	if !b.IsNull(1, row) && b.IntAt(1, row) > 0 {
		err = d.solve(b, row, stop, func(found *enumerate.Drawing) bool {
			out = found
			return false
		})
		if err == nil && out == nil && !stop.Load() {
			err = fmt.Errorf("row %d has solutions, the search finds none", row)
		}
	}
	switch {
	case out != nil || err != nil:
		return out, err
	case d.list == nil:
		return d.drawer.Fill(b, row)
	}
	return d.aside(b, row)
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

// aside draws the pieces of a set beside each other, in lines as long as two boards, or
// longer if the drawing would be much higher than wide.
func (d *surveyDrawing) aside(b *enumerate.Batch, row int) (*enumerate.Drawing, error) {
	mask, err := d.mask(b, row)
	if err != nil {
		return nil, err
	}
	pieces, names := d.piecesOf(mask), d.drawer.Pieces
	out := &enumerate.Drawing{Orientations: make([]int, len(names))}
	cell, board := reach(d.canvas.cells[:1]), reach(d.canvas.cells)
	if d.board.Wraps() {
		cell = enumerate.Point{X: 1, Y: 1} // a piece is not unrolled
	}
	var boxes []*canvas
	room := 0
	for _, p := range pieces {
		box := newCanvas(boxOf(d.board.Lattice, p.Orientations[0]))
		size := reach(box.cells)
		boxes, room = append(boxes, box), room+(size.X+cell.X)*(size.Y+cell.Y)
	}
	width := max(2*board.X, int(math.Sqrt(float64(room))))
	var at enumerate.Point
	high := 0
	for region, box := range boxes {
		size := reach(box.cells)
		if at.X > 0 && at.X+size.X > width {
			at = enumerate.Point{Y: at.Y + high + cell.Y}
			high = 0
		}
		fill := slices.IndexFunc(names, func(n enumerate.DrawnPiece) bool { return n.Name == pieces[region].Name })
		for k, c := range box.index {
			if !box.board.Blocked[k] {
				drawn := box.cells[c]
				drawn.Outline = slices.Clone(drawn.Outline)
				for j := range drawn.Outline {
					drawn.Outline[j].X += at.X
					drawn.Outline[j].Y += at.Y
				}
				drawn.Region, drawn.Fill = region, enumerate.Fill(fill)
				out.Cells = append(out.Cells, drawn)
			}
		}
		at.X += size.X + cell.X
		high = max(high, size.Y)
	}
	return out, nil
}

// reach returns the greatest coordinates of some cells.
func reach(cells []enumerate.DrawnCell) (p enumerate.Point) {
	for _, c := range cells {
		for _, q := range c.Outline {
			p.X, p.Y = max(p.X, q.X), max(p.Y, q.Y)
		}
	}
	return p
}
