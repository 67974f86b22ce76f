package polyform

import (
	"fmt"
	"math/bits"
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
		return enumerate.Errorf("board of %s cells is too large: expected at most %d a side and %d in all", sizeText(layers, rows, cols), maxSide, maxCells)
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
	return boardWords{"row by row", "row*columns+column", "[row, column]", "rows separated by slashes", "the first cell in row order"}
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
	var cells []lattice.Cell
	for _, i := range b.FreeCells() {
		cells = append(cells, b.Cell(i))
	}
	if b.Misread(cells) {
		s += "; they would hang together if the first character of the picture were a triangle that points down, but it points up"
	}
	return s
}

// parseBoard reads a picture that begins on the given line of its file: '.' is a
// free cell, '#' or a space is none. Errors carry file, line and column.
func (f *form) parseBoard(file, picture string, first int) (*Board, error) {
	p, err := f.lattice.ReadPicture(file, picture, first, ".# ", ". for a free cell, or # or a space for none")
	if err != nil {
		return nil, err
	}
	if err := checkSize(p.Layers, p.Rows, p.Cols); err != nil {
		return nil, err
	}
	b := &Board{lattice.NewBoard(f.lattice, p.Layers, p.Rows, p.Cols)}
	for i, c := range p.Chars {
		b.Blocked[i] = c != '.'
	}
	if b.Area() == 0 {
		return nil, &enumerate.InputError{File: file, Line: first, Column: 1, Problem: "the board has no free cell", Expected: "at least one ."}
	}
	return b, nil
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

// freeCell returns the number of the free cell that a config names.
func (b *Board) freeCell(at []int) (cell int, err error) {
	if len(at) != b.Dimensions {
		return 0, enumerate.Errorf("cell %s: expected %s", cellText(at), b.words().naming)
	}
	inside := true
	for i, d := range b.dimensions() {
		inside = inside && at[i] >= 0 && at[i] < d.length
		cell = cell*d.length + at[i]
	}
	if !inside || b.Blocked[cell] {
		return 0, enumerate.Errorf("cell %s is no free cell of the board: expected %s, counted from 0", cellText(at), b.words().naming)
	}
	return cell, nil
}

// cellText writes a cell as a config does.
func cellText(at []int) string {
	return strings.ReplaceAll(fmt.Sprint(at), " ", ", ")
}

func (b *Board) freeMask() uint64 {
	var m uint64
	for i, blocked := range b.Blocked {
		if !blocked {
			m |= 1 << i
		}
	}
	return m
}

// picture draws a board with the cells of mask blocked, in the order of their
// numbers, into dst.
func (b *Board) picture(dst []byte, mask uint64) []byte {
	for i, blocked := range b.Blocked {
		if blocked || mask>>i&1 != 0 {
			dst = append(dst, '#')
		} else {
			dst = append(dst, '.')
		}
	}
	return dst
}

// with returns the board with the cells of mask blocked too. Its symmetries are those of b that
// map it onto itself.
func (b *Board) with(mask uint64) *Board {
	if mask == 0 {
		return b
	}
	c := &Board{b.Board}
	c.Frame = &b.Board
	c.Blocked = slices.Clone(b.Blocked)
	for ; mask != 0; mask &= mask - 1 {
		c.Blocked[bits.TrailingZeros64(mask)] = true
	}
	return c
}
