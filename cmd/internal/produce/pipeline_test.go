package produce

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"time"

	"coverstat/cmd/internal/inspect"
	"coverstat/cmd/internal/study"
	"coverstat/enumerate/run"
	"coverstat/export"
	"coverstat/export/exporttest"
	"coverstat/export/files"
)

func open(t *testing.T, config string, set ...string) *study.Study {
	t.Helper()
	s, err := study.Open(config, set, false)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// made makes a dataset.
func made(t *testing.T, s *study.Study, o RunOptions) *Outcome {
	t.Helper()
	f, err := Run(context.Background(), s, o)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// studies are runs of every kind that take a second at most.
var studies = []struct {
	config string
	set    []string
}{
	{"pent-5x12", nil},
	{"tetro2-5x8", []string{"measures=[on_edge(*), crossroads]", "crosstabs=[[crossroads, on_edge(I4)]]", "breakdowns=[{by: [on_edge(O4), on_edge(T4)], of: [crossroads, orbit_size]}]"}},
	{"baibian-census", []string{"puzzle.board.rows=4", "puzzle.board.cols=5", "puzzle.blocked.0.choose=4", "puzzle.pieces=[I3, V3, O4, L4, I2]", "measures=[components, imbalance]"}},
	{"queens-12", nil},
	{"genius-dice", []string{"puzzle.board={rows: 4, cols: 4}", "puzzle.blocked=[{one_of: [[0, 0], [0, 3], [1, 1]]}, {one_of: [[3, 0], [3, 3], [1, 1]]}]", "puzzle.pieces=[I4, O4, L4, I2]", "cut=0.1"}},
	{"sudoku-4x4", nil},
	{"pentomino-subsets-5x5", nil},
	{"soma-like", []string{"puzzle.choose.from=[tricubes, tetracubes]", "puzzle.choose.pieces=7", "puzzle.method=each", "puzzle.limit=2", "measures=[chiral_pieces]"}},
	{"dominoes-8x8", []string{"puzzle.board={rows: 6, cols: 7}", "measures=[crossroads]", "require=['fault_lines<=1']"}},
	{"nonograms-5x5", []string{"puzzle.rows=3", "puzzle.cols=3"}},
}

// TestSameBytes runs each study in several ways: the datasets must be equal
// byte for byte.
func TestSameBytes(t *testing.T) {
	for k, c := range studies {
		t.Run(c.config, func(t *testing.T) {
			if testing.Short() && k%4 != 1 {
				t.Skip("there are others of its kind")
			}
			want := filepath.Join(t.TempDir(), "want")
			f := made(t, open(t, c.config, c.set...), RunOptions{Out: want, Workers: 1})
			if !f.Manifest.Complete {
				t.Fatal("not complete")
			}
			reference := exporttest.Contents(t, files.OS(), want)
			for _, workers := range []int{2, 7} {
				dir := filepath.Join(t.TempDir(), "out")
				made(t, open(t, c.config, c.set...), RunOptions{Out: dir, Workers: workers})
				exporttest.Same(t, fmt.Sprintf("%d workers", workers), exporttest.Contents(t, files.OS(), dir), reference)
			}
			t.Run("stopped", func(t *testing.T) { stopAndResume(t, c.config, c.set, reference) })
			t.Run("shards", func(t *testing.T) { shardAndMerge(t, c.config, c.set, reference) })
			verifies(t, want)
			addsUp(t, want, f.Document)
		})
	}
}

// verifies reports what verify finds wrong in a dataset.
func verifies(t *testing.T, dir string) {
	t.Helper()
	v, err := inspect.Verify(context.Background(), dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, check := range v.Checks {
		if !check.OK {
			t.Errorf("verify: %s: %v", check.Name, check.Found)
		}
	}
}

// stopAndResume stops the run again and again, later each time.
func stopAndResume(t *testing.T, config string, set []string, reference map[string]string) {
	dir := filepath.Join(t.TempDir(), "out")
	for attempt := time.Duration(1); ; attempt++ {
		ctx, cancel := context.WithTimeout(context.Background(), attempt*attempt*2*time.Millisecond)
		_, err := Run(ctx, open(t, config, set...), RunOptions{Out: dir, Workers: 2})
		cancel()
		if err == nil {
			break
		}
		if !errors.Is(err, run.ErrStopped) {
			t.Fatal(err)
		}
		if v, err := inspect.Verify(context.Background(), dir); err != nil || !v.OK() || v.Complete {
			t.Fatalf("a stopped run: %+v, %v", v, err)
		}
	}
	exporttest.Same(t, "stopped and resumed", exporttest.Contents(t, files.OS(), dir), reference)
}

func shardAndMerge(t *testing.T, config string, set []string, reference map[string]string) {
	const shards = 3
	base := t.TempDir()
	var dirs []string
	for i := range shards {
		dir := filepath.Join(base, fmt.Sprint("shard", i))
		f := made(t, open(t, config, set...), RunOptions{Out: dir, Workers: 2, Shard: i, Shards: shards})
		if f.Document.Complete {
			t.Error("the statistics of a shard say that they are of the whole")
		}
		if v, err := inspect.Verify(context.Background(), dir); err != nil || !v.OK() {
			t.Fatalf("a shard: %+v, %v", v, err)
		}
		dirs = append(dirs, dir)
	}
	out := filepath.Join(base, "out")
	if _, err := Merge(context.Background(), []string{dirs[2], dirs[2], dirs[0]}, RunOptions{Out: out}); !errors.As(err, new(*study.IncompleteError)) {
		t.Fatalf("a merge without shard 1: %v", err)
	}
	if _, err := Merge(context.Background(), []string{dirs[1], dirs[0], dirs[1], dirs[2]}, RunOptions{Out: out}); err != nil {
		t.Fatal(err)
	}
	exporttest.Same(t, "merged", exporttest.Contents(t, files.OS(), out), reference)
}

// TestTwoRoads counts the same boards by one pass over all packings and by a
// search of each: rows and tables must be the same.
func TestTwoRoads(t *testing.T) {
	for _, c := range studies[2:3] {
		var all []map[string]string
		for _, method := range []string{"scatter", "each"} {
			dir := filepath.Join(t.TempDir(), method)
			s := open(t, c.config, append([]string{"puzzle.method=" + method}, c.set...)...)
			if got := s.Job.Kernel; got != method {
				t.Fatalf("method %s, expected %s", got, method)
			}
			made(t, s, RunOptions{Out: dir})
			files := exporttest.Contents(t, files.OS(), dir)
			delete(files, "stats.json")     // has the effort
			delete(files, "effort.parquet") // is the effort
			all = append(all, files)
		}
		exporttest.Same(t, c.config, all[1], all[0])
	}
}

// TestClockJumps stops a run, sets the clock and the times of its files back
// and forth by decades, and goes on: nothing may depend on either.
func TestClockJumps(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	year := func(y int) func() time.Time {
		return func() time.Time { return time.Date(y, 1, 1, 0, 0, 0, 0, time.UTC) }
	}
	base := t.TempDir()
	want, dir := filepath.Join(base, "want"), filepath.Join(base, "out")
	made(t, open(t, "pent-5x12"), RunOptions{Out: want, Workers: 1})
	for i, y := range []int{2050, 1999, 2038, 1971} {
		limit := int64(100 * (i + 1))
		if i == 3 {
			limit = 0
		}
		f := made(t, open(t, "pent-5x12"), RunOptions{Out: dir, Workers: 1, Limit: limit, clock: year(y)})
		made := f.Manifest.Made
		if made.Started.Year() != y || made.Finished.Before(made.Started) || made.Seconds < 0 || made.Seconds > 60 {
			t.Errorf("%d: made %+v", y, made)
		}
		file := 0
		err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
			if file++; err != nil {
				return err
			}
			return os.Chtimes(path, time.Time{}, year(1980+140*(file%2))())
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	exporttest.Same(t, "after jumps of the clock", exporttest.Contents(t, files.OS(), dir), exporttest.Contents(t, files.OS(), want))
	if v, err := inspect.Verify(context.Background(), dir); err != nil || !v.OK() || !v.Complete {
		t.Errorf("verify: %+v, %v", v, err)
	}
}

// TestOtherKernel: a dataset names the kernel that made it, and is sound where
// this version of the program would choose another one than that which made it.
func TestOtherKernel(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "out")
	s := open(t, "pent-4x15")
	made(t, s, RunOptions{Out: dir})
	m, err := export.ReadManifest(files.OS(), dir)
	if err != nil {
		t.Fatal(err)
	}
	m.Kernel, m.ConfigDigest, m.Program.Version = "another", s.Plan.Digest("another"), "0.5.9"
	if err := m.Write(files.OS(), dir); err != nil {
		t.Fatal(err)
	}
	v, err := inspect.Verify(context.Background(), dir)
	if err != nil || !v.OK() {
		t.Errorf("%+v, %v", v, err)
	}
}
