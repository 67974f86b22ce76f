package symmetry

import (
	"math"
	"strings"
	"sync/atomic"
	"testing"

	"coverstat/enumerate"
)

// claims is a kernel that says how many solutions it has visited, and visits none.
type claims struct {
	enumerate.Kernel
	solutions int64
}

func (k claims) Search(enumerate.Task, *atomic.Bool, enumerate.Visit) (enumerate.Effort, bool) {
	return enumerate.Effort{Solutions: k.solutions}, true
}

// TestRawOverflow: a number of raw solutions beyond 63 bits is an error.
func TestRawOverflow(t *testing.T) {
	const most = math.MaxInt64 / 8
	r := &Reduction{Cases: []Case{{Weight: 8}}}
	for solutions, fits := range map[int64]bool{most: true, most + 1: false} {
		raw, _, _, err := r.EachClass(0, enumerate.Task{}, claims{solutions: solutions}, new(Canonicaliser), new(atomic.Bool), nil)
		if fits && (err != nil || raw != most*8) || !fits && (err == nil || !strings.Contains(err.Error(), "overflow 63 bits")) {
			t.Errorf("%d solutions of weight 8: %d raw, %v", solutions, raw, err)
		}
	}
}
