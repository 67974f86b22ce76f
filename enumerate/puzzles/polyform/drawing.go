package polyform

import (
	"fmt"
	"slices"

	"coverstat/enumerate"
)

// drawing draws the rows of one dataset.
type drawing struct {
	cells   []enumerate.DrawnCell // of the board without pieces
	pieces  []enumerate.DrawnPiece
	options []drawnOption
	chosen  []int32
}

// drawnOption is a row of the table of options.
type drawnOption struct {
	piece string
	cells []int32
}

// uncovered is the region of free cells that no piece covers.
const uncovered = -2

// newDrawer draws the boards of a survey, and solutions from their option ids,
// which rows with and without a grid have.
func (f *form) newDrawer(r enumerate.DrawRequest) (*enumerate.Drawer, error) {
	var p params
	if err := r.Puzzle(&p); err != nil {
		return nil, err
	}
	b, err := f.board(p)
	if err != nil {
		return nil, err
	}
	d := &drawing{}
	for i := range b.Blocked {
		d.cells = append(d.cells, enumerate.DrawnCell{Outline: b.Outline(b.Cell(i)), Fill: enumerate.Paper})
	}
	if i := enumerate.ColumnIndex(r.Columns, enumerate.InstanceColumn); i >= 0 {
		return &enumerate.Drawer{Columns: []int{i}, Draw: d.instance}, nil
	}
	for i, blocked := range b.Blocked {
		d.cells[i].Region = uncovered
		if blocked {
			d.cells[i].Region, d.cells[i].Fill = enumerate.Outside, enumerate.Pale
		}
	}
	if err := d.readPieces(r); err != nil {
		return nil, err
	}
	if err := d.readOptions(r); err != nil {
		return nil, err
	}
	out := &enumerate.Drawer{Pieces: d.pieces, Board: d.cells, Draw: d.solution}
	out.CellOf = func(t *enumerate.Batch, row int) (int, error) { return cellOf(t, row, b) }
	for i, c := range r.Columns {
		if c.Role == enumerate.Key && (c.Type == enumerate.Int32 || c.Type == enumerate.Int32List) {
			out.Columns = append(out.Columns, i)
		}
	}
	if len(out.Columns) == 0 {
		return nil, &enumerate.NoPictureError{Reason: "the rows have no columns of option ids"}
	}
	return out, nil
}

func (d *drawing) readPieces(r enumerate.DrawRequest) error {
	t, err := r.Table("pieces")
	if err != nil {
		return &enumerate.NoPictureError{Reason: "there is no table of pieces"}
	}
	name, symbol := enumerate.ColumnIndex(t.Columns, "name"), enumerate.ColumnIndex(t.Columns, "symbol")
	if name < 0 || symbol < 0 {
		return fmt.Errorf("table pieces: expected the columns name and symbol")
	}
	for row := range t.Len() {
		d.pieces = append(d.pieces, enumerate.DrawnPiece{Name: string(t.StringAt(name, row)), Symbol: string(t.StringAt(symbol, row))})
	}
	return nil
}

func (d *drawing) readOptions(r enumerate.DrawRequest) error {
	t, err := r.Table("options")
	if err != nil {
		return &enumerate.NoPictureError{Reason: "there is no table of options"}
	}
	id, piece, cells := enumerate.ColumnIndex(t.Columns, "id"), enumerate.ColumnIndex(t.Columns, "piece"), enumerate.ColumnIndex(t.Columns, "cells")
	if id < 0 || piece < 0 || cells < 0 {
		return &enumerate.NoPictureError{Reason: "the table of options has no cells"}
	}
	for row := range t.Len() {
		if t.IntAt(id, row) != int64(row) {
			return fmt.Errorf("table options: row %d has id %d", row, t.IntAt(id, row))
		}
		d.options = append(d.options, drawnOption{string(t.StringAt(piece, row)), slices.Clone(t.ListAt(cells, row))})
	}
	return nil
}

// cellOf returns the cell that a row of the table occupancy is about.
func cellOf(t *enumerate.Batch, row int, b *Board) (int, error) {
	at := [2]int{}
	for i, name := range []string{"row", "col"} {
		column := enumerate.ColumnIndex(t.Columns, name)
		if column < 0 {
			return 0, fmt.Errorf("table occupancy: there is no column %s", name)
		}
		at[i] = int(t.IntAt(column, row))
	}
	if at[0] < 0 || at[0] >= b.Rows || at[1] < 0 || at[1] >= b.Cols {
		return 0, fmt.Errorf("table occupancy: cell %d, %d, expected one of %d x %d", at[0], at[1], b.Rows, b.Cols)
	}
	return at[0]*b.Cols + at[1], nil
}

// instance draws a board of a survey: free cells and blocked ones.
func (d *drawing) instance(b *enumerate.Batch, row int) (*enumerate.Drawing, error) {
	text := b.StringAt(0, row)
	if len(text) != len(d.cells) {
		return nil, fmt.Errorf("instance of %d characters, expected %d", len(text), len(d.cells))
	}
	cells := slices.Clone(d.cells)
	for i, c := range text {
		if c == '#' {
			cells[i].Fill = enumerate.Dark
		}
	}
	return &enumerate.Drawing{Cells: cells}, nil
}

// solution draws a row of option ids.
func (d *drawing) solution(b *enumerate.Batch, row int) (*enumerate.Drawing, error) {
	d.chosen = d.chosen[:0]
	for i, c := range b.Columns {
		switch {
		case b.IsNull(i, row):
		case c.Type == enumerate.Int32List:
			d.chosen = append(d.chosen, b.ListAt(i, row)...)
		default:
			d.chosen = append(d.chosen, int32(b.IntAt(i, row)))
		}
	}
	return d.cover(d.chosen)
}

// cover draws the board with some options on it. Copies of a piece are numbered
// in the order of their first cells, as the grid numbers them.
func (d *drawing) cover(chosen []int32) (*enumerate.Drawing, error) {
	var options []drawnOption
	for _, id := range chosen {
		if id < 0 || int(id) >= len(d.options) {
			return nil, fmt.Errorf("option %d is not in the table of options", id)
		}
		options = append(options, d.options[id])
	}
	slices.SortFunc(options, func(a, b drawnOption) int { return slices.Compare(a.cells, b.cells) })
	cells := slices.Clone(d.cells)
	used := make([]bool, len(d.pieces))
	for _, o := range options {
		k := 0
		for k < len(used) && (used[k] || d.pieces[k].Name != o.piece) {
			k++
		}
		if k == len(used) {
			return nil, fmt.Errorf("more of piece %q than the table of pieces has", o.piece)
		}
		used[k] = true
		for _, cell := range o.cells {
			if cell < 0 || int(cell) >= len(cells) {
				return nil, fmt.Errorf("table options: cell %d of %d", cell, len(cells))
			}
			cells[cell].Region, cells[cell].Fill = k, enumerate.Fill(k)
		}
	}
	return &enumerate.Drawing{Cells: cells}, nil
}
