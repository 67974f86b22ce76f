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

// TestLeaves: in a dataset without rows no number of stats.json can be changed unnoticed,
// whether verify counts again or compares the numbers that are stored. COVERSTAT_SOAK tries all,
// and else there is a sample.
func TestLeaves(t *testing.T) {
	step := 29
	if os.Getenv("COVERSTAT_SOAK") != "" {
		step = 1
	}
	for _, set := range [][]string{
		{"kernel=sweep", "measures=[crossroads, on_edge(*), fault_lines]", "crosstabs=[[crossroads, fault_lines]]", "breakdowns=[{by: [fault_lines], of: [crossroads]}]"},
		{"breakdowns=[{by: [fault_lines], of: [crossroads, border_pieces]}]"},
	} {
		s, err := study.Open("tetro2-5x8", append(set, "output.rows=false"), false)
		if err != nil {
			t.Fatal(err)
		}
		dir := filepath.Join(t.TempDir(), "out")
		if _, err := produce.Run(t.Context(), s, produce.RunOptions{Out: dir}); err != nil {
			t.Fatal(err)
		}
		name := filepath.Join(dir, study.StatsName)
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		var doc any
		d := json.NewDecoder(bytes.NewReader(text))
		d.UseNumber()
		if err := d.Decode(&doc); err != nil {
			t.Fatal(err)
		}
		m, err := export.ReadManifest(files.OS(), dir)
		if err != nil {
			t.Fatal(err)
		}
		accepted := func(nodes float64, text []byte) bool {
			sum := sha256.Sum256(text)
			m.Stats.Bytes, m.Stats.SHA256 = int64(len(text)), hex.EncodeToString(sum[:])
			if err := os.WriteFile(name, text, 0o666); err != nil {
				t.Fatal(err)
			}
			if err := m.Write(files.OS(), dir); err != nil {
				t.Fatal(err)
			}
			v, err := verify(t.Context(), dir, nodes)
			return err == nil && v.OK()
		}
		tried := 0
		for stored, nodes := range []float64{maxNodes, -1} {
			if !accepted(nodes, text) {
				t.Errorf("%s: the right statistics are wrong", set)
			}
			n := stored // other leaves than before
			leaves(doc, "", func(at string) {
				if n++; n%step != 0 {
					return
				}
				tried++
				if changed, err := json.Marshal(doc); err != nil {
					t.Error(err)
				} else if accepted(nodes, changed) {
					t.Errorf("%s, up to %v nodes: %s is changed, and verify finds nothing", set, nodes, at)
				}
			})
		}
		t.Logf("%s: %d changed", set, tried)
	}
}
