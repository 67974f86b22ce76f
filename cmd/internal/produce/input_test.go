package produce

import (
	"context"
	"errors"
	"math"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"coverstat/cmd/internal/inspect"
	"coverstat/cmd/internal/progress"
	"coverstat/configs"
	"coverstat/enumerate"
	"coverstat/enumerate/run"
	"coverstat/export"
	"coverstat/export/exporttest"
	"coverstat/export/files"
	"coverstat/stats"
)

// changing is a job whose input changes after the first task.
func changing(whole *enumerate.Job, change func()) *enumerate.Job {
	j := *whole
	j.NewWorker = func() (enumerate.Worker, error) {
		w, err := whole.NewWorker()
		return func(task int, stop *atomic.Bool, out *enumerate.Batch, flush func() error) (enumerate.Tally, bool, error) {
			tally, done, err := w(task, stop, out, flush)
			change()
			return tally, done, err
		}, err
	}
	return &j
}

// TestInputChanges overwrites a file of puzzles with others of the same length while
// workers have it open: the run fails and calls nothing complete. When the file is
// restored it can be run, with the same bytes. A change that cannot be seen in the
// file's time is found in the end, and then no task is kept.
func TestInputChanges(t *testing.T) {
	base := t.TempDir()
	puzzle := "000000010400000000020000000000050407008000300001090000300400200050100000000806000\n"
	other := "000000010400000000020000000000050604008000300001090000300400200050100000000807000\n"
	first, second := []byte(strings.Repeat(puzzle, 300)), []byte(strings.Repeat(other, 300))
	file, config := filepath.Join(base, "puzzles.txt"), filepath.Join(base, "survey.yaml")
	write := func(name string, data []byte) {
		t.Helper()
		if err := os.WriteFile(name, data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write(config, []byte("family: sudoku\njob: survey\npuzzle: {input: puzzles.txt}\n"))
	write(file, first)
	want := filepath.Join(base, "want")
	made(t, open(t, config), RunOptions{Out: want})
	reference := exporttest.Contents(t, files.OS(), want)
	for _, hidden := range []bool{false, true} {
		write(file, first)
		info, err := os.Stat(file)
		if err != nil {
			t.Fatal(err)
		}
		dir := filepath.Join(t.TempDir(), "out")
		s := open(t, config)
		s.Methods[0].Job = changing(s.Job, func() {
			write(file, second)
			if hidden {
				os.Chtimes(file, info.ModTime(), info.ModTime())
			}
		})
		_, err = Run(context.Background(), s, RunOptions{Out: dir, Workers: 1, CommitEvery: time.Millisecond})
		if !errors.Is(err, configs.ErrChanged) || errors.Is(err, run.ErrStopped) {
			t.Fatalf("hidden %v: %v, expected that the file changed", hidden, err)
		}
		m, err := export.ReadManifest(files.OS(), dir)
		if err != nil || m.Complete || len(m.Parts) > 0 {
			t.Errorf("hidden %v: %v, complete %v, %d parts", hidden, err, m.Complete, len(m.Parts))
		}
		write(file, first)
		made(t, open(t, config), RunOptions{Out: dir})
		exporttest.Same(t, "after the file was restored", exporttest.Contents(t, files.OS(), dir), reference)
	}
}

// TestLimitIsComplete: a limited dataset is complete as far as it was asked. The same
// run again does nothing; one that goes further leaves no rows that its manifest does
// not name, and ends with the bytes of a single run.
func TestLimitIsComplete(t *testing.T) {
	base := t.TempDir()
	want, dir := filepath.Join(base, "want"), filepath.Join(base, "out")
	made(t, open(t, "pent-5x12"), RunOptions{Out: want})
	limited := RunOptions{Out: dir, Limit: 100, Workers: 1} // two could finish while the first task waits for a processor
	if _, err := Run(context.Background(), open(t, "pent-5x12"), limited); err != nil {
		t.Fatal(err)
	}
	before := exporttest.Contents(t, files.OS(), dir)
	again := limited
	again.Begin = func(Start) (*progress.Forecast, error) { t.Error("the same limit again searches"); return nil, nil }
	f, err := Run(context.Background(), open(t, "pent-5x12"), again)
	if err != nil || f.New || f.Manifest.Extent != "the first 100 rows, by --limit" {
		t.Fatalf("the same limit again: %+v, %v", f, err)
	}
	exporttest.Same(t, "the same limit again", exporttest.Contents(t, files.OS(), dir), before)

	stopped, stop := context.WithCancel(context.Background())
	var notices []string
	left := 0.0
	_, err = Run(stopped, open(t, "pent-5x12"), RunOptions{Out: dir, Begin: func(s Start) (*progress.Forecast, error) { left = s.Left; stop(); return nil, nil }, Notice: func(text string) { notices = append(notices, text) }})
	if !errors.Is(err, run.ErrStopped) {
		t.Fatalf("stopped: %v", err)
	}
	if left <= 0 || left >= 1 {
		t.Errorf("the share %v is left, expected less than all and more than nothing", left)
	}
	if parts, _ := filepath.Glob(filepath.Join(dir, "rows", "*.parquet")); len(parts) > 0 {
		t.Errorf("rows of the earlier limit are still there: %v", parts)
	}
	if len(notices) != 1 || !strings.Contains(notices[0], "the rows of the earlier --limit 100 are removed") {
		t.Errorf("notices %q", notices)
	}
	made(t, open(t, "pent-5x12"), RunOptions{Out: dir})
	exporttest.Same(t, "without the limit", exporttest.Contents(t, files.OS(), dir), exporttest.Contents(t, files.OS(), want))

	m := made(t, open(t, "queens-8"), RunOptions{Out: filepath.Join(base, "queens"), Limit: 1000}).Manifest
	if m.Complete || m.Rows != 12 || m.Tasks.Done != m.Tasks.Total {
		t.Errorf("%d rows of %d, %d tasks of %d, complete: %v", m.Rows, m.Limit, m.Tasks.Done, m.Tasks.Total, m.Complete)
	}
}

// TestForecastKept: the forecast of a run is kept in its folder, for its status and for the run
// that goes on; the time left of one that has done little is the forecast's.
func TestForecastKept(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "out")
	ctx, stop := context.WithCancel(t.Context())
	made := &progress.Forecast{Seconds: stats.Interval{Estimate: 50400, Low: 28800, High: 90000}, Workers: 1}
	_, err := Run(ctx, open(t, "pent-5x12"), RunOptions{Out: dir, Begin: func(s Start) (*progress.Forecast, error) {
		if s.Forecast != nil || s.Left != 1 {
			t.Errorf("the first run begins with %+v", s)
		}
		stop()
		return made, nil
	}})
	if !errors.Is(err, run.ErrStopped) {
		t.Fatal(err)
	}
	s, err := inspect.ReadStatus(dir)
	if err != nil || !strings.HasPrefix(s.Left, "about 1") {
		t.Errorf("%+v, %v", s, err)
	}
	// Tasks that were under way at the stop are done.
	if want := 50400 * (1 - s.Share); math.Abs(s.SecondsLeft-want) > 1 {
		t.Errorf("%v seconds are left, expected %v", s.SecondsLeft, want)
	}
	refused := enumerate.Errorf("no room")
	_, err = Run(t.Context(), open(t, "pent-5x12"), RunOptions{Out: dir, Begin: func(s Start) (*progress.Forecast, error) {
		if s.Forecast == nil || s.Forecast.Seconds.High != 90000 || s.Bytes == 0 {
			t.Errorf("the second run begins with %+v", s)
		}
		return nil, refused
	}})
	if !errors.Is(err, refused) {
		t.Error(err)
	}
	unmade := filepath.Join(t.TempDir(), "unmade")
	_, err = Run(t.Context(), open(t, "pent-5x12"), RunOptions{Out: unmade, Begin: func(Start) (*progress.Forecast, error) { return nil, refused }})
	if _, there := os.Stat(unmade); !errors.Is(err, refused) || !os.IsNotExist(there) {
		t.Errorf("%v; a run that was refused has left a folder: %v", err, there)
	}
}
