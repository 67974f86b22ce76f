package export

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"sync/atomic"

	"coverstat/enumerate"
	"coverstat/export/block"
	"coverstat/export/journal"
	"coverstat/export/sorted"
)

// ShardError says why a dataset cannot be merged with others.
type ShardError struct {
	Dir string
	Err error
}

// Error names the folder.
func (e *ShardError) Error() string { return fmt.Sprintf("%s cannot be merged: %v", e.Dir, e.Err) }

// Unwrap returns the cause.
func (e *ShardError) Unwrap() error { return e.Err }

// A CheckedShard is a dataset that can be merged, and its tasks.
type CheckedShard struct {
	*Dataset
	Tasks []TaskTally
}

// CheckShard sees that a dataset belongs to the work of a header and columns,
// and compares its files with their digests. It needs no work to be there yet.
// If the dataset cannot be merged, the error is a [*ShardError].
func CheckShard(h journal.Header, columns []enumerate.Column, d *Dataset) (*CheckedShard, error) {
	tasks, err := checkShard(h, columns, d, true)
	if err != nil {
		return nil, &ShardError{Dir: d.Dir(), Err: err}
	}
	return &CheckedShard{d, tasks}, nil
}

// ImportShard commits the tasks of a census' or survey's shard into the work of
// the merged dataset, as if they had been done there, and returns how many were
// new. Tasks that are there already are passed over, so a shard may come twice
// and a merge that was interrupted goes on. Memory is bounded, whatever the
// shard.
func ImportShard(w *journal.Work, s *CheckedShard, stop *atomic.Bool) (int, error) {
	return importRows(w, s.Dataset, s.Tasks, 0, stop)
}

// importRows commits tasks whose rows lie one after another in the dataset,
// beginning with the given row.
func importRows(w *journal.Work, d *Dataset, tasks []TaskTally, first int64, stop *atomic.Bool) (int, error) {
	r := &taskCutter{rows: d.Read(first, first+rowsOf(tasks)), batch: enumerate.NewBatch(d.Columns())}
	defer r.rows.Close()
	group := journal.Grouper{Work: w}
	imported := 0
	for _, t := range tasks {
		if stop != nil && stop.Load() {
			return imported, errors.Join(group.Flush(), ErrStopped)
		}
		var rows *block.Rows
		isNew := !w.Done(t.Task)
		if isNew && t.Tally.Rows > 0 {
			rows = block.NewRows(d.Columns())
		}
		if err := r.take(t.Tally.Rows, rows); err != nil {
			return imported, &ShardError{Dir: d.Dir(), Err: err}
		}
		if !isNew {
			continue
		}
		if err := group.Add(journal.Finished{Task: t.Task, Tally: t.Tally, Rows: rows}); err != nil {
			return imported, err
		}
		imported++
	}
	return imported, group.Flush()
}

func rowsOf(tasks []TaskTally) (rows int64) {
	for _, t := range tasks {
		rows += t.Tally.Rows
	}
	return rows
}

// checkShard sees that the shard belongs to the work and, if that is asked for,
// that its files are undamaged, and returns its tasks.
func checkShard(h journal.Header, columns []enumerate.Column, d *Dataset, verify bool) ([]TaskTally, error) {
	m := d.Manifest
	switch {
	case !m.Complete:
		return nil, errors.New("not complete: run it to its end first")
	case m.ConfigDigest != h.Config:
		return nil, fmt.Errorf("made from another config (digest %s, expected %s)", m.ConfigDigest, h.Config)
	case m.Program.Rows != h.Program:
		return nil, fmt.Errorf("made by another version of the program (%s, expected %s)", m.Program.Rows, h.Program)
	case m.Tasks.Total != h.Tasks:
		return nil, fmt.Errorf("cut into %d tasks, expected %d", m.Tasks.Total, h.Tasks)
	}
	if err := sameTypes(d.Columns(), columns); err != nil {
		return nil, err
	}
	if verify {
		wrong, err := d.Verify()
		if err != nil {
			return nil, err
		}
		if len(wrong) > 0 {
			return nil, wrong[0]
		}
	}
	tasks, err := DatasetTasks(d)
	if err != nil {
		return nil, err
	}
	for _, t := range tasks {
		if t.Task >= h.Tasks {
			return nil, fmt.Errorf("task %d of %d", t.Task, h.Tasks)
		}
	}
	if rows := rowsOf(tasks); m.Job != enumerate.Sample && rows != d.Rows() {
		return nil, fmt.Errorf("its tasks have %d rows, its parts %d", rows, d.Rows())
	}
	return tasks, nil
}

// taskCutter cuts a stream of rows into tasks.
type taskCutter struct {
	rows  RowReader
	batch *enumerate.Batch
	at    int
	cut   *enumerate.Batch
}

// take encodes the next n rows, or drops them if there is nowhere to.
func (c *taskCutter) take(n int64, into *block.Rows) error {
	for n > 0 {
		if c.at == c.batch.Len() {
			if err := c.rows.Next(c.batch); err != nil {
				if err == io.EOF {
					err = io.ErrUnexpectedEOF
				}
				return err
			}
			c.at = 0
		}
		k := int(min(n, int64(c.batch.Len()-c.at)))
		if into != nil {
			if c.cut == nil {
				c.cut = enumerate.NewBatch(c.batch.Columns)
			}
			c.cut.Reset()
			c.cut.AppendRows(c.batch, c.at, c.at+k)
			if err := into.Add(c.cut); err != nil {
				return err
			}
		}
		c.at += k
		n -= int64(k)
	}
	return nil
}

// MergeRuns sorts and merges the rows of a sample: those of the work's tasks,
// which must have been cut into runs by a [sorted.Sorter], and those of other
// samples of the same config. The result is a [Source], to be removed when the
// dataset is written.
func MergeRuns(w *journal.Work, others []*Dataset, stop *atomic.Bool) (*sorted.Run, error) {
	order, err := sorted.NewOrder(w.Columns())
	if err != nil {
		return nil, err
	}
	runs, err := w.Runs()
	if err != nil {
		return nil, err
	}
	fanIn := sorted.FanIn
	if len(others) > 0 {
		fanIn = datasetFanIn
	}
	for _, d := range others {
		runs = append(runs, func() (block.RowReader, error) { return d.Read(0, d.Rows()), nil })
	}
	stopped := func() error {
		if stop != nil && stop.Load() {
			return ErrStopped
		}
		return nil
	}
	return sorted.Merge(w.FS(), w.Dir(), "merge-", order, runs, fanIn, stopped)
}

// datasetFanIn is smaller than that for runs of blocks, because a Parquet file
// being read holds a page of every column, some 10 MB.
const datasetFanIn = 16

// SampleTasks returns the tallies of the tasks done and of those of samples, and
// the datasets that [MergeRuns] should be given. A sample's rows cannot be told
// apart by task, so each task may be in one of them only: a dataset whose tasks
// are all there already came twice and is left out; one of which some are is a
// [*ShardError].
func SampleTasks(done []TaskTally, samples []*CheckedShard) (tasks []TaskTally, kept []*Dataset, err error) {
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
			return nil, nil, &ShardError{Dir: s.Dir(), Err: fmt.Errorf("%d of its %d tasks are in another sample, too", known, len(s.Tasks))}
		}
		tasks, kept = append(tasks, s.Tasks...), append(kept, s.Dataset)
	}
	slices.SortFunc(tasks, func(a, b TaskTally) int { return a.Task - b.Task })
	return tasks, kept, nil
}
