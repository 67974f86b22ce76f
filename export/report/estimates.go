package report

import (
	"fmt"
	"math"
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
	t.estimate("coverage", &e.Coverage)
	t.estimate("classes at least", &e.ClassesAtLeast)
	t.estimate("effective classes", &e.EffectiveClasses)
	t.estimate("solvable instances", &e.Instances.Solvable)
	t.estimate("unique instances", &e.Instances.Unique)
	b.Folded = estimatesOf(e.Measures, "")
	if w := e.Weighted; w != nil {
		b.Notes = append(b.Notes, sentence("weighted: "+w.About))
		t.estimate("weighted: solutions", &w.Solutions)
		t.estimate("weighted: classes", &w.Classes)
		t.estimate("weighted: expected classes", &w.UniformClasses)
		for _, x := range []struct {
			name  string
			value float64
		}{{"weighted: effective draws", w.EffectiveDraws}, {"weighted: heaviest class", w.HeaviestClass}} {
			t.Rows = append(t.Rows, append([]cell{{Text: x.name}}, numbers(digits(x.value, 5))...))
		}
		b.Folded = append(b.Folded, estimatesOf(w.Measures, "weighted: ")...)
	}
	if len(t.Rows) > 0 {
		b.Table = t
	}
	return []block{b}, nil
}

// estimatesOf makes a table for each measure: its mean and the shares of its
// values.
func estimatesOf(list stats.MeasureEstimates, prefix string) []block {
	var out []block
	for i := range list {
		m, t := &list[i], &table{}
		if m.Mean != nil {
			t.estimate("mean", m.Mean)
		}
		for k := range m.Shares {
			t.estimate("share of "+count(m.Shares[k].Value), &m.Shares[k].Share)
		}
		if len(t.Rows) > 0 {
			out = append(out, block{Title: prefix + plainName(m.Name), Table: t})
		}
	}
	return out
}

// estimate adds a line, unless nothing was estimated.
func (t *table) estimate(name string, i *stats.Interval) {
	if i.Method == "" {
		return
	}
	known := func(x *float64) *float64 {
		if math.IsNaN(*x) || math.IsInf(*x, 0) {
			return nil
		}
		return x
	}
	row := append([]cell{{Text: name}}, numbers(decimal(known(&i.Estimate), "unknown"))...)
	t.Rows = append(t.Rows, append(row, cell{Text: ends(known(&i.Low), known(&i.High))},
		cell{Text: fmt.Sprintf("%s%%, %s", strconv.FormatFloat(100*i.Confidence, 'g', 4, 64), i.Method)}))
}
