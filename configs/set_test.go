package configs

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func TestSet(t *testing.T) {
	const doc = "family: polyomino\njob: census\nmeasures: [a, b]\npuzzle:\n  pieces: [I5, {name: Q}]\nsample:\n"
	for _, c := range []struct {
		set  []string
		want string // within the canonical form
	}{
		{[]string{"output.grid=false"}, `"output":{"grid":false,"rows":true}`},
		{[]string{"puzzle.board.rows=8", "puzzle.board.cols=9"}, `"board":{"cols":9,"rows":8}`},
		{[]string{"puzzle.board={rows: 8, cols: 9}"}, `"board":{"cols":9,"rows":8}`},
		{[]string{"puzzle.pieces.0=X5", "puzzle.pieces.1.count=any"}, `"pieces":["X5",{"count":"any","name":"Q"}]`},
		{[]string{"puzzle.pieces.2=X5"}, `"pieces":["I5",{"name":"Q"},"X5"]`},
		{[]string{"puzzle.pieces.2.name=X5"}, `"pieces":["I5",{"name":"Q"},{"name":"X5"}]`},
		{[]string{"measures.1=c"}, `"measures":["a","c"]`},
		{[]string{"measures=[adjacent(F5,P5), c]"}, `"measures":["adjacent(F5,P5)","c"]`},
		{[]string{"measures="}, `"measures":[]`},
		{[]string{"job=sample", "sample.draws=9007199254740993"}, ""},
		{[]string{"job=sample", "sample.draws=9"}, `"sample":{"draws":9,"node_limit":0,"sampler":"shuffled","seed":1}`},
		{[]string{"name=first", "name=last"}, `"name":"last"`},
		{[]string{"puzzle.text=a=b"}, `"text":"a=b"`},
		{[]string{"puzzle.deep.er.still={a: {b: []}}"}, `"deep":{"er":{"still":{"a":{"b":[]}}}}`},
	} {
		p, err := load("x.yaml", ".", []byte(doc), c.set)
		if c.want == "" {
			if err == nil {
				t.Errorf("%v: no error", c.set)
			}
			continue
		}
		if err != nil {
			t.Errorf("%v: %v", c.set, err)
			continue
		}
		if got := string(p.Canonical()); !strings.Contains(got, c.want) {
			t.Errorf("%v: %s has no %s", c.set, got, c.want)
		}
		roundTrip(t, p)
	}
}

func TestLoadFinds(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.MkdirAll("chessboard", 0o777); err != nil { // a folder does not hide the shipped run
		t.Fatal(err)
	}
	if p, err := Load("chessboard", nil); err != nil || p.Name != "chessboard" {
		t.Errorf("%v", err)
	}
	if err := os.WriteFile("mine", []byte(small), 0o666); err != nil {
		t.Fatal(err)
	}
	if p, err := Load("mine", nil); err != nil || p.Name != "mine" {
		t.Errorf("%v", err)
	}
	if err := os.Mkdir("folder", 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("circle", "circle"); err != nil {
		t.Fatal(err)
	}
	for arg, want := range map[string]string{
		"folder":          `folder: is a directory: expected a config file`,
		"circle":          `circle: cannot read the config: too many levels of symbolic links`,
		"chesboard":       `no file and no shipped run is called "chesboard": did you mean chessboard? Expected a file, or a shipped run`,
		"chessboard.yaml": `chessboard.yaml: cannot read the config: no such file or directory`,
		"./x":             `./x: cannot read the config: no such file or directory`,
		"./chessboard":    `./chessboard: is a directory: expected a config file`,
		"":                `no file and no shipped run is called ""`,
	} {
		if _, err := Load(arg, nil); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: got %v, want %s", arg, err, want)
		}
	}
}

func TestTooMuch(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"brackets":               {"a: " + strings.Repeat("[", 200_000), "x.yaml:1:54: nested more than 50 deep"},
		"braces":                 {strings.Repeat("{a: ", 100_000), "nested more than 50 deep"},
		"dashes":                 {strings.Repeat("- ", 200_000), "nested more than 50 deep"},
		"keys":                   {strings.Repeat("a: 1\n", 100_000), "more than 10000 keys"},
		"bytes":                  {strings.Repeat("# 5678901\n", 120_000), "x.yaml: the config has 1200000 bytes: expected at most 1048576"},
		"digits":                 {"a: " + strings.Repeat("9", 1000), "x.yaml:1:4: a number of 1000 characters"},
		"bytes that are no text": {"a: b\nc: \xff", "x.yaml:2:4: invalid bytes: expected UTF-8"},
	} {
		_, err := load("x.yaml", ".", []byte(c.text), nil)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v", name, err)
		}
	}
}

// readAll opens an input through the plan, as a family does.
func readAll(t *testing.T, p *Plan, path string) (string, error) {
	t.Helper()
	f, err := p.Spec().Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	buffer := make([]byte, 100)
	n, _ := f.Read(buffer)
	return string(buffer[:n]), nil
}

