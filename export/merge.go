package export

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"

	"coverstat/enumerate"
	"coverstat/export/block"
	"coverstat/export/journal"
	"coverstat/export/sorted"
)

// unmergeable says why a dataset cannot be merged with others.
func unmergeable(d *Dataset, err error) error {
	return fmt.Errorf("%s cannot be merged: %w", d.Dir(), err)
}

// A CheckedShard is a dataset that can be merged, and its tasks.
type CheckedShard struct {
	*Dataset
	Tasks []enumerate.TaskTally
}

// CheckShard checks that a dataset belongs to the work of a header and columns,
// and compares its files with their digests. It needs no work to be there yet.
func CheckShard(h journal.Header, columns []enumerate.Column, d *Dataset) (*CheckedShard, error) {
	tasks, err := checkShard(h, columns, d)
	if err != nil {
		return nil, unmergeable(d, err)
	}
	wrong, err := d.Verify()
	if err == nil && len(wrong) > 0 {
		err = unmergeable(d, wrong[0])
	}
	return &CheckedShard{d, tasks}, err
}

// ImportShards commits the tasks of shards of a census or survey into the work of the merged dataset, as if they had
// been done there. It passes over tasks that are committed already, so a shard may come twice, and an interrupted
// merge goes on. Its memory does not grow with the shards. doing is called before each shard.
func ImportShards(ctx context.Context, w *journal.Work, shards []*CheckedShard, doing func(shard int)) error {
	into := importer{work: w, pending: map[int]bool{}}
	for i, s := range shards {
		doing(i)
		if err := into.add(ctx, s.Dataset, s.Tasks, nil); err != nil {
			return err
		}
	}
	return into.commit()
}

// A group of imported tasks is committed when it is so large: a commit costs a few fsyncs, whatever its size.
const (
	importTasksAtOnce = 4096
	importBytesAtOnce = 32 << 20
)

// importer commits tasks of datasets in large groups, with the tasks of several small datasets in
// one. The rows of the work are read in task order, and shard I of N has the tasks I, I + N, ...: with
// a commit for each dataset, the next task would always be in another file.
type importer struct {
	work    *journal.Work
	group   []enumerate.TaskTally
	pending map[int]bool // the group's tasks
	held    int64        // bytes of the group's rows
}

// add adds those tasks of a dataset that were not imported yet, but for those with rows in a damaged part. tasks must
// be all tasks of the dataset.
func (im *importer) add(ctx context.Context, d *Dataset, tasks []enumerate.TaskTally, damaged map[string]bool) error {
	for from := int64(0); len(tasks) > 0; {
		n, to := 0, from // neighbours, up to one that is not added
		for n < len(tasks) && im.lacks(tasks[n].Task) && d.sound(to, to+tasks[n].Rows, damaged) {
			to += tasks[n].Rows
			n++
		}
		if n == 0 {
			from, tasks = from+tasks[0].Rows, tasks[1:]
			continue
		}
		if err := im.addNeighbours(ctx, d, tasks[:n], from, to); err != nil {
			return err
		}
		from, tasks = to, tasks[n:]
	}
	return nil
}

// lacks reports whether a task was not imported yet.
func (im *importer) lacks(task int) bool {
	_, done := im.work.Done(task)
	return !done && !im.pending[task]
}

// addNeighbours adds tasks whose rows follow one another in a dataset, from (inclusive) to to (exclusive).
func (im *importer) addNeighbours(ctx context.Context, d *Dataset, tasks []enumerate.TaskTally, from, to int64) error {
	next, stop := iter.Pull2(d.Read(from, to))
	defer stop()
	batch, part, at := enumerate.NewBatch(d.Columns()), enumerate.NewBatch(d.Columns()), 0
	for _, t := range tasks {
		if ctx.Err() != nil {
			return errors.Join(im.commit(), ctx.Err())
		}
		im.work.Begin(t.Task)
		size := int64(0)
		for left := t.Rows; left > 0; {
			if at == batch.Len() {
				var err error
				if batch, err, _ = next(); err != nil {
					return unmergeable(d, err)
				}
				at = 0
			}
			n := int(min(left, int64(batch.Len()-at)))
			part.Reset()
			part.AppendRows(batch, at, at+n)
			var err error
			if size, err = im.work.Add(t.Task, part); err != nil {
				return unmergeable(d, err)
			}
			at, left = at+n, left-int64(n)
		}
		im.held += size
		im.group, im.pending[t.Task] = append(im.group, t), true
		if len(im.group) == importTasksAtOnce || im.held >= importBytesAtOnce {
			if err := im.commit(); err != nil {
				return err
			}
		}
	}
	return nil
}

