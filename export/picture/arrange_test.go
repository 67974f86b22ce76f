package picture

import (
	"image"
	"math/rand/v2"
	"testing"
)

// TestArrange arranges boards of any sizes: in order, apart and within the sheet, and
// small boards take no more room than the largest one would.
func TestArrange(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 0))
	for range 300 {
		var sizes []image.Point
		most := image.Point{}
		for range 1 + r.IntN(30) {
			s := image.Pt(10+r.IntN(200), 10+r.IntN(200))
			sizes, most = append(sizes, s), image.Pt(max(most.X, s.X), max(most.Y, s.Y))
		}
		columns := r.IntN(8)
		at, all := arrange(sizes, 10, columns)
		for i, s := range sizes {
			one := image.Rectangle{at[i], at[i].Add(s)}
			if !one.In(image.Rect(0, 0, all.X, all.Y)) {
				t.Fatalf("board %d of %v leaves the sheet: %+v", i, sizes, at)
			}
			for k := range i {
				if one.Inset(-4).Overlaps(image.Rectangle{at[k], at[k].Add(sizes[k])}) {
					t.Fatalf("boards %d and %d of %v overlap: %+v", k, i, sizes, at)
				}
			}
			if i > 0 && at[i].Y == at[i-1].Y && at[i].X < at[i-1].X {
				t.Fatalf("boards of %v are not in order: %+v", sizes, at)
			}
		}
		for i := range sizes {
			sizes[i] = most
		}
		if _, full := arrange(sizes, 10, columns); columns > 0 && (all.X > full.X || all.Y > full.Y) {
			t.Fatalf("%+v takes more room than %+v", all, full)
		}
	}
}
