package inspect

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"time"

	"coverstat/cmd/internal/study"
	"coverstat/configs"
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
	// RowsPerSecond and SecondsLeft are those of the run that goes on or that was the
	// last; 0 if it has done nothing yet.
	RowsPerSecond float64 `json:"rows_per_second,omitempty"`
	SecondsLeft   float64 `json:"seconds_left,omitempty"`
}

// ReadStatus reads the status of a run from its folder. The run may be going on in
// another process.
func ReadStatus(dir string) (*Status, error) {
	d, err := study.OpenDataset(dir)
	if err != nil {
		return nil, err
	}
	m := d.Manifest
	s := &Status{Dir: dir, Name: m.Name, Complete: m.Complete, Of: m.Tasks.Total}
	if m.Shard != nil {
		s.Of = study.TasksOf(m.Tasks.Total, *m.Shard)
	}
	if s.Complete {
		s.Tasks, s.Rows, s.Share, s.Part = m.Tasks.Done, int64(m.Rows), 1, findings.Partial(m)
		return s, nil
	}
	s.Extent, s.Failure = m.Extent, m.Failure
	work, err := journal.Peek(files.OS(), filepath.Join(dir, export.WorkDir), workHeader(m), workColumns(d))
	gone := errors.Is(err, fs.ErrNotExist)
	if gone || err == nil && work.Lost > 0 {
		if now, err := study.OpenDataset(dir); err == nil && now.Manifest.Complete {
			return ReadStatus(dir) // the run ended since the first look
		}
	}
	if gone {
		if s.Extent != "" {
			s.Tasks, s.Rows = m.Tasks.Done, int64(m.Rows)
		}
		return s, nil
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", filepath.Join(dir, export.WorkDir), err)
	}
	s.Tasks, s.Rows = len(work.Tasks), work.Total.Rows
	shareOf := func(int) float64 { return 1 }
	st, err := study.Reopen(m, dir)
	var missing *configs.MissingInput
	switch {
	case errors.As(err, &missing): // without the puzzle, all tasks count the same
	case err != nil:
		return nil, err
	case st.Doing().Tasks() != work.Header.Tasks:
		return nil, fmt.Errorf("%s: the journal has %d tasks, the config %d", dir, work.Header.Tasks, st.Doing().Tasks())
	default:
		shareOf = st.Doing().Share
	}
	all := 0.0
	for t := range work.Header.Tasks {
		if m.Shard == nil || t%m.Shard.Of == m.Shard.Index {
			all += shareOf(t)
		}
	}
	mine, rows := 0.0, int64(0) // of the last run
	for i, t := range work.Tasks {
		share := shareOf(t.Task) / all
		s.Share += share
		if m.Made != nil && i >= m.Made.Earlier {
			mine, rows = mine+share, rows+t.Rows
		}
	}
	s.Running, err = journal.Running(files.OS(), filepath.Join(dir, export.WorkDir))
	if s.Running {
		s.Failure = ""
	}
	if s.Tasks == s.Of {
		s.Share, s.Writing = 1, s.Running // the shares of all tasks add up to nearly 1
	}
	if mine > 0 {
		seconds := m.Made.Seconds
		if s.Running {
			seconds = time.Since(m.Made.Started).Seconds()
		}
		if seconds > 1 { // a run that was killed has not written its time
			s.RowsPerSecond = float64(rows) / seconds
			s.SecondsLeft = seconds * max(0, 1-s.Share) / mine
		}
	}
	if s.Extent != "" {
		s.Rows = int64(m.Rows)
	}
	return s, err
}
