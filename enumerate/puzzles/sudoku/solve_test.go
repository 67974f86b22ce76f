package sudoku

import (
	"bytes"
	"compress/gzip"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"coverstat/enumerate"
	"coverstat/enumerate/puzzles/sudoku/grid"
	"coverstat/enumerate/puzzles/sudoku/sudokutest"
)

const (
	firstPuzzle   = "060593000901000500030400090108020004400309001200010609080006020004000807000785010"
	firstSolution = "762593148941278536835461792198627354476359281253814679387146925514932867629785413"
)

func answer1(t *testing.T, request enumerate.SolveRequest, text string) string {
	t.Helper()
	var out bytes.Buffer
	request.Name, request.In, request.Out = "in", strings.NewReader(text), &out
	if err := Solve(request); err != nil {
		t.Fatalf("%q: %v", text, err)
	}
	return out.String()
}

// TestSolveAllMethods gives every method the project's puzzles and expects the
// same answers.
func TestSolveAllMethods(t *testing.T) {
	text := ownPuzzles()
	text = text[:strings.LastIndex(strings.TrimSpace(text), "\n")] // less the contradictory one
	want := answer1(t, enumerate.SolveRequest{}, text)
	lines := strings.Split(strings.TrimSpace(want), "\n")
	if len(lines) != 75 || lines[0] != "unique "+firstSolution || !strings.HasPrefix(lines[73], "many ") || lines[74] != "none" {
		t.Errorf("%d answers: %q … %q, %q", len(lines), lines[0], lines[73], lines[74])
	}
	for _, request := range []enumerate.SolveRequest{
		{Method: "bands"},
		{Method: "singles"},
		{Method: "singles", Flags: map[string]string{"guess": "first", "hidden": "yes"}},
		{Method: "singles", Flags: map[string]string{"guess": "most", "hidden": "yes"}},
		{Method: "exactcover"},
	} {
		got := strings.Split(strings.TrimSpace(answer1(t, request, text)), "\n")
		for i, line := range got {
			if sortedAnswer(line) != sortedAnswer(lines[i]) {
				t.Errorf("%+v, puzzle %d: %s, want %s", request, i+1, line, lines[i])
			}
		}
	}
}

// sortedAnswer puts the two solutions of an answer in order: where there are
// just two, methods may find them in any.
func sortedAnswer(line string) string {
	words := strings.Fields(line)
	if len(words) == 3 && words[1] > words[2] {
		words[1], words[2] = words[2], words[1]
	}
	return strings.Join(words, " ")
}

func TestSolveShapes(t *testing.T) {
	for _, c := range []struct{ text, box, want string }{
		{"1...\n..2.\n.3..\n...4\n", "", "unique 1243342143122134\n"},
		{"1......2.3..4...", "", "unique 1234341223414123\n"},
		{"12.. 34.. .... ...1", "2x2", "many 1234341221434321 "},
		{"12..\n..3.\n....\n...4\n", "", "none\n"},
		{"12../34../21../4.21", "", "many 1234341221434321 "},
		{"123456/456123/231564/564231/312645/......", "", "unique 123456456123231564564231312645645312\n"},
		{"................................................................................A" + strings.Repeat(".", 175), "", "many "},
	} {
		for _, method := range []string{"", "singles", "exactcover"} {
			flags := map[string]string{"box": c.box}
			if len(c.text) == 256 && method == "exactcover" {
				continue // minutes
			}
			got := answer1(t, enumerate.SolveRequest{Method: method, Flags: flags}, c.text)
			if whole := strings.HasSuffix(c.want, "\n"); !strings.HasPrefix(got, c.want) || whole && got != c.want {
				t.Errorf("%q, method %q: %q, want %q", c.text, method, got, c.want)
			}
		}
	}
}

func TestSolveFaults(t *testing.T) {
	for _, c := range []struct {
		name, text, want string
		request          enumerate.SolveRequest
	}{
		{"length", firstPuzzle[1:], "in:1:81: 80 cells: expected 9 for a row or 81 for a puzzle in one line", enumerate.SolveRequest{Flags: map[string]string{"box": "3x3"}}},
		{"character", "z" + firstPuzzle[1:], "in:1:1: illegal character 'z': expected 1-9 or, for an empty cell, 0 . _ * - ? x", enumerate.SolveRequest{}},
		{"contradiction", firstPuzzle + "\n6" + firstPuzzle[1:], "in:2:2: digit 6 is already given in the same row (line 2, column 1): expected each digit at most once in a row, column and box", enumerate.SolveRequest{}},
		{"method and shape", "1...............", "method bands: boxes of 2x2: expected 3x3; singles and exactcover take every shape", enumerate.SolveRequest{Method: "bands"}},
		{"trace", firstPuzzle, "--trace with method bands: expected method singles, whose steps are those of a person", enumerate.SolveRequest{Method: "bands", Trace: true}},
		{"box", firstPuzzle, `box "3": expected rows x columns, such as 2x3 or 3x3`, enumerate.SolveRequest{Flags: map[string]string{"box": "3"}}},
		{"node limit and bands", firstPuzzle, "--node-limit with method bands, which goes to the end: expected method singles", enumerate.SolveRequest{Method: "bands", Flags: map[string]string{"node-limit": "5"}}},
		{"node limit and exactcover", firstPuzzle, "--node-limit with method exactcover, which goes to the end: expected method singles", enumerate.SolveRequest{Method: "exactcover", Flags: map[string]string{"node-limit": "5"}}},
		{"node limit", firstPuzzle, "--node-limit x: expected a number of guesses, 0 for no limit", enumerate.SolveRequest{Flags: map[string]string{"node-limit": "x"}}},
	} {
		var out bytes.Buffer
		c.request.Name, c.request.In, c.request.Out = "in", strings.NewReader(c.text), &out
		err := Solve(c.request)
		if err == nil || err.Error() != c.want {
			t.Errorf("%s: %v\nwant %s", c.name, err, c.want)
		}
		if fault := (*enumerate.InputError)(nil); !errors.As(err, &fault) {
			t.Errorf("%s: not an input error", c.name)
		}
		if c.name == "contradiction" && out.String() != "unique "+firstSolution+"\nnone\n" {
			t.Errorf("the puzzle before the fault and the faulty one were answered %q", out.String())
		}
	}
}

