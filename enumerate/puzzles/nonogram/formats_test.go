package nonogram

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"coverstat/enumerate"
	"coverstat/enumerate/puzzles/formats/formatstest"
)

// readFile reads the puzzles of a file in any format, none of which may be left out.
func readFile(name string, in io.Reader) ([]*puzzle, error) {
	puzzles, left, err := read(enumerate.PuzzleFile{Name: name, In: in})
	if err == nil && left.Number > 0 {
		err = left.First
	}
	return puzzles, err
}

const cupXML = `<?xml version="1.0"?>
<!DOCTYPE pbn SYSTEM "https://webpbn.com/pbn-0.3.dtd">
<puzzleset>
<puzzle type="grid" defaultcolor="black">
<source>webpbn.com</source>
<id>#0</id>
<title>Small cross</title>
<author>coverstat</author>
<color name="white" char=".">fff</color>
<color name="black" char="X">000</color>
<clues type="columns">
<line><count>1</count></line>
<line><count>3</count></line>
<line><count color="black">1</count></line>
</clues>
<clues type="rows">
<line><count>1</count></line>
<line><count>3</count></line>
<line><count>1</count></line>
</clues>
<solution type="goal">
<image>
|.X.|
|XXX|
|.X.|
</image>
</solution>
</puzzle>
</puzzleset>
`

func TestReadFormats(t *testing.T) {
	want := fromPicture(picture{2, 1, 2, 1, 1, 1, 2, 1, 2}, 3)
	for name, text := range map[string]string{
		"xml":   cupXML,
		"non":   "title \"Small cross\"\r\nwidth 3\nheight 3\n\nrows\n1\n3\n1\n\ncolumns\n1\n3\n1\ngoal \"010111010\"\n",
		"other": "# rows first\n1\n3\n1\n\n1 # columns\n3\n1\n",
	} {
		ps, err := readFile(name, strings.NewReader(text))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		p := ps[0]
		if len(ps) != 1 || !reflect.DeepEqual(p.Rows, want.Rows) || !reflect.DeepEqual(p.Cols, want.Cols) {
			t.Errorf("%s: rows %v cols %v", name, p.Rows, p.Cols)
		}
		if name != "other" && (p.Title != "Small cross" || !reflect.DeepEqual(p.Goal, want.Goal)) {
			t.Errorf("%s: title %q, goal %v", name, p.Title, p.Goal)
		}
	}
	two := strings.Replace(cupXML, "</puzzleset>", cupXML[strings.Index(cupXML, "<puzzle type"):], 1)
	ps, err := readFile("two", strings.NewReader(two))
	if err != nil || len(ps) != 2 || ps[1].Name != "two#2" {
		t.Errorf("two puzzles in a file: %d, %v", len(ps), err)
	}
}

