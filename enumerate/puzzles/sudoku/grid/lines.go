package grid

import (
	"bytes"
	"cmp"
	"encoding/hex"
	"fmt"
	"io"
	"iter"
	"slices"
	"strconv"
	"strings"

	"coverstat/enumerate"
	"coverstat/enumerate/puzzles/formats"
)

// links makes a format of a link a line, in which the mark stands.
func links(name, about, source, example, mark string, read translation,
	write func(p *Puzzle) (string, error)) (formats.Format[*Puzzle], way) {
	return formats.Format[*Puzzle]{Name: name, About: about, Source: source, Example: example,
		Recognises: func(head []byte) bool {
			line := firstLine(head)
			return !bytes.ContainsAny(line, " \t") && bytes.Contains(line, []byte(mark)) &&
				(bytes.Contains(line, []byte("?"+mark)) || bytes.HasPrefix(line, []byte(mark)))
		},
		Write: writeEach(write),
	}, lineWay(read)
}

const wikiPrefix = "https://www.sudokuwiki.org/sudoku.htm?bd="

func readWiki(r *reader, line []byte) (piece, *enumerate.InputError) {
	line = bytes.TrimRight(line, " \t")
	at := bytes.Index(line, []byte("bd="))
	if at < 0 {
		return piece{}, r.fault(1, "a line without bd=", "a link as "+wikiPrefix+" and 81 digits")
	}
	at += len("bd=")
	if bytes.HasPrefix(line[at:], []byte("S9")) {
		return piece{}, r.fault(at+1, "a link with candidates (bd=S9...)", "a link with the 81 digits of the puzzle")
	}
	return piece{text: line[at:], column: at + 1, step: 1}, nil
}

func writeWiki(p *Puzzle) (string, error) {
	if p.Shape != Nine {
		return "", enumerate.Errorf("a sudokuwiki link of a board with boxes of %s: expected 3x3", p.Shape)
	}
	return wikiPrefix + strings.ReplaceAll(Format(p.Cells), ".", "0") + "\n", nil
}

// pzprShape is the shape of boards of pzpr of so many columns: boxes of the root of it, cut to a whole number,
// but 2x3 for 6. Only those that fill the board are Sudokus.
func pzprShape(side int) (Shape, bool) {
	switch side {
	case 4, 9, 16, 25:
		return shapeOfSide(side)
	case 6:
		return Shape{2, 3}, true
	}
	return Shape{}, false
}

func readPuzzLink(r *reader, line []byte) (piece, *enumerate.InputError) {
	text := strings.TrimRight(string(line), " \t/")
	at := strings.Index(text, "sudoku/")
	if at < 0 {
		return piece{}, r.fault(1, "a line without sudoku/", "a link as https://puzz.link/p?sudoku/9/9/ and the cells")
	}
	fields := strings.Split(text[at:], "/")
	if len(fields) != 4 {
		return piece{}, r.fault(at+1, fmt.Sprintf("%d parts behind sudoku", len(fields)-1),
			"columns, rows and cells: sudoku/9/9/...")
	}
	side, err := strconv.Atoi(fields[1])
	shape, ok := pzprShape(side)
	if err != nil || fields[1] != fields[2] || !ok {
		return piece{}, r.fault(at+1, fmt.Sprintf("a board of %s x %s", fields[1], fields[2]),
			"4, 6, 9, 16 or 25 columns and as many rows")
	}
	body, column := fields[3], at+len(text[at:])-len(fields[3])+1
	cells := make([]byte, 0, shape.Cells())
	for i := 0; i < len(body); i++ {
		c, digits := body[i], 1
		switch {
		case c >= 'g' && c <= 'z':
			cells = append(cells, bytes.Repeat([]byte("."), int(c-'g')+1)...)
			continue
		case c == '-':
			i, digits = i+1, 2
		}
		v, err := strconv.ParseUint(body[i:min(i+digits, len(body))], 16, 8)
		if err != nil || i+digits > len(body) || v < 1 || int(v) > side {
			return piece{}, r.fault(column+i, fmt.Sprintf("cell %q", body[i:min(i+digits, len(body))]),
				fmt.Sprintf("a digit from 1 to %x, - and two hexadecimal digits, or g to z for 1 to 20 empty cells",
					side))
		}
		i += digits - 1
		cells = append(cells, Symbol(byte(v)))
	}
	return r.standard(piece{text: cells, shape: shape, column: column})
}

