package exactcover

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"coverstat/enumerate"
	"coverstat/enumerate/puzzles/formats/formatstest"
	"coverstat/enumerate/puzzletest"
)

// TestInstances runs the suite on the shipped problems, with the symmetries
// that their configs state.
func TestInstances(t *testing.T) {
	for _, c := range []struct {
		name          string
		symmetry      []string
		raw, distinct int64
		chosen        string
	}{
		{"queens-8", []string{
			"(r0 c0)(r1 c1)(r2 c2)(r3 c3)(r4 c4)(r5 c5)(r6 c6)(r7 c7)(d1 d13)(d2 d12)(d3 d11)(d4 d10)(d5 d9)(d6 d8)",
			"(c0 c7)(c1 c6)(c2 c5)(c3 c4)(s1 d1)(s2 d2)(s3 d3)(s4 d4)(s5 d5)(s6 d6)(s7 d7)(s8 d8)(s9 d9)(s10 d10)(s11 d11)(s12 d12)(s13 d13)"}, 92, 12, "chosen(r*)"},
		{"langford-8", []string{"(s1 s16)(s2 s15)(s3 s14)(s4 s13)(s5 s12)(s6 s11)(s7 s10)(s8 s9)"}, 300, 150, "chosen(8)"},
		{"sts-9", nil, 840, 840, "chosen(0-1)"},
		{"squares-2", nil, 416, 416, "chosen(*:1)"},
	} {
		t.Run(c.name, func(t *testing.T) {
			in, err := os.Open("../../../configs/data/" + c.name + ".txt")
			if err != nil {
				t.Fatal(err)
			}
			defer in.Close()
			f, err := parse(c.name, in)
			if err != nil {
				t.Fatal(err)
			}
			x, err := f.instance(generators{list: c.symmetry}, &restriction{}, []string{"size", "secondary", "stabiliser", c.chosen}, nil)
			if err != nil {
				t.Fatal(err)
			}
			raw, distinct := puzzletest.TestInstance(t, x)
			if raw != c.raw || distinct != c.distinct {
				t.Errorf("%d solutions, %d up to symmetry: expected %d, %d", raw, distinct, c.raw, c.distinct)
			}
		})
	}
}

