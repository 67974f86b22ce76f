package configs

import (
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
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
	put(t, path, text)
	return path
}

// put writes a file, and its folder.
func put(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
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
	if a.Digest("") != b.Digest("") || len(a.Digest("")) != 64 {
		t.Errorf("%s\n%s", a.Canonical(), b.Canonical())
	}
	if !strings.Contains(string(a.Canonical()), `"title":"T"`) {
		t.Errorf("the title is lost: %s", a.Canonical())
	}
	c, err := Load(write(t, "a.yaml", small), []string{"name=x", "measures=[crossroads]"})
	if err != nil || c.Digest("") == a.Digest("") {
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
	if a.Digest("") != b.Digest("") || a.Sample != nil {
		t.Error("draws changed the digest of a census")
	}
}

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

// TestAnalysis: measures of two pieces need no quotes, a config without an
// analysis keeps its digest, and the manifest gives back what was asked for.
func TestAnalysis(t *testing.T) {
	const plain = "family: toy\njob: census\npuzzle:\n"
	p, err := load("x.yaml", ".", []byte(plain+`
crosstabs: [[crossroads, adjacent(F5,P5)], [adjacent(F5, P5), on_edge(I5)]]
breakdowns:
  - {by: [crossroads, adjacent(F5,P5)], of: [on_edge(I5)]}
`), nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, q := range []*Plan{p, again(t, p)} {
		if want := [][2]string{{"crossroads", "adjacent(F5,P5)"}, {"adjacent(F5,P5)", "on_edge(I5)"}}; !reflect.DeepEqual(q.Crosstabs, want) {
			t.Errorf("crosstabs %q", q.Crosstabs)
		}
		if want := []breakdown{{By: []string{"crossroads", "adjacent(F5,P5)"}, Of: []string{"on_edge(I5)"}}}; !reflect.DeepEqual(q.Breakdowns, want) {
			t.Errorf("breakdowns %+v", q.Breakdowns)
		}
		if q.Digest("") != p.Digest("") {
			t.Error("the manifest's config has another digest")
		}
	}
	bare, err := load("x.yaml", ".", []byte(plain), nil)
	if err != nil {
		t.Fatal(err)
	}
	empty, err := load("x.yaml", ".", []byte(plain+"crosstabs: []\nbreakdowns:\n"), nil)
	if err != nil {
		t.Fatal(err)
	}
	if bare.Digest("") != empty.Digest("") || bare.Digest("") == p.Digest("") {
		t.Error("the digest should depend on what is asked for, and on that alone")
	}
}

// TestMeasuresByFlag: crosstabs of the file give way to measures of a flag.
func TestMeasuresByFlag(t *testing.T) {
	const file = "family: toy\njob: census\npuzzle:\nmeasures: [a, b]\ncrosstabs: [[a, b], [a, c]]\n"
	for _, c := range []struct {
		set  []string
		want int
	}{
		{nil, 2},
		{[]string{"measures=[a, b]"}, 1},
		{[]string{"measures.1=b"}, 1},
		{[]string{"measures=[a, b]", "crosstabs=[[a, b], [a, c]]"}, 2},
	} {
		p, err := load("x.yaml", ".", []byte(file), c.set)
		if err != nil {
			t.Fatal(err)
		}
		p.DropUnknown(func(name string) bool { return name != "c" })
		if len(p.Crosstabs) != c.want {
			t.Errorf("%v: %d crosstabs left, expected %d", c.set, len(p.Crosstabs), c.want)
		}
	}
}
