package export

import (
	"bytes"
	"encoding/json"
	"math"
	"reflect"
	"strings"
	"testing"

	"coverstat/enumerate"
	"coverstat/export/files"
	"coverstat/export/files/filestest"
	"coverstat/stats"
)

func testManifest() *Manifest {
	return &Manifest{
		Schema: manifestSchema, Name: "chessboard", Family: "polyomino", Job: enumerate.Census, Complete: true,
		Config: json.RawMessage(`{"a":1}`), ConfigDigest: "abc", Program: Program{"coverstat", "1.0", "1"},
		Tasks: Tasks{Total: 7, Done: 3, MaxShare: 0.01}, Shard: &Shard{1, 2},
		Columns: DescribeColumns(everyType()), Rows: 12, Raw: stats.Int(1 << 60),
		Parts:  []FileInfo{{PartName(0), 10, 100, "x"}, {PartName(1), 2, 50, "y"}},
		Tables: []Table{{"tasks", FileInfo{TableName("tasks"), 3, 9, "z"}, DescribeColumns(Pick(taskColumns(), tallyColumns()))}},
		Effort: stats.PublishEffort(enumerate.Effort{Nodes: math.MaxInt64, Solutions: 3, Deepest: 13}),
	}
}

func TestManifestRoundTrip(t *testing.T) {
	m := filestest.NewMem()
	want := testManifest()
	if err := want.Write(m, "/"); err != nil {
		t.Fatal(err)
	}
	got, err := ReadManifest(m, "/")
	if err != nil {
		t.Fatal(err)
	}
	var compact strings.Builder
	for _, c := range string(got.Config) {
		if c > ' ' {
			compact.WriteRune(c)
		}
	}
	got.Config = json.RawMessage(compact.String())
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
	text, err := files.ReadFile(m, "/manifest.json", 1<<20)
	if err != nil {
		t.Fatal(err)
	}
	// Counts beyond 2^53 are strings, others are numbers.
	for _, want := range []string{`"nodes": "9223372036854775807"`, `"raw": "1152921504606846976"`, `"rows": 12,`} {
		if !strings.Contains(string(text), want) {
			t.Errorf("manifest lacks %s", want)
		}
	}
}

// TestManifestDigest: any changed byte of a manifest is found, also in what this version
// does not know.
func TestManifestDigest(t *testing.T) {
	m := filestest.NewMem()
	if err := testManifest().Write(m, "/"); err != nil {
		t.Fatal(err)
	}
	text, err := files.ReadFile(m, "/manifest.json", 1<<20)
	if err != nil {
		t.Fatal(err)
	}
	if read, err := parseManifest(text); err != nil || read.Damage != nil {
		t.Fatalf("%v, %v", err, read.Damage)
	}
	readable := 0
	for i := range text {
		changed := bytes.Clone(text)
		changed[i] ^= 1 << (i % 7)
		read, err := parseManifest(changed)
		if err != nil {
			continue
		}
		if readable++; read.Damage == nil {
			t.Errorf("a bit flipped in %q is not found", text[max(0, i-10):min(len(text), i+10)])
		}
	}
	if readable < len(text)/4 {
		t.Errorf("%d of %d flips can be read: the test tests little", readable, len(text))
	}
	more := bytes.Replace(text, []byte(`"schema"`), []byte(`"more": 1, "schema"`), 1)
	if read, err := parseManifest(more); err != nil || read.Damage == nil {
		t.Errorf("a field that was added is not found (%v)", err)
	}
}

func TestManifestsThatContradictThemselves(t *testing.T) {
	for what, change := range map[string]func(*Manifest){
		"schema":        func(m *Manifest) { m.Schema = 2 },
		"rows in its":   func(m *Manifest) { m.Rows++ },
		"without parts": func(m *Manifest) { m.Parts = nil },
		"part-00001":    func(m *Manifest) { m.Parts[1].Path = "../../etc/passwd" },
		"shard":         func(m *Manifest) { m.Shard.Index = 2 },
		"no columns":    func(m *Manifest) { m.Columns = nil },
		"a name of its": func(m *Manifest) { m.Columns[1].Name = m.Columns[0].Name },
		"job":           func(m *Manifest) { m.Job = "census " },
		"7 tasks":       func(m *Manifest) { m.Tasks.Done = 8 },
		"below 0":       func(m *Manifest) { m.Failed = -1 },
		"effort file":   func(m *Manifest) { m.EffortFile = &FileInfo{Path: "/etc/passwd"} },
		"table":         func(m *Manifest) { m.Tables[0].Path = "x" },
	} {
		m := testManifest()
		change(m)
		text, err := json.Marshal(m)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := parseManifest(text); err == nil || !strings.Contains(err.Error(), what) {
			t.Errorf("%v, want it to say %q", err, what)
		}
	}
	text, err := json.Marshal(testManifest())
	if err != nil {
		t.Fatal(err)
	}
	for what, names := range map[string][2]string{"column type": {`"type":"int32"`, `"type":"uint16"`}, "role": {`"name":"c0"`, `"name":"c0","role":"king"`}} {
		changed := bytes.Replace(text, []byte(names[0]), []byte(names[1]), 1)
		if _, err := parseManifest(changed); err == nil || !strings.Contains(err.Error(), what) {
			t.Errorf("%v, want it to say %q", err, what)
		}
	}
}

func FuzzParseManifest(f *testing.F) {
	text, err := encodeJSON(testManifest())
	if err != nil {
		f.Fatal(err)
	}
	f.Add(text)
	f.Add([]byte(`{"schema":1,"rows":"9223372036854775807","parts":[{"path":"rows/part-00000.parquet","rows":1}]}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		m, err := parseManifest(text)
		if err != nil {
			return
		}
		again, err := encodeJSON(m)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := parseManifest(again); err != nil {
			t.Fatalf("%v: %s", err, again)
		}
	})
}
