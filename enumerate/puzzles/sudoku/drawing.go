package sudoku

import (
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
	t := &enumerate.Template{Text: enumerate.GridColumn, Characters: map[byte]enumerate.Character{}}
	for digit := 1; digit <= shape.Side(); digit++ {
		text := grid.Format([]byte{byte(digit)})
		t.Characters[text[0]] = enumerate.Character{Fill: enumerate.Paper, Text: text}
	}
	d := &enumerate.Drawer{Template: t, Board: enumerate.Squares(shape.Side(), shape.Side())}
	for i := range d.Board {
		d.Board[i].Region = shape.Box(i)
	}
	column := func(name string) int { return enumerate.ColumnIndex(r.Columns, name) }
	if column(t.Text) < 0 {
		t.Text = enumerate.InstanceColumn
		if column("solution") >= 0 {
			t.Found, t.FoundAt = "solution", ".0"
			d.Columns = append(d.Columns, column(t.Found))
		}
	}
	if column(t.Text) < 0 {
		return nil, &enumerate.NoPictureError{Reason: "the rows have no grid"}
	}
	d.Columns = append(d.Columns, column(t.Text))
	return d, nil
}
