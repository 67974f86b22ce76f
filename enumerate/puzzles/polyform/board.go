package polyform

import (
	"fmt"
	"slices"
	"strings"

	"coverstat/enumerate"
	"coverstat/enumerate/puzzles/polyform/lattice"
)

// Board is a box of cells, some of them blocked.
type Board struct{ lattice.Board }

// Limits on what a config may ask for. A larger board would exhaust the memory
// before the search began; whoever writes one has mistyped.
const (
	maxSide  = 1000
	maxCells = 10_000
)

func checkSize(layers, rows, cols int) error {
	if layers > maxSide || rows > maxSide || cols > maxSide || layers*rows*cols > maxCells {
		return enumerate.Errorf("board of %s cells is too large: expected at most %d a side and %d in all",
			sizeText(layers, rows, cols), maxSide, maxCells)
	}
	return nil
}

func sizeText(layers, rows, cols int) string {
	if layers > 1 {
		return fmt.Sprintf("%d x %d x %d", layers, rows, cols)
	}
	return fmt.Sprintf("%d x %d", rows, cols)
}

// size says how large the box is: "8 x 8".
func (b *Board) size() string { return sizeText(b.Layers, b.Rows, b.Cols) }

// boardWords say how the cells of a board are read, numbered, named in configs, and drawn in tables.
type boardWords struct{ reading, number, naming, rows, first string }

func (b *Board) words() boardWords {
	if b.Dimensions == 3 {
		return boardWords{"layer by layer and row by row", "(layer*rows+row)*columns+column", "[layer, row, column]",
			"rows separated by slashes, layers by two", "the first cell in order of layers, then rows"}
	}
	return boardWords{"row by row", "row*columns+column", "[row, column]", "rows separated by slashes",
		"the first cell in row order"}
}

// String describes the board: "8 x 8, 64 cells free".
func (b *Board) String() string {
	s := b.size()
	if b.Lattice != lattice.Square {
		s += " " + b.Lattice.Name
	}
	s += fmt.Sprintf(", %s free", enumerate.Plural(b.Area(), "cell"))
	switch {
	case b.WrapRows && b.WrapCols:
		s += ", a torus: the last row meets the first, the last column the first"
	case b.WrapRows:
		s += ", a cylinder: the last row meets the first"
	case b.WrapCols:
		s += ", a cylinder: the last column meets the first"
	}
	if b.Misread(b.Coordinates(b.FreeCells())) {
		s += "; they would hang together if the first character of the picture were a triangle that points down, but it points up"
	}
	return s
}

// parseBoard reads a picture that begins on the given line of its file: '.' is a
// free cell, '#' or a space is none. Errors carry file, line and column.
func (f *form) parseBoard(file, picture string, first int) (*Board, error) {
	b, _, err := f.parseGiven(file, picture, first, "")
	return b, err
}

// parseGiven is parseBoard where letters, if there are any, may stand for the cells of given pieces.
func (f *form) parseGiven(file, picture string, first int, letters string) (*Board, restriction, error) {
	legend := ". for a free cell, or # or a space for none"
	if letters != "" {
		legend = ". for a free cell, # or a space for none, or a letter for a cell of a given piece"
	}
	p, err := f.lattice.ReadPicture(file, picture, first, ".# "+letters, legend)
	if err != nil {
		return nil, restriction{}, err
	}
	if err := checkSize(p.Layers, p.Rows, p.Cols); err != nil {
		return nil, restriction{}, err
	}
	b := &Board{lattice.NewBoard(f.lattice, p.Layers, p.Rows, p.Cols)}
	for i, c := range p.Chars {
		b.Blocked[i] = c == '#' || c == ' '
	}
	if b.Area() == 0 {
		return nil, restriction{}, &enumerate.InputError{File: file, Line: first, Column: 1,
			Problem: "the board has no free cell", Expected: "at least one ."}
	}
	r := restriction{given: markedIn(p.Chars, "")}
	for i := range r.given {
		r.given[i].line = first + r.given[i].cells[0]/b.Cols + r.given[i].cells[0]/(b.Rows*b.Cols)
	}
	return b, r, nil
}

// A dimension of a board has a name in columns, one in words, and a length.
type dimension struct {
	column, word string
	length       int
}