func TestReadErrors(t *testing.T) {
	non := func(rows, cols string) string {
		return "width 2\nheight 2\nrows\n" + rows + "columns\n" + cols
	}
	for _, x := range []struct{ text, want string }{
		{non("1\n1\n", "2\n1\n"), "f: got 2 in the rows, 3 in the columns: expected row and column clues of the same sum"},
		{non("1\n1,1\n", "1\n1\n"), "f:5:1: row 2: clue 1,1 needs 3 cells, the line has 2: expected a clue that fits"},
		{non("1\n1\n", "1\n"), "f:7: 1 column of clues: expected 2 (width, line 1); write 0 for an empty column"},
		{non("1\n", "1\n1\n"), "f:4: 1 row of clues: expected 2 (height, line 2); write 0 for an empty row"},
		{non("1\n1\n1\n", "1\n1\n"), `f:6:1: got another clue, "1": expected no more than 2 rows (height, line 2)`},
		{non("1\nx1\n", "1\n1\n"), `f:5:1: got "x1": expected a clue: numbers up to 16777216 separated by commas, 0 for an empty line`},
		{non("1\n1;1\n", "1\n1\n"), `f:5:1: got "1;1": expected a clue: numbers up to 16777216 separated by commas, 0 for an empty line`},
		{non("1\n1,0\n", "1\n1\n"), `f:5:3: got "1,0": expected 0 only as a whole clue`},
		{non("1\n99999999999999999999\n", "1\n1\n"), `f:5:1: got "99999999999999999999": expected a clue: numbers up to 16777216 separated by commas, 0 for an empty line`},
		{"width x\n", `f:1:7: got "x": expected a number of cells from 1 to 16777216`},
		{"width 2\nwidth 2\n", "f:2:1: a second width: expected one (line 1)"},
		{"title \"x\"\n1\n", `f:2:1: got "1": expected a keyword (width, height, rows, columns, …)`},
		{"width 2\nx\n1\n2\n", `f:2:1: got "x": expected a keyword (width, height, rows, columns, …)`},
		{"width 2\nrwos\n1\n", `f:2:1: got "rwos": expected a keyword (width, height, rows, columns, …)`},
		{"title \"x\"\n", "f: no puzzle: expected clues of rows and columns"},
		{"columns\n1\n", "f: no clues of rows: expected one for every row"},
		{"rows\n1\n", "f: no clues of columns: expected one for every column"},
		{"width 2\n  height  2x\n", `f:2:11: got "2x": expected a number of cells from 1 to 16777216`},
		{non("1\n1\n", "1\n 0, 1,1\n"), `f:8:2: got "0, 1,1": expected 0 only as a whole clue`},
		{non("1\n1\n", "1\n\t2,x\n"), `f:8:4: got "x": expected a clue: numbers up to 16777216 separated by commas, 0 for an empty line`},
		{non("1\n1\n", "1\n1\n") + "goal \"01é0\"\n", `f:9:9: got 'é': expected a goal of 0s and 1s, or letters of colours`},
		{"1\n1\n\n  3\n1 # column\n", "f:4:3: column 1: clue 3 needs 3 cells, the line has 2: expected a clue that fits"},
		{"<puzzle>\n<clues type=\"rows\"><line><count>1</count><count>\n 1;2</count></line></clues></puzzle>", `f:3:2: got "1;2": expected a clue: numbers up to 16777216 separated by commas, 0 for an empty line`},
		{strings.Replace(cupXML, "<line><count>3", "<line> <count>7", 1), "f:13:7: column 2: clue 7 needs 7 cells, the line has 3: expected a clue that fits"},
		{"1\n1\n", "f:2: got the end after 2 clues: expected a blank line and the clues of the columns"},
		{"1\n\n1\n\n1\n", "f:5:1: got a third block: expected two blocks of clues, rows and columns, with a blank line between"},
		{non("1\n1\n", "1\n1\n") + "goal 0110\ngoal 01\n", "f:10:6: got 2: expected a goal of 4 cells"},
		{non("1\n1\n", "1\n1\n") + "goal 1111\n", "f:9:6: the goal does not fit: row 1 is 2, expected 1: expected a picture with these clues"},
		{"<puzzleset></puzzleset>", "f: no puzzle: expected a puzzle element"},
		{"<puzzleset><puzzle>", "f:1: unexpected EOF: expected well-formed XML"},
		{strings.Replace(cupXML, `count color="black"`, `count color="red"`, 1), `f:14: got a count of colour "red": expected a colour that the puzzle declares`},
		{strings.Replace(cupXML, `type="grid"`, `type="triddler"`, 1), `f:4: got type "triddler": expected a puzzle of type "grid"`},
		{"", "f: no puzzle: expected clues of rows and columns"},
	} {
		_, err := readFile("f", strings.NewReader(x.text))
		var in *enumerate.InputError
		if !errors.As(err, &in) || err.Error() != x.want {
			t.Errorf("%q:\n got  %v\n want %s", x.text, err, x.want)
		}
	}
}

