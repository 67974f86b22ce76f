package puzzletest

import (
	"slices"
	"sync/atomic"
	"testing"

	"coverstat/enumerate"
)

// Tasks does the tasks of a job in order, checks every row by the job's checker, and
// calls visit with the rows and the tally of each.
func Tasks(t testing.TB, job *enumerate.Job, visit func(rows *enumerate.Batch, tally enumerate.Tally)) {
	t.Helper()
	doTasks(t, job, false, visit)
}

// doTasks does what [Tasks] says, perhaps from the last task to the first. Tasks of even and
// odd numbers have workers of their own.
func doTasks(t testing.TB, job *enumerate.Job, backwards bool,
	visit func(rows *enumerate.Batch, tally enumerate.Tally)) {
	t.Helper()
	var stop atomic.Bool
	if p := job.Preparation; p != nil {
		if err := p.Do(2, &stop, func(float64) {}); err != nil {
			t.Fatal(err)
		}
	}
	var workers [2]enumerate.Worker
	for i := range workers {
		var err error
		if workers[i], err = job.NewWorker(); err != nil {
			t.Fatal(err)
		}
	}
	checker, err := job.NewChecker()
	if err != nil {
		t.Fatal(err)
	}
	draws := enumerate.ColumnIndex(job.Columns, enumerate.TimesSeenColumn) >= 0 // which are counted, not rows
	rows, batch, share := enumerate.NewBatch(job.Columns), enumerate.NewBatch(job.Columns), 0.0
	for i := range job.Tasks() {
		task := i
		if backwards {
			task = job.Tasks() - 1 - i
		}
		tally, done, err := enumerate.DoTask(workers[task%2], task, &stop, batch, func() error {
			rows.AppendRows(batch, 0, batch.Len())
			return nil
		})
		if err != nil || !done {
			t.Fatalf("task %d: done %v, %v", task, done, err)
		}
		if n := int64(rows.Len()); !draws && n != tally.Rows && n > 0 { // none are there if the job only counts
			t.Fatalf("task %d: tally of %d rows, %d are there", task, tally.Rows, n)
		}
		for row := range rows.Len() {
			if err := checker(rows, row); err != nil {
				t.Fatalf("task %d, row %d: %v", task, row, err)
			}
		}
		visit(rows, tally)
		rows.Reset()
		share += job.Share(task)
	}
	// Tasks of a census may be dead ends; those of other jobs are all there is.
	if job.Tasks() > 0 && (share > 1.001 || share < 0.999 && job.Above() == (enumerate.Effort{})) {
		t.Errorf("shares sum to %v", share)
	}
}

// Rows does all tasks of a job as Tasks does, and returns their rows and their tally.
func Rows(t testing.TB, job *enumerate.Job) (*enumerate.Batch, enumerate.Tally) {
	t.Helper()
	all := enumerate.NewBatch(job.Columns)
	var sum enumerate.Tally
	doTasks(t, job, false, func(rows *enumerate.Batch, tally enumerate.Tally) {
		all.AppendRows(rows, 0, rows.Len())
		sum.Add(tally)
	})
	return all, sum
}

// Backwards returns what Rows does, though it does the last task first.
func Backwards(t testing.TB, job *enumerate.Job) (*enumerate.Batch, enumerate.Tally) {
	t.Helper()
	var parts []*enumerate.Batch
	var sum enumerate.Tally
	doTasks(t, job, true, func(rows *enumerate.Batch, tally enumerate.Tally) {
		part := enumerate.NewBatch(job.Columns)
		part.AppendRows(rows, 0, rows.Len())
		parts = append(parts, part)
		sum.Add(tally)
	})
	all := enumerate.NewBatch(job.Columns)
	for _, part := range slices.Backward(parts) {
		all.AppendRows(part, 0, part.Len())
	}
	return all, sum
}
