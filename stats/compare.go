package stats

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"

	"coverstat/enumerate"

	"gonum.org/v1/gonum/stat/distuv"
)

// Comparison compares the sampled distribution of a measure with the exact one. Draws are taken as independent.
type Comparison struct {
	Name   string            `json:"name"`
	Scale  enumerate.Scale   `json:"scale,omitzero"` // count where it is left out
	Draws  Number            `json:"draws"`
	Values []valueComparison `json:"values"`
	// MeanZ is the distance of SampledMean from ExactMean in standard errors of the mean of uniform draws. All are
	// undefined for a nominal measure.
	SampledMean decimal `json:"sampled_mean"`
	ExactMean   decimal `json:"exact_mean"`
	MeanZ       decimal `json:"mean_z"`
	// CorrectedMean, CorrectedVariation, and Corrected in Values are set if the draws have weights.
	CorrectedMean *KnownEstimate `json:"corrected_mean,omitempty"`
	// TotalVariation is the greatest difference in probability that any set of values has between the two
	// distributions. It is above 0 even for a perfect sampler; ExpectedVariation is about that of uniform draws.
	TotalVariation     decimal  `json:"total_variation"`
	ExpectedVariation  decimal  `json:"expected_variation"`
	CorrectedVariation *decimal `json:"corrected_variation,omitempty"`
	Fit                fit      `json:"fit"`
}

// KnownEstimate is an estimate of something that is known exactly.
type KnownEstimate struct {
	Estimate Interval `json:"estimate"`
	Exact    decimal  `json:"exact"`
	Inside   bool     `json:"inside"` // the interval contains it
}

func knownEstimate(i Interval, exact float64) *KnownEstimate {
	return &KnownEstimate{Estimate: i, Exact: decimal(exact), Inside: i.Contains(exact)}
}

// valueComparison is one value of a [Comparison]. Z is the distance of the shares in standard errors of uniform draws.
type valueComparison struct {
	Value        int64          `json:"value"`
	Sampled      Number         `json:"sampled"`
	Exact        Number         `json:"exact"`
	SampledShare decimal        `json:"sampled_share"`
	ExactShare   decimal        `json:"exact_share"`
	Z            decimal        `json:"z"`
	Corrected    *KnownEstimate `json:"corrected,omitempty"` // nil also for values that were not drawn
}

// compare compares a sampled histogram of a measure with the exact one.
func compare(name string, scale enumerate.Scale, sampled, exact Histogram) Comparison {
	draws := sampled.total()
	n := draws.Float()
	_, sampledMean, _ := sampled.moments()
	total, exactMean, variance := exact.moments()
	variance *= (total - 1) / total // the exact distribution is no sample
	c := Comparison{
		Name: name, Scale: scale, Draws: draws,
		SampledMean: decimal(sampledMean), ExactMean: decimal(tidy(exactMean)),
		MeanZ: decimal((sampledMean - exactMean) / math.Sqrt(variance/n)),
		Fit:   ChiSquare(sampled, exact),
	}
	nan := decimal(math.NaN())
	if total == 1 {
		c.MeanZ = nan
	}
	if scale == enumerate.Nominal {
		c.SampledMean, c.ExactMean, c.MeanZ = nan, nan, nan
	}
	exactTotal := exact.total()
	apart, expected := 0.0, 0.0
	values := make(map[int64]bool)
	for _, b := range slices.Concat(sampled, exact) {
		values[b.Value] = true
	}
	for _, v := range slices.Sorted(maps.Keys(values)) {
		row := valueComparison{Value: v, Sampled: sampled.Count(v), Exact: exact.Count(v)}
		p, q := ratio(row.Sampled, draws), ratio(row.Exact, exactTotal)
		deviation := math.Sqrt(q * (1 - q) / n)
		// Rounded here: the corrected variation is of the published shares.
		row.SampledShare, row.ExactShare, row.Z = decimal(tidy(p)), decimal(tidy(q)), decimal((p-q)/deviation)
		c.Values = append(c.Values, row)
		apart += math.Abs(p-q) / 2
		// The mean of |normal| is sqrt(2/pi) standard deviations.
		expected += deviation * math.Sqrt(2/math.Pi) / 2
	}
	c.TotalVariation, c.ExpectedVariation = decimal(apart), decimal(expected)
	return c
}

// moments returns the number of draws, their mean and their unbiased variance.
func (h Histogram) moments() (n, mean, variance float64) {
	n, mean = h.total().Float(), ratio(h.sum(), h.total())
	for _, b := range h {
		off := float64(b.Value) - mean
		variance += b.Count.Float() * off * off / (n - 1)
	}
	return n, mean, variance
}

// correct adds what the estimate from weighted draws says of the measure.
func (c *Comparison) correct(e *MeasureEstimate) {
	if e.Mean != nil {
		c.CorrectedMean = knownEstimate(*e.Mean, float64(c.ExactMean))
	}
	shares := e.Shares
	if c.Scale == enumerate.YesNo && e.Mean != nil { // whose mean is the share of yes
		no := Interval{1 - e.Mean.Estimate, 1 - e.Mean.High, 1 - e.Mean.Low, e.Mean.Confidence, e.Mean.Method}
		shares = ShareEstimates{{0, no}, {1, *e.Mean}}
	}
	if shares == nil {
		return
	}
	apart := 0.0
	for i := range c.Values {
		v := &c.Values[i]
		share := 0.0
		for _, s := range shares {
			if s.Value == v.Value && v.Sampled.Sign() > 0 {
				v.Corrected = knownEstimate(s.Share, float64(v.ExactShare))
				share = s.Share.Estimate
			}
		}
		apart += math.Abs(share-float64(v.ExactShare)) / 2
	}
	variation := decimal(apart)
	c.CorrectedVariation = &variation
}

