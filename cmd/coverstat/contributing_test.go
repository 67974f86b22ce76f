package main

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestRecipes does what CONTRIBUTING.md shows: it builds the program with the
// code of all recipes and runs their commands. No file of the project changes:
// the compiler is given the changed ones as an overlay.
//
// A Go block names its file. If there is such a file, the block stands in it, or its
// first line does and the other lines go behind that line; else the block is the
// file. Other blocks with a name are files beside the commands.
func TestRecipes(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the program again")
	}
	const page = "CONTRIBUTING.md"
	text := readPage(t, page)
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	changed := map[string]string{} // path in the project to its text
	for _, b := range blocks(text) {
		language, file, named := strings.Cut(b.info, " ")
		switch {
		case !named:
		case language == "go":
			insert(t, root, file, b.text, changed)
		default:
			if err := os.WriteFile(filepath.Join(dir, file), []byte(b.text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
	}
	overlay := writeOverlay(t, root, dir, changed)
	program := filepath.Join(dir, "coverstat")
	execute := func(in, name string, args ...string) (string, string, int) {
		c := exec.Command(name, args...)
		var out, messages bytes.Buffer
		c.Dir, c.Stdout, c.Stderr = in, &out, &messages
		if err := c.Run(); err != nil && c.ProcessState == nil {
			t.Fatal(err)
		}
		return out.String(), messages.String(), c.ProcessState.ExitCode()
	}
	if _, messages, code := execute(root, "go", "build", "-overlay", overlay, "-o", program, "./cmd/coverstat"); code != 0 {
		t.Fatalf("the program with the recipes of %s:\n%s", page, messages)
	}
	for _, b := range blocks(text) {
		if b.info != "console" {
			continue
		}
		sessionOf(t, page, b.text, func(args []string) (string, string, int) {
			if args[0] == "go" { // go test ...
				return execute(root, "go", append([]string{"test", "-overlay", overlay}, args[2:]...)...)
			}
			return execute(dir, program, args[1:]...)
		})
	}
}

// insert adds a block to the text of a file.
func insert(t *testing.T, root, file, block string, changed map[string]string) {
	t.Helper()
	old, ok := changed[file]
	if !ok {
		data, err := os.ReadFile(filepath.Join(root, file))
		if os.IsNotExist(err) {
			changed[file] = block
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		old = string(data)
	}
	if strings.Contains(old, "\n"+block) {
		return
	}
	anchor, more, _ := strings.Cut(block, "\n")
	if n := strings.Count(old, "\n"+anchor+"\n"); n != 1 {
		t.Fatalf("CONTRIBUTING.md: %s has the line %q %d times, expected once", file, anchor, n)
	}
	changed[file] = strings.Replace(old, "\n"+anchor+"\n", "\n"+anchor+"\n"+more, 1)
}

// writeOverlay describes changed files to the compiler, and returns the name of
// the description.
func writeOverlay(t *testing.T, root, dir string, changed map[string]string) string {
	t.Helper()
	replace := map[string]string{}
	for file, text := range changed {
		copied := filepath.Join(t.TempDir(), filepath.Base(file))
		if err := os.WriteFile(copied, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		replace[filepath.Join(root, file)] = copied
	}
	data, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(dir, "overlay.json")
	if err := os.WriteFile(name, data, 0o666); err != nil {
		t.Fatal(err)
	}
	return name
}
