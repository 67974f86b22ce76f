package produce

import (
	"context"
	"errors"
	"io/fs"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"time"

	"coverstat/cmd/internal/study"
	"coverstat/enumerate"
	"coverstat/export/exporttest"
	"coverstat/export/files"
	"coverstat/export/files/filestest"
	"coverstat/export/journal"
)

var errPower = errors.New("power cut")

// crashing are runs of every job kind that take some hundred file operations.
var crashing = []struct {
	config string
	set    []string
}{
	{"sudoku-4x4", nil},
	{"nonograms-5x5", []string{"puzzle.rows=2", "puzzle.cols=2"}},
	{"tetrominoes-4xn", []string{"puzzle.board={rows: 4, cols: 1..6}"}},
	{"chessboard-shuffled", []string{"puzzle.board={rows: 3, cols: 7}", "puzzle.pieces=[I4, L4, O4, S4, P5]", "sample.draws=100", "measures=[]"}},
}

// TestCrashAnywhere cuts the power at every file operation of a run in turn; some
// of what was not synced is lost. The runs are a new run, one that discards an
// older dataset first (its own or another's), one that repairs a damaged part,
// and a merge of shards. When the run is repeated, the dataset must be that of an
// undisturbed run, byte for byte, and no damage may be reported.
func TestCrashAnywhere(t *testing.T) {
	for _, c := range crashing {
		run := func(disk *filestest.Mem, o RunOptions) error {
			o.Workers, o.CommitEvery, o.fsys = 1, 50*time.Microsecond, disk
			o.Notice = func(text string) { t.Error(text) }
			_, err := Run(context.Background(), open(t, c.config, c.set...), o)
			return err
		}
		whole := func(disk *filestest.Mem) error { return run(disk, RunOptions{Out: "/out"}) }
		undisturbed := filestest.NewMem()
		if err := whole(undisturbed); err != nil {
			t.Fatal(err)
		}
		want := exporttest.Contents(t, undisturbed, "/out")

		crashes(t, c.config, want, func(*filestest.Mem) error { return nil }, whole)
		crashes(t, c.config+" anew", want, whole, func(disk *filestest.Mem) error { return run(disk, RunOptions{Out: "/out", Fresh: true}) })
		crashes(t, c.config+" instead", want, func(disk *filestest.Mem) error {
			_, err := Run(context.Background(), open(t, "sudoku-4x4", "cut=0.5"), RunOptions{Out: "/out", Limit: 30, Workers: 1, fsys: disk})
			return err
		}, func(disk *filestest.Mem) error { return run(disk, RunOptions{Out: "/out", Fresh: true}) })
		crashes(t, c.config+" repaired", want, func(disk *filestest.Mem) error {
			err := whole(disk)
			disk.Damage("/out/rows/part-00000.parquet", 99)
			return err
		}, whole)
		crashes(t, c.config+" merged", want, func(disk *filestest.Mem) error {
			return errors.Join(run(disk, RunOptions{Out: "/a", Shard: 0, Shards: 2}), run(disk, RunOptions{Out: "/b", Shard: 1, Shards: 2}))
		}, func(disk *filestest.Mem) error {
			_, err := Merge(context.Background(), []string{"/b", "/a"}, RunOptions{Out: "/out", fsys: disk})
			return err
		})
	}
}

// crashes prepares a disk and cuts the power at every operation of an action,
// which is then done again.
func crashes(t *testing.T, name string, want map[string]string, prepare, action func(*filestest.Mem) error) {
	seeds, stride := uint64(2), 13
	switch {
	case os.Getenv("COVERSTAT_SOAK") != "":
		seeds, stride = 3, 1
	case testing.Short(): // the race detector looks at the goroutines, not at the disk
		seeds, stride = 1, 41
	}
	t.Run(name, func(t *testing.T) {
		t.Parallel()
		n := 0
		for seed := range seeds {
			for k := 1 + int(seed); ; k += stride {
				disk := filestest.NewMem()
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
				exporttest.Same(t, "after a crash", exporttest.Contents(t, disk, "/out"), want)
				if t.Failed() {
					t.Fatalf("seed %d, operation %d", seed, k)
				}
			}
		}
		t.Logf("%d crashes", n)
	})
}

