package jobs

import (
	"math/big"
	"math/rand/v2"
	"testing"
)

// TestWeightedList: numbers are drawn in proportion to their weights, which may be beyond 2^64 together, by a chi-square of
// 4 degrees of freedom (33 is at 10^-6); and a number below any other one is drawn.
func TestWeightedList(t *testing.T) {
	const draws = 100_000
	random := rand.New(rand.NewPCG(1, 2))
	for _, unit := range []int64{1, 1 << 40, 1 << 62} {
		weights := []int64{3, 1, 0, 7, 2, 5}
		l := &solutionList{}
		for _, w := range weights {
			l.total.Add(&l.total, new(big.Int).Mul(big.NewInt(w), big.NewInt(unit)))
			l.ends = append(l.ends, new(big.Int).Set(&l.total))
		}
		seen := make([]float64, len(weights))
		for range draws {
			seen[l.draw(random)]++
		}
		square := 0.0
		for k, w := range weights {
			expected := draws * float64(w) / 18
			if w == 0 && seen[k] > 0 {
				t.Errorf("unit %d: drew a number without weight", unit)
			}
			square += (seen[k] - expected) * (seen[k] - expected) / max(expected, 1)
		}
		if square > 33 {
			t.Errorf("unit %d: drew %v, chi-square %.1f", unit, seen, square)
		}
	}
	seen := map[int64]int{}
	for range 3000 {
		seen[below(random, big.NewInt(3)).Int64()]++
	}
	if len(seen) != 3 || seen[0] < 850 || seen[1] < 850 || seen[2] < 850 {
		t.Errorf("numbers below 3: %v", seen)
	}
}
