package nonogram

import (
	"fmt"
	"strings"

	"coverstat/enumerate"
)

// ruled is the number of rows and columns between thick lines.
const ruled = 5

// newDrawer draws pictures with their clues beside them, and the clues alone
// where a row has no single picture.
func newDrawer(r enumerate.DrawRequest) (*enumerate.Drawer, error) {
	instance, grid := enumerate.ColumnIndex(r.Columns, enumerate.InstanceColumn), enumerate.ColumnIndex(r.Columns, enumerate.GridColumn)
	if instance < 0 {
		return nil, &enumerate.NoPictureError{Reason: "the rows have no clues"}
	}
	d := &enumerate.Drawer{Columns: []int{instance}}
	if grid >= 0 {
		d.Columns = append(d.Columns, grid)
	}
	d.Draw = func(b *enumerate.Batch, row int) (*enumerate.Drawing, error) {
		var picture []byte
		if grid >= 0 && !b.IsNull(1, row) {
			picture = b.StringAt(1, row)
		}
		return draw(string(b.StringAt(0, row)), picture)
	}
	return d, nil
}

// draw draws clues as rows store them, such as "2,2/4|1/3", and a picture
// unless it is empty.
func draw(instance string, picture []byte) (*enumerate.Drawing, error) {
	rows, cols, ok := strings.Cut(instance, "|")
	if !ok {
		return nil, fmt.Errorf("instance %q: expected a bar between the clues of rows and columns", instance)
	}
	left, top := splitClues(rows), splitClues(cols)
	if len(picture) != 0 && len(picture) != len(left)*len(top) {
		return nil, fmt.Errorf("a picture of %d characters, expected %d x %d", len(picture), len(left), len(top))
	}
	d := &enumerate.Drawing{Cells: enumerate.Squares(len(left), len(top)), Left: left, Top: top}
	for i := range d.Cells {
		d.Cells[i].Region = i/len(top)/ruled*len(top) + i%len(top)/ruled
		if len(picture) > 0 && picture[i] == '#' {
			d.Cells[i].Fill = enumerate.Dark
		}
	}
	return d, nil
}

func splitClues(side string) [][]string {
	var out [][]string
	for line := range strings.SplitSeq(side, "/") {
		out = append(out, strings.Split(line, ","))
	}
	return out
}
