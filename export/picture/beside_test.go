package picture

import (
	"image"
	"testing"

	"coverstat/enumerate"
)

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