// dimensions are in the order in which cells are numbered.
func (b *Board) dimensions() []dimension {
	all := []dimension{{"layer", "layer", b.Layers}, {"row", "row", b.Rows}, {"col", "column", b.Cols}}
	return all[3-b.Dimensions:]
}

// coordinates are those of a cell, by dimension.
func (b *Board) coordinates(cell int) []int {
	c := b.Cell(cell)
	return []int{c.Layer, c.Row, c.Col}[3-b.Dimensions:]
}

// FreeCell returns the number of the free cell that a config names.
func (b *Board) FreeCell(at []int) (cell int, err error) {
	if len(at) != b.Dimensions {
		return 0, enumerate.Errorf("cell %s: expected %s", cellText(at), b.words().naming)
	}
	inside := true
	for i, d := range b.dimensions() {
		inside = inside && at[i] >= 0 && at[i] < d.length
		cell = cell*d.length + at[i]
	}
	if !inside || b.Blocked[cell] {
		return 0, enumerate.Errorf("cell %s is no free cell of the board: expected %s, counted from 0", cellText(at),
			b.words().naming)
	}
	return cell, nil
}

// cellText writes a cell as a config does.
func cellText(at []int) string {
	return strings.ReplaceAll(fmt.Sprint(at), " ", ", ")
}

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
				return nil, enumerate.KeyErrorf("puzzle.board", "puzzle.board: %s is a range: expected one size",
					p.Board.ranges[0].name)
			}
			return f.board(p)
		}
	}
	return nil, enumerate.KeyErrorf("puzzle.lattice",
		"puzzle.lattice %q: expected squares, cubes, hexagons or triangles", cells)
}

// drawBoard implements Board of [enumerate.Family].
func (f *form) drawBoard(puzzle func(into any) error) (string, error) {
	var p params
	if err := puzzle(&p); err != nil || p.Board.Picture == "" {
		return "", err
	}
	b, err := f.board(p.BoardParams)
	if err != nil {
		return "", err
	}
	return b.Text(), nil
}

// Text draws the board as its cells lie: . is a free cell, # none; of triangles ^ points up and v down.
func (b *Board) Text() string {
	var s strings.Builder
	for i, blocked := range b.Blocked {
		c := b.Cell(i)
		sign := "."
		switch {
		case blocked:
			sign = "#"
		case b.Lattice == lattice.Triangle && (c.Row+c.Col)%2 == 0:
			sign = "^"
		case b.Lattice == lattice.Triangle:
			sign = "v"
		}
		if c.Col == 0 && c.Row == 0 && i > 0 {
			s.WriteString("\n")
		}
		if c.Col == 0 && b.Lattice == lattice.Hexagon {
			s.WriteString(strings.Repeat(" ", c.Row))
		}
		after := " "
		if c.Col == b.Cols-1 {
			after = "\n"
		}
		s.WriteString(sign + after)
	}
	return s.String()
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
			return nil, enumerate.KeyErrorf("puzzle.wrap",
				"puzzle.wrap: boards of %s do not wrap: expected no wrap, or family: polyomino", f.lattice.Name)
		case slices.Contains(p.Wrap[:i], axis):
			return nil, enumerate.KeyErrorf(key,
				"puzzle.wrap: %s is given twice: expected [cols], [rows] or [rows, cols]", axis)
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
		{"hexagon", []int{p.Hexagon}}, {"triangle", []int{p.Triangle}}, {"rhombus", p.Rhombus},
		{"picture", []int{len(p.Picture)}},
	} {
		if k.sizes == nil || slices.Equal(k.sizes, []int{0}) {
			continue
		}
		if !slices.Contains(known, k.name) {
			return nil, enumerate.KeyErrorf("puzzle.board."+k.name, "board of %s: there is no key %s: expected %s",
				f.lattice.Name, k.name, joined(known, "or"))
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
	return nil, enumerate.Errorf("board: got %s: expected %s alone, with sizes from 1", joined(given, "and"),
		joined(append(examples, "a picture"), "or"))
}

func (k boardKey) board(sizes []int) (*Board, error) {
	if len(sizes) != k.sizes || slices.Min(sizes) < 1 || slices.Max(sizes) > maxSide {
		return nil, enumerate.Errorf("board: %s of %v: expected whole numbers from 1 to %d such as %s", k.name, sizes,
			maxSide, k.example)
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
