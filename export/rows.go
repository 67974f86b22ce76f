package export

import "coverstat/enumerate"

// Rows says what became of the rows of a job.
type Rows string

// What became of them.
const (
	Kept   Rows = ""        // the dataset has them
	Listed Rows = "listing" // they were found and counted, and not kept
	Swept  Rows = "sweep"   // there were none: solutions were counted by sweeps, without a list
)

// HasRows reports whether the dataset has rows.
func (r Rows) HasRows() bool { return r == Kept }

// Columns are those of what the tasks of a job give: rows with the job's own columns, or the numbers of sweeps.
func (r Rows) Columns(own []enumerate.Column) []enumerate.Column {
	if r == Swept {
		return enumerate.CountingColumns
	}
	return own
}
