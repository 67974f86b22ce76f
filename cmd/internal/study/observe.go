package study

import (
	"coverstat/enumerate"
	"coverstat/stats"
)

// Observation gathers all that is computed from the rows while they are read or
// written: the statistics, and the counts that the job makes tables of.
type Observation struct {
	Statistics *stats.Accumulator
	counts     []enumerate.RowCounts
}

func newObservation(job enumerate.Job, kind enumerate.Kind, analysis enumerate.Analysis) (*Observation, error) {
	o := &Observation{}
	var err error
	if o.Statistics, err = stats.New(job.Columns(), kind, analysis); err != nil {
		return nil, err
	}
	if newCounts := job.Features().NewCounts; newCounts != nil {
		o.counts, err = newCounts()
	}
	return o, err
}

func (o *Observation) add(b *enumerate.Batch) error {
	for _, c := range o.counts {
		if err := c.Add(b); err != nil {
			return err
		}
	}
	return o.Statistics.Add(b)
}

func (o *Observation) merge(p *Observation) error {
	for i, c := range o.counts {
		if err := c.Merge(p.counts[i]); err != nil {
			return err
		}
	}
	return o.Statistics.Merge(p.Statistics)
}

// Tables returns the tables that are made of the counts.
func (o *Observation) Tables() ([]enumerate.Table, error) {
	tables, err := analysisTables(o.Statistics)
	for _, c := range o.counts {
		if err != nil {
			return nil, err
		}
		var more []enumerate.Table
		more, err = c.Tables()
		tables = append(tables, more...)
	}
	return tables, err
}

// Observers are the observations of the parts of one dataset.
type Observers []*Observation

// NewObservers returns empty observations, one for each of so many parts of a
// dataset.
func NewObservers(job enumerate.Job, kind enumerate.Kind, analysis enumerate.Analysis, parts int) (Observers, error) {
	o := make(Observers, parts)
	var err error
	for i := range o {
		if o[i], err = newObservation(job, kind, analysis); err != nil {
			return nil, err
		}
	}
	return o, nil
}

// Part returns the function that observes the rows of a part.
func (o Observers) Part(i int) func(*enumerate.Batch) error { return o[i].add }

// Merge joins the parts' observations, in order.
func (o Observers) Merge() (*Observation, error) {
	for _, p := range o[1:] {
		if err := o[0].merge(p); err != nil {
			return nil, err
		}
	}
	return o[0], nil
}
