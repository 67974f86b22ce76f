package sudoku

import (
	"testing"

	"coverstat/enumerate"
)

// TestRowsAreChecked: a checker notices a change of every value that it can
// judge.
func TestRowsAreChecked(t *testing.T) {
	limit := int64(3)
	for _, c := range []struct {
		config config
		free   []string // columns whose values a checker cannot know
	}{
		{config{kind: enumerate.Survey, puzzle: params{Input: "f", Box: []int{2, 2}, Canonical: true, Limit: &limit, Singles: []policy{{0, false}, {2, true}}},
			measures: []string{"digits_missing", "empty_boxes", "fullest_box"},
			files:    map[string]string{"f": "12..34..........\n12..34..2.......\n1......2.3..4...\n12..34..........\n12....3........4\n12.34...........\n"}},
			[]string{"line", "nodes", "guesses"}},
		{config{kind: enumerate.Survey, puzzle: params{Draw: 3}}, []string{"draw", "nodes", "guesses"}},
		{config{kind: enumerate.Census, puzzle: params{Box: []int{2, 2}}, measures: []string{"intercalates", "automorphisms", "repeated_lanes"}}, nil},
		{config{kind: enumerate.Sample, puzzle: params{Box: []int{2, 2}}, measures: []string{"automorphisms"},
			sample: &enumerate.SampleSpec{Draws: 20, Sampler: "uniform", Seed: 4}}, []string{enumerate.TimesSeenColumn}},
	} {
		job, err := c.config.open()
		if err != nil {
			t.Fatal(err)
		}
		rows, _ := runAll(t, job, false)
		checker, err := job.NewChecker()
		if err != nil {
			t.Fatal(err)
		}
		free := map[string]bool{}
		for _, name := range c.free {
			free[name] = true
		}
		for col, column := range rows.Columns {
			v := &rows.Vectors[col]
			for row := range rows.Len() {
				change := func() {
					switch column.Type {
					case enumerate.Int32:
						v.Int32s[row] ^= 1
					case enumerate.Int64:
						v.Int64s[row] ^= 1
					case enumerate.Bool:
						v.Bools[row] = !v.Bools[row]
					case enumerate.String:
						v.Bytes[int(v.Ends[row])-1] ^= 1
					}
				}
				if rows.IsNull(col, row) {
					if v.Valid[row] = true; checker.Check(rows, row) == nil {
						t.Errorf("row %d: null %s made a value, not noticed", row, column.Name)
					}
					v.Valid[row] = false
					continue
				}
				if column.Nullable {
					if v.Valid[row] = false; checker.Check(rows, row) == nil {
						t.Errorf("row %d: %s made null, not noticed", row, column.Name)
					}
					v.Valid[row] = true
				}
				if change(); !free[column.Name] && column.Name != "duplicate_of" && checker.Check(rows, row) == nil {
					t.Errorf("row %d: changed %s not noticed", row, column.Name)
				}
				change()
			}
		}
	}
}
