package pipeline

import (
	"io"

	"coverstat/enumerate"
	"coverstat/export"
	"coverstat/stats"
)

// Statistics recomputes the statistics of a dataset from its rows alone.
func Statistics(dir string) (*stats.Document, error) {
	d, err := OpenDataset(dir)
	if err != nil {
		return nil, err
	}
	if len(d.Manifest.Parts) == 0 {
		return nil, incomplete(d)
	}
	a, err := stats.New(d.Columns(), d.Manifest.Job)
	if err != nil {
		return nil, err
	}
	r := d.Read(0, d.Rows())
	defer r.Close()
	b := enumerate.NewBatch(d.Columns())
	for {
		err := r.Next(b)
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, err
		}
		if err := a.Add(b); err != nil {
			return nil, err
		}
	}
	return &stats.Document{Name: d.Manifest.Name, Family: d.Manifest.Family, Job: d.Manifest.Job,
		Complete: d.Manifest.Complete && d.Manifest.Shard == nil, Summary: a.Summary()}, nil
}

// incomplete is the error for a dataset that has no rows to read yet.
func incomplete(d *export.Dataset) error {
	return &incompleteError{dir: d.Dir(), done: d.Manifest.Tasks.Done, of: d.Manifest.Tasks.Total}
}

type incompleteError struct {
	dir      string
	done, of int
}

func (e *incompleteError) Error() string {
	return e.dir + " has no rows yet: " + ErrIncomplete.Error()
}

func (e *incompleteError) Unwrap() error { return ErrIncomplete }
