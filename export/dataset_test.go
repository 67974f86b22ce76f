package export

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestReservoir keeps the first rows, or rows that come about equally often.
func TestReservoir(t *testing.T) {
	first := Reservoir{Limit: 3}
	times := make([]int, 20)
	random := rand.New(rand.NewPCG(1, 0))
	const rounds = 4000
	for range rounds {
		r := Reservoir{Limit: 5, Random: random}
		for row := range int64(len(times)) {
			r.Offer(row)
			first.Offer(row)
		}
		for _, row := range r.Rows {
			times[row]++
		}
	}
	if !slices.Equal(first.Rows, []int64{0, 1, 2}) || first.Offered != rounds*20 {
		t.Errorf("without chance: %v of %d rows", first.Rows, first.Offered)
	}
	for row, n := range times {
		if n < 850 || n > 1150 { // 1000 expected, with a standard deviation of 27
			t.Errorf("row %d was kept %d times in %d", row, n, rounds)
		}
	}
}
