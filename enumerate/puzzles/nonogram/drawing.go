package nonogram

import (
	"coverstat/enumerate"
)

// ruled is the number of rows and columns between thick lines.
const ruled = 5

// newDrawer draws pictures with their clues beside them, and the clues alone
// where a row has no single picture.
func newDrawer(r enumerate.DrawRequest) (*enumerate.Drawer, error) {
	instance := enumerate.ColumnIndex(r.Columns, enumerate.InstanceColumn)
	if instance < 0 {
		return nil, &enumerate.NoPictureError{Reason: "the rows have no clues"}
	}
	d := &enumerate.Drawer{Columns: []int{instance}, Template: &enumerate.Template{Clues: enumerate.InstanceColumn, Ruled: ruled}}
	if grid := enumerate.ColumnIndex(r.Columns, enumerate.GridColumn); grid >= 0 {
		d.Columns = append(d.Columns, grid)
		d.Template.Text, d.Template.Characters = enumerate.GridColumn, map[byte]enumerate.Character{'#': {Fill: enumerate.Dark}}
	}
	return d, nil
}
