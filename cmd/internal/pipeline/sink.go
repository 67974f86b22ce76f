package pipeline

import (
	"coverstat/enumerate"
	"coverstat/enumerate/run"
	"coverstat/export/block"
	"coverstat/export/journal"
)

// sink commits what the runner finishes to the journal.
type sink struct {
	work *journal.Work
	cut  map[int]*block.Rows // the first rows of tasks that a limit cut short
}

// Cut implements [run.Cutter].
func (s sink) Cut(task int, rows run.Rows) { s.cut[task] = rows.(blockRows).blocks() }

// Done implements [run.Sink].
func (s sink) Done(task int) (enumerate.Tally, bool) {
	if !s.work.Done(task) {
		return enumerate.Tally{}, false
	}
	return s.work.Tally(task), true
}

// NewRows implements [run.Sink].
func (s sink) NewRows(int) run.Rows { return taskRows{block.NewRows(s.work.Columns())} }

// Commit implements [run.Sink].
func (s sink) Commit(group []run.Finished) error {
	tasks := make([]journal.Finished, len(group))
	for i, f := range group {
		tasks[i] = journal.Finished{Task: f.Task, Tally: f.Tally, Rows: f.Rows.(blockRows).blocks()}
	}
	return s.work.Commit(tasks)
}

// blockRows are rows that the journal can take.
type blockRows interface{ blocks() *block.Rows }

type taskRows struct{ *block.Rows }

func (r taskRows) blocks() *block.Rows { return r.Rows }

// Size implements [run.Rows].
func (r taskRows) Size() int64 { return int64(r.Rows.Size()) }
