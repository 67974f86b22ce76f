package stats

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"coverstat/enumerate"
)

// Estimates say what a sample tells about all that its sampler can draw. They
// are about the sampler's distribution, which gives all solutions the same
// weight only if the sampler is uniform.
type Estimates struct {
	About            string   `json:"about"`
	Coverage         Interval `json:"coverage,omitzero"`
	ClassesAtLeast   Interval `json:"classes_at_least,omitzero"`
	EffectiveClasses Interval `json:"effective_classes,omitzero"`
	// Instances is set for a survey of drawn instances, which has no classes.
	Instances InstanceShares `json:"instances,omitzero"`
	// Measures hold the mean of every measure over the draws and, for measures
	// of few values, the share of each value. A nominal measure has no mean. The
	// mean of yes or no is the share of yes, and no other is given.
	Measures MeasureEstimates `json:"measures"`
	// Weighted corrects for the sampler's favourites, where the draws' weights
	// are known.
	Weighted *Weighted `json:"weighted,omitempty"`
}

// Mean returns the estimated mean of a measure; nil if there is none.
func (e *Estimates) Mean(measure string) *Interval {
	if e == nil {
		return nil
	}
	if m := e.Measures.Find(measure); m != nil {
		return m.Mean
	}
	return nil
}

// OfWeights returns what weighted draws say of a measure in all solutions; nil if nothing.
func (e *Estimates) OfWeights(measure string) *MeasureEstimate {
	if e == nil || e.Weighted == nil {
		return nil
	}
	return e.Weighted.Measures.Find(measure)
}

// aboutEstimates warns every reader of stats.json.
const aboutEstimates = "the distribution that the sampler draws from, which is not uniform unless the sampler is"

// MeasureEstimate estimates one measure.
type MeasureEstimate struct {
	Name   string         `json:"-"`
	Mean   *Interval      `json:"mean,omitempty"`
	Shares ShareEstimates `json:"shares,omitzero"` // by ascending value; nil above 16 values
}

// ShareEstimates are in the order of the values. In JSON they are one object.
type ShareEstimates []ShareEstimate

// ShareEstimate estimates how often a measure has a value.
type ShareEstimate struct {
	Value int64
	Share Interval
}

// check checks that estimates have what readers take for granted: they are about these
// measures, with a mean for all but nominal ones.
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

// MeasureEstimates are in the order of the measures. In JSON they are one
// object.
type MeasureEstimates []MeasureEstimate

// Find returns the estimates of a measure; nil if there are none.
func (list MeasureEstimates) Find(measure string) *MeasureEstimate {
	for i := range list {
		if list[i].Name == measure {
			return &list[i]
		}
	}
	return nil
}

func (s *Summary) estimate() *Estimates {
	times := s.Samples.ByTimesSeen
	e := &Estimates{
		About:            aboutEstimates,
		Coverage:         coverageOf(times, DefaultConfidence),
		ClassesAtLeast:   chao1(times, DefaultConfidence),
		EffectiveClasses: effectiveClasses(times, DefaultConfidence),
	}
	for _, m := range s.Measures {
		if m.Raw.Histogram == nil {
			continue
		}
		e.Measures = append(e.Measures, estimateMeasure(m))
	}
	return e
}

// InstanceShares are the estimated shares of instances in a survey of drawn
// instances. Where some are undecided the estimates are undefined: the intervals
// hold whatever these are.
type InstanceShares struct {
	Solvable Interval `json:"solvable"`
	Unique   Interval `json:"unique"`
}

// estimateDrawn adds estimates to the summary of a survey whose instances were
// drawn independently: the shares of solvable and of unique instances among all
// that could have been drawn, and the mean of each measure. about says how the
// instances were drawn.
func (s *Summary) estimateDrawn(about string) {
	if s.Instances == nil || s.Instances.Raw.IsZero() {
		return
	}
	n := s.Instances.Raw.Float()
	e := &Estimates{About: about, Instances: InstanceShares{
		Solvable: shareOf(s.Instances.SolvableRaw.Float(), s.Instances.UndecidedRaw.Float(), n),
		Unique:   shareOf(s.Instances.UniqueRaw.Float(), s.Instances.UndecidedRaw.Float(), n),
	}}
	for _, m := range s.Measures {
		if len(m.Raw.Histogram) > 0 {
			e.Measures = append(e.Measures, estimateMeasure(m))
		}
	}
	s.Estimates = e
}

// shareOf estimates the share of yes among n, of which some are undecided: from
// none of these to all of them.
func shareOf(yes, undecided, n float64) Interval {
	i := Wilson(yes, n, DefaultConfidence)
	if undecided > 0 {
		i.Estimate, i.Method = math.NaN(), "wilson, the undecided either way"
		i.High = Wilson(yes+undecided, n, DefaultConfidence).High
	}
	return i
}

// estimateMeasure estimates a measure from equal draws. A share has Wilson's
// interval. Student's interval, for numbers of any size, is wrong near 0 and 1,
// and shrinks to a point if all values are equal.
func estimateMeasure(m Measure) MeasureEstimate {
	e, raw := MeasureEstimate{Name: m.Name}, m.Raw.Histogram
	var mean Interval
	switch m.Scale {
	case enumerate.Count:
		mean = raw.Mean(DefaultConfidence)
		e.Mean = &mean
	case enumerate.YesNo:
		mean = Wilson(raw.Count(1).Float(), raw.Total().Float(), DefaultConfidence)
		e.Mean = &mean
		return e
	}
	if len(raw) > shareValues {
		return e
	}
	total := raw.Total().Float()
	for _, b := range raw {
		e.Shares = append(e.Shares, ShareEstimate{b.Value, Wilson(b.Count.Float(), total, DefaultConfidence)})
	}
	return e
}

// MarshalJSON writes {"name": {"mean": ..., "shares": {"0": ...}}, ...}.
func (m MeasureEstimates) MarshalJSON() ([]byte, error) {
	return marshalList(m, func(x MeasureEstimate) (string, any) { return x.Name, x })
}

// UnmarshalJSON reads what MarshalJSON writes and keeps the order.
func (m *MeasureEstimates) UnmarshalJSON(data []byte) error {
	return unmarshalList(data, (*[]MeasureEstimate)(m), func(x *MeasureEstimate, key string) (any, error) {
		x.Name = key
		return x, nil
	})
}

// MarshalJSON writes {"0": ..., "1": ...}.
func (s ShareEstimates) MarshalJSON() ([]byte, error) {
	return marshalList(s, func(x ShareEstimate) (string, any) { return strconv.FormatInt(x.Value, 10), x.Share })
}

// UnmarshalJSON reads what MarshalJSON writes and keeps the order.
func (s *ShareEstimates) UnmarshalJSON(data []byte) error {
	return unmarshalList(data, (*[]ShareEstimate)(s), func(x *ShareEstimate, key string) (_ any, err error) {
		x.Value, err = parseValue(key)
		return &x.Share, err
	})
}
