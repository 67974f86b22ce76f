package produce

import (
	"context"
	"errors"
	"maps"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"coverstat/cmd/internal/inspect"
	"coverstat/cmd/internal/study"
	"coverstat/enumerate"
	"coverstat/enumerate/run"
	"coverstat/export"
	"coverstat/export/exporttest"
	"coverstat/export/files"
)

// tilings have measures and breakdowns that a sweep can find.
var tilings = []struct {
	config string
	set    []string
}{
	{"tetro2-5x8", []string{"measures=[on_edge(*), crossroads, fault_lines, cut_edges, border_pieces, piece_contacts, 'adjacent(I4,O4)']", "crosstabs=[[crossroads, on_edge(I4)]]", "breakdowns=[{by: [fault_lines], of: [crossroads, border_pieces]}]"}},
	{"dominoes-8x8", []string{"puzzle.board={rows: 5, cols: 6}", "measures=[crossroads, edge_cells(*), border_pieces, piece_contacts]", "crosstabs=[[border_pieces, crossroads]]"}},
	{"tetrahexes-4x7", []string{"measures=[touches_edge(*), exposed(*), piece_contacts]"}},
	{"hexiamonds-6x6", []string{"measures=[used(*), border_pieces]"}},
	{"soma", []string{"measures=[corners(*), hidden]"}},
	{"tetrominoes-cylinder", []string{"measures=[border_pieces, cut_edges, piece_contacts]"}},
	{"tetro2-5x8", []string{"measures=[on_edge(*), crossroads]", "require=[fault_lines=0, 'border_pieces<=8', 'crossroads>=2 or on_edge(I4)=1', 'piece_contacts<=20']", "crosstabs=[[crossroads, on_edge(I4)]]"}},
	{"queens-8", []string{"measures=[size]", "require=['secondary<=34']"}},
}

// TestWithoutRows: a census without rows has the statistics and tables of one with rows,
// by a list and by sweeps.
func TestWithoutRows(t *testing.T) {
	for k, c := range tilings {
		t.Run(c.config, func(t *testing.T) {
			if testing.Short() && k != 5 {
				t.Skip("there are others of its kind")
			}
			want, err := Run(context.Background(), open(t, c.config, c.set...), RunOptions{Out: filepath.Join(t.TempDir(), "rows"), Workers: 2})
			if err != nil {
				t.Fatal(err)
			}
			stats, err := want.Document.FromRows().Encode()
			if err != nil {
				t.Fatal(err)
			}
			for _, how := range []export.Rows{export.Swept, export.Listed} {
				kernel := "kernel=sweep"
				if how == export.Listed {
					kernel = "kernel=" + want.Manifest.Kernel
				}
				dir := filepath.Join(t.TempDir(), string(how))
				got, err := Run(context.Background(), open(t, c.config, slices.Concat(c.set, []string{"output.rows=false", kernel})...), RunOptions{Out: dir, Workers: 2})
				if err != nil {
					t.Fatal(err)
				}
				m := got.Manifest
				if m.How != how || m.Rows != 0 || len(m.Parts) != 0 || m.Raw.Cmp(want.Manifest.Raw) != 0 || !m.Complete {
					t.Errorf("rows %q, %d of them in %d parts, raw %s, expected %q, none and %s", m.How, m.Rows, len(m.Parts), m.Raw, how, want.Manifest.Raw)
				}
				if text, _ := got.Document.FromRows().Encode(); string(text) != string(stats) {
					t.Errorf("%s: statistics\n%s\nexpected\n%s", how, text, stats)
				}
				for _, table := range []string{"occupancy", "placements", "breakdowns", "joint", "options", "pieces"} {
					w, g := exporttest.Contents(t, files.OS(), want.Dir()), exporttest.Contents(t, files.OS(), dir)
					if name := "tables/" + table + ".parquet"; w[name] != g[name] {
						t.Errorf("%s: table %s differs", how, table)
					}
				}
				if v, err := inspect.Verify(context.Background(), dir); err != nil || !v.OK() || !v.Complete {
					t.Errorf("%s: %+v, %v", how, v, err)
				}
			}
		})
	}
}

