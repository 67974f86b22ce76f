package produce

import (
	"sync/atomic"

	"coverstat/enumerate"
	"coverstat/export"
)

// merged is the input of a merge of samples: their tasks, and the datasets that
// hold the rows.
type merged struct {
	tasks []enumerate.TaskTally
	sets  []*export.Dataset
}

// tasks lists the finished tasks.
func (p *production) tasks() []enumerate.TaskTally {
	if p.merged != nil {
		return p.merged.tasks
	}
	return p.work.Tasks()
}

// total sums up the finished tasks.
func (p *production) total() (tally enumerate.Tally, done int) {
	if p.merged == nil {
		return p.work.Total()
	}
	for _, t := range p.merged.tasks {
		tally.Add(t.Tally)
	}
	return tally, len(p.merged.tasks)
}

// source returns the dataset's rows, and a function to call when they are
// written. Rows of a census or survey come in task order. Rows of a sample are
// merged by key, because many tasks find the same classes.
func (p *production) source(stop *atomic.Bool) (src export.Source, release func() error, err error) {
	nothing := func() error { return nil }
	switch {
	case p.options.Limit > 0:
		return p.work.LeadingList(), nothing, nil
	case p.study.Plan.Kind != enumerate.Sample:
		return p.work.List(), nothing, nil
	}
	var others []*export.Dataset
	if p.merged != nil {
		others = p.merged.sets
	}
	r, err := export.MergeRuns(p.work, others, stop)
	if err != nil {
		return nil, nil, err
	}
	return r, r.Remove, nil
}
