package inspect

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"coverstat/cmd/internal/produce"
	"coverstat/cmd/internal/study"
	"coverstat/stats"
)

// TestWrongExamples: an example of a least or greatest value that does not have it is found.
func TestWrongExamples(t *testing.T) {
	s, err := study.Open("tetro2-5x8", []string{"measures=[crossroads]", "output.rows=false", "kernel=sweep"}, false)
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(t.TempDir(), "out")
	if _, err := produce.Run(t.Context(), s, produce.RunOptions{Out: dir}); err != nil {
		t.Fatal(err)
	}
	set, err := study.OpenDataset(dir)
	if err != nil {
		t.Fatal(err)
	}
	for what, change := range map[string]func(m *stats.Distribution){
		"least":    func(m *stats.Distribution) { *m.Min = m.Min.Add(stats.Int(-1)) },
		"greatest": func(m *stats.Distribution) { *m.Max = m.Max.Add(stats.Int(1)) },
	} {
		d, err := set.Statistics()
		if err != nil {
			t.Fatal(err)
		}
		right, err := d.Encode()
		if err != nil {
			t.Fatal(err)
		}
		change(&d.Measures[0].Raw)
		wrong, err := d.Encode()
		if err != nil {
			t.Fatal(err)
		}
		v := &verifier{Verification: Verification{Dir: dir}, study: s, set: set}
		for _, text := range [][]byte{right, wrong} {
			if err := os.WriteFile(filepath.Join(dir, study.StatsName), text, 0o666); err != nil {
				t.Fatal(err)
			}
			found, err := v.wrongExamples()
			if says := strings.Contains(fmt.Sprint(found), "which is not the "+what+" value"); err != nil || says != (string(text) == string(wrong)) {
				t.Errorf("%s: %q, %v", what, found, err)
			}
		}
		if err := os.WriteFile(filepath.Join(dir, study.StatsName), right, 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// TestWideCounts: a dataset without rows whose counts 64 bits cannot hold is right, also where its
// numbers are compared with one another alone.
func TestWideCounts(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	s, err := study.Open("dominoes-8x8", []string{"puzzle.board={rows: 14, cols: 14}", "measures=[crossroads]", "output.rows=false"}, false)
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(t.TempDir(), "out")
	if _, err := produce.Run(t.Context(), s, produce.RunOptions{Out: dir}); err != nil {
		t.Fatal(err)
	}
	if v, err := verify(t.Context(), dir, -1); err != nil || !v.OK() {
		t.Errorf("%+v, %v", v, err)
	}
}
