package study

import (
	"coverstat/enumerate"
	"coverstat/export"
	"coverstat/stats"
)

// Results are what a dataset has beside its rows, in memory.
type Results struct {
	Manifest *export.Manifest
	Document *stats.Document
	Files    []*export.File // tables, effort and statistics
}

// Finish makes the results of a run: what it writes, and what verify expects. m has the parts,
// and what [Study.Manifest] says; Finish enters the rest but Made. tables are those of the job,
// o is what was found of the rows, and tasks are done. sequence is that of [Study.Sequence].
func Finish(m *export.Manifest, tables []enumerate.Table, o Observation, tasks []enumerate.TaskTally, sequence stats.MaybeSequence) (*Results, error) {
	for _, p := range m.Parts {
		m.Rows += export.Count(p.Rows)
	}
	shard := export.Shard{}
	if m.Shard != nil {
		shard = *m.Shard
	}
	m.Complete, m.Extent = m.Limit == 0 && m.Tasks.Done == TasksOf(m.Tasks.Total, shard), Extent(m)
	d := NewDocument(m, o)
	d.Sequence = sequence
	if m.CountedBy == "sweep" {
		m.Raw = d.Solutions.Raw // tasks are sweeps, and a count may be of any size
	}
	m.Facts = append(m.Facts, o.Facts()...)
	tables, err := Tables(tables, tasks, m.Columns, o)
	if err != nil {
		return nil, err
	}
	r := &Results{Manifest: m, Document: d}
	for _, t := range tables {
		f, entry, err := export.EncodeTable(t)
		if err != nil {
			return nil, err
		}
		r.Files, m.Tables = append(r.Files, f), append(m.Tables, entry)
	}
	effort, err := export.EncodeEffort(tasks)
	if err != nil {
		return nil, err
	}
	text, err := d.Encode()
	if err != nil {
		return nil, err
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

// NewDocument returns the statistics of a dataset with this manifest.
func NewDocument(m *export.Manifest, o Observation) *stats.Document {
	d := &stats.Document{Name: m.Name, Family: m.Family, Job: m.Job, Complete: m.Complete && m.Shard == nil, Effort: &m.Effort}
	o.Fill(d)
	if d.Samples != nil {
		failed := stats.Int(int64(m.Failed))
		d.Samples.Failed = &failed
	}
	return d
}

// Tables lists the tables of a dataset: those of its job, of its tasks, of its measures, and
// those that are made of the rows, if o is not nil.
func Tables(ofJob []enumerate.Table, tasks []enumerate.TaskTally, columns []enumerate.Column, o Observation) ([]enumerate.Table, error) {
	tables := append(ofJob, export.NewTasksTable(tasks), MeasureTable(columns))
	if o == nil {
		return tables, nil
	}
	counted, err := o.Tables()
	return append(tables, counted...), err
}