// commit commits the group.
func (im *importer) commit() error {
	err := im.work.Commit(im.group)
	im.group, im.held = im.group[:0], 0
	clear(im.pending)
	return err
}

// checkShard checks that the shard belongs to the work, and returns its tasks.
func checkShard(h journal.Header, columns []enumerate.Column, d *Dataset) ([]enumerate.TaskTally, error) {
	m := d.Manifest
	switch {
	case !m.Complete:
		return nil, errors.New("not complete: run it to its end first")
	case m.ConfigDigest != h.Config, m.Program.Rows != h.Program, m.Tasks.Total != h.Tasks:
		return nil, fmt.Errorf(
			"made from config %s by version %s of rows, in %d tasks, expected config %s, version %s, %d tasks",
			m.ConfigDigest, m.Program.Rows, m.Tasks.Total, h.Config, h.Program, h.Tasks)
	}
	if err := enumerate.SameTypes(d.Columns(), columns); err != nil {
		return nil, err
	}
	tasks, err := DatasetTasks(d)
	if err != nil {
		return nil, err
	}
	rows := int64(0)
	for _, t := range tasks {
		if rows += t.Rows; t.Task >= h.Tasks {
			return nil, fmt.Errorf("task %d of %d", t.Task, h.Tasks)
		}
	}
	if m.Job != enumerate.Sample && rows != d.Rows() {
		return nil, fmt.Errorf("its tasks have %d rows, its parts %d", rows, d.Rows())
	}
	return tasks, nil
}

// MergeRuns merges the rows of a sample by their keys: those of the work's tasks, which must have been added as
// sorted runs, and those of other samples of the same config. The result is in a temporary file in the folder dir.
func MergeRuns(ctx context.Context, w *journal.Work, dir string, others []*Dataset) (*block.List, error) {
	order, err := sorted.NewOrder(w.Columns)
	if err != nil {
		return nil, err
	}
	runs, err := w.List().Runs()
	if err != nil {
		return nil, err
	}
	fanIn := sorted.FanIn
	if len(others) > 0 {
		fanIn = datasetFanIn
	}
	for _, d := range others {
		runs = append(runs, d.Read(0, d.Rows()))
	}
	return sorted.Merge(ctx, w.FS, dir, "merge-", order, runs, fanIn)
}

// datasetFanIn is the number of runs to merge at a time if some are datasets. It is smaller than
// [sorted.FanIn], because the reader of a Parquet file holds a page of every column, some 10 MB.
const datasetFanIn = 16

// SampleTasks returns the tasks that a merge of samples has: those done and those of the samples.
// It also returns the datasets to give to [MergeRuns]. The rows of a sample cannot be told apart by
// task, so each task may come once only. A dataset all of whose tasks are there already came twice
// and is left out. If some of its tasks are there and others are not, that is an error.
func SampleTasks(done []enumerate.TaskTally, samples []*CheckedShard) (tasks []enumerate.TaskTally, kept []*Dataset,
	err error) {
	tasks = slices.Clone(done)
	seen := make(map[int]bool, len(tasks))
	for _, t := range tasks {
		seen[t.Task] = true
	}
	for _, s := range samples {
		known := 0
		for _, t := range s.Tasks {
			if seen[t.Task] {
				known++
			}
			seen[t.Task] = true
		}
		if known == len(s.Tasks) {
			continue
		}
		if known > 0 {
			return nil, nil, unmergeable(s.Dataset, fmt.Errorf("%d of its %d tasks are in another sample, too", known,
				len(s.Tasks)))
		}
		tasks, kept = append(tasks, s.Tasks...), append(kept, s.Dataset)
	}
	slices.SortFunc(tasks, func(a, b enumerate.TaskTally) int { return a.Task - b.Task })
	return tasks, kept, nil
}

// ImportSound prepares the repair of a finished dataset with damaged files. It commits into the work, as if they had
// just been done, all tasks whose rows lie in sound parts, and records the sound parts, so that an [Assembly] keeps
// them. A run that goes on from there does only the other tasks again and writes only the other files.
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
