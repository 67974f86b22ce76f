package polyform

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"coverstat/enumerate"
	"coverstat/enumerate/puzzles/polyform/lattice"
)

func formOf(t *testing.T, family string) *form {
	t.Helper()
	i := slices.IndexFunc(forms, func(f *form) bool { return f.family == family })
	if i < 0 {
		t.Fatalf("no family %s", family)
	}
	return forms[i]
}

// TestNamedBoards: the boards have the pictures that people draw, the numbers of
// cells of the formulas (1+3n(n-1) and n(n+1)/2 hexagons, 6n² and n² triangles)
// and the symmetries of their outlines.
func TestNamedBoards(t *testing.T) {
	for _, c := range []struct {
		family     string
		board      boardParam
		area       int
		symmetries int
		picture    string // "": not compared
	}{
		{"polyhex", boardParam{Hexagon: 4}, 37, 12, "###....\n##.....\n#......\n.......\n......#\n.....##\n....###"},
		{"polyhex", boardParam{Hexagon: 1}, 1, 1, "."},
		{"polyhex", boardParam{Hexagon: 9}, 217, 12, ""},
		{"polyhex", boardParam{Triangle: 7}, 28, 6, ""},
		{"polyhex", boardParam{Triangle: 3}, 6, 6, "##.\n#..\n..."},
		{"polyhex", boardParam{Rhombus: []int{4, 7}}, 28, 2, ".......\n.......\n.......\n......."},
		{"polyhex", boardParam{Rhombus: []int{5, 5}}, 25, 4, ""},
		{"polyiamond", boardParam{Hexagon: 1}, 6, 12, "...\n..."},
		{"polyiamond", boardParam{Hexagon: 2}, 24, 12, "##.....#\n#.......\n#.......\n##.....#"},
		{"polyiamond", boardParam{Hexagon: 7}, 294, 12, ""},
		{"polyiamond", boardParam{Triangle: 1}, 1, 1, "."},
		{"polyiamond", boardParam{Triangle: 2}, 4, 6, "##.#\n#..."},
		{"polyiamond", boardParam{Triangle: 3}, 9, 6, "##.##\n#...#\n....."},
		{"polyiamond", boardParam{Triangle: 6}, 36, 6, ""},
		{"polyiamond", boardParam{Rhombus: []int{4, 9}}, 72, 2, "####..................\n###..................#\n##..................##\n#..................###"},
		{"polyiamond", boardParam{Rhombus: []int{6, 6}}, 72, 4, ""},
		{"polyiamond", boardParam{Rhombus: []int{1, 3}}, 6, 2, "......"},
		{"polyiamond", boardParam{Rows: 2, Cols: 3}, 6, 12, "...\n..."},
		{"polycube", boardParam{Layers: 2, Rows: 3, Cols: 4}, 24, 8, ""},
	} {
		b, err := formOf(t, c.family).newBoard(c.board)
		if err != nil {
			t.Fatal(err)
		}
		symmetries := 0
		for range b.Symmetries() {
			symmetries++
		}
		if b.Area() != c.area || symmetries != c.symmetries {
			t.Errorf("%s %+v: %d cells, %d symmetries, expected %d and %d\n%s", c.family, c.board, b.Area(), symmetries, c.area, c.symmetries, b.Picture().String())
		}
		if c.picture != "" && b.Picture().String() != c.picture {
			t.Errorf("%s %+v: expected\n%s\ngot\n%s", c.family, c.board, c.picture, b.Picture().String())
		}
		if l := b.Lattice; l == lattice.Hexagon || l == lattice.Triangle {
			again, err := formOf(t, c.family).parseBoard("", strings.ReplaceAll(b.Picture().String(), "#", " "), 1)
			if err != nil || again.Picture().String() != b.Picture().String() {
				t.Errorf("%s %+v, with spaces: %v", c.family, c.board, err)
			}
		}
	}
}

