package exact

import "coverstat/enumerate"

// Open makes the job that a config asks for.
func Open(x *Instance, spec enumerate.Spec) (enumerate.Job, error) {
	switch spec.Kind {
	case enumerate.Census:
		return NewCensus(x, spec.Kernel, spec.MaxShare, spec.CountOnly)
	case enumerate.Sample:
		if spec.CountOnly { // how many there are, not how many are drawn
			return NewCensus(x, spec.Kernel, spec.MaxShare, true)
		}
		return NewSample(x, spec)
	}
	return nil, enumerate.KeyErrorf("job", "job %s: expected census or sample for a single puzzle", spec.Kind)
}
