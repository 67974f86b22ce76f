package study

import (
	"fmt"
	"sync"

	"coverstat/enumerate"
	"coverstat/stats"
)

// Observation gathers all that is computed from the rows while they are read or written.
type Observation struct {
	Statistics *stats.Accumulator
	joint      *stats.Joint // nil without measures
	all        []enumerate.RowCounts
}

func newObservation(columns []enumerate.Column, kind enumerate.Kind, analysis enumerate.Analysis, features enumerate.Features) (*Observation, error) {
	o := &Observation{}
	var err error
	if o.Statistics, err = stats.New(columns, kind, analysis); err != nil {
		return nil, err
	}
	o.all = []enumerate.RowCounts{o.Statistics}
	if len(stats.MeasureColumns(columns, kind)) > 0 {
		if o.joint, err = stats.NewJoint(columns, kind); err != nil {
			return nil, err
		}
		o.all = append(o.all, o.joint)
	}
	if features.NewCounts != nil {
		o.all = append(o.all, features.NewCounts()...)
	}
	if features.OptionUses != nil {
		tables, err := stats.NewOptionTables(columns, features.OptionUses)
		if err != nil {
			return nil, err
		}
		o.all = append(o.all, tables)
	}
	return o, nil
}

func (o *Observation) add(b *enumerate.Batch) error {
	for _, c := range o.all {
		if err := c.Add(b); err != nil {
			return err
		}
	}
	return nil
}

func (o *Observation) merge(p *Observation) error {
	for i, c := range o.all {
		if err := c.Merge(p.all[i]); err != nil {
			return err
		}
	}
	return nil
}

// Facts say which table is left out.
func (o *Observation) Facts() []enumerate.Fact {
	if o.joint == nil || o.joint.Exact() {
		return nil
	}
	return []enumerate.Fact{{Key: "no_joint", Value: stats.MaxCombinations,
		Text: fmt.Sprintf("no table %s: the measures have more than %s combinations of values", enumerate.JointTable, stats.Int(stats.MaxCombinations).Grouped())}}
}

// Tables returns the tables that are made of the counts.
func (o *Observation) Tables() (tables []enumerate.Table, err error) {
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
	empty func() (*Observation, error)

	mu   sync.Mutex
	all  []*Observation
	free []*Observation
}

// NewObservers returns observers that have seen no rows. The features are those of the
// job; without any, the tables that a job makes of the rows are left out.
func NewObservers(columns []enumerate.Column, kind enumerate.Kind, analysis enumerate.Analysis, features enumerate.Features) *Observers {
	return &Observers{empty: func() (*Observation, error) { return newObservation(columns, kind, analysis, features) }}
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
func (o *Observers) take() (*Observation, error) {
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
func (o *Observers) Merge() (*Observation, error) {
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
