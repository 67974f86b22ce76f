package polyform

import (
	"errors"
	"fmt"
	"math/bits"
	"slices"
	"strings"
	"sync/atomic"

	"coverstat/enumerate"
	"coverstat/enumerate/puzzles/polyform/lattice"
	"coverstat/enumerate/puzzles/polyform/subsets"
)

// uncovered is the region of free cells that no piece covers.
const uncovered = -2

// newDrawer draws the boards of a survey, the sets of one, and solutions from their
// option ids, which rows with and without a grid have.
func (f *form) newDrawer(r enumerate.DrawRequest) (*enumerate.Drawer, error) {
	var p params
	if err := r.Puzzle(&p); err != nil {
		return nil, err
	}
	if len(p.Board.ranges) > 0 {
		return nil, &enumerate.NoPictureError{
			Reason: "its rows are boards of many sizes (draw --measure solutions draws their numbers, and a census of one size has pictures)"}
	}
	b, err := f.board(p.BoardParams)
	if err != nil {
		return nil, err
	}
	if enumerate.ColumnIndex(r.Columns, enumerate.InstanceColumn, enumerate.String) >= 0 {
		pieces, list, err := f.piecesOf(&p)
		if err != nil {
			return nil, err
		}
		if p.Given.choose.set {
			return f.newChallengeDrawer(r, b, pieces)
		}
		return newSurveyDrawer(r, pairs{board: b, numbering: b.numbering(nil), pieces: pieces, list: list},
			len(p.Blocked) > 0)
	}
	c := newCanvas(b)
	d := c.drawer()
	if d.Pieces, err = readPieces(r); err != nil {
		return nil, err
	}
	c.markUncovered()
	if d.Template.Options, err = readOptions(r); err != nil {
		return nil, err
	}
	d.CellOf = c.cellOf
	d.Puzzle = func(*enumerate.Batch, int) (*enumerate.Drawing, error) {
		pieces, _, err := f.piecesOf(&p)
		if err != nil {
			return nil, err
		}
		r, err := p.restriction(b)
		if err != nil {
			return nil, err
		}
		out, err := c.puzzle(c.cells, pieces, d.Pieces, optionsAt(d.Template.Options, r.given))
		if err == nil && p.Total.set {
			out.Terms = strings.TrimPrefix(fmt.Sprintf("%s, %v pieces in all", out.Terms, p.Total), ", ")
		}
		return out, err
	}
	for i, c := range r.Columns {
		if c.Role == enumerate.Key && (c.Type == enumerate.Int32 || c.Type == enumerate.Int32List) {
			d.Columns = append(d.Columns, i)
		}
	}
	if len(d.Columns) == 0 {
		return nil, &enumerate.NoPictureError{Reason: "the rows have no columns of option ids"}
	}
	return d, nil
}

// readTable reads a table of a dataset, and finds columns in it.
func readTable(r enumerate.DrawRequest, name string,
	columns ...enumerate.Column) (t *enumerate.Batch, at []int, err error) {
	if t, err = r.Table(name); err != nil {
		return nil, nil, &enumerate.NoPictureError{Reason: "there is no table of " + name}
	}
	for _, c := range columns {
		i := enumerate.ColumnIndex(t.Columns, c.Name, c.Type)
		if i < 0 {
			return nil, nil, &enumerate.NoPictureError{
				Reason: fmt.Sprintf("the table of %s has no column %s of type %v", name, c.Name, c.Type)}
		}
		at = append(at, i)
	}
	return t, at, nil
}

func readPieces(r enumerate.DrawRequest) (pieces []enumerate.DrawnPiece, err error) {
	t, at, err := readTable(r, enumerate.PiecesTable, enumerate.Column{Name: "name", Type: enumerate.String},
		enumerate.Column{Name: "symbol", Type: enumerate.String})
	if err != nil {
		return nil, err
	}
	for row := range t.Len() {
		pieces = append(pieces, enumerate.DrawnPiece{Name: string(t.StringAt(at[0], row)),
			Symbol: string(t.StringAt(at[1], row))})
	}
	return pieces, nil
}

