package inspect

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"coverstat/cmd/internal/produce"
	"coverstat/cmd/internal/study"
	"coverstat/enumerate"
	"coverstat/export/files"
	"coverstat/stats"
)

// TestWrongCells: a cell that the pieces cover in fewer or more than all solutions is found.
func TestWrongCells(t *testing.T) {
	b := enumerate.NewBatch([]enumerate.Column{{Name: "row", Type: enumerate.Int32}, {Name: "col", Type: enumerate.Int32}, {Name: "raw", Type: enumerate.Int64}})
	for _, x := range [][3]int64{{0, 0, 2}, {0, 1, 2}, {0, 2, 3}, {0, 0, 3}, {0, 1, 2}, {0, 2, 3}} {
		b.AppendInt32(0, int32(x[0]))
		b.AppendInt32(1, int32(x[1]))
		b.AppendInt64(2, x[2])
	}
	d := &stats.Document{Solutions: &stats.Solutions{Raw: stats.Int(5)}}
	want := []string{"the cell at 0, 1 is covered in 4 solutions, expected 5", "the cell at 0, 2 is covered in 6 solutions, expected 5"}
	if found, err := wrongCells(d, b); err != nil || !slices.Equal(found, want) {
		t.Errorf("%q, %v", found, err)
	}
}

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
		d, err := study.ReadStats(files.OS(), dir)
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
