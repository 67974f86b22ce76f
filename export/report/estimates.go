package report

import (
	"fmt"
	"strconv"

	"coverstat/enumerate"
	"coverstat/stats"
)

// estimates shows all that stats.json estimates from draws.
func (s *source) estimates() ([]block, error) {
	e := s.doc.Estimates
	if e == nil {
		return nil, nil
	}
	b := block{Title: "What the draws say of all that could be drawn", Closed: true, Notes: []string{sentence("about: " + e.About)}}
	if s.doc.Job == enumerate.Sample {
		b.Title = "Bias, and what the sample says"
	}
	t := &table{}
	t.estimate("coverage", &e.Coverage, rounded)
	if s.set.Manifest.DrawnFrom == nil { // a number that is known needs no estimate
		t.estimate("classes at least", &e.ClassesAtLeast, about)
		t.estimate("effective classes", &e.EffectiveClasses, about)
	}
	t.estimate("solvable instances", &e.Instances.Solvable, percent)
	t.estimate("unique instances", &e.Instances.Unique, percent)
	b.Folded = s.estimatesOf(e.Measures, "")
	if w := e.Weighted; w != nil {
		b.Notes = append(b.Notes, sentence("weighted: "+w.About))
		t.estimate("weighted: solutions", &w.Solutions, about)
		t.estimate("weighted: classes", &w.Classes, about)
		t.estimate("weighted: expected classes", &w.UniformClasses, about)
		t.Rows = append(t.Rows, line("weighted: effective draws", whole(w.EffectiveDraws)), line("weighted: heaviest class", percent(w.HeaviestClass)))
		b.Folded = append(b.Folded, s.estimatesOf(w.Measures, "weighted: ")...)
	}
	if len(t.Rows) > 0 {
		b.Table = t
	}
	return []block{b}, nil
}

// estimatesOf makes a table for each measure: its mean and the shares of its
// values.
func (s *source) estimatesOf(list stats.MeasureEstimates, prefix string) []block {
	var out []block
	for i := range list {
		m, t := &list[i], &table{}
		if m.Mean != nil {
			t.estimate("mean", m.Mean, s.writer(m.Name))
		}
		for k := range m.Shares {
			t.estimate("share of "+count(m.Shares[k].Value), &m.Shares[k].Share, percent)
		}
		if len(t.Rows) > 0 {
			out = append(out, block{Title: prefix + plainName(m.Name), Table: t})
		}
	}
	return out
}

// writer returns how the mean of a measure is written: that of yes or no is a share.
func (s *source) writer(measure string) func(float64) string {
	if m := s.doc.Measures.Find(measure); m != nil && m.Scale == enumerate.YesNo {
		return percent
	}
	return rounded
}

// estimate adds a line, unless nothing was estimated.
func (t *table) estimate(name string, i *stats.Interval, write func(float64) string) {
	if i.Method == "" {
		return
	}
	row := line(name, write(i.Estimate))
	if i.Known() {
		row = append(row, cell{Text: ends(*i, write)}, cell{Text: fmt.Sprintf("%s%%, %s", strconv.FormatFloat(100*i.Confidence, 'g', 4, 64), i.Method)})
	}
	t.Rows = append(t.Rows, row)
}