// TestSolveGoesOn: what is wrong with one puzzle is no reason to leave the
// others without an answer.
func TestSolveGoesOn(t *testing.T) {
	answers := func(text string) (string, error) {
		var out bytes.Buffer
		err := Solve(enumerate.SolveRequest{Name: "in", In: strings.NewReader(text), Out: &out})
		return out.String(), err
	}
	text := firstPuzzle + "\n6" + firstPuzzle[1:] + "\nz" + firstPuzzle[1:] + "\n" + firstPuzzle[1:] + "\n" + firstPuzzle + "\n"
	got, err := answers(text)
	if want := "unique " + firstSolution + "\nnone\nunique " + firstSolution + "\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	want := "in:2:2: digit 6 is already given in the same row (line 2, column 1): expected each digit at most once in a row, column and box\n" +
		"in:3:1: illegal character 'z': expected 1-9 or, for an empty cell, 0 . _ * - ? x\n" +
		"in:4:81: 80 cells: expected 9 for a row or 81 for a puzzle in one line"
	if err == nil || err.Error() != want {
		t.Errorf("%v\nwant %s", err, want)
	}
	got, err = answers(strings.Repeat("66"+firstPuzzle[2:]+"\n", 100))
	if n := strings.Count(got, "none\n"); n != 100 || err == nil || !strings.HasSuffix(err.Error(), "\nand 80 more, 100 faults in all") {
		t.Errorf("%d of 100 contradictions answered none; %v", n, err)
	}

	for _, empty := range []string{"", "\n\n", "# a remark\n", "---+---+---\n"} {
		got, err := answers(empty)
		if got != "" || err == nil || !strings.HasPrefix(err.Error(), "in: no Sudoku: expected ") {
			t.Errorf("%q: %q, %v", empty, got, err)
		}
	}

	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	if _, err := z.Write([]byte(firstPuzzle + "\n" + firstPuzzle)); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	got, err = answers(packed.String()[:packed.Len()-6])
	if got != "unique "+firstSolution+"\n" || err == nil || err.Error() != "in:2: the gzip file is cut off: expected a whole one" {
		t.Errorf("cut off gzip: %q, %v", got, err)
	}
}

// TestNodeLimit: what was not proved is not called unique.
func TestNodeLimit(t *testing.T) {
	hard, solution := sudokutest.Hard(2, 0, 100)
	for _, limit := range []string{"1", "10", "100"} {
		got := answer1(t, enumerate.SolveRequest{Method: "singles", Flags: map[string]string{"node-limit": limit}}, grid.Format(hard[:]))
		if !strings.HasPrefix(got, "stopped") {
			t.Errorf("limit %s: %q", limit, got)
		}
	}
	// Without a method it is that of the limit.
	if got := answer1(t, enumerate.SolveRequest{Flags: map[string]string{"node-limit": "1"}}, grid.Format(hard[:])); !strings.HasPrefix(got, "stopped") {
		t.Errorf("limit without a method: %q", got)
	}
	if got := answer1(t, enumerate.SolveRequest{Flags: map[string]string{"node-limit": "0"}}, grid.Format(hard[:])); got != "unique "+grid.Format(solution[:])+"\n" {
		t.Errorf("no limit: %q", got)
	}
	if got := answer1(t, enumerate.SolveRequest{Flags: map[string]string{"node-limit": "20"}}, strings.Repeat(".", 16*16)); !strings.HasPrefix(got, "stopped") {
		t.Errorf("limit on 16x16: %q", got)
	}
	if got := answer1(t, enumerate.SolveRequest{}, grid.Format(hard[:])); got != "unique "+grid.Format(solution[:])+"\n" {
		t.Errorf("%q", got)
	}
}

// TestTrace compares the trace of two puzzles, one of singles alone and one with
// guesses, with files that people have read.
func TestTrace(t *testing.T) {
	for _, c := range []struct {
		file, text string
		flags      map[string]string
	}{
		{"trace-first.txt", firstPuzzle, nil},
		{"trace-guesses.txt", "1..... ..4... ....2. .5.... ...3.. .....6", map[string]string{"hidden": "yes"}},
		{"trace-dead.txt", "12..\n..3.\n....\n...4\n", map[string]string{"guess": "most"}},
	} {
		got := answer1(t, enumerate.SolveRequest{Trace: true, Flags: c.flags}, c.text)
		path := filepath.Join("testdata", c.file)
		if os.Getenv("COVERSTAT_UPDATE") == "1" {
			if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if got != string(want) {
			t.Errorf("%s: the trace has changed; COVERSTAT_UPDATE=1 writes it. Got\n%s", c.file, got)
		}
	}
}

// ownPuzzles returns the shipped file of puzzles.
func ownPuzzles() string {
	text, err := os.ReadFile(filepath.Join("..", "..", "..", "configs", "data", "sudoku.txt"))
	if err != nil {
		panic(err)
	}
	return string(text)
}
