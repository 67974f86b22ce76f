package picture

import (
	"image"
	"math/rand/v2"
	"testing"

	"coverstat/enumerate"
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

// TestBeside puts boards of many sizes beside another: none covers any other, and all corners of
// their cells stay corners of cells.
func TestBeside(t *testing.T) {
	block := func(rows, cols int, scale float64, caption string) *Board {
		b := &Board{ScaleX: scale, ScaleY: scale, Caption: caption}
		for _, c := range enumerate.Squares(rows, cols) {
			b.Cells = append(b.Cells, Cell{Outline: c.Outline})
		}
		return b
	}
	for count := range 9 {
		b := block(4, 5, 1, "")
		var others []*Board
		for i := range count {
			others = append(others, block(1+i%4, 1+(i*7)%5, []float64{1, 0.5, 0.866}[i%3], "piece"))
		}
		b.beside(others)
		boxes := map[int]image.Rectangle{}
		for _, c := range b.Cells {
			for _, p := range c.Outline {
				boxes[c.Region] = boxes[c.Region].Union(image.Rect(p.X, p.Y, p.X+1, p.Y+1))
			}
		}
		if len(boxes) != count+1 || len(b.Notes) != count {
			t.Fatalf("%d boards beside another: %d regions and %d names", count, len(boxes), len(b.Notes))
		}
		for i, box := range boxes {
			for k, other := range boxes {
				if i != k && box.Overlaps(other) {
					t.Errorf("of %d boards, %d and %d overlap", count, i, k)
				}
			}
		}
	}
}
