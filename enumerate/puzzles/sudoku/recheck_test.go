package sudoku

import (
	"testing"

	"coverstat/enumerate"
	"coverstat/enumerate/puzzletest"
	"coverstat/enumerate/survey"
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
			[]string{"line", "nodes", "guesses", "duplicate_of"}},
		{config{kind: enumerate.Survey, puzzle: params{Draw: survey.Draw{Number: 3}}}, []string{"draw", "nodes", "guesses"}},
		{config{kind: enumerate.Census, puzzle: params{Box: []int{2, 2}}, measures: []string{"intercalates", "automorphisms", "repeated_lanes"}}, nil},
		{config{kind: enumerate.Sample, puzzle: params{Box: []int{2, 2}}, measures: []string{"automorphisms"},
			sample: &enumerate.SampleSpec{Draws: 20, Sampler: "uniform", Seed: 4}}, []string{enumerate.TimesSeenColumn}},
	} {
		job, err := c.config.open()
		if err != nil {
			t.Fatal(err)
		}
		puzzletest.RowsAreChecked(t, job, c.free...)
	}
}
