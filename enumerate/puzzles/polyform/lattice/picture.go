package lattice

import (
	"fmt"
	"slices"
	"strings"

	"coverstat/enumerate"
)

// A Picture is a box of characters: layers of rows of columns.
type Picture struct {
	Layers, Rows, Cols int
	Chars              []byte // (layer*Rows+row)*Cols + column
}

// ReadPicture reads a picture of which every character is one of known. The
// layers of solids are separated by empty lines. Spaces at the end of a line are
// dropped unless they are known characters. Errors are of type
// [*enumerate.InputError] and carry the file, the line, counted from first, and
// the column; legend says what the characters mean.
func (l *Lattice) ReadPicture(file, text string, first int, known, legend string) (*Picture, error) {
	text = strings.TrimRight(strings.TrimPrefix(text, "\ufeff"), "\r\n")
	p := &Picture{Layers: 1}
	rows := 0 // of the present layer
	for n, line := range strings.Split(text, "\n") {
		line = strings.TrimRight(line, "\r")
		if !strings.Contains(known, " ") {
			line = strings.TrimRight(line, "\r ")
		}
		if l.Dimensions == 3 && line == "" && rows > 0 {
			p.Layers++
			rows = 0
			continue
		}
		if rows++; p.Layers == 1 {
			p.Rows = rows
		}
		if n == 0 {
			p.Cols = len(line)
		}
		fault := &enumerate.InputError{File: file, Line: first + n}
		if len(line) != p.Cols {
			fault.Problem = "ragged picture: " + enumerate.Plural(len(line), "cell")
			fault.Expected = enumerate.Plural(p.Cols, "cell") + " as in the first line"
			return nil, fault
		}
		if i := strings.IndexFunc(line, func(r rune) bool { return !strings.ContainsRune(known, r) }); i >= 0 {
			fault.Column = i + 1
			for _, r := range line[i:] {
				fault.Problem = fmt.Sprintf("unknown character %q", r)
				break
			}
			fault.Expected = legend
			return nil, fault
		}
		p.Chars = append(p.Chars, line...)
	}
	if len(p.Chars) != p.Layers*p.Rows*p.Cols {
		return nil, &enumerate.InputError{File: file, Problem: "the layers of the picture differ in their numbers of rows", Expected: fmt.Sprintf("%d rows in each as in the first", p.Rows)}
	}
	return p, nil
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
	return l.NewShape(s), nil
}

// Picture draws the shape as [Lattice.ReadShape] reads it.
func (s Shape) Picture() string {
	size := Cell{}
	for _, c := range s {
		size = Cell{max(size.Layer, c.Layer+1), max(size.Row, c.Row+1), max(size.Col, c.Col+1)}
	}
	p := &Picture{size.Layer, size.Row, size.Col, slices.Repeat([]byte{'.'}, size.Layer*size.Row*size.Col)}
	for _, c := range s {
		p.Chars[(c.Layer*size.Row+c.Row)*size.Col+c.Col] = '#'
	}
	return p.String()
}
