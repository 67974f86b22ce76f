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
	truth := total.Numerator() / total.Denominator()
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

func TestProduct(t *testing.T) {
	exact := Exactly
	wide := Interval{10, 5, 20}
	open := Interval{10, 5, math.Inf(1)}
	near := func(a, b float64) bool { return math.Abs(a-b) < 1e-9*math.Abs(b) || a == b }
	for _, c := range []struct{ a, b, want Interval }{
		{exact(3), exact(4), Interval{12, 12, 12}},
		{wide, exact(2), Interval{20, 10, 40}},
		{wide, wide, Interval{100, 100 / math.Exp(math.Sqrt2*math.Ln2), 100 * math.Exp(math.Sqrt2*math.Ln2)}},
		{open, exact(2), Interval{20, 10, math.Inf(1)}},
		{exact(0), wide, Interval{0, 0, 0}},
		{Interval{5, 0, 9}, exact(1), Interval{5, 0, 9}},
	} {
		got := Product(c.a, c.b)
		if !near(got.Estimate, c.want.Estimate) || !near(got.Low, c.want.Low) || !near(got.High, c.want.High) {
			t.Errorf("%+v times %+v: %+v, expected %+v", c.a, c.b, got, c.want)
		}
	}
	if got := Product(Interval{Estimate: math.NaN()}, wide); !math.IsNaN(got.Estimate) {
		t.Errorf("nothing known: %+v", got)
	}
}