// TestFoundSymmetries: the symmetries that are found give the known numbers of
// classes: solutions up to reflection, Steiner systems up to isomorphism, Latin squares up
// to paratopy, Sudoku grids up to the symmetries of Sudoku.
func TestFoundSymmetries(t *testing.T) {
	for _, c := range []struct {
		name          string
		text          string // that of the shipped file if it is ""
		order         int
		raw, distinct int64
	}{
		{"queens-8", "", 8, 92, 12},
		{"langford-8", "", 2, 300, 150},
		{"squares-2", "", 4, 416, 104},
		{"sts-7", triples(7), 5040, 30, 1},
		{"latin-3", latin(3, false), 6 * 6 * 6 * 6, 12, 1},
		{"sudoku-4x4", latin(4, true), 128 * 24, 288, 2},
	} {
		if c.text == "" {
			data, err := os.ReadFile("../../../configs/data/" + c.name + ".txt")
			if err != nil {
				t.Fatal(err)
			}
			c.text = string(data)
		}
		f, err := parse(c.name, strings.NewReader(c.text))
		if err != nil {
			t.Fatal(err)
		}
		x, err := f.instance(generators{find: true}, &restriction{}, nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		raw, distinct := puzzletest.TestInstance(t, x)
		if x.Group.Order() != c.order || raw != c.raw || distinct != c.distinct {
			t.Errorf("%s: %d symmetries, %d solutions, %d up to symmetry: expected %d, %d, %d", c.name,
				x.Group.Order(), raw, distinct, c.order, c.raw, c.distinct)
		}
		var list []string // what check shows can be put in place of find
		for _, fact := range x.Facts[1:] {
			list = append(list, fact.Value.(string))
		}
		if x, err = f.instance(generators{list: list}, &restriction{}, nil, nil); err != nil || x.Group.Order() != c.order {
			t.Errorf("%s: %d symmetries from the generators found, %v", c.name, x.Group.Order(), err)
		}
	}
}

// triples is the problem of Steiner triple systems on n points.
func triples(n int) string {
	var items, options strings.Builder
	for c := range n {
		for b := range c {
			fmt.Fprintf(&items, "%d-%d ", b, c)
			for a := range b {
				fmt.Fprintf(&options, "%d-%d %d-%d %d-%d\n", a, b, a, c, b, c)
			}
		}
	}
	return items.String() + "\n" + options.String()
}

// latin is the problem of Latin squares of order n, or with boxes of Sudoku grids 4x4.
func latin(n int, boxes bool) string {
	var items, options strings.Builder
	kinds := []string{"p", "r", "c", "b"}
	if !boxes {
		kinds = kinds[:3]
	}
	for i := range n {
		for j := range n {
			for _, kind := range kinds {
				fmt.Fprintf(&items, "%s%d%d ", kind, i, j)
			}
			for v := range n {
				fmt.Fprintf(&options, "p%d%d r%d%d c%d%d", i, j, i, v, j, v)
				if boxes {
					fmt.Fprintf(&options, " b%d%d", i/2*2+j/2, v)
				}
				options.WriteString("\n")
			}
		}
	}
	return items.String() + "\n" + options.String()
}

// TestTooManySymmetries: a group that is too large is an error that gives its order.
func TestTooManySymmetries(t *testing.T) {
	f, err := parse("f", strings.NewReader(latin(5, false)))
	if err != nil {
		t.Fatal(err)
	}
	const want = "symmetry: 10368000 were found: expected at most 335544, or a list of generators of a smaller group"
	if _, err = f.instance(generators{find: true}, &restriction{}, nil, nil); err == nil || err.Error() != want {
		t.Errorf("%v, expected %s", err, want)
	}
}

// TestErrors: every fault of a file gives one error with its place.
func TestErrors(t *testing.T) {
	for text, want := range map[string]string{
		"":                  "f: no items: expected a first line of item names",
		"| comment\n":       "f:1: no items: expected a first line of item names",
		"a b a\n":           `f:1:5: item "a" is there twice: expected every item once`,
		"a | b | c\n":       "f:1:7: a second bar: expected one, before the secondary items",
		"a b:c\n":           `f:1:3: item "b:c": expected a name without : or |`,
		"a |b\n":            `f:1:3: item "|b": expected a name, after bounds such as 2:3| or 2|, or none`,
		"a 2:1|b\n":         `f:1:3: item "2:1|b": expected a name, after bounds such as 2:3| or 2|, or none`,
		"a | 2|b\n":         `f:1:5: item "2|b": expected a name without : or |`,
		"a b\na d\n":        `f:2:3: no item "d": expected an item of the first line`,
		"a b\n\n| x\na a\n": `f:4:3: item "a" is there twice: expected every item once in an option`,
		"a | b\na:r\n":      `f:2:1: primary item "a" has a colour: expected colours on secondary items only`,
		"a | b\na b:\n":     `f:2:3: item "b" has a colon and no colour: expected a colour after the colon`,
		"< a b >\na\n":      "f:1: a text in the own format of miniexact: expected Knuth's format: a line of item names, then an option a line; miniexact reads that, too",
		"p xc 2 0\n1 2 0\n": "f:1: a text in the own format of miniexact: expected Knuth's format: a line of item names, then an option a line; miniexact reads that, too",
	} {
		_, err := parse("f", strings.NewReader(text))
		if err == nil || err.Error() != want {
			t.Errorf("%q: %v\nexpected %s", text, err, want)
		}
	}
	f, err := parse("f", strings.NewReader("a b c\na\nb\nc\n"))
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		"(a b":        "expected cycles",
		"a b":         "expected cycles",
		"(a d)":       `no item "d"`,
		"(a b)(b c)":  `item "b" is there twice`,
		"(a b c) (a)": `item "a" is there twice`,
	} {
		if _, err := f.permutation(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, expected %s", text, err, want)
		}
	}
}

