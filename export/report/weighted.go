package report

import (
	"fmt"

	"coverstat/stats"
)

// weighted shows what draws say of themselves beside what they say of all
// solutions, where their weights are known.
type weighted struct {
	Text  string
	Few   bool // too few draws count
	Lines []weightedLine
}

// weightedLine is a measure's mean: of the draws, and corrected.
type weightedLine struct {
	Name, Raw, RawInterval, Corrected, Interval string
}

func newWeighted(doc *stats.Document) *weighted {
	if doc.Samples == nil || doc.Estimates == nil || doc.Estimates.Weighted == nil {
		return nil
	}
	w := doc.Estimates.Weighted
	between := func(i stats.Interval) string {
		return fmt.Sprintf("%s (%s to %s)", decimal(&i.Estimate, "unknown"), decimal(&i.Low, "0"), decimal(&i.High, "∞"))
	}
	out := &weighted{Few: w.EffectiveDraws < stats.FewEffectiveDraws, Text: fmt.Sprintf(
		"Each draw counts by one over its probability: %s solutions, %s up to symmetry. The %s draws saw %s of those; as many uniform draws would have seen %s. Together they know as much as %s uniform draws.",
		between(w.Solutions), between(w.Classes), commas(doc.Samples.Drawn), commas(doc.Samples.Distinct), between(w.UniformClasses), whole(w.EffectiveDraws))}
	for i := range w.Measures {
		m := &w.Measures[i]
		line := weightedLine{Name: m.Name, Corrected: decimal(&m.Mean.Estimate, "unknown"), Interval: ends(m.Mean)}
		if raw := estimated(doc, m.Name); raw != nil {
			line.Raw, line.RawInterval = decimal(&raw.Estimate, "unknown"), ends(*raw)
		}
		out.Lines = append(out.Lines, line)
	}
	return out
}

func ends(i stats.Interval) string {
	return decimal(&i.Low, "−∞") + " to " + decimal(&i.High, "∞")
}
