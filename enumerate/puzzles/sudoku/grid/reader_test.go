package grid

import (
	"bytes"
	"compress/gzip"
	"io"
	"strings"
	"testing"

	"coverstat/enumerate"
)

const (
	// The first puzzle of the project: solved by single candidates alone.
	seedLine = "060593000901000500030400090108020004400309001200010609080006020004000807000785010"
	seedGrid = `
060593000 # rows as they were entered
901000500
030400090
-----------
1 0 8|0 2 0|0 0 4
4 0 0 309001
200010609

`
)

// readTexts returns puzzles as text and faults as text, in order.
func readTexts(t *testing.T, text string, ask Ask) (puzzles, faults []string) {
	t.Helper()
	left := 0
	file := enumerate.PuzzleFile{Name: "in", In: strings.NewReader(text), Fault: func(fault *enumerate.InputError) {
		faults, left = append(faults, fault.Error()), left+1
	}}
	_, err := List(ask).Read(file, func(p *Puzzle) error {
		puzzles = append(puzzles, Format(p.Cells))
		return nil
	})
	if err != nil && left == 0 || err != nil && strings.Contains(err.Error(), "gzip") {
		faults = append(faults, err.Error())
	}
	return puzzles, faults
}

func rowsOf(line string, side int) (rows []string) {
	for len(line) > 0 {
		rows = append(rows, line[:side])
		line = line[side:]
	}
	return rows
}

func TestReaderForms(t *testing.T) {
	want := strings.ReplaceAll(seedLine, "0", ".")
	rows := rowsOf(seedLine, 9)
	for name, text := range map[string]string{
		"line":       seedLine,
		"dots":       want + "\r\n",
		"bars":       strings.ReplaceAll(seedLine, "0", "_") + "\n",
		"bom":        "\ufeff" + seedLine,
		"remark":     seedLine + ":1:" + seedLine + "\n",
		"comment":    "# seed\n\n  # more\n" + seedLine + "# here",
		"grid":       strings.Join(rows, "\n"),
		"slashes":    strings.Join(rows, " / "),
		"spaced":     strings.Join(strings.Split(seedLine, ""), " "),
		"decorated":  "+---+---+---+\n| " + strings.Join(rows, " |\n| ") + " |\n+---+---+---+\n",
		"commented":  strings.Join(rows, " # remark\n# between\n"),
		"ruled grid": strings.Join(rows[:3], "\n") + "\n---+---+---\n" + strings.Join(rows[3:], "\n"),
	} {
		puzzles, faults := readTexts(t, text, Ask{Shape: Nine})
		if len(faults) > 0 || len(puzzles) != 1 || puzzles[0] != want {
			t.Errorf("%s: puzzles %q, faults %q", name, puzzles, faults)
		}
	}
}

func TestReaderMixed(t *testing.T) {
	rows := rowsOf(seedLine, 9)
	grid := strings.Join(rows, "\n") + "\n"
	puzzles, faults := readTexts(t, grid+seedLine+"\n"+grid+grid+"\n"+seedLine, Ask{Shape: Nine})
	if len(puzzles) != 5 || len(faults) != 0 {
		t.Errorf("%d puzzles, faults %q", len(puzzles), faults)
	}
}

func TestReaderFaults(t *testing.T) {
	rows := rowsOf(seedLine, 9)
	grid := strings.Join(rows, "\n") + "\n"
	short, long := seedLine[:80], seedLine+"1"
	bad := seedLine[:4] + "z" + seedLine[5:]
	for _, c := range []struct {
		name, text string
		puzzles    int
		faults     []string
	}{
		{"short", short, 0, []string{"in:1:81: 80 cells: expected 9 for a row or 81 for a puzzle in one line"}},
		{"long", seedLine + "\n" + long, 1, []string{"in:2:82: 82 cells: expected 9 for a row or 81 for a puzzle in one line"}},
		{"illegal", bad + "\n" + bad + "\n" + seedLine, 1, []string{
			"in:1:5: illegal character 'z': expected 1-9 or, for an empty cell, 0 . _ * - ? x",
			"in:2:5: illegal character 'z': expected 1-9 or, for an empty cell, 0 . _ * - ? x",
		}},
		{"unicode", "12é", 0, []string{"in:1:3: illegal character 'é': expected 1-9 or, for an empty cell, 0 . _ * - ? x"}},
		{"bad row, next grid sound", strings.Replace(grid, "400309001", "40030900", 1) + grid, 1, []string{
			"in:5:9: 8 cells: expected 9 for row 5 of the grid begun in line 1",
		}},
		{"cut off", strings.Join(rows[:5], "\n"), 0, []string{"in:5:1: the grid begun in line 1 ends after 5 rows with the end of the input: expected 9 rows of 9 cells"}},
		{"empty line", strings.Join(rows[:5], "\n") + "\n\n" + grid, 1, []string{"in:6:1: the grid begun in line 1 ends after 5 rows with an empty line: expected 9 rows of 9 cells"}},
		{"line in grid", rows[0] + "\n" + seedLine, 1, []string{"in:2:1: the grid begun in line 1 ends after 1 row with a puzzle in one line: expected 9 rows of 9 cells"}},
	} {
		puzzles, faults := readTexts(t, c.text, Ask{Shape: Nine})
		if len(puzzles) != c.puzzles || strings.Join(faults, "\n") != strings.Join(c.faults, "\n") {
			t.Errorf("%s: %d puzzles, faults\n%s\nwant %d,\n%s", c.name, len(puzzles), strings.Join(faults, "\n"), c.puzzles, strings.Join(c.faults, "\n"))
		}
	}
}

