package nonogram

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
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
	d := &enumerate.Drawer{Columns: []int{instance},
		Template: &enumerate.Template{Clues: enumerate.InstanceColumn, Ruled: ruled}}
	if grid := enumerate.ColumnIndex(r.Columns, enumerate.GridColumn, enumerate.String); grid >= 0 {
		d.Columns = append(d.Columns, grid)
		d.Solution = enumerate.GridColumn
		d.Template.Text, d.Template.Characters = enumerate.GridColumn,
			map[byte]enumerate.Character{'#': {Fill: enumerate.Dark}}
	}
	d.Puzzle, d.Solve, d.Link = cluesAlone.Fill, solveDrawing, link
	if palette := enumerate.ColumnIndex(r.Columns, paletteColumn, enumerate.String); palette >= 0 {
		// No template: what a letter looks like differs from row to row.
		d.Columns = append(d.Columns, palette)
		d.Template, d.Draw = nil, drawColoured
	}
	return d, nil
}

// link is the address where the puzzle of a row can be solved; "" if there is none.
func link(b *enumerate.Batch, row int) string {
	p, err := parsePuzzle(b.StringAt(enumerate.ColumnIndex(b.Columns, enumerate.InstanceColumn), row))
	if err != nil {
		return ""
	}
	address, _ := p.puzzLink()
	return strings.TrimSpace(address)
}

// drawColoured draws a row with the colours of its puzzle.
func drawColoured(b *enumerate.Batch, row int, _ *atomic.Bool) (*enumerate.Drawing, error) {
	out, err := cluesAlone.Fill(b, row)
	if err != nil {
		return nil, err
	}
	if grid := enumerate.ColumnIndex(b.Columns, enumerate.GridColumn); grid >= 0 && !b.IsNull(grid, row) {
		pic, _ := readCells(nil, b.StringAt(grid, row), '#', '.', line.MaxColours)
		err = paint(out, pic, b, row)
	}
	return out, err
}

// paint fills the cells of a picture in the colours of the row's puzzle.
func paint(out *enumerate.Drawing, pic picture, b *enumerate.Batch, row int) error {
	if len(pic) != len(out.Cells) {
		return fmt.Errorf("column %s: %d cells, expected %d", enumerate.GridColumn, len(pic), len(out.Cells))
	}
	var palette []string
	if i := enumerate.ColumnIndex(b.Columns, paletteColumn); i >= 0 && !b.IsNull(i, row) {
		palette = strings.Fields(string(b.StringAt(i, row)))
	}
	for i, c := range pic {
		k := line.ColourOf(c) + 1
		switch {
		case k == 0 && (len(palette) == 0 || palette[0] == "ffffff"):
		case k < len(palette):
			rgb, err := strconv.ParseUint(palette[k], 16, 24)
			if err != nil {
				return fmt.Errorf("column %s: %q: expected six hexadecimal digits", paletteColumn, palette[k])
			}
			out.Cells[i].Fill = enumerate.Coloured(uint32(rgb))
		case k > 0:
			// Without a palette, further colours are shades between dark and white.
			shade := uint32(0x40 + min(k-1, 5)*0x20)
			if out.Cells[i].Fill = enumerate.Dark; k > 1 {
				out.Cells[i].Fill = enumerate.Coloured(shade<<16 | shade<<8 | shade)
			}
		}
	}
	return nil
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
	var bad error
	_, err = p.search(search.Settings{Solutions: math.MaxInt, Stop: stop, Visit: func(cells []line.Cell) bool {
		found := *empty
		found.Cells = slices.Clone(empty.Cells)
		if bad = paint(&found, cells, b, row); bad != nil {
			return false
		}
		return visit(&found)
	}})
	return cmp.Or(err, bad)
}
