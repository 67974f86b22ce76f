package cover

import (
	"math/rand/v2"
	"testing"
)

// TestFitting compares the tables with the slots of each option, for more options than a word has bits.
func TestFitting(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for _, n := range []int{1, 8, 63, 64, 65, 130} {
		var s step[[2]uint64]
		for range n {
			var c choice[[2]uint64]
			for range r.IntN(4) {
				add(&c.free, r.IntN(24)+52)
			}
			s.choices = append(s.choices, c)
		}
		s.fitBy(fittingOf(s.choices))
		for range 1000 {
			k := [2]uint64{r.Uint64() & r.Uint64(), r.Uint64() & r.Uint64()}
			open := false
			for i := range s.choices {
				fits := !touches(k, s.choices[i].free)
				if open = open || fits; s.fit(i&^63, k)>>(i&63)&1 != 0 != fits {
					t.Fatalf("%d options: that option %d fits %x is said to be %v", n, i, k, !fits)
				}
			}
			if s.open(k) != open {
				t.Fatalf("%d options: that one fits %x is said to be %v", n, k, !open)
			}
		}
		if n > 8 && len(s.fitting) == 0 {
			t.Errorf("%d options have no tables", n)
		}
	}
}
