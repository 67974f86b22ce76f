package stats

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"

	"coverstat/enumerate"
)

// Estimates say what a sample tells about all that its sampler can draw, in the distribution that it draws from.
type Estimates struct {
	About            string         `json:"about"`
	Coverage         Interval       `json:"coverage,omitzero"`
	ClassesAtLeast   Interval       `json:"classes_at_least,omitzero"`
	EffectiveClasses Interval       `json:"effective_classes,omitzero"`
	Instances        InstanceShares `json:"instances,omitzero"` // of a survey of drawn instances, which has no classes
	// Measures hold the mean of every measure over the draws and, for counts and kinds of few values, the share of
	// each. A nominal measure has no mean. The mean of yes or no is the share of yes.
	Measures MeasureEstimates   `json:"measures"`
	Weighted *WeightedEstimates `json:"weighted,omitempty"` // where the draws' weights are known
}

// Of returns what is estimated of a measure, empty if nothing is.
func (e *Estimates) Of(measure string) *MeasureEstimate {
	var found *MeasureEstimate
	if e != nil {
		found = e.Measures.Find(measure)
	}
	return cmp.Or(found, new(MeasureEstimate))
}

// OfWeights returns what weighted draws say of a measure in all solutions, empty if nothing.
func (e *Estimates) OfWeights(measure string) *MeasureEstimate {
	if e == nil || e.Weighted == nil {
		return new(MeasureEstimate)
	}
	return (&Estimates{Measures: e.Weighted.Measures}).Of(measure)
}

// aboutEstimates warns every reader of stats.json.
const aboutEstimates = "the distribution that the sampler draws from, which is not uniform unless the sampler is"

// MeasureEstimate estimates one measure.
type MeasureEstimate struct {
	Name   string         `json:"-"`
	Mean   *Interval      `json:"mean,omitempty"`
	Shares ShareEstimates `json:"shares,omitzero"` // by ascending value; nil above 16 values
}

func (m *MeasureEstimate) name() *string { return &m.Name }

// ShareEstimates are in the order of the values. In JSON they are one object.
type ShareEstimates []shareEstimate

// shareEstimate estimates how often a measure has a value.
type shareEstimate struct {
	Value int64
	Share Interval
}

// check checks that estimates are about these measures, with a mean for all but nominal ones.
func (e *Estimates) check(measures Measures) error {
	if e == nil {
		return nil
	}
	all := e.Measures
	if e.Weighted != nil {
		all = slices.Concat(all, e.Weighted.Measures)
	}
	for _, x := range all {
		if m := measures.Find(x.Name); m == nil || (x.Mean == nil) != (m.Scale == enumerate.Nominal) {
			return fmt.Errorf("estimates: %s is no measure, or lacks its mean", x.Name)
		}
	}
	return nil
}

// shareValues is the number of values up to which shares are estimated.
const shareValues = 16

// MeasureEstimates are in the order of the measures. In JSON they are one object.
type MeasureEstimates = nameList[MeasureEstimate, *MeasureEstimate]

// estimate estimates what can be said of a sample, and of a survey whose instances were drawn: drawn says how.
func (d *Document) estimate(drawn string) {
	switch {
	case d.Samples != nil:
		times := sumSeen(d.Samples.ByTimesSeen)
		d.Estimates = &Estimates{About: aboutEstimates, Coverage: times.coverage(), ClassesAtLeast: times.chao1(),
			EffectiveClasses: times.effectiveClasses()}
	case d.Instances != nil && drawn != "" && !d.Instances.Raw.IsZero():
		i, n := d.Instances, d.Instances.Raw.Float()
		d.Estimates = &Estimates{About: drawn, Instances: InstanceShares{
			Solvable: shareOf(i.SolvableRaw.Float(), i.UndecidedRaw.Float(), n),
			Unique:   shareOf(i.UniqueRaw.Float(), i.UndecidedRaw.Float(), n),
		}}
	default:
		return
	}
	for _, m := range d.Measures {
		if h := m.Raw.Histogram; len(h) > 0 || h != nil && d.Samples != nil {
			d.Estimates.Measures = append(d.Estimates.Measures, h.draws().estimate(m))
		}
	}
}

// InstanceShares are shares of instances in a survey of drawn ones. Where some are undecided the estimates are
// undefined: the intervals hold whatever these are.
type InstanceShares struct {
	Solvable Interval `json:"solvable"`
	Unique   Interval `json:"unique"`
}

