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
		Shard: shard, Limit: stats.Integer(limit),
		Raw: stats.Int(tally.Raw), Failed: stats.Integer(tally.Failed), Effort: stats.PublishEffort(tally.Effort),
		Columns: export.DescribeColumns(s.Job.Columns()), Analysis: s.Analysis, Facts: s.Facts(),
	}
}

// extent says in words which rows a dataset has that a run with a limit made; "" without
// a limit.
func extent(m *export.Manifest) string {
	switch {
	case m.Limit == 0:
		return ""
	case m.Rows < m.Limit:
		return fmt.Sprintf("all %s, fewer than --limit asks for", enumerate.Counted(stats.Int(int64(m.Rows)).Grouped(), "row"))
	}
	return fmt.Sprintf("the first %s, by --limit", enumerate.Counted(stats.Int(int64(m.Limit)).Grouped(), "row"))
}

// Results are what a dataset has beside its rows, in memory.
type Results struct {
	Manifest *export.Manifest
	Document *stats.Document
	Files    []*export.File // tables, effort and statistics
}

// Finish makes the results of a run: what it writes, and what verify expects. m has the parts,
// and what [Study.Manifest] says; Finish enters the rest but Made. tables are those of the job,
// o is what was counted of the rows, and tasks are done. sequence is that of [Study.Sequence].
// With an error the results have the statistics of the rows, and the rest is missing.
func Finish(m *export.Manifest, tables []enumerate.Table, o Observation, tasks []enumerate.TaskTally, sequence stats.MaybeSequence) (*Results, error) {
	for _, p := range m.Parts {
		m.Rows += stats.Integer(p.Rows)
	}
	m.Complete, m.Extent = m.Limit == 0 && m.Tasks.Done == TasksOf(m), extent(m)
	d, counted, facts, err := NewDocument(m, o)
	r := &Results{Manifest: m, Document: d}
	if err != nil {
		return r, err
	}
	d.Sequence = sequence
	if m.CountedBy == "sweep" {
		m.Raw = d.Solutions.Raw // tasks are sweeps, and a count may be of any size
	}
	m.Facts = append(m.Facts, facts...)
	for _, t := range append(Tables(tables, tasks, m.Columns), counted...) {
		f, entry, err := export.EncodeTable(t)
		if err != nil {
			return r, err
		}
		r.Files, m.Tables = append(r.Files, f), append(m.Tables, entry)
	}
	effort, err := export.EncodeEffort(tasks)
	if err != nil {
		return r, err
	}
	text, err := d.Encode()
	if err != nil {
		return r, err
	}
	statistics := export.NewFile(StatsName, text)
	r.Files = append(r.Files, effort, statistics)
	m.EffortFile, m.Stats = &effort.FileInfo, &statistics.FileInfo
	return r, nil
}

// Sequence is what stats.json says of the sequence of a survey over sizes.
func (s *Study) Sequence() stats.MaybeSequence {
	of := s.Job.Features().Sequence
	if of == nil {
		return stats.MaybeSequence{}
	}
	q, err := of()
	if err != nil {
		return stats.MaybeSequence{Asked: true}
	}
	return stats.MaybeSequence{Asked: true, Sequence: stats.PublishSequence(q)}
}

// NewDocument returns the statistics of a dataset with this manifest, and the tables and facts of
// the observation.
func NewDocument(m *export.Manifest, o Observation) (d *stats.Document, tables []enumerate.Table, facts []enumerate.Fact, err error) {
	d = &stats.Document{Name: m.Name, Family: m.Family, Job: m.Job, Complete: m.Complete && m.Shard == nil, Effort: &m.Effort}
	tables, facts, err = o(d)
	if d.Samples != nil {
		failed := stats.Int(int64(m.Failed))
		d.Samples.Failed = &failed
	}
	return d, tables, facts, err
}

// Tables lists the tables of a dataset that need no rows: those of its job, of its tasks, and of
// its measures.
func Tables(ofJob []enumerate.Table, tasks []enumerate.TaskTally, columns []enumerate.Column) []enumerate.Table {
	return append(ofJob, export.NewTasksTable(tasks), measureTable(columns))
}

// measureTable returns the table of the measured columns with their meanings.
func measureTable(columns []enumerate.Column) enumerate.Table {
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
