package line

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestWeigh compares with all lines of up to 10 cells, one by one.
func TestWeigh(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 6))
	var x Memory
	for range 300 {
		n := 1 + rng.IntN(10)
		cells := make([]Cell, n)
		for i := range cells {
			cells[i] = Black + Cell(rng.IntN(2))
		}
		clue := ClueOf(nil, cells)
		a, err := New(clue, n, 1)
		if err != nil {
			t.Fatal(err)
		}
		black := make([]float64, n)
		for i := range black {
			black[i] = 0.1 + 0.8*rng.Float64()
			if rng.IntN(4) == 0 {
				black[i] = float64(Crossed - cells[i])
			}
		}
		yes, all := make([]float64, n), make([]float64, n)
		for set := range 1 << n {
			for i := range cells {
				cells[i] = Crossed - Cell(set>>i&1)
			}
			if !slices.Equal(ClueOf(nil, cells), clue) {
				continue
			}
			for i := range cells {
				weight := 1.0
				for j, p := range black {
					if j != i && cells[j] == Black {
						weight *= p
					} else if j != i {
						weight *= 1 - p
					}
				}
				all[i] += weight
				if cells[i] == Black {
					yes[i] += weight
				}
			}
		}
		to := make([]float64, n)
		if !a.Weigh(&x, black, to) {
			t.Fatalf("clue %v, %v: no weight", clue, black)
		}
		for i, p := range to {
			if want := yes[i] / all[i]; math.Abs(p-want) > 1e-9 {
				t.Fatalf("clue %v, %v: cell %d is black with %v, want %v", clue, black, i, p, want)
			}
		}
	}
	a, _ := New([]int{2}, 3, 1)
	if a.Weigh(&x, []float64{0, 0, 0}, make([]float64, 3)) {
		t.Error("an impossible line has weight")
	}
}
