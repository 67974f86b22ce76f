package report

import (
	"fmt"
	"math"
	"strings"

	"coverstat/enumerate"
	"coverstat/export/findings"
	"coverstat/stats"
)

// weighted shows means of the draws beside estimates of the means of all
// solutions, if the weights of the draws are known.
func (s *source) weighted() ([]block, error) {
	doc := s.doc
	if doc.Samples == nil || doc.Estimates == nil || doc.Estimates.Weighted == nil {
		return nil, nil
	}
	w := doc.Estimates.Weighted
	b := block{ID: "weighted", Title: "Corrected by weights", Notes: []string{"Each draw counts by one over its probability."}}
	t := &table{Rows: [][]cell{heads("measure", "mean of the draws", "95%", "of all solutions", "95%")}}
	for i := range w.Measures {
		m := &w.Measures[i]
		if m.Mean == nil {
			continue // nominal
		}
		write := s.writer(m.Name)
		row := []cell{{Text: plainName(m.Name)}, {}, {}}
		if raw := doc.Estimates.Mean(m.Name); raw != nil {
			row = line(plainName(m.Name), write(raw.Estimate), ends(*raw, write))
		}
		t.Rows = append(t.Rows, append(row, numbers(write(m.Mean.Estimate), ends(*m.Mean, write))...))
	}
	if len(w.Measures) > 0 {
		b.Table = t
	}
	return []block{b}, nil
}

// sure is the probability below which a difference from the census is marked.
const sure = 0.001

// against returns how a measure of a sample compares with the census, nil if
// there is none.
func (s *source) against(measure string) *stats.Comparison {
	if s.options.Against == nil {
		return nil
	}
	for i := range s.options.Against.Measures {
		if c := &s.options.Against.Measures[i]; c.Name == measure {
			return c
		}
	}
	return nil
}

// differs says that draws are distributed otherwise than the census; "" if
// uniform draws could well look like them.
func differs(c *stats.Comparison) string {
	switch p, z := float64(c.Fit.P), float64(c.MeanZ); {
	case !(p < sure):
		return ""
	case math.IsNaN(z) || math.Abs(z) < 3:
		return "differs from the census"
	default:
		return "differs from the census: z = " + digits(z, 3)
	}
}

// verdict says whether a sample looks uniform beside the census of its puzzle,
// and what the colours of all charts are.
func (s *source) verdict() ([]block, error) {
	a, census := s.options.Against, s.options.Census
	if a == nil {
		return nil, nil
	}
	b := block{ID: "against", Class: "verdict", Title: enumerate.Counted(commas(a.Classes), "class") + " seen, " + whole(float64(a.Expected)) + " expected of a uniform draw"}
	seen, corrected := findings.Against(a)
	text := "The draws are not uniform"
	if math.Abs(float64(a.Z)) < 3 {
		text = "By the number of classes, the draws look uniform"
	}
	var marked []string
	for i := range a.Measures {
		if differs(&a.Measures[i]) != "" {
			marked = append(marked, plainName(a.Measures[i].Name))
		}
	}
	b.Notes = []string{text + ": " + minus(seen) + "."}
	switch of := len(a.Measures); {
	case len(marked) > 0:
		b.Notes = append(b.Notes, fmt.Sprintf("%d of %s are distributed otherwise than in the census (chi-square, p below %g): %s.",
			len(marked), enumerate.Plural(of, "measure"), sure, strings.Join(marked, ", ")))
	case of > 0:
		b.Notes = append(b.Notes, fmt.Sprintf("None of %s is distributed otherwise than in the census (chi-square, p below %g).", enumerate.Plural(of, "measure"), sure))
	}
	if corrected != nil {
		b.Notes = append(b.Notes, sentence(corrected[0]+": "+strings.Join(corrected[1:], "; ")))
	}
	b.Chart = &figure{Keys: []string{
		fmt.Sprintf("%s: the census, %s", census.Name, enumerate.Counted(commas(census.Solutions.Raw), "solution")),
		fmt.Sprintf("%s: the sample, %s", s.doc.Name, enumerate.Counted(commas(a.Drawn), "draw"))}}
	if a.Corrected != nil {
		b.Chart.Keys = append(b.Chart.Keys, "the draws, corrected by their weights")
	}
	t := &table{Rows: [][]cell{heads("measure", "census", "draws", "z", "variation", "if uniform", "")}}
	if a.Corrected != nil {
		t.Rows[0] = heads("measure", "census", "draws", "corrected", "z", "variation", "if uniform", "")
	}
	for i := range a.Measures {
		m := &a.Measures[i]
		write := func(x float64) string {
			if math.IsNaN(x) {
				return "–"
			}
			return digits(x, 4)
		}
		row := append([]cell{{Text: plainName(m.Name), Head: true, Class: "row"}}, numbers(write(float64(m.ExactMean)), write(float64(m.SampledMean)))...)
		if a.Corrected != nil {
			corrected := "–"
			if m.CorrectedMean != nil {
				corrected = write(m.CorrectedMean.Estimate.Estimate)
			}
			row = append(row, numbers(corrected)...)
		}
		row = append(row, numbers(write(math.Round(10*float64(m.MeanZ))/10), percent(float64(m.TotalVariation)), percent(float64(m.ExpectedVariation)))...)
		t.Rows = append(t.Rows, append(row, mark(m)))
	}
	b.Folded = []block{{Title: "All measures: means and distances", Table: t, Notes: []string{
		"z is the difference of the means in standard errors of uniform draws. Variation is the share of draws that would have to be other solutions for the two distributions to agree; beside it is what uniform draws would show."}}}
	return []block{b}, nil
}

// mark is a cell that says whether a measure differs from the census.
func mark(c *stats.Comparison) cell {
	if differs(c) == "" {
		return cell{}
	}
	return cell{Text: "differs", Class: "mark"}
}
