package pipeline

import (
	"coverstat/enumerate"
	"coverstat/stats"
)

// observation gathers all that is computed from the rows while they are read or
// written: the statistics, and the counts that the job makes tables of.
type observation struct {
	statistics *stats.Accumulator
	counts     []enumerate.RowCounts
}

func newObservation(job enumerate.Job, kind enumerate.Kind, analysis enumerate.Analysis) (*observation, error) {
	o := &observation{}
	var err error
	if o.statistics, err = stats.New(job.Columns(), kind, analysis); err != nil {
		return nil, err
	}
	if newCounts := job.Features().NewCounts; newCounts != nil {
		o.counts, err = newCounts()
	}
	return o, err
}

func (o *observation) add(b *enumerate.Batch) error {
	for _, c := range o.counts {
		if err := c.Add(b); err != nil {
			return err
		}
	}
	return o.statistics.Add(b)
}

func (o *observation) merge(p *observation) error {
	for i, c := range o.counts {
		if err := c.Merge(p.counts[i]); err != nil {
			return err
		}
	}
	return o.statistics.Merge(p.statistics)
}

// tables returns the tables that are made of the counts.
func (o *observation) tables() ([]enumerate.Table, error) {
	tables, err := analysisTables(o.statistics)
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

// observers are the observations of the parts of one dataset.
type observers []*observation

func newObservers(job enumerate.Job, kind enumerate.Kind, analysis enumerate.Analysis, parts int) (observers, error) {
	o := make(observers, parts)
	var err error
	for i := range o {
		if o[i], err = newObservation(job, kind, analysis); err != nil {
			return nil, err
		}
	}
	return o, nil
}

// part returns the function that observes the rows of a part.
func (o observers) part(i int) func(*enumerate.Batch) error { return o[i].add }

// merge joins the parts' observations, in order.
func (o observers) merge() (*observation, error) {
	for _, p := range o[1:] {
		if err := o[0].merge(p); err != nil {
			return nil, err
		}
	}
	return o[0], nil
}
