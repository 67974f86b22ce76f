package grid

import (
	"bytes"
	"cmp"
	"encoding/hex"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"coverstat/enumerate"
	"coverstat/enumerate/puzzles/formats"
)

// links makes a format of a link a line, in which the mark stands.
func links(name, about, source, example, mark string, read translation, write func(p *Puzzle) (string, error)) way {
	return lineWay(formats.Format[*Puzzle]{Name: name, About: about, Source: source, Example: example,
		Recognises: formats.Beginning("#%", `^(?:\S*\?)?`+mark+`\S*$`),
		Write:      formats.Texts("", "", "", write)}, read)
}

const wikiPrefix = "https://www.sudokuwiki.org/sudoku.htm?bd="

func readWiki(r *reader, line []byte) piece {
	line = bytes.TrimRight(line, " \t")
	at := bytes.Index(line, []byte("bd="))
	r.at(1).Need(at >= 0, "a link as "+wikiPrefix+" and 81 digits", "a line without bd=")
	at += len("bd=")
	r.at(at+1).Need(!bytes.HasPrefix(line[at:], []byte("S9")), "a link with the 81 digits of the puzzle",
		"a link with candidates (bd=S9...)")
	return piece{text: line[at:], column: at + 1, step: 1}
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

func readPuzzLink(r *reader, line []byte) piece {
	text := strings.TrimRight(string(line), " \t/")
	at := strings.Index(text, "sudoku/")
	r.at(1).Need(at >= 0, "a link as https://puzz.link/p?sudoku/9/9/ and the cells", "a line without sudoku/")
	fields := strings.Split(text[at:], "/")
	r.at(at+1).Need(len(fields) == 4, "columns, rows and cells: sudoku/9/9/...", "%d parts behind sudoku",
		len(fields)-1)
	side, err := strconv.Atoi(fields[1])
	shape, ok := pzprShape(side)
	r.at(at+1).Need(ok && err == nil && fields[1] == fields[2], "4, 6, 9, 16 or 25 columns and as many rows",
		"a board of %s x %s", fields[1], fields[2])
	body, column := fields[3], at+len(text[at:])-len(fields[3])+1
	cells := make([]byte, 0, shape.Cells())
	for _, v := range r.at(column).ReadPzpr(body, side, fmt.Sprintf(
		"a digit from 1 to %x, - and two hexadecimal digits, or g to z for 1 to 20 empty cells", side)) {
		cells = append(cells, Symbol(byte(v)))
	}
	return r.standard(piece{text: cells, shape: shape, column: column})
}

// standard returns a piece whose text has digits from 1, in the digits of the reader.
func (r *reader) standard(p piece) piece {
	r.at(p.column).Need(r.from == fromOne || !r.forced, "no puzzle.digits", "a format that writes digits from 1")
	return p
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
	numbers := make([]int, len(p.Cells))
	for i, v := range p.Cells {
		numbers[i] = int(v)
	}
	return fmt.Sprintf("https://puzz.link/p?sudoku/%d/%d/%s\n", side, side, formats.PzprText(numbers)), nil
}

// library is the format of HoDoKu's library of techniques.
var library = lineWay(formats.Format[*Puzzle]{
	Name:       "hodoku",
	About:      "a line of HoDoKu's library a puzzle; what was placed behind + and deleted candidates do not count",
	Source:     "PseudoFish/Hodoku: Sudoku2.java",
	Example:    ":0000:x:" + exampleLine[:2] + "+4" + exampleLine[3:] + ":::\n",
	Recognises: formats.Beginning("#%", `^:.*:.*:`),
}, func(r *reader, line []byte) piece {
	fields := bytes.Split(line, []byte(":"))
	n := len(fields) - 1
	r.at(1).Need((n == 6 || n == 7) && len(fields[0]) == 0, "6 or 7 colons, the first at the beginning", "%d colons", n)
	column := len(fields[1]) + len(fields[2]) + 4
	cells := make([]byte, 0, len(fields[3]))
	empty := byte('.')
	if bytes.IndexByte(fields[3], '.') < 0 {
		empty = '0'
	}
	for i := 0; i < len(fields[3]); i++ {
		c := fields[3][i]
		if c == '+' {
			i++
			r.at(column+i).Need(i < len(fields[3]) && fields[3][i] >= '1' && fields[3][i] <= '9',
				"the digit that was placed", "a + without a digit")
			c = empty
		}
		cells = append(cells, c)
	}
	p := piece{text: cells, column: column}
	if len(cells) == len(fields[3]) {
		p.step = 1
	}
	return p
})

// tatham is the format of game IDs of Simon Tatham's Solo.
var tatham = lineWay(formats.Format[*Puzzle]{
	Name: "tatham", About: "a game ID of Simon Tatham's Solo a line, without jigsaws, diagonals and cages",
	Source: "chrisboyle/sgtpuzzles: solo.c", Example: "2x3:1b2_3a4c5_6b1c2d3d4g\n",
	Recognises: formats.Beginning("#%", `^[1-9][0-9xjkramdtbieu]{0,10}(?::[^: ]*$|#[^:]*$)`),
	Write: formats.Texts("", "", "", func(p *Puzzle) (string, error) {
		var b strings.Builder
		fmt.Fprintf(&b, "%dx%d:", p.Shape.Rows, p.Shape.Cols)
		empty, number := 0, false // before
		for i, v := range p.Cells {
			if v == 0 {
				empty++
			}
			if empty > 0 && (v > 0 || empty == 26 || i+1 == len(p.Cells)) {
				b.WriteByte(byte('a' - 1 + empty))
				empty, number = 0, false
			}
			if v > 0 {
				if number {
					b.WriteByte('_')
				}
				b.WriteString(strconv.Itoa(int(v)))
				number = true
			}
		}
		return b.String() + "\n", nil
	}),
}, readTatham)

// tathamParams are columns and rows of a box, and letters for other rules and for the generator.
var tathamParams = enumerate.Pattern(`^([0-9]{1,3})(?:x([0-9]{1,3}))?(.*)$`)

func readTatham(r *reader, line []byte) piece {
	const expected = "a game ID such as 3x3: and the cells, with c x r boxes side by side and one below the other"
	params, body, ok := strings.Cut(strings.TrimRight(string(line), " \t"), ":")
	r.at(1).Need(ok, expected, "no : (an ID with # is a seed of the generator)")
	size := tathamParams().FindStringSubmatch(params)
	r.at(1).Need(size != nil, expected, "parameters %q", params)
	var shape Shape
	shape.Rows, _ = strconv.Atoi(size[1])
	shape.Cols, _ = strconv.Atoi(cmp.Or(size[2], size[1]))
	letters := size[3]
	for _, kind := range []struct{ letter, name string }{{"j", "a jigsaw (j)"}, {"x", "a Sudoku with diagonals (x)"},
		{"k", "a killer Sudoku (k)"}} {
		r.at(len(params)-len(letters)+1).Need(!strings.Contains(letters, kind.letter), "a plain Sudoku", "%s", kind.name)
	}
	_, err := NewShape(shape.Rows, shape.Cols)
	r.at(1).Need(err == nil && strings.Trim(letters, "0248ramdtbieu") == "", expected, "parameters %q", params)
	column := len(params) + 2
	cells := make([]byte, 0, shape.Cells())
	number := false // before is a number
	for i := 0; i < len(body); i++ {
		c := body[i]
		switch {
		case c >= 'a' && c <= 'z':
			cells, number = append(cells, bytes.Repeat([]byte("."), int(c-'a')+1)...), false
		case c == '_' && number && i+1 < len(body) && body[i+1] >= '1' && body[i+1] <= '9':
			number = false
		case c >= '1' && c <= '9' && !number:
			end := i
			for end < len(body) && end < i+3 && body[end] >= '0' && body[end] <= '9' {
				end++
			}
			v, _ := strconv.Atoi(body[i:end])
			r.at(column+i).Need(v <= shape.Side(), fmt.Sprintf("1 to %d", shape.Side()), "digit %s", body[i:end])
			cells, number, i = append(cells, Symbol(byte(v))), true, end-1
		default:
			r.at(column+i).Fail("a number, a to z for 1 to 26 empty cells, or _ between two numbers", "%q", c)
		}
	}
	return r.standard(piece{text: cells, shape: shape, column: column})
}

// bank is the format of the puzzle bank of Sudoku Exchange.
var bank = lineWay(formats.Format[*Puzzle]{
	Name:   "bank",
	About:  "12 hexadecimal digits, the puzzle and its rating a line, as in the puzzle bank of Sudoku Exchange; hash and rating are not used",
	Source: "grantm/sudoku-exchange-puzzle-bank: README.md", Example: "0000183b305c " + exampleZero + "  1.2\n",
	Recognises: func(head []byte) (board bool) {
		fault := formats.Caught(func() {
			_, board = shapeOfCells(readBank(&reader{in: &formats.Input{}}, []byte(firstLine(head))).text)
		})
		return fault == nil && board
	},
}, readBank)

func readBank(r *reader, line []byte) piece {
	f := bytes.Fields(line)
	r.at(1).Need(len(f) == 3, "3: a hash, the puzzle, its rating", "%d fields", len(f))
	_, err := hex.DecodeString(string(f[0]))
	r.at(1).Need(err == nil && len(f[0]) == 12, "12 hexadecimal digits", "hash %q", f[0])
	_, err = strconv.ParseFloat(string(f[2]), 64)
	r.at(bytes.LastIndex(line, f[2])+1).Need(err == nil, "a number", "rating %q", f[2])
	return piece{text: f[1], column: len(line) - len(bytes.TrimLeft(bytes.TrimLeft(line, " ")[12:], " ")) + 1, step: 1}
}

// table is the format of tables of comma-separated values.
var table = way{Format: formats.Format[*Puzzle]{
	Name:  "csv",
	About: "a table whose columns are parted by commas, semicolons or tabs, in one of which the puzzles stand; with a header or without",
	Example: "id,puzzle,solution\n1," + exampleLine +
		",534678912672195348198342567859761423426853791713924856961537284287419635345286179\n",
	Recognises: func(head []byte) bool { t := newTable(head); return t.problem != "" || t.column >= 0 },
	Write:      formats.Texts("puzzle\n", "", "", writeLine),
}, shape: func(head []byte) Shape {
	t := newTable(head)
	if t.column < 0 || t.column >= len(t.first) {
		return Nine
	}
	s, _ := shapeOfCells([]byte(t.first[t.column]))
	return s
}, open: func(r *reader, head []byte) {
	t := newTable(head)
	formats.Place{}.Need(t.problem == "", "one, or a header that calls one of them puzzle", "%s", t.problem)
	if t.header != nil {
		others := slices.Delete(slices.Clone(t.header), t.column, t.column+1)
		r.in.Remark("column %s of %s has the puzzles; not used: %s", t.header[t.column], r.in.Name,
			cmp.Or(strings.Join(others, ", "), "none"))
	}
	openLines(t.read)(r, head)
}}

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
func (t *csvTable) read(r *reader, line []byte) piece {
	at := r.at(1)
	at.Need(t.column >= 0, "a table, one of whose columns holds puzzles", "no column with cells of a board")
	fields, ok := splitFields(line, t.part)
	if ok && t.header != nil && slices.Equal(fields, t.header) {
		return piece{} // the header
	}
	if !ok {
		at.Fail("fields parted by "+strconv.QuoteRune(rune(t.part)), "quotes that do not end, or text behind them")
	}
	if len(fields) != len(t.first) {
		at.Fail(strconv.Itoa(len(t.first)), "%s", enumerate.Plural(len(fields), "field"))
	}
	text := fields[t.column]
	return piece{text: []byte(text), column: bytes.Index(line, []byte(text)) + 1, step: 1}
}
