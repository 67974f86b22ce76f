package produce

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"coverstat/cmd/internal/inspect"
	"coverstat/enumerate/run"
	"coverstat/export/exporttest"
	"coverstat/export/files"
)

// TestDamagedWork stops a run before it has written any part and damages what
// it has committed: verify must find it, status must not count what is gone,
// and the run must say what is lost and end with the right bytes.
func TestDamagedWork(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	base := t.TempDir()
	want, stopped := filepath.Join(base, "want"), filepath.Join(base, "stopped")
	made(t, open(t, "pent-6x10"), RunOptions{Out: want})
	reference := exporttest.Contents(t, files.OS(), want)
	whole := stop(t, stopped)
	if v, err := inspect.Verify(context.Background(), stopped); err != nil || !v.OK() || v.Complete {
		t.Fatalf("a sound stopped run: %+v, %v", v, err)
	}
	journal, err := os.ReadFile(filepath.Join(stopped, ".work", "journal"))
	if err != nil {
		t.Fatal(err)
	}
	half := bytes.LastIndexByte(journal[:len(journal)*2/3], '\n') + 1
	for name, damage := range map[string]func(work string) error{
		"lines cut off": func(work string) error {
			return os.WriteFile(filepath.Join(work, "journal"), journal[:half], 0o666)
		},
		"a line": func(work string) error {
			damaged := bytes.Clone(journal)
			damaged[half+30] ^= 1
			return os.WriteFile(filepath.Join(work, "journal"), damaged, 0o666)
		},
		"no segments": func(work string) error {
			segments, _ := filepath.Glob(filepath.Join(work, "*.seg"))
			for _, s := range segments {
				if err := os.Remove(s); err != nil {
					return err
				}
			}
			return nil
		},
		"nothing left": os.RemoveAll,
	} {
		t.Run(name, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "out")
			if err := os.CopyFS(dir, os.DirFS(stopped)); err != nil {
				t.Fatal(err)
			}
			if err := damage(filepath.Join(dir, ".work")); err != nil {
				t.Fatal(err)
			}
			before := exporttest.Contents(t, files.OS(), dir)
			v, err := inspect.Verify(context.Background(), dir)
			if err != nil || v.OK() || v.Complete {
				t.Errorf("verify: %+v, %v", v, err)
			}
			s, err := inspect.ReadStatus(dir)
			if err != nil || s.Tasks >= whole.Tasks || s.Running {
				t.Errorf("status: %+v, %v, expected fewer than %d tasks", s, err, whole.Tasks)
			}
			exporttest.Same(t, "looked at", exporttest.Contents(t, files.OS(), dir), before)
			var notices []string
			made(t, open(t, "pent-6x10"), RunOptions{Out: dir, Notice: func(text string) { notices = append(notices, text) }})
			if len(notices) != 1 || !strings.Contains(notices[0], "committed tasks were lost and are done again") {
				t.Errorf("notices %q", notices)
			}
			exporttest.Same(t, "done again", exporttest.Contents(t, files.OS(), dir), reference)
		})
	}
}

// TestFirstLineOfJournal: work whose journal has lost its first line is kept.
func TestFirstLineOfJournal(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	dir := filepath.Join(t.TempDir(), "out")
	whole := stop(t, dir)
	name := filepath.Join(dir, ".work", "journal")
	journal, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	journal[20] ^= 1
	if err := os.WriteFile(name, journal, 0o666); err != nil {
		t.Fatal(err)
	}
	if s, err := inspect.ReadStatus(dir); err != nil || s.Tasks != whole.Tasks {
		t.Errorf("status: %+v, %v, expected %d tasks", s, err, whole.Tasks)
	}
	var notices []string
	o := RunOptions{Out: dir, Notice: func(text string) { notices = append(notices, text) }}
	f, err := Run(context.Background(), open(t, "pent-6x10"), o)
	if err != nil || f.Manifest.Made.Earlier != whole.Tasks || len(notices) != 1 || !strings.Contains(notices[0], "first line") {
		t.Errorf("%+v, %v, notices %q: expected %d tasks of earlier runs", f, err, notices, whole.Tasks)
	}
	if v, err := inspect.Verify(context.Background(), dir); err != nil || !v.OK() {
		t.Errorf("verify: %+v, %v", v, err)
	}
}

// stop stops a run after several commits.
func stop(t *testing.T, dir string) *inspect.Status {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	go func() { // until it has committed a few times
		for ctx.Err() == nil {
			if segments, _ := filepath.Glob(filepath.Join(dir, ".work", "*.seg")); len(segments) >= 5 {
				cancel()
			}
		}
	}()
	if _, err := Run(ctx, open(t, "pent-6x10"), RunOptions{Out: dir, Workers: 1, CommitEvery: time.Millisecond}); errors.Is(err, run.ErrStopped) {
		s, err := inspect.ReadStatus(dir)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	t.Fatal("the run cannot be stopped with some of it done")
	return nil
}
