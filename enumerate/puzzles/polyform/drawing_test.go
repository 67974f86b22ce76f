package polyform

import (
	"testing"

	"coverstat/enumerate"
	"coverstat/enumerate/puzzles/polyform/lattice"
)

// TestCover draws a solution: copies are numbered by their first cells, whatever
// the numbers of their options.
func TestCover(t *testing.T) {
	b := &Board{lattice.NewBoard(lattice.Square, 1, 2, 3)}
	d := &drawing{canvas: newCanvas(b),
		pieces:  []enumerate.DrawnPiece{{Name: "I2", Symbol: "A"}, {Name: "I2", Symbol: "B"}, {Name: "I1", Symbol: "C"}},
		options: []drawnOption{{"I2", 0, []int32{3, 4}}, {"I2", 0, []int32{0, 1}}, {"I1", 0, []int32{2}}}}
	d.cells[5].Region, d.cells[5].Fill = enumerate.Outside, enumerate.Pale
	got, err := d.cover([]int32{0, 1, 2})
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []enumerate.Fill{0, 0, 2, 1, 1, enumerate.Pale} {
		if got.Cells[i].Fill != want {
			t.Errorf("cell %d is filled with %d, expected %d", i, got.Cells[i].Fill, want)
		}
	}
	for _, wrong := range [][]int32{{0, 1, 3}, {-1}, {0, 0, 1}} {
		if _, err := d.cover(wrong); err == nil {
			t.Errorf("options %v: no error", wrong)
		}
	}
}
