package progress

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"coverstat/enumerate"
	"coverstat/enumerate/run"
	"coverstat/stats"
)

func at(share float64, rows, nodes int64, elapsed time.Duration) run.Progress {
	return run.Progress{Share: share, Tally: enumerate.Tally{Rows: rows, Effort: enumerate.Effort{Nodes: nodes}}, Elapsed: elapsed, Of: 100}
}

// TestBar: the line has the share with decimals, rows, rates and the time left,
// and no whole percents besides; it moves while they stand still.
func TestBar(t *testing.T) {
	var out bytes.Buffer
	d, err := New(&out, "bar")
	if err != nil {
		t.Fatal(err)
	}
	d.Begin("a-run", 100, 2)
	d.Show(run.Progress{Preparing: 0.5, Elapsed: time.Second})
	d.Show(run.Progress{Preparing: run.UnknownShare, Elapsed: 2 * time.Second})
	d.Show(at(0, 0, 0, 10*time.Second))
	d.Show(at(0.00012, 1234567, 45_000_000, 20*time.Second))
	d.Show(at(0.0314, 2_000_000, 900_000_000, 30*time.Second))
	d.Show(at(0.0300, 2_000_000, 900_000_000, 30*time.Second)) // rounding: never back
	d.Show(at(1, 2_500_000, 1_000_000_000, 40*time.Second))
	d.End(nil)
	var lines []string
	for _, line := range strings.Split(out.String(), "\r") {
		if strings.TrimSpace(line) != "" {
			lines = append(lines, strings.TrimSpace(line))
		}
	}
	find := func(parts ...string) {
		t.Helper()
		for _, line := range lines {
			all := strings.Contains(line, "|")
			for _, p := range parts {
				all = all && strings.Contains(line, p)
			}
			if all {
				return
			}
		}
		t.Errorf("no line with %q among\n%s", parts, strings.Join(lines, "\n"))
	}
	find("preparing 50.00%", "a-run")
	find("preparing  a-run")
	find("| ", "0.0120%", "a-run", "1,234,567 rows", "123,457 rows/s", "4.5M nodes/s", "left")
	find("3.14%", "2,000,000 rows", "100,000 rows/s", "45M nodes/s", "about 10m17s left")
	find("100.00%", "33.3M nodes/s")
	if strings.Contains(out.String(), "3.00%") || strings.Contains(out.String(), " 3% ") {
		t.Errorf("steps back, or whole percents:\n%s", strings.Join(lines, "\n"))
	}
	if !strings.HasSuffix(out.String(), "\r") {
		t.Error("the bar is not cleared in the end")
	}
}

// TestTextFits: on narrow terminals the line says less, and always how far the
// run is and how long it will take.
func TestTextFits(t *testing.T) {
	d := &Display{name: "onesided-9x10", begun: true, seen: at(0.4321, 10_440_433, 12_000_000_000, time.Hour)}
	full := d.text(0)
	for width := 60; width < 140; width++ {
		text := d.text(width)
		if len(text)+barWidth+barFrame > width || !strings.HasPrefix(text, "43.21%") || !strings.HasSuffix(text, "left") {
			t.Errorf("%d columns: %q", width, text)
		}
	}
	for _, part := range []string{"onesided-9x10", "10,440,433 rows", "2,900 rows/s", "3.33M nodes/s", "about 1h18m51s left"} {
		if !strings.Contains(full, part) || !strings.Contains(d.text(200), part) {
			t.Errorf("%q has no %q", full, part)
		}
	}
}

func TestNumbers(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{Percent(0), "0.0000%"}, {Percent(0.000999), "0.0999%"}, {Percent(0.001), "0.10%"}, {Percent(0.99999), "99.99%"}, {Percent(1), "100.00%"},
		{stats.Whole(0), "0"}, {stats.Whole(999), "999"}, {stats.Whole(1000), "1,000"}, {stats.Whole(1234567), "1,234,567"},
		{Rate(0.04), "0.04"}, {Rate(12.34), "12.3"}, {Rate(45678), "45,678"}, {Rate(4.5678e7), "45.7M"}, {Rate(2e9), "2G"},
	} {
		if c.got != c.want {
			t.Errorf("%s, expected %s", c.got, c.want)
		}
	}
}

// TestLog: a line of the log has the rates, too.
func TestLog(t *testing.T) {
	var out bytes.Buffer
	d, err := New(&out, "json")
	if err != nil {
		t.Fatal(err)
	}
	d.Begin("a-run", 100, 2)
	d.Show(at(0.1, 0, 0, time.Second))
	d.last = time.Now().Add(-2 * time.Second) // programs are told more often than people
	d.Show(at(0.1+0.1+1e-16, 4000, 8000, 3*time.Second))
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	var line struct {
		Done  string  `json:"done"`
		Rows  float64 `json:"rows_per_second"`
		Nodes float64 `json:"nodes_per_second"`
		Left  string  `json:"left"`
		Share float64 `json:"share"`
	}
	if err := json.Unmarshal([]byte(lines[len(lines)-1]), &line); err != nil {
		t.Fatal(err)
	}
	if line.Done != "20.00%" || line.Rows != 2000 || line.Nodes != 4000 || line.Share != 0.2 || !strings.Contains(line.Left, "left") {
		t.Errorf("%+v", line)
	}
}

// TestEnds: after the last task no time is left that could be unknown, shares are rounded,
// and a run that counts no nodes shows no rate of them.
func TestEnds(t *testing.T) {
	var out bytes.Buffer
	d, err := New(&out, "log")
	if err != nil {
		t.Fatal(err)
	}
	d.Begin("a-run", 100, 2)
	p := at(0.9950000000000001, 4000, 0, time.Second)
	p.Tasks = p.Of
	d.last = time.Now().Add(-time.Hour)
	d.Show(p)
	if line := out.String(); !strings.Contains(line, "share=0.995 ") || !strings.Contains(line, "left=\"writing the dataset\"") || strings.Contains(line, "nodes_per_second") {
		t.Error(line)
	}
	if text := d.text(0); strings.Contains(text, "unknown") || strings.Contains(text, "nodes") {
		t.Error(text)
	}
}
