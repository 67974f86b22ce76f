package forecast

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"coverstat/cmd/internal/progress"
	"coverstat/cmd/internal/study"
	"coverstat/enumerate"
	"coverstat/export/files"
	"coverstat/export/report"
	"coverstat/stats"
)

// TestHopeless: a search without an end is called so at once. The probes of it took
// longer than anybody waits, and squares of its nodes are no numbers.
func TestHopeless(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	s, err := study.Open("dominoes-8x8", []string{"puzzle.board={rows: 32, cols: 32}"}, false)
	if err != nil {
		t.Fatal(err)
	}
	e, err := Estimate(t.Context(), s, EstimateOptions{Nodes: 1 << 18, Precision: 0.02, Seed: 1, Workers: 2})
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if err := report.Text(&b, e.Section()); err != nil {
		t.Fatal(err)
	}
	if got := b.String(); !strings.Contains(got, "hopeless: about 10^1") || strings.Contains(got, "NaN") {
		t.Errorf("%q", got)
	}
	said := false
	for _, f := range s.Facts() {
		if strings.Contains(f.Text, "NaN") {
			t.Errorf("fact %q", f.Text)
		}
		said = said || strings.HasPrefix(f.Text, "hopeless")
	}
	if !said {
		t.Error("no fact says that it is hopeless")
	}
	if f := Before(t.Context(), s, 2, 1); f == nil || !strings.HasPrefix(f.Hopeless, "hopeless") || Line(s, f, 1, "") != f.Hopeless {
		t.Errorf("before the run: %+v", f)
	}
	list := []enumerate.Method{{Job: s.Job, Node: 1, Nodes: math.NaN()}}
	if f := beforeCount(t.Context(), s, list, 2); f == nil || f.Hopeless != Before(t.Context(), s, 2, 1).Hopeless {
		t.Errorf("before counting: %+v, not what is said before a run", f)
	}
	short, err := study.Open("chessboard", nil, false)
	if err != nil {
		t.Fatal(err)
	}
	if f := Before(t.Context(), short, 2, 1); f != nil {
		t.Errorf("before a short run: %+v", f)
	}
}

