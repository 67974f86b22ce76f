package nonogram

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"

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

// place is where something stands in a file, from 1; 0 is not known.
type place struct{ line, column int }

// past returns the place behind a text that begins at p.
func (p place) past(text string) place {
	if n := strings.Count(text, "\n"); n > 0 {
		p = place{p.line + n, 1}
		text = text[strings.LastIndexByte(text, '\n')+1:]
	}
	return place{p.line, p.column + utf8.RuneCountInString(text)}
}

// content returns what is on a line but for the blanks around it, and its place.
func content(text string, line int) (string, place) {
	blanks := len(text) - len(strings.TrimLeftFunc(text, unicode.IsSpace))
	return strings.TrimSpace(text), place{line, 1}.past(text[:blanks])
}

// draft is a puzzle with the place of every clue in its file.
type draft struct {
	file         string
	p            *Puzzle
	rowAt, colAt []place
	goalAt       place
}

func (d *draft) fault(at place, problem, expected string) error {
	return &enumerate.InputError{File: d.file, Line: at.line, Column: at.column, Problem: problem, Expected: expected}
}

func (d *draft) fail(at place, expected, got string, args ...any) error {
	return d.fault(at, "got "+fmt.Sprintf(got, args...), expected)
}

func (d *draft) addRow(clue []int, at place) {
	d.p.Rows, d.rowAt = append(d.p.Rows, clue), append(d.rowAt, at)
}

func (d *draft) addCol(clue []int, at place) {
	d.p.Cols, d.colAt = append(d.p.Cols, clue), append(d.colAt, at)
}

// finish checks what can be checked without solving.
func (d *draft) finish() (*Puzzle, error) {
	p := d.p
	h, w := p.Height(), p.Width()
	switch {
	case h == 0 && w == 0:
		return nil, d.fault(place{}, "no puzzle", "clues of rows and columns")
	case h == 0:
		return nil, d.fault(place{}, "no clues of rows", "one for every row")
	case w == 0:
		return nil, d.fault(place{}, "no clues of columns", "one for every column")
	case h > MaxCells/w:
		return nil, d.fail(place{}, fmt.Sprintf("at most %d cells", MaxCells), "%d rows of %d", h, w)
	}
	for r, clue := range p.Rows {
		if err := line.Fit(clue, w); err != nil {
			return nil, d.fault(d.rowAt[r], fmt.Sprintf("row %d: %v", r+1, err), "a clue that fits")
		}
	}
	for c, clue := range p.Cols {
		if err := line.Fit(clue, h); err != nil {
			return nil, d.fault(d.colAt[c], fmt.Sprintf("column %d: %v", c+1, err), "a clue that fits")
		}
	}
	if a, b := sum(p.Rows), sum(p.Cols); a != b {
		return nil, d.fail(place{}, "row and column clues of the same sum", "%d in the rows, %d in the columns", a, b)
	}
	if p.Goal != nil {
		if len(p.Goal) != h*w {
			return nil, d.fail(d.goalAt, fmt.Sprintf("a goal of %d cells", h*w), "%d", len(p.Goal))
		}
		if err := p.Check(p.Goal); err != nil {
			return nil, d.fault(d.goalAt, fmt.Sprintf("the goal does not fit: %v", err), "a picture with these clues")
		}
	}
	return p, nil
}

// parseClue reads numbers separated by commas or blanks. 0 alone is the empty
// clue.
func (d *draft) parseClue(s string, at place) ([]int, error) {
	clue := []int{}
	words, zero := 0, -1 // where the first 0 is
	for i := 0; i < len(s); {
		if isGap(s[i]) {
			i++
			continue
		}
		from := i
		for i < len(s) && !isGap(s[i]) {
			i++
		}
		words++
		switch n, ok := parseNumber(s[from:i]); {
		case !ok:
			return nil, d.fail(at.past(s[:from]), fmt.Sprintf("a clue: numbers up to %d separated by commas, 0 for an empty line", MaxCells), "%q", s[from:i])
		case n > 0:
			clue = append(clue, n)
		case zero < 0:
			zero = from
		}
	}
	if zero >= 0 && words > 1 {
		return nil, d.fail(at.past(s[:zero]), "0 only as a whole clue", "%q", s)
	}
	if words == 0 {
		return nil, d.fail(at, "a clue: numbers separated by commas, 0 for an empty line", "%q", s)
	}
	return clue, nil
}

func isGap(c byte) bool { return c == ',' || c == ' ' || c == '\t' }

// parseNumber reads a number that a clue may have.
func parseNumber(s string) (n int, ok bool) {
	for _, c := range []byte(s) {
		if c < '0' || c > '9' || n > MaxCells {
			return 0, false
		}
		n = 10*n + int(c-'0')
	}
	return n, true
}

// parseGoal reads a picture of 0s and 1s.
func (d *draft) parseGoal(s string, at place) error {
	d.goalAt = at
	d.p.Goal = make(Picture, 0, len(s))
	for i, ch := range s {
		switch ch {
		case '0':
			d.p.Goal = append(d.p.Goal, line.Crossed)
		case '1':
			d.p.Goal = append(d.p.Goal, line.Black)
		default:
			return d.fail(at.past(s[:i]), "a goal of 0s and 1s", "%q", ch)
		}
	}
	return nil
}
