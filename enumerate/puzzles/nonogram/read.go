package nonogram

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"coverstat/enumerate"
	"coverstat/enumerate/puzzles/nonogram/line"
)

// Read reads the puzzles of one file. The content tells the format: XML as
// webpbn.com exports it (any number of puzzles), .non with its keywords, or a
// plain list of clues. Errors are *enumerate.InputError, apart from those of the
// reader.
func Read(file string, r io.Reader) ([]*Puzzle, error) {
	data, err := io.ReadAll(r)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	puzzles := []*Puzzle{nil}
	switch {
	case bytes.HasPrefix(bytes.TrimSpace(data), []byte("<")):
		puzzles, err = readXML(data)
	case hasKeywords(data):
		puzzles[0], err = readNon(data)
	default:
		puzzles[0], err = readList(data)
	}
	if in := (*enumerate.InputError)(nil); errors.As(err, &in) {
		in.File = file
	}
	if err != nil {
		return nil, err
	}
	for i, p := range puzzles {
		p.Name = file
		if len(puzzles) > 1 {
			p.Name = fmt.Sprintf("%s#%d", file, i+1)
		}
	}
	return puzzles, nil
}

// hasKeywords reports whether the first line that is neither empty nor a comment
// starts with a letter. No clue does.
func hasKeywords(data []byte) bool {
	for _, s := range lines(data) {
		if s != "" && s[0] != '#' {
			return 'a' <= s[0]|0x20 && s[0]|0x20 <= 'z'
		}
	}
	return false
}

// place is a line and a column in a file, from 1; 0 means that it is not known.
type place struct{ line, column int }

// past returns the place behind a text that begins at p.
func (p place) past(text string) place {
	if n := strings.Count(text, "\n"); n > 0 {
		p = place{p.line + n, 1}
		text = text[strings.LastIndexByte(text, '\n')+1:]
	}
	return place{p.line, p.column + utf8.RuneCountInString(text)}
}

// trimmed returns a text that begins at p without the space around it, and the
// place where the rest begins.
func (p place) trimmed(text string) (place, string) {
	rest := strings.TrimLeftFunc(text, unicode.IsSpace)
	return p.past(text[:len(text)-len(rest)]), strings.TrimSpace(rest)
}

// lines returns the lines of a text without the space around them, and the place
// where each of them begins.
func lines(data []byte) iter.Seq2[place, string] {
	return func(yield func(place, string) bool) {
		number := 0
		for text := range strings.Lines(string(data)) {
			number++
			if !yield(place{number, 1}.trimmed(text)) {
				return
			}
		}
	}
}

// fault returns an error that names a place; [Read] adds the file.
func fault(at place, problem, expected string) *enumerate.InputError {
	return &enumerate.InputError{Line: at.line, Column: at.column, Problem: problem, Expected: expected}
}

// unexpected returns a fault about what was read.
func unexpected(at place, expected, got string, args ...any) *enumerate.InputError {
	return fault(at, "got "+fmt.Sprintf(got, args...), expected)
}

// A draft is a puzzle being read, with the places of its clues.
type draft struct {
	p          *Puzzle
	rows, cols clueList
	goalAt     place
}

// A clueList is the clues of all rows or of all columns.
type clueList struct {
	clues [][]int
	at    []place
}

func (l *clueList) add(clue []int, at place) {
	l.clues, l.at = append(l.clues, clue), append(l.at, at)
}

// finish checks what can be checked without solving, and returns the puzzle.
func (d *draft) finish() (*Puzzle, error) {
	p := d.p
	p.Rows, p.Cols = d.rows.clues, d.cols.clues
	h, w := p.Height(), p.Width()
	switch {
	case h == 0 && w == 0:
		return nil, fault(place{}, "no puzzle", "clues of rows and columns")
	case h == 0:
		return nil, fault(place{}, "no clues of rows", "one for every row")
	case w == 0:
		return nil, fault(place{}, "no clues of columns", "one for every column")
	case h > maxCells/w:
		return nil, unexpected(place{}, fmt.Sprintf("at most %d cells", maxCells), "%d rows of %d", h, w)
	}
	if e := p.misfit(); e != nil {
		at := d.cols.at
		if e.Row {
			at = d.rows.at
		}
		return nil, fault(at[e.Index], e.Error(), "a clue that fits")
	}
	if a, b := sum(p.Rows), sum(p.Cols); a != b {
		return nil, unexpected(place{}, "row and column clues of the same sum", "%d in the rows, %d in the columns", a, b)
	}
	if p.Goal == nil {
		return p, nil
	}
	if len(p.Goal) != h*w {
		return nil, unexpected(d.goalAt, fmt.Sprintf("a goal of %d cells", h*w), "%d", len(p.Goal))
	}
	if err := p.Check(p.Goal); err != nil {
		return nil, fault(d.goalAt, fmt.Sprintf("the goal does not fit: %v", err), "a picture with these clues")
	}
	return p, nil
}

// parseClue reads numbers separated by commas or blanks. 0 alone is the empty
// clue. s begins at the given place.
func parseClue(s string, at place) ([]int, error) {
	clue := []int{}
	words, end := 0, 0
	var zero *place
	for word := range strings.FieldsFuncSeq(s, isGap) {
		begin := end + strings.Index(s[end:], word)
		end = begin + len(word)
		words++
		n, err := strconv.ParseUint(word, 10, 32)
		if err != nil || n > maxCells {
			return nil, unexpected(at.past(s[:begin]), fmt.Sprintf("a clue: numbers up to %d separated by commas, 0 for an empty line", maxCells), "%q", word)
		}
		if n > 0 {
			clue = append(clue, int(n))
		} else if zero == nil {
			p := at.past(s[:begin])
			zero = &p
		}
	}
	if words == 0 {
		return nil, unexpected(at, "a clue: numbers separated by commas, 0 for an empty line", "%q", s)
	}
	if zero != nil && words > 1 {
		return nil, unexpected(*zero, "0 only as a whole clue", "%q", s)
	}
	return clue, nil
}

func isGap(c rune) bool { return c == ',' || c == ' ' || c == '\t' }

// parseGoal reads a picture of 0s and 1s that begins at the given place.
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
			return unexpected(at.past(s[:i]), "a goal of 0s and 1s", "%q", ch)
		}
	}
	return nil
}
