package study

import (
	"fmt"
	"sync"

	"coverstat/enumerate"
	"coverstat/stats"
)

// An Observation is what was found of all rows of a dataset, or without rows of all
// solutions.
type Observation interface {
	// Fill writes the statistics into a document.
	Fill(*stats.Document)
	// Tables returns the tables that are made of the counts, after Fill.
	Tables() ([]enumerate.Table, error)
	// Facts say which table is left out.
	Facts() []enumerate.Fact
}

// rowObservation gathers all that is computed from the rows while they are read or written.
type rowObservation struct {
	statistics *stats.Accumulator
	joint      *stats.Joint // nil without measures
	all        []enumerate.RowCounts
}

func newObservation(columns []enumerate.Column, kind enumerate.Kind, analysis enumerate.Analysis, counters enumerate.RowCounters) (*rowObservation, error) {
	o := &rowObservation{}
	var err error
	if o.statistics, err = stats.New(columns, kind, analysis); err != nil {
		return nil, err
	}
	if kind == enumerate.Census && counters.NewStabilisers != nil {
		o.statistics.CountStabilisers(counters.NewStabilisers(columns))
	}
	o.all = []enumerate.RowCounts{o.statistics}
	if len(stats.MeasureColumns(columns, kind)) > 0 {
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

func (o *rowObservation) add(b *enumerate.Batch) error {
	for _, c := range o.all {
		if err := c.Add(b); err != nil {
			return err
		}
	}
	return nil
}

func (o *rowObservation) merge(p *rowObservation) error {
	for i, c := range o.all {
		if err := c.Merge(p.all[i]); err != nil {
			return err
		}
	}
	return nil
}

// Fill implements [Observation].
func (o *rowObservation) Fill(d *stats.Document) { o.statistics.Fill(d) }

// Facts implements [Observation].
func (o *rowObservation) Facts() (facts []enumerate.Fact) {
	if why := o.statistics.NoBySymmetry(); why != "" {
		facts = append(facts, NoBySymmetry(why))
	}
	if o.joint != nil && !o.joint.Exact() {
		facts = append(facts, NoJoint(fmt.Sprintf("the measures have more than %s combinations of values", enumerate.Grouped(stats.MaxCombinations))))
	}
	return facts
}

// NoBySymmetry is the fact that classes are not counted by their stabilisers.
func NoBySymmetry(why string) enumerate.Fact {
	return enumerate.Fact{Key: "no_by_symmetry", Value: why, Text: "no classes by symmetry: " + why}
}

// NoJoint is the fact that there is no table of the joint histogram.
func NoJoint(why string) enumerate.Fact {
	return enumerate.Fact{Key: "no_joint", Value: stats.MaxCombinations, Text: "no table " + enumerate.JointTable + ": " + why}
}

// Tables implements [Observation].
func (o *rowObservation) Tables() (tables []enumerate.Table, err error) {
	for _, c := range o.all {
		more, err := c.Tables()
		if err != nil {
			return nil, err
		}
		tables = append(tables, more...)
	}
	return tables, nil
}

// Observers observe the rows of one dataset on several goroutines. What they find
// depends neither on the order of the rows nor on who sees which. There are as many
// observations as goroutines that add rows at the same time: one for each part of the
// dataset would take memory that grows with the dataset.
type Observers struct {
	empty func() (*rowObservation, error)

	mu   sync.Mutex
	all  []*rowObservation
	free []*rowObservation
}

// NewObservers returns observers that have seen no rows. Without the counters of
// the job, the tables that it makes of the rows are left out.
func NewObservers(columns []enumerate.Column, kind enumerate.Kind, analysis enumerate.Analysis, counters enumerate.RowCounters) *Observers {
	return &Observers{empty: func() (*rowObservation, error) { return newObservation(columns, kind, analysis, counters) }}
}

// NewObservers returns observers of all rows of the study.
func (s *Study) NewObservers() *Observers {
	return NewObservers(s.Job.Columns(), s.Plan.Kind, s.Analysis, s.Job.Features().Counters)
}

// Add observes all rows of a batch.
func (o *Observers) Add(b *enumerate.Batch) error {
	p, err := o.take()
	if err != nil {
		return err
	}
	err = p.add(b)
	o.mu.Lock()
	defer o.mu.Unlock()
	o.free = append(o.free, p)
	return err
}

// take returns an observation that nobody uses.
func (o *Observers) take() (*rowObservation, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if n := len(o.free); n > 0 {
		p := o.free[n-1]
		o.free = o.free[:n-1]
		return p, nil
	}
	p, err := o.empty()
	if err == nil {
		o.all = append(o.all, p)
	}
	return p, err
}

// Merge joins all observations, when all rows were added.
func (o *Observers) Merge() (Observation, error) {
	if len(o.all) == 0 {
		return o.empty()
	}
	for _, p := range o.all[1:] {
		if err := o.all[0].merge(p); err != nil {
			return nil, err
		}
	}
	return o.all[0], nil
}

// sweepObservation is what sweeps have found of all solutions.
type sweepObservation struct {
	study      *Study
	totals     *enumerate.Totals
	breakdowns []*stats.GroupTable
	err        error // of Fill
}

// ObserveSweeps makes an observation of all rows of the study's sweeps.
func (s *Study) ObserveSweeps(rows []*enumerate.Batch) (Observation, error) {
	totals, err := s.Counting().Totals(rows)
	return &sweepObservation{study: s, totals: totals}, err
}

// Fill implements [Observation].
func (o *sweepObservation) Fill(d *stats.Document) {
	o.err = d.FillTotals(o.totals, o.study.Job.Columns(), o.study.Analysis.Breakdowns)
	o.breakdowns = d.Breakdowns
}

// Tables implements [Observation].
func (o *sweepObservation) Tables() ([]enumerate.Table, error) {
	tables := append(stats.BreakdownTables(o.breakdowns), o.totals.Tables...)
	if o.err != nil {
		return nil, o.err
	}
	if o.totals.Joint != nil {
		joint, err := stats.JointTables(o.totals, o.study.Job.Columns())
		return append(tables, joint...), err
	}
	return tables, nil
}

// Facts implements [Observation].
func (o *sweepObservation) Facts() (facts []enumerate.Fact) {
	if why := o.totals.NoBySymmetry; why != "" {
		facts = append(facts, NoBySymmetry(why))
	}
	if why := o.totals.NoJoint; why != "" {
		facts = append(facts, NoJoint(why))
	}
	return facts
}
