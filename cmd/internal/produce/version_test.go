package produce

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"coverstat/cmd/internal/inspect"
	"coverstat/cmd/internal/study"
	"coverstat/enumerate/run"
	"coverstat/export"
	"coverstat/export/files"
)

// TestOtherVersion: a dataset whose rows are of another version is neither opened nor
// run again; the error names both versions.
func TestOtherVersion(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "out")
	made(t, open(t, "scott"), RunOptions{Out: dir})
	m, err := export.ReadManifest(files.OS(), dir)
	if err != nil {
		t.Fatal(err)
	}
	m.Program.Rows = "1"
	if err := m.Write(files.OS(), dir); err != nil {
		t.Fatal(err)
	}
	want := "has rows of version 1 (made by coverstat " + m.Program.Version + "): this program reads version " + study.RowsVersion + " only"
	if _, err := inspect.Verify(t.Context(), dir); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("verify: %v", err)
	}
	_, err = Run(context.Background(), open(t, "scott"), RunOptions{Out: dir})
	if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "--fresh") {
		t.Errorf("run: %v", err)
	}
}

// TestStoppedMerge: a merge that is stopped while it reads a shard can go on.
func TestStoppedMerge(t *testing.T) {
	base := t.TempDir()
	var dirs []string
	for i := range 2 {
		dirs = append(dirs, filepath.Join(base, fmt.Sprint(i)))
		made(t, open(t, "scott"), RunOptions{Out: dirs[i], Shard: i, Shards: 2})
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
