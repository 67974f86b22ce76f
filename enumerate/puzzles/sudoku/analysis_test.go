package sudoku

import (
	"slices"
	"testing"

	"coverstat/enumerate"
)

// TestAnalysis: what is compared are columns of the rows, one for each way.
func TestAnalysis(t *testing.T) {
	for _, ways := range [][]policy{nil, {{0, false}}, {{0, false}, {1, true}, {2, true}}} {
		p := params{Draw: 5, Singles: ways}
		s := &survey{source: &drawnSource{count: 5, seed: 1}, policies: ways}
		if err := s.setColumns(&p, nil); err != nil {
			t.Fatal(err)
		}
		a := s.analysis()
		if a.Drawn == "" || len(a.Comparisons) != min(1, len(ways)) {
			t.Fatalf("%d ways: %+v", len(ways), a)
		}
		for _, c := range a.Comparisons {
			if len(c.Rows) != len(ways) {
				t.Errorf("%d rows: %q", len(ways), c.Rows)
			}
			for _, q := range c.Quantities {
				for _, name := range q.Columns {
					if !slices.ContainsFunc(s.columns, func(c enumerate.Column) bool { return c.Name == name }) {
						t.Errorf("%s: no column %s", q.Name, name)
					}
				}
			}
		}
	}
}
