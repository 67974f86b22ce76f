package stats

import (
	"encoding/json"
	"fmt"
	"math"

	"coverstat/enumerate"

	"gonum.org/v1/gonum/stat/distuv"
)

// DefaultConfidence is the confidence of published intervals.
const DefaultConfidence = 0.95

// Interval is an estimate with its confidence interval. An unknown end is infinite, and an undefined estimate is not a
// number; both are null in JSON.
type Interval struct {
	Estimate   float64
	Low, High  float64
	Confidence float64
	Method     string // "wilson", "student", ...; "" of an interval that is not published
}

// intervalJSON is an [Interval] in JSON, its numbers to ten significant digits.
type intervalJSON struct {
	Estimate   decimal `json:"estimate"`
	Low        decimal `json:"low"`
	High       decimal `json:"high"`
	Confidence decimal `json:"confidence,omitempty"`
	Method     string  `json:"method,omitempty"`
}

// MarshalJSON implements [json.Marshaler].
func (i Interval) MarshalJSON() ([]byte, error) {
	return json.Marshal(intervalJSON{decimal(i.Estimate), decimal(i.Low), decimal(i.High), decimal(i.Confidence),
		i.Method})
}

// UnmarshalJSON reads what MarshalJSON writes; null is an infinite end.
func (i *Interval) UnmarshalJSON(data []byte) error {
	var j intervalJSON
	if err := readStrict(data, &j); err != nil {
		return err
	}
	*i = Interval{float64(j.Estimate), float64(j.Low), float64(j.High), float64(j.Confidence), j.Method}
	if math.IsNaN(i.Low) {
		i.Low = math.Inf(-1)
	}
	if math.IsNaN(i.High) {
		i.High = math.Inf(1)
	}
	return nil
}

// Known reports whether the interval has an end.
func (i Interval) Known() bool { return !math.IsNaN(i.Low) || !math.IsNaN(i.High) }

// Written writes an estimate for people with its words, and then its interval if that is known:
// "128,302 solutions (120,144 to 136,459)".
func (i Interval) Written(write func(float64) string, words string) string {
	text := write(i.Estimate)
	if words != "" {
		text += " " + words
	}
	if i.Known() {
		text += fmt.Sprintf(" (%s to %s)", write(i.Low), write(i.High))
	}
	return text
}

// Duration writes an interval of seconds for people: "14 hours (8 to 25)", or without ends that say no more.
func (i Interval) Duration() string {
	text := enumerate.Duration(i.Estimate)
	unit, _ := enumerate.TimeUnit(i.Estimate)
	switch {
	case text == "unknown":
	case math.IsInf(i.High, 0):
		text += " or more"
	case i.High > 1.2*i.Low:
		text += fmt.Sprintf(" (%s to %s)", enumerate.Rough(i.Low/unit), enumerate.Rough(i.High/unit))
	}
	return text
}

// Contains reports whether x lies in the interval.
func (i Interval) Contains(x float64) bool { return i.Low <= x && x <= i.High }

// twoSided returns the standard normal quantile of a two-sided interval.
func twoSided(confidence float64) float64 {
	return distuv.UnitNormal.Quantile(0.5 + confidence/2)
}

// Exactly is the interval of a number that is known.
func Exactly(x float64) Interval { return Interval{Estimate: x, Low: x, High: x} }

// Plus returns the interval of a sum with a known number.
func (i Interval) Plus(x float64) Interval {
	i.Estimate, i.Low, i.High = i.Estimate+x, i.Low+x, i.High+x
	return i
}

// Times returns the interval of a product with a known positive number.
func (i Interval) Times(x float64) Interval {
	i.Estimate, i.Low, i.High = i.Estimate*x, i.Low*x, i.High*x
	return i
}

// Relative returns half the width of the interval relative to the estimate: what a user means by "within 5%".
func (i Interval) Relative() float64 { return (i.High - i.Low) / 2 / i.Estimate }

// Product returns the interval of the product of two independent numbers that are not negative. The logarithmic
// distances of the ends from the estimates add up like standard errors (G. Y. Zou and A. Donner, Construction of
// confidence intervals about effect measures, 2008).
func Product(a, b Interval) Interval {
	e := Interval{Estimate: a.Estimate * b.Estimate, High: math.Inf(1)}
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

// Student returns Student's quantile of a two-sided interval; beyond a million degrees of freedom the normal one.
func Student(confidence, degrees float64) float64 {
	if degrees > 1e6 {
		return twoSided(confidence)
	}
	return distuv.StudentsT{Mu: 0, Sigma: 1, Nu: degrees}.Quantile(0.5 + confidence/2)
}

// studentAround is Student's interval (1908) of an estimate with a standard error, from so many draws. From fewer than
// two nothing is known: the ends are infinite.
func studentAround(estimate, standardError, draws float64, method string) Interval {
	i := Interval{estimate, math.Inf(-1), math.Inf(1), DefaultConfidence, method}
	if draws >= 2 {
		half := Student(DefaultConfidence, draws-1) * standardError
		i.Low, i.High = estimate-half, estimate+half
	}
	return i
}

// Wilson returns the score interval of a proportion (E. B. Wilson, Probable inference, the law of succession, and
// statistical inference, 1927), which holds also for few trials and for shares near 0 and 1.
func Wilson(successes, trials, confidence float64) Interval {
	if trials <= 0 {
		return Interval{math.NaN(), 0, 1, confidence, "wilson"}
	}
	z := twoSided(confidence)
	p, zz := successes/trials, z*z/trials
	centre := (p + zz/2) / (1 + zz)
	half := z / (1 + zz) * math.Sqrt(p*(1-p)/trials+zz/(4*trials))
	i := Interval{p, max(0, centre-half), min(1, centre+half), confidence, "wilson"}
	// The ends are exact here; rounding must not push them inside.
	if successes == 0 {
		i.Low = 0
	}
	if successes == trials {
		i.High = 1
	}
	return i
}
