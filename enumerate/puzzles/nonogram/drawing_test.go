package nonogram

import (
	"testing"

	"coverstat/enumerate"
)

func TestDraw(t *testing.T) {
	d, err := draw("2,2/4|1/3/0", []byte("#.#.##"))
	if err != nil {
		t.Fatal(err)
	}
	if len(d.Cells) != 6 || d.Cells[0].Fill != enumerate.Dark || d.Cells[1].Fill != enumerate.Paper {
		t.Errorf("cells %+v", d.Cells)
	}
	if len(d.Left) != 2 || len(d.Top) != 3 || d.Left[0][1] != "2" || d.Top[2][0] != "0" {
		t.Errorf("clues %v and %v", d.Left, d.Top)
	}
	for _, wrong := range [][2]string{{"1/1", ""}, {"1|1", "##"}} {
		if _, err := draw(wrong[0], []byte(wrong[1])); err == nil {
			t.Errorf("%q: no error", wrong)
		}
	}
}
