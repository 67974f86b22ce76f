package pipeline

import (
	"coverstat/enumerate"
	"coverstat/stats"
)

// observation is what is gathered from the rows as they pass: the statistics,
// and the counts that the job makes tables of.
type observation struct {
	statistics *statistics
	counts     []enumerate.RowCounts
}

// statistics are all that stats.json says of the rows.
type statistics struct {
	columns     []enumerate.Column
	analysis    enumerate.Analysis
	accumulator *stats.Accumulator
	tabulation  *stats.Tabulation
}

func newStatistics(columns []enumerate.Column, kind enumerate.Kind, analysis enumerate.Analysis) (*statistics, error) {
	s := &statistics{columns: columns, analysis: analysis}
	var err error
	if s.accumulator, err = stats.New(columns, kind); err != nil {
		return nil, err
	}
	s.tabulation, err = stats.NewTabulation(columns, analysis)
	return s, err
}

func (s *statistics) add(b *enumerate.Batch) error {
	if err := s.accumulator.Add(b); err != nil {
		return err
	}
	return s.tabulation.Add(b)
}

func (s *statistics) merge(t *statistics) error {
	if err := s.accumulator.Merge(t.accumulator); err != nil {
		return err
	}
	return s.tabulation.Merge(t.tabulation)
}

// fill writes what the rows say into a document.
func (s *statistics) fill(d *stats.Document) {
	d.Summary = s.accumulator.Summary()
	if about := s.analysis.Drawn; about != "" {
		d.EstimateDrawn(s.columns, about)
	}
	d.Sections = s.tabulation.Sections()
}

func newObservation(job enumerate.Job, kind enumerate.Kind, analysis enumerate.Analysis) (*observation, error) {
	s, err := newStatistics(job.Columns(), kind, analysis)
	if err != nil {
		return nil, err
	}
	o := &observation{statistics: s}
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
	return o.statistics.add(b)
}

func (o *observation) merge(p *observation) error {
	for i, c := range o.counts {
		if err := c.Merge(p.counts[i]); err != nil {
			return err
		}
	}
	return o.statistics.merge(p.statistics)
}

// tables returns the tables that are made of the counts.
func (o *observation) tables() ([]enumerate.Table, error) {
	tables, err := analysisTables(o.statistics.tabulation)
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
type observers struct {
	parts []*observation
}

func newObservers(job enumerate.Job, kind enumerate.Kind, analysis enumerate.Analysis, parts int) (*observers, error) {
	o := &observers{}
	for range parts {
		p, err := newObservation(job, kind, analysis)
		if err != nil {
			return nil, err
		}
		o.parts = append(o.parts, p)
	}
	return o, nil
}

func (o *observers) part(i int) func(*enumerate.Batch) error { return o.parts[i].add }

// merge joins the parts' observations, in order.
func (o *observers) merge() (*observation, error) {
	for _, p := range o.parts[1:] {
		if err := o.parts[0].merge(p); err != nil {
			return nil, err
		}
	}
	return o.parts[0], nil
}