func readOptions(r enumerate.DrawRequest) ([]enumerate.LaidOption, error) {
	t, at, err := readTable(r, enumerate.OptionsTable, enumerate.Column{Name: "id", Type: enumerate.Int32},
		enumerate.Column{Name: "piece", Type: enumerate.String},
		enumerate.Column{Name: "orientation", Type: enumerate.Int32},
		enumerate.Column{Name: "cells", Type: enumerate.Int32List})
	if err != nil {
		return nil, err
	}
	options := []enumerate.LaidOption{}
	for row := range t.Len() {
		if t.IntAt(at[0], row) != int64(row) {
			return nil, fmt.Errorf("table options: row %d has id %d", row, t.IntAt(at[0], row))
		}
		if n := t.IntAt(at[2], row); n < 0 {
			return nil, fmt.Errorf("table options: row %d has the orientation %d", row, n)
		}
		options = append(options, enumerate.LaidOption{Piece: string(t.StringAt(at[1], row)),
			Orientation: int(t.IntAt(at[2], row)), Cells: slices.Clone(t.ListAt(at[3], row))})
	}
	return options, nil
}

// laid are the placements of a solution as drawers know them.
func (z *Puzzle) laid(solution []enumerate.OptionID) (options []enumerate.LaidOption) {
	for _, id := range solution {
		p := &z.Placements[id]
		o := enumerate.LaidOption{Piece: z.Pieces[p.Piece].Name, Orientation: p.Orientation}
		for _, cell := range p.Cells {
			o.Cells = append(o.Cells, int32(cell))
		}
		options = append(options, o)
	}
	return options
}

// optionsAt returns the options that cover just the cells of letters.
func optionsAt(all []enumerate.LaidOption, marked []markedCells) (options []enumerate.LaidOption) {
	for _, o := range all {
		var cells []int
		for _, c := range o.Cells {
			cells = append(cells, int(c))
		}
		slices.Sort(cells)
		if slices.ContainsFunc(marked, func(m markedCells) bool { return slices.Equal(m.cells, cells) }) {
			options = append(options, o)
		}
	}
	return options
}

// drawPieces draws the pieces that the parameters of a config name, each on a
// board of its own cells.
func (f *form) drawPieces(puzzle func(into any) error) (*enumerate.Drawer, []enumerate.PieceDrawing, error) {
	var p params
	if err := puzzle(&p); err != nil {
		return nil, nil, err
	}
	pieces, chosen, err := f.piecesOf(&p)
	if err != nil {
		return nil, nil, err
	}
	pieces = append(pieces, chosen...)
	d := newCanvas(boxOf(f.lattice, pieces[0].Orientations[0])).drawer()
	for _, p := range pieces {
		d.Pieces = append(d.Pieces, enumerate.DrawnPiece{Name: p.Name})
	}
	return d, pieceDrawings(f.lattice, pieces, d.Pieces), nil
}

// pieceDrawings draws each piece on a board of its own cells.
func pieceDrawings(l *lattice.Lattice, pieces []Piece, names []enumerate.DrawnPiece) (out []enumerate.PieceDrawing) {
	for _, p := range pieces {
		b := boxOf(l, p.Orientations[0])
		c := newCanvas(b)
		drawing := enumerate.PieceDrawing{Name: p.Name, Size: p.Size(), Orientations: len(p.Orientations),
			Drawing: &enumerate.Drawing{Orientations: make([]int, len(names))}}
		if p.Min != 1 || p.Max != 1 {
			drawing.Count = CountParam{min: p.Min, max: p.Max}.String()
		}
		fill := slices.IndexFunc(names, func(n enumerate.DrawnPiece) bool { return n.Name == p.Name })
		for i, k := range c.index {
			switch {
			case !b.Blocked[i]:
				c.cells[k].Fill = enumerate.Fill(fill)
				drawing.Drawing.Cells = append(drawing.Drawing.Cells, c.cells[k])
			case b.Layers > 1: // layers need something to hold on to
				c.cells[k].Region, c.cells[k].Fill = enumerate.Outside, enumerate.Pale
				drawing.Drawing.Cells = append(drawing.Drawing.Cells, c.cells[k])
			}
		}
		out = append(out, drawing)
	}
	return out
}

// boxOf returns a board with the cells of a shape.
func boxOf(l *lattice.Lattice, s lattice.Shape) *Board {
	size := s.Box()
	b := &Board{lattice.NewBoard(l, size.Layer, size.Row, size.Col)}
	for i := range b.Blocked {
		b.Blocked[i] = !slices.Contains(s, b.Cell(i))
	}
	return b
}

// surveyDrawing draws the rows of a survey: of a row with solutions the first that a search
// finds, as rows hold none. That costs at most what the row did. Of other rows it draws the
// board, or the pieces of the set.
type surveyDrawing struct {
	pairs
	blocks bool // cells
	canvas *canvas
	drawer *enumerate.Drawer // its first column is the number of solutions
	stored *enumerate.Drawer // draws the column with a solution; nil if there is none
}

