package stats

import (
	"math"
	"testing"
)

// TestSetDrawn: the estimate of the share is right on average where draws end with a row, and its interval nearly always
// has the share: the sums go over all numbers of draws, with their probabilities.
func TestSetDrawn(t *testing.T) {
	for _, rows := range []int64{2, 5, 20, 100} {
		for _, share := range []float64{0.02, 0.09, 0.3, 0.8} {
			mean, covered, all := 0.0, 0.0, 0.0
			log := float64(rows) * math.Log(share) // of the probability that so many draws are made
			for n := rows; all < 1-1e-9 && n < 200_000; n++ {
				i := Instances{Distinct: Int(rows)}
				i.SetDrawn(n-rows, true)
				if i.Drawn.Cmp(Int(n)) != 0 {
					t.Fatalf("%s drawn, expected %d", i.Drawn, n)
				}
				p := math.Exp(log)
				if mean, all = mean+p*i.Meeting.Estimate, all+p; i.Meeting.Contains(share) {
					covered += p
				}
				log += math.Log(float64(n)/float64(n+1-rows)) + math.Log1p(-share)
			}
			if t.Logf("%d rows, share %v: covered %.4f", rows, share, covered); math.Abs(mean-share) > 1e-7 || covered < 0.89 {
				t.Errorf("%d rows, share %v: mean %v, covered %v", rows, share, mean, covered)
			}
		}
	}
}
