package study

import (
	"cmp"
	"context"
	"fmt"
	"sync"

	"coverstat/cmd/internal/progress"
	"coverstat/enumerate"
	"coverstat/enumerate/run"
	"coverstat/export"
	"coverstat/stats"
)

// An Observation is what was counted of all rows of a dataset, or without rows of all solutions:
// it writes the statistics into a document, and returns the tables that are made of the counts,
// and facts that say what is left out.
type Observation func(*stats.Document) ([]enumerate.Table, []enumerate.Fact, error)

// An observer counts all that is counted of rows while they are read or written.
type observer struct {
	statistics  *stats.Accumulator
	stabilisers enumerate.StabiliserCounts // nil if they are not counted
	joint       *stats.GroupBy             // nil without measures
	all         []enumerate.RowCounts
}

func newObserver(columns []enumerate.Column, kind enumerate.Kind, analysis enumerate.Analysis,
	counters enumerate.RowCounters) (*observer, error) {
	statistics, err := stats.New(columns, kind, analysis)
	if err != nil {
		return nil, err
	}
	o := &observer{statistics: statistics, all: []enumerate.RowCounts{statistics}}
	if kind == enumerate.Census && counters.NewStabilisers != nil {
		o.stabilisers = counters.NewStabilisers(columns)
		o.all = append(o.all, o.stabilisers)
	}
	if len(enumerate.MeasureColumns(columns, kind)) > 0 {
		if o.joint, err = stats.NewJoint(columns, kind); err != nil {
			return nil, err
		}
		o.all = append(o.all, o.joint)
	}
	if counters.New != nil {
		if c := counters.New(); c != nil {
			o.all = append(o.all, c)
		}
	}
	if counters.Options != nil {
		tables, err := stats.NewOptionTables(columns, counters.Options)
		if err != nil {
			return nil, err
		}
		o.all = append(o.all, tables)
	}
	return o, nil
}

// observation is what the rows give.
func (o *observer) observation(d *stats.Document) (tables []enumerate.Table, facts []enumerate.Fact, err error) {
	o.statistics.Fill(d)
	if why := d.FillStabilisers(o.stabilisers); why != "" {
		facts = append(facts, noBySymmetry(why))
	}
	if o.joint != nil && !o.joint.Exact() {
		facts = append(facts, noJoint(fmt.Sprintf("the measures have more than %s combinations of values",
			enumerate.Grouped(stats.MaxCombinations))))
	}
	for _, c := range o.all {
		more, err := c.Tables()
		if err != nil {
			return nil, nil, err
		}
		tables = append(tables, more...)
	}
	return tables, facts, nil
}

// noBySymmetry is the fact that classes are not counted by their stabilisers.
func noBySymmetry(why string) enumerate.Fact {
	return enumerate.Fact{Key: "no_by_symmetry", Value: why, Text: "no classes by symmetry: " + why}
}

// noJoint is the fact that there is no table of the joint histogram.
func noJoint(why string) enumerate.Fact {
	return enumerate.Fact{Key: "no_joint", Value: stats.MaxCombinations,
		Text: "no table " + enumerate.JointTable + ": " + why}
}

// Observers count the rows of one dataset on several goroutines. What they find depends neither on
// the order of the rows nor on who sees which. There are as many as goroutines that add rows at the
// same time: one for each part of the dataset would take memory that grows with the dataset.
type Observers struct {
	empty func() (*observer, error)

	mu   sync.Mutex
	free []*observer // that nobody uses now
}

// NewObservers returns observers that have seen no rows. Without the counters of
// the job, the tables that it makes of the rows are left out.
func NewObservers(columns []enumerate.Column, kind enumerate.Kind, analysis enumerate.Analysis,
	counters enumerate.RowCounters) *Observers {
	return &Observers{empty: func() (*observer, error) { return newObserver(columns, kind, analysis, counters) }}
}

// NewObservers returns observers of all rows of the study.
func (s *Study) NewObservers() *Observers {
	return NewObservers(s.Job.Columns, s.Plan.Kind, s.Analysis, s.Job.Counters)
}

