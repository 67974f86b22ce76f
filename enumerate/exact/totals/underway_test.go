package totals

import (
	"math"
	"testing"

	"coverstat/enumerate/kernel/sweep"
)

// TestUnderway: the share of a sweep grows with its layers, forward and back.
func TestUnderway(t *testing.T) {
	j := &Sweeps{tasks: []task{{kind: countUses, size: sweep.Size{Layers: []float64{10, 30, 10}}}}}
	j.once.Do(func() {}) // it is planned
	for step, want := range []float64{0, 0.1, 0.4, 0.5, 0.6, 0.9, mostUnderway} {
		j.step.Store(int64(step))
		if share, _ := j.underway(); math.Abs(share-want) > 1e-9 {
			t.Errorf("%d layers are done: %v, expected %v", step, share, want)
		}
	}
}