// TestLikeKnuth: what DLX2, DLX3 and SSMCC (fetched in 2026) do with comments behind blanks and with options of
// secondary items only.
func TestLikeKnuth(t *testing.T) {
	text := "  | note\na b | s t\n\t| a b\na\nb s\ns\n t s:x\na b\n"
	f, err := parse("f", strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	const want = "2 options of secondary items only left out: the first is f:6:1: s"
	if len(f.options) != 3 || f.leftOut() != want {
		t.Errorf("options %q, %q, expected 3 and %q", f.options, f.leftOut(), want)
	}
	var out, remarks strings.Builder
	err = solve(enumerate.SolveRequest{Name: "f", In: strings.NewReader(text), Out: &out, Flags: map[string]string{"limit": "0"},
		Say: func(text string) { remarks.WriteString(text) }})
	if err != nil || strings.Count(out.String(), "\n") != 2 || remarks.String() != want {
		t.Errorf("%v, %q, %q", err, out.String(), remarks.String())
	}
}

// TestUnused: options whose items may all be left out are in a solution or not. The first count is that of dlx3 and ssmcc;
// the others are those of all sets of options, tried one by one.
func TestUnused(t *testing.T) {
	solutions := func(text string) int {
		var out strings.Builder
		err := solve(enumerate.SolveRequest{Name: "f", In: strings.NewReader(text), Out: &out, Flags: map[string]string{"limit": "0"}})
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		if out.String() == "none\n" {
			return 0
		}
		return strings.Count(out.String(), "\n")
	}
	if n := solutions("0:2|a b\na b\nb\na\na\n"); n != 7 {
		t.Errorf("%d solutions, expected 7", n)
	}
	random := enumerate.Random(1, 0)
	for range 300 {
		bounds := [][2]int{{0, 1 + random.IntN(3)}, {1, 1}, {0, 1}, {0, 2}}[:2+random.IntN(3)]
		names := []string{"a", "b", "c", "d"}[:len(bounds)]
		var head, lines []string
		for i, b := range bounds {
			head = append(head, fmt.Sprintf("%d:%d|%s", b[0], b[1], names[i]))
		}
		var options [][]int
		for range 1 + random.IntN(7) {
			items := random.Perm(len(names))[:1+random.IntN(len(names))]
			var words []string
			for _, i := range items {
				words = append(words, names[i])
			}
			options, lines = append(options, items), append(lines, strings.Join(words, " "))
		}
		want := 0
		for set := range 1 << len(options) {
			times := make([]int, len(names))
			for o, items := range options {
				for _, i := range items {
					times[i] += set >> o & 1
				}
			}
			met := true
			for i, b := range bounds {
				met = met && b[0] <= times[i] && times[i] <= b[1]
			}
			if met {
				want++
			}
		}
		text := strings.Join(head, " ") + "\n" + strings.Join(lines, "\n") + "\n"
		if n := solutions(text); n != want {
			t.Fatalf("%d solutions, expected %d of\n%s", n, want, text)
		}
	}
}

// TestFormats: each example is recognised as its format, and read.
func TestFormats(t *testing.T) {
	formatstest.Examples(t, coverFormats, func(f *file) string { return strings.Join(f.options, "/") })
}

// TestRows: matrices and lists of columns are read, or refused with the place.
func TestRows(t *testing.T) {
	for _, c := range []struct{ name, text, format, want, left string }{
		{name: "blanks", text: "1 0 1\n0 1 0\n", want: "1 3/2"},
		{name: "commas and CRLF", text: "1,0,1\r\n\r\n0,1,0\r\n", want: "1 3/2"},
		{name: "closed up, with a comment", text: "# x\n101\n010\n010", want: "1 3/2/2"},
		{name: "JSON", text: "[[1,0,1],\n [0,1,0]]", want: "1 3/2"},
		{name: "an empty row", text: "1 0 1\n0 0 0\n0 1 0\n", want: "1 3/2", left: "left out: 1 part of the input, the first at f:2: a row without a column: expected at least one: it says nothing"},
		{name: "a short row", text: "1 0 1\n0 1\n", format: "matrix", want: "f:2: a row of 2: expected 3, as the first has"},
		{name: "a two", text: "1 0 1\n0 2 0\n", want: "f:2: got \"0 2 0\": expected 0 and 1 alone", format: "matrix"},
		{name: "columns", text: "1 3\n2\n3, 2\n", want: "1 3/2/3 2"},
		{name: "columns in JSON", text: "[[1, 3], [2]]", want: "1 3/2"},
		{name: "a gap", text: "1 4\n2\n", want: "f: no row has the column 3: expected all from 1 to 4, or Knuth's text, which names the items"},
		{name: "a column twice", text: "1 2\n2 2\n3\n", want: "f:2: got 2: expected columns from 0, each once"},
		{name: "either", text: "[[0, 1], [1, 0]]", want: "f: rows of 0 and 1 alone, which may be a matrix or numbers of columns: expected puzzle.format that says which"},
		{name: "cut off", text: "[[1, 3], [2", want: "f: unexpected end of JSON input: expected a list of lists of numbers"},
		{name: "negative", text: "[[1, -3]]", want: "f:1: got -3: expected columns from 0, each once", format: "columns"},
		{name: "words", text: "1 3\nx\n", format: "columns", want: "f:2: got \"x\": expected numbers of columns"},
		{name: "Knuth's text with numbers", text: "1 2 3\n1 3\n2\n", want: "1 3/2"},
		{name: "Knuth's text with two numbers", text: "0 1\n0 1\n1\n", want: "0 1/1"},
		{name: "empty", text: "", want: "f: no items: expected a first line of item names"},
		{name: "only comments", text: "# x\n", format: "matrix", want: "f: no cover: expected a matrix"},
	} {
		f, left, err := read(enumerate.PuzzleFile{Name: "f", In: strings.NewReader(c.text), Format: c.format})
		got := fmt.Sprint(err)
		if err == nil {
			got = strings.Join(f.options, "/")
		}
		if !strings.HasPrefix(got, c.want) || err == nil && (got != c.want || left.String() != c.left) {
			t.Errorf("%s: got %s, %q\nexpected %s, %q", c.name, got, left, c.want, c.left)
		}
	}
}

// TestByteOrderMark: a mark before the text does not belong to the first item
// or comment. A mark elsewhere is part of a name.
func TestByteOrderMark(t *testing.T) {
	for _, text := range []string{"a b | c\na c\nb\n", "| comment\na b | c\na c:red\nb\n"} {
		f, err := parse("f", strings.NewReader("\ufeff"+text))
		if err != nil {
			t.Errorf("%q: %v", text, err)
			continue
		}
		if _, ok := f.items["a"]; !ok || len(f.items) != 3 || len(f.options) != 2 {
			t.Errorf("%q: items %v, options %q", text, f.items, f.options)
		}
	}
	if _, err := parse("f", strings.NewReader("a b\n\ufeffa b\n")); err == nil || !strings.Contains(err.Error(), "f:2:1: no item") {
		t.Errorf("a mark in line 2: %v", err)
	}
}

func FuzzParse(f *testing.F) {
	f.Add("a b | c\na c:x\nb c:y\n")
	f.Add("| only a comment\n")
	f.Fuzz(func(t *testing.T, text string) {
		p, err := parse("f", strings.NewReader(text))
		if err == nil && p.problem.Options() != len(p.options) {
			t.Fatalf("%d options, %d texts", p.problem.Options(), len(p.options))
		}
	})
}
