package produce

import (
	"context"
	"sync"

	"coverstat/enumerate"
	"coverstat/enumerate/run"
	"coverstat/export"
	"coverstat/export/journal"
	"coverstat/export/sorted"
)

// A worker's rows go into the work, which is the sink of a run: encoded as
// blocks in memory, then committed with their task. The rows of a task of a
// sample are sorted first.

// sink returns where the run's rows go.
func (p *production) sink() (run.Sink, error) {
	if p.study.Plan.Kind != enumerate.Sample {
		return p.work, nil
	}
	order, err := sorted.NewOrder(p.work.Columns())
	return &sampleSink{Work: p.work, order: order}, err
}

// sampleSink sorts the rows of a task: each batch becomes a sorted run. So the
// workers do the sorting, and each holds no more than a batch unsorted.
type sampleSink struct {
	*journal.Work
	order  *sorted.Order
	sorted sync.Pool // of *enumerate.Batch
}

// Add implements [run.Sink].
func (s *sampleSink) Add(task int, rows *enumerate.Batch) (held int64, err error) {
	b, ok := s.sorted.Get().(*enumerate.Batch)
	if !ok {
		b = enumerate.NewBatch(s.Columns())
	}
	defer s.sorted.Put(b)
	if err := s.order.Sort(b, rows); err != nil {
		return 0, err
	}
	return s.AddRun(task, b)
}

// checkedSink commits nothing that was made while an input changed.
type checkedSink struct {
	run.Sink
	check func(again bool) error
}

// Commit implements [run.Sink].
func (s checkedSink) Commit(tasks []enumerate.TaskTally) error {
	if err := s.check(false); err != nil {
		return err
	}
	return s.Sink.Commit(tasks)
}

// sampleShards are what a merge of samples reads: their tasks, and the datasets that
// hold the rows.
type sampleShards struct {
	tasks []enumerate.TaskTally
	sets  []*export.Dataset
}

// tasks lists the finished tasks.
func (p *production) tasks() []enumerate.TaskTally {
	if p.samples != nil {
		return p.samples.tasks
	}
	return p.work.Tasks()
}

// total sums up the finished tasks.
func (p *production) total() (tally enumerate.Tally, done int) {
	tasks := p.tasks()
	for _, t := range tasks {
		tally.Add(t.Tally)
	}
	return tally, len(tasks)
}

// source returns the dataset's rows, and a function to call when they are
// written. Rows of a census or survey come in task order. Rows of a sample are
// merged by key, because many tasks find the same classes, through files in a folder.
func (p *production) source(ctx context.Context, folder string) (src export.Source, release func() error, err error) {
	nothing := func() error { return nil }
	switch {
	case p.options.Limit > 0:
		return p.work.LeadingList(), nothing, nil
	case p.study.Plan.Kind != enumerate.Sample:
		return p.work.List(), nothing, nil
	}
	var others []*export.Dataset
	if p.samples != nil {
		others = p.samples.sets
	}
	r, err := export.MergeRuns(ctx, p.work, folder, others)
	if err != nil {
		return nil, nil, err
	}
	return r, r.Remove, nil
}
