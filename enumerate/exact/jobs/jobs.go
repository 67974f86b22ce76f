// Package jobs opens the jobs of one exact cover: censuses and samples.
package jobs

import (
	"coverstat/enumerate"
	"coverstat/enumerate/exact"
	"coverstat/enumerate/exact/census"
	"coverstat/enumerate/exact/sample"
)

// Open makes the job that a config asks for.
func Open(x *exact.Instance, spec enumerate.Spec) (*enumerate.Job, error) {
	switch spec.Kind {
	case enumerate.Census:
		c, err := census.New(x, spec.Kernel, spec.MaxShare, spec.CountOnly)
		if err != nil {
			return nil, err
		}
		return c.Job(), nil
	case enumerate.Sample:
		s, err := sample.New(x, spec)
		if err != nil {
			return nil, err
		}
		return s.Job(), nil
	}
	return nil, enumerate.KeyErrorf("job", "job %s: expected census or sample for a single puzzle", spec.Kind)
}