// TestBoardKeys: each fault of puzzle.board, wrap and symmetry is one error at its
// key.
func TestBoardKeys(t *testing.T) {
	for _, c := range []struct {
		family string
		p      params
		key    string
		want   string
	}{
		{"polyomino", params{BoardParams: BoardParams{Board: boardParam{Hexagon: 4}}}, "puzzle.board.hexagon", "board of squares: there is no key hexagon: expected rows, cols or picture"},
		{"polyomino", params{BoardParams: BoardParams{Board: boardParam{Layers: 1, Rows: 3, Cols: 3}}}, "puzzle.board.layers", "board of squares: there is no key layers: expected rows, cols or picture"},
		{"polycube", params{BoardParams: BoardParams{Board: boardParam{Rhombus: []int{3, 3}}}}, "puzzle.board.rhombus", "board of cubes: there is no key rhombus: expected layers, rows, cols or picture"},
		{"polyhex", params{BoardParams: BoardParams{Board: boardParam{Layers: 2, Rows: 3, Cols: 3}}}, "puzzle.board.layers", "board of hexagons: there is no key layers: expected rows, cols, hexagon, triangle, rhombus or picture"},
		{"polyhex", params{BoardParams: BoardParams{Board: boardParam{Hexagon: 3, Rows: 3}}}, "puzzle.board", "board: got rows and hexagon: expected {rows: 8, cols: 8}, {hexagon: 4}, {triangle: 7}, {rhombus: [4, 7]} or a picture alone, with sizes from 1"},
		{"polycube", params{BoardParams: BoardParams{Board: boardParam{Layers: 3, Rows: 3, Cols: 3, Picture: "."}}}, "puzzle.board", "board: got layers, rows, cols and picture: expected {layers: 3, rows: 3, cols: 3} or a picture alone, with sizes from 1"},
		{"polycube", params{BoardParams: BoardParams{Board: boardParam{Rows: 3, Cols: 3}}}, "puzzle.board", "board: got rows and cols: expected {layers: 3, rows: 3, cols: 3} or a picture alone, with sizes from 1"},
		{"polycube", params{}, "puzzle.board", "board: got nothing: expected {layers: 3, rows: 3, cols: 3} or a picture alone, with sizes from 1"},
		{"polyiamond", params{}, "puzzle.board", "board: got nothing: expected {rows: 8, cols: 8}, {hexagon: 4}, {triangle: 6}, {rhombus: [6, 6]} or a picture alone, with sizes from 1"},
		{"polyiamond", params{BoardParams: BoardParams{Board: boardParam{Rhombus: []int{3}}}}, "puzzle.board.rhombus", "board: rhombus of [3]: expected whole numbers from 1 to 1000 such as {rhombus: [6, 6]}"},
		{"polyiamond", params{BoardParams: BoardParams{Board: boardParam{Rhombus: []int{}}}}, "puzzle.board.rhombus", "board: rhombus of []: expected whole numbers from 1 to 1000 such as {rhombus: [6, 6]}"},
		{"polyhex", params{BoardParams: BoardParams{Board: boardParam{Triangle: -1}}}, "puzzle.board.triangle", "board: triangle of [-1]: expected whole numbers from 1 to 1000 such as {triangle: 7}"},
		{"polyhex", params{BoardParams: BoardParams{Board: boardParam{Hexagon: 100}}}, "puzzle.board.hexagon", "board of 199 x 199 cells is too large: expected at most 1000 a side and 10000 in all"},
		{"polycube", params{BoardParams: BoardParams{Board: boardParam{Layers: 40, Rows: 40, Cols: 40}}}, "puzzle.board", "board of 40 x 40 x 40 cells is too large: expected at most 1000 a side and 10000 in all"},
		{"polyhex", params{BoardParams: BoardParams{Board: boardParam{Hexagon: 3}, Wrap: []string{"cols"}}}, "puzzle.wrap", "puzzle.wrap: boards of hexagons do not wrap: expected no wrap, or family: polyomino"},
		{"polyomino", params{BoardParams: BoardParams{Board: boardParam{Rows: 3, Cols: 3}, Wrap: []string{"cols", "cols"}}}, "puzzle.wrap.1", "puzzle.wrap: cols is given twice: expected [cols], [rows] or [rows, cols]"},
		{"polycube", params{BoardParams: BoardParams{Board: boardParam{Picture: "..\n..\n\n..\n"}}}, "puzzle.board.picture", "4:1: layer 2 of the picture ends after 1 row: expected 2 rows as in the first layer"},
	} {
		_, err := formOf(t, c.family).board(c.p.BoardParams)
		var input *enumerate.InputError
		if !errors.As(err, &input) || input.Key != c.key || err.Error() != c.want {
			t.Errorf("%s %+v: at %q %v\nexpected at %q %s", c.family, c.p, input.Key, err, c.key, c.want)
		}
	}
}
