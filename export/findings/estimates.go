package findings

import (
	"fmt"
	"math"

	"coverstat/enumerate"
	"coverstat/stats"
)

// sample adds what draws say of the classes that their sampler draws from.
func (f *Findings) sample(d *stats.Document) {
	s, e := d.Samples, d.Estimates
	all := f.count("draws", s.Drawn, s.Distinct)
	all.Distinct, all.Of = &s.Distinct, "different solutions"
	if f.Symmetric {
		all.Of += " " + UpToSymmetry
	}
	failed := s.Failed != nil && !s.Failed.IsZero()
	if failed {
		f.Counts = append(f.Counts, Count{Name: "failed draws", Raw: *s.Failed})
	}
	if e == nil || s.Drawn.IsZero() {
		return
	}
	say := func(format string, args ...any) { f.Sentences = append(f.Sentences, fmt.Sprintf(format, args...)) }
	say("the next draw is of a class seen before with probability %s", e.Coverage.Written(enumerate.Rounded, ""))
	if all := f.Manifest.DrawnFrom; all != nil {
		say("drawn from all %s", enumerate.Counted(all.Grouped(), "solution"))
		return
	}
	if n := e.EffectiveClasses; math.IsInf(n.Estimate, 0) {
		say("drawn as if from %s equally likely classes or more: no two draws are of one class", enumerate.About(n.Low))
	} else {
		say("drawn as if from %s", n.Written(enumerate.About, "equally likely classes"))
	}
	say("classes that can be drawn: at least about %s", e.ClassesAtLeast.Written(enumerate.About, ""))
	w := e.Weighted
	if w == nil {
		return
	}
	classes := ""
	if f.Symmetric {
		classes = ", " + w.Classes.Written(enumerate.About, UpToSymmetry)
	}
	say("corrected by weights: %s%s", w.Solutions.Written(enumerate.About, "solutions"), classes)
	say("as many uniform draws would see %s; these are worth %s", w.UniformClasses.Written(enumerate.About, "of them"), worth(w.EffectiveDraws))
	if w.EffectiveDraws < stats.FewEffectiveDraws {
		f.Warnings = append(f.Warnings, fmt.Sprintf("the draws are worth only %s, too few for intervals that could be trusted: estimates by weights have none", worth(w.EffectiveDraws)))
	}
	if failed {
		part := s.Drawn.Float() / s.Drawn.Add(*s.Failed).Float()
		f.Warnings = append(f.Warnings, fmt.Sprintf("draws failed, which biases the estimates by weights; with nothing found by those it is %s solutions, on average no more than there are",
			enumerate.About(part*w.Solutions.Estimate)))
	}
}

// worth says how many uniform draws tell as much as weighted ones.
func worth(draws float64) string {
	return enumerate.Counted(enumerate.Whole(draws), "uniform draw")
}

// estimates are all that stats.json estimates from draws.
func (f *Findings) estimates() ([]Section, error) {
	e := f.Statistics.Estimates
	if e == nil {
		return nil, nil
	}
	s := Section{ID: "estimates", Title: "What the draws say of all that could be drawn", Closed: e.Weighted == nil, Notes: []string{Sentence("about: " + e.About)}}
	if f.Statistics.Job == enumerate.Sample {
		s.Title = "Bias, and what the sample says"
	}
	t := &Table{}
	t.estimate("coverage", e.Coverage, enumerate.Rounded)
	if f.Manifest.DrawnFrom == nil { // a number that is known needs no estimate
		t.estimate("classes at least", e.ClassesAtLeast, enumerate.About)
		t.estimate("effective classes", e.EffectiveClasses, enumerate.About)
	}
	t.estimate("solvable instances", e.Instances.Solvable, enumerate.Percent)
	t.estimate("unique instances", e.Instances.Unique, enumerate.Percent)
	if w := e.Weighted; w != nil {
		s.Notes = append(s.Notes, Sentence("weighted, each draw by one over its probability: "+w.About))
		t.estimate("weighted: solutions", w.Solutions, enumerate.About)
		t.estimate("weighted: classes", w.Classes, enumerate.About)
		t.estimate("weighted: expected classes", w.UniformClasses, enumerate.About)
		t.Rows = append(t.Rows, line("weighted: effective draws", enumerate.Whole(w.EffectiveDraws)), line("weighted: heaviest class", enumerate.Percent(w.HeaviestClass)))
	}
	if len(t.Rows) > 0 {
		s.Table = t
	}
	return []Section{s}, nil
}

// estimate adds a line, unless nothing was estimated.
func (t *Table) estimate(name string, i stats.Interval, write func(float64) string) {
	if i.Method == "" {
		return
	}
	row := line(name, write(i.Estimate))
	if i.Known() {
		row = append(row, Cell{Text: ends(i, write)}, Cell{Text: enumerate.Percent(i.Confidence) + ", " + i.Method})
	}
	t.Rows = append(t.Rows, row)
}
