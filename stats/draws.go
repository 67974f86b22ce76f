package stats

import (
	"fmt"
	"math"
	"math/big"

	"coverstat/enumerate"
)

// drawWeights sums the weights of a sample's draws: one over the probability of the solution that a draw found. A row
// has the sum of its draws' weights and that of their squares.
type drawWeights struct {
	weight, squares int      // places in columns
	sizes           *GroupBy // sums of both by orbit size
	heaviest        float64  // the largest weight of a row
}

// newDrawWeights returns nil if the rows have no such columns.
func newDrawWeights(columns []enumerate.Column) (*drawWeights, error) {
	d := &drawWeights{
		weight:  enumerate.ColumnIndex(columns, enumerate.DrawWeightColumn),
		squares: enumerate.ColumnIndex(columns, enumerate.DrawSquaresColumn),
	}
	if d.weight < 0 || columns[d.weight].Role != enumerate.Summed {
		return nil, nil
	}
	if d.squares < 0 {
		return nil, fmt.Errorf("there is a column %q: expected %q, too", enumerate.DrawWeightColumn,
			enumerate.DrawSquaresColumn)
	}
	for _, i := range d.columns() {
		if columns[i].Type != enumerate.Double || columns[i].Nullable {
			return nil, fmt.Errorf("column %q is of type %v: expected double without nulls", columns[i].Name,
				columns[i].Type)
		}
	}
	var err error
	if d.sizes, err = newGroupBy(columns, []string{enumerate.OrbitSizeColumn}, nil, PublishedValues); err == nil {
		d.sizes.sumWhole(d.columns())
	}
	return d, err
}

func (d *drawWeights) columns() []int { return []int{d.weight, d.squares} }

// add checks the weights and the orbit sizes of all rows, and keeps the largest weight.
func (d *drawWeights) add(b *enumerate.Batch) error {
	for _, column := range d.columns() {
		for row, w := range b.Vectors[column].Doubles {
			if !(w >= 1) || w != math.Trunc(w) || math.IsInf(w, 0) {
				return fmt.Errorf("row %d has %s %v: expected a whole number of at least 1", row,
					b.Columns[column].Name, w)
			}
		}
	}
	for row := range b.Len() {
		if size := b.IntAt(d.sizes.by[0], row); size < 1 {
			return fmt.Errorf("row %d has %s %d: expected at least 1", row, enumerate.OrbitSizeColumn, size)
		}
		d.heaviest = max(d.heaviest, b.Vectors[d.weight].Doubles[row])
	}
	return nil
}

// draws are n draws in the order of a value that each of them had, such as a measure. Estimates from them are of all
// solutions alike if the draws have weights; else of the distribution that the sampler draws from.
type draws struct {
	n               float64
	values          []weightedValue
	weight, squares Number // sums over all values
	weighted        bool
}

// weightedValue is a value with the sums of the weights of the draws that had it, 1 each without weights, and of
// squares.
type weightedValue struct {
	value           int64
	rows            Number
	weight, squares Number
}

func (d *draws) add(v weightedValue) {
	d.values = append(d.values, v)
	d.weight, d.squares = d.weight.Add(v.weight), d.squares.Add(v.squares)
}

// draws are those that a histogram counts.
func (h Histogram) draws() *draws {
	d := new(draws)
	for _, b := range h {
		d.add(weightedValue{b.Value, b.Count, b.Count, b.Count})
	}
	d.n = d.weight.Float()
	return d
}

// draws are n draws in groups by one column, with sums of the two columns of weights.
func (g *GroupBy) draws(n float64) *draws {
	d := &draws{n: n, weighted: true}
	for _, c := range g.sorted() {
		_, rows := g.groups[c].numbers()
		d.add(weightedValue{g.key(c)[0], rows, g.sums[0][c].rows, g.sums[1][c].rows})
	}
	return d
}

// estimate estimates a measure that has these values. Yes or no has no shares besides its mean.
func (d *draws) estimate(m Measure) MeasureEstimate {
	e := MeasureEstimate{Name: m.Name}
	var mean Interval
	switch m.Scale {
	case enumerate.Count:
		mean = d.mean()
		e.Mean = &mean
	case enumerate.YesNo:
		var yes weightedValue
		for _, v := range d.values {
			if v.value == 1 {
				yes = v
			}
		}
		mean = d.share(yes)
		e.Mean = &mean
		return e
	}
	if len(d.values) <= shareValues {
		for _, v := range d.values {
			e.Shares = append(e.Shares, shareEstimate{v.value, d.share(v)})
		}
	}
	return e
}

