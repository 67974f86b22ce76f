package exact

import "coverstat/enumerate"

// Open makes the job that a config asks for.
func Open(x *Instance, spec enumerate.Spec) (enumerate.Job, error) {
	switch spec.Kind {
	case enumerate.Census:
		return NewCensus(x, spec.Kernel, spec.MaxShare, spec.CountOnly)
	case enumerate.Sample:
		return NewSample(x, spec)
	}
	return nil, enumerate.Errorf("job %s: expected census or sample for a single puzzle", spec.Kind)
}
