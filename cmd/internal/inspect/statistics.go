package inspect

import (
	"slices"

	"coverstat/cmd/internal/study"
	"coverstat/enumerate"
	"coverstat/export"
	"coverstat/export/files"
	"coverstat/stats"
)

// Statistics recomputes the statistics of a dataset from its rows alone. Those of a dataset
// without rows are read from stats.json.
func Statistics(d *export.Dataset) (*stats.Document, error) {
	if d.Manifest.CountedBy != "" {
		document, err := study.ReadStats(files.OS(), d.Dir())
		if err != nil {
			return nil, err
		}
		return document.FromRows(), nil
	}
	a, err := stats.New(d.Columns(), d.Manifest.Job, d.Manifest.Analysis)
	if err != nil {
		return nil, err
	}
	if err := d.Scan(nil, func(b *enumerate.Batch, _ int64) error { return a.Add(b) }); err != nil {
		return nil, err
	}
	document := &stats.Document{Name: d.Manifest.Name, Family: d.Manifest.Family, Job: d.Manifest.Job,
		Complete: d.Manifest.Complete && d.Manifest.Shard == nil}
	a.Fill(document)
	return document, nil
}

// CrossTabulate counts the rows of a dataset by the values of two measures,
// raw and up to symmetry.
func CrossTabulate(d *export.Dataset, a, b string) (*stats.GroupTable, error) {
	if err := study.HasRows(d); err != nil {
		return nil, err
	}
	columns := d.Columns()
	read, err := study.ColumnIndices(columns, []string{a, b})
	if err != nil {
		return nil, err
	}
	by := []string{columns[read[0]].Name, columns[read[1]].Name}
	read = append(read, slices.IndexFunc(columns, func(c enumerate.Column) bool { return c.Role == enumerate.Weight }))
	slices.Sort(read)
	read = slices.DeleteFunc(slices.Compact(read), func(i int) bool { return i < 0 })
	g, err := stats.NewBreakdown(export.Pick(columns, read), enumerate.Breakdown{By: by})
	if err != nil {
		return nil, enumerate.Errorf("%v", err)
	}
	if err := d.Scan(read, func(b *enumerate.Batch, _ int64) error { return g.Add(b) }); err != nil {
		return nil, err
	}
	return g.Table(false), nil
}
