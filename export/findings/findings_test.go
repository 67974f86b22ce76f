package findings

import (
	"strings"
	"testing"

	"coverstat/enumerate"
	"coverstat/export"
	"coverstat/stats"
)

// census makes the manifest and the statistics of a census.
func census(raw, distinct int64, order any) (*export.Manifest, *stats.Document) {
	m := &export.Manifest{Job: enumerate.Census, Complete: true, Rows: stats.Integer(distinct), Raw: stats.Int(raw),
		Tasks: export.Tasks{Total: 3, Done: 3}, Columns: []enumerate.Column{{Name: enumerate.OrbitSizeColumn, Type: enumerate.Int32}},
		Facts: []enumerate.Fact{{Key: "group_order", Text: "symmetry group", Value: order}}}
	return m, &stats.Document{Job: enumerate.Census, Complete: true, Solutions: &stats.Solutions{Raw: stats.Int(raw), Distinct: stats.Int(distinct)}}
}

// TestUpToSymmetry: numbers up to symmetry are told where symmetry made solutions equal, or
// could have.
func TestUpToSymmetry(t *testing.T) {
	for _, c := range []struct {
		raw, distinct int64
		order         any
		head, claim   string
	}{
		{129168, 16146, 8.0, "129,168 solutions, 16,146 up to symmetry", "Nothing was counted twice or lost by symmetry."},
		{8, 8, 2.0, "8 solutions, 8 up to symmetry", "Nothing was counted twice or lost by symmetry."},
		{57, 57, 1.0, "57 solutions", "Nothing was lost on the way."},
		{1, 1, 1, "1 solution", "Nothing was lost on the way."},
	} {
		m, d := census(c.raw, c.distinct, c.order)
		f := New(&export.Dataset{Manifest: m}, d)
		if head := strings.Join(f.Headline(), "|"); head != c.head || f.claims()[1].Lead != c.claim || f.Partial != "" {
			t.Errorf("%+v: %q, %+v, %q", c, head, f.claims(), f.Partial)
		}
	}
}

// TestPartial: what is not the whole says so, and claims nothing.
func TestPartial(t *testing.T) {
	m, d := census(8, 8, 2)
	for want, change := range map[string]func(m *export.Manifest){
		"2 of 3 tasks": func(m *export.Manifest) { m.Complete, m.Tasks.Done = false, 2 },
		"shard 0 of 3, numbered from 0, with 1 of 3 tasks": func(m *export.Manifest) { m.Shard, m.Tasks.Done = &export.Shard{Index: 0, Of: 3}, 1 },
		"the first 5 rows, by --limit":                     func(m *export.Manifest) { m.Limit, m.Extent = 5, "the first 5 rows, by --limit" },
	} {
		part := *m
		change(&part)
		if f := New(&export.Dataset{Manifest: &part}, d); f.Partial != want || f.claims() != nil || f.Complete != "" {
			t.Errorf("%q, %+v: expected %q", f.Partial, f.claims(), want)
		}
	}
}

// TestFewDraws: estimates of draws that are worth too few uniform ones have no intervals.
func TestFewDraws(t *testing.T) {
	i := stats.Interval{Estimate: 40, Low: 30, High: 50}
	for draws, want := range map[float64]string{99: "corrected by weights: 40 solutions", 100: "corrected by weights: 40 solutions (30 to 50)"} {
		m, _ := census(0, 0, 1)
		m.Job = enumerate.Sample
		d := &stats.Document{Job: enumerate.Sample, Samples: &stats.Samples{Drawn: stats.Int(200), Distinct: stats.Int(9)},
			Measures: stats.Measures{{Name: "x", Raw: stats.Distribution{N: stats.Int(200)}}},
			Estimates: &stats.Estimates{Weighted: &stats.WeightedEstimates{Solutions: i, Classes: i, UniformClasses: i, EffectiveDraws: draws,
				Measures: stats.MeasureEstimates{{Name: "x", Mean: &i}}}}}
		f := New(&export.Dataset{Manifest: m}, d)
		if text := strings.Join(f.Sentences, "\n"); !strings.Contains(text+"\n", want+"\n") || (f.Warnings == nil) != (draws >= 100) {
			t.Errorf("worth %v: %s, %q", draws, text, f.Warnings)
		}
		if rough := f.Measures[0].Estimated == "mean 40"; rough != (draws < 100) || !d.Estimates.Weighted.Solutions.Known() {
			t.Errorf("worth %v: %+v", draws, f.Measures[0])
		}
	}
}
