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
// some of what was not synced being lost. Run again, the dataset must be that
// of an undisturbed run, byte for byte.
func TestCrashAnywhere(t *testing.T) {
	seeds, stride := uint64(2), 11
	if os.Getenv("COVERSTAT_SOAK") != "" {
		seeds, stride = 4, 1
	}
	for _, c := range crashing {
		t.Run(c.config, func(t *testing.T) {
			t.Parallel()
			attempt := func(disk *files.Mem, fresh bool) error {
				_, err := open(t, c.config, c.set...).Run(context.Background(),
					RunOptions{Out: "/out", Workers: 1, CommitEvery: time.Nanosecond, Fresh: fresh, fsys: disk})
				return err
			}
			undisturbed := files.NewMem()
			if err := attempt(undisturbed, false); err != nil {
				t.Fatal(err)
			}
			want := contentsOf(t, undisturbed, "/out")
			crashes := 0
			for seed := range seeds {
				for k := 1 + int(seed); ; k += stride {
					disk, ended := files.NewMem(), true
					cut(disk, k, &ended)
					// Half of the seeds make the dataset anew over a finished one.
					fresh := seed%2 == 1
					if fresh {
						disk.Before = nil
						if err := attempt(disk, false); err != nil {
							t.Fatal(err)
						}
						cut(disk, k, &ended)
					}
					if err := attempt(disk, fresh); ended {
						if err != nil {
							t.Fatal(err)
						}
						break
					} else if err != nil && !errors.Is(err, errPower) {
						t.Fatalf("seed %d, operation %d: %v", seed, k, err)
					}
					crashes++
					random := rand.New(rand.NewPCG(seed, uint64(k)))
					if seed == 0 {
						random = nil // nothing that was not synced survives
					}
					disk = disk.Crash(random)
					if err := attempt(disk, false); err != nil {
						t.Fatalf("seed %d, after operation %d: %v", seed, k, err)
					}
					same(t, "after a crash", contentsOf(t, disk, "/out"), want)
					if t.Failed() {
						t.Fatalf("seed %d, operation %d", seed, k)
					}
				}
			}
			t.Logf("%d crashes", crashes)
		})
	}
}

// cut makes the k-th operation and all after it fail, and says whether it came
// to that.
func cut(disk *files.Mem, k int, ended *bool) {
	n := 0
	disk.Before = func(op, name string) error {
		if n++; n >= k {
			*ended = false
			return errPower
		}
		return nil
	}
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
