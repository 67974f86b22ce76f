package probe

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestRatioCoverage draws clusters of very unequal sizes and rates, and counts
// how often the interval contains the true ratio.
func TestRatioCoverage(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 7))
	const count, seen, runs = 400, 60, 2000
	x, y := make([]float64, count), make([]float64, count)
	var total Ratio
	for i := range x {
		x[i] = math.Exp(random.NormFloat64())
		y[i] = x[i] * math.Exp(0.3*random.NormFloat64())
		total.Add(y[i], x[i])
	}
	truth := total.Numerator / total.Denominator
	hits := 0
	for range runs {
		var r Ratio
		for _, i := range random.Perm(count)[:seen] {
			r.Add(y[i], x[i])
		}
		if e := r.Estimate(float64(seen)/count, 0); e.Low <= truth && truth <= e.High {
			hits++
		}
	}
	t.Logf("%d of %d intervals of 95%% contain the ratio", hits, runs)
	if hits < runs*90/100 {
		t.Errorf("%d of %d intervals contain the ratio", hits, runs)
	}
	if e := total.Estimate(1, 0); e.Low != truth || e.High != truth {
		t.Errorf("all clusters: %+v, expected exactly %v", e, truth)
	}
	if e := total.Estimate(1, 0.05); e.Low > truth*0.92 || e.Low <= 0 || e.High < truth*1.08 {
		t.Errorf("all clusters, rates uncertain by 5%%: %+v", e)
	}
}

func TestRatioUnknown(t *testing.T) {
	var r Ratio
	if e := r.Estimate(1, 0); !math.IsNaN(e.Estimate) {
		t.Errorf("no clusters: %+v", e)
	}
	r.Add(2, 4)
	if e := r.Estimate(0.1, 0); e.Estimate != 0.5 || e.Low != 0 || !math.IsInf(e.High, 1) {
		t.Errorf("one cluster of many: %+v, expected 0.5 with open ends", e)
	}
	if e := r.Estimate(1, 0); e.Low != 0.5 || e.High != 0.5 {
		t.Errorf("the only cluster: %+v, expected exactly 0.5", e)
	}
}
