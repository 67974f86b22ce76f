package polyform

import (
	"errors"
	"fmt"
	"math/bits"
	"slices"
	"sync/atomic"

	"coverstat/enumerate"
	"coverstat/enumerate/puzzles/polyform/subsets"
)

// surveyDrawing draws the rows of a survey: of a row with solutions the first that a search
// finds, as rows hold none. That costs at most what the row did. Of other rows it draws the
// board, or the pieces of the set.
type surveyDrawing struct {
	instances
	blocks bool // cells
	canvas *canvas
	drawer *enumerate.Drawer // its first column is the number of solutions
	stored *enumerate.Drawer // draws the column with a solution; nil if there is none
}

func newSurveyDrawer(r enumerate.DrawRequest, s instances, blocks bool) (*enumerate.Drawer, error) {
	c := newCanvas(s.board)
	d := &surveyDrawing{instances: s, blocks: blocks, canvas: c, drawer: c.drawer()}
	var err error
	if d.drawer.Pieces, err = readPieces(r); err != nil {
		return nil, err
	}
	solutions := enumerate.ColumnIndex(r.Columns, enumerate.InstanceSolutions(r.Columns), enumerate.Integers...)
	if solutions < 0 {
		return nil, &enumerate.NoPictureError{Reason: "the rows have no numbers of solutions"}
	}
	if _, err := instanceColumns(r.Columns, blocks, s.list != nil); err != nil {
		return nil, &enumerate.NoPictureError{Reason: err.Error()}
	}
	d.drawer.Columns = []int{solutions}
	for _, name := range []string{maskColumn, setMaskColumn} {
		if i := enumerate.ColumnIndex(r.Columns, name); i >= 0 {
			d.drawer.Columns = append(d.drawer.Columns, i)
		}
	}
	if s.list == nil {
		d.drawer.Columns = append(d.drawer.Columns, enumerate.ColumnIndex(r.Columns, enumerate.InstanceColumn))
		d.drawer.Template.Text = enumerate.InstanceColumn
		d.drawer.Template.Characters = map[byte]enumerate.Character{'#': {Fill: enumerate.Pale, Region: enumerate.Outside}}
	} else {
		c.markUncovered()
	}
	d.readStored(r.Columns)
	out := *d.drawer
	out.Draw, out.Puzzle, out.Solve = d.draw, d.puzzle, d.solve
	if s.list != nil {
		out.Template, out.Board = nil, nil // where a set has solutions, one is drawn, and that is searched for
	}
	return &out, nil
}

// readStored looks for a column with solutions. It is not drawn where all pieces have one name: colours are
// those of orientations then, which it does not have.
func (d *surveyDrawing) readStored(columns []enumerate.Column) {
	at := enumerate.ColumnIndex(columns, enumerate.SolutionColumn, enumerate.String)
	if at < 0 || slices.ContainsFunc(d.drawer.Pieces, func(p enumerate.DrawnPiece) bool { return p.Symbol == "" }) ||
		d.drawer.Pieces[0].Name == d.drawer.Pieces[len(d.drawer.Pieces)-1].Name {
		return
	}
	d.drawer.Columns, d.drawer.Solution = append(d.drawer.Columns, at), enumerate.SolutionColumn
	characters := map[byte]enumerate.Character{'#': {Fill: enumerate.Pale, Region: enumerate.Outside}}
	for i, p := range d.drawer.Pieces {
		characters[p.Symbol[0]] = enumerate.Character{Fill: enumerate.Fill(i), Region: i + 1}
	}
	d.stored = &enumerate.Drawer{Board: d.canvas.cells, Template: &enumerate.Template{Place: d.canvas.index, Repeats: d.canvas.repeats,
		Text: enumerate.SolutionColumn, Characters: characters}}
}

// draw draws a row.
func (d *surveyDrawing) draw(b *enumerate.Batch, row int, stop *atomic.Bool) (out *enumerate.Drawing, err error) {
	if i := enumerate.ColumnIndex(b.Columns, enumerate.SolutionColumn); d.stored != nil && !b.IsNull(i, row) {
		return d.stored.Fill(b, row)
	}
	if !b.IsNull(0, row) && b.IntAt(0, row) > 0 {
		out, err = (&enumerate.Drawer{Solve: d.solve}).DrawSolution(b, row, stop)
	}
	switch {
	case out != nil || err != nil:
		return out, err
	case d.list == nil:
		return d.drawer.Fill(b, row)
	}
	return d.puzzle(b, row)
}

// puzzle draws the board of a row with the pieces of its set beside it.
func (d *surveyDrawing) puzzle(b *enumerate.Batch, row int) (*enumerate.Drawing, error) {
	in, cells, err := d.empty(b, row)
	if err != nil {
		return nil, err
	}
	return d.canvas.puzzle(cells, d.piecesOf(in), d.drawer.Pieces), nil
}

// empty draws the board of a row, without pieces.
func (d *surveyDrawing) empty(b *enumerate.Batch, row int) (in subsets.Instance, cells []enumerate.DrawnCell, err error) {
	if in, err = d.instance(b, row); err != nil {
		return in, nil, err
	}
	board, err := d.drawer.Fill(b, row)
	if err != nil {
		return in, nil, err
	}
	cells = board.Cells[:len(d.drawer.Board)]
	for m := in.Blocked; m != 0; m &= m - 1 {
		if k := d.canvas.index[bits.TrailingZeros64(m)]; k >= 0 {
			cells[k].Region, cells[k].Fill = enumerate.Outside, enumerate.Pale
		}
	}
	return in, cells, nil
}

// instance returns the instance of a row.
func (d *surveyDrawing) instance(b *enumerate.Batch, row int) (in subsets.Instance, err error) {
	of, err := instanceColumns(b.Columns, d.blocks, d.list != nil)
	if err != nil {
		return in, err
	}
	if in = of(b, row); bits.Len64(in.Set) > len(d.list) || d.blocks && bits.Len64(in.Blocked) > len(d.board.Blocked) {
		return in, fmt.Errorf("mask %#x: expected at most %d bits", in.Blocked^in.Set, max(len(d.list), len(d.board.Blocked)))
	}
	return in, nil
}

// solve draws the solutions of a row's instance, as the row counts them.
func (d *surveyDrawing) solve(b *enumerate.Batch, row int, stop *atomic.Bool, visit func(*enumerate.Drawing) bool) error {
	in, cells, err := d.empty(b, row)
	if err != nil {
		return err
	}
	var wrong error
	_, _, err = d.each(in, d.list == nil, stop, func(z *Puzzle, solution []enumerate.OptionID) bool {
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
