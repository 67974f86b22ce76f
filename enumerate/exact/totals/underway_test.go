package totals

import (
	"math"
	"testing"

	"coverstat/enumerate/kernel/sweep"
)

// TestUnderway: the share of a sweep grows with its layers, forward and back, also where these have
// other numbers of nodes than was expected.
func TestUnderway(t *testing.T) {
	j := &Job{tasks: []task{{kind: countUses, size: sweep.Size{Layers: []float64{10, 30, 10}}}}}
	j.once.Do(func() {}) // it is planned
	for _, c := range []struct {
		step, before, nodes int64
		share               float64
	}{
		{0, 0, 0, 0}, {0, 0, 5, 0.05}, {1, 20, 20, 0.1}, {1, 20, 50, 0.25}, {1, 20, 1000, 0.4},
		{2, 90, 90, 0.4}, {3, 110, 110, 0.5}, {5, 110, 110, 0.9}, {6, 110, 110, mostUnderway},
	} {
		j.step.Store(c.step)
		j.before.Store(c.before)
		j.nodes.Store(c.nodes)
		if share, nodes := j.Underway(); math.Abs(share-c.share) > 1e-9 || nodes != c.nodes {
			t.Errorf("%+v: %v and %d nodes", c, share, nodes)
		}
	}
}
