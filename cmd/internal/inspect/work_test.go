package inspect

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"coverstat/cmd/internal/produce"
	"coverstat/cmd/internal/study"
	"coverstat/enumerate"
	"coverstat/export/journal"
)

// TestWrongWork: verify checks the rows of an unfinished run, though their digests are right.
func TestWrongWork(t *testing.T) {
	s, err := study.Open("tetro2-5x8", nil, false)
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(t.TempDir(), "out")
	f, err := produce.Run(t.Context(), s, produce.RunOptions{Out: dir, Limit: 5})
	if err != nil {
		t.Fatal(err)
	}
	d, err := study.OpenDataset(dir)
	if err != nil {
		t.Fatal(err)
	}
	rows, err := d.ReadRow(nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	rows.Vectors[enumerate.ColumnIndex(rows.Columns, "orbit_size")].Int32s[0]++
	fsys, folder, header, columns := f.Journal()
	if err := os.RemoveAll(folder); err != nil {
		t.Fatal(err)
	}
	lock, err := journal.Acquire(fsys, folder)
	if err != nil {
		t.Fatal(err)
	}
	w, err := lock.Open("", header, columns)
	if err != nil {
		t.Fatal(err)
	}
	w.Begin(0)
	if _, err := w.Add(0, rows); err != nil {
		t.Fatal(err)
	}
	if err := w.Commit([]enumerate.TaskTally{{Task: 0, Tally: enumerate.Tally{Rows: 1, Raw: 2}}}); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	v, err := Verify(t.Context(), dir)
	if found := fmt.Sprintf("%+v", v); err != nil || !strings.Contains(found, "{Name:1 row of .work by an independent checker OK:false Found:[row 0: orbit size is ") {
		t.Errorf("%s, %v", found, err)
	}
}