func TestInputs(t *testing.T) {
	config, working := t.TempDir(), t.TempDir()
	t.Chdir(working)
	put := func(folder, name, text string) {
		t.Helper()
		path := filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	put(config, "sub/in.txt", "beside the config")
	put(working, "sub/in.txt", "in the working folder")
	put(config, "run.yaml", "family: sudoku\njob: survey\npuzzle:\n  input: sub/in.txt\n")

	p, err := Load(filepath.Join(config, "run.yaml"), nil)
	if err != nil {
		t.Fatal(err)
	}
	before := p.Digest()
	if got, err := readAll(t, p, "sub/in.txt"); err != nil || got != "beside the config" {
		t.Errorf("%q, %v", got, err)
	}
	in := p.Inputs()
	if len(in) != 1 || in[0].Path != "sub/in.txt" || in[0].Bytes != 17 || len(in[0].SHA256) != 64 {
		t.Errorf("%+v", in)
	}
	if p.Digest() == before {
		t.Error("the input does not enter the digest")
	}

	// The manifest finds the same file, and sees that it has changed.
	q := again(t, p)
	if got, err := readAll(t, q, "sub/in.txt"); err != nil || got != "beside the config" || q.Digest() != p.Digest() {
		t.Errorf("%q, %v", got, err)
	}
	// Opening again is allowed, and does not hash again.
	if got, err := readAll(t, q, "sub/in.txt"); err != nil || got != "beside the config" || len(q.Inputs()) != 1 {
		t.Errorf("%q, %v", got, err)
	}
	put(config, "sub/in.txt", "something else")
	later := time.Now().Add(time.Hour)
	if err := os.Chtimes(filepath.Join(config, "sub/in.txt"), later, later); err != nil {
		t.Fatal(err)
	}
	if _, err := readAll(t, q, "sub/in.txt"); err == nil || !strings.Contains(err.Error(), "is not the file of the run any more") {
		t.Errorf("changed input: %v", err)
	}

	// A path in a flag starts at the working folder, also for shipped runs.
	for _, arg := range []string{filepath.Join(config, "run.yaml"), "sudoku-4x4"} {
		p, err := Load(arg, []string{"puzzle.input=sub/in.txt"})
		if err != nil {
			t.Fatal(err)
		}
		if got, err := readAll(t, p, "sub/in.txt"); err != nil || got != "in the working folder" {
			t.Errorf("%s: %q, %v", arg, got, err)
		}
	}

	// So does one that a later value of the file repeats.
	p, err = load("run.yaml", config, []byte("family: nonogram\njob: survey\npuzzle:\n  input: [a, sub/in.txt]\n"), []string{"puzzle.input.0=sub/in.txt"})
	if err != nil {
		t.Fatal(err)
	}
	if got, err := readAll(t, p, "sub/in.txt"); err != nil || got != "in the working folder" {
		t.Errorf("%q, %v", got, err)
	}

	// Shipped runs read what is shipped with them.
	p, err = Load("queens-12", nil)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := readAll(t, p, "data/queens-12.txt"); err != nil || !strings.HasPrefix(got, "| queens-12") {
		t.Errorf("%q, %v", got, err)
	}
	if got, err := readAll(t, again(t, p), "data/queens-12.txt"); err != nil || !strings.HasPrefix(got, "| queens-12") {
		t.Errorf("from the manifest: %q, %v", got, err)
	}

	p, err = Load(filepath.Join(config, "run.yaml"), nil)
	if err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{
		"sub":        `"sub" (` + filepath.Join(config, "sub") + `): not a regular file: expected a file that can be read`,
		"nothing":    `no such file or directory`,
		"/dev/stdin": `not a regular file`,
	} {
		if _, err := readAll(t, p, path); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", path, err)
		}
	}
	if err := os.Remove(filepath.Join(config, "sub/in.txt")); err != nil {
		t.Fatal(err)
	}
	want := filepath.Join(config, "run.yaml") + `:4:10: "sub/in.txt" (`
	if _, err := readAll(t, p, "sub/in.txt"); err == nil || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("got %v, want %s...", err, want)
	}
}

// TestInputsMoved: the inputs of a dataset that has moved are found from the
// working folder on, beside the dataset and beside its folder, by what is in
// them; the places are told where there is none.
func TestInputsMoved(t *testing.T) {
	config := t.TempDir()
	file := filepath.Join(config, "sub", "in.txt")
	put := func(name, text string) {
		t.Helper()
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	put(file, "the run's")
	run := filepath.Join(config, "run.yaml")
	for _, written := range []string{"sub/in.txt", file} {
		put(run, "family: sudoku\njob: survey\npuzzle:\n  input: "+written+"\n")
		put(file, "the run's")
		p, err := Load(run, nil)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := readAll(t, p, written); err != nil {
			t.Fatal(err)
		}
		canonical, recorded, digest := p.Canonical(), p.Inputs(), p.Digest()
		put(file, "another")
		below := "sub/in.txt"
		if filepath.IsAbs(written) {
			below = "in.txt"
		}
		working, dataset := t.TempDir(), filepath.Join(t.TempDir(), "set")
		t.Chdir(working)
		reopen := func() (string, error) {
			t.Helper()
			q, err := FromManifest(canonical, recorded, dataset, filepath.Dir(dataset))
			if err != nil {
				t.Fatal(err)
			}
			text, err := readAll(t, q, written)
			if err == nil && q.Digest() != digest {
				t.Errorf("%s: another digest", written)
			}
			return text, err
		}
		places := []string{filepath.Join(working, below), filepath.Join(dataset, below), filepath.Join(filepath.Dir(dataset), below)}
		for i, where := range places {
			put(where, "the run's")
			for _, wrong := range places[:i] {
				put(wrong, "not the run's")
			}
			if text, err := reopen(); err != nil || text != "the run's" {
				t.Errorf("%s at %s: %q, %v", written, where, text, err)
			}
			if err := os.Remove(where); err != nil {
				t.Fatal(err)
			}
		}
		_, err = reopen()
		for _, want := range append([]string{file, "is not the file of the run any more", "expected the file of the run, 9 bytes with sha256 " + recorded[0].SHA256}, places...) {
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("nowhere: %v, expected %q", err, want)
			}
		}
	}
}
