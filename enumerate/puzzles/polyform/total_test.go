package polyform

import (
	"math/rand/v2"
	"testing"

	"coverstat/enumerate"
	"coverstat/enumerate/puzzletest"
)

// TestTotal compares puzzles with a total number of pieces with those without, whose
// solutions are counted by their numbers of pieces.
func TestTotal(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 9))
	for done := 0; done < 40; {
		b := randomBrute(r)
		if len(b.free) == 0 {
			continue
		}
		z, err := b.puzzle()
		if err != nil {
			continue
		}
		options, cells := b.options()
		solutions, ok := b.solutions(options, cells, 300)
		if !ok || len(solutions) == 0 {
			continue
		}
		done++
		bySize := map[int32]int64{}
		for _, s := range solutions {
			bySize[int32(len(s))]++
		}
		low, high := r.Int32N(8), int32(0)
		high = low + r.Int32N(3)
		want := int64(0)
		for n, count := range bySize {
			if low <= n && n <= max(1, high) {
				want += count
			}
		}
		total, err := newPuzzle(z.Board, z.Pieces, 0, CountParam{set: true, min: low, max: max(1, high)}, restriction{})
		if err != nil {
			t.Fatal(err)
		}
		if total.impossible() != "" {
			if want > 0 {
				t.Fatalf("%v\n%d solutions with %d to %d pieces, but %s", b, want, low, high, total.impossible())
			}
			continue
		}
		x, err := total.instance(enumerate.Spec{Measures: []string{"cut_edges"}})
		if err != nil {
			t.Fatal(err)
		}
		if raw, _ := puzzletest.TestInstance(t, x); raw != want {
			t.Fatalf("%v\n%d solutions with %d to %d pieces, expected %d", b, raw, low, high, want)
		}
	}
}
