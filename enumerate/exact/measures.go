package exact

import (
	"math/big"
	"slices"

	"coverstat/enumerate"
)

// A Measure is an integer function of a solution that is the same for all images
// of the solution under the symmetries.
type Measure struct {
	enumerate.MeasureInfo
	// Value computes it. The solution is ascending; stabiliser is the number of
	// symmetries that map it to itself, if NeedsStabiliser is set.
	Value           func(p *enumerate.Problem, solution []enumerate.OptionID, stabiliser int64) int64
	NeedsStabiliser bool
	// Of computes a measure that may be large ([enumerate.MeasureInfo]), instead of Value, for any goroutine.
	Of func(solution []enumerate.OptionID) *big.Int
	// Sum gives the measure as a sum over options, nil if it does not add up in this
	// problem. The function is nil if it adds up in none.
	Sum func(p *enumerate.Problem) *enumerate.Sum
}

// ForcingName is the name of the measure [Forcing].
const ForcingName = "forcing"

// Forcing is the least number of a solution's options that no other solution has together. Of, such as "pieces", is
// what a solution is made of. A set of options that fixes its solution is called a defining set, in Latin squares a
// critical one, and the number the forcing number of a solution (Harary, Klein and Zivkovic 1991, of perfect
// matchings).
type Forcing struct{ Of string }

// Info describes the measure.
func (f Forcing) Info() enumerate.MeasureInfo {
	return enumerate.MeasureInfo{Name: ForcingName, Unit: f.Of,
		Meaning: "least number of the solution's " + f.Of +
			" that no other solution has together: given these, it is the only one"}
}

// Take takes the measure out of those that a config asks for, and says of nil whether it is not among them.
func (f Forcing) Take(asked []string) (others []string, forcing *Forcing) {
	others = slices.Clone(asked)
	for i, name := range others {
		if name == ForcingName {
			others[i], forcing = enumerate.Taken, &f
		}
	}
	return others, forcing
}

// MeasureInfos lists the descriptions of measures.
func MeasureInfos(all []Measure) []enumerate.MeasureInfo {
	var infos []enumerate.MeasureInfo
	for _, m := range all {
		infos = append(infos, m.MeasureInfo)
	}
	return infos
}

// Meters evaluate the measures that conditions compare, of any solution.
type Meters struct {
	Columns []enumerate.Column
	// Sums gives each column as a sum over options, nil if it does not add up.
	Sums []*enumerate.Sum
	// NewMeter returns a function for one goroutine. It gives the values of a solution, whose
	// options ascend and which stabiliser symmetries map to itself. They are valid until the
	// next call. If NeedStabiliser is not set, no value depends on stabiliser.
	NewMeter       func() func(solution []enumerate.OptionID, stabiliser int64) []int32
	NeedStabiliser bool
}

// pick finds measures by their names.
func pick(all []Measure, asked []string) (measures []Measure, columns []enumerate.Column, err error) {
	return enumerate.PickMeasures(all, func(m Measure) enumerate.MeasureInfo { return m.MeasureInfo }, asked)
}

// AppendMeasures appends the values of the measures of an instance that [NewInstance] has made, for a solution,
// ascending, to a row. The columns begin at first, and stabiliser is the number of symmetries that map the solution to
// itself.
func (x *Instance) AppendMeasures(b *enumerate.Batch, first int, solution []enumerate.OptionID, stabiliser int64) {
	for k, m := range x.measures {
		if !m.Large {
			b.AppendInt32(first+k, int32(m.Value(x.Problem, solution, stabiliser)))
		} else if n := m.Of(solution); n.IsInt64() {
			b.AppendInt64(first+k, n.Int64())
		} else {
			b.AppendNull(first + k)
		}
	}
}

// newMeters makes meters of the measures with the given names.
func newMeters(p *enumerate.Problem, all []Measure, asked []string) (*Meters, error) {
	measures, columns, err := pick(all, asked)
	if err != nil {
		return nil, err
	}
	if i := slices.IndexFunc(measures, func(m Measure) bool { return m.Large }); i >= 0 {
		return nil, enumerate.KeyErrorf("require",
			"conditions cannot compare %s, which may be too large a number: expected another measure", measures[i].Name)
	}
	need := slices.ContainsFunc(measures, func(m Measure) bool { return m.NeedsStabiliser })
	return &Meters{Columns: columns, Sums: sumsOf(p, measures), NeedStabiliser: need,
		NewMeter: func() func([]enumerate.OptionID, int64) []int32 {
			values := make([]int32, len(measures))
			return func(solution []enumerate.OptionID, stabiliser int64) []int32 {
				for k, m := range measures {
					values[k] = int32(m.Value(p, solution, stabiliser))
				}
				return values
			}
		}}, nil
}

// sumsOf gives each measure as a sum over options, nil if it does not add up.
func sumsOf(p *enumerate.Problem, measures []Measure) (sums []*enumerate.Sum) {
	for _, m := range measures {
		var sum *enumerate.Sum
		if m.Sum != nil {
			sum = m.Sum(p)
		}
		sums = append(sums, sum)
	}
	return sums
}

// addUp lists the names of the measures that add up.
func addUp(p *enumerate.Problem, all []Measure) (names []string) {
	for i, sum := range sumsOf(p, all) {
		if sum != nil {
			names = append(names, all[i].Name)
		}
	}
	return names
}
