package study

import "coverstat/enumerate"

// MeasureTable returns the table of the measured columns with their meanings.
func MeasureTable(columns []enumerate.Column) enumerate.Table {
	b := enumerate.NewBatch([]enumerate.Column{
		{Name: "column", Type: enumerate.String, Meaning: "name of the column"},
		{Name: "scale", Type: enumerate.String, Meaning: "count; yes_no, whose mean is a share; nominal, whose values are names of kinds and have no mean"},
		{Name: "meaning", Type: enumerate.String, Meaning: "definition"},
		{Name: "unit", Type: enumerate.String, Meaning: "unit, empty if none"},
	})
	for _, c := range columns {
		if c.Role != enumerate.Measured {
			continue
		}
		b.AppendString(0, []byte(c.Name))
		b.AppendString(1, []byte(c.ScaleOf().String()))
		b.AppendString(2, []byte(c.Meaning))
		b.AppendString(3, []byte(c.Unit))
	}
	return enumerate.Table{Name: "measures", Rows: b}
}
