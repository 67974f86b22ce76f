package progress

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"coverstat/enumerate"
	"coverstat/enumerate/run"
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
	d.Show(run.Progress{Doing: "drawing puzzles, 5,366 of 20,000", Elapsed: time.Second})
	d.Show(run.Progress{Doing: "preparing", Elapsed: 2 * time.Second})
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
	find("drawing puzzles, 5,366 of 20,000", "a-run")
	find("preparing  a-run")
	find("| ", "0.012%", "a-run", "1,234,567 rows", "120,000 rows/s", "4,500,000 nodes/s", "left")
	find("3.1%", "2,000,000 rows", "100,000 rows/s", "45,000,000 nodes/s", "about 10 minutes left")
	find("100%", "33,000,000 nodes/s")
	if strings.Contains(out.String(), "3%  ") || strings.Contains(out.String(), " 3% ") {
		t.Errorf("steps back, or whole percents:\n%s", strings.Join(lines, "\n"))
	}
	if !strings.HasSuffix(out.String(), "\r") {
		t.Error("the bar is not cleared in the end")
	}
}

// TestTextFits: on narrow terminals the line says less, and always how far the
// run is and how long it will take.
func TestTextFits(t *testing.T) {
	d := &Display{name: "onesided-9x10", Meter: Meter{begun: true, seen: at(0.4321, 10_440_433, 12_000_000_000, time.Hour), moved: time.Hour}}
	full := d.text(0)
	for width := 60; width < 140; width++ {
		text := d.text(width)
		if len(text)+barWidth+barFrame > width || !strings.HasPrefix(text, "43.2%") || !strings.HasSuffix(text, "left") {
			t.Errorf("%d columns: %q", width, text)
		}
	}
	for _, part := range []string{"onesided-9x10", "10,440,433 rows", "2,900 rows/s", "3,300,000 nodes/s", "about 79 minutes left"} {
		if !strings.Contains(full, part) || !strings.Contains(d.text(200), part) {
			t.Errorf("%q has no %q", full, part)
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
	if line.Done != "20%" || line.Rows != 2000 || line.Nodes != 4000 || line.Share != 0.2 || !strings.Contains(line.Left, "left") {
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
