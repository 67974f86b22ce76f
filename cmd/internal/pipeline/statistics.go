package pipeline

import (
	"io"
	"slices"

	"coverstat/enumerate"
	"coverstat/export"
	"coverstat/stats"
)

// Statistics recomputes the statistics of a dataset from its rows alone.
func Statistics(dir string) (*stats.Document, error) {
	d, err := openRows(dir)
	if err != nil {
		return nil, err
	}
	s, err := newStatistics(d.Columns(), d.Manifest.Job, analysisOf(d.Manifest))
	if err != nil {
		return nil, err
	}
	if err := eachBatch(d, nil, s.add); err != nil {
		return nil, err
	}
	document := &stats.Document{Name: d.Manifest.Name, Family: d.Manifest.Family, Job: d.Manifest.Job,
		Complete: d.Manifest.Complete && d.Manifest.Shard == nil}
	s.fill(document)
	return document, nil
}

// CrossTabulate counts the rows of a dataset by the values of two measures,
// raw and up to symmetry.
func CrossTabulate(dir, a, b string) (*stats.CrossTable, error) {
	d, err := openRows(dir)
	if err != nil {
		return nil, err
	}
	for _, name := range []*string{&a, &b} { // as configs write measures, too
		if i := columnOf(d.Columns(), *name); i >= 0 {
			*name = d.Columns()[i].Name
		}
	}
	wanted, err := columnIndices(d.Columns(), []string{a, b})
	if err != nil {
		return nil, err
	}
	for i, c := range d.Columns() {
		if c.Role == enumerate.Weight {
			wanted = append(wanted, i)
		}
	}
	slices.Sort(wanted)
	wanted = slices.Compact(wanted)
	t, err := stats.NewCrossTab(export.Pick(d.Columns(), wanted), a, b)
	if err != nil {
		return nil, enumerate.Errorf("%v", err)
	}
	if err := eachBatch(d, wanted, t.Add); err != nil {
		return nil, err
	}
	return t.Table(), nil
}

// openRows opens a dataset that has rows to read.
func openRows(dir string) (*export.Dataset, error) {
	d, err := OpenDataset(dir)
	if err == nil && len(d.Manifest.Parts) == 0 {
		err = incomplete(d)
	}
	return d, err
}

// eachBatch reads some columns of all rows; nil is all columns.
func eachBatch(d *export.Dataset, columns []int, use func(*enumerate.Batch) error) error {
	r := d.ReadColumns(columns, 0, d.Rows())
	defer r.Close()
	b := enumerate.NewBatch(export.Pick(d.Columns(), columns))
	for {
		err := r.Next(b)
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		if err := use(b); err != nil {
			return err
		}
	}
}

// incomplete is the error for a dataset that has no rows to read yet.
func incomplete(d *export.Dataset) error {
	return enumerate.Errorf("%s has no rows yet: its run is not complete", d.Dir())
}