// mean estimates the mean of the values: the ratio of two weighted sums, with its error by linearisation (W. G.
// Cochran, Sampling techniques, 1977, chapter 6). Without weights this is Student's interval (1908).
func (d *draws) mean() Interval {
	method := "student"
	if d.weighted {
		method = "ratio"
	}
	if d.weight.IsZero() {
		return studentAround(math.NaN(), 0, 0, method)
	}
	var sum Number
	for _, v := range d.values {
		sum = sum.Add(v.weight.Times(v.value))
	}
	mean, weight, errors := ratio(sum, d.weight), d.weight.Float(), 0.0
	for _, v := range d.values {
		off := (float64(v.value) - mean) / weight
		errors += off * off * v.squares.Float()
	}
	return studentAround(mean, math.Sqrt(errors*d.n/(d.n-1)), d.n, method)
}

// share estimates the share of a value: Wilson's interval for as many draws without weights as would have the error
// that linearisation gives (E. L. Korn and B. I. Graubard, Confidence intervals for proportions with small expected
// number of positive counts estimated from survey data, 1998). The linearised interval fails where a value is rare.
func (d *draws) share(of weightedValue) Interval {
	if !d.weighted {
		return Wilson(of.weight.Float(), d.n, DefaultConfidence)
	}
	weight, squares, part := d.weight.Float(), d.squares.Float(), of.squares.Float()
	share, draws := of.weight.Float()/weight, weight*(weight/squares)
	if share > 0 && share < 1 {
		in, out := (1-share)/weight, share/weight
		draws = share * (1 - share) / (in*in*part + out*out*(squares-part))
	}
	i := Wilson(share*draws, draws, DefaultConfidence)
	i.Estimate, i.Method = share, "wilson, effective draws"
	return i
}

// total estimates the sum over all solutions of a function of the value, here an orbit size: the mean over draws of
// weight times function (M. H. Hansen and W. N. Hurwitz, On the theory of sampling from finite populations, 1943), with
// Student's interval. The variance is a small difference of large numbers, so it is taken in 512 bits.
func (d *draws) total(f func(size float64) float64) Interval {
	number := func() *big.Float { return new(big.Float).SetPrec(512) }
	sum, squares, n := number(), number(), number().SetFloat64(d.n)
	for _, v := range d.values {
		x := number().SetFloat64(f(float64(v.value)))
		sum.Add(sum, number().Mul(x, number().SetInt(v.weight.Big())))
		squares.Add(squares, number().Mul(x, number().Mul(x, number().SetInt(v.squares.Big()))))
	}
	mean, _ := number().Quo(sum, n).Float64()
	spread := number().Sub(squares, number().Quo(number().Mul(sum, sum), n))
	if spread.Sign() < 0 { // squares were rounded to their unit
		spread = number()
	}
	root, _ := spread.Sqrt(spread).Float64()
	return studentAround(mean, root/math.Sqrt(d.n*(d.n-1)), d.n, "hansen-hurwitz")
}

// totalSeen is the total of a function that counts something of each row: as much as has been seen at the least.
func (d *draws) totalSeen(f, ofRow func(size float64) float64) Interval {
	i, seen := d.total(f), 0.0
	for _, v := range d.values {
		seen += ofRow(float64(v.value)) * v.rows.Float()
	}
	i.Estimate, i.Low, i.High = max(i.Estimate, seen), max(i.Low, seen), max(i.High, seen)
	return i
}

// uniformClasses estimates the mean number of classes in n draws that are uniform over N raw solutions: a class of size
// o is seen with probability h(o) = 1 - (1 - o/N)^n, and the sum of h over classes is estimated as any total is. That N
// is itself estimated from the same draws enters the error by linearisation: each draw counts with h(o)/o + (derivative
// of the sum by N).
func (d *draws) uniformClasses() Interval {
	solutions := d.total(func(float64) float64 { return 1 }).Estimate
	seen := func(size float64) float64 {
		return -math.Expm1(d.n*math.Log1p(-min(1, size/solutions))) / size
	}
	slope := 0.0
	for _, v := range d.values {
		if p := float64(v.value) / solutions; p < 1 {
			slope -= v.weight.Float() / solutions / solutions * math.Exp((d.n-1)*math.Log1p(-p))
		}
	}
	e := d.total(seen)
	moved := d.total(func(size float64) float64 { return seen(size) + slope })
	half := (moved.High - moved.Low) / 2
	e.Low, e.High = max(0, e.Estimate-half), min(d.n, e.Estimate+half)
	return e
}
