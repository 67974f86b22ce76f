package progress

import (
	"encoding/json"
	"math"
	"strings"
	"testing"
	"time"

	"coverstat/stats"
)

func of(estimate, low, high float64) stats.Interval {
	return stats.Interval{Estimate: estimate, Low: low, High: high}
}

// TestForecastText: time on the workers, the clock, the disk.
func TestForecastText(t *testing.T) {
	now := time.Date(2026, 11, 22, 22, 0, 0, 0, time.UTC)
	f := Forecast{Seconds: of(18000, 9000, 29000), Workers: 2}
	for _, c := range []struct {
		seconds stats.Interval
		left    float64
		want    string
	}{
		{of(18000, 9000, 29000), 1, "about 5 hours (2.5 to 8.1) on 2 workers, ready about 03:00"},
		{of(18000, 9000, 29000), 0.5, "about 2.5 hours (1.2 to 4) on 2 workers, ready about 00:30"},
		{of(7200, 600, math.Inf(1)), 1, "about 2 hours or more on 2 workers"},
		{of(30, 29, 31), 1, "about 30 s on 2 workers"},
		{of(1e9, 9e8, 1e9), 1, "about 32 years on 2 workers"},
		{stats.Exactly(math.NaN()), 1, "unknown"},
	} {
		if f.Seconds = c.seconds; f.Text(c.left, now) != c.want {
			t.Errorf("%+v: %q, expected %q", c.seconds, f.Text(c.left, now), c.want)
		}
	}
	for _, c := range []struct {
		disk, work float64
		want       string
	}{
		{9.6e10, 2.9e11, "about 96 GB of disk, and 290 GB more until the end"},
		{0, 1.234e8, "about 120 MB of disk until the end"},
		{0, 0, ""},
	} {
		f := Forecast{Disk: stats.Exactly(c.disk), Work: stats.Exactly(c.work)}
		if got := f.DiskText(); got != c.want {
			t.Errorf("%+v: %q", c, got)
		}
	}
}

// TestMeterKeepsForecast: the time left is that of the forecast, in its words, until a good part
// of the search is done; the bar and the record of a run say the same.
func TestMeterKeepsForecast(t *testing.T) {
	d := &Display{name: "night", Meter: Meter{Forecast: &Forecast{Seconds: of(50400, 28800, 90000), Workers: 1}}}
	hour := time.Hour
	for _, c := range []struct {
		share   float64
		elapsed time.Duration
		want    string
	}{
		{0, 0, "about 14 hours (8 to 25) left"},
		{0.0005, 12 * time.Second, "about 14 hours (8 to 25) left"},
		{0.04, 2 * hour, "about 13 hours (7.7 to 24) left"},
		{0.25, 5 * hour, "about 15 hours left"}, // measured
		{0.9999, 20 * hour, "about 7.2 s left"},
	} {
		d.See(at(c.share, 1000, 5000, c.elapsed))
		data, err := json.Marshal(d.Record())
		var r Record
		if err == nil {
			err = json.Unmarshal(data, &r)
		}
		if err != nil || r.Left() != c.want || !strings.HasSuffix(d.text(0), c.want) {
			t.Errorf("at %v: %q in the record, %q in the bar, %v; expected %q", c.share, r.Left(), d.text(0), err, c.want)
		}
	}
}

// TestMeterWithoutForecast: a share that stands still tells nothing of the time left.
func TestMeterWithoutForecast(t *testing.T) {
	var m Meter
	for _, c := range []struct {
		share   float64
		seconds int
		want    string
	}{
		{0, 0, "time left unknown"},
		{0, 10, "time left unknown"},
		{0.5, 20, "about 20 s left"},
		{0.5, 29, "about 29 s left"},
		{0.5, 60, "time left unknown"},
		{0.75, 61, "about 20 s left"},
	} {
		m.See(at(c.share, 0, 0, time.Duration(c.seconds)*time.Second))
		if got := m.Record().Left(); got != c.want {
			t.Errorf("%v after %d s: %q, expected %q", c.share, c.seconds, got, c.want)
		}
	}
	f := &Forecast{Seconds: of(100, 50, 200), Workers: 1}
	if got := f.With(2); got.Seconds.Estimate != 50 || got.Workers != 2 {
		t.Errorf("%+v with two workers: %+v", f, got)
	}
}
