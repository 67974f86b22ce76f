package study

import (
	"fmt"

	"coverstat/enumerate"
	"coverstat/export"
	"coverstat/stats"
)

// Manifest returns the manifest of a dataset, or of a part of it, without its files and what
// they give. tally is what so many tasks have found.
func (s *Study) Manifest(done int, tally enumerate.Tally, shard *export.Shard, limit int64) *export.Manifest {
	tally.Effort.Add(s.TaskJob().Above())
	return &export.Manifest{
		Schema: export.ManifestSchema, Name: s.Plan.Name, Family: s.Plan.Family, Job: s.Plan.Kind,
		Config: s.Plan.Canonical(), ConfigDigest: s.Digest(), Inputs: s.Plan.Inputs(),
		Program: export.Program{Name: "coverstat", Version: Version(), Rows: RowsVersion},
		Kernel:  s.TaskJob().Kernel(), CountedBy: s.CountedBy(), Tasks: export.Tasks{Total: s.TaskJob().Tasks(), Done: done, MaxShare: s.Cut()},
		Shard: shard, Limit: export.Count(limit),
		Raw: stats.Int(tally.Raw), Failed: export.Count(tally.Failed), Effort: stats.PublishEffort(tally.Effort),
		Columns: export.DescribeColumns(s.Job.Columns()), Analysis: s.Analysis, Facts: s.Facts(),
	}
}

// Extent says in words which rows a dataset has that a run with a limit made; "" without
// a limit.
func Extent(m *export.Manifest) string {
	switch {
	case m.Limit == 0:
		return ""
	case m.Rows < m.Limit:
		return fmt.Sprintf("all %s, fewer than --limit asks for", enumerate.Counted(stats.Int(int64(m.Rows)).Grouped(), "row"))
	}
	return fmt.Sprintf("the first %s, by --limit", enumerate.Counted(stats.Int(int64(m.Limit)).Grouped(), "row"))
}

// MeasureTable returns the table of the measured columns with their meanings.
func MeasureTable(columns []enumerate.Column) enumerate.Table {
	b := enumerate.NewBatch([]enumerate.Column{
		{Name: "column", Type: enumerate.String, Meaning: "name of the column"},
		{Name: "scale", Type: enumerate.String, Meaning: "count; yes_no, whose mean is a share; nominal, whose values are names of kinds and have no mean"},
		{Name: "meaning", Type: enumerate.String, Meaning: "definition"},
		{Name: "unit", Type: enumerate.String, Meaning: "unit, empty if none"},
	})
	for _, c := range columns {
		if c.Role != enumerate.Measured {
			continue
		}
		b.AppendString(0, []byte(c.Name))
		b.AppendString(1, []byte(c.ScaleOf().String()))
		b.AppendString(2, []byte(c.Meaning))
		b.AppendString(3, []byte(c.Unit))
	}
	return enumerate.Table{Name: enumerate.MeasuresTable, Rows: b}
}
