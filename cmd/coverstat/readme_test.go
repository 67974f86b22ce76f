package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestREADME runs the console blocks of the README in one empty folder, in
// order, with the YAML block that has a name as a file, and compares what is
// printed. A line that ends in "..." matches whatever begins like it, a line
// of dots alone any lines.
func TestREADME(t *testing.T) {
	text, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	for name, content := range map[string]string{
		"source.txt": "060593000\n901000500\n030400090\n108020004\n400309001\n200010609\n080006020\n004000807\n000785010\n",
		"shang.txt":  "......\n..#...\n..##..\n..#...\n.####.\n......\n",
	} {
		if err := os.WriteFile(name, []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, b := range blocks(string(text)) {
		switch {
		case b.language == "yaml" && strings.HasPrefix(b.text, "name: "):
			name, _, _ := strings.Cut(strings.TrimPrefix(b.text, "name: "), "\n")
			if err := os.WriteFile(name+".yaml", []byte(b.text), 0o666); err != nil {
				t.Fatal(err)
			}
		case b.language == "console":
			session(t, b.text)
		}
	}
}

type block struct{ language, text string }

func blocks(markdown string) []block {
	var all []block
	parts := strings.Split("\n"+markdown, "\n```")
	for i := 1; i < len(parts); i += 2 {
		language, text, _ := strings.Cut(parts[i], "\n")
		all = append(all, block{language, text + "\n"})
	}
	return all
}

func session(t *testing.T, text string) {
	for _, part := range strings.Split("\n"+text, "\n$ ")[1:] {
		command, want, _ := strings.Cut(part, "\n")
		args, err := split(command)
		if err != nil || args[0] != "coverstat" {
			t.Fatalf("README: %q: expected a coverstat command (%v)", command, err)
		}
		var out, messages bytes.Buffer
		if code := run(args[1:], strings.NewReader(""), &out, &messages); code != 0 {
			t.Fatalf("README: %s: exit %d\n%s", command, code, &messages)
		}
		if !matches(strings.Split(strings.TrimRight(want, "\n"), "\n"), strings.Split(strings.TrimRight(out.String(), "\n"), "\n")) {
			t.Errorf("README: %s prints otherwise (-README +program):\n%s", command, cmp.Diff(want, out.String()))
		}
	}
}

func matches(want, got []string) bool {
	for i, w := range want {
		if w == "..." {
			if i == len(want)-1 {
				return true
			}
			for j := i; j <= len(got); j++ {
				if matches(want[i+1:], got[min(j, len(got)):]) {
					return true
				}
			}
			return false
		}
		if i >= len(got) {
			return false
		}
		if prefix, ok := strings.CutSuffix(w, "..."); ok && strings.HasPrefix(got[i], prefix) {
			continue
		}
		if w != got[i] {
			return false
		}
	}
	return len(want) == len(got)
}

// split splits a command at spaces, outside single quotes.
func split(command string) ([]string, error) {
	var args []string
	quoted := strings.Split(command, "'")
	for i, part := range quoted {
		if i%2 == 1 {
			args = append(args, part)
		} else {
			args = append(args, strings.Fields(part)...)
		}
	}
	return args, nil
}

// TestLinks sees that files that the README points to are there.
func TestLinks(t *testing.T) {
	text, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range strings.Split(string(text), "](")[1:] {
		target, _, _ := strings.Cut(part, ")")
		if strings.Contains(target, "://") || strings.HasPrefix(target, "#") {
			continue
		}
		if _, err := os.Stat(filepath.Join("../..", target)); err != nil {
			t.Errorf("README points to %s: %v", target, err)
		}
	}
}
