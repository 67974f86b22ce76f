package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestPages runs the console blocks of each page in an empty folder, in order, and
// compares what is printed. A line that ends in "..." matches every line with
// that beginning, a line of dots alone any lines. A block whose first line names
// a file after its language is written to that file, but for JSON: the file has its lines.
func TestPages(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	for _, page := range []string{"README.md", "docs/dataset.md", "docs/covers.md", "docs/convert.md", "docs/explore.md", "docs/puzzles.md", "docs/regions.md", "docs/samples.md"} {
		t.Run(page, func(t *testing.T) {
			if page == "docs/samples.md" && os.Getenv("COVERSTAT_SOAK") == "" {
				t.Skip("draws for 20 s: set COVERSTAT_SOAK to run it")
			}
			text := readPage(t, page)
			t.Chdir(t.TempDir())
			for _, b := range blocks(text) {
				language, file, named := strings.Cut(b.info, " ")
				switch {
				case named && language == "json":
					hasLines(t, file, b.text)
				case named:
					if err := os.WriteFile(file, []byte(b.text), 0o666); err != nil {
						t.Fatal(err)
					}
				case language == "console":
					session(t, page, b.text)
				}
			}
		})
	}
}

// hasLines checks that a file has these lines in this order, with others at lines of dots.
func hasLines(t *testing.T, file, lines string) {
	t.Helper()
	rest, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range strings.Split(lines, "...\n") {
		_, after, found := bytes.Cut(rest, []byte(part))
		if !found {
			t.Errorf("%s lacks these lines, or has them earlier:\n%s", file, part)
		}
		rest = after
	}
}

func readPage(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("../..", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// A block is a fenced block of a page: what stands behind the fence, and the
// lines within.
type block struct{ info, text string }

func blocks(markdown string) []block {
	var all []block
	parts := strings.Split("\n"+markdown, "\n```")
	for i := 1; i < len(parts); i += 2 {
		info, text, _ := strings.Cut(parts[i], "\n")
		all = append(all, block{info, text + "\n"})
	}
	return all
}

// session runs the commands of a console block in this process. The last word of a command may be <FILE.
func session(t *testing.T, page, text string) {
	t.Helper()
	sessionOf(t, page, text, func(args []string) (string, string, int) {
		var in, out, messages bytes.Buffer
		if file, ok := strings.CutPrefix(args[len(args)-1], "<"); ok {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			in.Write(text)
			args = args[:len(args)-1]
		}
		code := execute(args[1:], &in, &out, &messages)
		return out.String(), messages.String(), code
	})
}

// sessionOf runs the commands of a console block by a program and compares what
// it prints with the block.
func sessionOf(t *testing.T, page, text string, program func(args []string) (out, messages string, code int)) {
	t.Helper()
	for _, part := range strings.Split("\n"+text, "\n$ ")[1:] {
		command, want, _ := strings.Cut(part, "\n")
		args, err := split(command)
		if err != nil || args[0] != "coverstat" && args[0] != "go" {
			t.Fatalf("%s: %q: expected a coverstat command (%v)", page, command, err)
		}
		out, messages, code := program(args)
		if code != 0 {
			t.Fatalf("%s: %s: exit %d\n%s", page, command, code, messages)
		}
		if !matches(strings.Split(strings.TrimRight(want, "\n"), "\n"), strings.Split(strings.TrimRight(out, "\n"), "\n")) {
			t.Errorf("%s: %s prints otherwise (-page +program):\n%s", page, command, cmp.Diff(want, out))
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

// TestLinks checks that the files that pages point to are there.
func TestLinks(t *testing.T) {
	pages, err := filepath.Glob("../../docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	pages = append(pages, "../../export/NOTES.md")
	err = filepath.WalkDir("../../enumerate", func(name string, _ os.DirEntry, err error) error {
		if filepath.Base(name) == "NOTES.md" {
			pages = append(pages, name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, page := range append(pages, "../../README.md", "../../CONTRIBUTING.md", "../../CHANGELOG.md") {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, part := range strings.Split(string(text), "](")[1:] {
			target, _, _ := strings.Cut(part, ")")
			target, _, _ = strings.Cut(target, "#")
			if strings.Contains(target, "://") || target == "" {
				continue
			}
			if _, err := os.Stat(filepath.Join(filepath.Dir(page), target)); err != nil {
				t.Errorf("%s points to %s: %v", page, target, err)
			}
		}
	}
}
