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
var list = formats.Format[*puzzle]{
	Name: "list", About: "a clue a line: those of the rows, an empty line, those of the columns",
	Example:    "# a cross\n1\n3\n1\n\n1\n3\n1\n",
	Recognises: formats.Beginning("#", `^(?:[0-9]|$)`),
	Likely:     func([]byte) enumerate.Likelihood { return enumerate.Possible },
	Read:       single(dialect{comment: "#"}.read),
}

// makhorin is the lists that webpbn.com exports for the program of Andrew Makhorin.
var makhorin = formats.Format[*puzzle]{
	Name: "makhorin", About: "a clue a line: those of the rows, a line &, those of the columns; * begins a remark",
	Source:     "webpbn.com/export.cgi; crate nonogrid 0.7.3 src/parser.rs",
	Example:    "* a cross\n1\n3\n1\n&\n1\n3\n1\n",
	Recognises: formats.Matching(`(?m)^&\s*$`),
	Read:       single(dialect{comment: "*", between: "&"}.read),
}

// syro is the lists that webpbn.com exports for the solver of that name.
var syro = formats.Format[*puzzle]{
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

// read reads a list. Blanks or commas separate numbers, 0 is the clue of an empty line.
func (x dialect) read(d *draft, data []byte) {
	side, end := ofRows-1, formats.Place{}
	gap := true // a line between came before
	for at, text := range lines(data) {
		end.Line = at.Line
		s, _, comment := strings.Cut(text, x.comment)
		s = strings.TrimSpace(s)
		if s == x.between {
			at.Need(!gap || x.between == "", "clues before a line "+x.between+", once", "got a further one")
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
		at.Need(side <= ofCols, "two blocks of clues, rows and columns, with a blank line between", "got a third block")
		at.Need(s == "0" || strings.HasSuffix(s, x.end), "a clue that ends with"+x.end, "got %q", s)
		d.read(side, strings.TrimSuffix(s, x.end), at)
	}
	end.Need(side != ofRows, "a blank line and the clues of the columns", "got the end after %d clues",
		len(d.at[ofRows]))
}

// mk is the older files of the solver of Mirek and Petr Olšák.
var mk = formats.Format[*puzzle]{
	Name:       "mk",
	About:      "a .mk file: height and width, the clues of the rows, a line #, the clues of the columns; an empty line is an empty clue",
	Source:     "README of pbnsolve 1.10; crate nonogrid 0.7.3",
	Example:    "2 3\n2\n1 1\n#\n2\n1\n1\n",
	Recognises: formats.Matching(`^\s*[0-9]+[ \t]+[0-9]+[ \t]*\r?\n(?:[0-9 \t]*\r?\n)*#[ \t]*(?:\r?\n|$)`),
	Read:       single(sized{lines: 1, expected: "height and width", between: "#"}.read),
}

// cwd is the files of QNonograms.
var cwd = formats.Format[*puzzle]{
	Name:    "cwd",
	About:   "a .cwd file of QNonograms: a line with the height, one with the width, the clues of the rows, an empty line, the clues of the columns",
	Source:  "README of pbnsolve 1.10",
	Example: "2\n3\n2\n1 1\n\n2\n1\n1\n",
	// A list may look the same, but then its sums of rows and columns differ here.
	Recognises: func(head []byte) bool {
		return formats.Caught(func() { drafted(func(d *draft) { cwdForm.read(d, head) })("") }) == nil
	},
	Read: single(cwdForm.read),
}

var cwdForm = sized{lines: 2, expected: "height and width"}

var ninForm = enumerate.Pattern(`^([0-9]+)[ \t]+([0-9]+)[ \t]*\r?(?:\n[ \t]*[0-9].*)*$`)

// nin is the format of Jakub Wilk's nonogram solver.
var nin = formats.Format[*puzzle]{
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
	Read: single(func(d *draft, text []byte) {
		sized{lines: 1, expected: "width and height", dense: true}.read(d, bytes.TrimSpace(text))
	}),
}

// sized is a way to write the numbers of rows and columns on the first line or two, then their clues, one a line.
type sized struct {
	lines    int
	expected string // which number comes first
	dense    bool   // the width does; no line between rows and columns, and no empty line is a clue
	between  string // the line between them
}

func (x sized) read(d *draft, data []byte) {
	var size []int
	end, between := formats.Place{}, x.dense
	for at, s := range lines(data) {
		end.Line = at.Line
		if at.Line <= x.lines {
			var n []int
			fault := formats.Caught(func() { n = parseClue(s, at, nil) })
			at.Need(fault == nil && len(n) == 3-x.lines, x.expected, "got %q", s)
			if size = append(size, n...); x.dense {
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
			at.Need(s == x.between, fmt.Sprintf("%d clues of rows, then %q", size[ofRows], x.between), "got %q", s)
			between = true
		case len(d.at[ofCols]) < size[ofCols]:
			d.read(ofCols, clue, at)
		default:
			at.Need(s == "", fmt.Sprintf("no more than %d clues of columns", size[ofCols]), "got %q", s)
		}
	}
	if h, w := len(d.at[ofRows]), len(d.at[ofCols]); len(size) == 2 {
		end.Need(h == size[ofRows] && w == size[ofCols],
			fmt.Sprintf("%d clues of rows and %d of columns", size[ofRows], size[ofCols]), "got %d and %d", h, w)
	}
}
