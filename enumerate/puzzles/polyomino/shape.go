package polyomino

import (
	"fmt"
	"slices"
	"strings"
)

// Cell is a unit square: row and column, from 0.
type Cell struct{ Row, Col int }

// Shape is a set of cells in row order, its least row and column 0: one
// orientation of a piece.
type Shape []Cell

// newShape normalises a set of cells.
func newShape(cells []Cell) Shape {
	minRow, minCol := cells[0].Row, cells[0].Col
	for _, c := range cells {
		minRow, minCol = min(minRow, c.Row), min(minCol, c.Col)
	}
	s := make(Shape, len(cells))
	for i, c := range cells {
		s[i] = Cell{c.Row - minRow, c.Col - minCol}
	}
	slices.SortFunc(s, compareCells)
	return s
}

func compareCells(a, b Cell) int {
	if a.Row != b.Row {
		return a.Row - b.Row
	}
	return a.Col - b.Col
}

// parseShape reads a picture: '#' is a cell, '.' or a space is none.
func parseShape(picture string) (Shape, error) {
	var cells []Cell
	lines := strings.Split(strings.TrimRight(strings.ReplaceAll(picture, "\r", ""), "\n"), "\n")
	for r, line := range lines {
		if len(line) != len(lines[0]) {
			return nil, fmt.Errorf("line %d: ragged picture: %s: expected %s as in the first line", r+1, plural(len(line), "cell"), plural(len(lines[0]), "cell"))
		}
		for c, ch := range line {
			switch ch {
			case '#':
				cells = append(cells, Cell{r, c})
			case '.', ' ':
			default:
				return nil, fmt.Errorf("line %d, column %d: %q: expected # for a cell or . for none", r+1, c+1, ch)
			}
		}
	}
	if len(cells) == 0 {
		return nil, fmt.Errorf("the picture has no cell: expected at least one #")
	}
	return newShape(cells), nil
}

// Picture draws the shape, '#' for a cell and '.' for none, lines joined by
// newlines.
func (s Shape) Picture() string {
	rows, cols := s.size()
	lines := make([][]byte, rows)
	for r := range lines {
		lines[r] = []byte(strings.Repeat(".", cols))
	}
	for _, c := range s {
		lines[c.Row][c.Col] = '#'
	}
	out := make([]string, rows)
	for r, l := range lines {
		out[r] = string(l)
	}
	return strings.Join(out, "\n")
}

func (s Shape) size() (rows, cols int) {
	for _, c := range s {
		rows, cols = max(rows, c.Row+1), max(cols, c.Col+1)
	}
	return rows, cols
}

// isometry is one of the eight symmetries of the square: 0 to 3 are quarter
// turns clockwise, 4 to 7 the same after a reflection left to right.
type isometry int

const isometries = 8

// apply maps a cell of a rows x cols board.
func (k isometry) apply(c Cell, rows, cols int) Cell {
	if k >= 4 {
		c.Col = cols - 1 - c.Col
	}
	for range k & 3 {
		c = Cell{c.Col, rows - 1 - c.Row}
		rows, cols = cols, rows
	}
	return c
}

func (s Shape) transform(k isometry) Shape {
	rows, cols := s.size()
	out := make([]Cell, len(s))
	for i, c := range s {
		out[i] = k.apply(c, rows, cols)
	}
	return newShape(out)
}

// orientations lists the different shapes that turning and flipping give.
func (s Shape) orientations(turn, flip bool) []Shape {
	var all []Shape
	for k := range isometry(isometries) {
		if k&3 != 0 && !turn || k >= 4 && !flip {
			continue
		}
		t := s.transform(k)
		if !slices.ContainsFunc(all, func(u Shape) bool { return slices.Equal(t, u) }) {
			all = append(all, t)
		}
	}
	return all
}

// key spells the shape, for use as a map key.
func (s Shape) key() string { return s.Picture() }

// connected reports whether every cell can be reached from every other across
// edges.
func (s Shape) connected() bool {
	in := make(map[Cell]bool, len(s))
	for _, c := range s {
		in[c] = true
	}
	stack := []Cell{s[0]}
	delete(in, s[0])
	for len(stack) > 0 {
		c := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for _, d := range [4]Cell{{c.Row - 1, c.Col}, {c.Row + 1, c.Col}, {c.Row, c.Col - 1}, {c.Row, c.Col + 1}} {
			if in[d] {
				delete(in, d)
				stack = append(stack, d)
			}
		}
	}
	return len(in) == 0
}
