package show

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"coverstat/cmd/internal/inspect"
	"coverstat/cmd/internal/produce"
	"coverstat/cmd/internal/study"
)

// TestMoved: datasets and shards that were carried to another machine are
// verified, merged and reported with the input in one of the places there.
func TestMoved(t *testing.T) {
	const text = "a b c d | x\na b\nc d x:1\na c x:2\nb d\na\nb\nc\nd x:1\n"
	origin := t.TempDir()
	put := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	put(filepath.Join(origin, "in.txt"), text)
	put(filepath.Join(origin, "small.yaml"), "family: exactcover\njob: census\npuzzle: {input: in.txt}\ncut: 0.3\n")
	s, err := study.Open(filepath.Join(origin, "small.yaml"), nil, false)
	if err != nil {
		t.Fatal(err)
	}
	there := t.TempDir()
	t.Chdir(there)
	if _, err := produce.Run(t.Context(), s, produce.RunOptions{Out: "whole", Workers: 1}); err != nil {
		t.Fatal(err)
	}
	for i, name := range []string{"first", "second"} {
		if _, err := produce.Run(t.Context(), s, produce.RunOptions{Out: name, Workers: 1, Shard: i, Shards: 2}); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.RemoveAll(origin); err != nil {
		t.Fatal(err)
	}
	elsewhere := t.TempDir()
	if v, err := inspect.Verify(t.Context(), "whole"); err != nil || !v.OK() || !strings.Contains(v.NotChecked, filepath.Join(there, "in.txt")) {
		t.Errorf("without the input: %+v, %v, expected where it was looked for", v, err)
	}
	for _, place := range []string{"second", "."} { // beside a shard, and beside its folder
		put(filepath.Join(there, place, "in.txt"), text)
		t.Chdir(elsewhere)
		out := filepath.Join(elsewhere, "merged-"+filepath.Base(place))
		if _, err := produce.Merge(t.Context(), []string{filepath.Join(there, "first"), filepath.Join(there, "second")}, produce.RunOptions{Out: out}); err != nil {
			t.Errorf("merge with the input in %s: %v", place, err)
		}
		if err := os.Remove(filepath.Join(there, place, "in.txt")); err != nil {
			t.Fatal(err)
		}
	}
	put(filepath.Join(there, "in.txt"), text)
	whole := filepath.Join(there, "whole")
	if v, err := inspect.Verify(t.Context(), whole); err != nil || !v.OK() {
		t.Errorf("verify: %+v, %v", v, err)
	}
	if _, err := Report(t.Context(), whole, ReportOptions{}); err != nil {
		t.Errorf("report: %v", err)
	}
}
