package produce

import (
	"sync"

	"coverstat/enumerate"
	"coverstat/enumerate/run"
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
