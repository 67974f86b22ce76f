package probe

import (
	"fmt"
	"math"

	"coverstat/enumerate"
	"coverstat/stats"
)

// Stratum is a part of the tree: the number of its probes, with the mean and the central moments of their results. The
// zero value has no probes.
type Stratum struct {
	// Size is how many subtrees the stratum stands for: 1, or more if a probe begins by
	// choosing one of several.
	Size     float64
	N        int64
	Mean     float64 // 0 without probes
	m2, m3   float64 // sums of squared and cubed deviations
	greatest float64
}

// variance returns the unbiased variance of the results.
func (p *Stratum) variance() float64 {
	if p.N < 2 {
		return math.NaN()
	}
	return p.m2 / float64(p.N-1)
}

// Add adds the result of one probe (P. Pébay, Formulas for robust, one-pass parallel
// computation of covariances and arbitrary-order statistical moments, 2008).
func (p *Stratum) Add(x float64) {
	if p.N == 0 {
		p.N, p.Mean, p.greatest = 1, x, x
		return
	}
	before := float64(p.N)
	n := before + 1
	d := x - p.Mean
	p.m3 += d*d*d*before*(before-1)/(n*n) - 3*d*p.m2/n
	p.m2 += d * d * before / n
	p.Mean += d / n
	p.N++
	p.greatest = max(p.greatest, x)
}

// Strata are a tree whose top was counted and whose parts are probed. Probes of one big tree
// vary wildly, and mostly at the top. What differs between strata does not count as error
// (J. Neyman, On the two different aspects of the representative method, 1934).
//
// Whoever stops as soon as the interval is narrow prefers the moments when large paths have been
// missed. So look seldom: after each doubling of the probes.
type Strata struct {
	// Known is what was counted exactly, outside all strata.
	Known float64
	Parts []Stratum
}

// newStrata returns so many strata of size 1 without probes.
func newStrata(parts int, known float64) Strata {
	s := Strata{Known: known, Parts: make([]Stratum, parts)}
	for i := range s.Parts {
		s.Parts[i].Size = 1
	}
	return s
}

// Estimate is an estimate of a size, with what is needed to judge it.
type Estimate struct {
	stats.Interval
	// Error is the standard error.
	Error  float64
	Probes int64
	// Warnings say in words why the interval may be too narrow.
	Warnings []string
}

// fewProbes is the number below which an interval is warned about.
const fewProbes = 30

// Estimate adds up the strata. A few large results of probes make up much of the sum, and then
// the truth is above Student's interval far too often. So the interval comes from P. Hall's
// cubic transformation (On the removal of skewness by transformation, 1992), with Student's
// quantiles at F. E. Satterthwaite's degrees of freedom (An approximate distribution of
// estimates of variance components, 1946).
//
// The variance of a stratum with one probe is taken to be the square of its result. The upper
// end is infinite if a stratum has no probes, or if all results are 0.
func (s *Strata) Estimate() Estimate {
	e := Estimate{Interval: stats.Exactly(s.Known)}
	if len(s.Parts) == 0 {
		return e
	}
	var variance, third, satterthwaite, probed, largest float64
	unprobed, single := 0, 0
	for i := range s.Parts {
		h := &s.Parts[i]
		n := float64(h.N)
		e.Probes += h.N
		if h.N == 0 {
			unprobed++
			continue
		}
		probed += h.Size * h.Mean
		largest = max(largest, h.Size*h.greatest/n)
		v, m3 := h.Mean*h.Mean, 0.0
		if h.N == 1 {
			single++
		} else {
			v = h.variance()
		}
		if h.N > 2 {
			m3 = h.m3 * n / ((n - 1) * (n - 2)) // unbiased
		}
		part := h.Size * h.Size * v / n
		variance += part
		third += h.Size * h.Size * h.Size * m3 / (n * n)
		satterthwaite += part * part / max(1, n-1)
	}
	e.Estimate += probed
	e.Error = math.Sqrt(variance)
	e.warn(unprobed, single, probed, largest)
	if unprobed > 0 || probed == 0 {
		e.High = math.Inf(1)
		return e
	}
	e.High = e.Estimate
	e.Low = e.Estimate
	if variance == 0 {
		return e
	}
	t := stats.Student(stats.DefaultConfidence, variance*variance/satterthwaite)
	skew := third / (variance * e.Error)
	// Costs are not negative: the whole is never below what is known.
	e.Low = max(s.Known, e.Estimate-e.Error*unskew(t, skew))
	e.High = e.Estimate - e.Error*unskew(-t, skew)
	return e
}

// unskew is the inverse of Hall's g(x) = x + a x^2/3 + a^2 x^3/27 + a/6. Of a mean with skewness
// a, x standard errors from the truth, g(x) is nearly normal.
func unskew(z, a float64) float64 {
	if math.Abs(a) < 1e-6 {
		return z
	}
	return 3 * (math.Cbrt(1+a*(z-a/6)) - 1) / a
}

func (e *Estimate) warn(unprobed, single int, probed, largest float64) {
	add := func(format string, args ...any) { e.Warnings = append(e.Warnings, fmt.Sprintf(format, args...)) }
	if unprobed > 0 {
		add("%s of the tree not probed: the upper end is unknown", enumerate.Plural(unprobed, "part"))
	}
	if single > 0 {
		add("%s of the tree probed only once: the variance there is a guess", enumerate.Plural(single, "part"))
	}
	if e.Probes > 0 && probed == 0 {
		add("no probe found anything: the upper end is unknown")
	}
	if e.Probes < fewProbes {
		add("only %s", enumerate.Plural(e.Probes, "probe"))
	}
	if probed > 0 && largest > probed/10 {
		add("one probe makes up %.0f%% of the estimate: larger ones may not have been met", 100*largest/probed)
	}
}
