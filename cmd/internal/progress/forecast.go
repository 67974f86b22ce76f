package progress

import (
	"fmt"
	"math"
	"time"

	"coverstat/enumerate"
	"coverstat/enumerate/run"
	"coverstat/stats"
)

// A Forecast is what a run, or its shard, is expected to take in all. It is made once, before
// the run begins, and kept in its folder.
type Forecast struct {
	Seconds stats.Interval `json:"seconds"` // with so many workers
	Workers int            `json:"workers"`
	Rows    stats.Interval `json:"rows"`
	// Disk is the size of the dataset in bytes, and Work what the finished tasks take until the
	// run ends.
	Disk stats.Interval `json:"disk_bytes"`
	Work stats.Interval `json:"work_bytes"`
	// Hopeless says why the run will never end; "" if it may.
	Hopeless string `json:"hopeless,omitempty"`
}

// With returns the forecast with another number of workers; nil of nil.
func (f *Forecast) With(workers int) *Forecast {
	if f == nil || f.Workers == workers || f.Workers < 1 {
		return f
	}
	g := *f
	g.Seconds, g.Workers = f.Seconds.Times(float64(f.Workers)/float64(workers)), workers
	return &g
}

// Text says how long the part of a run that is left takes, and when that will be done.
func (f *Forecast) Text(left float64, now time.Time) string {
	if f.Hopeless != "" {
		return f.Hopeless
	}
	seconds := f.Seconds.Times(left)
	s := seconds.Duration()
	if s == "unknown" {
		return s
	}
	s = fmt.Sprintf("about %s on %s", s, enumerate.Plural(f.Workers, "worker"))
	end := now.Add(time.Duration(min(seconds.Estimate, 1e9) * 1e9))
	switch x := seconds.Estimate; {
	case x < 60, math.IsInf(seconds.High, 1): // nobody knows when
	case x < 20*3600:
		s += end.Format(", ready about 15:04")
	case x < 100*86400:
		s += end.Format(", ready about Mon 2 Jan 15:00")
	case x < 1e9:
		s += end.Format(", ready about January 2006")
	}
	return s
}

// DiskText says how much disk space the run needs; "" if that is unknown.
func (f *Forecast) DiskText() string {
	switch {
	case !(f.Work.Estimate > 0 && f.Work.Estimate < 1e18):
		return ""
	case f.Disk.Estimate > 0:
		return fmt.Sprintf("about %s of disk, and %s more until the end", enumerate.Bytes(f.Disk.Estimate),
			enumerate.Bytes(f.Work.Estimate))
	}
	return "about " + enumerate.Bytes(f.Work.Estimate) + " of disk until the end"
}

// A Meter tells the rates of a run and the time that it has left. The zero value has no forecast.
type Meter struct {
	Forecast *Forecast // nil if the run is short, or its time cannot be foreseen
	seen     run.Progress
	// from is the progress at which the search of this run began: rates and the time
	// left do not count what earlier runs did, nor the preparation.
	from  run.Progress
	begun bool
	moved time.Duration // when the share last changed
}

// See takes the present progress.
func (m *Meter) See(p run.Progress) {
	// Shares of tasks are added in the order in which tasks finish; rounding
	// must not make the bar step back.
	p.Share = max(p.Share, m.seen.Share)
	if p.Share > m.seen.Share {
		m.moved = p.Elapsed
	}
	m.seen = p
	if preparing := p.Doing != ""; preparing || !m.begun {
		m.from, m.begun, m.moved = p, !preparing, p.Elapsed
	}
}

// A Record is what a run keeps of its progress in its folder, for whoever asks how far it is.
type Record struct {
	Forecast      *Forecast      `json:"forecast,omitempty"`
	Share         float64        `json:"share"`
	RowsPerSecond float64        `json:"rows_per_second"`
	SecondsLeft   stats.Interval `json:"seconds_left"` // not a number if unknown
}

// RecordName is the name of a record's file, in the folder of the work.
const RecordName = "progress.json"

// Record returns the present record.
func (m *Meter) Record() *Record {
	rows, _ := m.rates()
	return &Record{Forecast: m.Forecast, Share: m.seen.Share, RowsPerSecond: rows, SecondsLeft: m.left()}
}

// Left says how much time is left.
func (r *Record) Left() string {
	switch {
	case r.Forecast != nil && r.Forecast.Hopeless != "":
		return r.Forecast.Hopeless
	case math.IsNaN(r.SecondsLeft.Estimate):
		return "time left unknown"
	}
	return "about " + r.SecondsLeft.Duration() + " left"
}

// rates returns the mean numbers of rows and nodes per second in this run.
func (m *Meter) rates() (rows, nodes float64) {
	p := m.seen
	seconds := (p.Elapsed - m.from.Elapsed).Seconds()
	if seconds <= 0 {
		return 0, 0
	}
	return float64(p.Tally.Rows-m.from.Tally.Rows) / seconds,
		float64(p.Tally.Effort.Nodes-m.from.Tally.Effort.Nodes) / seconds
}

const (
	measuredShare = 0.05            // a run that has done so much of the whole knows better than a forecast
	shortest      = 2 * time.Second // a run of less time knows nothing
	stillFor      = 8               // a share that has not changed for one part in so many of the run tells nothing
)

// left returns the seconds left: by the forecast, or, where there is none or much of the search
// is done, by the time that this run took for its part.
func (m *Meter) left() stats.Interval {
	p := m.seen
	mine, took := p.Share-m.from.Share, p.Elapsed-m.from.Elapsed
	switch {
	case m.Forecast != nil && mine < measuredShare:
		return m.Forecast.Seconds.Times(1 - p.Share)
	case mine <= 0 || took < shortest || p.Elapsed-m.moved > max(5*shortest, took/stillFor):
		return stats.Exactly(math.NaN())
	}
	return stats.Exactly(took.Seconds() * (1 - p.Share) / mine)
}
