package polyform

import (
	"errors"
	"fmt"
	"slices"
	"sync/atomic"

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
	c := newCanvas(b)
	d := c.drawer()
	if d.Pieces, err = readPieces(r); err != nil {
		return nil, err
	}
	if i := enumerate.ColumnIndex(r.Columns, enumerate.InstanceColumn, enumerate.String); i >= 0 {
		s := &boardDrawing{drawer: d, board: b}
		if s.pieces, err = f.resolvePieces(p.Pieces); err != nil {
			return nil, err
		}
		d.Template.Text = enumerate.InstanceColumn
		d.Template.Characters = map[byte]enumerate.Character{'#': {Fill: enumerate.Pale, Region: enumerate.Outside}}
		solutions := enumerate.ColumnIndex(r.Columns, enumerate.SolutionsColumn, enumerate.Integers...)
		if solutions < 0 {
			return nil, &enumerate.NoPictureError{Reason: "the rows have no column " + enumerate.SolutionsColumn}
		}
		d.Columns = []int{i, solutions}
		d.Draw, d.Solve = drawFirst(s.solve, d.Fill), s.solve
		return d, nil
	}
	c.markUncovered()
	if d.Template.Options, err = readOptions(r); err != nil {
		return nil, err
	}
	d.CellOf = c.cellOf
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

func readPieces(r enumerate.DrawRequest) ([]enumerate.DrawnPiece, error) {
	t, err := r.Table("pieces")
	if err != nil {
		return nil, &enumerate.NoPictureError{Reason: "there is no table of pieces"}
	}
	name, symbol := enumerate.ColumnIndex(t.Columns, "name", enumerate.String), enumerate.ColumnIndex(t.Columns, "symbol", enumerate.String)
	if name < 0 || symbol < 0 {
		return nil, fmt.Errorf("table pieces: expected the columns name and symbol, of strings")
	}
	var pieces []enumerate.DrawnPiece
	for row := range t.Len() {
		pieces = append(pieces, enumerate.DrawnPiece{Name: string(t.StringAt(name, row)), Symbol: string(t.StringAt(symbol, row))})
	}
	return pieces, nil
}

func readOptions(r enumerate.DrawRequest) ([]enumerate.LaidOption, error) {
	t, err := r.Table("options")
	if err != nil {
		return nil, &enumerate.NoPictureError{Reason: "there is no table of options"}
	}
	var at [4]int
	for i, c := range []enumerate.Column{{Name: "id", Type: enumerate.Int32}, {Name: "piece", Type: enumerate.String},
		{Name: "orientation", Type: enumerate.Int32}, {Name: "cells", Type: enumerate.Int32List}} {
		if at[i] = enumerate.ColumnIndex(t.Columns, c.Name, c.Type); at[i] < 0 {
			return nil, &enumerate.NoPictureError{Reason: fmt.Sprintf("the table of options has no column %s of type %v", c.Name, c.Type)}
		}
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

// drawFirst returns what draws a row of a survey: if the row has solutions, its second
// column, it draws the first that a search finds, as the rows do not hold any.
func drawFirst(solve func(*enumerate.Batch, int, *atomic.Bool, func(*enumerate.Drawing) bool) error, unsolved func(*enumerate.Batch, int) (*enumerate.Drawing, error)) func(*enumerate.Batch, int, *atomic.Bool) (*enumerate.Drawing, error) {
	return func(b *enumerate.Batch, row int, stop *atomic.Bool) (out *enumerate.Drawing, err error) {
		if !b.IsNull(1, row) && b.IntAt(1, row) > 0 {
			err = solve(b, row, stop, func(found *enumerate.Drawing) bool {
				out = found
				return false
			})
			if err == nil && out == nil && !stop.Load() {
				err = fmt.Errorf("row %d has solutions, the search finds none", row)
			}
		}
		if out != nil || err != nil {
			return out, err
		}
		return unsolved(b, row)
	}
}

// boardDrawing draws the rows of a survey of boards.
type boardDrawing struct {
	drawer *enumerate.Drawer
	board  *Board
	pieces []Piece
}

// solve draws the solutions of a board.
func (s *boardDrawing) solve(b *enumerate.Batch, row int, stop *atomic.Bool, visit func(*enumerate.Drawing) bool) error {
	text := b.StringAt(0, row)
	if len(text) != len(s.board.Blocked) {
		return fmt.Errorf("instance of %d characters, expected %d", len(text), len(s.board.Blocked))
	}
	board := s.board.with(0)
	for i, c := range text {
		board.Blocked[i] = c == '#'
	}
	empty, err := s.drawer.Fill(b, row)
	if err != nil {
		return err
	}
	z, err := NewPuzzle(board, s.pieces)
	if err != nil {
		return err
	}
	cells := empty.Cells[:len(s.drawer.Board)]
	var wrong error
	_, err = z.search("auto", stop, func(solution []enumerate.OptionID) bool {
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
		found, wrong = s.drawer.Lay(slices.Clone(cells), options)
		return wrong == nil && visit(found)
	})
	return errors.Join(err, wrong)
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
