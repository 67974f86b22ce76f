package sudoku

import (
	"fmt"
	"slices"
	"sync/atomic"

	"coverstat/enumerate"
	"coverstat/enumerate/puzzles/sudoku/bands"
	"coverstat/enumerate/puzzles/sudoku/grid"
	"coverstat/enumerate/puzzles/sudoku/singles"
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
	column := func(name string) int { return enumerate.ColumnIndex(r.Columns, name, enumerate.String) }
	if column(t.Text) < 0 {
		t.Text = enumerate.InstanceColumn
		d.Solve = solveDrawing(shape, d.Board, t.Characters)
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

// solveDrawing returns the function that draws the solutions of the puzzle of a row.
func solveDrawing(shape grid.Shape, board []enumerate.DrawnCell, digits map[byte]enumerate.Character) func(*enumerate.Batch, int, *atomic.Bool, func(*enumerate.Drawing) bool) error {
	puzzle := enumerate.Drawer{Board: board, Template: &enumerate.Template{Text: enumerate.InstanceColumn, Characters: digits}}
	return func(b *enumerate.Batch, row int, stop *atomic.Bool, visit func(*enumerate.Drawing) bool) error {
		empty, err := puzzle.Fill(b, row)
		if err != nil {
			return err
		}
		givens, err := parseCells(b.StringAt(enumerate.ColumnIndex(b.Columns, enumerate.InstanceColumn), row), shape)
		if err != nil {
			return fmt.Errorf("the puzzle: %w", err)
		}
		draw := func(solution []byte) bool {
			found := &enumerate.Drawing{Cells: slices.Clone(empty.Cells)}
			for i, digit := range solution {
				if givens[i] == 0 {
					found.Cells[i].Text, found.Cells[i].Found = grid.Format([]byte{digit}), true
				}
			}
			return visit(found)
		}
		if shape == grid.Nine {
			s := bands.New()
			s.StopOn(stop)
			s.Solve((*[81]byte)(givens), 0, func(solution *[81]byte) bool { return draw(solution[:]) })
			return nil
		}
		singles.New(shape.Rows, shape.Cols).Solve(givens, singles.Settings{Hidden: true, Stop: stop}, draw)
		return nil
	}
}
