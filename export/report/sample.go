package report

import (
	"fmt"
	"strconv"

	"coverstat/enumerate"
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
	between := func(i stats.Interval) string {
		return fmt.Sprintf("%s (%s to %s)", decimal(&i.Estimate, "unknown"), decimal(&i.Low, "0"), decimal(&i.High, "∞"))
	}
	note := fmt.Sprintf("Each draw counts by one over its probability: %s solutions, %s up to symmetry. "+
		"The %s draws saw %s of those; as many uniform draws would have seen %s. Together they say as much as %s uniform draws.",
		between(w.Solutions), between(w.Classes), commas(doc.Samples.Drawn), commas(doc.Samples.Distinct), between(w.UniformClasses), whole(w.EffectiveDraws))
	if w.EffectiveDraws < stats.FewEffectiveDraws {
		note += " That is too few for the intervals to be trusted."
	}
	b := block{ID: "weighted", Title: "Corrected by weights", Notes: []string{note}}
	t := &table{Rows: [][]cell{heads("measure", "mean of the draws", "95%", "of all solutions", "95%")}}
	for i := range w.Measures {
		m := &w.Measures[i]
		row := []cell{{Text: plainName(m.Name)}, {}, {}}
		if raw := estimated(doc, m.Name); raw != nil {
			row = append(row[:1], numbers(decimal(&raw.Estimate, "unknown"), ends(&raw.Low, &raw.High))...)
		}
		if m.Mean == nil {
			continue // nominal
		}
		t.Rows = append(t.Rows, append(row, numbers(decimal(&m.Mean.Estimate, "unknown"), ends(&m.Mean.Low, &m.Mean.High))...))
	}
	if len(w.Measures) > 0 {
		b.Table = t
	}
	return []block{b}, nil
}

// against shows a sample beside the census of its puzzle.
func (s *source) against() ([]block, error) {
	a := s.options.Against
	if a == nil {
		return nil, nil
	}
	b := block{ID: "against", Title: "Beside all solutions", Notes: []string{fmt.Sprintf(
		"%s draws saw %s classes; as many uniform draws would see %s, give or take %s. "+
			"z is the difference in standard errors of uniform draws. Variation is the share of draws that would have to be other solutions for the two distributions to agree; beside it is what uniform draws would show.",
		commas(a.Drawn), commas(a.Classes), whole(float64(a.Expected)), whole(float64(a.Deviation)))}}
	write := func(x float64) string { return decimal(&x, "") }
	titles := []string{"mean, sampled", "exact", "z", "variation", "if uniform"}
	if a.Corrected != nil {
		titles = []string{"mean, sampled", "exact", "corrected", "z", "variation", "if uniform"}
	}
	b.Table = &table{Rows: [][]cell{heads("measure", titles...)}}
	for _, m := range a.Measures {
		if m.Scale == enumerate.Nominal {
			continue // it has no mean
		}
		row := append([]cell{{Text: plainName(m.Name)}}, numbers(write(float64(m.SampledMean)), write(float64(m.ExactMean)))...)
		if a.Corrected != nil {
			corrected := ""
			if m.CorrectedMean != nil {
				corrected = write(m.CorrectedMean.Estimate.Estimate)
			}
			row = append(row, numbers(corrected)...)
		}
		row = append(row, numbers(strconv.FormatFloat(float64(m.MeanZ), 'f', 1, 64), percent(float64(m.TotalVariation)), percent(float64(m.ExpectedVariation)))...)
		b.Table.Rows = append(b.Table.Rows, row)
	}
	return []block{b}, nil
}
