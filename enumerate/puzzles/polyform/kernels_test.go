package polyform

import (
	"slices"
	"strings"
	"testing"

	"coverstat/enumerate"
	"coverstat/enumerate/puzzles/polyform/lattice"
)

// squaresOf reads a picture of a board of squares.
func squaresOf(t *testing.T, picture string) *Board {
	t.Helper()
	b, err := forms[0].parseBoard("", picture, 1)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// TestGeometry checks which cells the board kernels number.
func TestGeometry(t *testing.T) {
	// A board of more than 128 cells is read without its margins, but with its holes.
	picture := "####" + strings.Repeat("#", 60) + "\n#..." + strings.Repeat("#", 60) + "\n#.#." + strings.Repeat("#", 60)
	g, cells := squaresOf(t, picture).geometry()
	if g.Rows != 2 || g.Cols != 3 || !slices.Equal(cells, []int{65, 66, 67, 129, 130, 131}) {
		t.Errorf("%d x %d, cells %v", g.Rows, g.Cols, cells)
	}
	// A frame of 12x12 has few cells in a large box.
	row, gap := strings.Repeat(".", 12)+"\n", "."+strings.Repeat("#", 10)+".\n"
	g, cells = squaresOf(t, row+strings.Repeat(gap, 10)+strings.TrimSpace(row)).geometry()
	if g.Rows != 0 || len(cells) != 44 || len(g.Neighbours) != 44 {
		t.Errorf("frame: %d rows, %d cells", g.Rows, len(cells))
	}
	for x, beside := range g.Neighbours {
		if len(beside) != 2 {
			t.Errorf("frame: cell %d has neighbours %v", x, beside)
		}
	}
	torus := &Board{lattice.NewBoard(lattice.Square, 1, 2, 4)}
	torus.WrapRows, torus.WrapCols = true, true
	g, _ = torus.geometry()
	if g.Rows != 0 || len(g.Neighbours[0]) != 3 { // below and above are one
		t.Errorf("torus: %d rows, neighbours %v", g.Rows, g.Neighbours[0])
	}
}

// TestFewestNodes checks published numbers of solutions, counted in all images,
// and the nodes: a change of these is
// a change of the search.
func TestFewestNodes(t *testing.T) {
	for _, x := range []struct {
		lattice    *lattice.Lattice
		layers     int
		rows, cols int
		wrap       bool
		pieces     string
		raw, nodes int64
	}{
		{lattice.Cube, 3, 3, 3, false, "soma", 11520, 196020},
		{lattice.Cube, 2, 4, 4, false, "tetracubes", 11120, 104299},
		{lattice.Hexagon, 1, 4, 7, false, "tetrahexes", 18, 1702},
		{lattice.Square, 1, 4, 5, true, "tetrominoes", 140, 1210},
	} {
		b := &Board{lattice.NewBoard(x.lattice, x.layers, x.rows, x.cols)}
		b.WrapCols = x.wrap
		var f *form
		for _, g := range forms {
			if g.lattice == x.lattice {
				f = g
			}
		}
		pieces, err := f.resolvePieces([]pieceParam{{Name: x.pieces}})
		if err != nil {
			t.Fatal(err)
		}
		z, err := NewPuzzle(b, pieces)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range z.kernels() {
			if c.Name != "fewest" && c.Name != "bits" {
				continue
			}
			k, err := c.New()
			if err != nil {
				t.Fatal(err)
			}
			e, _ := k.Search(enumerate.Task{Case: &enumerate.Case{}, Share: 1}, nil, func([]enumerate.OptionID) bool { return true })
			if e.Solutions != x.raw || c.Name == "fewest" && e.Nodes != x.nodes {
				t.Errorf("%s %s: %d solutions, %d nodes; want %d, %d", x.pieces, c.Name, e.Solutions, e.Nodes, x.raw, x.nodes)
			}
		}
	}
}

// TestMethods: solve offers all kernels that search boards.
func TestMethods(t *testing.T) {
	pieces, err := forms[0].resolvePieces([]pieceParam{{Name: "I3"}})
	if err != nil {
		t.Fatal(err)
	}
	z, err := NewPuzzle(&Board{lattice.NewBoard(lattice.Square, 1, 1, 3)}, pieces)
	if err != nil {
		t.Fatal(err)
	}
	names := []string{"auto"}
	for _, k := range z.kernels() {
		names = append(names, k.Name)
	}
	if !slices.Equal(names, methods) {
		t.Errorf("the kernels are %v, solve offers %v", names, methods)
	}
}
