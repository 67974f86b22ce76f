package export

import (
	"context"

	"coverstat/enumerate"
	"coverstat/export/journal"
)

// ImportSound prepares the repair of a finished dataset with damaged files. It commits into the
// work, as if they had just been done, all tasks whose rows lie in sound parts, and records the
// sound parts, so that an [Assembly] keeps them. A run that goes on from there does only the other
// tasks again and writes only the other files.
//
// damaged is what [Dataset.Verify] found. No task is committed, and all must be done again, if the
// tasks table or the effort file is damaged, if a damaged manifest does not fit the tasks, or if
// the dataset is a sample: then rows cannot be told apart by task.
func ImportSound(ctx context.Context, w *journal.Work, d *Dataset, damaged []*FileError) error {
	bad := make(map[string]bool, len(damaged))
	for _, f := range damaged {
		bad[f.Path] = true
	}
	for i, p := range d.Manifest.Parts {
		if _, known := w.Part(i); known || bad[p.Path] {
			continue
		}
		if err := w.CommitPart(journal.Part{Index: i, Rows: p.Rows, Bytes: p.Bytes, SHA256: p.SHA256}); err != nil {
			return err
		}
	}
	if bad[TableName(enumerate.TasksTable)] || bad[EffortName] || d.Manifest.Job == enumerate.Sample {
		return nil
	}
	tasks, err := checkShard(w.Header, w.Columns, d)
	if err != nil && bad[ManifestName] {
		return nil
	}
	if err != nil {
		return unmergeable(d, err)
	}
	into := importer{work: w, pending: map[int]bool{}}
	if err := into.add(ctx, d, tasks, bad); err != nil {
		return err
	}
	return into.commit()
}