// standard returns a piece whose text has digits from 1, in the digits of the reader.
func (r *reader) standard(p piece) (piece, *enumerate.InputError) {
	if r.from != fromOne && r.forced {
		return piece{}, r.fault(p.column, "a format that writes digits from 1", "no puzzle.digits")
	}
	return p, nil
}

// Link is the address of a puzzle on puzz.link; "" if boards of its shape have none.
func Link(shape Shape, cells []byte) string {
	text, err := writePuzzLink(&Puzzle{Shape: shape, Cells: cells})
	if err != nil {
		return ""
	}
	return strings.TrimSuffix(text, "\n")
}

func writePuzzLink(p *Puzzle) (string, error) {
	side := p.Shape.Side()
	if s, ok := pzprShape(side); !ok || s != p.Shape {
		return "", enumerate.Errorf(
			"a puzz.link of a board with boxes of %s: expected 2x2, 2x3, 3x3, 4x4 or 5x5", p.Shape)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "https://puzz.link/p?sudoku/%d/%d/", side, side)
	writeRuns(p.Cells, 20, func(run int) { b.WriteByte(byte('f' + run)) }, func(v byte) {
		if v > 15 {
			b.WriteByte('-')
		}
		b.WriteString(strconv.FormatInt(int64(v), 16))
	})
	return b.String() + "\n", nil
}

// writeRuns calls empty for each run of empty cells, cut at the longest, and digit for each other cell.
func writeRuns(cells []byte, longest int, empty func(run int), digit func(v byte)) {
	for i := 0; i < len(cells); i++ {
		run := 0
		for i+run < len(cells) && cells[i+run] == 0 && run < longest {
			run++
		}
		if run == 0 {
			digit(cells[i])
			continue
		}
		empty(run)
		i += run - 1
	}
}

// library is the format of HoDoKu's library of techniques.
func library() (formats.Format[*Puzzle], way) {
	return formats.Format[*Puzzle]{
			Name:    "hodoku",
			About:   "a line of HoDoKu's library a puzzle; what was placed behind + and deleted candidates do not count",
			Source:  "PseudoFish/Hodoku: Sudoku2.java",
			Example: ":0000:x:" + exampleLine[:2] + "+4" + exampleLine[3:] + ":::\n",
			Recognises: func(head []byte) bool {
				line := firstLine(head)
				return len(line) > 0 && line[0] == ':' && bytes.Count(line, []byte(":")) >= 3
			},
		}, lineWay(func(r *reader, line []byte) (piece, *enumerate.InputError) {
			fields := bytes.Split(line, []byte(":"))
			if n := len(fields) - 1; n != 6 && n != 7 || len(fields[0]) > 0 {
				return piece{}, r.fault(1, fmt.Sprintf("%d colons", n), "6 or 7 colons, the first at the beginning")
			}
			column := len(fields[1]) + len(fields[2]) + 4
			cells := make([]byte, 0, len(fields[3]))
			empty := byte('.')
			if bytes.IndexByte(fields[3], '.') < 0 {
				empty = '0'
			}
			for i := 0; i < len(fields[3]); i++ {
				c := fields[3][i]
				if c == '+' {
					if i++; i == len(fields[3]) || fields[3][i] < '1' || fields[3][i] > '9' {
						return piece{}, r.fault(column+i, "a + without a digit", "the digit that was placed")
					}
					c = empty
				}
				cells = append(cells, c)
			}
			p := piece{text: cells, column: column}
			if len(cells) == len(fields[3]) {
				p.step = 1
			}
			return p, nil
		})
}

