package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"iter"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"coverstat/export"
	"coverstat/stats"
)

// mutants are values of JSON that differ from one in one place: a value is left out,
// doubled, exchanged with its neighbour, or has another in its place.
func mutants(v any) iter.Seq[any] {
	return func(yield func(any) bool) {
		for _, other := range []any{nil, false, true, json.Number("0"), json.Number("-1"), json.Number("7"), json.Number("1000000000000000000"),
			"", "x", []any{}, map[string]any{}, []any{nil}} {
			if !yield(other) {
				return
			}
		}
		switch v := v.(type) {
		case map[string]any:
			for _, key := range slices.Sorted(maps.Keys(v)) {
				less := maps.Clone(v)
				delete(less, key)
				if !yield(less) {
					return
				}
				for m := range mutants(v[key]) {
					other := maps.Clone(v)
					if other[key] = m; !yield(other) {
						return
					}
				}
			}
		case []any:
			for i, x := range v {
				if !yield(slices.Delete(slices.Clone(v), i, i+1)) || !yield(slices.Insert(slices.Clone(v), i, x)) {
					return
				}
				if i > 0 {
					other := slices.Clone(v)
					if other[i-1], other[i] = other[i], other[i-1]; !yield(other) {
						return
					}
				}
				for m := range mutants(x) {
					other := slices.Clone(v)
					if other[i] = m; !yield(other) {
						return
					}
				}
			}
		}
	}
}

// TestMutants: whatever a manifest or stats.json says, with right digests, commands that
// read the dataset end with an answer or an error, and verify finds what is not true, also
// without rows, which are counted again. Soak tests try more of the mutants.
func TestMutants(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	run := func(args ...string) int {
		var out, messages bytes.Buffer
		defer func() {
			if e := recover(); e != nil {
				t.Errorf("PANIC %v: %v\n%s", args, e, debug.Stack())
			}
		}()
		return execute(args, strings.NewReader(""), &out, &messages)
	}
	for _, c := range []string{"run tetro2-5x8", `run tetro2-5x8 --set job=sample --set sample={"draws":20,"weight":true}`,
		"run nonograms-5x5 --set puzzle.rows=2 --set puzzle.cols=2", "run queens-8 --shard 0/2", "run tetro2-5x8 --set output.rows=false --set breakdowns=[{by:[fault_lines],of:[crossroads]}]",
		"run tetro2-5x8 --set output.rows=false --set kernel=sweep --set measures=[crossroads,fault_lines,on_edge(O4)] --set crosstabs=[[crossroads,fault_lines]] --set breakdowns=[{by:[fault_lines],of:[crossroads]}]"} {
		dir := filepath.Join(t.TempDir(), "out")
		if code := run(append(strings.Fields(c), "--progress", "none", "--out", dir)...); code != 0 {
			t.Fatalf("%s: exit %d", c, code)
		}
		read := func(name string) (text []byte, object map[string]any) {
			text, err := os.ReadFile(filepath.Join(dir, name))
			if err != nil {
				t.Fatal(err)
			}
			d := json.NewDecoder(bytes.NewReader(text))
			d.UseNumber()
			if err := d.Decode(&object); err != nil {
				t.Fatal(err)
			}
			return text, object
		}
		write := func(name string, object any) []byte {
			text, err := json.MarshalIndent(object, "", "  ")
			if err != nil {
				t.Fatal(err)
			}
			if name == "manifest.json" {
				empty := strings.Repeat("0", 64)
				object.(map[string]any)["digest"] = empty
				text, _ = json.MarshalIndent(object, "", "  ")
				text = bytes.Replace(text, []byte(empty), fmt.Appendf(nil, "%x", sha256.Sum256(text)), 1)
			}
			if err := os.WriteFile(filepath.Join(dir, name), text, 0o666); err != nil {
				t.Fatal(err)
			}
			return text
		}
		whole, manifest := read("manifest.json")
		_, statistics := read("stats.json")
		commands := [][]string{{"verify", dir}, {"report", dir, "--quick", "--out", filepath.Join(dir, "page.html")},
			{"draw", dir, "--limit", "1"}, {"cat", dir, "--limit", "2"}, {"stats", dir}, {"status", dir}, {"card", dir}}
		try := func(name string, mutant, original any) {
			for _, args := range commands {
				if code := run(args...); code == 0 && args[0] == "verify" && meaning(t, name, mutant) != meaning(t, name, original) {
					text, _ := json.Marshal(mutant)
					t.Errorf("%s: verify finds nothing wrong in this %s: %s", c, name, text)
				}
			}
		}
		for name, original := range map[string]map[string]any{"manifest.json": manifest, "stats.json": statistics} {
			all, tried := 0, 12 // about so many, the same each time
			for range mutants(original) {
				all++
			}
			if soak() {
				tried = 120
			}
			random := rand.New(rand.NewPCG(1, uint64(all)))
			for m := range mutants(original) {
				object, ok := m.(map[string]any)
				if !ok || random.IntN(all) >= tried {
					continue
				}
				if text := write(name, object); name == "stats.json" {
					described := maps.Clone(manifest)
					entry := maps.Clone(manifest["stats"].(map[string]any))
					entry["bytes"], entry["sha256"] = len(text), fmt.Sprintf("%x", sha256.Sum256(text))
					described["stats"] = entry
					write("manifest.json", described)
				}
				try(name, object, original)
			}
			if err := os.WriteFile(filepath.Join(dir, "manifest.json"), whole, 0o666); err != nil {
				t.Fatal(err)
			}
			write("stats.json", statistics)
		}
	}
}

// meaning is what a file says that verify can know: it compares neither the times, nor
// where an input was, and a field may be left out where it is empty.
func meaning(t *testing.T, name string, object any) string {
	text, err := json.Marshal(object)
	if err != nil {
		t.Fatal(err)
	}
	if name == "stats.json" {
		d, err := stats.Decode(text)
		if err != nil {
			return err.Error()
		}
		text, err = d.Encode()
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	var m export.Manifest
	if err := json.Unmarshal(text, &m); err != nil {
		return err.Error()
	}
	m.Made, m.Digest = nil, ""
	for i := range m.Inputs {
		m.Inputs[i].Where = "" // it may have been moved since
	}
	if text, err = json.Marshal(m); err != nil {
		t.Fatal(err)
	}
	return string(text)
}
