package sudoku

import (
	"fmt"

	"coverstat/enumerate"
	"coverstat/enumerate/puzzles/sudoku/grid"
)

// newDrawer draws grids: digits in boxes. Of a puzzle, the given digits look
// other than those that were found.
func newDrawer(r enumerate.DrawRequest) (*enumerate.Drawer, error) {
	var p params
	if err := r.Puzzle(&p); err != nil {
		return nil, err
	}
	shape, err := p.shape()
	if err != nil {
		return nil, err
	}
	column := func(name string) int { return enumerate.ColumnIndex(r.Columns, name) }
	d := &enumerate.Drawer{}
	switch {
	case column(enumerate.GridColumn) >= 0:
		d.Columns = []int{column(enumerate.GridColumn)}
	case column(enumerate.InstanceColumn) >= 0:
		d.Columns = []int{column(enumerate.InstanceColumn)}
		if column("solution") >= 0 {
			d.Columns = append(d.Columns, column("solution"))
		}
	default:
		return nil, &enumerate.NoPictureError{Reason: "the rows have no grid"}
	}
	d.Draw = func(b *enumerate.Batch, row int) (*enumerate.Drawing, error) {
		var found []byte
		if len(d.Columns) > 1 && !b.IsNull(1, row) {
			found = b.StringAt(1, row)
		}
		return drawGrid(shape, b.StringAt(0, row), found)
	}
	return d, nil
}

// drawGrid draws the given digits, with '.' or '0' for none, and the found ones
// where none are given; found may be empty.
func drawGrid(shape grid.Shape, given, found []byte) (*enumerate.Drawing, error) {
	side := shape.Side()
	if len(given) != shape.Cells() {
		return nil, fmt.Errorf("a grid of %d characters, expected %d x %d", len(given), side, side)
	}
	d := &enumerate.Drawing{Cells: enumerate.Squares(side, side)}
	for i, c := range given {
		cell := &d.Cells[i]
		cell.Region = shape.Box(i)
		switch {
		case c != '.' && c != '0':
			cell.Text = string(c)
		case len(found) == len(given):
			cell.Text, cell.Found = string(found[i]), true
		}
	}
	return d, nil
}