// TestMemoryLimit: output.memory_limit decides whether a run ends, and changes nothing of what it finds; nor do the workers,
// and a run that was refused goes on with more.
func TestMemoryLimit(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	var want *export.Manifest
	for _, c := range []struct {
		limit   string
		workers []int
		ends    bool
	}{{"1GiB", []int{1}, true}, {"2MiB", []int{1, 2}, false}, {"3MiB", []int{2}, true}, {"2GiB", []int{2}, true}} {
		for _, workers := range c.workers {
			dir := filepath.Join(t.TempDir(), "out")
			run := func(limit string) (*Outcome, error) {
				s := open(t, "dominoes-8x8", "kernel=sweep", "output.rows=false", "output.memory_limit="+limit)
				return Run(context.Background(), s, RunOptions{Out: dir, Workers: workers})
			}
			got, err := run(c.limit)
			if !c.ends {
				if err == nil || !strings.Contains(err.Error(), "memory") || !strings.Contains(err.Error(), "output.memory_limit") {
					t.Fatalf("%s, %d workers: %v", c.limit, workers, err)
				}
				got, err = run("1GiB")
			}
			if err != nil {
				t.Fatalf("%s, %d workers: %v", c.limit, workers, err)
			}
			if want == nil {
				want = got.Manifest
			}
			if g, w := got.Manifest, want; g.ConfigDigest != w.ConfigDigest || !reflect.DeepEqual(g.Stats, w.Stats) || !reflect.DeepEqual(g.Tables, w.Tables) || !reflect.DeepEqual(g.Facts, w.Facts) {
				t.Errorf("%s, %d workers: %+v, expected %+v", c.limit, workers, g, w)
			}
		}
	}
}

// TestSweepsStop: sweeps that are stopped go on where they were, and end with the same
// bytes.
func TestSweepsStop(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	c := tilings[1]
	s := func() []string { return slices.Concat(c.set, []string{"output.rows=false", "kernel=sweep"}) }
	whole := filepath.Join(t.TempDir(), "whole")
	if _, err := Run(context.Background(), open(t, c.config, s()...), RunOptions{Out: whole, Workers: 1}); err != nil {
		t.Fatal(err)
	}
	want := exporttest.Contents(t, files.OS(), whole)
	dir := filepath.Join(t.TempDir(), "out")
	stops := 0
	for {
		ctx, cancel := context.WithCancel(context.Background())
		study := open(t, c.config, s()...)
		study.Methods[0].Job = stopAfter(study.TaskJob(), 3, cancel)
		_, err := Run(ctx, study, RunOptions{Out: dir, Workers: 1, CommitEvery: 1})
		cancel()
		if err == nil {
			break
		}
		if stops++; !errors.Is(err, run.ErrStopped) || stops > 100 {
			t.Fatal(err)
		}
	}
	if stops == 0 {
		t.Error("the run was not stopped")
	}
	exporttest.Same(t, "stopped and resumed", exporttest.Contents(t, files.OS(), dir), want)
	if got := slices.Sorted(maps.Keys(want)); slices.ContainsFunc(got, func(name string) bool { return strings.HasPrefix(name, "rows/") }) {
		t.Errorf("files %v: expected no rows", got)
	}
}

// TestTakenBack: where a list has begun that takes far longer than sweeps, the sweeps end, with the
// bytes of a run that begins with them, whatever the workers and also if the run is stopped.
func TestTakenBack(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	set := []string{"measures=[crossroads]", "output.rows=false", "puzzle.board={rows: 7, cols: 8}"}
	listFirst := func() *study.Study {
		s := open(t, "dominoes-8x8", set...)
		if len(s.Methods) != 2 || s.Counting() == nil {
			t.Fatalf("%d methods: expected sweeps, then a list", len(s.Methods))
		}
		slices.Reverse(s.Methods)
		s.Methods[0].Nodes, s.Methods[1].Nodes = math.NaN(), math.NaN()
		return s
	}
	sweepsFirst := filepath.Join(t.TempDir(), "sweeps")
	if _, err := Run(context.Background(), open(t, "dominoes-8x8", set...), RunOptions{Out: sweepsFirst, Workers: 1}); err != nil {
		t.Fatal(err)
	}
	want := exporttest.Contents(t, files.OS(), sweepsFirst)
	for _, workers := range []int{1, 2} {
		dir := filepath.Join(t.TempDir(), "out")
		ctx, cancel := context.WithCancel(context.Background())
		s := listFirst()
		if workers == 1 { // stop the sweeps, or the list
			s.Methods[1].Job = stopAfter(s.Methods[1].Job, 2, cancel)
		} else {
			s.Methods[0].Job = stopAfter(s.Methods[0].Job, 1, cancel)
		}
		if _, err := Run(ctx, s, RunOptions{Out: dir, Workers: workers, CommitEvery: 1}); !errors.Is(err, run.ErrStopped) {
			t.Fatal(err)
		}
		cancel()
		if v, err := inspect.Verify(context.Background(), dir); err != nil || !v.OK() || v.Complete {
			t.Errorf("stopped: %+v, %v", v, err)
		}
		got, err := Run(context.Background(), listFirst(), RunOptions{Out: dir, Workers: workers})
		if err != nil || got.Manifest.How != export.Swept {
			t.Fatal(err)
		}
		exporttest.Same(t, "taken back", exporttest.Contents(t, files.OS(), dir), want)
		if again, err := Run(context.Background(), listFirst(), RunOptions{Out: dir}); err != nil || again.New {
			t.Errorf("a complete run is done again: %v", err)
		}
	}
}