// TestReadEncodings: titles are decoded. No declared encoding leads to an
// error, since all have the same digits.
func TestReadEncodings(t *testing.T) {
	in := func(encoding, title string) string {
		return strings.Replace(strings.Replace(cupXML, "Small cross", title, 1), `version="1.0"`, `version="1.0" encoding="`+encoding+`"`, 1)
	}
	for _, x := range []struct{ encoding, title, want string }{
		{"UTF-8", "M\u00fchle \u201ca\u201d", "M\u00fchle \u201ca\u201d"},
		{"ISO-8859-1", "M\xfchle", "M\u00fchle"},
		{"latin1", "M\xfchle", "M\u00fchle"},
		{"Windows-1252", "M\xfchle \x93a\x94", "M\u00fchle \u201ca\u201d"},
		{"us-ascii", "Mill", "Mill"},
		{"Shift_JIS", "Mill", "Mill"},
	} {
		ps, err := readFile("f", strings.NewReader(in(x.encoding, x.title)))
		if err != nil || len(ps) != 1 || ps[0].Title != x.want {
			t.Errorf("%s: %v, %v", x.encoding, ps, err)
		}
	}
	_, err := readFile("f", strings.NewReader(in("UTF-8", "M\xfchle")))
	if err == nil || err.Error() != "f:7: invalid UTF-8: expected well-formed XML" {
		t.Errorf("%v", err)
	}
}

// FuzzRead: no input may crash the reader. What it accepts can be written and
// read back the same.
func FuzzRead(f *testing.F) {
	f.Add([]byte(cupXML))
	f.Add([]byte("width 2\nheight 1\nrows\n1\ncolumns\n0\n1\ngoal 01\n"))
	f.Add([]byte("1\n\n0\n1\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		ps, err := readFile("f", bytes.NewReader(data))
		var in *enumerate.InputError
		if err != nil && !errors.As(err, &in) {
			t.Fatalf("error of another kind: %v", err)
		}
		for _, p := range ps {
			if _, err := parsePuzzle(p.clues().append(nil)); err != nil {
				t.Fatal(err)
			}
			back, err := readFile("f", strings.NewReader(p.non()))
			if err != nil {
				t.Fatalf("%v\n%s", err, p.non())
			}
			if !reflect.DeepEqual(back[0].Rows, p.Rows) || !reflect.DeepEqual(back[0].Cols, p.Cols) || !reflect.DeepEqual(back[0].Goal, p.Goal) {
				t.Fatalf("read back otherwise:\n%s", p.non())
			}
		}
	})
}

// TestCollection solves the public puzzles if COVERSTAT_DATA names their folder.
func TestCollection(t *testing.T) {
	folder := os.Getenv("COVERSTAT_DATA")
	if folder == "" {
		t.Skip("COVERSTAT_DATA names no folder of public puzzles")
	}
	files, _ := filepath.Glob(filepath.Join(folder, "nonogram", "*.non"))
	random, _ := filepath.Glob(filepath.Join(folder, "nonogram", "rnd25", "*.non"))
	if len(files) == 0 || len(random) == 0 {
		t.Fatalf("no puzzles in %s", folder)
	}
	unique := 0
	for _, name := range append(files, random...) {
		in, err := os.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		ps, err := readFile(name, in)
		in.Close()
		if err != nil {
			t.Fatal(err)
		}
		a, err := (&puzzleSurvey{limit: 2, nodeLimit: 100_000}).solve(ps[0], nil, &enumerate.Effort{})
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if a.count.Solutions == 0 || a.solvedBy == byNothing {
			t.Errorf("%s: %d solutions by %s", name, a.count.Solutions, a.solvedBy)
		}
		if a.unique() {
			unique++
		}
		t.Logf("%-30s %d solutions by %s: printed %d, theorems %d, line %d of %d; %d nodes", filepath.Base(name), a.count.Solutions, a.solvedBy,
			a.printed, a.theorems, a.line, a.cells(), a.nodes())
	}
	if want := len(files) + 1; len(random) == 30 && unique != want {
		t.Errorf("%d puzzles with one solution, want %d", unique, want)
	}
}

// TestFormats: each example is read, written and read again.
func TestFormats(t *testing.T) {
	formatstest.Examples(t, fileFormats(), func(p *puzzle) string { return string(p.clues().append(nil)) })
}

