package pipeline

import (
	"fmt"

	"coverstat/enumerate"
	"coverstat/stats"
)

// observation is what is gathered from the rows as they pass: the statistics,
// and, where the job can make tables of it, how often each option occurs.
type observation struct {
	job        enumerate.Job
	statistics *statistics
	options    *stats.OptionCounts
	rows       enumerate.RowCounts // nil for none
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
	o := &observation{job: job, statistics: s}
	if t, ok := job.(enumerate.Tabulator); ok {
		if columns, n := t.OptionColumns(); len(columns) > 0 {
			var names []string
			for _, i := range columns {
				names = append(names, job.Columns()[i].Name)
			}
			if o.options, err = stats.NewOptionCounts(job.Columns(), names, n); err != nil {
				return nil, err
			}
		}
	}
	if t, ok := job.(enumerate.RowTabulator); ok {
		o.rows = t.NewRowCounts()
	}
	return o, nil
}

func (o *observation) add(b *enumerate.Batch) error {
	if o.options != nil {
		if err := o.options.Add(b); err != nil {
			return err
		}
	}
	if o.rows != nil {
		if err := o.rows.Add(b); err != nil {
			return err
		}
	}
	return o.statistics.add(b)
}

func (o *observation) merge(p *observation) error {
	if o.options != nil {
		if err := o.options.Merge(p.options); err != nil {
			return err
		}
	}
	if o.rows != nil {
		if err := o.rows.Merge(p.rows); err != nil {
			return err
		}
	}
	return o.statistics.merge(p.statistics)
}

// tables returns the tables that are made of the counts.
func (o *observation) tables() ([]enumerate.Table, error) {
	tables, err := analysisTables(o.statistics.tabulation)
	if err == nil && o.rows != nil {
		var more []enumerate.Table
		more, err = o.rows.Tables()
		tables = append(tables, more...)
	}
	if err != nil || o.options == nil {
		return tables, err
	}
	n := o.options.Options()
	raw, distinct := make([]int64, n), make([]int64, n)
	for i := range n {
		r, d := o.options.Of(enumerate.OptionID(i))
		var fits, fitsToo bool
		raw[i], fits = r.Int64()
		distinct[i], fitsToo = d.Int64()
		if !fits || !fitsToo {
			return nil, fmt.Errorf("option %d occurs %s times: more than a table of 64 bits can hold", i, r)
		}
	}
	all, fits := o.statistics.accumulator.Raw().Int64()
	if !fits {
		return nil, fmt.Errorf("the rows stand for more than a table of 64 bits can hold")
	}
	more, err := o.job.(enumerate.Tabulator).Tabulate(raw, distinct, all)
	return append(tables, more...), err
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
