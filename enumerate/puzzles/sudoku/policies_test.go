package sudoku

import (
	"testing"

	"coverstat/enumerate"
)

// TestAnalysis: what is compared are columns of the rows, one for each way.
func TestAnalysis(t *testing.T) {
	for _, ways := range [][]policy{nil, {{0, false}}, {{0, false}, {1, true}, {2, true}}} {
		job, err := config{kind: enumerate.Survey, puzzle: params{Draw: 5, Singles: ways}}.open()
		if err != nil {
			t.Fatal(err)
		}
		a := job.Features().Analysis
		if a.Drawn == "" || len(a.Tables) != min(1, len(ways)) {
			t.Fatalf("%d ways: %+v", len(ways), a)
		}
		for _, c := range a.Tables {
			if len(c.Rows) != len(ways) {
				t.Errorf("%d rows: %q", len(ways), c.Rows)
			}
			for _, q := range c.Columns {
				for _, name := range q.Measures {
					if enumerate.ColumnIndex(job.Columns(), name) < 0 {
						t.Errorf("%s: no column %s", q.Head, name)
					}
				}
			}
		}
	}
}
