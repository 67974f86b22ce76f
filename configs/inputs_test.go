package configs

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

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
	put(t, filepath.Join(config, "sub/in.txt"), "beside the config")
	put(t, filepath.Join(working, "sub/in.txt"), "in the working folder")
	put(t, filepath.Join(config, "run.yaml"), "family: sudoku\njob: survey\npuzzle:\n  input: sub/in.txt\n")

	p, err := Load(filepath.Join(config, "run.yaml"), nil)
	if err != nil {
		t.Fatal(err)
	}
	before := p.Digest("")
	if got, err := readAll(t, p, "sub/in.txt"); err != nil || got != "beside the config" {
		t.Errorf("%q, %v", got, err)
	}
	in := p.Inputs()
	if len(in) != 1 || in[0].Path != "sub/in.txt" || in[0].Bytes != 17 || len(in[0].SHA256) != 64 {
		t.Errorf("%+v", in)
	}
	if p.Digest("") == before {
		t.Error("the input does not enter the digest")
	}

	// The manifest finds the same file, and sees that it has changed.
	q := again(t, p)
	if got, err := readAll(t, q, "sub/in.txt"); err != nil || got != "beside the config" || q.Digest("") != p.Digest("") {
		t.Errorf("%q, %v", got, err)
	}
	// Opening again is allowed, and does not hash again.
	if got, err := readAll(t, q, "sub/in.txt"); err != nil || got != "beside the config" || len(q.Inputs()) != 1 {
		t.Errorf("%q, %v", got, err)
	}
	put(t, filepath.Join(config, "sub/in.txt"), "something else")
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
	put(t, file, "the run's")
	run := filepath.Join(config, "run.yaml")
	for _, written := range []string{"sub/in.txt", file} {
		put(t, run, "family: sudoku\njob: survey\npuzzle:\n  input: "+written+"\n")
		put(t, file, "the run's")
		p, err := Load(run, nil)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := readAll(t, p, written); err != nil {
			t.Fatal(err)
		}
		canonical, recorded, digest := p.Canonical(), p.Inputs(), p.Digest("")
		put(t, file, "another")
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
			if err == nil && q.Digest("") != digest {
				t.Errorf("%s: another digest", written)
			}
			return text, err
		}
		places := []string{filepath.Join(working, below), filepath.Join(dataset, below), filepath.Join(filepath.Dir(dataset), below)}
		for i, where := range places {
			put(t, where, "the run's")
			for _, wrong := range places[:i] {
				put(t, wrong, "not the run's")
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

// TestAsked: what a config asks for is that of a file's contents under any name; symmetry, pieces and conditions are a
// part of it, and what is measured or drawn is not.
func TestAsked(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"a.txt": "one", "b.txt": "one", "c.txt": "two"} {
		put(t, filepath.Join(dir, name), text)
	}
	asked := func(file string, set ...string) string {
		t.Helper()
		run := filepath.Join(dir, "run.yaml")
		put(t, run, "family: exactcover\njob: census\npuzzle: {input: "+file+"}\n")
		p, err := Load(run, set)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := readAll(t, p, file); err != nil {
			t.Fatal(err)
		}
		if q := again(t, p); string(q.Asked()) != string(p.Asked()) {
			t.Errorf("the manifest asks for %s, expected %s", q.Asked(), p.Asked())
		}
		return string(p.Asked())
	}
	first := asked("a.txt")
	for _, same := range []string{asked("b.txt"), asked("a.txt", "measures=[x]", "job=sample", "sample={draws: 3}", "kernel=dlx")} {
		if same != first {
			t.Errorf("%s, expected %s", same, first)
		}
	}
	for _, other := range []string{asked("c.txt"), asked("a.txt", "puzzle.symmetry=[(x y)]"), asked("a.txt", "require=[size=1]")} {
		if other == first {
			t.Errorf("%s is that of other solutions", other)
		}
	}
}
