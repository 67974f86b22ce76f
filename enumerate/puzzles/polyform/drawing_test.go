package polyform

import (
	"slices"
	"testing"

	"coverstat/enumerate"
	"coverstat/enumerate/puzzles/polyform/lattice"
)

// TestCover draws a solution: copies are numbered by their first cells, whatever
// the numbers of their options.
func TestCover(t *testing.T) {
	b := &Board{lattice.NewBoard(lattice.Square, 1, 2, 3)}
	c := newCanvas(b)
	d := c.drawer()
	d.Pieces = []enumerate.DrawnPiece{{Name: "I2", Symbol: "A"}, {Name: "I2", Symbol: "B"}, {Name: "I1", Symbol: "C"}}
	d.Template.Options = []enumerate.LaidOption{{Piece: "I2", Cells: []int32{3, 4}}, {Piece: "I2", Cells: []int32{0, 1}}, {Piece: "I1", Cells: []int32{2}}}
	rows := enumerate.NewBatch([]enumerate.Column{{Name: "options", Type: enumerate.Int32List, Role: enumerate.Key}})
	c.cells[5].Region, c.cells[5].Fill = enumerate.Outside, enumerate.Pale
	rows.AppendInt32List(0, []int32{0, 1, 2})
	got, err := d.Fill(rows, 0)
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []enumerate.Fill{0, 0, 2, 1, 1, enumerate.Pale} {
		if got.Cells[i].Fill != want {
			t.Errorf("cell %d is filled with %d, expected %d", i, got.Cells[i].Fill, want)
		}
	}
	for i, wrong := range [][]int32{{0, 1, 3}, {-1}, {0, 0, 1}} {
		rows.AppendInt32List(0, wrong)
		if _, err := d.Fill(rows, 1+i); err == nil {
			t.Errorf("options %v: no error", wrong)
		}
	}
}

// TestCanvas counts the cells that are drawn of boards, and those that are drawn
// again beyond a border.
func TestCanvas(t *testing.T) {
	hole := lattice.NewBoard(lattice.Hexagon, 1, 5, 5)
	for _, i := range []int{0, 1, 12} { // a corner, and the middle
		hole.Blocked[i] = true
	}
	row := lattice.NewBoard(lattice.Square, 1, 4, 6)
	row.Blocked[3] = true
	cylinder, torus := row, row
	cylinder.WrapCols = true
	torus.WrapRows, torus.WrapCols = true, true
	solid := lattice.NewBoard(lattice.Cube, 3, 2, 2)
	solid.Blocked[0] = true
	hexagon, err := forms[slices.IndexFunc(forms, func(f *form) bool { return f.family == "polyhex" })].newBoard(boardParam{Hexagon: 4})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		what           string
		board          *Board
		drawn, repeats int
	}{
		{"a hexagon in its rhombus", hexagon, 37, 0},
		{"hexagons with a hole", &Board{hole}, 23, 0},
		{"squares", &Board{row}, 24, 0},
		{"a cylinder", &Board{cylinder}, 24, 8},
		{"a torus", &Board{torus}, 24, 24},
		{"cubes", &Board{solid}, 12, 0},
	} {
		v := newCanvas(c.board)
		if len(v.cells) != c.drawn || len(v.repeats) != c.repeats {
			t.Errorf("%s: %d cells and %d again, expected %d and %d", c.what, len(v.cells), len(v.repeats), c.drawn, c.repeats)
		}
		for i, k := range v.index {
			if !c.board.Blocked[i] && k < 0 {
				t.Errorf("%s: free cell %d is not drawn", c.what, i)
			}
		}
		for _, again := range enumerate.Repeated(slices.Clone(v.cells), v.repeats)[len(v.cells):] {
			if !again.Repeat {
				t.Errorf("%s: a cell beyond the border is not marked", c.what)
			}
		}
	}
}

// TestCellOf finds the cells of a solid by layer, row and column, and those of a
// board of hexagons among the drawn ones.
func TestCellOf(t *testing.T) {
	column := func(name string) enumerate.Column { return enumerate.Column{Name: name, Type: enumerate.Int32} }
	table := enumerate.NewBatch([]enumerate.Column{column("layer"), column("row"), column("col")})
	for i, x := range []int32{2, 1, 0} {
		table.AppendInt32(i, x)
	}
	if got, err := newCanvas(&Board{lattice.NewBoard(lattice.Cube, 3, 2, 2)}).cellOf(table, 0); err != nil || got != 10 {
		t.Errorf("cell %d, %v, expected 10", got, err)
	}
	if _, err := newCanvas(&Board{lattice.NewBoard(lattice.Cube, 2, 2, 2)}).cellOf(table, 0); err == nil {
		t.Error("a layer too many: no error")
	}
	corner := lattice.NewBoard(lattice.Hexagon, 1, 2, 2)
	corner.Blocked[0] = true
	if got, err := newCanvas(&Board{corner}).cellOf(table, 0); err != nil || got != 1 {
		t.Errorf("cell %d, %v, expected 1", got, err)
	}
}
