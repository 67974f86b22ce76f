package configs

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"coverstat/enumerate"
)

func TestShippedRunsLoad(t *testing.T) {
	for _, run := range Shipped() {
		p, err := Load(run.Name, nil)
		if err != nil {
			t.Errorf("%s: %v", run.Name, err)
			continue
		}
		if p.Name != run.Name || run.Summary == "" || strings.HasPrefix(run.Summary, "#") {
			t.Errorf("%s: name %q, summary %q", run.Name, p.Name, run.Summary)
		}
		var puzzle *node
		if err := p.Spec().Puzzle(&puzzle); err != nil || len(puzzle.children) == 0 {
			t.Errorf("%s: puzzle %v: %v", run.Name, puzzle, err)
		}
		roundTrip(t, p)
	}
}

// roundTrip checks that the canonical form is JSON and recreates the plan.
func roundTrip(t *testing.T, p *Plan) {
	t.Helper()
	c := p.Canonical()
	if !json.Valid(c) {
		t.Fatalf("%s: not JSON: %s", p.Name, c)
	}
	q, err := FromManifest(c, p.Inputs())
	if err != nil {
		t.Fatalf("%s: %v\n%s", p.Name, err, c)
	}
	if got := q.Canonical(); string(got) != string(c) {
		t.Fatalf("round trip changed the config:\n%s\n%s", c, got)
	}
}

func write(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

const small = "family: polyomino\njob: census\npuzzle:\n  board: {rows: 5, cols: 12}\n  pieces: [pentominoes]\n"

func TestDefaults(t *testing.T) {
	p, err := Load(write(t, "my run.yaml", small), nil)
	if err != nil {
		t.Fatal(err)
	}
	want := `{"family":"polyomino","job":"census","kernel":"auto","measures":[],"name":"my-run","output":{"grid":true,"rows":true},` +
		`"puzzle":{"board":{"cols":12,"rows":5},"pieces":["pentominoes"]}}`
	if got := string(p.Canonical()); got != want {
		t.Errorf("canonical:\n%s\nwant\n%s", got, want)
	}
	s := p.Spec()
	if s.Kind != enumerate.Census || s.Compact || s.Kernel != "auto" || s.MaxShare != 0 || s.Sample != nil {
		t.Errorf("spec %+v", s)
	}
}

// Neither the order of keys nor comments nor quotes nor memory change a run.
func TestDigestIgnoresForm(t *testing.T) {
	a, err := Load(write(t, "a.yaml", small+"name: x\ntitle: T\ndescription: D\nmeasures: [adjacent(F5,P5), crossroads]\nsample: {draws: 9, memory_limit: 200MB}\n"), []string{"job=census"})
	if err != nil {
		t.Fatal(err)
	}
	b, err := Load(write(t, "b.yaml", "name: 'x'\njob: census\nmeasures:\n- adjacent(F5,P5)\n- \"crossroads\" # c\npuzzle:\n"+
		"  pieces:\n  - pentominoes\n  board:\n    cols: 12\n    rows: 5\nfamily: polyomino\noutput:\n"), nil)
	if err != nil {
		t.Fatal(err)
	}
	if a.Digest() != b.Digest() || len(a.Digest()) != 64 {
		t.Errorf("%s\n%s", a.Canonical(), b.Canonical())
	}
	if !strings.Contains(string(a.Canonical()), `"title":"T"`) {
		t.Errorf("the title is lost: %s", a.Canonical())
	}
	c, err := Load(write(t, "a.yaml", small), []string{"name=x", "measures=[crossroads]"})
	if err != nil || c.Digest() == a.Digest() {
		t.Errorf("other measures, same digest (%v)", err)
	}
}

func TestSample(t *testing.T) {
	p, err := Load("chessboard", []string{"job=sample", "sample.draws=20000", "sample.seed=18446744073709551615", "sample.memory_limit=1GiB"})
	if err != nil {
		t.Fatal(err)
	}
	if s := p.Spec().Sample; s == nil || *s != (enumerate.SampleSpec{Draws: 20000, Sampler: "shuffled", Seed: 1<<64 - 1, MemoryLimit: 1 << 30}) {
		t.Errorf("sample %+v", s)
	}
	roundTrip(t, p)
	if !strings.Contains(string(p.Canonical()), `"seed":"18446744073709551615"`) {
		t.Errorf("a seed beyond 2^53 must be a string: %s", p.Canonical())
	}
	// A sample made a census for once is that census.
	a, err := Load(write(t, "x.yaml", strings.Replace(small, "census", "sample", 1)+"sample: {draws: 7}\n"), []string{"job=census"})
	if err != nil {
		t.Fatal(err)
	}
	b, err := Load(write(t, "x.yaml", small), nil)
	if err != nil {
		t.Fatal(err)
	}
	if a.Digest() != b.Digest() || a.Sample != nil {
		t.Error("draws changed the digest of a census")
	}
}