func newSurveyDrawer(r enumerate.DrawRequest, s pairs, blocks bool) (*enumerate.Drawer, error) {
	c := newCanvas(s.board)
	d := &surveyDrawing{pairs: s, blocks: blocks, canvas: c, drawer: c.drawer()}
	var err error
	if d.drawer.Pieces, err = readPieces(r); err != nil {
		return nil, err
	}
	solutions := enumerate.ColumnIndex(r.Columns, enumerate.InstanceSolutions(r.Columns), enumerate.Integers...)
	if solutions < 0 {
		return nil, &enumerate.NoPictureError{Reason: "the rows have no numbers of solutions"}
	}
	d.drawer.Columns = []int{solutions}
	masks := maskColumns
	if !blocks || s.list == nil {
		masks = masks[:1]
	}
	for _, name := range masks {
		i := enumerate.ColumnIndex(r.Columns, name, enumerate.Int64)
		if i < 0 {
			return nil, &enumerate.NoPictureError{Reason: "the rows have no masks of instances"}
		}
		d.drawer.Columns = append(d.drawer.Columns, i)
	}
	if s.list == nil {
		d.drawer.Columns = append(d.drawer.Columns, enumerate.ColumnIndex(r.Columns, enumerate.InstanceColumn))
		d.drawer.Template.Text = enumerate.InstanceColumn
		d.drawer.Template.Characters = map[byte]enumerate.Character{
			'#': {Fill: enumerate.Pale, Region: enumerate.Outside}}
	} else {
		c.markUncovered()
	}
	d.readStored(r.Columns)
	out := *d.drawer
	out.Draw, out.Puzzle, out.Solve = d.draw, d.puzzle, d.solve
	if s.list == nil {
		out.Box = pieceDrawings(s.board.Lattice, s.pieces, out.Pieces)
	} else {
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
	d.stored = &enumerate.Drawer{Board: d.canvas.cells,
		Template: &enumerate.Template{Place: d.canvas.index, Repeats: d.canvas.repeats,
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
	return d.canvas.puzzle(cells, d.piecesOf(in), d.drawer.Pieces, nil)
}

// empty draws the board of a row, without pieces.
func (d *surveyDrawing) empty(b *enumerate.Batch,
	row int) (in subsets.Instance, cells []enumerate.DrawnCell, err error) {
	if in, err = d.instance(b, row); err != nil {
		return in, nil, err
	}
	board, err := d.drawer.Fill(b, row)
	if err != nil {
		return in, nil, err
	}
	cells = board.Cells[:len(d.drawer.Board)]
	for cell := range d.numbering.each(in.Blocked) {
		if k := d.canvas.index[cell]; k >= 0 {
			cells[k].Region, cells[k].Fill = enumerate.Outside, enumerate.Pale
		}
	}
	return in, cells, nil
}

// instance returns the instance of a row.
func (d *surveyDrawing) instance(b *enumerate.Batch, row int) (in subsets.Instance, err error) {
	switch mask := uint64(b.IntAt(1, row)); { // column 0 has the number of solutions
	case !d.blocks:
		in.Set = mask
	case d.list == nil:
		in.Blocked = mask
	default:
		in = subsets.Instance{Blocked: mask, Set: uint64(b.IntAt(2, row))}
	}
	if bits.Len64(in.Set) > len(d.list) ||
		d.blocks && bits.Len64(in.Blocked) > len(d.numbering.cells) {
		return in, fmt.Errorf("mask %#x: expected at most %d bits", in.Blocked^in.Set,
			max(len(d.list), len(d.numbering.cells)))
	}
	return in, nil
}

// solve draws the solutions of a row's instance, as the row counts them.
func (d *surveyDrawing) solve(b *enumerate.Batch, row int, stop *atomic.Bool,
	visit func(*enumerate.Drawing) bool) error {
	in, cells, err := d.empty(b, row)
	if err != nil {
		return err
	}
	var wrong error
	_, _, err = d.each(in, d.list == nil, stop, func(z *Puzzle, solution []enumerate.OptionID) bool {
		var found *enumerate.Drawing
		found, wrong = d.drawer.Lay(slices.Clone(cells), z.laid(solution))
		return wrong == nil && visit(found)
	})
	return errors.Join(err, wrong)
}
