package puzzletest

import (
	"sync/atomic"
	"testing"

	"coverstat/enumerate"
)

// Rows does all tasks of a job in order, checks every row by the job's checker, and
// returns the rows and the tally of all tasks.
func Rows(t testing.TB, job enumerate.Job) (*enumerate.Batch, enumerate.Tally) {
	t.Helper()
	var stop atomic.Bool
	if prepare := job.Features().Prepare; prepare != nil {
		if err := prepare(1, &stop, func(float64) {}); err != nil {
			t.Fatal(err)
		}
	}
	w, err := job.NewWorker()
	if err != nil {
		t.Fatal(err)
	}
	checker, err := job.NewChecker()
	if err != nil {
		t.Fatal(err)
	}
	rows := enumerate.NewBatch(job.Columns())
	var sum enumerate.Tally
	for task := range job.Tasks() {
		tally, done, err := w.Do(task, &stop, rows, func() error { return nil })
		if err != nil || !done {
			t.Fatalf("task %d: done %v, %v", task, done, err)
		}
		sum.Add(tally)
	}
	for row := range rows.Len() {
		if err := checker.Check(rows, row); err != nil {
			t.Errorf("row %d: %v", row, err)
		}
	}
	return rows, sum
}
