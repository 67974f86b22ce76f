package sudoku

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"coverstat/enumerate"
	"coverstat/enumerate/puzzletest"
)

// TestCountOfSurvey counts puzzles with and without rows. A count makes neither
// rows nor forms nor statistics of singles, and its searches end at the limit.
func TestCountOfSurvey(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("testdata", "drawn.txt"))
	if err != nil {
		t.Fatal(err)
	}
	c := config{kind: enumerate.Survey, files: map[string]string{"in": string(text) + strings.Repeat(".", 81) + "\n"},
		puzzle: params{Input: "in", Canonical: true, Singles: []policy{{hidden: true}}}}
	rows, err := c.open()
	if err != nil {
		t.Fatal(err)
	}
	_, want := puzzletest.Rows(t, rows)
	c.count = true
	count, err := c.open()
	if err != nil {
		t.Fatal(err)
	}
	out, got := puzzletest.Rows(t, count)
	if got.Raw != want.Raw || got.Effort.Nodes >= want.Effort.Nodes || got.Effort.Solutions >= want.Effort.Solutions || out.Len() != 0 || count.Preparation != nil {
		t.Errorf("counted %d puzzles, %d nodes and %d solutions, appended %d rows; with rows %d puzzles, %d nodes and %d solutions",
			got.Raw, got.Effort.Nodes, got.Effort.Solutions, out.Len(), want.Raw, want.Effort.Nodes, want.Effort.Solutions)
	}
}
