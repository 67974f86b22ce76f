package progress

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"strings"
	"testing"
	"time"

	"coverstat/enumerate"
	"coverstat/enumerate/run"
)

func at(share float64, rows, nodes int64, elapsed time.Duration) run.Progress {
	return run.Progress{Share: share, Tally: enumerate.Tally{Rows: rows, Effort: enumerate.Effort{Nodes: nodes}}, Elapsed: elapsed, Of: 100}
}

func displayIn(t *testing.T, out io.Writer, mode string) *Display {
	d := newDisplay(out)
	if err := d.SetMode(mode); err != nil {
		t.Fatal(err)
	}
	return d
}

// TestBar: the line has the share with decimals, rows, rates and the time left,
// and no whole percents besides; it moves while they stand still.
func TestBar(t *testing.T) {
	var out bytes.Buffer
	d := displayIn(t, &out, "bar")
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
	written := strings.Split(out.String(), "\r")
	for i, line := range written {
		overwritten := i+1 < len(written) && strings.HasPrefix(written[i+1], "|") && len(written[i+1]) > len(line)
		if strings.TrimSpace(line) != "" && !overwritten {
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
	if text := strings.Join(lines, "\n"); strings.Contains(text, "3%  ") || strings.Contains(text, "3%\n") || strings.Contains(text, "99%") {
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
	d := displayIn(t, &out, "json")
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
	d := displayIn(t, &out, "log")
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

// TestDoing: nothing in the first second, then a line, then one now and then; the
// latest text counts, and nothing is said when another display shows the progress.
func TestDoing(t *testing.T) {
	var out bytes.Buffer
	d := newDisplay(&out)
	ctx := context.WithValue(t.Context(), displayKey{}, d)
	Doing(ctx, "preparing")
	began := d.since
	d.showDoing(began.Add(900 * time.Millisecond))
	if out.Len() > 0 {
		t.Errorf("after 0.9 s: %q", &out)
	}
	Doing(ctx, "counting %d", 3) // the second of silence does not begin anew
	d.showDoing(began.Add(1100 * time.Millisecond))
	d.showDoing(began.Add(5 * time.Second))
	d.showDoing(began.Add(1100*time.Millisecond + logEvery))
	if got, want := out.String(), "coverstat: counting 3 (1 s)\ncoverstat: counting 3 (31 s)\n"; got != want {
		t.Errorf("got %q, expected %q", got, want)
	}
	out.Reset()
	Doing(ctx, "")
	d.showDoing(began.Add(time.Hour))
	if out.Len() > 0 {
		t.Errorf("silent, but: %q", &out)
	}
	Doing(t.Context(), "nothing shows it") // must not panic
}

// TestDoingOfRun: with --progress json its lines are records of the log, with none
// there are none.
func TestDoingOfRun(t *testing.T) {
	for mode, want := range map[string]string{"json": `"msg":"preparing","seconds":2`, "none": ""} {
		var out bytes.Buffer
		d := displayIn(t, &out, mode)
		ctx := context.WithValue(t.Context(), displayKey{}, d)
		Doing(ctx, "preparing")
		d.showDoing(d.since.Add(2 * time.Second))
		if got := out.String(); want == "" && got != "" || !strings.Contains(got, want) {
			t.Errorf("%s: %q, expected %q", mode, got, want)
		}
	}
}

// TestKept: a stopped run says what is kept, and a hopeless one why no time is left.
func TestKept(t *testing.T) {
	d := &Display{Meter: Meter{seen: at(0.0314, 1234, 0, time.Minute)}}
	d.seen.Tasks = 20
	if got, want := d.Kept("runs/x"), "3.1% kept in runs/x: 1,234 rows, 20 of 100 tasks"; got != want {
		t.Errorf("got %q, expected %q", got, want)
	}
	d.NoRows = true
	if got, want := d.Kept("runs/x"), "3.1% kept in runs/x: 20 of 100 tasks"; got != want || strings.Contains(d.text(0), "row") {
		t.Errorf("sweeps: got %q and %q, expected %q", got, d.text(0), want)
	}
	d.Forecast = &Forecast{Hopeless: "hopeless: about 10^36 nodes or more"}
	if got := d.text(0); !strings.HasSuffix(got, d.Forecast.Hopeless) {
		t.Errorf("%q does not say that it is hopeless", got)
	}
}

// TestStoppedBeforeBegin: a run that is stopped before it begins shows no progress.
func TestStoppedBeforeBegin(t *testing.T) {
	var out bytes.Buffer
	d := displayIn(t, &out, "log")
	d.Show(at(0, 0, 0, time.Second))
	d.End(nil)
	if out.Len() > 0 {
		t.Errorf("%q", &out)
	}
}
