package stats

import "coverstat/enumerate"

// InstanceShares are the estimated shares of instances in a survey of drawn
// instances.
type InstanceShares struct {
	Solvable Interval `json:"solvable"`
	Unique   Interval `json:"unique"`
}

// estimateDrawn adds to a survey's summary what its instances, drawn
// independently, say of all that could have been drawn: the share of solvable
// and unique ones, the share of each measure that is true or false, and the
// mean of any other. About says how they were drawn.
//
// Means of true and false, or of 0 and 1, have Wilson's interval: Student's, for numbers of
// any size, is no good near 0 and 1, and shrinks to a point where all are
// alike.
func (s *Summary) estimateDrawn(columns []enumerate.Column, about string) {
	if s.Instances == nil || s.Instances.Raw.IsZero() {
		return
	}
	n := s.Instances.Raw.Float()
	e := &Estimates{About: about, Instances: InstanceShares{
		Solvable: Wilson(s.Instances.SolvableRaw.Float(), n, DefaultConfidence),
		Unique:   Wilson(s.Instances.UniqueRaw.Float(), n, DefaultConfidence),
	}}
	for _, m := range s.Measures {
		i := enumerate.ColumnIndex(columns, m.Name)
		switch h := m.Raw.Histogram; {
		case len(h) == 0:
		case i >= 0 && columns[i].Type == enumerate.Bool, len(h) == 2 && h[0].Value == 0 && h[1].Value == 1:
			e.Measures = append(e.Measures, MeasureEstimate{Name: m.Name,
				Mean: Wilson(h.Count(1).Float(), h.Total().Float(), DefaultConfidence)})
		default:
			e.Measures = append(e.Measures, estimateMeasure(m.Name, h))
		}
	}
	s.Estimates = e
}
