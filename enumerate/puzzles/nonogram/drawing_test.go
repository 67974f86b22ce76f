package nonogram

import (
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
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

const flag = "color a #c00000\ncolor b #0000c0\nwidth 3\nheight 2\nrows\n2a,1b\n1a\ncolumns\n2a\n1a\n1b\n"

// TestColouredSurvey: puzzles of several colours have the columns that are not of theorems, are checked, and
// are drawn in their colours.
func TestColouredSurvey(t *testing.T) {
	name := filepath.Join(t.TempDir(), "flag.non")
	two := flag + "====\nwidth 2\nheight 2\nrows\n1a\n1b\ncolumns\n1a\n1b\n====\nwidth 2\nheight 2\nrows\n1\n1\ncolumns\n1\n1\n"
	if err := os.WriteFile(name, []byte(two), 0o666); err != nil {
		t.Fatal(err)
	}
	job := open1(t, specOf(params{Input: oneOrMore[string]{values: []string{name}}}, "components", "blocks"))
	rows, _ := gather(t, job)
	if rows.Len() != 3 || intAt(rows, "solutions", 0) != 1 || intAt(rows, "solutions", 1) != 1 || intAt(rows, "solutions", 2) != 2 ||
		textAt(rows, "grid", 0) != "##b#.." || textAt(rows, "instance", 0) != "2,1b/1|2/1/1b" || textAt(rows, "palette", 0) != "ffffff c00000 0000c0" ||
		textAt(rows, "solved_by", 0) != "line" || intAt(rows, "components", 0) != 2 || intAt(rows, "settled_line", 0) != 6 {
		t.Errorf("%d rows: %q", rows.Len(), textAt(rows, "grid", 0))
	}
	for _, c := range []string{"theorem_solvable", "settled_theorems", "rounds"} {
		if i := enumerate.ColumnIndex(rows.Columns, c); !rows.IsNull(i, 0) || rows.IsNull(i, 2) {
			t.Errorf("column %s: expected null for several colours alone", c)
		}
	}
	drawer, err := newDrawer(enumerate.DrawRequest{Columns: rows.Columns})
	if err != nil {
		t.Fatal(err)
	}
	var stop atomic.Bool
	d, err := drawer.DrawRow(rows, 0, &stop)
	if err != nil || d.Cells[0].Fill != enumerate.Coloured(0xc00000) || d.Cells[2].Fill != enumerate.Coloured(0x0000c0) || d.Cells[5].Fill != enumerate.Paper {
		t.Errorf("%+v, %v", d, err)
	}
	if d, err = drawer.DrawSolution(rows, 2, &stop); err != nil || d.Cells[0].Fill == d.Cells[1].Fill {
		t.Errorf("%+v, %v", d, err)
	}
}

// TestColouredAnswers: solve shows letters, writes .non back and says that theorems are of black and white.
func TestColouredAnswers(t *testing.T) {
	solved := func(flags map[string]string, method string) (string, error) {
		var out strings.Builder
		err := solve(enumerate.SolveRequest{Name: "f", In: strings.NewReader(flag), Out: &out, Method: method, Flags: flags})
		return out.String(), err
	}
	if got, err := solved(nil, "line"); err != nil || got != "unique\n##b\n#..\n\n" {
		t.Errorf("%q, %v", got, err)
	}
	if got, err := solved(map[string]string{"as": "non"}, ""); err != nil || !strings.Contains(got, "goal \"aaba00\"") || !strings.Contains(got, "color b #0000c0") {
		t.Errorf("%q, %v", got, err)
	}
	if _, err := solved(nil, "theorems"); err == nil || !strings.Contains(err.Error(), "black and white") {
		t.Errorf("%v", err)
	}
}
