package polyform

import (
	"fmt"
	"slices"
	"sync/atomic"

	"coverstat/enumerate"
	"coverstat/enumerate/puzzles/polyform/lattice"
)

// drawing draws the rows of one dataset.
type drawing struct {
	*canvas
	pieces  []enumerate.DrawnPiece
	options []drawnOption
	chosen  []int32
}

// drawnOption is a row of the table of options.
type drawnOption struct {
	piece       string
	orientation int
	cells       []int32
}

// uncovered is the region of free cells that no piece covers.
const uncovered = -2

// newDrawer draws the boards of a survey, the sets of one, and solutions from their option ids,
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
	if p.Choose != nil {
		fixed, list, err := f.piecesOf(&p)
		if err != nil {
			return nil, err
		}
		return newSetDrawer(r, b, fixed, list)
	}
	d := &drawing{canvas: newCanvas(b)}
	out := d.drawer()
	if i := enumerate.ColumnIndex(r.Columns, enumerate.InstanceColumn); i >= 0 {
		s := &surveyDrawing{drawing: d, board: b}
		if s.pieces, err = f.resolvePieces(p.Pieces); err != nil {
			return nil, err
		}
		if err := d.readPieces(r); err != nil {
			return nil, err
		}
		out.Columns = []int{i, enumerate.ColumnIndex(r.Columns, enumerate.SolutionsColumn)}
		out.Pieces, out.Draw = d.pieces, s.instance
		return out, nil
	}
	for i, blocked := range b.Blocked {
		if k := d.index[i]; k >= 0 && blocked {
			d.cells[k].Region, d.cells[k].Fill = enumerate.Outside, enumerate.Pale
		} else if k >= 0 {
			d.cells[k].Region = uncovered
		}
	}
	if err := d.readPieces(r); err != nil {
		return nil, err
	}
	if err := d.readOptions(r); err != nil {
		return nil, err
	}
	out.Pieces, out.Board, out.Draw, out.CellOf = d.pieces, d.cells, d.solution, d.cellOf
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
	var at [4]int
	for i, name := range []string{"id", "piece", "orientation", "cells"} {
		if at[i] = enumerate.ColumnIndex(t.Columns, name); at[i] < 0 {
			return &enumerate.NoPictureError{Reason: "the table of options has no column " + name}
		}
	}
	for row := range t.Len() {
		if t.IntAt(at[0], row) != int64(row) {
			return fmt.Errorf("table options: row %d has id %d", row, t.IntAt(at[0], row))
		}
		d.options = append(d.options, drawnOption{string(t.StringAt(at[1], row)), int(t.IntAt(at[2], row)), slices.Clone(t.ListAt(at[3], row))})
	}
	return nil
}

// surveyDrawing draws the rows of a survey of boards.
type surveyDrawing struct {
	*drawing
	board  *Board
	pieces []Piece
}

// instance draws a board of a survey, and on it the first solution that a search
// finds: rows of surveys do not hold any.
func (d *surveyDrawing) instance(b *enumerate.Batch, row int) (*enumerate.Drawing, error) {
	text := b.StringAt(0, row)
	if len(text) != len(d.index) {
		return nil, fmt.Errorf("instance of %d characters, expected %d", len(text), len(d.index))
	}
	board, cells := d.board.with(0), slices.Clone(d.cells)
	for i, c := range text {
		board.Blocked[i] = c == '#'
		if k := d.index[i]; k >= 0 && c == '#' {
			cells[k].Region, cells[k].Fill = uncovered, enumerate.Dark
		}
	}
	if b.IsNull(1, row) || b.IntAt(1, row) == 0 {
		return &enumerate.Drawing{Cells: d.repeated(cells)}, nil
	}
	z, err := NewPuzzle(board, d.pieces)
	if err != nil {
		return nil, err
	}
	var options []drawnOption
	var never atomic.Bool
	_, err = z.search("auto", &never, func(solution []enumerate.OptionID) bool {
		for _, id := range solution {
			p := &z.Placements[id]
			o := drawnOption{piece: z.Pieces[p.Piece].Name, orientation: p.Orientation}
			for _, cell := range p.Cells {
				o.cells = append(o.cells, int32(cell))
			}
			options = append(options, o)
		}
		return false
	})
	if err != nil {
		return nil, err
	}
	return d.place(cells, options)
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
	return d.place(slices.Clone(d.cells), options)
}

// place draws options on a board's cells.
func (d *drawing) place(cells []enumerate.DrawnCell, options []drawnOption) (*enumerate.Drawing, error) {
	slices.SortFunc(options, func(a, b drawnOption) int { return slices.Compare(a.cells, b.cells) })
	used, orientations := make([]bool, len(d.pieces)), make([]int, len(d.pieces))
	for _, o := range options {
		k := 0
		for k < len(used) && (used[k] || d.pieces[k].Name != o.piece) {
			k++
		}
		if k == len(used) {
			return nil, fmt.Errorf("more of piece %q than the table of pieces has", o.piece)
		}
		used[k], orientations[k] = true, o.orientation
		for _, cell := range o.cells {
			if cell < 0 || int(cell) >= len(d.index) || d.index[cell] < 0 {
				return nil, fmt.Errorf("table options: there is no cell %d", cell)
			}
			at := &cells[d.index[cell]]
			at.Region, at.Fill = k, enumerate.Fill(k)
		}
	}
	return &enumerate.Drawing{Cells: d.repeated(cells), Orientations: orientations}, nil
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
	var d *enumerate.Drawer
	var out []enumerate.PieceDrawing
	for _, p := range pieces {
		b := boxOf(f.lattice, p.Orientations[0])
		c := newCanvas(b)
		drawing := enumerate.PieceDrawing{Name: p.Name, Size: p.Size(), Ways: len(p.Orientations), Drawing: &enumerate.Drawing{Orientations: make([]int, len(pieces))}}
		if p.Min != 1 || p.Max != 1 {
			drawing.Count = countParam{min: p.Min, max: p.Max}.String()
		}
		for i, k := range c.index {
			switch {
			case !b.Blocked[i]:
				c.cells[k].Fill = enumerate.Fill(len(out))
				drawing.Drawing.Cells = append(drawing.Drawing.Cells, c.cells[k])
			case b.Layers > 1: // layers need something to hold on to
				c.cells[k].Region, c.cells[k].Fill = enumerate.Outside, enumerate.Pale
				drawing.Drawing.Cells = append(drawing.Drawing.Cells, c.cells[k])
			}
		}
		if d == nil {
			d = c.drawer()
		}
		d.Pieces = append(d.Pieces, enumerate.DrawnPiece{Name: p.Name})
		out = append(out, drawing)
	}
	return d, out, nil
}

// boxOf returns a board with the cells of a shape.
func boxOf(l *lattice.Lattice, s lattice.Shape) *Board {
	size := s.Box()
	b := &Board{lattice.NewBoard(l, size.Layer, size.Row, size.Col)}
	covered := make([]bool, len(b.Blocked))
	for _, c := range s {
		covered[b.At(c)] = true
	}
	for i := range b.Blocked {
		b.Blocked[i] = !covered[i]
	}
	return b
}
