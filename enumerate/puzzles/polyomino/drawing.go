package polyomino

import (
	"fmt"
	"slices"

	"coverstat/enumerate"
)

// drawing draws the rows of one dataset.
type drawing struct {
	cells    []enumerate.DrawnCell // of the board without pieces
	pieces   []enumerate.DrawnPiece
	bySymbol map[byte]int // place in pieces
	options  []drawnOption
	chosen   []int32
}

// drawnOption is a row of the table of options.
type drawnOption struct {
	piece string
	cells []int32
}

// uncovered is the region of free cells that no piece covers.
const uncovered = -2

// newDrawer draws the boards of a survey, and solutions: from the grid where
// there is one, else from option ids.
func newDrawer(r enumerate.DrawRequest) (*enumerate.Drawer, error) {
	var p params
	if err := r.Puzzle(&p); err != nil {
		return nil, err
	}
	b, err := newBoard(p.Board)
	if err != nil {
		return nil, err
	}
	d := &drawing{cells: enumerate.Squares(b.Rows, b.Cols), bySymbol: map[byte]int{}}
	if i := enumerate.ColumnIndex(r.Columns, "instance"); i >= 0 {
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
	out := &enumerate.Drawer{Pieces: d.pieces, Board: d.cells, CellOf: func(t *enumerate.Batch, row int) (int, error) {
		return cellOf(t, row, b)
	}}
	if grid := enumerate.ColumnIndex(r.Columns, "grid"); grid >= 0 {
		out.Columns = []int{grid}
		out.Draw = func(b *enumerate.Batch, row int) (*enumerate.Drawing, error) { return d.fromGrid(b.StringAt(0, row)) }
		return out, nil
	}
	if err := d.readOptions(r); err != nil {
		return nil, err
	}
	for i, c := range r.Columns {
		if c.Role == enumerate.Key && (c.Type == enumerate.Int32 || c.Type == enumerate.Int32List) {
			out.Columns = append(out.Columns, i)
		}
	}
	if len(out.Columns) == 0 {
		return nil, &enumerate.NoPictureError{Reason: "the rows have neither a grid nor columns of option ids"}
	}
	out.Draw = d.fromRow
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
		p := enumerate.DrawnPiece{Name: string(t.StringAt(name, row)), Symbol: string(t.StringAt(symbol, row))}
		if len(p.Symbol) == 1 {
			d.bySymbol[p.Symbol[0]] = row
		}
		d.pieces = append(d.pieces, p)
	}
	return nil
}

func (d *drawing) readOptions(r enumerate.DrawRequest) error {
	t, err := r.Table("options")
	if err != nil {
		return &enumerate.NoPictureError{Reason: "there is neither a grid nor a table of options"}
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

// fromGrid draws a board that has a symbol for each cell.
func (d *drawing) fromGrid(grid []byte) (*enumerate.Drawing, error) {
	if len(grid) != len(d.cells) {
		return nil, fmt.Errorf("a grid of %d characters, expected %d", len(grid), len(d.cells))
	}
	cells := slices.Clone(d.cells)
	for i, c := range grid {
		if c == '#' || c == '.' {
			continue
		}
		k, ok := d.bySymbol[c]
		if !ok {
			return nil, fmt.Errorf("symbol %q is not in the table of pieces", c)
		}
		cells[i].Region, cells[i].Fill = k, enumerate.Fill(k)
	}
	return &enumerate.Drawing{Cells: cells}, nil
}

// fromRow draws a row of option ids.
func (d *drawing) fromRow(b *enumerate.Batch, row int) (*enumerate.Drawing, error) {
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
	slices.Sort(d.chosen)
	return d.fromOptions(d.chosen)
}

// fromOptions draws a board from the options of a row, ascending. Copies of a
// piece are numbered in this order.
func (d *drawing) fromOptions(chosen []int32) (*enumerate.Drawing, error) {
	cells := slices.Clone(d.cells)
	used := make([]bool, len(d.pieces))
	for n, id := range chosen {
		if id < 0 || int(id) >= len(d.options) {
			return nil, fmt.Errorf("option %d is not in the table of options", id)
		}
		o := d.options[id]
		k := 0
		for k < len(used) && (used[k] || d.pieces[k].Name != o.piece) {
			k++
		}
		if k == len(used) {
			return nil, fmt.Errorf("option %d: more of piece %q than the table of pieces has", id, o.piece)
		}
		used[k] = true
		for _, cell := range o.cells {
			if cell < 0 || int(cell) >= len(cells) {
				return nil, fmt.Errorf("option %d: cell %d of %d", id, cell, len(cells))
			}
			cells[cell].Region, cells[cell].Fill = n, enumerate.Fill(k)
		}
	}
	return &enumerate.Drawing{Cells: cells}, nil
}