// TestDialects: near misses of each format are read right or refused with their place.
func TestDialects(t *testing.T) {
	cross := "1/3/1|1/3/1"
	for _, x := range []struct{ name, text, want string }{
		{"sizes behind keywords", "rows 3\ncolumns 3\nrows\n1\n3\n1\ncolumns\n1\n3\n1\n", cross},
		{"sizes that differ", "height 3\nrows 2\n", "f:2:6: got 2: expected 3 (height, line 1)"},
		{"goal of several lines", "width 3\nheight 3\nrows\n1\n3\n1\ncolumns\n1\n3\n1\ngoal\n010\n111\n010\n", cross},
		{"quoted goal of several lines", "width 3\nheight 3\nrows\n1\n3\n1\ncolumns\n1\n3\n1\ngoal \"010\n111\n010\"\n", cross},
		{"goal without an end", "width 3\nheight 3\nrows\n1\n3\n1\ncolumns\n1\n3\n1\ngoal \"010\n111\n", "f:11:6: a goal without an end: expected a second \""},
		{"empty lines as clues", "width 2\nheight 3\nrows\n1\n\n1\n\ncolumns\n1,1\n\n\n", "1/0/1|1,1/0"},
		{"empty lines as nothing", "width 2\nheight 2\nrows\n\n1\n\n1\n\ncolumns\n\n1,\n1\n", "1/1|1/1"},
		{"empty lines in two ways", "width 1\nheight 2\nrows\n\n1\n\ncolumns\n1\n", "f:4:1: empty lines that can be read in several ways: expected 0 for an empty row"},
		{"empty lines without a size", "rows\n1\n\n1\ncolumns\n1,1\n", "f:2:1: empty lines between the clues of rows, which may mean nothing or empty rows: expected height, or 0 for an empty row"},
		{"colours", "color b #0000ff\ncolor a #ff0000\nwidth 3\nheight 1\nrows\n2a,1b\ncolumns\n1a\n1a\n1b\n", "2b,1|1b/1b/1"},
		{"one colour", "color x #0000ff\nwidth 2\nheight 1\nrows\n2x\ncolumns\n1x\n1x\ngoal \"xx\"\n", "2|1/1"},
		{"colours that do not balance", "width 1\nheight 1\nrows\n1a\ncolumns\n1b\n", "f: got 1 a in the rows, 0 in the columns: expected row and column clues of the same sum"},
		{"letters of two", "width 1\nheight 1\nrows\n1ab\ncolumns\n1a\n", `f:4:1: got "1ab": expected a number and the letter of a colour`},
		{"no gap of one colour", "width 2\nheight 1\nrows\n1a,1a\ncolumns\n1a\n1b\n", "f:4:1: row 1: clue 1,1 needs 3 cells, the line has 2: expected a clue that fits"},
		{"a colour twice", "color a #ff0000\ncolor a #ff0000\n", "f:2:1: a second color a: expected one"},
		{"a colour without its number", "color a red\n", `f:1:7: got "a red": expected a letter and a colour such as #ff0000`},
		{"pack", "rows\n1\ncolumns\n1\n====\nrows\n1\ncolumns\n1\n====\n", "1|1 1|1"},
		{"XML lines without counts", "<puzzle><clues type=\"rows\"><line>1</line></clues></puzzle>", `f:1: got a line with the text "1": expected a line of count elements: <line><count>1</count></line>`},
		{"XML lines with attributes", "<puzzle><clues type=\"rows\"><line count=\"1\"/></clues></puzzle>", `f:1: got a line with an attribute count: expected a line of count elements: <line><count>1</count></line>`},
		{"square ID", "1:1/1\n", "1|1"},
		{"ID of few clues", "2x1:1/1\n", "f:1:5: got 2: expected 2 clues of columns and 1 of rows"},
		{"ID with cells", "1x1:1/1,A\n", "f:1:8: cells that are known from the start: expected an ID of clues alone, which ends before the comma"},
		{"ID with commas", "2x1:1/1/2.\n", `f:1:9: got "2.": expected numbers with points between them`},
		{"puzz.link", "https://puzz.link/p?nonogram/6/6/12g1111h11112j12g11g21j11g3h\n", "2,1/1,1/1,2/0/1,1/3|2,1/1,1,1/1/1,1,1/2,1/0"},
		{"puzz.link of large numbers", "nonogram/1/17/-11o1111111111111111111", "f:1:15: got 29: expected 26 places of numbers"},
		{"puzz.link without a number", "nonogram/1/1/.1\n", "f:1:14: got \".\": expected numbers from 1 to 255 in hexadecimal digits, or letters from g to z for empty places"},
		{"puzz.link with a gap", "nonogram/3/3/g1gg2g1g1g1g\n", "f:1:14: column 1 has an empty place before a number: expected a clue without gaps"},
		{".nin of few lines", "3 2\n2\n1\n1\n2\n", "f:5: got the end after 5 clues: expected a blank line and the clues of the columns"},
		{"raw PBM", "P4\n3 3\n\x40\xe0\x40", cross},
		{"short PBM", "P1 3 3 010111", "f: got 6: expected 9 cells, 3 by 3"},
		{"PBM of letters", "P1\n2 1\n1x\n", "f:3:2: got 'x': expected 0 or 1"},
		{"gnonograms of few clues", "[Dimensions]\n2\n1\n[Row clues]\n1\n[Column clues]\n1\n", "f:4:1: got 1: expected 2 clues, as in [Dimensions]"},
		{"a .g file without colours", "text\n: rows\n1\n3\n1\n:columns\n1\n3\n1\n", cross},
		{"a .g file with an end", "#d\n g:X #000000 black\n: rows\n1g\n\n: columns\n1g\n: end\nread me\n", "1/0|1"},
		{"a .g file whose rows end with an empty one", "#D\n0:  white\n1:* black\nm:% blue modra\n: rows\n1 1m\n\n: columns\n1\n1m\n", "1,1b/0|1/1b"},
		{"a .g file without a default colour", "#d\n g:X #000000 black\n: rows\n1\n: columns\n1g\n", `f:4:1: got "1": expected a number and the letter of a colour`},
		{"a .g file with an unknown colour", "#d\n g:X #000000 black\n: rows\n1h\n: columns\n1g\n", `f:4:1: got "1h": expected a number and the letter of a colour`},
		{"a .g file of triangles", "#d\n g:X black < left\n: rows\n1g\n: columns\n1g\n", "f:2:2: a colour of triangles: expected colours of whole cells"},
		{"a .g file with a colour twice", "#d\n g:X #000000\n g:Y #0000ff\n: rows\n", `f:3:2: a second colour "g": expected one`},
		{"a .g file with a short colour", "#d\n g:X #0000 black\n: rows\n", `f:2:2: got "#0000": expected a colour such as #FF0000`},
		{"a .g file without a colon", "#d\n gX #000000 black\n: rows\n", `f:2:2: got "gX #000000 black": expected a letter, a colon, a character, a colour such as #FF0000 and its name`},
		{"a .g file cut off", "#d\n g:X #000000 black\n: rows\n1g\n: columns\n", "f: no clues of columns: expected one for every column"},
		{"a .g file with a remark among clues", ": rows\n1\n# x\n: columns\n1\n", `f:3:1: got "#": expected a clue: numbers up to 16777216 separated by commas, 0 for an empty line`},
		{"triddlers", "#triddlers\n: A\n", "f: this is a triddler, a puzzle on triangles, as a .g file, which coverstat does not read; coverstat solves nonograms on squares alone"},
		{".mk with an empty clue", "2 1\n1\n\n#\n1\n", "1/0|1"},
		{".mk with sizes exchanged", "1 2\n1\n\n#\n1\n", `f:3:1: got "": expected 1 clues of rows, then "#"`},
		{".mk of few columns", "1 2\n1\n#\n1\n", "f:4: got 1 and 1: expected 1 clues of rows and 2 of columns"},
		{".mk of many columns", "1 1\n1\n#\n1\n\n0\n", `f:6:1: got "0": expected no more than 1 clues of columns`},
		{".cwd", "2\n1\n1\n\n\n1\n", "1/0|1"},
		{"a list that begins as a .cwd", "2\n1\n1\n1\n\n4 \n1\n", "2/1/1/1|4/1"},
		{"a list with & and blanks", "* x\n1\n\n3\n1\n&\n1\n3\n1\n", cross},
		{"syro", "# x\n1 0\n3 0\n1 0\n\n1 0\n3 0\n1 0\n", cross},
		{"syro with a line without its end", "1 0\n3\n1 0\n\n1 0\n3 0\n1 0\n", `f:1:3: got "1 0": expected 0 only as a whole clue`},
		{"rows and columns alone", "rows\n1\n3\n1\ncolumns\n1\n3\n1\n", cross},
		{"JSON in camel case", `{"width": 3, "height": 3, "rowClues": [[1],[3],[1]], "columnClues": [[1],[3],[1]], "cells": [[0,1,0],[1,1,1],[0,1,0]]}`, cross},
		{"JSON of hints", `{"rows": 3, "cols": 2, "row_hints": [[0],[2],[]], "col_hints": [[1],[1]], "solution": [[false,false],[true,true],[false,false]]}`, "0/2/0|1/1"},
		{"JSON by place", `{"top": [[1]], "left": [[1]], "tags": ["a"], "hint_cells": []}`, "1|1"},
		{"JSON with clues within", `{"name": "x", "size": {"rows": 9}, "clues": {"columns": [[1],[]], "rows": [[1]]}}`, "1|1/0"},
		{"JSON packs", `{"puzzles": [{"rows": [[1]], "cols": [[1]]}, {"rows": [[]], "cols": [[]]}]}`, "1|1 0|0"},
		{"JSON of lists alone", `[[[1]], [[1]]]`, `f: this is a JSON file whose names do not say which clues are those of the rows, which coverstat does not read; call the list of the rows "rows" and that of the columns "columns", each clue a list of numbers`},
		{"JSON of directions", `{"horizontal": [[1]], "vertical": [[1]]}`, `f: this is a JSON file whose names do not say which clues are those of the rows, which coverstat does not read; call the list of the rows "rows" and that of the columns "columns", each clue a list of numbers`},
		{"JSON with two lists of rows", `{"rows": ["#"], "rowClues": [[1]], "colClues": [[1]]}`, "f: got lists called rowClues and rows for rows and colClues for columns: expected " + jsonExpected},
		{"JSON with an unknown clue", `{"rows": [[1], null], "cols": [[1]]}`, "f: got rows[1] null: expected a list of whole numbers, empty or 0 for an empty line"},
		{"JSON with colours", `{"rows": [[["!", 1]]], "cols": [[["!", 1]]]}`, `f: got rows[0] [["!",1]]: expected a list of whole numbers, empty or 0 for an empty line`},
		{"JSON with known cells", `{"rows": [[1]], "columns": [[1],[]], "content": [0, 0]}`, "f: the numbers of content are neither clues nor a solution: expected 0, 1, false or true for each cell of a picture with these clues, and nothing that is known beforehand"},
		{"JSON with a size", `{"height": 2, "rows": [[1]], "cols": [[1]]}`, "f: got height: 2 for 1: expected the number of clues in rows"},
		{"JSON with sums that differ", `{"rows": [[1]], "cols": [[]]}`, "f: got 1 in the rows, 0 in the columns: expected row and column clues of the same sum"},
		{"JSON with a key twice", `{"rows": [[1]], "rows": [[1]], "cols": [[1]]}`, "f:1: the key rows stands twice: expected " + jsonExpected},
		{"JSON of two packs", `{"a": {"rows": [], "cols": []}, "b": {"rows": [], "cols": []}}`, "f: clues both in a and in b: expected a list of puzzles, or one"},
		{"a page", "<!DOCTYPE HTML>\n", "f: this is a page of a web site, which coverstat does not read; write the clues of the rows one a line, an empty line, and those of the columns"},
		{"a PNG picture cut off", pngMark, "f: unexpected EOF: expected a whole PNG picture"},
		{"no format", "%PDF", "f: this is in no format of a nonogram that coverstat knows"},
	} {
		var got []string
		ps, err := readFile("f", strings.NewReader(x.text))
		for _, p := range ps {
			got = append(got, string(p.clues().append(nil)))
		}
		if err != nil {
			got = []string{err.Error()}
		}
		if text := strings.Join(got, " "); text != x.want && !(x.name == "no format" && strings.HasPrefix(text, x.want)) {
			t.Errorf("%s:\n got  %s\n want %s", x.name, text, x.want)
		}
	}
}

