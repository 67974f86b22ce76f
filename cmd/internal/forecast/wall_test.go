package forecast

import (
	"math"
	"strings"
	"testing"
	"time"

	"coverstat/cmd/internal/study"
	"coverstat/enumerate/probe"
	"coverstat/stats"
)

// TestHopeless: a search without an end is called so at once. The probes of it took
// longer than anybody waits, and squares of its nodes are no numbers.
func TestHopeless(t *testing.T) {
	s, err := study.Open("dominoes-8x8", []string{"puzzle.board={rows: 40, cols: 40}"}, false)
	if err != nil {
		t.Fatal(err)
	}
	e, err := Estimate(t.Context(), s, EstimateOptions{Nodes: 1 << 18, Precision: 0.02, Seed: 1, Workers: 2})
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if err := e.Print(&b); err != nil {
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
	if line, hopeless := Before(t.Context(), s, 2, 1, 1); !strings.HasPrefix(line, "hopeless") || line != hopeless {
		t.Errorf("before the run: %q, %q", line, hopeless)
	}
	short, err := study.Open("chessboard", nil, false)
	if err != nil {
		t.Fatal(err)
	}
	if line, hopeless := Before(t.Context(), short, 2, 1, 1); line != "" || hopeless != "" {
		t.Errorf("before a short run: %q, %q", line, hopeless)
	}
}

// TestBeforeRest: a run that goes on is told the time of the rest.
func TestBeforeRest(t *testing.T) {
	s, err := study.Open("chessboard", []string{"puzzle.board={rows: 8, cols: 10}", "puzzle.pieces=[pentominoes, tetrominoes]", "measures=[]"}, false)
	if err != nil {
		t.Fatal(err)
	}
	if line, hopeless := Before(t.Context(), s, 2, 1, 0.5); !strings.HasPrefix(line, "still about ") || hopeless != "" {
		t.Errorf("half of it left: %q, %q", line, hopeless)
	}
}

// TestWallText: time on the workers, the clock, the disk.
func TestWallText(t *testing.T) {
	e := &SearchEstimate{Raw: Range{Interval: probe.Interval{Estimate: 8e6}}, CPUSeconds: Range{Interval: probe.Interval{Estimate: 36010, Low: 18010, High: 58010}}, Preparation: 10}
	e.setWall(2, &taskTimer{rows: 1000, raw: 8000, encoded: 500, bytes: 5000})
	now := time.Date(2026, 11, 22, 22, 0, 0, 0, time.UTC)
	if got, want := e.wallText(now), "about 5 hours on 2 workers (2.5 hours to 8.1 hours), ready about 03:00"; got != want {
		t.Errorf("got %q, expected %q", got, want)
	}
	if n, _ := e.Disk.Int64(); n != 10_000_000 {
		t.Errorf("%v bytes, expected 10 for each of a million rows", e.Disk)
	}
	distinct := stats.Int(2_000_000)
	e.Distinct = &distinct
	e.setWall(2, &taskTimer{rows: 1000, raw: 8000, encoded: 500, bytes: 5000})
	if n, _ := e.Disk.Int64(); n != 20_000_000 {
		t.Errorf("%v bytes, expected 10 for each of two million rows", e.Disk)
	}
	for _, c := range []struct {
		got, want string
	}{
		{duration(0.0923), "0.092 s"}, {duration(100), "100 s"}, {duration(119 * 60), "120 minutes"}, {duration(3 * 86400), "3 days"}, {duration(1e9), "32 years"},
		{size(999), "1,000 B"}, {size(1.234e11), "120 GB"}, {size(10), "10 B"},
		{Range{Interval: probe.Interval{Estimate: 12_420_415_234, Low: 4_697_078_301, High: 20_143_752_167}}.text(), "12,000,000,000 (5,000,000,000 to 20,000,000,000)"},
		{Range{Interval: probe.Interval{Estimate: 16146, Low: 16146, High: 16146}}.text(), "16,146 exactly"},
		{Range{Interval: probe.Interval{Estimate: math.Inf(1), Low: math.Inf(1), High: math.Inf(1)}}.text(), "unknown"},
	} {
		if c.got != c.want {
			t.Errorf("got %q, expected %q", c.got, c.want)
		}
	}
	e.Wall = &Range{Interval: probe.Interval{Estimate: 7200, Low: 600, High: math.Inf(1)}, seconds: true}
	if got := e.wallText(now); !strings.HasPrefix(got, "about 2 hours on 2 workers or more") {
		t.Errorf("an open end: %q", got)
	}
}