// TestFreshOfALiveRun: a run with --fresh in a folder where another process works
// is refused before it removes anything.
func TestFreshOfALiveRun(t *testing.T) {
	disk := filestest.NewMem()
	study := open(t, "sudoku-4x4")
	limit := int64(100)
	begin := func(fresh bool) error {
		_, err := Run(context.Background(), study, RunOptions{Out: "/out", Workers: 1, Limit: limit, Fresh: fresh, fsys: disk})
		return err
	}
	if err := begin(false); err != nil { // leaves its work
		t.Fatal(err)
	}
	limit++ // with the same one there is nothing to do
	before := exporttest.Contents(t, disk, "/out")
	lock, err := journal.Acquire(disk, "/out/.work")
	if err != nil {
		t.Fatal(err)
	}
	disk.Before = func(op, name string) error {
		t.Errorf("%s %s under a live run", op, name)
		return errPower
	}
	for _, fresh := range []bool{true, false} {
		if err := begin(fresh); !errors.As(err, new(*files.LockedError)) {
			t.Errorf("fresh %v: %v, want a LockedError", fresh, err)
		}
	}
	disk.Before = nil
	exporttest.Same(t, "of a live run", exporttest.Contents(t, disk, "/out"), before)
	lock.Close()
	// A file of the user beside the dataset stays.
	if err := files.WriteAtomic(disk, "/out/notes.txt", []byte("mine")); err != nil {
		t.Fatal(err)
	}
	if err := begin(true); err != nil {
		t.Error(err)
	}
	if text, err := files.ReadFile(disk, "/out/notes.txt", 9); err != nil || string(text) != "mine" {
		t.Errorf("%q, %v", text, err)
	}
}

// TestEndedMeanwhile: after a process has looked at a folder and before it has
// the lock, another may complete the run. The run is then not started again.
func TestEndedMeanwhile(t *testing.T) {
	disk := filestest.NewMem()
	p := newProduction(t.Context(), open(t, "sudoku-4x4"), RunOptions{Out: "/out", Workers: 1, fsys: disk})
	lock, err := p.acquireLock()
	if err != nil {
		t.Fatal(err)
	}
	lock.Close()
	other := RunOptions{Out: "/out", Workers: 1, fsys: disk}
	if _, err := Run(context.Background(), open(t, "sudoku-4x4"), other); err != nil {
		t.Fatal(err)
	}
	if lock, err = p.acquireLock(); err != nil {
		t.Fatal(err)
	}
	if complete, err := p.openUnderLock(lock, false); !complete || err != nil {
		t.Errorf("complete %v, %v", complete, err)
	}
	lock.Close()
}

// TestRefusedMerge: if shards cannot be merged, the output folder stays as it is;
// an interrupted merge goes on.
func TestRefusedMerge(t *testing.T) {
	disk := filestest.NewMem()
	shard := func(config, dir string, index int) string {
		t.Helper()
		made(t, open(t, config), RunOptions{Out: dir, Workers: 1, Shard: index, Shards: 2, fsys: disk})
		return dir
	}
	a, b, other := shard("sudoku-4x4", "/a", 0), shard("sudoku-4x4", "/b", 1), shard("pent-3x20", "/other", 1)
	into := func(o RunOptions, dirs ...string) error {
		o.Out, o.fsys = "/out", disk
		_, err := Merge(context.Background(), dirs, o)
		return err
	}
	untouched := func() {
		t.Helper()
		if _, err := disk.ReadDir("/out"); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("a refused merge made its output: %v", err)
		}
	}
	if err := into(RunOptions{}, a, other); !errors.As(err, new(*enumerate.InputError)) {
		t.Error(err)
	}
	untouched()
	if err := into(RunOptions{}, a); !errors.As(err, new(*study.IncompleteError)) {
		t.Error(err)
	}
	untouched()
	// The power goes once the first shard is there; that is kept.
	disk.Before = func(op, name string) error {
		if strings.HasPrefix(name, "/out/rows") {
			return errPower
		}
		return nil
	}
	if err := into(RunOptions{}, a, b); !errors.Is(err, errPower) {
		t.Fatal(err)
	}
	disk.Before = nil
	if err := into(RunOptions{Fresh: true}, a); !errors.As(err, new(*study.IncompleteError)) {
		t.Error(err)
	}
	d, err := study.OpenIn(disk, "/out")
	if err != nil {
		t.Fatal(err)
	}
	if work, err := journal.Peek(d.Journal()); err != nil || len(work.Tasks()) == 0 {
		t.Errorf("%+v, %v", work, err)
	}
	if err := into(RunOptions{}, b); err != nil {
		t.Error(err)
	}
}

// cut makes the k-th operation and all after it fail. It clears what it
// returns if it comes to that.
func cut(disk *filestest.Mem, k int) *bool {
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