// TestPNG: pictures of few colours are puzzles with these.
func TestPNG(t *testing.T) {
	red, clear, white, grey, faint := color.NRGBA{255, 0, 0, 255}, color.NRGBA{}, color.NRGBA{255, 255, 255, 255}, color.NRGBA{90, 90, 90, 255}, color.NRGBA{0, 0, 0, 9}
	for _, x := range []struct {
		name    string
		pixels  []color.NRGBA // rows of two
		want    string
		palette string
	}{
		{"two colours", []color.NRGBA{grey, red, red, grey}, "1/1|1/1", "5a5a5a ff0000"},
		{"paper in two ways", []color.NRGBA{clear, red, white, grey}, "1/1b|0/1,1b", "ffffff ff0000 5a5a5a"},
		{"ink before paper", []color.NRGBA{red, grey, white, grey}, "1,1b/1b|1/2b", "ffffff ff0000 5a5a5a"},
		{"white alone", []color.NRGBA{white, clear, white, white}, "0/0|0/0", "ffffff"},
		{"red alone", []color.NRGBA{red, red}, "f: one colour, which may be paper or ink: expected two colours", ""},
		{"glass", []color.NRGBA{red, faint}, "f: got a pixel that is transparent in part, in row 1: expected pixels that are opaque or wholly transparent", ""},
	} {
		img := image.NewNRGBA(image.Rect(5, 5, 7, 5+len(x.pixels)/2))
		for i, c := range x.pixels {
			img.SetNRGBA(5+i%2, 5+i/2, c)
		}
		var b bytes.Buffer
		if err := png.Encode(&b, img); err != nil {
			t.Fatal(err)
		}
		got, palette := "", ""
		ps, err := readFile("f", &b)
		if err != nil {
			got = err.Error()
		}
		for _, p := range ps {
			got, palette = string(p.clues().append(nil)), p.palette()
		}
		if got != x.want || palette != x.palette {
			t.Errorf("%s: got %s, %s\n want %s, %s", x.name, got, palette, x.want, x.palette)
		}
	}
}

