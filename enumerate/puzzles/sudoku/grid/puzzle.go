package grid

import (
	"fmt"

	"coverstat/enumerate"
	"coverstat/enumerate/puzzles/formats"
)

// A Puzzle is one board from a file. It is valid until the next one is read.
type Puzzle struct {
	Shape  Shape
	Cells  []byte // 0 for an empty cell
	Line   int    // of its first cell, from 1
	from   int    // the place in the alphabet where the digits of its file begin
	name   string // of the file
	column int    // of the first cell in Line, if places is empty
	step   int    // columns from cell to cell; 0 if cells have no columns of their own
	places []formats.Place
}

// place returns where a cell is in the file.
func (p *Puzzle) place(cell int) formats.Place {
	if len(p.places) > 0 {
		return p.places[cell]
	}
	return formats.Place{Line: p.Line, Column: p.column + p.step*cell}
}

// Format returns cells of the puzzle's shape as one line of text in the digits of its file, '.' for empty.
func (p *Puzzle) Format(cells []byte) string {
	text := Append(nil, cells)
	for i, v := range cells {
		if v > 0 {
			text[i] = alphabet[p.from+int(v)-1]
		}
	}
	return string(text)
}

// Contradiction returns an error naming two givens of p that exclude each other, or nil.
func (p *Puzzle) Contradiction() *enumerate.InputError {
	first, second, found := p.Shape.conflict(p.Cells)
	if !found {
		return nil
	}
	before, at := p.place(first), p.place(second)
	return &enumerate.InputError{
		File: p.name, Line: at.Line, Column: at.Column,
		Problem: fmt.Sprintf("digit %s is already given in the same %s (line %d, column %d)",
			p.Format(p.Cells[second:second+1]), p.Shape.unit(first, second), before.Line, before.Column),
		Expected: "each digit at most once in a row, column and box",
	}
}
