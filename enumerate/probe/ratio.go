package probe

import "math"

// Ratio is the ratio of two totals, seen in clusters: seconds to nodes, say,
// in parts of a search. Clusters of unequal size carry weight by their size
// (W. G. Cochran, Sampling techniques, 1977, chapter 6). The zero value has no
// clusters.
type Ratio struct {
	n, x, y, xx, xy, yy float64
}

// Add adds a cluster: y of the numerator, x of the denominator.
func (r *Ratio) Add(y, x float64) {
	r.n++
	r.x, r.y = r.x+x, r.y+y
	r.xx, r.xy, r.yy = r.xx+x*x, r.xy+x*y, r.yy+y*y
}

// N returns the number of clusters.
func (r *Ratio) N() int { return int(r.n) }

// Numerator and Denominator return the totals.
func (r *Ratio) Numerator() float64 { return r.y }

// Denominator returns the sum of all x.
func (r *Ratio) Denominator() float64 { return r.x }

// Estimate estimates the ratio. fraction is the sampled share of all clusters, which
// are drawn at random; common is the relative standard error of an error that all
// ratios share, such as the clock's. The interval is symmetric on a logarithmic scale:
// its ends are positive. Without a denominator nothing is known; one cluster leaves
// both ends open unless it is all there is.
func (r *Ratio) Estimate(fraction, common float64) Interval {
	e := Interval{math.NaN(), 0, math.Inf(1)}
	if r.x <= 0 || r.y <= 0 {
		return e
	}
	e.Estimate = r.y / r.x
	sampling := 0.0 // variance of the logarithm
	if left := 1 - fraction; left > 0 {
		if r.n < 2 {
			return e
		}
		q := e.Estimate
		squares := max(0, r.yy-2*q*r.xy+q*q*r.xx)
		sampling = left * squares * r.n / (r.n - 1) / (r.y * r.y)
	}
	t := student(math.Inf(1))
	half := t * t * common * common
	if sampling > 0 {
		t = student(r.n - 1)
		half += t * t * sampling
	}
	factor := math.Exp(math.Sqrt(half))
	e.Low, e.High = e.Estimate/factor, e.Estimate*factor
	return e
}