// TestWriteXML: colours, names and goal of a puzzle come back.
func TestWriteXML(t *testing.T) {
	for _, text := range []string{
		non.Example, olsak.Example, "title \"<&>\"\nwidth 1\nheight 1\nrows\n1\ncolumns\n1\ngoal 1\n",
		"color a #010203\ncolor b #010203\nwidth 2\nheight 1\nrows\n1a,1b\ncolumns\n1a\n1b\ngoal \"ab\"\n",
	} {
		ps, err := readFile("f", strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		if err := webpbn.Write(&b, slices.Values(ps)); err != nil {
			t.Fatal(err)
		}
		back, err := readFile("f", bytes.NewReader(b.Bytes()))
		if err != nil {
			t.Fatalf("%v\n%s", err, b.Bytes())
		}
		want, got := ps[0], back[0]
		if !reflect.DeepEqual(got.Rows, want.Rows) || !reflect.DeepEqual(got.Cols, want.Cols) || !reflect.DeepEqual(got.Goal, want.Goal) ||
			got.Title != want.Title || want.Palette != nil && got.palette() != want.palette() {
			t.Errorf("%s\n read back as %+v", text, got)
		}
	}
}

// TestLeftOut: a faulty puzzle of a pack is left out and said, and the others keep their numbers.
func TestLeftOut(t *testing.T) {
	for _, text := range []string{
		"1:1/1\n1:1/0\n1:/\n",
		`[{"rows":[[1]],"cols":[[1]]}, {"rows":[[1,0]],"cols":[[1]]}, {"rows":[[]],"cols":[[]]}]`,
		"rows\n1\ncolumns\n1\n====\nrows\n1\ncolumns\n0\n====\nrows\n0\ncolumns\n0\n",
		strings.ReplaceAll("<puzzleset>P<puzzle type=\"triddler\"><size>9</size></puzzle>P</puzzleset>",
			"P", "<puzzle><clues type=\"rows\"><line/></clues><clues type=\"columns\"><line/></clues></puzzle>"),
	} {
		ps, left, err := read(enumerate.PuzzleFile{Name: "f", In: strings.NewReader(text)})
		if err != nil || left.Number != 1 || left.First.Line == 0 && !strings.Contains(left.First.Problem, "rows") {
			t.Errorf("%s\n %v, left %v", text, err, left)
			continue
		}
		if last := ps[len(ps)-1].Name; last != fmt.Sprintf("f#%d", len(ps)+1) {
			t.Errorf("%s\n the last is called %s", text, last)
		}
	}
}
