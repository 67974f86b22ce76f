package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestDocs draws the pictures of the README again: they are what the commands
// give.
func TestDocs(t *testing.T) {
	docs, err := filepath.Abs("../../docs")
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	for _, c := range []struct{ command, file string }{
		{"run chessboard --progress none", ""},
		{"draw runs/chessboard --random 6 --seed 1 --cell 16 --columns 6", "chessboard.svg"},
		{"draw runs/chessboard --measure crossroads", "crossroads.svg"},
		{"run soma --progress none", ""},
		{"draw runs/soma --row 109,162 --view exploded --cell 24 --columns 2", "soma.svg"},
	} {
		var out, messages bytes.Buffer
		if code := execute(strings.Fields(c.command), strings.NewReader(""), &out, &messages); code != 0 {
			t.Fatalf("%s: exit %d\n%s", c.command, code, &messages)
		}
		if c.file == "" {
			continue
		}
		want, err := os.ReadFile(filepath.Join(docs, c.file))
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(out.Bytes(), want) {
			t.Errorf("docs/%s is not what coverstat %s gives", c.file, c.command)
		}
	}
}
