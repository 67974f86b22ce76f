package polyform

import (
	"fmt"
	"slices"
	"strings"

	"coverstat/enumerate"
	"coverstat/enumerate/puzzles/polyform/lattice"
)

// A boardKey is a key of puzzle.board that makes a board of its own form.
type boardKey struct {
	name, example string
	sizes         int // how many numbers the key takes
	make          func(sizes []int) lattice.Board
}

// hexBoards are the boards of hexagons that have names.
var hexBoards = []boardKey{
	{"hexagon", "{hexagon: 4}", 1, func(n []int) lattice.Board {
		side := n[0]
		return boardWhere(lattice.Hexagon, 2*side-1, 2*side-1, func(r, c int) bool {
			return r+c >= side-1 && r+c <= 3*(side-1)
		})
	}},
	{"triangle", "{triangle: 7}", 1, func(n []int) lattice.Board {
		return boardWhere(lattice.Hexagon, n[0], n[0], func(r, c int) bool { return r+c >= n[0]-1 })
	}},
	{"rhombus", "{rhombus: [4, 7]}", 2, func(n []int) lattice.Board {
		return lattice.NewBoard(lattice.Hexagon, 1, n[0], n[1])
	}},
}

// triangleBoards are the boards of triangles that have names. The first row
// begins with a triangle that points up, so in an even column.
var triangleBoards = []boardKey{
	{"hexagon", "{hexagon: 4}", 1, func(n []int) lattice.Board {
		side, margin := n[0], (n[0]-1)&1
		return boardWhere(lattice.Triangle, 2*side, 4*side-1+margin, func(r, c int) bool {
			indent := max(side-1-r, r-side)
			return c-margin >= indent && c-margin < 4*side-1-indent
		})
	}},
	{"triangle", "{triangle: 6}", 1, func(n []int) lattice.Board {
		side, margin := n[0], (n[0]-1)&1
		return boardWhere(lattice.Triangle, side, 2*side-1+margin, func(r, c int) bool {
			return c-margin >= side-1-r && c-margin <= side-1+r
		})
	}},
	{"rhombus", "{rhombus: [6, 6]}", 2, func(n []int) lattice.Board {
		rows, width, margin := n[0], 2*n[1], (n[0]-1)&1
		return boardWhere(lattice.Triangle, rows, rows-1+width+margin, func(r, c int) bool {
			first := margin + rows - 1 - r
			return c >= first && c < first+width
		})
	}},
}

// boardWhere returns a flat board whose free cells are those that free says.
func boardWhere(l *lattice.Lattice, rows, cols int, free func(r, c int) bool) lattice.Board {
	b := lattice.NewBoard(l, 1, rows, cols)
	for i := range b.Blocked {
		b.Blocked[i] = !free(i/cols, i%cols)
	}
	return b
}

// boxKeys are the keys of a box, with an example.
func (f *form) boxKeys() (keys []string, example string) {
	if f.lattice.Dimensions == 3 {
		return []string{"layers", "rows", "cols"}, "{layers: 3, rows: 3, cols: 3}"
	}
	return []string{"rows", "cols"}, "{rows: 8, cols: 8}"
}

// On makes the board of cells of a lattice, by its name.
func (p BoardParams) On(cells string) (*Board, error) {
	for _, f := range forms {
		if f.lattice.Name == cells {
			if len(p.Board.ranges) > 0 {
				return nil, enumerate.KeyErrorf("puzzle.board", "puzzle.board: %s is a range: expected one size", p.Board.ranges[0].name)
			}
			return f.board(p)
		}
	}
	return nil, enumerate.KeyErrorf("puzzle.lattice", "puzzle.lattice %q: expected squares, cubes, hexagons or triangles", cells)
}

// board makes the board of a config with what makes it wrap, and the symmetries
// that count.
func (f *form) board(p BoardParams) (*Board, error) {
	b, err := f.newBoard(p.Board)
	if err != nil {
		return nil, enumerate.AtKey("puzzle.board", err)
	}
	for i, axis := range p.Wrap {
		key := fmt.Sprintf("puzzle.wrap.%d", i)
		switch {
		case f.lattice != lattice.Square:
			return nil, enumerate.KeyErrorf("puzzle.wrap", "puzzle.wrap: boards of %s do not wrap: expected no wrap, or family: polyomino", f.lattice.Name)
		case slices.Contains(p.Wrap[:i], axis):
			return nil, enumerate.KeyErrorf(key, "puzzle.wrap: %s is given twice: expected [cols], [rows] or [rows, cols]", axis)
		case axis == "rows":
			b.WrapRows = true
		default: // cols
			b.WrapCols = true
		}
	}
	b.Symmetry = lattice.Symmetry(p.Symmetry)
	return b, nil
}

// newBoard makes a board of a config that does not wrap.
func (f *form) newBoard(p boardParam) (*Board, error) {
	box, example := f.boxKeys()
	known, examples := box, []string{example}
	for _, k := range f.boards {
		known, examples = append(known, k.name), append(examples, k.example)
	}
	known = append(known, "picture")
	var given []string // keys that the config has
	var sizes []int
	for _, k := range []struct {
		name  string
		sizes []int
	}{
		{"layers", []int{p.Layers}}, {"rows", []int{p.Rows}}, {"cols", []int{p.Cols}},
		{"hexagon", []int{p.Hexagon}}, {"triangle", []int{p.Triangle}}, {"rhombus", p.Rhombus}, {"picture", []int{len(p.Picture)}},
	} {
		if k.sizes == nil || slices.Equal(k.sizes, []int{0}) {
			continue
		}
		if !slices.Contains(known, k.name) {
			return nil, enumerate.KeyErrorf("puzzle.board."+k.name, "board of %s: there is no key %s: expected %s", f.lattice.Name, k.name, joined(known, "or"))
		}
		given, sizes = append(given, k.name), append(sizes, k.sizes...)
	}
	switch {
	case slices.Equal(given, box) && slices.Min(sizes) > 0:
		layers := max(1, p.Layers)
		if err := checkSize(layers, p.Rows, p.Cols); err != nil {
			return nil, err
		}
		return &Board{lattice.NewBoard(f.lattice, layers, p.Rows, p.Cols)}, nil
	case slices.Equal(given, []string{"picture"}):
		b, err := f.parseBoard("", p.Picture, 1)
		return b, enumerate.AtKey("puzzle.board.picture", err)
	case len(given) == 1:
		for _, k := range f.boards {
			if k.name == given[0] {
				b, err := k.board(sizes)
				return b, enumerate.AtKey("puzzle.board."+k.name, err)
			}
		}
	case given == nil:
		given = []string{"nothing"}
	}
	return nil, enumerate.Errorf("board: got %s: expected %s alone, with sizes from 1", joined(given, "and"), joined(append(examples, "a picture"), "or"))
}

func (k boardKey) board(sizes []int) (*Board, error) {
	if len(sizes) != k.sizes || slices.Min(sizes) < 1 || slices.Max(sizes) > maxSide {
		return nil, enumerate.Errorf("board: %s of %v: expected whole numbers from 1 to %d such as %s", k.name, sizes, maxSide, k.example)
	}
	b := k.make(sizes)
	return &Board{b}, checkSize(1, b.Rows, b.Cols)
}

// joined lists words: "a, b or c".
func joined(words []string, or string) string {
	last := len(words) - 1
	if last == 0 {
		return words[0]
	}
	return strings.Join(words[:last], ", ") + " " + or + " " + words[last]
}
