package inspect

import (
	"errors"
	"fmt"
	"io/fs"
	"math"
	"path/filepath"

	"coverstat/cmd/internal/study"
	"coverstat/export"
	"coverstat/export/files"
	"coverstat/export/findings"
	"coverstat/export/journal"
)

// Status says how much of a run is done.
type Status struct {
	Dir      string  `json:"dir"`
	Name     string  `json:"name"`
	Complete bool    `json:"complete"`
	Tasks    int     `json:"tasks"`
	Of       int     `json:"of"`
	Share    float64 `json:"share"` // of the search tree
	Rows     int64   `json:"rows"`
	Running  bool    `json:"running"`
	Writing  bool    `json:"writing"` // it runs, all tasks are done, and its files are written
	// Extent says which rows a dataset has that a run with a limit made: it is
	// complete as far as it was asked.
	Extent string `json:"extent,omitempty"`
	// Failure says why the last run failed; "" if it did not, or if another goes on.
	Failure string `json:"failure,omitempty"`
	// Part says which part of the whole a complete shard is; "" of other datasets.
	Part string `json:"-"`
	// What the run that goes on, or that was the last, has written of its progress.
	RowsPerSecond float64 `json:"rows_per_second,omitempty"`
	SecondsLeft   float64 `json:"seconds_left,omitempty"` // 0 if it is unknown
	Left          string  `json:"left,omitempty"`         // the same in words
}

// ReadStatus reads the status of a run from its folder. The run may be going on in another process.
func ReadStatus(dir string) (*Status, error) {
	d, err := study.OpenDataset(dir)
	if err != nil {
		return nil, err
	}
	m := d.Manifest
	s := &Status{Dir: dir, Name: m.Name, Of: study.TasksOf(m)}
	if m.Complete {
		s.Complete, s.Share, s.Part = true, 1, findings.Partial(m)
		s.Tasks, s.Rows = m.Tasks.Done, int64(m.Rows)
		return s, nil
	}
	work, err := journal.Peek(d.Journal())
	gone := errors.Is(err, fs.ErrNotExist)
	if gone || err == nil && work.Lost > 0 {
		if now, err := study.OpenDataset(dir); err == nil && now.Manifest.Complete {
			return ReadStatus(dir) // the run ended since the first look
		}
	}
	s.Extent, s.Failure = m.Extent, m.Failure
	switch {
	case gone && s.Extent == "": // no task was ever committed
		return s, nil
	case gone: // a limited dataset whose run will not go on needs no work
		s.Tasks, s.Rows = m.Tasks.Done, int64(m.Rows)
		return s, nil
	case err != nil:
		return nil, fmt.Errorf("%s: %w", filepath.Join(dir, export.WorkDir), err)
	}
	return s, s.unfinished(d, work)
}

// unfinished completes the status by what the work of an unfinished run says.
func (s *Status) unfinished(d *study.Dataset, work *journal.Work) (err error) {
	m := d.Manifest
	tally, tasks := work.Total()
	s.Tasks, s.Share = tasks, float64(tasks)/float64(max(1, s.Of))
	switch {
	case s.Extent != "":
		s.Rows = int64(m.Rows)
	case m.How != export.Swept: // numbers that sweeps have found are no rows
		s.Rows = tally.Rows
	}
	if s.Running, err = d.Running(); s.Running {
		s.Failure = ""
	}
	if s.Tasks == s.Of {
		s.Writing = s.Running
	} else if r := study.ReadRecord(files.OS(), s.Dir); r != nil {
		s.Share = r.Share
		if s.Rows > 0 {
			s.RowsPerSecond = r.RowsPerSecond
		}
		if m.Limit == 0 { // nobody knows when a run with a limit ends
			s.Left = r.Left()
		}
		if x := r.SecondsLeft.Estimate; s.Left != "" && x > 0 && !math.IsInf(x, 0) {
			s.SecondsLeft = x
		}
	}
	return err
}
