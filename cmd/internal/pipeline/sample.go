package pipeline

import (
	"fmt"
	"math"
	"strings"
	"sync/atomic"

	"coverstat/enumerate"
	"coverstat/enumerate/run"
	"coverstat/export"
	"coverstat/export/block"
	"coverstat/export/sorted"
	"coverstat/stats"
)

// A sample's tasks see the same classes again and again. Each commits its rows
// as sorted runs, and when all are there the runs are merged by key: rows of a
// sample do not come in task order.

// printSample says what a sample tells of what its sampler draws from.
func (f *Findings) printSample(b *strings.Builder) {
	for _, fact := range f.Manifest.Facts {
		if fact.Key == "sampler" {
			fmt.Fprintf(b, "  %s\n", fact.Text)
		}
	}
	e := f.Document.Estimates
	if e == nil || f.Document.Samples.Drawn.IsZero() {
		return
	}
	if n := e.EffectiveClasses; math.IsInf(n.Estimate, 0) {
		fmt.Fprintf(b, "  drawn as if from %s equally likely classes or more: no two draws are of one class\n", round(n.Low))
	} else {
		fmt.Fprintf(b, "  drawn as if from %s equally likely classes (%s to %s)\n", round(n.Estimate), round(n.Low), round(n.High))
	}
	fmt.Fprintf(b, "  the next draw is of a class seen before with probability %.4f (%.4f to %.4f)\n",
		e.Coverage.Estimate, e.Coverage.Low, e.Coverage.High)
	fmt.Fprintf(b, "  classes that can be drawn: at least about %s (%s to %s)\n",
		round(e.ClassesAtLeast.Estimate), round(e.ClassesAtLeast.Low), round(e.ClassesAtLeast.High))
	f.printWeighted(b)
}

// printWeighted says what a sample tells of all solutions alike.
func (f *Findings) printWeighted(b *strings.Builder) {
	w := f.Document.Estimates.Weighted
	if w == nil {
		return
	}
	fmt.Fprintf(b, "  corrected by weights: %s solutions (%s to %s), %s up to symmetry (%s to %s);\n",
		round(w.Solutions.Estimate), round(w.Solutions.Low), round(w.Solutions.High),
		round(w.Classes.Estimate), round(w.Classes.Low), round(w.Classes.High))
	fmt.Fprintf(b, "  as many uniform draws would see %s of them (%s to %s); these are worth %s\n",
		round(w.UniformClasses.Estimate), round(w.UniformClasses.Low), round(w.UniformClasses.High), worth(w.EffectiveDraws))
	s := f.Document.Samples
	if s.Failed != nil && !s.Failed.IsZero() {
		part := s.Drawn.Float() / s.Drawn.Add(*s.Failed).Float()
		fmt.Fprintf(b, "  but draws failed, which biases this; with nothing found by those it is %s solutions, on average no more than there are\n",
			round(part*w.Solutions.Estimate))
	}
}

// worth says how many uniform draws would know as much.
func worth(draws float64) string {
	text := round(draws) + " uniform draws"
	if draws < stats.FewEffectiveDraws {
		text += ", too few for intervals to be trusted"
	}
	return text
}

// sampleSink commits the tasks of a sample.
type sampleSink struct {
	sink
	order *sorted.Order
}

// NewRows implements [run.Sink].
func (s sampleSink) NewRows(int) run.Rows {
	rows := block.NewRows(s.work.Columns())
	return sampleRows{taskRows{rows}, sorted.NewSorter(s.order, rows)}
}

// sampleRows sorts what it is given at once: a batch is a run. So no more than
// a batch of a task waits unsorted, and sorting is done by the workers.
type sampleRows struct {
	taskRows
	sorter *sorted.Sorter
}

// Add implements [run.Rows].
func (r sampleRows) Add(b *enumerate.Batch) error {
	if err := r.sorter.Add(b); err != nil {
		return err
	}
	return r.sorter.Seal()
}

// sink returns where the run's tasks go.
func (p *production) sink() (run.Sink, error) {
	plain := sink{work: p.work, cut: p.cut}
	if p.study.Plan.Kind != enumerate.Sample {
		return plain, nil
	}
	order, err := sorted.NewOrder(p.work.Columns())
	return sampleSink{plain, order}, err
}

// merged is what a merge of samples rests on: their tasks, and the datasets
// that hold the rows.
type merged struct {
	tasks []export.TaskTally
	sets  []*export.Dataset
}

// tasks lists the finished tasks.
func (p *production) tasks() []export.TaskTally {
	if p.merged != nil {
		return p.merged.tasks
	}
	return export.WorkTasks(p.work)
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

// source returns the dataset's rows, and what to do when they are written.
func (p *production) source(stop *atomic.Bool) (src export.Source, release func() error, err error) {
	if p.study.Plan.Kind != enumerate.Sample {
		return export.FromWork(p.work), func() error { return nil }, nil
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
