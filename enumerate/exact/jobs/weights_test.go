package jobs

import (
	"math"
	"math/rand/v2"
	"testing"

	"coverstat/enumerate"
)

// TestScale: sums are exact in every order, weights that fit are not rounded,
// and rounding stays within what is promised.
func TestScale(t *testing.T) {
	r := rand.New(rand.NewPCG(21, 21))
	for range 300 {
		magnitude := 1 + r.IntN(400)
		draw := func() float64 {
			w := 1.0
			for range 10 {
				w *= float64(1 + r.IntN(3))
			}
			return math.Ldexp(w, magnitude-1)
		}
		pilots := make([]float64, 1+r.IntN(pilotDraws))
		for i := range pilots {
			pilots[i] = draw()
		}
		s, err := newScale(pilots)
		if err != nil {
			t.Fatal(err)
		}
		if s.mean < 1<<25 && s.unit != 0 || s.unit == 0 && s.mean >= 1<<26 || s.square < 2*s.unit {
			t.Fatalf("scale %+v", s)
		}
		var one, all weights
		parts := make([]weights, 3)
		exact, squares := 0.0, 0.0
		n := 1 + r.IntN(2000)
		for d := range n {
			w := draw()
			exact += w
			squares += w * w
			if err := s.add(&all, w, int64(d)); err != nil {
				t.Fatal(err)
			}
			if err := s.add(&parts[r.IntN(3)], w, int64(d)); err != nil {
				t.Fatal(err)
			}
		}
		columns := weightColumns()
		b := enumerate.NewBatch(columns)
		var sums [2]float64
		for _, p := range append(parts, one) { // one has no draws
			b.Reset()
			s.append(b, 0, p)
			for i := range sums {
				sums[i] += b.Vectors[i].Doubles[0]
			}
		}
		b.Reset()
		s.append(b, 0, all)
		for i, want := range sums {
			if got := b.Vectors[i].Doubles[0]; got != want || got != math.Trunc(got) {
				t.Fatalf("%s %v, the parts add up to %v", columns[i].Name, got, want)
			}
		}
		mean, square := sums[0]/float64(n), sums[1]/float64(n)
		if off := math.Abs(mean - exact/float64(n)); off > s.mean*math.Ldexp(1, -24) || s.unit == 0 && off > 1e-9*mean {
			t.Fatalf("mean off by %v of %v", off, mean)
		}
		if off := math.Abs(square - squares/float64(n)); off > math.Ldexp(1, s.square) {
			t.Fatalf("mean square off by %v of %v, unit 2^%d", off, square, s.square)
		}
	}
}

// TestSquaresAreRounded: a square goes to the nearest unit, not to the one below.
func TestSquaresAreRounded(t *testing.T) {
	s := weightScale{square: 4, mean: 1}
	for weight, want := range map[float64]uint64{5: 2, 6: 2, 7: 3, 11: 8} { // 25/16, 36/16, 49/16, 121/16
		var sum weights
		if err := s.add(&sum, weight, 0); err != nil || sum.squares != want {
			t.Errorf("%v squared is %d units of 16, expected %d (%v)", weight, sum.squares, want, err)
		}
	}
}

func TestScaleOutOfRange(t *testing.T) {
	s, err := newScale([]float64{1000, 0, 3000})
	if err != nil || s.mean != 2000 {
		t.Fatalf("%+v, %v", s, err)
	}
	var sums weights
	for _, w := range []float64{1, 1000, 1e9} {
		if err := s.add(&sums, w, 7); err != nil {
			t.Error(err)
		}
	}
	for _, w := range []float64{1e11, 1e30, math.Inf(1), math.NaN()} {
		again := sums
		if err := s.add(&again, w, 7); err == nil {
			t.Errorf("weight %v was added", w)
		}
	}
	full := weights{sum: exactUnits - 1}
	if err := s.add(&full, 1, 7); err == nil {
		t.Error("a sum of 2^53 units")
	}
	if _, err := newScale([]float64{math.Inf(1)}); err == nil {
		t.Error("an infinite weight has a scale")
	}
	if s, err := newScale([]float64{0, 0}); err != nil || s.unit != 0 || s.square != 0 {
		t.Errorf("no successful draws: %+v, %v", s, err)
	}
}
