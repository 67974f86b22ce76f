package nonogram

import (
	"bytes"
	"fmt"
	"slices"
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
func (x dialect) read(d *draft, data []byte) error {
	side, last := ofRows-1, 0
	gap := true // a line between came before
	for at, text := range lines(data) {
		last = at.line
		s, _, comment := strings.Cut(text, x.comment)
		s = strings.TrimSpace(s)
		if s == x.between {
			if gap && x.between != "" {
				return unexpected(at, "clues before a line "+x.between+", once", "a further one")
			}
			gap = gap || !comment
			continue
		}
		if s == "" {
			continue
		}
		if gap {
			side++
			gap = false
		}
		if side > ofCols {
			return unexpected(at, "two blocks of clues, rows and columns, with a blank line between", "a third block")
		}
		if s != "0" && !strings.HasSuffix(s, x.end) {
			return unexpected(at, "a clue that ends with"+x.end, "%q", s)
		}
		d.read(side, strings.TrimSuffix(s, x.end), at)
	}
	if side == ofRows {
		return unexpected(place{line: last}, "a blank line and the clues of the columns", "the end after %d clues",
			len(d.at[ofRows]))
	}
	return nil
}

// mk is the older files of the solver of Mirek and Petr Olšák.
func mk() formats.Format[*Puzzle] {
	return formats.Format[*Puzzle]{
		Name:       "mk",
		About:      "a .mk file: height and width, the clues of the rows, a line #, the clues of the columns; an empty line is an empty clue",
		Source:     "README of pbnsolve 1.10; crate nonogrid 0.7.3",
		Example:    "2 3\n2\n1 1\n#\n2\n1\n1\n",
		Recognises: formats.Matching(`^\s*[0-9]+[ \t]+[0-9]+[ \t]*\r?\n(?:[0-9 \t]*\r?\n)*#[ \t]*(?:\r?\n|$)`),
		Read:       single(sized{lines: 1, expected: "height and width", between: "#"}.read),
	}
}

// cwd is the files of QNonograms.
func cwd() formats.Format[*Puzzle] {
	x := sized{lines: 2, expected: "height and width"}
	return formats.Format[*Puzzle]{
		Name:    "cwd",
		About:   "a .cwd file of QNonograms: a line with the height, one with the width, the clues of the rows, an empty line, the clues of the columns",
		Source:  "README of pbnsolve 1.10",
		Example: "2\n3\n2\n1 1\n\n2\n1\n1\n",
		// A list may look the same, but then its sums of rows and columns differ here.
		Recognises: func(head []byte) bool {
			d := &draft{}
			_, err := d.finish(x.read(d, head))
			return err == nil
		},
		Read: single(x.read),
	}
}

var ninForm = enumerate.Pattern(`^([0-9]+)[ \t]+([0-9]+)[ \t]*\r?(?:\n[ \t]*[0-9].*)*$`)

// nin is the format of Jakub Wilk's nonogram solver.
func nin() formats.Format[*Puzzle] {
	return formats.Format[*Puzzle]{
		Name:    "nin",
		About:   "a .nin file: width and height, then a clue a line, the rows before the columns, without an empty line between",
		Source:  "github.com/pierre-dejoue/picross-solver doc/FILE_FORMAT_NIN.md",
		Example: "3 2\n2\n1\n1\n2\n0\n",
		// A list has an empty line between rows and columns.
		Recognises: func(head []byte) bool {
			text := bytes.TrimSpace(head)
			size := ninForm().FindSubmatch(text)
			if size == nil {
				return false
			}
			w, h, ok := sizeOf(string(size[1]), string(size[2]))
			return ok && (bytes.Count(text, []byte("\n")) == w+h || len(head) == 1<<16)
		},
		Read: single(func(d *draft, text []byte) error {
			return sized{lines: 1, expected: "width and height", dense: true}.read(d, bytes.TrimSpace(text))
		}),
	}
}

// sized is a way to write the numbers of rows and columns on the first line or two, then their clues, one a line.
type sized struct {
	lines    int
	expected string // which number comes first
	dense    bool   // the width does; no line between rows and columns, and no empty line is a clue
	between  string // the line between them
}

func (x sized) read(d *draft, data []byte) error {
	var size []int
	last, between := 0, x.dense
	for at, s := range lines(data) {
		last = at.line
		if at.line <= x.lines {
			n, err := parseClue(s, at, nil)
			if size = append(size, n...); err != nil || len(n) != 3-x.lines {
				return unexpected(at, x.expected, "%q", s)
			}
			if x.dense {
				slices.Reverse(size)
			}
			continue
		}
		clue := s
		if s == "" && !x.dense {
			clue = "0"
		}
		switch {
		case len(d.at[ofRows]) < size[ofRows]:
			d.read(ofRows, clue, at)
		case !between:
			if between = true; s != x.between {
				return unexpected(at, fmt.Sprintf("%d clues of rows, then %q", size[ofRows], x.between), "%q", s)
			}
		case len(d.at[ofCols]) < size[ofCols]:
			d.read(ofCols, clue, at)
		case s != "":
			return unexpected(at, fmt.Sprintf("no more than %d clues of columns", size[ofCols]), "%q", s)
		}
	}
	if h, w := len(d.at[ofRows]), len(d.at[ofCols]); len(size) == 2 && (h != size[ofRows] || w != size[ofCols]) {
		return unexpected(place{line: last},
			fmt.Sprintf("%d clues of rows and %d of columns", size[ofRows], size[ofCols]),
			"%d and %d", h, w)
	}
	return nil
}
