package export

import (
	"sync/atomic"

	"coverstat/enumerate"
	"coverstat/export/journal"
)

// ImportSound prepares a finished dataset with damaged files to be made whole:
// it commits into the work, as if they had just been done, all tasks whose rows
// lie in parts that are not damaged, and records these parts, so that an
// [Assembly] keeps them. A run that then goes on does the other tasks again
// and writes the other files, no more. It returns the number of tasks.
//
// damaged is what [Dataset.Verify] found. If the files that tell the tasks
// apart are among them, or the dataset is a sample, whose rows cannot be told
// apart by task, nothing is committed: all tasks are to be done again. (The
// parts are recorded even so.)
func ImportSound(w *journal.Work, d *Dataset, damaged []*FileError, stop *atomic.Bool) (int, error) {
	bad := make(map[string]bool, len(damaged))
	for _, f := range damaged {
		bad[f.Path] = true
	}
	for i, p := range d.Manifest.Parts {
		if _, known := w.Part(i); known || bad[p.Path] {
			continue
		}
		if err := w.CommitPart(journal.Part{Index: i, Rows: p.Rows, Bytes: p.Bytes, SHA256: p.SHA256}); err != nil {
			return 0, err
		}
	}
	if bad[TableName(TasksTable)] || bad[EffortName] || d.Manifest.Job == enumerate.Sample {
		return 0, nil
	}
	tasks, err := checkShard(w.Header(), w.Columns(), d, false)
	if err != nil {
		return 0, &ShardError{Dir: d.Dir(), Err: err}
	}
	return importTasks(w, d, tasks, bad, stop)
}
