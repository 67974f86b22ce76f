package produce

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"coverstat/cmd/internal/inspect"
	"coverstat/cmd/internal/study"
	"coverstat/enumerate"
	"coverstat/enumerate/run"
	"coverstat/export"
	"coverstat/export/files"
)

// TestEarlierVersion: a dataset of another rows version, with columns that have no
// scale and the digest of other defaults, is verified by its rows and counts; a count
// that differs is found; a run does not take it for its own.
func TestEarlierVersion(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "out")
	if _, err := Run(context.Background(), open(t, "scott"), RunOptions{Out: dir}); err != nil {
		t.Fatal(err)
	}
	m, err := export.ReadManifest(files.OS(), dir)
	if err != nil {
		t.Fatal(err)
	}
	m.Program.Rows, m.ConfigDigest = "1", "other"
	for i := range m.Columns {
		m.Columns[i].Scale = enumerate.Count
	}
	if err := m.Write(files.OS(), dir); err != nil {
		t.Fatal(err)
	}
	v, err := inspect.Verify(t.Context(), dir)
	if err != nil || !v.OK() {
		t.Fatalf("%+v, %v", v, err)
	}
	if _, err := Run(context.Background(), open(t, "scott"), RunOptions{Out: dir}); err == nil || !strings.Contains(err.Error(), "whose rows differ") {
		t.Errorf("run: %v", err)
	}

	document, err := study.ReadStats(files.OS(), dir)
	if err != nil {
		t.Fatal(err)
	}
	document.Measures[1].Raw.Histogram[0].Value--
	data, err := document.Encode()
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, study.StatsName), data, 0o666); err != nil {
		t.Fatal(err)
	}
	m.Stats.Bytes, m.Stats.SHA256 = int64(len(data)), fmt.Sprintf("%x", sha256.Sum256(data))
	if err := m.Write(files.OS(), dir); err != nil {
		t.Fatal(err)
	}
	if v, err = inspect.Verify(t.Context(), dir); err != nil || v.OK() {
		t.Errorf("a count that the rows do not give: %+v, %v", v, err)
	}

	m.Columns[0].Name += "_before"
	if err := m.Write(files.OS(), dir); err != nil {
		t.Fatal(err)
	}
	if _, err := inspect.Verify(t.Context(), dir); err == nil || !strings.Contains(err.Error(), "whose rows have other columns") {
		t.Errorf("other columns: %v", err)
	}
}

// TestStoppedMerge: a merge that is stopped while it reads a shard can go on.
func TestStoppedMerge(t *testing.T) {
	base := t.TempDir()
	var dirs []string
	for i := range 2 {
		dirs = append(dirs, filepath.Join(base, fmt.Sprint(i)))
		if _, err := Run(context.Background(), open(t, "scott"), RunOptions{Out: dirs[i], Shard: i, Shards: 2}); err != nil {
			t.Fatal(err)
		}
	}
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	out := filepath.Join(base, "out")
	fsys := &stopping{FS: files.OS(), name: filepath.Join(out, export.ManifestName), stop: stop}
	if _, err := Merge(ctx, dirs, RunOptions{Out: out, fsys: fsys}); !errors.Is(err, run.ErrStopped) {
		t.Fatalf("stopped: %v", err)
	}
	if _, err := Merge(context.Background(), dirs, RunOptions{Out: out}); err != nil {
		t.Fatal(err)
	}
}

// stopping stops when the named file is written.
type stopping struct {
	files.FS
	name string
	stop func()
}

func (f *stopping) Rename(from, to string) error {
	if to == f.name {
		f.stop()
	}
	return f.FS.Rename(from, to)
}
