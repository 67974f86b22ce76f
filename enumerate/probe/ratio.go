package probe

import (
	"math"

	"coverstat/stats"
)

// Ratio is the ratio of two totals over clusters, of the seconds to the nodes of tasks, say. A
// large cluster weighs more than a small one (W. G. Cochran, Sampling techniques, 1977, chapter
// 6). The zero value has no clusters.
type Ratio struct {
	Clusters               int
	Numerator, Denominator float64 // the totals
	xx, xy, yy             float64
}

// Add adds a cluster: y of the numerator, x of the denominator.
func (r *Ratio) Add(y, x float64) {
	r.Clusters++
	r.Numerator, r.Denominator = r.Numerator+y, r.Denominator+x
	r.xx, r.xy, r.yy = r.xx+x*x, r.xy+x*y, r.yy+y*y
}

// Estimate estimates the ratio. fraction is the share of all clusters that was drawn, at random;
// common is the relative standard error of what all clusters have in common, such as the clock.
// The interval is symmetric on a logarithmic scale, so its ends are positive. If a total is 0, or
// there is one cluster of several, the interval is open at both ends.
func (r *Ratio) Estimate(fraction, common float64) stats.Interval {
	e := stats.Interval{Estimate: math.NaN(), High: math.Inf(1)}
	if r.Denominator <= 0 || r.Numerator <= 0 {
		return e
	}
	e.Estimate = r.Numerator / r.Denominator
	sampling := 0.0 // variance of the logarithm
	if left := 1 - fraction; left > 0 {
		if r.Clusters < 2 {
			return e
		}
		n, q := float64(r.Clusters), e.Estimate
		squares := max(0, r.yy-2*q*r.xy+q*q*r.xx)
		sampling = left * squares * n / (n - 1) / (r.Numerator * r.Numerator)
	}
	t := stats.Student(stats.DefaultConfidence, math.Inf(1))
	half := t * t * common * common
	if sampling > 0 {
		t = stats.Student(stats.DefaultConfidence, float64(r.Clusters-1))
		half += t * t * sampling
	}
	factor := math.Exp(math.Sqrt(half))
	e.Low, e.High = e.Estimate/factor, e.Estimate*factor
	return e
}
