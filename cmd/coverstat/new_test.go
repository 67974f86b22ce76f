package main

import (
	"bufio"
	"bytes"
	"os"
	"strings"
	"testing"
)

// TestNewAsks answers the questions of new, wrongly at first.
func TestNewAsks(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("hole.txt", []byte("\ufeff ..\r\n...\r\n..."), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile("taken.yaml", nil, 0o666); err != nil {
		t.Fatal(err)
	}
	var questions bytes.Buffer
	n := newConfig{out: &questions, in: bufio.NewScanner(strings.NewReader(strings.Join([]string{
		"all", "", // then all solutions
		"polymino", "sudoku", "", // then polyomino
		"taken.yaml", "hole.yaml",
		"three by three", "3x3", "", "I4, O4, I2", // 10 cells
		"pieces", "", "", "", "", "none", "2", // 8 or 6 cells
		"solutions", "", "", "hole.txt", "I4, O4",
	}, "\n")))}
	s, err := n.write(t.Context())
	if err != nil {
		t.Fatalf("%v\n%s", err, questions.String())
	}
	for _, want := range []string{
		`no family "polymino": did you mean polyomino?`,
		"sudoku have no board and pieces",
		"taken.yaml exists",
		`board "three by three" is neither sizes nor a file`,
		"the pieces have 10 cells and the board has 9 to cover",
		"see --find pieces: which of the pieces fill the board",
		`how many pieces to choose: got "none", expected 1 or more`,
		"board: 8x8 (rows x cols), 3x4x5 (layers x rows x cols), hexagon 4, triangle 6, rhombus 4x7, or a file with a picture [3x3]: ",
		"no choice of 2 of the 3 pieces has the 9 cells to cover",
	} {
		if !strings.Contains(questions.String(), want) {
			t.Errorf("new does not say %q:\n%s", want, questions.String())
		}
	}
	if s.Plan.Name != "hole" {
		t.Errorf("the run is called %s", s.Plan.Name)
	}
	var out, messages bytes.Buffer
	if code := execute([]string{"check", "hole.yaml"}, strings.NewReader(""), &out, &messages); code != 0 || !strings.Contains(out.String(), "8 cells free") {
		t.Errorf("check: exit %d\n%s%s", code, out.String(), messages.String())
	}
}

// TestNewByFlags writes configs without a terminal.
func TestNewByFlags(t *testing.T) {
	t.Chdir(t.TempDir())
	try := func(args ...string) (string, int) {
		var out, messages bytes.Buffer
		code := execute(append([]string{"new"}, args...), strings.NewReader(""), &out, &messages)
		return out.String() + messages.String(), code
	}
	for _, c := range []struct {
		args string
		want string
		code int
	}{
		{"--family polyomino --board 8x8 --pieces pentominoes,O4 --out my.yaml", "coverstat run my.yaml ", 0},
		{"--family polyomino --board 8x8 --pieces pentominoes,O4 --out my.yaml", "my.yaml exists", 2},
		{"--family polycube --board 3x3x3 --pieces soma", "coverstat run my-puzzle.yaml ", 0},
		{"--board 3x3x3 --pieces soma --out no.yaml", "expected rows, cols or picture\ncoverstat: see --family: other boards are for other families, such as those of cubes for polycube", 2},
		{"--board 5x6 --pieces pentominoes --out no.yaml", "see --find pieces: which of the pieces fill the board", 2},
		{"--board 8x8 --pieces pentominoes --out no.yaml", "see --find holes: which cells to leave free", 2},
		{"--find pieces --number 6 --board 5x6 --pieces pentominoes --out six.yaml", "924 sets of 6 of 12 pieces", 0},
		{"--find holes --number 4 --board 8x8 --pieces pentominoes --out holes.yaml", "635,376 boards, each with 4 cells blocked", 0},
		{"--find copies --board 8x8 --pieces I2 --out dominoes.yaml", "board of 8 x 8", 0},
		{"--find numbers --board 4x1..12 --pieces tetrominoes,I2 --out numbers.yaml", "12 boards", 0},
		{"--find numbers --board 8x8 --pieces I2 --out no.yaml", "board 8x8 has one size: expected a range", 2},
		{"--find sample --number 9 --board 4x15 --pieces pentominoes --out sample.yaml", "board of 4 x 15", 0},
		{"--find sample --board 4x15 --pieces pentominoes --out no.yaml", "no terminal to ask at: expected --number", 2},
		{"--find booklet --number 3 --board 6x10 --pieces pentominoes --out booklet.yaml", "coverstat report booklet --sheet --where solutions=1 ", 0},
		{"--number 3 --board 4x15 --pieces pentominoes --out no.yaml", "--number 3: expected none with --find solutions", 2},
		{"--find holse --out no.yaml", `nothing to find "holse": did you mean holes?`, 2},
		{"--family polyhex --pieces tetrahexes --out hex.yaml", "no terminal to ask at: expected --board", 2},
		{"--family polyomino --board 8x9 --pieces pentominoes,O4 --out no.yaml", "the pieces have 64 cells and the board has 72 to cover", 2},
		{"--family polyomino --board 8x9 --pieces pentominos --out no.yaml", `"pentominos"`, 2},
		{"--family polyomino --board 8x9 --pieces I5,I5 --out no.yaml", "names of known pieces and sets, each once", 2},
	} {
		if got, code := try(strings.Fields(c.args)...); code != c.code || !strings.Contains(got, c.want) {
			t.Errorf("new %s: exit %d, expected %d and %q:\n%s", c.args, code, c.code, c.want, got)
		}
	}
	if got, code := try("--family", "polyhex", "--board", "rhombus 4x7", "--pieces", "tetrahexes", "--out", "hex.yaml"); code != 0 {
		t.Errorf("exit %d\n%s", code, got)
	}
	var out, messages bytes.Buffer
	if code := execute([]string{"count", "numbers.yaml"}, strings.NewReader(""), &out, &messages); code != 0 || !strings.Contains(out.String(), "201,471,878,345") {
		t.Errorf("count: exit %d\n%s%s", code, out.String(), messages.String())
	}
	if _, err := os.Stat("no.yaml"); err == nil {
		t.Error("new writes a config that is wrong")
	}
}
