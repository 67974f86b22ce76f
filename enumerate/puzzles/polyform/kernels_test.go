package polyform

import (
	"slices"
	"strings"
	"testing"

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

// TestRectangle checks which cells the board kernels number.
func TestRectangle(t *testing.T) {
	// A board of more than 128 cells is read without its margins, but with its holes.
	picture := "####" + strings.Repeat("#", 60) + "\n#..." + strings.Repeat("#", 60) + "\n#.#." + strings.Repeat("#", 60)
	rows, cols, cells := squaresOf(t, picture).rectangle()
	if rows != 2 || cols != 3 || !slices.Equal(cells, []int{65, 66, 67, 129, 130, 131}) {
		t.Errorf("%d x %d, cells %v", rows, cols, cells)
	}
	// A frame of 12x12 has few cells in a large box.
	row, gap := strings.Repeat(".", 12)+"\n", "."+strings.Repeat("#", 10)+".\n"
	if rows, cols, cells := squaresOf(t, row+strings.Repeat(gap, 10)+strings.TrimSpace(row)).rectangle(); cells != nil {
		t.Errorf("frame: %d x %d, cells %v", rows, cols, cells)
	}
	torus := &Board{lattice.NewBoard(lattice.Square, 1, 2, 4)}
	torus.WrapRows, torus.WrapCols = true, true
	if rows, cols, cells := torus.rectangle(); cells != nil {
		t.Errorf("torus: %d x %d, cells %v", rows, cols, cells)
	}
}

// TestMethods: solve offers all kernels that search boards.
func TestMethods(t *testing.T) {
	pieces, err := forms[0].resolvePieces([]pieceParam{{Name: "I3"}})
	if err != nil {
		t.Fatal(err)
	}
	z, err := plainPuzzle(&Board{lattice.NewBoard(lattice.Square, 1, 1, 3)}, pieces)
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
