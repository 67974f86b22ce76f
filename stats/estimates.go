package stats

import "encoding/json"

// Estimates are what a sample says about all that its sampler can draw. They
// speak of the sampler's distribution: of all solutions alike only if the
// sampler is uniform.
type Estimates struct {
	About            string   `json:"about"`
	Coverage         Interval `json:"coverage,omitzero"`
	ClassesAtLeast   Interval `json:"classes_at_least,omitzero"`
	EffectiveClasses Interval `json:"effective_classes,omitzero"`
	// Instances are of a survey of drawn instances, which has no classes.
	Instances InstanceShares `json:"instances,omitzero"`
	// Measures hold the mean of every measure over draws and, for measures of
	// few values, the share of each.
	Measures MeasureEstimates `json:"measures"`
	// Weighted corrects for the sampler's favourites, where the draws' weights
	// are known.
	Weighted *Weighted `json:"weighted,omitempty"`
}

// aboutEstimates warns every reader of stats.json.
const aboutEstimates = "the distribution that the sampler draws from, which is not uniform unless the sampler is"

// MeasureEstimate estimates one measure.
type MeasureEstimate struct {
	Name   string
	Mean   Interval
	Shares []ShareEstimate // by ascending value; nil above 16 values
}

// ShareEstimate estimates how often a measure has a value.
type ShareEstimate struct {
	Value int64
	Share Interval
}

// shareValues is the number of values up to which shares are estimated.
const shareValues = 16

// MeasureEstimates are in the order of the measures. In JSON they are one
// object.
type MeasureEstimates []MeasureEstimate

func (s *Summary) estimate() *Estimates {
	times := s.Samples.ByTimesSeen
	e := &Estimates{
		About:            aboutEstimates,
		Coverage:         Coverage(times, DefaultConfidence),
		ClassesAtLeast:   Chao1(times, DefaultConfidence),
		EffectiveClasses: EffectiveClasses(times, DefaultConfidence),
	}
	for _, m := range s.Measures {
		if m.Raw.Histogram == nil {
			continue
		}
		e.Measures = append(e.Measures, estimateMeasure(m.Name, m.Raw.Histogram))
	}
	return e
}

func estimateMeasure(name string, raw Histogram) MeasureEstimate {
	e := MeasureEstimate{Name: name, Mean: raw.Mean(DefaultConfidence)}
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
	var o object
	for _, e := range m {
		var one object
		one.add("mean", e.Mean)
		if e.Shares != nil {
			var shares object
			for _, s := range e.Shares {
				shares.add(Int(s.Value).String(), s.Share)
			}
			data, err := shares.finish()
			if err != nil {
				return nil, err
			}
			one.add("shares", json.RawMessage(data))
		}
		data, err := one.finish()
		if err != nil {
			return nil, err
		}
		o.add(e.Name, json.RawMessage(data))
	}
	return o.finish()
}

// UnmarshalJSON reads what MarshalJSON writes and keeps the order.
func (m *MeasureEstimates) UnmarshalJSON(data []byte) error {
	*m = nil
	return readObject(data, func(name string, value json.RawMessage) error {
		e := MeasureEstimate{Name: name}
		err := readObject(value, func(key string, value json.RawMessage) error {
			switch key {
			case "mean":
				return json.Unmarshal(value, &e.Mean)
			case "shares":
				e.Shares = []ShareEstimate{}
				return readObject(value, func(key string, value json.RawMessage) error {
					var v Number
					if err := v.UnmarshalJSON([]byte(key)); err != nil {
						return err
					}
					s := ShareEstimate{Value: v.small}
					e.Shares = append(e.Shares, s)
					return json.Unmarshal(value, &e.Shares[len(e.Shares)-1].Share)
				})
			}
			return errUnknownKey
		})
		*m = append(*m, e)
		return err
	})
}
