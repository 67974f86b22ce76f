package jobs

import (
	"coverstat/enumerate"
	"coverstat/enumerate/exact"
)

// Open makes the job that a config asks for.
func Open(x *exact.Instance, spec enumerate.Spec) (*enumerate.Job, error) {
	switch spec.Kind {
	case enumerate.Census:
		c, err := NewCensus(x, spec.Kernel, spec.MaxShare, spec.CountOnly)
		if err != nil {
			return nil, err
		}
		return c.Job(), nil
	case enumerate.Sample:
		s, err := newSample(x, spec)
		if err != nil {
			return nil, err
		}
		return s.Job(), nil
	}
	return nil, enumerate.KeyErrorf("job", "job %s: expected census or sample for a single puzzle", spec.Kind)
}