// TestAdvice: what is advised where a search is hopeless would be taken.
func TestAdvice(t *testing.T) {
	graph := filepath.Join(t.TempDir(), "graph.csv")
	if err := os.WriteFile(graph, []byte("a b\nb c\nc d\nd a\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	weights := filepath.Join(filepath.Dir(graph), "weights.csv")
	if err := os.WriteFile(weights, []byte("a 1\nb 2\nc 2\nd 1\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	uniform := []string{"job=sample", "sample={draws: 10, sampler: uniform}"}
	for _, c := range []struct {
		config string
		set    []string
		want   string
	}{
		{"chessboard", nil, "a smaller board or fewer pieces may end, and job: sample draws solutions without listing them"},
		{"chessboard", uniform, "a smaller board or fewer pieces may end, and sampler: shuffled draws solutions without listing them"},
		{"regions-6x6", nil, "a smaller board may end"},
		{"regions-6x6", uniform, "a smaller board may end"},
		{"regions-6x6", []string{"puzzle={graph: " + graph + ", total: 2}"}, "fewer vertices may end"},
		{"regions-6x6", []string{"puzzle={graph: " + graph + ", weights: " + weights + ", total: 2}"}, "fewer vertices, or a larger puzzle.unit may end"},
		{"queens-8", nil, "fewer items or options may end, and job: sample draws solutions without listing them"},
	} {
		s, err := study.Open(c.config, c.set, false)
		if err != nil {
			t.Fatal(err)
		}
		if got := advice(s); got != c.want {
			t.Errorf("%s %v: %q, expected %q", c.config, c.set, got, c.want)
		}
	}
}

// TestWatchList: what a list takes is told before another way is looked for.
func TestWatchList(t *testing.T) {
	s, err := study.Open("regions-6x6", nil, true)
	if err != nil {
		t.Fatal(err)
	}
	var told enumerate.Method
	s.Told = func(list enumerate.Method) { told = list }
	methods, _, err := s.MethodsFor(enumerate.Question{})
	if err != nil || told.Job != s.Job || !(told.Nodes > 0) {
		t.Errorf("told of %+v, methods %+v: %v", told, methods, err)
	}
}

// TestBefore: a run, and the rest of it, are told their time and disk space; and
// whether the disk has room.
func TestBefore(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	s, err := study.Open("chessboard", []string{"puzzle.board={rows: 8, cols: 10}", "puzzle.pieces=[pentominoes, tetrominoes]", "measures=[]"}, false)
	if err != nil {
		t.Fatal(err)
	}
	f := Before(t.Context(), s, 2, 1)
	if f == nil || !(f.Work.Estimate > 1e9 && f.Work.Low < f.Work.Estimate && f.Disk.Estimate <= f.Work.Estimate) {
		t.Fatalf("%+v", f)
	}
	if line := Line(s, f, 0.5, "no room"); !strings.HasPrefix(line, "still about ") || !strings.Contains(line, " on 2 workers") || !strings.HasSuffix(line, "more until the end; no room") {
		t.Errorf("half of it left: %q", line)
	}
	minutes := &progress.Forecast{Seconds: stats.Exactly(100), Workers: 2}
	if whole, half := Line(s, minutes, 1, ""), Line(s, minutes, 0.5, ""); !strings.HasPrefix(whole, "about ") || half != "" {
		t.Errorf("100 s: %q, half of it: %q", whole, half)
	}
	dir := filepath.Join(t.TempDir(), "runs", "x")
	free, ok := files.Free(dir)
	if !ok {
		t.Skip("the system does not say how much is free")
	}
	for _, c := range []struct {
		disk, low   float64
		has         int64
		warns, ends bool
	}{
		{free / 4, free / 9, 0, false, false},
		{3 * free, free / 9, 0, true, false},
		{4 * free, 3 * free, 0, true, true},
		{4 * free, 0.7 * free, 0, true, true},
		{4 * free, 3 * free, int64(7.5 * free), false, false}, // most of it is written; other tests may fill the disk meanwhile
	} {
		f := &progress.Forecast{Disk: stats.Interval{Estimate: c.disk, Low: c.low}, Work: stats.Interval{Estimate: c.disk, Low: c.low}}
		warning, err := Room(f, dir, c.has)
		if strings.HasPrefix(warning, "only ") != c.warns || (err != nil) != c.ends || err != nil && !strings.Contains(err.Error(), warning) {
			t.Errorf("%+v of %v: %q, %v", c, free, warning, err)
		}
	}
}

// TestForesee: what is counted is known better than what is probed.
func TestForesee(t *testing.T) {
	s, err := study.Open("chessboard", nil, false)
	if err != nil {
		t.Fatal(err)
	}
	e := &searchEstimate{Raw: interval{Interval: stats.Interval{Estimate: 8e6}}, CPUSeconds: stats.Interval{Estimate: 36010, Low: 18010, High: 58010}, Preparation: 10}
	x := &taskTimer{rows: 1000, raw: 8000, encoded: 500, bytes: 5000, file: 3000}
	e.foresee(s, EstimateOptions{Workers: 2}, x, 0)
	if r := e.Run; r.Seconds.Estimate != 18010 || r.Seconds.Low != 9010 || r.Work.Estimate != 1e7 || r.Disk.Estimate != 6e6 {
		t.Errorf("%+v", r)
	}
	distinct := stats.Int(2_000_000)
	e.Distinct = &distinct
	if e.foresee(s, EstimateOptions{Workers: 2, Shards: 10}, x, 0); e.Run.Work.Estimate != 2e6 || e.Run.Rows.Estimate != 200_000 || e.Run.Seconds.Estimate != 1810 {
		t.Errorf("a tenth of a known number: %+v", e.Run)
	}
	x.file = 6000 // of few rows
	if e.foresee(s, EstimateOptions{Workers: 2}, x, 0); e.Run.Disk.Estimate != e.Run.Work.Estimate {
		t.Errorf("parts take more than what they are made of: %+v", e.Run)
	}
	for _, c := range []struct{ got, want string }{
		{interval{Interval: stats.Interval{Estimate: 12_420_415_234, Low: 4_697_078_301, High: 20_143_752_167}}.text(), "12,000,000,000 (5,000,000,000 to 20,000,000,000)"},
		{interval{Interval: stats.Exactly(16146)}.text(), "16,146 exactly"},
		{interval{Interval: stats.Exactly(math.Inf(1))}.text(), "unknown"},
	} {
		if c.got != c.want {
			t.Errorf("got %q, expected %q", c.got, c.want)
		}
	}
}
