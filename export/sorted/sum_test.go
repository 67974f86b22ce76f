package sorted

import (
	"math"
	"math/rand/v2"
	"testing"

	"coverstat/enumerate"
)

// TestSumsOfDoubles: sums of multiples of a unit are the same in any order as
// long as they are exact, and a sum that would be rounded is an error.
func TestSumsOfDoubles(t *testing.T) {
	columns := []enumerate.Column{
		{Name: "k", Type: enumerate.Int32, Role: enumerate.Key},
		{Name: "n", Type: enumerate.Int64, Role: enumerate.Weight},
		{Name: "w", Type: enumerate.Double, Role: enumerate.Summed},
	}
	order, err := NewOrder(columns)
	if err != nil {
		t.Fatal(err)
	}
	sum := func(values []float64) (float64, error) {
		a, b := enumerate.NewBatch(columns), enumerate.NewBatch(columns)
		for _, w := range values {
			b.AppendInt32(0, 7)
			b.AppendInt64(1, 1)
			b.AppendDouble(2, w)
		}
		for j := range values {
			if err := order.append(a, b, j); err != nil {
				return 0, err
			}
		}
		if a.Len() != 1 || a.IntAt(1, 0) != int64(len(values)) {
			t.Fatalf("%d rows, weight %d", a.Len(), a.IntAt(1, 0))
		}
		return a.Vectors[2].Doubles[0], nil
	}
	r := rand.New(rand.NewPCG(8, 8))
	for range 200 {
		unit := math.Ldexp(1, r.IntN(900))
		var values []float64
		whole := uint64(0)
		for range 1 + r.IntN(50) {
			x := r.Uint64() >> (16 + r.IntN(40))
			whole += x
			values = append(values, float64(x)*unit)
		}
		for range 4 {
			got, err := sum(values)
			if want := float64(whole) * unit; err != nil || got != want {
				t.Fatalf("sum %v, %v: expected %v", got, err, want)
			}
			r.Shuffle(len(values), func(i, j int) { values[i], values[j] = values[j], values[i] })
		}
	}
	for _, values := range [][]float64{
		{1 << 53, 1}, {1, 1 << 53}, {1 << 60, 3, 5}, {math.MaxFloat64, math.MaxFloat64}, {math.Inf(1), 1}, {math.NaN(), 1},
	} {
		if got, err := sum(values); err == nil {
			t.Errorf("%v add up to %v", values, got)
		}
	}
}