// Add counts all rows of a batch.
func (o *Observers) Add(b *enumerate.Batch) error {
	one, err := o.take()
	if err != nil {
		return err
	}
	for i := 0; i < len(one.all) && err == nil; i++ {
		err = one.all[i].Add(b)
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	o.free = append(o.free, one)
	return err
}

// take returns an observer that nobody uses.
func (o *Observers) take() (*observer, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	n := len(o.free) - 1
	if n < 0 {
		return o.empty()
	}
	one := o.free[n]
	o.free = o.free[:n]
	return one, nil
}

// Merge joins what all have counted, when all rows were added.
func (o *Observers) Merge() (Observation, error) {
	all, err := o.take()
	if err != nil {
		return nil, err
	}
	for _, one := range o.free {
		for i, c := range all.all {
			c.Merge(one.all[i])
		}
	}
	return all.observation, nil
}

// Read adds all rows of a source, with some workers, and merges.
func (o *Observers) Read(ctx context.Context, src export.Source, workers int) (Observation, error) {
	if err := export.InRanges(src.Rows(), workers, func(from, to int64) error {
		for b, err := range src.Read(from, to) {
			if err == nil {
				err = cmp.Or(ctx.Err(), o.Add(b))
			}
			if err != nil {
				return err
			}
		}
		return nil
	}); err != nil {
		return nil, err
	}
	return o.Merge()
}

// ObserveSweeps makes an observation of all rows of the study's sweeps.
func (s *Study) ObserveSweeps(rows []*enumerate.Batch) (Observation, error) {
	totals, err := s.Counting().Totals(rows)
	if err != nil {
		return nil, err
	}
	return func(d *stats.Document) (tables []enumerate.Table, facts []enumerate.Fact, err error) {
		if err := d.FillTotals(totals, s.Job.Columns, s.Analysis.Breakdowns); err != nil {
			return nil, nil, err
		}
		if why := totals.NoBySymmetry; why != nil {
			facts = append(facts, noBySymmetry(why.Error()))
		}
		if why := totals.NoJoint; why != nil {
			facts = append(facts, noJoint(why.Error()))
		}
		tables = append(stats.BreakdownTables(d.Breakdowns), totals.Tables...)
		if totals.Joint != nil {
			joint, err := stats.JointTables(totals, s.Job.Columns)
			return append(tables, joint...), facts, err
		}
		return tables, facts, nil
	}, nil
}

// Manifest returns the manifest of a dataset, or of a part of it, without its files and what
// they give. tally is what so many tasks have found.
func (s *Study) Manifest(done int, tally enumerate.Tally, shard *export.Shard, limit int64) *export.Manifest {
	tally.Effort.Add(s.TaskJob().Above())
	m := &export.Manifest{
		Name: s.Plan.Name, Family: s.Plan.Family, Job: s.Plan.Kind,
		Config: s.Plan.Canonical(), ConfigDigest: s.Plan.Digest(s.TaskJob().Kernel), Inputs: s.Plan.Inputs(),
		Program: export.Program{Name: "coverstat", Version: Version(), Rows: RowsVersion},
		Kernel:  s.TaskJob().Kernel, How: s.How(), Tasks: export.Tasks{Total: s.TaskJob().Tasks(), Done: done,
			MaxShare: s.cut()},
		Shard: shard, Limit: stats.Integer(limit),
		Raw: stats.Int(tally.Raw), Failed: stats.Integer(tally.Failed), Effort: stats.PublishEffort(tally.Effort),
		Columns: export.DescribeColumns(s.Job.Columns), Analysis: s.Analysis, Facts: s.Facts(),
	}
	if known := s.Job.DrawnFrom; known != nil {
		if n := known(); n != nil {
			all := stats.BigInt(n)
			m.DrawnFrom = &all
		}
	}
	return m
}

// extent says in words which rows a dataset has that a run with a limit made; "" without a limit.
func extent(m *export.Manifest) string {
	switch {
	case m.Limit == 0:
		return ""
	case m.Rows < m.Limit:
		return fmt.Sprintf("all %s, fewer than --limit asks for",
			enumerate.Counted(stats.Int(int64(m.Rows)).Grouped(), "row"))
	}
	return fmt.Sprintf("the first %s, by --limit", enumerate.Counted(stats.Int(int64(m.Limit)).Grouped(), "row"))
}

// Finish makes the statistics of a dataset and its files beside the rows: a run writes them,
// verify compares them. m has the parts, and what [Study.Manifest] says; Finish enters the rest
// but Made. tables are those of the job, o is what was counted of the rows, and tasks are done. A study that is nil
// adds nothing. With an error the statistics are there, and files are missing.
func (s *Study) Finish(ctx context.Context, m *export.Manifest, tables []enumerate.Table, o Observation,
	tasks []enumerate.TaskTally, workers int) (d *stats.Document, made []*export.File, err error) {
	for _, p := range m.Parts {
		m.Rows += stats.Integer(p.Rows)
	}
	m.Complete, m.Extent = m.Limit == 0 && (m.Tasks.Done == TasksOf(m) || Reached(m)), extent(m)
	d, counted, facts, err := NewDocument(m, o)
	if err != nil {
		return d, nil, err
	}
	if s != nil {
		if err := s.addOfConfig(ctx, d, m, workers); err != nil {
			return d, nil, err
		}
	}
	if m.How == export.Swept {
		m.Raw = d.Solutions.Raw // tasks are sweeps, and a count may be of any size
	}
	m.Facts = append(m.Facts, facts...)
	for _, t := range append(tablesWith(tables, tasks, m.Columns), counted...) {
		f, entry, err := export.EncodeTable(t)
		if err != nil {
			return d, nil, err
		}
		made, m.Tables = append(made, f), append(m.Tables, entry)
	}
	effort, err := export.EncodeEffort(tasks)
	if err != nil {
		return d, nil, err
	}
	text, err := d.Encode()
	if err != nil {
		return d, nil, err
	}
	statistics := export.NewFile(StatsName, text)
	m.EffortFile, m.Stats = &effort.FileInfo, &statistics.FileInfo
	return d, append(made, effort, statistics), nil
}

// addOfConfig adds to the statistics what follows from the config alone: the sequence of a survey over sizes, and the
// weights of all solutions, with so many workers. Whoever watches is told how far a sweep over weights is.
func (s *Study) addOfConfig(ctx context.Context, d *stats.Document, m *export.Manifest, workers int) error {
	if find := s.Job.Sequence; find != nil {
		q, _ := find() // nil with an error: it has none
		d.Sequence = stats.PublishSequence(q)
	}
	w, err := s.Weighing()
	if err != nil || w == nil || d.Solutions == nil || !m.Complete {
		return err
	}
	_, weighted, _, err := run.Answer(ctx, []enumerate.Method{{Job: w}},
		run.Settings{Workers: workers, Progress: func(p run.Progress) {
			progress.Doing(ctx, "weighing solutions: %s of the sweep done, %s nodes", enumerate.Percent(p.Share),
				enumerate.Grouped(p.Tally.Effort.Nodes))
		}})
	if err == nil {
		d.SetWeighted(weighted, s.Job.Weighed.Measures)
	}
	return err
}

// Reached reports whether a dataset has the rows with which its survey of drawn instances ends.
func Reached(m *export.Manifest) bool {
	return m.Analysis.Until > 0 && int64(m.Rows) == m.Analysis.Until
}

// NewDocument returns the statistics of a dataset with this manifest, and the tables and facts of
// the observation.
func NewDocument(m *export.Manifest, o Observation) (d *stats.Document, tables []enumerate.Table,
	facts []enumerate.Fact, err error) {
	d = &stats.Document{Name: m.Name, Family: m.Family, Job: m.Job, Complete: m.Complete && m.Shard == nil,
		Effort: &m.Effort}
	tables, facts, err = o(d)
	if d.Samples != nil {
		failed := stats.Int(int64(m.Failed))
		d.Samples.Failed = &failed
	}
	if m.Analysis.Until > 0 && m.Limit == 0 && d.Instances != nil {
		d.Instances.SetDrawn(int64(m.Failed), Reached(m))
	}
	return d, tables, facts, err
}

// tablesWith lists the tables of a dataset that need no rows: those of its job, of its tasks, and of
// its measures.
func tablesWith(ofJob []enumerate.Table, tasks []enumerate.TaskTally, columns []enumerate.Column) []enumerate.Table {
	return append(ofJob, export.NewTasksTable(tasks), measureTable(columns))
}

// measureTable returns the table of the measured columns with their meanings.
func measureTable(columns []enumerate.Column) enumerate.Table {
	b := enumerate.NewBatch([]enumerate.Column{
		{Name: "column", Type: enumerate.String, Meaning: "name of the column"},
		{Name: "scale", Type: enumerate.String,
			Meaning: "count; yes_no, whose mean is a share; nominal, whose values are names of kinds and have no mean"},
		{Name: "meaning", Type: enumerate.String, Meaning: "definition"},
		{Name: "unit", Type: enumerate.String, Meaning: "unit, empty if none"},
	})
	for _, c := range columns {
		if c.Role == enumerate.Measured {
			b.AppendValues(0, c.Name, c.ScaleOf().String(), c.Meaning, c.Unit)
		}
	}
	return enumerate.Table{Name: enumerate.MeasuresTable, Rows: b}
}
