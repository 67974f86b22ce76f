package findings

import (
	"fmt"
	"math"
	"strconv"

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
	s := Section{Title: "What the draws say of all that could be drawn", Closed: true, Notes: []string{Sentence("about: " + e.About)}}
	if f.Statistics.Job == enumerate.Sample {
		s.Title = "Bias, and what the sample says"
	}
	t := &Table{}
	t.estimate("coverage", &e.Coverage, enumerate.Rounded)
	if f.Manifest.DrawnFrom == nil { // a number that is known needs no estimate
		t.estimate("classes at least", &e.ClassesAtLeast, enumerate.About)
		t.estimate("effective classes", &e.EffectiveClasses, enumerate.About)
	}
	t.estimate("solvable instances", &e.Instances.Solvable, enumerate.Percent)
	t.estimate("unique instances", &e.Instances.Unique, enumerate.Percent)
	s.Folded = f.estimatesOf(e.Measures, "")
	if w := e.Weighted; w != nil {
		s.Notes = append(s.Notes, Sentence("weighted: "+w.About))
		t.estimate("weighted: solutions", &w.Solutions, enumerate.About)
		t.estimate("weighted: classes", &w.Classes, enumerate.About)
		t.estimate("weighted: expected classes", &w.UniformClasses, enumerate.About)
		t.Rows = append(t.Rows, line("weighted: effective draws", enumerate.Whole(w.EffectiveDraws)), line("weighted: heaviest class", enumerate.Percent(w.HeaviestClass)))
		s.Folded = append(s.Folded, f.estimatesOf(w.Measures, "weighted: ")...)
	}
	if len(t.Rows) > 0 {
		s.Table = t
	}
	return []Section{s}, nil
}

// estimatesOf makes a table for each measure: its mean and the shares of its
// values.
func (f *Findings) estimatesOf(list stats.MeasureEstimates, prefix string) []Section {
	var out []Section
	for i := range list {
		m, t := &list[i], &Table{}
		if m.Mean != nil {
			t.estimate("mean", m.Mean, f.writer(m.Name))
		}
		for k := range m.Shares {
			t.estimate("share of "+enumerate.Grouped(m.Shares[k].Value), &m.Shares[k].Share, enumerate.Percent)
		}
		if len(t.Rows) > 0 {
			out = append(out, Section{Title: prefix + plainName(m.Name), Table: t})
		}
	}
	return out
}

// weighted sets means of the draws beside estimates of the means of all solutions, if the
// weights of the draws are known.
func (f *Findings) weighted() ([]Section, error) {
	e := f.Statistics.Estimates
	if e == nil || e.Weighted == nil {
		return nil, nil
	}
	t := &Table{Rows: [][]Cell{heads("measure", "mean of the draws", "95%", "of all solutions", "95%")}}
	for _, m := range e.Weighted.Measures {
		if m.Mean == nil {
			continue // nominal
		}
		write := f.writer(m.Name)
		row := []Cell{{Text: plainName(m.Name)}, {}, {}}
		if raw := e.Mean(m.Name); raw != nil {
			row = line(plainName(m.Name), write(raw.Estimate), ends(*raw, write))
		}
		t.Rows = append(t.Rows, append(row, numbers(write(m.Mean.Estimate), ends(*m.Mean, write))...))
	}
	s := Section{ID: "weighted", Title: "Corrected by weights", Notes: []string{"Each draw counts by one over its probability."}}
	if len(t.Rows) > 1 {
		s.Table = t
	}
	return []Section{s}, nil
}

// writer returns how the mean of a measure is written: that of yes or no is a share.
func (f *Findings) writer(measure string) func(float64) string {
	if m := f.Statistics.Measures.Find(measure); m != nil && m.Scale == enumerate.YesNo {
		return enumerate.Percent
	}
	return enumerate.Rounded
}

// estimate adds a line, unless nothing was estimated.
func (t *Table) estimate(name string, i *stats.Interval, write func(float64) string) {
	if i.Method == "" {
		return
	}
	row := line(name, write(i.Estimate))
	if i.Known() {
		row = append(row, Cell{Text: ends(*i, write)}, Cell{Text: fmt.Sprintf("%s%%, %s", strconv.FormatFloat(100*i.Confidence, 'g', 4, 64), i.Method)})
	}
	t.Rows = append(t.Rows, row)
}
