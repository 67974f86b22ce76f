package jobs_test

import (
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"coverstat/enumerate"
	"coverstat/enumerate/exact"
	"coverstat/enumerate/exact/jobs"
	"coverstat/enumerate/kernel/kerneltest"
	"coverstat/enumerate/symmetry"
)

// TestDrawsAreChecked: a draw that does not meet a condition ends the run, though the sampler kept
// the condition as it knows it. Here the measure is not the sum that it says it is.
func TestDrawsAreChecked(t *testing.T) {
	p := kerneltest.Dominoes(2, 3)
	wrong := []exact.Measure{{MeasureInfo: enumerate.MeasureInfo{Name: "dominoes"},
		Value: func(_ *enumerate.Problem, solution []enumerate.OptionID, _ int64) int64 {
			return int64(len(solution)) + 1
		},
		Sum: func(p *enumerate.Problem) *enumerate.Sum {
			return &enumerate.Sum{Values: slices.Repeat([]int32{1}, p.Options())}
		}}}
	for _, sampler := range []string{"shuffled", "random-item"} {
		known := func([]string) ([]exact.Measure, error) { return wrong, nil }
		x, err := exact.NewInstance(p, symmetry.Trivial(p), known, nil, []string{"dominoes=3"})
		if err != nil {
			t.Fatal(err)
		}
		x.ListOptions(nil)
		job, err := jobs.Open(x, enumerate.Spec{Kind: enumerate.Sample, Sample: &enumerate.SampleSpec{Draws: 10, Sampler: sampler}})
		if err != nil {
			t.Fatal(err)
		}
		w, err := job.NewWorker()
		if err != nil {
			t.Fatal(err)
		}
		_, _, err = w(0, new(atomic.Bool), enumerate.NewBatch(job.Columns), func() error { return nil })
		if err == nil || !strings.Contains(err.Error(), "does not meet dominoes=3") {
			t.Errorf("%s: %v", sampler, err)
		}
	}
}
