package nonogram

import (
	"bytes"
	"cmp"
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
	if row, index, err := p.misfit(); err != nil {
		at := d.cols.at
		if row {
			at = d.rows.at
		}
		return nil, fault(at[index], err.Error(), "a clue that fits")
	}
	if k, a, b := p.imbalance(); a != b {
		return nil, unexpected(place{}, "row and column clues of the same sum", "%d %sin the rows, %d in the columns", a, p.inkName(k, ""), b)
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
// clue. s begins at the given place. colourOf says which colour the letters behind a
// number mean; nil if there are none.
func parseClue(s string, at place, colourOf func(letters string) (colour int, ok bool)) ([]int, error) {
	clue := []int{}
	words, end := 0, 0
	var zero *place
	for word := range strings.FieldsFuncSeq(s, isGap) {
		begin := end + strings.Index(s[end:], word)
		end = begin + len(word)
		words++
		digits, colour := word, 0
		if colourOf != nil {
			digits = strings.TrimRightFunc(word, unicode.IsLetter)
			k, ok := colourOf(word[len(digits):])
			if colour = k; !ok {
				return nil, unexpected(at.past(s[:begin]), "a number and the letter of a colour", "%q", word)
			}
		}
		n, err := strconv.ParseUint(digits, 10, 32)
		if err != nil || n > maxCells {
			return nil, unexpected(at.past(s[:begin]), fmt.Sprintf("a clue: numbers up to %d separated by commas, 0 for an empty line", maxCells), "%q", word)
		}
		if n > 0 {
			clue = append(clue, line.Run(int(n), colour))
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
	wrong := 0
	d.goalAt = at
	if d.p.Goal, wrong = readCells(Picture{}, s, '1', '0'); wrong < len(s) {
		ch, _ := utf8.DecodeRuneInString(s[wrong:])
		return unexpected(at.past(s[:wrong]), "a goal of 0s and 1s", "%q", ch)
	}
	return nil
}

// readList reads a plain list: the clues of the rows, one a line, a blank line,
// and the clues of the columns. Blanks or commas separate numbers, 0 is the clue
// of an empty line, and # starts a comment.
func readList(data []byte) (*Puzzle, error) {
	d := &draft{p: &Puzzle{}}
	blocks, last := 0, 0
	gap := true // a blank line came before
	for at, text := range lines(data) {
		last = at.line
		s, _, comment := strings.Cut(text, "#")
		s = strings.TrimSpace(s)
		if s == "" {
			gap = gap || !comment
			continue
		}
		if gap {
			blocks++
			gap = false
		}
		if blocks > 2 {
			return nil, unexpected(at, "two blocks of clues, rows and columns, with a blank line between", "a third block")
		}
		clue, err := parseClue(s, at, nil)
		if err != nil {
			return nil, err
		}
		if blocks == 1 {
			d.rows.add(clue, at)
		} else {
			d.cols.add(clue, at)
		}
	}
	if blocks == 1 {
		return nil, unexpected(place{line: last}, "a blank line and the clues of the columns", "the end after %d clues", len(d.rows.clues))
	}
	return d.finish()
}

// A block is one of the two lists of clues in a .non file.
type block struct {
	*clueList
	noun     string // "row" or "column"; the keyword is its plural
	sizeWord string // the keyword that says how many clues there are
	size     int    // what it says, or -1
}

// readNon reads the .non format of Steve Simpson. Keywords stand on lines of their
// own. After "rows" and "columns" follow the clues, one a line, as many as
// "height" and "width" say if these are there. Blank lines mean nothing; an empty
// row or column is written 0. Unknown keywords are skipped, as the format asks.
func readNon(data []byte) (*Puzzle, error) {
	d := &draft{p: &Puzzle{}}
	blocks := []*block{{&d.rows, "row", "height", -1}, {&d.cols, "column", "width", -1}}
	var open *block // where clues go now
	seen := map[string]int{}
	noKeyword := func(at place, s string) *enumerate.InputError {
		return unexpected(at, "a keyword (width, height, rows, columns, …)", "%q", s)
	}
	var mistyped *enumerate.InputError // what clues below the last keyword mean, if it is unknown
	for at, s := range lines(data) {
		if s == "" || s[0] == '#' {
			continue
		}
		key, rest, _ := strings.Cut(s, " ")
		if !isKeyword(key) {
			if open == nil {
				return nil, cmp.Or(mistyped, noKeyword(at, s))
			}
			clue, err := parseClue(s, at, nil)
			if err != nil {
				return nil, err
			}
			if len(open.clues) == open.size {
				return nil, unexpected(at, fmt.Sprintf("no more than %d %ss (%s, line %d)", open.size, open.noun, open.sizeWord, seen[open.sizeWord]), "another clue, %q", s)
			}
			open.add(clue, at)
			continue
		}
		key, rest = strings.ToLower(key), strings.TrimSpace(rest)
		restAt := at.past(s[:len(s)-len(rest)])
		before := seen[key]
		seen[key] = at.line
		open, mistyped = nil, noKeyword(at, s)
		for _, b := range blocks {
			if before > 0 && (key == b.noun+"s" || key == b.sizeWord) {
				return nil, fault(at, "a second "+key, fmt.Sprintf("one (line %d)", before))
			}
			switch key {
			case b.noun + "s":
				open, mistyped = b, nil
			case b.sizeWord:
				mistyped = nil
				n, err := strconv.Atoi(rest)
				if err != nil || n < 1 || n > maxCells {
					return nil, unexpected(restAt, fmt.Sprintf("a number of cells from 1 to %d", maxCells), "%q", rest)
				}
				b.size = n
			}
		}
		for _, t := range d.p.texts() {
			if t.key == key {
				*t.field, mistyped = unquote(rest), nil
			}
		}
		if key == "goal" {
			mistyped = nil
			goal := unquote(rest)
			if err := d.parseGoal(goal, restAt.past(rest[:strings.Index(rest, goal)])); err != nil {
				return nil, err
			}
		}
	}
	for _, b := range blocks {
		if b.size >= 0 && len(b.clues) != b.size {
			last := seen[b.noun+"s"]
			if n := len(b.at); n > 0 {
				last = b.at[n-1].line
			}
			return nil, fault(place{line: last}, enumerate.Plural(len(b.clues), b.noun)+" of clues",
				fmt.Sprintf("%d (%s, line %d); write 0 for an empty %s", b.size, b.sizeWord, seen[b.sizeWord], b.noun))
		}
	}
	return d.finish()
}

// isKeyword reports whether a word consists of letters only. A mistyped clue does
// not.
func isKeyword(word string) bool {
	return word != "" && !strings.ContainsFunc(word, func(r rune) bool { return !unicode.IsLetter(r) && r != '_' && r != '-' })
}

func unquote(s string) string {
	if len(s) >= 2 && s[0] == '"' && s[len(s)-1] == '"' {
		return s[1 : len(s)-1]
	}
	return s
}

// A text is a text about the puzzle in a .non file: its keyword, and its field.
type text struct {
	key   string
	field *string
}

func (p *Puzzle) texts() []text {
	return []text{{"catalogue", &p.Catalogue}, {"title", &p.Title}, {"by", &p.By}, {"copyright", &p.Copyright}}
}

// writeNon writes the puzzle as a .non file. [Read] reads back the same puzzle.
func (p *Puzzle) writeNon(w io.Writer) error {
	var b bytes.Buffer
	for _, t := range p.texts() {
		if *t.field != "" {
			fmt.Fprintf(&b, "%s \"%s\"\n", t.key, oneLine(*t.field))
		}
	}
	fmt.Fprintf(&b, "width %d\nheight %d\n", p.Width(), p.Height())
	for _, side := range []struct {
		keyword string
		clues   [][]int
	}{{"rows", p.Rows}, {"columns", p.Cols}} {
		fmt.Fprintf(&b, "\n%s\n", side.keyword)
		for _, clue := range side.clues {
			fmt.Fprintln(&b, clueText(clue))
		}
	}
	if p.Goal != nil {
		fmt.Fprintf(&b, "\ngoal \"%s\"\n", p.Goal.append(nil, "?10")) // a goal has no blank cells
	}
	_, err := b.WriteTo(w)
	return err
}

// oneLine replaces line breaks by blanks.
func oneLine(s string) string { return strings.NewReplacer("\n", " ", "\r", " ").Replace(s) }