// tatham is the format of game IDs of Simon Tatham's Solo.
func tatham() (formats.Format[*Puzzle], way) {
	return formats.Format[*Puzzle]{
		Name: "tatham", About: "a game ID of Simon Tatham's Solo a line, without jigsaws, diagonals and cages",
		Source: "chrisboyle/sgtpuzzles: solo.c", Example: "2x3:1b2_3a4c5_6b1c2d3d4g\n",
		Recognises: func(head []byte) bool {
			params, body, ok := bytes.Cut(firstLine(head), []byte(":"))
			if !ok {
				params, _, ok = bytes.Cut(firstLine(head), []byte("#"))
			}
			return ok && len(params) > 0 && len(params) < 12 && params[0] >= '1' && params[0] <= '9' &&
				len(bytes.Trim(params, "0123456789xjkramdtbieu")) == 0 &&
				!bytes.ContainsAny(body, ": ")
		},
		Write: writeEach(func(p *Puzzle) (string, error) {
			var b strings.Builder
			fmt.Fprintf(&b, "%dx%d:", p.Shape.Rows, p.Shape.Cols)
			number := false
			writeRuns(p.Cells, 26, func(run int) { number = false; b.WriteByte(byte('a' - 1 + run)) }, func(v byte) {
				if number {
					b.WriteByte('_')
				}
				number = true
				b.WriteString(strconv.Itoa(int(v)))
			})
			return b.String() + "\n", nil
		}),
	}, lineWay(readTatham)
}

func readTatham(r *reader, line []byte) (piece, *enumerate.InputError) {
	const expected = "a game ID such as 3x3: and the cells, with c x r boxes side by side and one below the other"
	params, body, ok := strings.Cut(strings.TrimRight(string(line), " \t"), ":")
	if !ok {
		return piece{}, r.fault(1, "no : (an ID with # is a seed of the generator)", expected)
	}
	i := 0
	number := func() (n int) {
		for ; i < len(params) && params[i] >= '0' && params[i] <= '9' && n < 1000; i++ {
			n = 10*n + int(params[i]-'0')
		}
		return n
	}
	shape := Shape{}
	shape.Rows = number()
	shape.Cols = shape.Rows
	if i < len(params)-1 && params[i] == 'x' && params[i+1] >= '0' && params[i+1] <= '9' {
		i++
		shape.Cols = number()
	}
	for _, kind := range []struct{ letter, name string }{{"j", "a jigsaw (j)"}, {"x", "a Sudoku with diagonals (x)"},
		{"k", "a killer Sudoku (k)"}} {
		if strings.Contains(params[i:], kind.letter) {
			return piece{}, r.fault(i+1, kind.name, "a plain Sudoku")
		}
	}
	if _, err := NewShape(shape.Rows, shape.Cols); err != nil || strings.Trim(params[i:], "0248ramdtbieu") != "" {
		return piece{}, r.fault(1, fmt.Sprintf("parameters %q", params), expected)
	}
	column := len(params) + 2
	cells := make([]byte, 0, shape.Cells())
	number1 := false // before is a number
	for i := 0; i < len(body); i++ {
		c := body[i]
		switch {
		case c >= 'a' && c <= 'z':
			cells, number1 = append(cells, bytes.Repeat([]byte("."), int(c-'a')+1)...), false
		case c == '_' && number1 && i+1 < len(body) && body[i+1] >= '1' && body[i+1] <= '9':
			number1 = false
		case c >= '1' && c <= '9' && !number1:
			end := i
			for end < len(body) && end < i+3 && body[end] >= '0' && body[end] <= '9' {
				end++
			}
			v, _ := strconv.Atoi(body[i:end])
			if v > shape.Side() {
				return piece{}, r.fault(column+i, "digit "+body[i:end], fmt.Sprintf("1 to %d", shape.Side()))
			}
			cells, number1, i = append(cells, Symbol(byte(v))), true, end-1
		default:
			return piece{}, r.fault(column+i, fmt.Sprintf("%q", c),
				"a number, a to z for 1 to 26 empty cells, or _ between two numbers")
		}
	}
	return r.standard(piece{text: cells, shape: shape, column: column})
}

