package produce

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"coverstat/cmd/internal/inspect"
	"coverstat/cmd/internal/progress"
	"coverstat/cmd/internal/study"
	"coverstat/enumerate"
	"coverstat/enumerate/run"
	"coverstat/export/exporttest"
	"coverstat/export/files"
)

// TestPartial: the rows of a stopped run can be read, and their statistics follow from them.
// Nothing is written into its folder, though another process has its lock.
func TestPartial(t *testing.T) {
	for k, c := range []struct {
		config string
		set    []string
	}{
		{"chessboard", nil},
		{"pent-3x20", []string{"puzzle.board={rows: 5, cols: 12}", "output={rows: false}", "kernel=dlx"}},
		{"sudoku-policies", nil},
		{"queens-8", []string{"job=sample", "sample={draws: 2000}"}},
	} {
		t.Run(c.config, func(t *testing.T) {
			if testing.Short() && k < 3 {
				t.Skip("there are others of its kind")
			}
			dir := filepath.Join(t.TempDir(), "out")
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			s := open(t, c.config, c.set...)
			job := &s.Methods[0].Job
			whole := *job
			*job = stopAfter(whole, 3, cancel)
			if _, err := Run(ctx, s, RunOptions{Out: dir, Workers: 1}); !errors.Is(err, run.ErrStopped) {
				t.Fatal(err)
			}
			if _, err := study.OpenView(t.Context(), dir, study.ViewOptions{}); err == nil || !strings.Contains(err.Error(), "--partial") {
				t.Errorf("without partial: %v", err)
			}
			*job = whole
			p := newProduction(t.Context(), s, RunOptions{Out: dir})
			if _, err := p.lockAndOpen(); err != nil {
				t.Fatal(err)
			}
			defer p.work.Close()
			before := exporttest.Contents(t, files.OS(), dir)
			var said strings.Builder
			ctx, silence := progress.Start(t.Context(), &said)
			defer silence()
			v, err := study.OpenView(ctx, dir, study.ViewOptions{Partial: true, Statistics: true})
			if err != nil {
				t.Fatal(err)
			}
			found, err := inspect.Statistics(v)
			if err != nil {
				t.Fatal(err)
			}
			d, err := v.Statistics()
			if err != nil {
				t.Fatal(err)
			}
			again, err := d.FromRows().Encode()
			if err != nil {
				t.Fatal(err)
			}
			if want, err := found.Encode(); err != nil || string(want) != string(again) {
				t.Errorf("%v: the rows give\n%s\nthe view says\n%s", err, want, again)
			}
			tasks, err := v.Table("tasks")
			if err != nil || tasks.Len() == 0 || tasks.Len() != v.Manifest.Tasks.Done || v.Rows() == 0 || int64(v.Manifest.Rows) != v.Rows() {
				t.Errorf("%v: %d rows of %d, %d tasks in the table of %d", err, v.Rows(), v.Manifest.Rows, tasks.Len(), v.Manifest.Tasks.Done)
			}
			if want := ", " + enumerate.Percent(1-s.ShareLeft(p.work, nil)) + " of the search"; !strings.Contains(said.String(), want) {
				t.Errorf("said %q, expected %q", &said, want)
			}
			if err := v.Close(); err != nil {
				t.Fatal(err)
			}
			exporttest.Same(t, "looked at", exporttest.Contents(t, files.OS(), dir), before)
		})
	}
}
