package inspect

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"

	"coverstat/cmd/internal/produce"
	"coverstat/cmd/internal/study"
	"coverstat/export"
	"coverstat/export/files"
)

// leaves calls visit once for each number, text and truth value within a value of JSON, while
// it has another value.
func leaves(v any, at string, visit func(at string)) {
	change := func(at string, x any, set func(any)) {
		switch x := x.(type) {
		case json.Number:
			if set(x + "1"); x == "0" {
				set(json.Number("1"))
			}
		case string:
			set(x + "1")
		case bool:
			set(!x)
		default:
			leaves(x, at, visit)
			return
		}
		visit(at)
		set(x)
	}
	switch v := v.(type) {
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(v)) {
			change(at+"."+key, v[key], func(x any) { v[key] = x })
		}
	case []any:
		for i := range v {
			change(fmt.Sprint(at, ".", i), v[i], func(x any) { v[i] = x })
		}
	}
}

// tampered is a dataset whose files tests change, with digests that are right again.
type tampered struct {
	t   *testing.T
	dir string
	// of it as it was made
	manifest, stats []byte
}

func newTampered(t *testing.T, name string, set []string, o produce.RunOptions) *tampered {
	t.Helper()
	s, err := study.Open(name, set, false)
	if err != nil {
		t.Fatal(err)
	}
	o.Out = filepath.Join(t.TempDir(), "out")
	if _, err := produce.Run(t.Context(), s, o); err != nil {
		t.Fatal(err)
	}
	x := &tampered{t: t, dir: o.Out}
	for name, text := range map[string]*[]byte{export.ManifestName: &x.manifest, study.StatsName: &x.stats} {
		if *text, err = os.ReadFile(filepath.Join(x.dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	return x
}

// write writes the two files. It reports whether the manifest is one.
func (x *tampered) write(manifest, stats []byte) bool {
	x.t.Helper()
	for name, text := range map[string][]byte{export.ManifestName: manifest, study.StatsName: stats} {
		if err := os.WriteFile(filepath.Join(x.dir, name), text, 0o666); err != nil {
			x.t.Fatal(err)
		}
	}
	m, err := export.ReadManifest(files.OS(), x.dir)
	if err != nil {
		return false
	}
	if !bytes.Equal(stats, x.stats) {
		sum := sha256.Sum256(stats)
		m.Stats.Bytes, m.Stats.SHA256 = int64(len(stats)), hex.EncodeToString(sum[:])
	}
	if err := m.Write(files.OS(), x.dir); err != nil {
		x.t.Fatal(err)
	}
	return true
}

// accepted reports whether verify finds nothing.
func (x *tampered) accepted(nodes float64) bool {
	v, err := verify(x.t.Context(), x.dir, nodes)
	return err == nil && v.OK()
}

// changes calls visit with a text of JSON in which one value is changed, for one in step values.
func (x *tampered) changes(text []byte, from, step int, visit func(at string, changed []byte)) {
	x.t.Helper()
	var doc any
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	if err := d.Decode(&doc); err != nil {
		x.t.Fatal(err)
	}
	n := from
	leaves(doc, "", func(at string) {
		if n++; n%step != 0 {
			return
		}
		changed, err := json.Marshal(doc)
		if err != nil {
			x.t.Fatal(err)
		}
		visit(at, changed)
	})
}

// step says that a test changes one value in so many: in fewer with COVERSTAT_SOAK.
func step(sample, soak int) int {
	if os.Getenv("COVERSTAT_SOAK") != "" {
		return soak
	}
	return sample
}

// TestLeaves: no number of stats.json can be changed unnoticed, with rows and without, whether
// verify counts again or compares the numbers that are stored.
func TestLeaves(t *testing.T) {
	for k, c := range []struct {
		name  string
		set   []string
		nodes []float64
		step  int
	}{
		{"tetro2-5x8", []string{"output.rows=false", "kernel=sweep", "measures=[crossroads, on_edge(*), fault_lines]", "crosstabs=[[crossroads, fault_lines]]", "breakdowns=[{by: [fault_lines], of: [crossroads]}]"}, []float64{maxNodes, -1}, 29},
		{"tetro2-5x8", []string{"output.rows=false", "breakdowns=[{by: [fault_lines], of: [crossroads, border_pieces]}]"}, []float64{maxNodes, -1}, 29},
		{"tetro2-5x8", []string{"breakdowns=[{by: [fault_lines], of: [crossroads, border_pieces]}]"}, []float64{maxNodes}, 29},
		{"regions-6x6", []string{"puzzle={board: {rows: 4, cols: 4}, size: 4}", "measures=[stabiliser, cut_edges]", "output.rows=true"}, []float64{maxNodes}, 11},
		{"regions-6x6", []string{"puzzle={board: {rows: 4, cols: 4}, size: 4}", "measures=[cut_edges]", "output.rows=false", "kernel=sweep"}, []float64{maxNodes, -1}, 11},
		{"queens-8", nil, []float64{maxNodes}, 6},
		{"sudoku-4x4", nil, []float64{maxNodes}, 6},
		{"nonograms-5x5", []string{"puzzle={rows: 3, cols: 3}"}, []float64{maxNodes}, 200},
	} {
		if testing.Short() && k != 5 && k != 6 {
			continue
		}
		x := newTampered(t, c.name, c.set, produce.RunOptions{})
		tried := 0
		for stored, nodes := range c.nodes {
			if x.write(x.manifest, x.stats); !x.accepted(nodes) {
				t.Errorf("%s %s: the right statistics are wrong", c.name, c.set)
			}
			x.changes(x.stats, stored, step(c.step, 1), func(at string, changed []byte) { // other leaves than before
				tried++
				if x.write(x.manifest, changed); x.accepted(nodes) {
					t.Errorf("%s %s, up to %v nodes: %s is changed, and verify finds nothing", c.name, c.set, nodes, at)
				}
			})
		}
		t.Logf("%s %s: %d changed", c.name, c.set, tried)
	}
}

// TestManifestLeaves: no value of a manifest can be changed unnoticed, with rows and without, but
// for what says when, where and by which version the dataset was made.
func TestManifestLeaves(t *testing.T) {
	free := regexp.MustCompile(`^\.(made|digest|program\.version|config\.(title|description))`)
	for k, c := range []struct {
		set []string
		o   produce.RunOptions
	}{
		{nil, produce.RunOptions{}},
		{nil, produce.RunOptions{Shard: 1, Shards: 2}},
		{nil, produce.RunOptions{Limit: 40}},
		{[]string{"output.rows=false"}, produce.RunOptions{}},
		{[]string{"output.rows=false", "measures=[crossroads]", "kernel=sweep"}, produce.RunOptions{}},
	} {
		if testing.Short() && k > 0 {
			break
		}
		x := newTampered(t, "tetro2-5x8", c.set, c.o)
		tried := 0
		x.changes(x.manifest, 0, step(61, 7), func(at string, changed []byte) {
			if free.MatchString(at) {
				return
			}
			tried++
			if x.write(changed, x.stats) && x.accepted(maxNodes) {
				t.Errorf("%s %+v: %s is changed, and verify finds nothing", c.set, c.o, at)
			}
		})
		t.Logf("%s %+v: %d changed", c.set, c.o, tried)
	}
}
