package pipeline

import (
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
	"time"

	"coverstat/export"
	"coverstat/export/files"
)

var errPower = errors.New("power cut")

// crashing are runs of every job kind that take some hundred file operations.
var crashing = []struct {
	config string
	set    []string
}{
	{"sudoku-4x4", nil},
	{"nonograms-5x5", []string{"puzzle.rows=2", "puzzle.cols=2"}},
	{"chessboard-shuffled", []string{"puzzle.board={rows: 3, cols: 7}", "puzzle.pieces=[I4, L4, O4, S4, L5]", "sample.draws=100", "measures=[]"}},
}

// TestCrashAnywhere cuts the power at every file operation of a run in turn,
// some of what was not synced being lost: of a new run, of one that discards an
// older dataset first, and of a merge of shards. Done again, the dataset must
// be that of an undisturbed run, byte for byte.
func TestCrashAnywhere(t *testing.T) {
	for _, c := range crashing {
		run := func(disk *files.Mem, o RunOptions) error {
			o.Workers, o.CommitEvery, o.fsys = 1, 50*time.Microsecond, disk
			_, err := open(t, c.config, c.set...).Run(context.Background(), o)
			return err
		}
		whole := func(disk *files.Mem) error { return run(disk, RunOptions{Out: "/out"}) }
		undisturbed := files.NewMem()
		if err := whole(undisturbed); err != nil {
			t.Fatal(err)
		}
		want := contentsOf(t, undisturbed, "/out")

		crashes(t, c.config, want, func(*files.Mem) error { return nil }, whole)
		crashes(t, c.config+" anew", want, whole, func(disk *files.Mem) error { return run(disk, RunOptions{Out: "/out", Fresh: true}) })
		crashes(t, c.config+" merged", want, func(disk *files.Mem) error {
			return errors.Join(run(disk, RunOptions{Out: "/a", Shard: 0, Shards: 2}), run(disk, RunOptions{Out: "/b", Shard: 1, Shards: 2}))
		}, func(disk *files.Mem) error {
			var sets []*export.Dataset
			for _, dir := range []string{"/b", "/a"} {
				d, err := export.OpenDataset(disk, dir)
				if err != nil {
					return err
				}
				sets = append(sets, d)
			}
			_, err := merge(context.Background(), sets, RunOptions{Out: "/out", fsys: disk})
			return err
		})
	}
}

// crashes prepares a disk and cuts the power at every operation of an action,
// which is then done again.
func crashes(t *testing.T, name string, want map[string]string, prepare, action func(*files.Mem) error) {
	seeds, stride := uint64(2), 13
	if os.Getenv("COVERSTAT_SOAK") != "" {
		seeds, stride = 3, 1
	}
	t.Run(name, func(t *testing.T) {
		t.Parallel()
		n := 0
		for seed := range seeds {
			for k := 1 + int(seed); ; k += stride {
				disk := files.NewMem()
				if err := prepare(disk); err != nil {
					t.Fatal(err)
				}
				ended := cut(disk, k)
				if err := action(disk); *ended {
					if err != nil {
						t.Fatal(err)
					}
					break
				} else if err != nil && !errors.Is(err, errPower) {
					t.Fatalf("seed %d, operation %d: %v", seed, k, err)
				}
				n++
				var random *rand.Rand // without one nothing that was not synced survives
				if seed > 0 {
					random = rand.New(rand.NewPCG(seed, uint64(k)))
				}
				disk = disk.Crash(random)
				if err := action(disk); err != nil {
					t.Fatalf("seed %d, after operation %d: %v", seed, k, err)
				}
				same(t, "after a crash", contentsOf(t, disk, "/out"), want)
				if t.Failed() {
					t.Fatalf("seed %d, operation %d", seed, k)
				}
			}
		}
		t.Logf("%d crashes", n)
	})
}

// cut makes the k-th operation and all after it fail. It clears what it
// returns if it comes to that.
func cut(disk *files.Mem, k int) *bool {
	n, ended := 0, true
	disk.Before = func(op, name string) error {
		if n++; n >= k {
			ended = false
			return errPower
		}
		return nil
	}
	return &ended
}

// contentsOf reads all files below a folder but the manifest.
func contentsOf(t *testing.T, fsys files.FS, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	var walk func(dir string)
	walk = func(dir string) {
		entries, err := fsys.ReadDir(dir)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			name := filepath.Join(dir, e.Name)
			if e.Dir {
				walk(name)
				continue
			}
			if e.Name == export.ManifestName {
				continue
			}
			data, err := files.ReadFile(fsys, name, 1<<30)
			if err != nil {
				t.Fatal(err)
			}
			all[name] = string(data)
		}
	}
	walk(dir)
	return all
}
