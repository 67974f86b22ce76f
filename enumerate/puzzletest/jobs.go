package puzzletest

import (
	"sync/atomic"
	"testing"

	"coverstat/enumerate"
)

// Tasks does the tasks of a job in order, checks every row by the job's checker, and
// calls visit with the rows and the tally of each.
func Tasks(t testing.TB, job enumerate.Job, visit func(rows *enumerate.Batch, tally enumerate.Tally)) {
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
	for task := range job.Tasks() {
		tally, done, err := w.Do(task, &stop, rows, func() error { return nil })
		if err != nil || !done {
			t.Fatalf("task %d: done %v, %v", task, done, err)
		}
		rows.Trim()
		for row := range rows.Len() {
			if err := checker.Check(rows, row); err != nil {
				t.Errorf("task %d, row %d: %v", task, row, err)
			}
		}
		visit(rows, tally)
		rows.Reset()
	}
}

// Rows does all tasks of a job as Tasks does, and returns their rows and their tally.
func Rows(t testing.TB, job enumerate.Job) (*enumerate.Batch, enumerate.Tally) {
	t.Helper()
	all := enumerate.NewBatch(job.Columns())
	var sum enumerate.Tally
	Tasks(t, job, func(rows *enumerate.Batch, tally enumerate.Tally) {
		all.AppendRows(rows, 0, rows.Len())
		sum.Add(tally)
	})
	return all, sum
}
