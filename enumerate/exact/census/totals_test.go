package census_test

import (
	"strings"
	"sync/atomic"
	"testing"

	"coverstat/configs/configstest"
	"coverstat/enumerate"
)

// TestTotalsAreChecked: too few or too many solutions with some option are an error, since the
// options of a cell are in all solutions together.
func TestTotalsAreChecked(t *testing.T) {
	job, why, err := configstest.Open(t, "dominoes-8x8", "puzzle.symmetry=none", "measures=[]").Features().SweepJob(nil, 0, true)
	if err != nil || job == nil {
		t.Fatal(why, err)
	}
	w, err := job.NewWorker()
	if err != nil {
		t.Fatal(err)
	}
	rows := enumerate.NewBatch(job.Columns())
	for task := range job.Tasks() {
		if _, done, err := w.Do(task, new(atomic.Bool), rows, func() error { return nil }); !done || err != nil {
			t.Fatal(done, err)
		}
	}
	if _, err := job.Totals([]*enumerate.Batch{rows}); err != nil {
		t.Fatal(err)
	}
	values, solutions := enumerate.ColumnIndex(job.Columns(), "values"), enumerate.ColumnIndex(job.Columns(), "solutions")
	changed := 0
	for row := range rows.Len() {
		if len(rows.ListAt(values, row)) != 1 {
			continue // no number of solutions with an option
		}
		text := rows.StringAt(solutions, row)
		digit := &text[len(text)-1]
		right := *digit
		for _, wrong := range []byte{'0', '9'} {
			if *digit = wrong; wrong == right {
				continue
			}
			if _, err := job.Totals([]*enumerate.Batch{rows}); err == nil || !strings.Contains(err.Error(), "is covered in") {
				t.Fatalf("row %d, last digit %c in place of %c: %v", row, wrong, right, err)
			}
			changed++
		}
		*digit = right
	}
	if changed < 112 {
		t.Errorf("%d numbers were changed", changed)
	}
}