func TestReaderShapes(t *testing.T) {
	for _, box := range []string{"2x2", "2x3", "3x2", "2x4", "3x3", "3x4", "4x4", "5x5"} {
		shape, err := ParseShape(box)
		if err != nil || shape.String() != box {
			t.Fatal(box, err)
		}
		cells := make([]byte, shape.Cells())
		for i := range cells {
			cells[i] = byte(i % (shape.Side() + 1))
		}
		text := Format(cells)
		grid := strings.Join(rowsOf(strings.ToLower(text), shape.Side()), "\n")
		puzzles, faults := readTexts(t, text+"\n"+grid+"\n", Ask{Shape: shape})
		if len(faults) > 0 || len(puzzles) != 2 || puzzles[0] != text || puzzles[1] != text {
			t.Errorf("%s: %q %q", box, puzzles, faults)
		}
	}
	if _, faults := readTexts(t, "12345678A", Ask{Shape: Nine}); len(faults) != 1 {
		t.Error("a letter on a 9x9 board was accepted")
	}
	for _, box := range []string{"", "3", "3x", "6x6", "0x4", "3x3x3", " 3x3"} {
		if _, err := ParseShape(box); err == nil {
			t.Errorf("box %q accepted", box)
		}
	}
}

func TestShapeOfText(t *testing.T) {
	for text, want := range map[string]Shape{
		"":                                    Nine,
		seedLine:                              Nine,
		seedGrid:                              Nine,
		strings.ReplaceAll(seedLine, "", " "): Nine,
		"# remark\n\n" + strings.Repeat("1...", 4): {2, 2},
		"1 . | . .":                          {2, 2},
		strings.Repeat(".", 36):              {2, 3},
		".....6":                             {2, 3},
		strings.Repeat(".", 64):              {2, 4},
		strings.Repeat(".", 144) + ",remark": {3, 4},
		".......8.......G":                   {4, 4},
		strings.Repeat(".", 256):             {4, 4},
		strings.Repeat(".", 625):             {5, 5},
		"12345":                              Nine,
	} {
		if got := shapeOfText([]byte(text)); got != want {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
}

func TestReaderGzip(t *testing.T) {
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	io.WriteString(z, seedLine+"\n"+seedLine)
	z.Close()
	if puzzles, faults := readTexts(t, packed.String(), Ask{Shape: Nine}); len(puzzles) != 2 || len(faults) != 0 {
		t.Errorf("%q %q", puzzles, faults)
	}
	whole := packed.Bytes()
	sum := bytes.Clone(whole)
	sum[len(sum)-6] ^= 1
	for _, c := range []struct {
		name    string
		text    []byte
		puzzles int
		fault   string
	}{
		{"without its sum", whole[:len(whole)-6], 1, "in:2: the gzip file is cut off: expected a whole one"},
		{"cut off", whole[:20], 0, "in:1: the gzip file is cut off: expected a whole one"},
		{"wrong sum", sum, 1, "in:2: the gzip file is damaged: expected a whole one"},
	} {
		puzzles, faults := readTexts(t, string(c.text), Ask{Shape: Nine})
		if len(puzzles) != c.puzzles || len(faults) != 1 || faults[0] != c.fault {
			t.Errorf("%s: %q %q", c.name, puzzles, faults)
		}
	}
}

// TestOverlongLines: a line that is too long is one fault, whatever it
// contains, unless its end is only a remark.
func TestOverlongLines(t *testing.T) {
	digits := strings.Repeat("1", 300_000)
	const problem = ":65537: a line of 65,536 characters or more: expected "
	for _, c := range []struct {
		name, text string
		puzzles    int
		faults     []string
	}{
		{"digits", digits + "\n" + seedLine, 1, []string{"in:1" + problem + "9 for a row or 81 for a puzzle in one line"}},
		{"row", "123456789\n123456789" + strings.Repeat(" ", 70_000) + "1\n", 0, []string{"in:2" + problem + "9 for row 2 of the grid begun in line 1"}},
		{"just", strings.Repeat("1", maxLine), 0, []string{"in:1" + problem + "9 for a row or 81 for a puzzle in one line"}},
		{"fits", strings.Repeat("1", maxLine-1) + "\n", 0, []string{"in:1:82: 65535 cells: expected 9 for a row or 81 for a puzzle in one line"}},
		{"remark", seedLine + " " + digits + "\n" + seedLine, 2, nil},
		{"comment", "#" + digits + "\n" + seedLine, 1, nil},
	} {
		puzzles, faults := readTexts(t, c.text, Ask{Shape: Nine})
		if len(puzzles) != c.puzzles || strings.Join(faults, "\n") != strings.Join(c.faults, "\n") {
			t.Errorf("%s: %d puzzles, faults\n%s\nwant %d,\n%s", c.name, len(puzzles), strings.Join(faults, "\n"), c.puzzles, strings.Join(c.faults, "\n"))
		}
	}
}

func TestContradiction(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"11" + seedLine[2:], "in:1:2: digit 1 is already given in the same row (line 1, column 1): expected each digit at most once in a row, column and box"},
		{strings.Join(rowsOf("4"+seedLine[1:], 9), "\n"), "in:5:1: digit 4 is already given in the same column (line 1, column 1): expected each digit at most once in a row, column and box"},
		{seedLine, ""},
	} {
		got := ""
		_, err := List(Ask{Shape: Nine}).Read(enumerate.PuzzleFile{Name: "in", In: strings.NewReader(c.text)}, func(p *Puzzle) error {
			if fault := p.Contradiction(); fault != nil {
				got = fault.Error()
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		if got != c.want {
			t.Errorf("got %q\nwant %q", got, c.want)
		}
	}
}

func FuzzReader(f *testing.F) {
	f.Add(seedLine, 3, 3)
	f.Add(seedGrid, 3, 3)
	f.Add("1234 / 3.1. / ____ / 0000", 2, 2)
	f.Fuzz(func(t *testing.T, text string, rows, cols int) {
		shape, err := NewShape(rows, cols)
		if err != nil {
			return
		}
		// Whatever it is, it is read to the end, and what was read reads back.
		puzzles, _ := readTexts(t, text, Ask{Shape: shape})
		if len(puzzles) == 0 {
			return
		}
		again, faults := readTexts(t, strings.Join(puzzles, "\n"), Ask{Shape: shape})
		if strings.Join(again, "\n") != strings.Join(puzzles, "\n") || len(faults) != 0 {
			t.Errorf("%q reads back as %q, %q", puzzles, again, faults)
		}
	})
}

func TestCheckSolution(t *testing.T) {
	for _, shape := range []Shape{{2, 2}, {2, 3}, {3, 3}, {3, 4}, {5, 5}} {
		n := shape.Side()
		grid := make([]byte, n*n)
		for i := range grid { // rows shifted by a box within a band, by one from band to band
			r, c := i/n, i%n
			grid[i] = byte((c+r%shape.Rows*shape.Cols+r/shape.Rows)%n + 1)
		}
		if err := shape.CheckSolution(grid, grid); err != nil {
			t.Errorf("%v: %v", shape, err)
		}
		for i := range grid {
			right := grid[i]
			for v := range byte(n + 2) {
				grid[i] = v
				if err := shape.CheckSolution(grid, nil); (err == nil) != (v == right) {
					t.Fatalf("%v: cell %d changed from %d to %d: %v", shape, i, right, v, err)
				}
			}
			grid[i] = right
		}
		givens := bytes.Clone(grid)
		givens[5] = grid[6]
		if shape.CheckSolution(grid, givens) == nil {
			t.Errorf("%v: a solution that contradicts a given passed", shape)
		}
	}
}

// TestSolvesNine compares the check of 9x9 boards with that of all shapes. In each
// stack of the board two digits can be exchanged so that two boxes alone are wrong.
func TestSolvesNine(t *testing.T) {
	var empty [81]byte
	cells, _ := Nine.Parse([]byte("418973256793256841652841793324689517589127364176435928241398675867512439935764182"))
	grid := [81]byte(cells)
	same := func(what string, a, b int) {
		if general := Nine.CheckSolution(grid[:], nil) == nil; solvesNine(&grid, &empty) != general {
			t.Fatalf("%s %d and %d exchanged: sound by the check of all shapes: %v", what, a, b, general)
		}
	}
	for a := range 81 {
		for b := range a {
			grid[a], grid[b] = grid[b], grid[a]
			same("cells", a, b)
			grid[a], grid[b] = grid[b], grid[a]
		}
	}
	for a := range 9 {
		for b := range a {
			for inBoth := range 1 << 9 { // columns in which two rows are exchanged
				rows := func() {
					for c := range 9 {
						if inBoth>>c&1 == 1 {
							grid[9*a+c], grid[9*b+c] = grid[9*b+c], grid[9*a+c]
						}
					}
				}
				rows()
				same("parts of rows", a, b)
				rows()
			}
		}
	}
	for i := range grid {
		right := grid[i]
		for v := range 256 {
			grid[i] = byte(v)
			if solvesNine(&grid, &empty) != (byte(v) == right) {
				t.Fatalf("cell %d changed from %d to %d passed", i, right, v)
			}
			grid[i] = right
			givens := empty
			givens[i] = byte(v)
			if solvesNine(&grid, &givens) != (v == 0 || byte(v) == right) {
				t.Fatalf("given %d of cell %d, which has %d, passed", v, i, right)
			}
		}
	}
}
