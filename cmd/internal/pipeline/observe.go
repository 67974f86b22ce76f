package pipeline

import (
	"fmt"

	"coverstat/enumerate"
	"coverstat/stats"
)

// observation is what is gathered from the rows as they pass: the statistics,
// and, where the job can make tables of it, how often each option occurs.
type observation struct {
	job         enumerate.Job
	accumulator *stats.Accumulator
	options     *stats.OptionCounts
}

func newObservation(job enumerate.Job, kind enumerate.Kind) (*observation, error) {
	a, err := stats.New(job.Columns(), kind)
	if err != nil {
		return nil, err
	}
	o := &observation{job: job, accumulator: a}
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
	return o, nil
}

func (o *observation) add(b *enumerate.Batch) error {
	if o.options != nil {
		if err := o.options.Add(b); err != nil {
			return err
		}
	}
	return o.accumulator.Add(b)
}

func (o *observation) merge(p *observation) error {
	if o.options != nil {
		if err := o.options.Merge(p.options); err != nil {
			return err
		}
	}
	return o.accumulator.Merge(p.accumulator)
}

// tables returns the tables that the job makes of the counts.
func (o *observation) tables() ([]enumerate.Table, error) {
	if o.options == nil {
		return nil, nil
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
	return o.job.(enumerate.Tabulator).Tabulate(raw, distinct), nil
}

// observers are the observations of the parts of one dataset.
type observers struct {
	job   enumerate.Job
	kind  enumerate.Kind
	parts []*observation
}

func newObservers(job enumerate.Job, kind enumerate.Kind, parts int) (*observers, error) {
	o := &observers{job: job, kind: kind}
	for range parts {
		p, err := newObservation(job, kind)
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
