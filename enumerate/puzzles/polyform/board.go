package polyform

import (
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

// newBoard makes the board of a config.
func (f *form) newBoard(p boardParam) (*Board, error) {
	if p.Picture != "" {
		if p.Rows != 0 || p.Cols != 0 {
			return nil, enumerate.Errorf("board: expected rows and cols, or a picture, not both")
		}
		b, err := f.parseBoard("", p.Picture, 1)
		return b, enumerate.AtKey("puzzle.board.picture", err)
	}
	if p.Rows == 0 && p.Cols == 0 {
		return nil, enumerate.Errorf("no board: expected puzzle.board, such as {rows: 8, cols: 8}, or a picture of . for free cells and # for blocked ones")
	}
	if p.Rows < 1 || p.Cols < 1 {
		return nil, enumerate.Errorf("board of %d x %d cells: expected at least one row and one column", p.Rows, p.Cols)
	}
	if err := checkSize(p.Rows, p.Cols); err != nil {
		return nil, err
	}
	return &Board{lattice.NewBoard(f.lattice, 1, p.Rows, p.Cols)}, nil
}

func checkSize(rows, cols int) error {
	if rows > maxSide || cols > maxSide || rows*cols > maxCells {
		return enumerate.Errorf("board of %d x %d cells is too large: expected at most %d a side and %d in all", rows, cols, maxSide, maxCells)
	}
	return nil
}

// parseBoard reads a picture that begins on the given line of its file: '.' is a
// free cell, '#' a blocked one. Errors carry file, line and column.
func (f *form) parseBoard(file, picture string, first int) (*Board, error) {
	p, err := f.lattice.ReadPicture(file, picture, first, ".#", ". for a free cell or # for a blocked one")
	if err != nil {
		return nil, err
	}
	if err := checkSize(p.Layers*p.Rows, p.Cols); err != nil {
		return nil, err
	}
	b := &Board{lattice.NewBoard(f.lattice, p.Layers, p.Rows, p.Cols)}
	for i, c := range p.Chars {
		b.Blocked[i] = c == '#'
	}
	if b.Area() == 0 {
		return nil, &enumerate.InputError{File: file, Problem: "the board has no free cell", Expected: "at least one ."}
	}
	return b, nil
}
