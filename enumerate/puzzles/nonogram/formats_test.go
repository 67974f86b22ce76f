package nonogram

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"coverstat/enumerate"
)

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
	want := FromPicture(Picture{2, 1, 2, 1, 1, 1, 2, 1, 2}, 3)
	for name, text := range map[string]string{
		"xml":   cupXML,
		"non":   "title \"Small cross\"\r\nwidth 3\nheight 3\n\nrows\n1\n3\n1\n\ncolumns\n1\n3\n1\ngoal \"010111010\"\n",
		"other": "# rows first\n1\n3\n1\n\n1 # columns\n3\n1\n",
	} {
		ps, err := Read(name, strings.NewReader(text))
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
	ps, err := Read("two", strings.NewReader(two))
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
		{non("1\n1,1\n", "1\n1\n"), "f:5: got clue 1,1 needs 3 cells, the line has 2: expected a clue for row 2 that fits 2 cells"},
		{non("1\n1\n", "1\n"), "f:7: got 1; an empty column is written 0: expected 2 columns (width, line 1)"},
		{non("1\n", "1\n1\n"), "f:4: got 1; an empty row is written 0: expected 2 rows (height, line 2)"},
		{non("1\n1\n1\n", "1\n1\n"), `f:6: got another clue, "1": expected no more than 2 rows (height, line 2)`},
		{non("1\nx1\n", "1\n1\n"), `f:5: got "x1": expected a clue: numbers up to 16777216 separated by commas, 0 for an empty line`},
		{non("1\n1;1\n", "1\n1\n"), `f:5: got "1;1": expected a clue: numbers up to 16777216 separated by commas, 0 for an empty line`},
		{non("1\n1,0\n", "1\n1\n"), `f:5: got "1,0": expected 0 only as a whole clue`},
		{non("1\n99999999999999999999\n", "1\n1\n"), `f:5: got "99999999999999999999": expected a clue: numbers up to 16777216 separated by commas, 0 for an empty line`},
		{"width x\n", `f:1: got "x": expected a number of cells from 1 to 16777216`},
		{"width 2\nwidth 2\n", "f:2: got it again: expected width once (it is on line 1)"},
		{"title \"x\"\n1\n", `f:2: got "1": expected a keyword (width, height, rows, columns, …)`},
		{"title \"x\"\n", "f: got none: expected clues for rows"},
		{"1\n1\n", "f:2: got the end after 2 clues: expected a blank line and the clues of the columns"},
		{"1\n\n1\n\n1\n", "f:5: got a third block: expected two blocks of clues, rows and columns, with a blank line between"},
		{non("1\n1\n", "1\n1\n") + "goal 0110\ngoal 01\n", "f:10: got 2: expected a goal of 4 cells"},
		{non("1\n1\n", "1\n1\n") + "goal 1111\n", "f:9: got row 1 is 2, expected 1: expected a goal that fits the clues"},
		{"<puzzleset></puzzleset>", "f: got none: expected a puzzle element"},
		{"<puzzleset><puzzle>", "f:1: XML syntax error on line 1: unexpected EOF: expected well-formed XML"},
		{strings.Replace(cupXML, `count color="black"`, `count color="red"`, 1), `f:14: got a count of colour "red": expected one colour, black`},
		{strings.Replace(cupXML, `type="grid"`, `type="triddler"`, 1), `f:4: got type "triddler": expected a puzzle of type "grid"`},
		{"", "f: got none: expected clues for rows"},
	} {
		_, err := Read("f", strings.NewReader(x.text))
		var in *enumerate.InputError
		if !errors.As(err, &in) || err.Error() != x.want {
			t.Errorf("%q:\n got  %v\n want %s", x.text, err, x.want)
		}
	}
}

// FuzzRead: no input may crash the reader, and what it accepts is written and
// read back the same.
func FuzzRead(f *testing.F) {
	f.Add([]byte(cupXML))
	f.Add([]byte("width 2\nheight 1\nrows\n1\ncolumns\n0\n1\ngoal 01\n"))
	f.Add([]byte("1\n\n0\n1\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		ps, err := Read("f", bytes.NewReader(data))
		var in *enumerate.InputError
		if err != nil && !errors.As(err, &in) {
			t.Fatalf("error of another kind: %v", err)
		}
		for _, p := range ps {
			if err := p.FitError(); err != nil {
				t.Fatal(err)
			}
			var b bytes.Buffer
			if err := p.WriteNon(&b); err != nil {
				t.Fatal(err)
			}
			back, err := Read("f", bytes.NewReader(b.Bytes()))
			if err != nil {
				t.Fatalf("%v\n%s", err, b.Bytes())
			}
			if !reflect.DeepEqual(back[0].Rows, p.Rows) || !reflect.DeepEqual(back[0].Cols, p.Cols) || !reflect.DeepEqual(back[0].Goal, p.Goal) {
				t.Fatalf("read back otherwise:\n%s", b.Bytes())
			}
		}
	})
}

// TestCollection solves the public puzzles where they are at hand.
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
		ps, err := Read(name, in)
		in.Close()
		if err != nil {
			t.Fatal(err)
		}
		a, err := solvePuzzle(ps[0], 2, 100_000, nil)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if len(a.result.Solutions) == 0 || a.solvedBy == byNothing {
			t.Errorf("%s: %v", name, a.result.Verdict)
		}
		if a.only != nil {
			unique++
		}
		t.Logf("%-30s %v by %s: printed %d, theorems %d, line %d of %d; %+v", filepath.Base(name), a.result.Verdict, a.solvedBy,
			a.printed.Settled, a.theorems.Settled, a.result.Settled, len(a.theorems.Cells), a.result.Effort)
	}
	if want := len(files) + 1; len(random) == 30 && unique != want {
		t.Errorf("%d puzzles with one solution, want %d", unique, want)
	}
}
