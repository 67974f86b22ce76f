package nonogram

import (
	"bytes"
	"fmt"
	"strings"

	"coverstat/enumerate"
	"coverstat/enumerate/puzzles/formats"
)

// A dialect is a way to write the clues of the rows, then those of the columns, one a line.
type dialect struct {
	comment string // what begins a remark
	between string // the line between rows and columns
	end     string // what may end a clue
}

// list is the format that people write by hand.
func list() formats.Format[*Puzzle] {
	return formats.Format[*Puzzle]{
		Name: "list", About: "a clue a line: those of the rows, an empty line, those of the columns",
		Example:    "# a cross\n1\n3\n1\n\n1\n3\n1\n",
		Recognises: func(head []byte) bool { s := firstLine(head); return s == "" || s[0] >= '0' && s[0] <= '9' },
		Likely:     func([]byte) enumerate.Likelihood { return enumerate.Possible },
		Read:       single(dialect{comment: "#"}.read),
	}
}

// makhorin is the lists that webpbn.com exports for the program of Andrew Makhorin.
func makhorin() formats.Format[*Puzzle] {
	return formats.Format[*Puzzle]{
		Name: "makhorin", About: "a clue a line: those of the rows, a line &, those of the columns; * begins a remark",
		Source:     "webpbn.com/export.cgi; crate nonogrid 0.7.3 src/parser.rs",
		Example:    "* a cross\n1\n3\n1\n&\n1\n3\n1\n",
		Recognises: formats.Matching(`(?m)^&\s*$`),
		Read:       single(dialect{comment: "*", between: "&"}.read),
	}
}

// syro is the lists that webpbn.com exports for the solver of that name.
func syro() formats.Format[*Puzzle] {
	return formats.Format[*Puzzle]{
		Name: "syro", About: "a clue a line that ends with 0: those of the rows, an empty line, those of the columns",
		Source:  "webpbn.com/export.cgi; crate nonogrid 0.7.3 src/parser.rs",
		Example: "1 0\n3 0\n0\n\n1 0\n2 0\n1 0\n",
		Recognises: func(head []byte) bool {
			ended := 0
			for _, s := range lines(bytes.TrimSpace(head)) {
				switch {
				case s == "" || s == "0" || s[0] == '#':
				case strings.HasSuffix(s, " 0"):
					ended++
				case len(head) < 1<<16: // the last line may be cut
					return false
				}
			}
			return ended > 0
		},
		Read: single(dialect{comment: "#", end: " 0"}.read),
	}
}

// read reads a list. Blanks or commas separate numbers, 0 is the clue of an empty line.
func (x dialect) read(data []byte) (*Puzzle, error) {
	d := &draft{p: &Puzzle{}}
	blocks, last := 0, 0
	gap := true // a line between came before
	for at, text := range lines(data) {
		last = at.line
		s, _, comment := strings.Cut(text, x.comment)
		s = strings.TrimSpace(s)
		if s == x.between {
			if gap && x.between != "" {
				return nil, unexpected(at, "clues before a line "+x.between+", once", "a further one")
			}
			gap = gap || !comment
			continue
		}
		if s == "" {
			continue
		}
		if gap {
			blocks++
			gap = false
		}
		if blocks > 2 {
			return nil, unexpected(at, "two blocks of clues, rows and columns, with a blank line between", "a third block")
		}
		if s != "0" && !strings.HasSuffix(s, x.end) {
			return nil, unexpected(at, "a clue that ends with"+x.end, "%q", s)
		}
		clue, err := parseClue(strings.TrimSuffix(s, x.end), at, nil)
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
		return nil, unexpected(place{line: last}, "a blank line and the clues of the columns", "the end after %d clues",
			len(d.rows.clues))
	}
	return d.finish()
}

// mk is the older files of the solver of Mirek and Petr Olšák.
func mk() formats.Format[*Puzzle] {
	return formats.Format[*Puzzle]{
		Name: "mk", About: "a .mk file: height and width, the clues of the rows, a line #, the clues of the columns; an empty line is an empty clue",
		Source:     "README of pbnsolve 1.10; crate nonogrid 0.7.3",
		Example:    "2 3\n2\n1 1\n#\n2\n1\n1\n",
		Recognises: formats.Matching(`^\s*[0-9]+[ \t]+[0-9]+[ \t]*\r?\n(?:[0-9 \t]*\r?\n)*#[ \t]*(?:\r?\n|$)`),
		Read:       single(func(text []byte) (*Puzzle, error) { return readSized(text, 1, "#") }),
	}
}

// cwd is the files of QNonograms.
func cwd() formats.Format[*Puzzle] {
	read := func(text []byte) (*Puzzle, error) { return readSized(text, 2, "") }
	return formats.Format[*Puzzle]{
		Name: "cwd", About: "a .cwd file of QNonograms: a line with the height, one with the width, the clues of the rows, an empty line, the clues of the columns",
		Source:  "README of pbnsolve 1.10",
		Example: "2\n3\n2\n1 1\n\n2\n1\n1\n",
		// A list may look the same, but then its sums of rows and columns differ here.
		Recognises: func(head []byte) bool { _, err := read(head); return err == nil },
		Read:       single(read),
	}
}

// readSized reads height and width, which stand on one line or on two, so many clues, a line between,
// so many clues.
func readSized(data []byte, sizeLines int, between string) (*Puzzle, error) {
	d := &draft{p: &Puzzle{}}
	var size []int
	number := 0
	for s := range strings.Lines(string(data)) {
		number++
		at, text := place{number, 1}.trimmed(strings.TrimRight(s, " \t\r\n"))
		if number <= sizeLines {
			n, err := parseClue(text, at, nil)
			if size = append(size, n...); err != nil || number == sizeLines && len(size) != 2 || len(n) != 3-sizeLines {
				return nil, unexpected(at, "height and width", "%q", text)
			}
			continue
		}
		rows, cols := len(d.rows.clues), len(d.cols.clues)
		switch {
		case rows == size[0] && cols == 0 && number == sizeLines+rows+1:
			if text != between {
				return nil, unexpected(at, fmt.Sprintf("%d clues of rows, then %q", size[0], between), "%q", text)
			}
			continue
		case cols == size[1] && text == "":
			continue
		case cols == size[1]:
			return nil, unexpected(at, fmt.Sprintf("no more than %d clues of columns", size[1]), "%q", text)
		}
		clue := []int{}
		if text != "" {
			var err error
			if clue, err = parseClue(text, at, nil); err != nil {
				return nil, err
			}
		}
		if rows < size[0] {
			d.rows.add(clue, at)
		} else {
			d.cols.add(clue, at)
		}
	}
	if len(size) == 2 && (len(d.rows.clues) != size[0] || len(d.cols.clues) != size[1]) {
		return nil, unexpected(place{line: number}, fmt.Sprintf("%d clues of rows and %d of columns", size[0], size[1]),
			"%d and %d", len(d.rows.clues), len(d.cols.clues))
	}
	return d.finish()
}