// bank is the format of the puzzle bank of Sudoku Exchange.
func bank() (formats.Format[*Puzzle], way) {
	read := func(r *reader, line []byte) (piece, *enumerate.InputError) {
		f := bytes.Fields(line)
		if len(f) != 3 {
			return piece{}, r.fault(1, fmt.Sprintf("%d fields", len(f)), "3: a hash, the puzzle, its rating")
		}
		if _, err := hex.DecodeString(string(f[0])); err != nil || len(f[0]) != 12 {
			return piece{}, r.fault(1, fmt.Sprintf("hash %q", f[0]), "12 hexadecimal digits")
		}
		if _, err := strconv.ParseFloat(string(f[2]), 64); err != nil {
			return piece{}, r.fault(bytes.LastIndex(line, f[2])+1, fmt.Sprintf("rating %q", f[2]), "a number")
		}
		return piece{text: f[1], column: len(line) - len(bytes.TrimLeft(bytes.TrimLeft(line, " ")[12:], " ")) +
				1, step: 1},
			nil
	}
	return formats.Format[*Puzzle]{
		Name:   "bank",
		About:  "12 hexadecimal digits, the puzzle and its rating a line, as in the puzzle bank of Sudoku Exchange; hash and rating are not used",
		Source: "grantm/sudoku-exchange-puzzle-bank: README.md", Example: "0000183b305c " + exampleZero + "  1.2\n",
		Recognises: func(head []byte) bool {
			p, fault := read(&reader{in: &formats.Input{}}, firstLine(head))
			_, board := shapeOfCells(p.text)
			return fault == nil && board
		},
	}, lineWay(read)
}

// table is the format of tables of comma-separated values.
func table() (formats.Format[*Puzzle], way) {
	w := lineWay(nil)
	w.shape = func(head []byte) Shape {
		t := newTable(head)
		if t.column < 0 || t.column >= len(t.first) {
			return Nine
		}
		s, _ := shapeOfCells([]byte(t.first[t.column]))
		return s
	}
	w.open = func(r *reader, head []byte) error {
		t := newTable(head)
		if t.problem != "" {
			return r.fault(0, t.problem, "one, or a header that calls one of them puzzle")
		}
		if t.header != nil {
			others := slices.Delete(slices.Clone(t.header), t.column, t.column+1)
			r.remark(fmt.Sprintf("column %s of %s has the puzzles; not used: %s", t.header[t.column], r.in.Name,
				cmp.Or(strings.Join(others, ", "), "none")))
		}
		return lineWay(t.read).open(r, head)
	}
	return formats.Format[*Puzzle]{
		Name:  "csv",
		About: "a table whose columns are parted by commas, semicolons or tabs, in one of which the puzzles stand; with a header or without",
		Example: "id,puzzle,solution\n1," + exampleLine +
			",534678912672195348198342567859761423426853791713924856961537284287419635345286179\n",
		Recognises: func(head []byte) bool { t := newTable(head); return t.problem != "" || t.column >= 0 },
		Write: func(out io.Writer, puzzles iter.Seq[*Puzzle]) error {
			if _, err := fmt.Fprintln(out, "puzzle"); err != nil {
				return err
			}
			return writeEach(func(p *Puzzle) (string, error) { return Format(p.Cells) + "\n", nil })(out, puzzles)
		},
	}, w
}

// csvTable says where the puzzles of a table stand.
type csvTable struct {
	part    byte
	header  []string // nil: none
	first   []string // the fields of the first line with puzzles
	column  int      // -1: it is no table
	problem string   // why no column can be chosen
}

