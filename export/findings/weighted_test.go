package findings

import (
	"testing"

	"coverstat/enumerate"
	"coverstat/export"
	"coverstat/stats"
)

func TestWeighted(t *testing.T) {
	raw := stats.Interval{Estimate: 0.5, Low: 0.49, High: 0.51, Confidence: 0.95}
	corrected := stats.Interval{Estimate: 0.6, Low: 0.57, High: 0.63, Confidence: 0.95}
	total := stats.Interval{Estimate: 128301.77, Low: 120144.4, High: 136459.1, Confidence: 0.95}
	doc := &stats.Document{
		Samples: &stats.Samples{Drawn: stats.Int(20000), Distinct: stats.Int(6111)},
		Estimates: &stats.Estimates{
			Measures: stats.MeasureEstimates{{Name: "x", Mean: &raw}},
		}}
	f := &Findings{Statistics: doc, Manifest: new(export.Manifest)}
	doc.Estimates.Weighted = &stats.WeightedEstimates{Solutions: total, Classes: total, UniformClasses: total, EffectiveDraws: 907.3,
		Measures: stats.MeasureEstimates{{Name: "x", Mean: &corrected}}}
	m := histogram(2, func(i int) int64 { return int64(i) })
	m.Name = "x"
	if got, want := f.numbersOf(&m)[3], (NamedNumber{"corrected by weights", "0.6 (0.57 to 0.63)"}); got != want {
		t.Errorf("%s, expected %s", got, want)
	}
}

// TestShares: the intervals of estimated shares stand beside the counts.
func TestShares(t *testing.T) {
	m := histogram(2, func(i int) int64 { return int64(i) })
	estimate := func(share, low, high float64) stats.MeasureEstimate {
		return stats.MeasureEstimate{Name: "m", Shares: stats.ShareEstimates{{Value: 1, Share: stats.Interval{Estimate: share, Low: low, High: high}}}}
	}
	f := findingsOf(enumerate.Sample, enumerate.Analysis{})
	f.Statistics.Estimates = &stats.Estimates{Measures: stats.MeasureEstimates{estimate(0.75, 0.5, 0.9)}, Weighted: &stats.WeightedEstimates{Measures: stats.MeasureEstimates{estimate(0.6, 0.4, 0.8)}}}
	row := barsOf(f.series(m)...).table("").Rows[2]
	if row[1].Text != "12" || row[1].Small != "50% to 90%" || row[2].Text != "60%" || row[2].Small != "40% to 80%" {
		t.Errorf("%+v", row)
	}
}
