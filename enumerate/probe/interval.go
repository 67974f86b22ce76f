package probe

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// Confidence is that of all intervals.
const Confidence = 0.95

// Interval is an estimate with its confidence interval. An unknown end is infinite, and
// an unknown estimate is not a number.
type Interval struct{ Estimate, Low, High float64 }

// Exactly is the interval of a number that is known.
func Exactly(x float64) Interval { return Interval{x, x, x} }

// Plus returns the interval of a sum with a known number.
func (i Interval) Plus(x float64) Interval { return Interval{i.Estimate + x, i.Low + x, i.High + x} }

// Relative returns half the width of the interval relative to the estimate: what a user
// means by "within 5%".
func (i Interval) Relative() float64 { return (i.High - i.Low) / 2 / i.Estimate }

// Product returns the interval of the product of two independent numbers that are not negative.
// The logarithmic distances of the ends from the estimates add up like standard errors (G. Y. Zou
// and A. Donner, Construction of confidence intervals about effect measures, 2008).
func Product(a, b Interval) Interval {
	e := Interval{a.Estimate * b.Estimate, 0, math.Inf(1)}
	distance := func(above, below float64) float64 {
		if above == below {
			return 0
		}
		return math.Log(above / below)
	}
	if math.IsNaN(e.Estimate) {
		return e
	}
	if e.Estimate == 0 && a.High*b.High == 0 {
		e.High = 0
		return e
	}
	if e.Estimate > 0 {
		e.Low = e.Estimate * math.Exp(-math.Hypot(distance(a.Estimate, a.Low), distance(b.Estimate, b.Low)))
		e.High = e.Estimate * math.Exp(math.Hypot(distance(a.High, a.Estimate), distance(b.High, b.Estimate)))
	}
	return e
}

// student returns Student's quantile of a two-sided interval. Above a million degrees of
// freedom it is the normal one to seven digits.
func student(degrees float64) float64 {
	return distuv.StudentsT{Mu: 0, Sigma: 1, Nu: min(degrees, 1e6)}.Quantile(0.5 + Confidence/2)
}