// fit is the outcome of a chi-square test.
type fit struct {
	Statistic decimal `json:"chi_square"`
	Degrees   int     `json:"degrees"`
	// P is the probability that draws from the exact distribution fit as badly or worse, undefined without degrees
	// of freedom, and 0 with Impossible draws of values that the exact distribution does not have.
	P          decimal `json:"p"`
	Impossible Number  `json:"impossible"`
}

// leastExpected is the count below which cells are pooled (W. G. Cochran, Some methods for strengthening the common
// chi-square tests, 1954).
const leastExpected = 5

// ChiSquare tests whether draws come from an exact distribution (K. Pearson, 1900). Rare values are pooled.
func ChiSquare(sampled, exact Histogram) fit {
	type cell struct{ observed, expected float64 }
	n, total := sampled.total().Float(), exact.total()
	var cells []cell
	for _, b := range exact {
		if b.Count.Sign() > 0 {
			cells = append(cells, cell{sampled.Count(b.Value).Float(), n * ratio(b.Count, total)})
		}
	}
	var impossible Number
	for _, b := range sampled {
		if exact.Count(b.Value).IsZero() {
			impossible = impossible.Add(b.Count)
		}
	}
	slices.SortStableFunc(cells, func(a, b cell) int { return cmp.Compare(a.expected, b.expected) })
	for len(cells) > 1 && cells[0].expected < leastExpected {
		cells[1].observed += cells[0].observed
		cells[1].expected += cells[0].expected
		cells = cells[1:]
	}
	f := fit{Degrees: max(0, len(cells)-1), P: decimal(math.NaN()), Impossible: impossible}
	chi := 0.0
	for _, c := range cells {
		if c.expected > 0 {
			chi += (c.observed - c.expected) * (c.observed - c.expected) / c.expected
		}
	}
	f.Statistic = decimal(chi)
	if f.Degrees > 0 {
		f.P = decimal(distuv.ChiSquared{K: float64(f.Degrees)}.Survival(chi))
	}
	if impossible.Sign() > 0 {
		f.P = 0
	}
	return f
}

// CensusComparison says how a sample differs from uniform draws out of a census of the same puzzle.
type CensusComparison struct {
	Drawn     Number             `json:"drawn"`
	Classes   Number             `json:"classes"`
	Expected  decimal            `json:"expected_classes"` // of as many uniform draws
	Deviation decimal            `json:"standard_deviation"`
	Z         decimal            `json:"z"`
	Corrected *weightsComparison `json:"corrected,omitempty"` // set where the draws have weights
	Measures  []Comparison       `json:"measures"`
}

// weightsComparison compares what weighted draws say of all solutions with a census.
type weightsComparison struct {
	Solutions      *KnownEstimate `json:"solutions"`
	Classes        *KnownEstimate `json:"classes"`
	UniformClasses *KnownEstimate `json:"expected_classes"`
	EffectiveDraws decimal        `json:"effective_draws"`
}

// CompareWithCensus compares a sample's statistics with those of a complete census, in the measures of both.
func CompareWithCensus(sample, census *Document) (*CensusComparison, error) {
	if sample.Samples == nil {
		return nil, fmt.Errorf("%q is a %s: expected a sample", sample.Name, sample.Job)
	}
	if census.Solutions == nil || !census.Complete {
		return nil, fmt.Errorf("%q is no complete census", census.Name)
	}
	mean, deviation := ExpectedClasses(census.Solutions.ByOrbitSize, sample.Samples.Drawn.Float())
	a := &CensusComparison{
		Drawn: sample.Samples.Drawn, Classes: sample.Samples.Distinct,
		Expected: decimal(mean), Deviation: decimal(deviation),
		Z:        decimal((sample.Samples.Distinct.Float() - mean) / deviation),
		Measures: []Comparison{},
	}
	if w := sample.Estimates; w != nil && w.Weighted != nil {
		a.Corrected = &weightsComparison{
			Solutions:      knownEstimate(w.Weighted.Solutions, census.Solutions.Raw.Float()),
			Classes:        knownEstimate(w.Weighted.Classes, census.Solutions.Distinct.Float()),
			UniformClasses: knownEstimate(w.Weighted.UniformClasses, mean),
			EffectiveDraws: decimal(w.Weighted.EffectiveDraws),
		}
	}
	for _, m := range sample.Measures {
		exact := census.Measures.Find(m.Name)
		if exact == nil || exact.Raw.Histogram == nil || m.Raw.Histogram == nil {
			continue
		}
		c := compare(m.Name, m.Scale, m.Raw.Histogram, exact.Raw.Histogram)
		c.correct(sample.Estimates.OfWeights(m.Name))
		a.Measures = append(a.Measures, c)
	}
	return a, nil
}
