package report

import (
	"strconv"

	"coverstat/export/chart"
	"coverstat/stats"
)

// bar is one value of a distribution, or a range of values.
type bar struct {
	Low, High     int64
	Raw, Distinct stats.Number
}

// Label names the values of a bar.
func (b bar) Label() string {
	if b.Low == b.High {
		return strconv.FormatInt(b.Low, 10)
	}
	return strconv.FormatInt(b.Low, 10) + "–" + strconv.FormatInt(b.High, 10)
}

// bars are the distribution of a measure as a chart shows it.
type bars struct {
	List []bar
	// Same says that raw objects and classes are distributed alike.
	Same bool
	// Ranges says how values were put together, "" if they were not.
	Ranges string
}

// maxBars is the number of bars that can be told apart on a phone.
const maxBars = 24

func barsOf(m stats.Measure) bars {
	var b bars
	distinct := map[int64]stats.Number{}
	for _, r := range rangesOf(m.Distinct) {
		distinct[r.Low] = r.Count
	}
	for _, r := range rangesOf(m.Raw) {
		b.List = append(b.List, bar{r.Low, r.High, r.Count, distinct[r.Low]})
	}
	b.Same = b.same(m)
	if len(b.List) == 0 {
		return b
	}
	low, high := b.List[0].Low, b.List[len(b.List)-1].High
	switch {
	case high-low < maxBars:
		b.join(func(v int64) (int64, int64) { return v, v }) // values between that did not occur are bars, too
	case len(b.List) <= maxBars/2 && m.Raw.Histogram != nil:
		// Few values lie far apart: each has a bar of its own.
	case low >= 0 && heavyTailed(m.Raw, high):
		b.join(doubling)
		b.Ranges = "in ranges that double"
	default:
		step := chart.NiceStep((high-low)/(maxBars-4) + 1)
		b.join(func(v int64) (int64, int64) {
			from := floorDiv(v, step) * step
			return from, from + step - 1
		})
		b.Ranges = "in ranges of " + strconv.FormatInt(step, 10)
	}
	return b
}

// same reports whether each bar has the same share of the raw objects and of the
// classes.
func (b *bars) same(m stats.Measure) bool {
	n, rows := m.Raw.N.Big(), m.Distinct.N.Big()
	for _, x := range b.List {
		left, right := x.Raw.Big(), x.Distinct.Big()
		if left.Mul(left, rows).Cmp(right.Mul(right, n)) != 0 {
			return false
		}
	}
	return true
}

// join adds up the bars that lie in one range. A range without bars that lies
// between others becomes an empty bar.
func (b *bars) join(rangeOf func(v int64) (low, high int64)) {
	var out []bar
	for _, x := range b.List {
		low, high := rangeOf(x.Low)
		for n := len(out); n > 0 && out[n-1].High+1 < low; n = len(out) {
			from, to := rangeOf(out[n-1].High + 1)
			out = append(out, bar{Low: from, High: to})
		}
		if n := len(out); n == 0 || out[n-1].Low != low {
			out = append(out, bar{Low: low, High: high})
		}
		last := &out[len(out)-1]
		last.High = max(last.High, x.High)
		last.Raw, last.Distinct = last.Raw.Add(x.Raw), last.Distinct.Add(x.Distinct)
	}
	b.List = out
}

// heavyTailed reports whether ranges of equal length would put nearly everything
// into one bar.
func heavyTailed(d stats.Distribution, high int64) bool {
	if d.Median == nil {
		return true
	}
	return float64(high) > 12*(d.Median.Float()+1)
}

// doubling returns the range of a value among 0, 1, 2-3, 4-7, 8-15, ...
func doubling(v int64) (low, high int64) {
	if v < 2 {
		return v, v
	}
	low = 1
	for low <= v/2 {
		low *= 2
	}
	return low, low + (low - 1)
}

func floorDiv(a, b int64) int64 {
	q := a / b
	if a%b < 0 {
		q--
	}
	return q
}
