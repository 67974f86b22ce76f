package nonogram

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"coverstat/enumerate"
	"coverstat/enumerate/puzzles/nonogram/line"
)

// Read reads the puzzles of one file. The format is told by the content: XML
// as webpbn.com exports it (any number of puzzles), .non with its keywords, or
// a plain list of clues. Errors are *enumerate.InputError, apart from those of
// the reader.
func Read(file string, r io.Reader) ([]*Puzzle, error) {
	data, err := io.ReadAll(r)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	switch {
	case bytes.HasPrefix(bytes.TrimSpace(data), []byte("<")):
		return readXML(file, data)
	case hasKeywords(data):
		p, err := readNon(file, data)
		if err != nil {
			return nil, err
		}
		return []*Puzzle{p}, nil
	}
	p, err := readList(file, data)
	if err != nil {
		return nil, err
	}
	return []*Puzzle{p}, nil
}

// hasKeywords reports whether the first line with something on it starts with
// a letter, which no clue does.
func hasKeywords(data []byte) bool {
	for text := range bytes.Lines(data) {
		s := bytes.TrimSpace(text)
		if len(s) == 0 || s[0] == '#' {
			continue
		}
		return 'a' <= s[0]|0x20 && s[0]|0x20 <= 'z'
	}
	return false
}

// draft is a puzzle with the place of every clue in its file.
type draft struct {
	file             string
	p                *Puzzle
	rowLine, colLine []int
	goalLine         int
}

func (d *draft) fail(at int, expected, got string, args ...any) error {
	return &enumerate.InputError{File: d.file, Line: at, Problem: "got " + fmt.Sprintf(got, args...), Expected: expected}
}

func (d *draft) addRow(clue []int, at int) {
	d.p.Rows, d.rowLine = append(d.p.Rows, clue), append(d.rowLine, at)
}

func (d *draft) addCol(clue []int, at int) {
	d.p.Cols, d.colLine = append(d.p.Cols, clue), append(d.colLine, at)
}

// finish checks what can be checked without solving.
func (d *draft) finish() (*Puzzle, error) {
	p := d.p
	h, w := p.Height(), p.Width()
	switch {
	case h == 0:
		return nil, d.fail(0, "clues for rows", "none")
	case w == 0:
		return nil, d.fail(0, "clues for columns", "none")
	case h > MaxCells/w:
		return nil, d.fail(0, fmt.Sprintf("at most %d cells", MaxCells), "%d rows of %d", h, w)
	}
	for r, clue := range p.Rows {
		if err := line.Fit(clue, w); err != nil {
			return nil, d.fail(d.rowLine[r], fmt.Sprintf("a clue for row %d that fits %d cells", r+1, w), "%v", err)
		}
	}
	for c, clue := range p.Cols {
		if err := line.Fit(clue, h); err != nil {
			return nil, d.fail(d.colLine[c], fmt.Sprintf("a clue for column %d that fits %d cells", c+1, h), "%v", err)
		}
	}
	if a, b := sum(p.Rows), sum(p.Cols); a != b {
		return nil, d.fail(0, "row and column clues of the same sum", "%d in the rows, %d in the columns", a, b)
	}
	if p.Goal != nil {
		if len(p.Goal) != h*w {
			return nil, d.fail(d.goalLine, fmt.Sprintf("a goal of %d cells", h*w), "%d", len(p.Goal))
		}
		if err := p.Check(p.Goal); err != nil {
			return nil, d.fail(d.goalLine, "a goal that fits the clues", "%v", err)
		}
	}
	return p, nil
}

// parseClue reads numbers separated by commas or blanks. 0 alone is the empty
// clue.
func (d *draft) parseClue(s string, at int) ([]int, error) {
	clue := []int{}
	fields := strings.FieldsFunc(s, func(r rune) bool { return r == ',' || r == ' ' || r == '\t' })
	for _, f := range fields {
		n := 0
		for _, ch := range []byte(f) {
			if ch < '0' || ch > '9' || n > MaxCells {
				return nil, d.fail(at, fmt.Sprintf("a clue: numbers up to %d separated by commas, 0 for an empty line", MaxCells), "%q", s)
			}
			n = 10*n + int(ch-'0')
		}
		if n == 0 && len(fields) > 1 {
			return nil, d.fail(at, "0 only as a whole clue", "%q", s)
		}
		if n > 0 {
			clue = append(clue, n)
		}
	}
	if len(fields) == 0 {
		return nil, d.fail(at, "a clue: numbers separated by commas, 0 for an empty line", "%q", s)
	}
	return clue, nil
}

// parseGoal reads a picture of 0s and 1s.
func (d *draft) parseGoal(s string, at int) error {
	d.goalLine = at
	d.p.Goal = make(Picture, 0, len(s))
	for _, ch := range []byte(s) {
		switch ch {
		case '0':
			d.p.Goal = append(d.p.Goal, line.Crossed)
		case '1':
			d.p.Goal = append(d.p.Goal, line.Black)
		default:
			return d.fail(at, "a goal of 0s and 1s", "%q", ch)
		}
	}
	return nil
}
