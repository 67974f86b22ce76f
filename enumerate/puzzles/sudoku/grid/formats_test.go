package grid

import (
	"strings"
	"testing"

	"coverstat/enumerate/puzzles/formats/formatstest"
)

func TestFormats(t *testing.T) {
	formatstest.Examples(t, List(Ask{}), func(p *Puzzle) string { return p.Shape.String() + " " + Format(p.Cells) })
}

// TestNearMisses: texts that are nearly in a format are read right, or the fault has its place.
func TestNearMisses(t *testing.T) {
	dots := exampleLine
	rows := strings.Join(rowsOf(dots, 9), "\n") + "\n"
	dashes := strings.ReplaceAll(dots, ".", "-")
	solution := "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
	ss := "*-----------*\n"
	for i, row := range rowsOf(dots, 9) {
		ss += "|" + row[:3] + "|" + row[3:6] + "|" + row[6:] + "|\n"
		if i%3 == 2 && i < 8 {
			ss += "|---+---+---|\n"
		}
	}
	games := func(data string) string { return `<opensudoku><game data="` + data + `"/></opensudoku>` }
	begun := "version: 1\n"
	for i, c := range []byte(exampleZero) {
		switch {
		case c == '0' && i == 2:
			begun += "4|-|1|"
		case c == '0':
			begun += "0|1,2,|1|"
		default:
			begun += string(c) + "|-|0|"
		}
	}
	for _, c := range []struct {
		name, text string
		puzzles    int    // each is the example
		fault      string // a part of the first fault
	}{
		{"titles", "Grid 01\n" + rows + "Grid 02\n" + rows, 2, `in:1:1: a line without cells: "Grid 01"`},
		{"running numbers", "1\n" + rows + "2\n" + rows, 2, `in:1:1: a line without cells: "1"`},
		{"a title in a grid", rows[:30] + "Grid 02\n" + rows, 1, "in:4:1: the grid begun in line 1 ends after 3 rows with a line of other text"},
		{"comments of Debian", "%easy\n" + rows, 1, ""},
		{"sections", "#AA\n[Puzzle]\n" + rows + "[State]\n" + strings.ReplaceAll(rows, ".", "1"), 1, "in:12:1: a line of another section than [Puzzle]"},
		{"sections alone", "[Puzzle]\n" + rows, 1, ""},
		{"simple sudoku", ss + "*-----------*\n", 1, ""},
		{"simple sudoku with x", strings.ReplaceAll(ss, ".", "X"), 1, ""},
		{"dashes in a line", dashes + "\n", 1, ""},
		{"dashes in a grid", strings.Join(rowsOf(dashes, 9), "\n"), 1, ""},
		{"stars", strings.ReplaceAll(rows, ".", "*"), 1, ""},
		{"a row or a rule", "---------\n" + strings.Join(rowsOf(dashes, 9)[1:], "\n") + "\n", 0, "in:2:1: - is an empty cell here, and line 1 of - alone may be a row or part two boxes"},
		{"rules as long as a row", "---------\n" + rows + "---------\n", 1, ""},
		{"old line ends", strings.ReplaceAll(rows, "\n", "\r"), 1, ""},
		{"mixed line ends", dots + "\r\n" + dots + "\r" + dots + "\n", 3, ""},
		{"a rule of 81 characters", strings.Repeat("-", 81) + "\n" + dots, 1, ""},
		{"two signs of empty cells", "x" + strings.ReplaceAll(dots[1:], "5", "."), 0, "in:1:1: two signs of empty cells in one puzzle, one of them 'x'"},
		{"one cell too many", dots + ".\n", 0, "in:1:82: 82 cells"},
		{"0 and . and 9", "0" + dots[1:], 0, "in:1:1: 0 and another sign of an empty cell stand in one puzzle"},
		{"sdm", dots + "\n" + exampleZero + "\n", 2, ""},

		{"csv", "puzzle,solution\n" + dots + "," + solution + "\n", 1, ""},
		{"csv, the solution first", "solutions,quizzes\n" + solution + "," + exampleZero + "\n", 1, ""},
		{"csv, quotes", `"id","puzzle"` + "\n" + `1,"` + dots + `"` + "\n", 1, ""},
		{"csv, semicolons", "source;question;answer;rating\nx;" + dots + ";" + solution + ";1\n", 1, ""},
		{"csv, tabs", "id\tpuzzle\n1\t" + dots + "\n", 1, ""},
		{"csv, no header", "7," + dots + ",easy\n8," + dots + ",easy\n", 2, ""},
		{"csv, one column", "puzzle\n" + dots + "\n", 1, ""},
		{"csv, a field too many", "id,puzzle\n1," + dots + "\n2," + dots + ",x\n", 1, "in:3:1: 3 fields: expected 2"},
		{"csv, cut off", "id,puzzle\n1," + dots + "\n2," + dots[:50], 1, "in:3:3: 50 cells: expected 81"},
		{"csv, a letter", "id,puzzle\n1," + dots + "\n2,z" + dots[1:], 1, "in:3:3: illegal character 'z'"},
		{"csv, open quotes", "id,puzzle\n1," + dots + "\n2,\"" + dots, 1, "in:3:1: quotes that do not end"},
		{"csv, two puzzles", "a,b\n" + dots + "," + dots + "\n", 0, "in: 2 columns of the table hold boards"},
		{"gsf", "99480,99408,114,1895," + exampleZero + ",Easter,20.00s,0\n", 1, ""},

		{"hodoku", ":0000:x:" + dots + ":::\n", 1, ""},
		{"hodoku, seven colons", ":0901:5:" + dots + ":511 512:::\n", 1, ""},
		{"hodoku, placed", ":0000:x:" + dots[:2] + "+4" + dots[3:] + ":::\n", 1, ""},
		{"hodoku, placed and 0", ":0000:x:" + exampleZero[:2] + "+4" + exampleZero[3:] + ":::\n", 1, ""},
		{"hodoku, + at the end", ":0000:x:" + dots[:80] + "+:::\n", 0, "in:1:90: a + without a digit"},
		{"hodoku, five colons", ":0000:x:" + dots + "::\n", 0, "in:1:1: 5 colons"},
		{"hodoku, cut off", ":0000:x:" + dots[:70] + ":::\n", 0, "in:1:9: 70 cells"},

		{"bank", "0000183b305c " + exampleZero + "  1.2\n", 1, ""},
		{"bank, no rating", "0000183b305c " + exampleZero + "  1.2\n0000183b305c " + exampleZero + "\n", 1, "in:2:1: 2 fields"},
		{"bank, a short hash", "0000183b305c " + exampleZero + "  1.2\n0000183b " + exampleZero + "  1.2\n", 1, "in:2:1: hash"},
		{"bank, a short puzzle", "0000183b305c " + exampleZero + "  1.2\n0000183b305c 00  1.2\n", 1, "in:2:14: 2 cells"},

		{"wiki", wikiPrefix + exampleZero, 1, ""},
		{"wiki, candidates", wikiPrefix + "S9B0a", 0, "in:1:42: a link with candidates"},
		{"wiki, cut off", wikiPrefix + exampleZero[:80], 0, "in:1:42: 80 cells"},
		{"puzz.link", "https://puzz.link/p?sudoku/9/9/53h7j6h195j98j6g8i6i34h8g3h17i2i6g6j28j419h5j8h79", 1, ""},
		{"puzz.link, rows", "https://puzz.link/p?sudoku/9/8/53", 0, "in:1:21: a board of 9 x 8"},
		{"puzz.link, 8", "https://puzz.link/p?sudoku/8/8/53", 0, "in:1:21: a board of 8 x 8"},
		{"puzz.link, ?", "https://puzz.link/p?sudoku/9/9/5.", 0, "in:1:33: got"},
		{"puzz.link, 0", "https://puzz.link/p?sudoku/9/9/0", 0, "in:1:32: got"},
		{"puzz.link, -", "https://puzz.link/p?sudoku/9/9/-1", 0, "in:1:33: got"},
		{"puzz.link, too few", "https://puzz.link/p?sudoku/9/9/1z", 0, "in:1:32: 21 cells"},
		{"puzz.link, a part too many", "https://puzz.link/p?sudoku/v:/9/9/1z", 0, "in:1:21: 4 parts"},

		{"Tatham", "3x3:5_3b7d6b1_9_5d9_8d6a8c6c3_4b8a3b1_7c2c6a6d2_8d4_1_9b5d8b7_9", 1, ""},
		{"Tatham, one number", "3db:5_3b7d6b1_9_5d9_8d6a8c6c3_4b8a3b1_7c2c6a6d2_8d4_1_9b5d8b7_9", 1, ""},
		{"Tatham, too few", "3x3:5_3b7d6b1_9_5d9_8d6a8c6c3_4b8a3b1_7c2c6a6d2_8d4_1_9b5d8b7", 0, "in:1:5: 80 cells"},
		{"Tatham, jigsaw", "9j:5_3b7,a", 0, "in:1:2: a jigsaw (j)"},
		{"Tatham, diagonals", "3x3x:5_3b7", 0, "in:1:4: a Sudoku with diagonals (x)"},
		{"Tatham, killer", "3x3k:5_3b7,a,b", 0, "in:1:4: a killer Sudoku (k)"},
		{"Tatham, seed", "3x3db#123456", 0, "in:1:1: no : (an ID with # is a seed"},
		{"Tatham, a great digit", "3x3:53b7", 0, "in:1:5: digit 53"},
		{"Tatham, two lines", "3x3:5__3b7", 0, `in:1:6: '_'`},

		{"OpenSudoku", games(exampleZero), 1, ""},
		{"OpenSudoku, begun", games(begun), 1, ""},
		{"OpenSudoku, cut off", games(exampleZero)[:60], 0, "in:1: this is no whole XML"},
		{"OpenSudoku, a short game", games(exampleZero[:80]), 0, "80 cells"},
		{"OpenSudoku, dots", games(dots), 0, "data"},
		{"OpenSudoku, a game without data", `<opensudoku><game/></opensudoku>`, 0, "in:1: a game without data"},
		{"OpenSudoku, version 3", `<opensudoku version="3"></opensudoku>`, 0, "in:1: version 3"},

		{"empty", "", 0, "in: no Sudoku"},
		{"KSudoku", "<?xml?><ksudoku/>", 0, "a game of KSudoku"},
		{"nothing", "no puzzle here\n", 0, "in:1:1: a line without cells"},
	} {
		puzzles, faults := readTexts(t, c.text, Ask{})
		if len(puzzles) != c.puzzles || (c.fault == "") != (len(faults) == 0) || len(faults) > 0 && !strings.Contains(faults[0], c.fault) {
			t.Errorf("%s: %d puzzles, faults\n%s\nwant %d,\n%s", c.name, len(puzzles), strings.Join(faults, "\n"), c.puzzles, c.fault)
		}
		for _, p := range puzzles {
			if p != dots {
				t.Errorf("%s: %s, want %s", c.name, p, dots)
			}
		}
	}
}