// shareOf estimates the share of yes among n, of which some are undecided: from none of these to all of them.
func shareOf(yes, undecided, n float64) Interval {
	i := Wilson(yes, n, DefaultConfidence)
	if undecided > 0 {
		i.Estimate, i.Method = math.NaN(), "wilson, the undecided either way"
		i.High = Wilson(yes+undecided, n, DefaultConfidence).High
	}
	return i
}

// WeightedEstimates are of what is true of all solutions alike, from draws weighed by one over their probability.
type WeightedEstimates struct {
	About     string   `json:"about"`
	Solutions Interval `json:"solutions"` // how many there are, raw
	Classes   Interval `json:"classes"`   // and up to symmetry
	// UniformClasses estimates how many classes as many uniform draws would have seen.
	UniformClasses Interval `json:"expected_classes"`
	// EffectiveDraws is the number of uniform draws that would know as much: (sum w)^2 / sum w^2 (A. Kong, A note on
	// importance sampling using standardized weights, 1992).
	EffectiveDraws float64 `json:"effective_draws"`
	HeaviestClass  float64 `json:"heaviest_class"` // the largest share of one class in the sum of weights
	// Measures are as those of [Estimates]. A measure of more than 65,536 values is left out.
	Measures MeasureEstimates `json:"measures"`
}

// FewEffectiveDraws is the number of effective draws below which corrected intervals are not to be trusted: a few heavy
// draws decide. Measured on tilings by tetrominoes, intervals of confidence .95 contained the number of solutions in
// .94 of the samples with 126 effective draws, .89 with 61 and .84 with 26.
const FewEffectiveDraws = 100

// Trusted returns the document as people should see it: estimates of too few effective draws have no intervals.
func (d *Document) Trusted() *Document {
	if d.Estimates == nil || d.Estimates.Weighted == nil || d.Estimates.Weighted.EffectiveDraws >= FewEffectiveDraws {
		return d
	}
	bare := func(i Interval) Interval {
		i.Low, i.High = math.NaN(), math.NaN()
		return i
	}
	c, e, w := *d, *d.Estimates, *d.Estimates.Weighted
	w.Solutions, w.Classes, w.UniformClasses = bare(w.Solutions), bare(w.Classes), bare(w.UniformClasses)
	w.Measures = slices.Clone(w.Measures)
	for k := range w.Measures {
		m := &w.Measures[k]
		if m.Mean != nil {
			mean := bare(*m.Mean)
			m.Mean = &mean
		}
		m.Shares = slices.Clone(m.Shares)
		for i := range m.Shares {
			m.Shares[i].Share = bare(m.Shares[i].Share)
		}
	}
	e.Weighted, c.Estimates = &w, &e
	return &c
}

// aboutWeighted warns of failed draws, which rows do not know of: 8 queens, which have 92 solutions, came out as 95
// where 4% of the draws failed and as 125 where 44% did.
const aboutWeighted = "all solutions alike, every draw weighed by one over its probability; biased if draws failed (samples.failed)"

// weighted estimates from n weighted draws what is true of all solutions; nil if nothing was drawn.
func (a *Accumulator) weighted(n float64, published Measures) *WeightedEstimates {
	if n <= 0 || a.draws.sizes.givenUp {
		return nil
	}
	d := a.draws.sizes.draws(n)
	weight := d.weight.Float()
	one, size := func(float64) float64 { return 1 }, func(size float64) float64 { return size }
	e := &WeightedEstimates{
		About:          aboutWeighted,
		Solutions:      d.totalSeen(one, size),
		Classes:        d.totalSeen(func(size float64) float64 { return 1 / size }, one),
		UniformClasses: d.uniformClasses(),
		EffectiveDraws: tidy(weight * (weight / d.squares.Float())),
		HeaviestClass:  tidy(a.draws.heaviest / weight),
	}
	for i, g := range a.measures {
		if !g.givenUp && len(g.groups)-1 <= PublishedValues {
			e.Measures = append(e.Measures, g.draws(n).estimate(published[i]))
		}
	}
	return e
}

// MarshalJSON writes {"0": ..., "1": ...}.
func (s ShareEstimates) MarshalJSON() ([]byte, error) {
	return marshalList(s, func(x shareEstimate) (string, any) { return strconv.FormatInt(x.Value, 10), x.Share })
}

// UnmarshalJSON reads what MarshalJSON writes and keeps the order.
func (s *ShareEstimates) UnmarshalJSON(data []byte) error {
	return unmarshalList(data, (*[]shareEstimate)(s), func(x *shareEstimate, key string) (_ any, err error) {
		x.Value, err = parseValue(key)
		return &x.Share, err
	})
}