// newTable finds the column of puzzles: of those whose first value is a board, the one with a name of a
// puzzle, or else the only one with empty cells.
func newTable(head []byte) *csvTable {
	t := &csvTable{column: -1}
	var lines [][]byte
	for line := range bytes.FieldsFuncSeq(head, func(c rune) bool { return c == '\n' || c == '\r' }) {
		if line = bytes.TrimSpace(line); len(line) > 0 && line[0] != '#' && line[0] != '%' {
			lines = append(lines, line)
		}
		if len(lines) == 2 {
			break
		}
	}
	for _, part := range []byte(",;\t") {
		t.part = part
		for i, line := range lines {
			fields, ok := splitFields(line, part)
			if !ok {
				continue
			}
			boards := boardsOf(fields)
			if len(boards) == 0 {
				continue
			}
			if i == 0 && (len(fields) == 1 || boards[0] == 0 && line[0] != '"' && len(boards) == 1) {
				return t // a text of lines
			}
			t.first = fields
			if i == 1 {
				if t.header, ok = splitFields(lines[0], part); !ok || len(t.header) != len(fields) ||
					len(fields) == 1 &&
						!isWord(t.header[0]) {
					t.header = nil
					return t
				}
			}
			t.choose(boards)
			return t
		}
	}
	return t
}

func isWord(s string) bool {
	return s != "" && strings.Trim(strings.ToLower(s), "abcdefghijklmnopqrstuvwxyz_") == ""
}

func boardsOf(fields []string) (boards []int) {
	for i, f := range fields {
		if _, board := shapeOfCells([]byte(f)); board {
			boards = append(boards, i)
		}
	}
	return boards
}

// puzzleNames are names of columns of puzzles in published tables.
var puzzleNames = []string{"puzzle", "puzzles", "quiz", "quizzes", "question", "problem", "sudoku", "unsolved",
	"givens", "board", "grid"}

func (t *csvTable) choose(boards []int) {
	var named, open []int
	for _, i := range boards {
		if t.header != nil && slices.Contains(puzzleNames, strings.ToLower(t.header[i])) {
			named = append(named, i)
		}
		if strings.ContainsAny(t.first[i], "0._*-?xX") {
			open = append(open, i)
		}
	}
	for _, list := range [][]int{named, open, boards} {
		if len(list) == 1 {
			t.column = list[0]
			return
		}
	}
	t.problem = fmt.Sprintf("%d columns of the table hold boards", len(boards))
}

// splitFields splits a line of a table. ok is false where quotes do not end.
func splitFields(line []byte, part byte) (fields []string, ok bool) {
	rest := string(line)
	for {
		rest = strings.TrimLeft(rest, " ")
		end := strings.IndexByte(rest, part)
		field := rest
		if strings.HasPrefix(rest, `"`) {
			closing := strings.IndexByte(rest[1:], '"')
			if closing < 0 {
				return nil, false
			}
			field, rest = rest[1:closing+1], strings.TrimLeft(rest[closing+2:], " ")
			if rest != "" && rest[0] != part {
				return nil, false
			}
			end = min(len(rest)-1, 0)
		} else if end >= 0 {
			field = rest[:end]
		}
		fields = append(fields, strings.TrimSpace(field))
		if end < 0 {
			return fields, true
		}
		rest = rest[end+1:]
	}
}

// read is the [translation] of a table.
func (t *csvTable) read(r *reader, line []byte) (piece, *enumerate.InputError) {
	if t.column < 0 {
		return piece{}, r.fault(1, "no column with cells of a board", "a table, one of whose columns holds puzzles")
	}
	fields, ok := splitFields(line, t.part)
	if ok && t.header != nil && slices.Equal(fields, t.header) {
		return piece{}, nil // the header
	}
	if !ok {
		return piece{}, r.fault(1, "quotes that do not end, or text behind them",
			"fields parted by "+strconv.QuoteRune(rune(t.part)))
	}
	if len(fields) != len(t.first) {
		return piece{}, r.fault(1, enumerate.Plural(len(fields), "field"), strconv.Itoa(len(t.first)))
	}
	text := fields[t.column]
	return piece{text: []byte(text), column: bytes.Index(line, []byte(text)) + 1, step: 1}, nil
}
