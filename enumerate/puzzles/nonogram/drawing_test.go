package nonogram

import (
	"testing"

	"coverstat/enumerate"
)

func TestDraw(t *testing.T) {
	columns := []enumerate.Column{{Name: enumerate.InstanceColumn, Type: enumerate.String}, {Name: enumerate.GridColumn, Type: enumerate.String, Nullable: true}}
	drawer, err := newDrawer(enumerate.DrawRequest{Columns: columns})
	if err != nil {
		t.Fatal(err)
	}
	draw := func(clues, picture string) (*enumerate.Drawing, error) {
		b := enumerate.NewBatch(columns)
		b.AppendString(0, []byte(clues))
		if picture == "" {
			b.AppendNull(1)
		} else {
			b.AppendString(1, []byte(picture))
		}
		return drawer.Fill(b, 0)
	}
	d, err := draw("2,2/4|1/3/0", "#.#.##")
	if err != nil {
		t.Fatal(err)
	}
	if len(d.Cells) != 6 || d.Cells[0].Fill != enumerate.Dark || d.Cells[1].Fill != enumerate.Paper {
		t.Errorf("cells %+v", d.Cells)
	}
	if len(d.Left) != 2 || len(d.Top) != 3 || d.Left[0][1] != "2" || d.Top[2][0] != "0" {
		t.Errorf("clues %v and %v", d.Left, d.Top)
	}
	if d, err = draw("1|1", ""); err != nil || d.Cells[0].Fill != enumerate.Paper {
		t.Errorf("without a picture: %+v, %v", d, err)
	}
	for _, wrong := range [][2]string{{"1/1", ""}, {"1|1", "##"}} {
		if _, err := draw(wrong[0], wrong[1]); err == nil {
			t.Errorf("%q: no error", wrong)
		}
	}
}
