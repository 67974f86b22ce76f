package export

import (
	"fmt"

	"coverstat/enumerate"
)

// Rows says what became of the rows of a job. As text it is "", "listing" or "sweep".
type Rows uint8

// What became of them.
const (
	Kept   Rows = iota // the dataset has them
	Listed             // they were found and counted, and not kept
	Swept              // there were none: solutions were counted by sweeps, without a list
)

var rowsTexts = [...]string{Kept: "", Listed: "listing", Swept: "sweep"}

// HasRows reports whether the dataset has rows.
func (r Rows) HasRows() bool { return r == Kept }

// Columns are those of what the tasks of a job give: rows with the job's own columns, or the numbers of sweeps.
func (r Rows) Columns(own []enumerate.Column) []enumerate.Column {
	if r == Swept {
		return enumerate.CountingColumns
	}
	return own
}

// String returns the text.
func (r Rows) String() string { return rowsTexts[r] }

// MarshalText implements encoding.TextMarshaler.
func (r Rows) MarshalText() ([]byte, error) { return []byte(r.String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler.
func (r *Rows) UnmarshalText(text []byte) error {
	for i, t := range rowsTexts {
		if t == string(text) {
			*r = Rows(i)
			return nil
		}
	}
	return fmt.Errorf("road %q, expected sweep or listing", text)
}
