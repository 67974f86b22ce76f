package exactcover

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"coverstat/enumerate"
	"coverstat/enumerate/puzzles/formats"
)

// coverFormats are the formats of exact covers.
var coverFormats = formats.List[*file]{
	Noun: "cover",
	Config: func(file string, _ *file) (string, []string, error) {
		return fmt.Sprintf("family: exactcover\njob: census\npuzzle: {input: %q}\n", file), nil, nil
	},
	Formats: []formats.Format[*file]{
		{
			Name: "miniexact", About: "a text in the own format of miniexact", Example: "< a b >\na\nb\n",
			Recognises: formats.Matching(
				`^(?:[ \t]*(?:\|[^\n]*)?\r?\n)*[ \t]*(?:<[ \t][^\n]*>[ \t]*\r?\n|p xcc? )`),
			Instead: "write Knuth's format, a line of item names, then an option a line: miniexact reads that, too",
		},
		matrix, columns,
		{
			Name:       "knuth",
			About:      "Knuth's text: a line of items, the primary ones before a bar, then an option a line; secondary items may have colours, primary ones bounds",
			Source:     "D. E. Knuth, The Art of Computer Programming, 7.2.2.1",
			Example:    "| a comment\na b 2:3|c | p q\na c\nb c p:red\na p:red c\nb q\n",
			Recognises: func([]byte) bool { return true },
			Likely: func(head []byte) enumerate.Likelihood {
				if likeKnuth(head) {
					return enumerate.Likely
				}
				return enumerate.Unlikely
			},
			Read: func(in *formats.Input, each func(*file) error) error {
				f, err := parse(in.Name, in)
				if err != nil {
					return formats.Damage(err)
				}
				return each(f)
			},
		},
	},
}

// whole are the lines of a head without the one that may be cut off, comments and empty lines.
func whole(head []byte) (all []string) {
	if i := bytes.LastIndexByte(head, '\n'); len(head) >= 1<<16 && i >= 0 {
		head = head[:i]
	}
	for _, s := range formats.Lines(head) {
		if s = strings.TrimSpace(s); s != "" && s[0] != '|' && s[0] != '#' {
			all = append(all, s)
		}
	}
	return all
}

// likeKnuth reports whether all names of options are in the line of items, more than one of them.
func likeKnuth(head []byte) bool {
	lines := whole(head)
	if len(lines) < 2 {
		return false
	}
	items := map[string]bool{}
	for word := range strings.FieldsSeq(lines[0]) {
		if _, name, ok := strings.Cut(word, "|"); ok {
			word = name
		}
		items[word] = true
	}
	for _, s := range lines[1:] {
		for word := range strings.FieldsSeq(s) {
			if name, _, _ := strings.Cut(word, ":"); !items[name] {
				return false
			}
		}
	}
	return len(items) > 1
}

var matrixRow = enumerate.Pattern(`^[01](?:[ \t,;]*[01]){2,}[ \t,;]*$`)

// matrix is a row of zeros and ones for each option. Narrower rows than three may be another format.
var matrix = formats.Format[*file]{
	Name:    "matrix",
	About:   "a matrix of 0s and 1s, a row an option, a column an item: 0 1 0, 0,1,0, 010 or a JSON list of lists; the items are called 1, 2, ...",
	Example: "1 0 0 1\n0 1 1 0\n1 0 1 0\n0 1 0 1\n",
	Recognises: func(head []byte) bool {
		if matrixList().Match(head) {
			return true
		}
		lines := whole(head)
		different := false
		for _, s := range lines {
			if !matrixRow().MatchString(s) || len(digits(s)) != len(digits(lines[0])) {
				return false
			}
			different = different || s != lines[0]
		}
		return different
	},
	Likely: func(head []byte) enumerate.Likelihood {
		if symmetric(whole(head)) {
			return enumerate.Unlikely // the matrix of a graph, rather
		}
		return enumerate.Likely
	},
	Read: formats.Single(func(in *formats.Input, text []byte) *file {
		return readRows(in, text, "0 and 1 alone", func(s string) (row []int, ok bool) {
			for _, d := range digits(s) {
				row = append(row, int(d-'0'))
			}
			return row, matrixRow().MatchString(s + " 0 0")
		}, cellsToItems)
	}),
}

var matrixList = enumerate.Pattern(`^\s*\[\s*\[\s*[01](?:\s*,\s*[01]){2,}\s*\][\s01,\[\]]*$`)

// symmetric reports whether the rows of a matrix are its columns, with zeros in the diagonal.
func symmetric(rows []string) bool {
	for i, a := range rows {
		if len(digits(a)) != len(rows) {
			return false
		}
		for j, b := range rows {
			if digits(a)[j] != digits(b)[i] || i == j && digits(a)[i] != '0' {
				return false
			}
		}
	}
	return true
}

func digits(s string) string {
	return strings.Map(func(r rune) rune {
		if r < '0' || r > '9' {
			return -1
		}
		return r
	}, s)
}

