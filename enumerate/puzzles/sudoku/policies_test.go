package sudoku

import (
	"testing"

	"coverstat/enumerate"
	"coverstat/enumerate/survey"
)

// TestAnalysis: what is compared are columns of the rows, one for each policy.
func TestAnalysis(t *testing.T) {
	for _, policies := range [][]policy{nil, {{0, false}}, {{0, false}, {1, true}, {2, true}}} {
		job, err := config{kind: enumerate.Survey, puzzle: params{Draw: survey.Draw{Number: 5}, Singles: policies}}.open()
		if err != nil {
			t.Fatal(err)
		}
		a := job.Features().Analysis
		if a.Drawn == "" || len(a.Tables) != min(1, len(policies)) {
			t.Fatalf("%d policies: %+v", len(policies), a)
		}
		for _, c := range a.Tables {
			if len(c.Rows) != len(policies) {
				t.Errorf("%d rows: %q", len(policies), c.Rows)
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
