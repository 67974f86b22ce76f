package polyomino

import (
	"reflect"
	"testing"

	"coverstat/enumerate"
)

// TestDrawingsAgree draws one solution from its grid and from its options.
func TestDrawingsAgree(t *testing.T) {
	d := &drawing{cells: enumerate.Squares(2, 3), bySymbol: map[byte]int{'A': 0, 'B': 1, 'C': 2},
		pieces:  []enumerate.DrawnPiece{{Name: "I2", Symbol: "A"}, {Name: "I2", Symbol: "B"}, {Name: "I1", Symbol: "C"}},
		options: []drawnOption{{"I2", []int32{0, 1}}, {"I2", []int32{3, 4}}, {"I1", []int32{2}}}}
	d.cells[5].Region, d.cells[5].Fill = enumerate.Outside, enumerate.Pale
	fromGrid, err := d.fromGrid([]byte("AACBB#"))
	if err != nil {
		t.Fatal(err)
	}
	fromOptions, err := d.fromOptions([]int32{0, 1, 2})
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(fromGrid, fromOptions) {
		t.Errorf("from the grid %+v, from options %+v", fromGrid, fromOptions)
	}
	for _, wrong := range [][]int32{{0, 1, 3}, {-1}, {0, 0, 1}} {
		if _, err := d.fromOptions(wrong); err == nil {
			t.Errorf("options %v: no error", wrong)
		}
	}
	for _, wrong := range []string{"AACBB", "AADBB#"} {
		if _, err := d.fromGrid([]byte(wrong)); err == nil {
			t.Errorf("grid %s: no error", wrong)
		}
	}
}
