package forecast

import (
	"encoding/json"
	"fmt"
	"math"
	"math/big"

	"coverstat/enumerate"
	"coverstat/stats"
)

// interval is an interval of a number that may be known exactly.
type interval struct {
	stats.Interval
	exact *big.Int
}

// counted is the range of a number that was counted, and an unknown one if n is nil.
func counted(n *big.Int) interval {
	if n == nil {
		return interval{Interval: unknown()}
	}
	return interval{Interval: stats.Exactly(stats.BigInt(n).Float()), exact: n}
}

func unknown() stats.Interval { return stats.Exactly(math.NaN()) }

// MarshalJSON writes whole numbers, beyond 2^53 as decimal strings; an unknown end is null.
func (r interval) MarshalJSON() ([]byte, error) {
	value := func(x float64) any {
		switch {
		case r.exact != nil:
			return stats.BigInt(r.exact)
		case math.IsInf(x, 0) || math.IsNaN(x):
			return nil
		}
		n, _ := big.NewFloat(math.Round(x)).Int(nil)
		return stats.BigInt(n)
	}
	return json.Marshal(struct {
		Estimate any `json:"estimate"`
		Low      any `json:"low"`
		High     any `json:"high"`
	}{value(r.Estimate), value(r.Low), value(r.High)})
}

// known reports whether anything was found: an estimate of 0 with an open end says nothing.
func (r interval) known() bool { return r.exact != nil || r.Estimate > 0 || r.High == 0 }

// text writes the range for people: with two digits of the interval's width.
func (r interval) text() string {
	round := func(x float64) float64 { return x }
	if unit := math.Pow(10, math.Floor(math.Log10(r.High-r.Low))-1); unit > 1 && !math.IsInf(unit, 0) {
		round = func(x float64) float64 { return math.Round(x/unit) * unit }
	}
	switch {
	case r.exact != nil:
		return stats.BigInt(r.exact).Grouped() + " exactly"
	case math.IsNaN(r.Estimate), math.IsInf(r.Estimate, 0):
		return "unknown"
	case math.IsInf(r.High, 0):
		return enumerate.Rough(r.Estimate) + " or more"
	case r.Low == r.High:
		return enumerate.About(r.Estimate) + " exactly"
	}
	return fmt.Sprintf("%s (%s to %s)", enumerate.About(round(r.Estimate)), enumerate.About(round(r.Low)),
		enumerate.About(round(r.High)))
}

// seconds are written with four digits, and null if they are unknown.
type seconds float64

// MarshalJSON implements [json.Marshaler].
func (s seconds) MarshalJSON() ([]byte, error) {
	if x := float64(s); math.IsNaN(x) || math.IsInf(x, 0) {
		return []byte("null"), nil
	}
	return fmt.Appendf(nil, "%.4g", float64(s)), nil
}