// TestZero: what 0 is follows from the puzzle that shows it, for the whole file.
func TestZero(t *testing.T) {
	for _, c := range []struct{ text, digits, want, fault string }{
		{text: "0...2..1...2..1.", want: "1...3..2...3..2."},
		{text: "0...2..1...2..1.\n0000333322221111", want: "1...3..2...3..2. 1111444433332222"},
		{text: "0000333322221111\n0...2..1...2..1.", want: "1111444433332222 1...3..2...3..2."},
		{text: "0...2..1...2..1.\n4...............", fault: "in:1:1: 0 and another"},
		{text: "0...2..1...2..1.\n4...............", digits: "1-4", want: "....2..1...2..1. 4..............."},
		{text: "0...2..1...2..1.\n4...............", digits: "0-3", want: "1...3..2...3..2.", fault: "in:2:1: illegal character '4': expected 0-3"},
		{text: "0000200100020010", want: "....2..1...2..1."},
		{text: "0000200100020010", digits: "0-3", want: "1111311211131121"},
		{text: "A..............D", digits: "A-D", want: "1..............4"},
		{text: "A..............D", digits: "0-4", fault: `digits "0-4" of boards with boxes of 2x2: expected 1-4, 0-3 or A-D`},
	} {
		puzzles, faults := readTexts(t, c.text, Ask{Shape: Shape{2, 2}, Digits: c.digits})
		if got := strings.Join(puzzles, " "); got != c.want && c.fault == "" || (c.fault == "") != (len(faults) == 0) || len(faults) > 0 && !strings.Contains(faults[0], c.fault) {
			t.Errorf("%q, digits %q: %s, faults %q", c.text, c.digits, got, faults)
		}
	}
	hex := strings.Repeat(".", 240) + "0123456789ABCDEF"
	if puzzles, faults := readTexts(t, hex, Ask{}); len(faults) > 0 || !strings.HasSuffix(puzzles[0], "123456789ABCDEFG") {
		t.Errorf("%q, %q", puzzles, faults)
	}
}
