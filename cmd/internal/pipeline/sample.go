package pipeline

import (
	"fmt"
	"math"
	"strings"
	"sync/atomic"

	"coverstat/enumerate"
	"coverstat/export"
	"coverstat/stats"
)

// printSample prints what a sample says about the classes that its sampler draws
// from.
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

// printWeighted prints what a sample says about all solutions, by its weights.
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

// worth says how many uniform draws would give as much information.
func worth(draws float64) string {
	text := round(draws) + " uniform draws"
	if draws < stats.FewEffectiveDraws {
		text += ", too few for intervals to be trusted"
	}
	return text
}

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
