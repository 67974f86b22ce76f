package findings

import (
	"testing"

	"coverstat/export"
	"coverstat/stats"
)

func TestWeighted(t *testing.T) {
	raw := stats.Interval{Estimate: 0.5, Low: 0.49, High: 0.51, Confidence: 0.95}
	corrected := stats.Interval{Estimate: 0.6, Low: 0.57, High: 0.63, Confidence: 0.95}
	total := stats.Interval{Estimate: 128301.77, Low: 120144.4, High: 136459.1, Confidence: 0.95}
	doc := &stats.Document{Summary: stats.Summary{
		Samples: &stats.Samples{Drawn: stats.Int(20000), Distinct: stats.Int(6111)},
		Estimates: &stats.Estimates{
			Measures: stats.MeasureEstimates{{Name: "x", Mean: &raw}},
		}}}
	f := &Findings{Statistics: doc, Manifest: new(export.Manifest)}
	doc.Estimates.Weighted = &stats.Weighted{Solutions: total, Classes: total, UniformClasses: total, EffectiveDraws: 907.3,
		Measures: stats.MeasureEstimates{{Name: "x", Mean: &corrected}}}
	list, err := f.estimates()
	if err != nil {
		t.Fatal(err)
	}
	if got, want := lines(list[0].Folded[0].Table)[1], "x|mean|0.5|0.49 to 0.51|0.6|0.57 to 0.63"; got != want {
		t.Errorf("%s, expected %s", got, want)
	}
}
