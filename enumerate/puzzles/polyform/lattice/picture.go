package lattice

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"coverstat/enumerate"
)

// A Picture is a box of characters: layers of rows of columns.
type Picture struct {
	Layers, Rows, Cols int
	Chars              []byte // (layer*Rows+row)*Cols + column
}

// ReadPicture reads a picture of which every character is one of known; legend
// says what they mean. The layers of solids are separated by a blank line. Spaces
// at the end of a line count only if other lines are as long, and if spaces are
// known. Errors are of type [*enumerate.InputError] and carry the file, the line,
// counted from first, and the column.
func (l *Lattice) ReadPicture(file, text string, first int, known, legend string) (*Picture, error) {
	lines := strings.Split(strings.TrimRight(strings.TrimPrefix(text, "\ufeff"), "\r\n"), "\n")
	if err := l.CheckLooks(file, lines, first); err != nil {
		return nil, err
	}
	p, spaces := &Picture{Cols: columns(lines)}, strings.Contains(known, " ")
	fault := func(n, column int, problem, expected string) error {
		return &enumerate.InputError{File: file, Line: first + n, Column: column + 1, Problem: problem,
			Expected: expected}
	}
	rows := 0                       // of the present layer
	endLayer := func(n int) error { // with line n
		if p.Layers++; p.Layers == 1 {
			p.Rows = rows
		}
		if rows != p.Rows {
			return fault(n, 0, fmt.Sprintf("layer %d of the picture ends after %s", p.Layers,
				enumerate.Plural(rows, "row")), enumerate.Plural(p.Rows, "row")+" as in the first layer")
		}
		rows = 0
		return nil
	}
	for n, line := range lines {
		line = strings.TrimRight(line, "\r")
		trimmed := strings.TrimRight(line, " ")
		if l.Dimensions == 3 && trimmed == "" && len(lines) > 1 {
			if rows == 0 {
				return nil, fault(n, 0, "a blank line and no row", "one blank line between layers")
			}
			if err := endLayer(n - 1); err != nil {
				return nil, err
			}
			continue
		}
		if i := strings.IndexFunc(trimmed, func(r rune) bool { return !strings.ContainsRune(known, r) }); i >= 0 {
			r, _ := utf8.DecodeRuneInString(trimmed[i:])
			return nil, fault(n, i, fmt.Sprintf("unknown character %q", r), legend)
		}
		if !spaces {
			line = trimmed
		} else if len(line) > p.Cols {
			line = line[:max(p.Cols, len(trimmed))]
		}
		if len(line) != p.Cols {
			return nil, fault(n, min(len(line), p.Cols), "ragged picture: "+enumerate.Plural(len(line), "cell"),
				enumerate.Plural(p.Cols, "cell")+" as in the first line")
		}
		p.Chars = append(p.Chars, line...)
		rows++
	}
	return p, endLayer(len(lines) - 1)
}

// columns returns the number of columns of a picture: the length of its first
// line without the spaces at the end, or with so many of them as other lines need.
func columns(lines []string) int {
	longest := 0
	for _, line := range lines {
		longest = max(longest, len(strings.TrimRight(line, " \r")))
	}
	first := strings.TrimRight(lines[0], "\r")
	return max(len(strings.TrimRight(first, " ")), min(len(first), longest))
}

// CheckLooks returns an error for lines of a file, from number first on, that seem to draw hexagons as a honeycomb
// looks.
func (l *Lattice) CheckLooks(file string, lines []string, first int) error {
	row := honeycomb(lines)
	if l != Hexagon || row < 0 {
		return nil
	}
	return &enumerate.InputError{File: file, Line: first + row, Column: 1,
		Problem:  "the lines seem to lie as a honeycomb looks",
		Expected: "cells side by side, every line half a cell to the right of the line above it, and no space for what is no cell"}
}

// honeycomb returns the first line, from 0, of a picture that means another one as soon as its lines are taken for a
// honeycomb as it looks, a character for half a cell; -1 if it does not seem to be drawn so. There, spaces begin every
// other line, or stand between all cells. One space less than in the line above says the same both ways.
func honeycomb(lines []string) (row int) {
	shifted, before, wide, apart, alternate := -1, 0, false, true, true
	for r, line := range lines {
		cells := strings.Fields(line)
		wide = wide || len(cells) > 1
		apart = apart && !slices.ContainsFunc(cells, func(c string) bool { return len(c) > 1 })
		lead := len(line) - len(strings.TrimLeft(line, " "))
		alternate = alternate && len(cells) > 0 && (r == 0 || (lead-before)%2 != 0)
		if r > 0 && lead-before != -1 && shifted < 0 {
			shifted = r
		}
		before = lead
	}
	switch {
	case len(lines) > 1 && wide && apart:
		return 0
	case alternate:
		return shifted
	}
	return -1
}

// String writes the picture as [Lattice.ReadPicture] reads it.
func (p *Picture) String() string {
	var s strings.Builder
	for i := 0; i < len(p.Chars); i += p.Cols {
		if i > 0 {
			s.WriteByte('\n')
			if i%(p.Rows*p.Cols) == 0 {
				s.WriteByte('\n')
			}
		}
		s.Write(p.Chars[i : i+p.Cols])
	}
	return s.String()
}

// ReadShape reads the picture of a piece: '#' is a cell, '.' or a space is none.
func (l *Lattice) ReadShape(text string) (Shape, error) {
	p, err := l.ReadPicture("", text, 1, "#. ", "# for a cell or . for none")
	if err != nil {
		return nil, err
	}
	var s []Cell
	for i, c := range p.Chars {
		if c == '#' {
			s = append(s, Cell{i / (p.Rows * p.Cols), i / p.Cols % p.Rows, i % p.Cols})
		}
	}
	if s == nil {
		return nil, enumerate.Errorf("the picture has no cell: expected at least one #")
	}
	if l.Misread(s) {
		return nil, &enumerate.InputError{
			Line: 1, Column: 1,
			Problem:  "the cells hang together only if the first character of the picture is a triangle that points down",
			Expected: "a picture that begins one column further left or right, as its first character is a triangle that points up",
		}
	}
	return l.NewShape(s), nil
}

// Picture draws the shape as [Lattice.ReadShape] reads it.
func (s Shape) Picture() string {
	size := s.Box()
	p := &Picture{size.Layer, size.Row, size.Col, slices.Repeat([]byte{'.'}, size.Layer*size.Row*size.Col)}
	for _, c := range s {
		p.Chars[(c.Layer*size.Row+c.Row)*size.Col+c.Col] = '#'
	}
	return p.String()
}

// Misread reports whether the cells of a picture do not hang together, but would if each
// were of the other kind: then whoever drew it has perhaps taken the first triangle of a
// picture for one that points down. Where the cells hang together both ways, only the
// author can know.
func (l *Lattice) Misread(cells []Cell) bool {
	if l.Kind == nil || l.Connected(cells) {
		return false
	}
	moved := make([]Cell, len(cells))
	for i, c := range cells {
		moved[i] = c.Plus(Cell{Col: 1})
	}
	return l.Connected(moved)
}
