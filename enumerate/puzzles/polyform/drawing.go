package polyform

import (
	"fmt"
	"slices"
	"strings"

	"coverstat/enumerate"
	"coverstat/enumerate/puzzles/polyform/lattice"
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
		return nil, &enumerate.NoPictureError{Reason: "its rows are boards of many sizes (draw --measure solutions draws their numbers, and a census of one size has pictures)"}
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
		return newSurveyDrawer(r, instances{board: b, pieces: pieces, list: list}, len(p.Blocked) > 0)
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
		out := c.puzzle(c.cells, pieces, d.Pieces)
		if p.Total.set {
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
func readTable(r enumerate.DrawRequest, name string, columns ...enumerate.Column) (t *enumerate.Batch, at []int, err error) {
	if t, err = r.Table(name); err != nil {
		return nil, nil, &enumerate.NoPictureError{Reason: "there is no table of " + name}
	}
	for _, c := range columns {
		i := enumerate.ColumnIndex(t.Columns, c.Name, c.Type)
		if i < 0 {
			return nil, nil, &enumerate.NoPictureError{Reason: fmt.Sprintf("the table of %s has no column %s of type %v", name, c.Name, c.Type)}
		}
		at = append(at, i)
	}
	return t, at, nil
}

func readPieces(r enumerate.DrawRequest) (pieces []enumerate.DrawnPiece, err error) {
	t, at, err := readTable(r, enumerate.PiecesTable, enumerate.Column{Name: "name", Type: enumerate.String}, enumerate.Column{Name: "symbol", Type: enumerate.String})
	if err != nil {
		return nil, err
	}
	for row := range t.Len() {
		pieces = append(pieces, enumerate.DrawnPiece{Name: string(t.StringAt(at[0], row)), Symbol: string(t.StringAt(at[1], row))})
	}
	return pieces, nil
}

func readOptions(r enumerate.DrawRequest) ([]enumerate.LaidOption, error) {
	t, at, err := readTable(r, enumerate.OptionsTable, enumerate.Column{Name: "id", Type: enumerate.Int32}, enumerate.Column{Name: "piece", Type: enumerate.String},
		enumerate.Column{Name: "orientation", Type: enumerate.Int32}, enumerate.Column{Name: "cells", Type: enumerate.Int32List})
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
		drawing := enumerate.PieceDrawing{Name: p.Name, Size: p.Size(), Orientations: len(p.Orientations), Drawing: &enumerate.Drawing{Orientations: make([]int, len(names))}}
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
