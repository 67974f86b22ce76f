// Package jobs opens the jobs of one exact cover: censuses and samples.
package jobs

import (
	"coverstat/enumerate"
	"coverstat/enumerate/exact"
	"coverstat/enumerate/exact/census"
	"coverstat/enumerate/exact/sample"
)

// Open makes the job that a config asks for.
func Open(x *exact.Instance, spec enumerate.Spec) (enumerate.Job, error) {
	switch spec.Kind {
	case enumerate.Census:
		return census.New(x, spec.Kernel, spec.MaxShare, spec.CountOnly)
	case enumerate.Sample:
		return sample.New(x, spec)
	}
	return nil, enumerate.KeyErrorf("job", "job %s: expected census or sample for a single puzzle", spec.Kind)
}