// TestSweepGoesOn: a sweep that is stopped in its middle goes on from the last layer that was
// kept, and ends with the same bytes; if this layer is damaged, it begins anew and says so.
func TestSweepGoesOn(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	const config = "dominoes-8x8"
	set := []string{"puzzle.board={rows: 5, cols: 6}", "measures=[crossroads, piece_contacts]", "output.rows=false", "kernel=sweep"}
	whole := filepath.Join(t.TempDir(), "whole")
	if _, err := Run(context.Background(), open(t, config, set...), RunOptions{Out: whole, Workers: 1}); err != nil {
		t.Fatal(err)
	}
	want := exporttest.Contents(t, files.OS(), whole)
	for _, damaged := range []bool{false, true} {
		dir := filepath.Join(t.TempDir(), "out")
		stops, notices := 0, 0
		for {
			ctx, cancel := context.WithCancel(context.Background())
			kept := 0
			_, err := Run(ctx, open(t, config, set...), RunOptions{Out: dir, Workers: 1, CommitEvery: 1, saveEvery: 1,
				saved: func() {
					if kept++; kept == 7 {
						cancel()
					}
				},
				Notice: func(text string) {
					if notices++; !strings.Contains(text, "the task at hand begins anew") {
						t.Error(text)
					}
				}})
			cancel()
			if err == nil {
				break
			}
			if stops++; !errors.Is(err, run.ErrStopped) || stops > 1000 {
				t.Fatal(err)
			}
			name := filepath.Join(dir, export.WorkDir, "kept")
			if data, err := os.ReadFile(name); err == nil && damaged && stops == 2 {
				data[len(data)/2]++
				if err := os.WriteFile(name, data, 0o666); err != nil {
					t.Fatal(err)
				}
			}
		}
		if stops == 0 || damaged != (notices > 0) {
			t.Errorf("%d stops, %d notices", stops, notices)
		}
		exporttest.Same(t, "stopped and resumed", exporttest.Contents(t, files.OS(), dir), want)
	}
}

// stopAfter is a job that stops a run after some tasks of all its workers.
func stopAfter(whole *enumerate.Job, tasks int64, stopRun func()) *enumerate.Job {
	j, begun := *whole, new(atomic.Int64)
	j.NewWorker = func() (enumerate.Worker, error) {
		w, err := whole.NewWorker()
		return func(task int, stop *atomic.Bool, out *enumerate.Batch, flush func() error) (enumerate.Tally, bool, error) {
			if begun.Add(1) > tasks {
				stopRun()
				stop.Store(true)
			}
			return w(task, stop, out, flush)
		}, err
	}
	return &j
}

// unforeseen is a job whose memory nobody has estimated.
func unforeseen(whole *enumerate.Job) *enumerate.Job {
	j := *whole
	j.Memory = nil
	return &j
}

// contradictory is a job whose numbers cannot be.
func contradictory(whole *enumerate.Job) *enumerate.Job {
	j, counting := *whole, *whole.Counting
	counting.Totals = func([]*enumerate.Batch) (*enumerate.Totals, error) {
		return nil, errors.New("the numbers contradict one another")
	}
	j.Counting = &counting
	return &j
}

// TestFailed: a run that failed says why until it is run again, also if it failed after all tasks.
func TestFailed(t *testing.T) {
	c, dir := tilings[1], filepath.Join(t.TempDir(), "out")
	set := slices.Concat(c.set, []string{"output.rows=false", "kernel=sweep"})
	var s *inspect.Status
	for _, failure := range []string{
		"of memory would be needed, and 1 MB may be used: expected output.memory_limit of ",
		"more than 1 MB of memory: expected a larger output.memory_limit",
		"the numbers contradict one another",
	} {
		study := open(t, c.config, slices.Concat(set, []string{"output.memory_limit=1MiB", "puzzle.board={rows: 16, cols: 16}", "measures=[]", "crosstabs=[]"})...)
		switch {
		case strings.HasPrefix(failure, "more"):
			study.Methods[0].Job = unforeseen(study.TaskJob())
		case strings.HasPrefix(failure, "the"):
			study = open(t, c.config, slices.Concat(set, []string{"puzzle.board={rows: 16, cols: 16}", "measures=[]", "crosstabs=[]"})...)
			study.Methods[0].Job = contradictory(study.TaskJob())
		}
		_, err := Run(context.Background(), study, RunOptions{Out: dir, Workers: 1})
		if err == nil || !strings.Contains(err.Error(), failure) {
			t.Fatalf("%v, expected %q", err, failure)
		}
		if s, err = inspect.ReadStatus(dir); err != nil || !strings.Contains(s.Failure, failure) {
			t.Fatalf("status %+v, %v", s, err)
		}
	}
	var err error
	if _, err := Run(context.Background(), open(t, c.config, slices.Concat(set, []string{"puzzle.board={rows: 16, cols: 16}", "measures=[]", "crosstabs=[]"})...), RunOptions{Out: dir, Workers: 1}); err != nil {
		t.Fatal(err)
	}
	if s, err = inspect.ReadStatus(dir); err != nil || s.Failure != "" || !s.Complete {
		t.Fatalf("status %+v, %v", s, err)
	}
}
