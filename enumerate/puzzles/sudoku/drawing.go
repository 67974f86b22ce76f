package sudoku

import (
	"fmt"
	"slices"
	"sync/atomic"

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
	d.Puzzle = func(*enumerate.Batch, int) (*enumerate.Drawing, error) {
		if p.Grid == "" {
			return &enumerate.Drawing{Cells: d.Board}, nil
		}
		givens, _, err := readGrid(shape, p.Grid)
		return drawGrid(d.Board, nil, givens), err
	}
	d.Link = func(*enumerate.Batch, int) string { return link(shape, p.Grid) }
	column := func(name string) int { return enumerate.ColumnIndex(r.Columns, name, enumerate.String) }
	if column(t.Text) < 0 {
		t.Text = enumerate.InstanceColumn
		puzzle := enumerate.Drawer{Board: d.Board,
			Template: &enumerate.Template{Text: t.Text, Characters: t.Characters}}
		d.Puzzle, d.Solve = puzzle.Fill, solveDrawing(shape, puzzle)
		d.Link = func(b *enumerate.Batch, row int) string {
			return link(shape, string(b.StringAt(enumerate.ColumnIndex(b.Columns, enumerate.InstanceColumn), row)))
		}
		if column(enumerate.SolutionColumn) >= 0 {
			d.Solution, t.Found, t.FoundAt = enumerate.SolutionColumn, enumerate.SolutionColumn, ".0"
			d.Columns = append(d.Columns, column(t.Found))
		}
	}
	if column(t.Text) < 0 {
		return nil, &enumerate.NoPictureError{Reason: "the rows have no grid"}
	}
	d.Columns = append(d.Columns, column(t.Text))
	return d, nil
}

// link is the address where the puzzle of a grid can be solved; "" if there is none.
func link(shape grid.Shape, text string) string {
	givens, err := shape.Parse([]byte(text))
	if err != nil || !slices.ContainsFunc(givens, func(digit byte) bool { return digit != 0 }) {
		return ""
	}
	return grid.Link(shape, givens)
}

// solveDrawing returns the function that draws the solutions of the puzzle of a row.
func solveDrawing(shape grid.Shape, puzzle enumerate.Drawer) func(*enumerate.Batch, int, *atomic.Bool,
	func(*enumerate.Drawing) bool) error {
	return func(b *enumerate.Batch, row int, stop *atomic.Bool, visit func(*enumerate.Drawing) bool) error {
		empty, err := puzzle.Fill(b, row)
		if err != nil {
			return err
		}
		givens, err := shape.Parse(b.StringAt(enumerate.ColumnIndex(b.Columns, enumerate.InstanceColumn), row))
		if err != nil {
			return fmt.Errorf("the puzzle: %w", err)
		}
		s := newSearcher(shape)
		s.search(givens, 0, stop, func(solution []byte) bool {
			return visit(drawGrid(empty.Cells, givens, solution))
		})
		return nil
	}
}

// drawGrid writes digits into cells. Where others were given these are left, and the digits
// look found.
func drawGrid(cells []enumerate.DrawnCell, givens, digits []byte) *enumerate.Drawing {
	cells = slices.Clone(cells)
	for i, digit := range digits {
		if digit != 0 && (givens == nil || givens[i] == 0) {
			cells[i].Text, cells[i].Found = grid.Format([]byte{digit}), givens != nil
		}
	}
	return &enumerate.Drawing{Cells: cells}
}
