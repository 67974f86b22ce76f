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
	work, err := journal.Peek(files.OS(), study.JournalDir(files.OS(), dir, m), workHeader(m), workColumns(d))
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
	switch {
	case s.Extent != "":
		s.Rows = int64(m.Rows)
	case m.CountedBy == "sweep":
		s.Rows = 0 // numbers that sweeps have found are no rows
	}
	s.Running, err = journal.Running(files.OS(), filepath.Join(dir, export.WorkDir))
	if s.Running {
		s.Failure = ""
	}
	s.Share = float64(s.Tasks) / float64(max(1, s.Of))
	if s.Tasks == s.Of {
		s.Writing = s.Running
	} else if r := study.ReadRecord(files.OS(), dir); r != nil {
		s.Share = r.Share
		if m.Limit == 0 { // nobody knows when a run with a limit ends
			s.Left = r.Left()
		}
		if s.Rows > 0 {
			s.RowsPerSecond = r.RowsPerSecond
		}
		if x := r.SecondsLeft.Estimate; s.Left != "" && x > 0 && !math.IsInf(x, 0) {
			s.SecondsLeft = x
		}
	}
	return s, err
}
