package progress

import (
	"bytes"
	"context"
	"strings"
	"testing"
	"time"
)

// TestWatch: nothing in the first second, then a line, then one now and then; the
// latest text counts, and nothing is said when another display shows the progress.
func TestWatch(t *testing.T) {
	var out bytes.Buffer
	w := NewWatch(&out)
	ctx := With(context.Background(), w)
	Doing(ctx, "preparing")
	began := w.since
	w.show(began.Add(900 * time.Millisecond))
	if out.Len() > 0 {
		t.Errorf("after 0.9 s: %q", &out)
	}
	Doing(ctx, "counting %d", 3) // the second of silence does not begin anew
	w.show(began.Add(1100 * time.Millisecond))
	w.show(began.Add(5 * time.Second))
	w.show(began.Add(1100*time.Millisecond + logEvery))
	if got, want := out.String(), "coverstat: counting 3 (1 s)\ncoverstat: counting 3 (31 s)\n"; got != want {
		t.Errorf("got %q, expected %q", got, want)
	}
	out.Reset()
	Doing(ctx, "")
	w.show(began.Add(time.Hour))
	if out.Len() > 0 {
		t.Errorf("silent, but: %q", &out)
	}
	Doing(context.Background(), "nothing watches") // must not panic
}

// TestWatchThrough: with --progress json its lines are records of the log, with none
// there are none.
func TestWatchThrough(t *testing.T) {
	for mode, want := range map[string]string{"json": `"msg":"preparing","seconds":2`, "none": ""} {
		var out bytes.Buffer
		w := NewWatch(&out)
		ctx := With(context.Background(), w)
		d, err := New(&out, mode)
		if err != nil {
			t.Fatal(err)
		}
		d.Through(ctx)
		Doing(ctx, "preparing")
		w.show(w.since.Add(2 * time.Second))
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
	d, err := New(&out, "log")
	if err != nil {
		t.Fatal(err)
	}
	d.Show(at(0, 0, 0, time.Second))
	d.End(nil)
	if out.Len() > 0 {
		t.Errorf("%q", &out)
	}
}
