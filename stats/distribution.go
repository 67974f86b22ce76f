package stats

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"

	"coverstat/enumerate"
)

// PublishedValues is the number of different values up to which a distribution has a histogram.
const PublishedValues = 1 << 16

// Distribution says how often each value of a measure was counted. What stands behind a pointer is nil if nothing was
// counted, or where the measure's scale gives it no meaning: a yes or no has neither median nor entropy, and its mean
// is the share of yes; of a nominal measure only the histogram is left.
type Distribution struct {
	N   Number  `json:"n"`
	Sum *Number `json:"sum,omitempty"`
	Min *Number `json:"min,omitempty"`
	Max *Number `json:"max,omitempty"`
	// Bounds are Min and Max where they are proved: all solutions were listed or counted.
	Bounds *bounds `json:"bounds,omitempty"`
	// Mean is the exact quotient, rounded once.
	Mean *float64 `json:"mean,omitempty"`
	// Median is the least value that at least half of the counts do not exceed, and Entropy Shannon's (1948) in bits:
	// 0 if there is only one value, 1 for a fair coin. Both are nil beyond 1,048,576 different values.
	Median  *Number  `json:"median,omitempty"`
	Entropy *float64 `json:"entropy_bits,omitzero"`
	// AtLeast is set if some of the values are lower bounds alone. Then Sum, Mean and Max are lower bounds, too, and
	// so is a Median that is not below AtLeast.From.
	AtLeast *atLeast `json:"at_least,omitempty"`
	Nulls   Number   `json:"nulls,omitzero"` // what had no value, besides N
	// Histogram is exact. It is nil beyond 65,536 different values; then HistogramExact is false.
	Histogram      Histogram `json:"histogram,omitzero"`
	HistogramExact *bool     `json:"histogram_exact,omitzero"`
}

// bounds are values that no solution lies beyond.
type bounds struct {
	Min Number `json:"min"`
	Max Number `json:"max"`
}

// atLeast says how many of the values of a distribution are lower bounds: counting ended at a limit.
type atLeast struct {
	N    Number `json:"n"`
	From Number `json:"from"` // the least of these values
}

// Bin is a value and how often it was counted.
type Bin struct {
	Value int64
	Count Number
}

// Histogram is a list of bins by ascending value, each value once. In JSON it is an object: {"0": 3552, "1": 125616}.
type Histogram []Bin

// total returns the sum of all counts.
func (h Histogram) total() (total Number) {
	for _, b := range h {
		total = total.Add(b.Count)
	}
	return total
}

// sum returns the sum of the values, each as often as it was counted.
func (h Histogram) sum() (sum Number) {
	for _, b := range h {
		sum = sum.Add(b.Count.Times(b.Value))
	}
	return sum
}

// Count returns how often a value was counted.
func (h Histogram) Count(value int64) Number {
	if i, ok := slices.BinarySearchFunc(h, value, func(b Bin, v int64) int { return cmp.Compare(b.Value, v) }); ok {
		return h[i].Count
	}
	return Number{}
}

func (h Histogram) entropy(total Number) float64 {
	bits := 0.0
	for _, b := range h {
		if p := ratio(b.Count, total); p > 0 {
			bits -= p * math.Log2(p)
		}
	}
	return tidy(math.Abs(bits))
}

// quantile returns the least value that at least a part p/q of the counts does not exceed. The
// histogram must have counts.
func (h Histogram) quantile(p, q int64) int64 {
	least := h.total().Times(p)
	var seen Number
	for _, b := range h {
		if seen = seen.Add(b.Count); seen.Times(q).Cmp(least) >= 0 {
			return b.Value
		}
	}
	panic("stats: a histogram counts fewer than its total")
}

// Describe computes a distribution from its histogram.
func (h Histogram) Describe() Distribution {
	d := Distribution{N: h.total(), Histogram: h}
	if d.N.IsZero() {
		d.Histogram = Histogram{}
		return d
	}
	d.setRange(h[0].Value, h[len(h)-1].Value, h.sum())
	median, entropy := Int(h.quantile(1, 2)), h.entropy(d.N)
	d.Median, d.Entropy = &median, &entropy
	if len(h) > PublishedValues {
		d.Histogram, d.HistogramExact = nil, new(bool)
	}
	return d
}

// check checks that a distribution has what readers take for granted.
func (d *Distribution) check() error {
	if has := d.Sum != nil; (d.Min != nil) != has || (d.Max != nil) != has || (d.Mean != nil) != has {
		return errors.New("sum, min, max and mean: expected all or none")
	}
	if d.Histogram == nil && (d.HistogramExact == nil || *d.HistogramExact) {
		return errors.New("there is no histogram")
	}
	if slices.ContainsFunc(d.Histogram, func(b Bin) bool { return b.Count.Sign() < 0 }) {
		return errors.New("a histogram with a count below 0")
	}
	if total := d.Histogram.total(); d.Histogram != nil && total.Cmp(d.N) != 0 {
		return fmt.Errorf("a histogram of %s, expected n, %s", total, d.N)
	}
	return nil
}

func (d *Distribution) setRange(least, greatest int64, sum Number) {
	lo, hi := Int(least), Int(greatest)
	mean := ratio(sum, d.N)
	d.Sum, d.Min, d.Max, d.Mean = &sum, &lo, &hi, &mean
}

// keep leaves out what a scale gives no meaning.
func (d *Distribution) keep(s enumerate.Scale) {
	switch s {
	case enumerate.YesNo:
		d.Median, d.Entropy = nil, nil
	case enumerate.Nominal:
		*d = Distribution{N: d.N, Nulls: d.Nulls, Histogram: d.Histogram, HistogramExact: d.HistogramExact}
	}
}

// distributions returns the distribution of the one column that rows are grouped by, weighted by raw objects and by
// rows.
func (g *GroupBy) distributions() (raw, distinct Distribution) {
	if g.givenUp {
		s := &g.sums[0][1]
		raw.N, distinct.N = g.groups[1].numbers()
		raw.HistogramExact, distinct.HistogramExact = new(bool), new(bool)
		raw.setRange(s.least, s.top, s.raw)
		distinct.setRange(s.least, s.top, s.rows)
	} else {
		var raws, rows Histogram
		for _, c := range g.sorted() {
			n, m := g.groups[c].numbers()
			value := g.key(c)[0]
			raws, rows = append(raws, Bin{value, n}), append(rows, Bin{value, m})
		}
		raw, distinct = raws.Describe(), rows.Describe()
	}
	raw.Nulls, distinct.Nulls = g.groups[0].numbers()
	scale := g.columns[g.by[0]].ScaleOf()
	raw.keep(scale)
	distinct.keep(scale)
	return raw, distinct
}

// tidy rounds to ten significant digits. Logarithms may differ in the last bit between processors; published bytes
// may not.
func tidy(x float64) float64 {
	r, err := strconv.ParseFloat(strconv.FormatFloat(x, 'e', 9, 64), 64)
	if err != nil {
		return x // rounding up the largest float overflows
	}
	return r
}
