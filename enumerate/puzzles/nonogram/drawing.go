package nonogram

import (
	"math"
	"slices"
	"sync/atomic"

	"coverstat/enumerate"
	"coverstat/enumerate/puzzles/nonogram/line"
	"coverstat/enumerate/puzzles/nonogram/search"
)

// ruled is the number of rows and columns between thick lines.
const ruled = 5

// cluesAlone draws the clues of a row and no picture.
var cluesAlone = enumerate.Drawer{Template: &enumerate.Template{Clues: enumerate.InstanceColumn, Ruled: ruled}}

// newDrawer draws pictures with their clues beside them, and the clues alone
// where a row has no single picture.
func newDrawer(r enumerate.DrawRequest) (*enumerate.Drawer, error) {
	instance := enumerate.ColumnIndex(r.Columns, enumerate.InstanceColumn, enumerate.String)
	if instance < 0 {
		return nil, &enumerate.NoPictureError{Reason: "the rows have no clues"}
	}
	d := &enumerate.Drawer{Columns: []int{instance}, Template: &enumerate.Template{Clues: enumerate.InstanceColumn, Ruled: ruled}}
	if grid := enumerate.ColumnIndex(r.Columns, enumerate.GridColumn, enumerate.String); grid >= 0 {
		d.Columns = append(d.Columns, grid)
		d.Solution = enumerate.GridColumn
		d.Template.Text, d.Template.Characters = enumerate.GridColumn, map[byte]enumerate.Character{'#': {Fill: enumerate.Dark}}
	}
	d.Puzzle, d.Solve = cluesAlone.Fill, solveDrawing
	return d, nil
}

// solveDrawing draws the pictures that have the clues of a row.
func solveDrawing(b *enumerate.Batch, row int, stop *atomic.Bool, visit func(*enumerate.Drawing) bool) error {
	empty, err := cluesAlone.Fill(b, row)
	if err != nil {
		return err
	}
	p, err := parsePuzzle(b.StringAt(enumerate.ColumnIndex(b.Columns, enumerate.InstanceColumn), row))
	if err != nil {
		return err
	}
	_, err = p.search(search.Settings{Solutions: math.MaxInt, Stop: stop, Visit: func(cells []line.Cell) bool {
		found := *empty
		found.Cells = slices.Clone(empty.Cells)
		for i, c := range cells {
			if c == line.Black {
				found.Cells[i].Fill = enumerate.Dark
			}
		}
		return visit(&found)
	}})
	return err
}
