package study_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"coverstat/cmd/internal/study"
)

// TestIdentify: the example of each format is known as a puzzle of its kind among the formats of all kinds. An example
// of a refused one is none of another kind.
func TestIdentify(t *testing.T) {
	for _, k := range study.Kinds() {
		for _, f := range k.List {
			if f.Example == "" {
				continue
			}
			name := filepath.Join(t.TempDir(), "example.txt")
			if err := os.WriteFile(name, []byte(f.Example), 0o666); err != nil {
				t.Fatal(err)
			}
			var set []string
			if f.Name == "picture" { // it may as well be a cover's matrix
				if got, _, _, err := study.Identify(name, nil); err == nil || !strings.Contains(err.Error(), "--set family=NAME") {
					t.Errorf("a picture of 0s and 1s: got %s, %v", got.Name, err)
				}
				set = []string{"family=polyomino"}
			}
			got, _, _, err := study.Identify(name, set)
			if f.Reads && (err != nil || got.Name != k.Name) || !f.Reads && err == nil {
				t.Errorf("%s, %s: got %q, %v", k.Name, f.Name, got.Name, err)
			}
			if !f.Reads && err != nil && !strings.Contains(err.Error(), f.Instead) {
				t.Errorf("%s, %s: %v\nexpected %s", k.Name, f.Name, err, f.Instead)
			}
			if f.Reads && !study.IsPuzzleFile(name) {
				t.Errorf("%s, %s: it is taken for a config", k.Name, f.Name)
			}
		}
	}
}

// TestIdentifyFaults: a faulty file has the error of its own kind, and sections of a .sdk file are no graph.
func TestIdentifyFaults(t *testing.T) {
	rows := "53..7....\n6..195...\n.98....6.\n8...6...3\n4..8.3..1\n7...2...6\n.6....28.\n...419..5\n....8..79\n"
	for _, x := range []struct{ text, want string }{
		{"[Puzzle]\n" + rows + "[State]\n" + rows + "[PencilMarks]\n1,2,4\n", "sudoku"},
		{"Grid 01\n" + rows + "Grid 02\n" + rows, "sudoku"},
		{`{"nodes": [{"id": 1}], "links": [{"source": 1, "target": 2}]}`, "links: number 0 has the target 2"},
		{`{"row_clues": [[1], null], "col_clues": [[1]]}`, "as a nonogram: got row_clues[1] null"},
		{`{"grid": "square", "shapes": []}`, "polysolve"},
	} {
		name := filepath.Join(t.TempDir(), "file")
		if err := os.WriteFile(name, []byte(x.text), 0o666); err != nil {
			t.Fatal(err)
		}
		got, _, _, err := study.Identify(name, nil)
		if err == nil && got.Name != x.want || err != nil && !strings.Contains(err.Error(), x.want) {
			t.Errorf("%s: got %q, %v\nexpected %s", x.text, got.Name, err, x.want)
		}
	}
}