// columns is a list of column numbers for each option. Where the first line has all the numbers, the text is one of
// Knuth's.
var columns = formats.Format[*file]{
	Name:    "columns",
	About:   "lists of column numbers, a line an option, with blanks or commas between, or a JSON list of lists; the first line has not all of the numbers",
	Example: "0 3 6\n0 3\n3 4 6\n2 4 5\n1 2 5 6\n1 6\n",
	Recognises: func(head []byte) bool {
		if columnList().Match(head) {
			return true
		}
		lines := whole(head)
		if len(lines) < 2 || slices.ContainsFunc(lines, func(s string) bool { return !columnRow().MatchString(s) }) {
			return false
		}
		return !likeKnuth([]byte(strings.Join(lines, "\n")))
	},
	Likely: func([]byte) enumerate.Likelihood { return enumerate.Possible },
	Read: formats.Single(func(in *formats.Input, text []byte) *file {
		return readRows(in, text, "numbers of columns", func(s string) (row []int, ok bool) {
			for _, word := range fields(s) {
				n, err := strconv.Atoi(word)
				if err != nil || n < 0 || n > maxOptions || strconv.Itoa(n) != word {
					return nil, false
				}
				row = append(row, n)
			}
			return row, true
		}, numbersToItems)
	}),
}

var (
	columnRow  = enumerate.Pattern(`^[0-9]+(?:[ \t,;]+[0-9]+)*[ \t,;]*$`)
	columnList = enumerate.Pattern(`^\s*\[\s*\[[\s0-9,\[\]]*$`)
)

// fields are the words of a row.
func fields(row string) []string {
	return strings.FieldsFunc(row, func(r rune) bool { return strings.ContainsRune(" \t,;", r) })
}

// readRows reads rows of numbers, a line each or as a list in JSON, and gives the cover that items makes of them: the
// names of all items, and the items of each row.
func readRows(in *formats.Input, text []byte, expected string, row func(line string) (numbers []int, ok bool),
	items func(rows [][]int, at []formats.Place) (names []string, options [][]int)) *file {
	var rows [][]int
	var at []formats.Place // of the rows
	if bytes.HasPrefix(bytes.TrimSpace(text), []byte("[")) {
		err := json.Unmarshal(text, &rows)
		formats.Place{}.Need(err == nil, "a list of lists of numbers", "%v", err)
		for i := range rows {
			at = append(at, formats.Place{Line: i + 1})
		}
	} else {
		for n, s := range formats.Lines(text) {
			if s = strings.TrimSpace(s); s == "" || s[0] == '#' {
				continue
			}
			numbers, ok := row(s)
			line := formats.Place{Line: n}
			line.Need(ok, expected, "got %q", enumerate.Shorten(s))
			rows, at = append(rows, numbers), append(at, line)
		}
	}
	names, options := items(rows, at)
	if len(names) == 0 {
		return nil
	}
	knuth := strings.Join(names, " ") + "\n"
	for i, option := range options {
		if len(option) == 0 {
			in.LeaveOut(&enumerate.InputError{Line: at[i].Line, Problem: "a row without a column",
				Expected: "at least one: it says nothing"})
			continue
		}
		for _, item := range option {
			knuth += names[item] + " "
		}
		knuth += "\n"
	}
	f, err := parse(in.Name, strings.NewReader(knuth))
	formats.Must(err)
	return f
}

// cellsToItems makes items of the columns of a matrix.
func cellsToItems(rows [][]int, at []formats.Place) (names []string, options [][]int) {
	for i, row := range rows {
		at[i].Need(len(row) == len(rows[0]), fmt.Sprintf("%d, as the first has", len(rows[0])), "a row of %d", len(row))
		var option []int
		for item, cell := range row {
			at[i].Need(cell == 0 || cell == 1, "0 or 1", "got %d", cell)
			if i == 0 {
				names = append(names, strconv.Itoa(item+1))
			}
			if cell == 1 {
				option = append(option, item)
			}
		}
		options = append(options, option)
	}
	return names, options
}

// numbersToItems makes items of the numbers of columns, of which none may be missing.
func numbersToItems(rows [][]int, at []formats.Place) (names []string, options [][]int) {
	var file formats.Place
	cells := rows != nil // the rows may be a matrix
	for i, row := range rows {
		for k, n := range row {
			at[i].Need(n >= 0 && !slices.Contains(row[:k], n), "columns from 0, each once", "got %d", n)
			cells = cells && n <= 1
		}
		cells = cells && len(row) > 1 && len(row) == len(rows[0])
	}
	file.Need(!cells, "puzzle.format that says which",
		"rows of 0 and 1 alone, which may be a matrix or numbers of columns")
	numbers := slices.Compact(slices.Sorted(slices.Values(slices.Concat(rows...))))
	for i, n := range numbers {
		file.Need(n == numbers[0]+i, fmt.Sprintf("all from %d to %d, or Knuth's text, which names the items", numbers[0],
			numbers[len(numbers)-1]), "no row has the column %d", numbers[0]+i)
		names = append(names, strconv.Itoa(n))
	}
	for _, row := range rows {
		var option []int
		for _, n := range row {
			option = append(option, n-numbers[0])
		}
		options = append(options, option)
	}
	return names, options
}

// read reads a cover in any format, and says what was left out of lists of rows.
func read(in enumerate.PuzzleFile) (f *file, left enumerate.LeftOut, err error) {
	left, err = coverFormats.Read(in, func(c *file) error {
		f = c
		return nil
	})
	return f, left, err
}

// rowOfNumbers reports whether a first line is one of a matrix or of a JSON list, and of no text of Knuth, which has
// no name twice there.
func rowOfNumbers(line string) bool {
	line = strings.TrimSpace(line)
	return strings.HasPrefix(line, "[") || matrixRow().MatchString(line) && len(fields(line)) != 2
}
