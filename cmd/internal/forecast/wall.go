package forecast

import (
	"context"
	"fmt"
	"math"
	"strings"
	"sync/atomic"
	"time"

	"coverstat/cmd/internal/study"
	"coverstat/enumerate"
	"coverstat/enumerate/probe"
	"coverstat/stats"
)

// setWall says how long a run takes on so many workers and what it leaves on the disk.
// The preparation has one worker. The size of a row was measured on the tasks that
// were timed; without rows the disk space is unknown.
func (e *SearchEstimate) setWall(workers int, timer *taskTimer) {
	e.Workers = max(1, workers)
	wall := func(cpu float64) float64 {
		return float64(e.Preparation) + max(0, cpu-float64(e.Preparation))/float64(e.Workers)
	}
	c := e.CPUSeconds
	e.Wall = &Range{Interval: probe.Interval{Estimate: wall(c.Estimate), Low: wall(c.Low), High: wall(c.High)}, seconds: true}
	if timer.rows > 0 && timer.raw > 0 && e.Raw.known() {
		raw := e.Raw.Estimate
		if e.Raw.exact != nil {
			raw, _ = e.Raw.exact.Float64()
		}
		rows := raw * timer.rows / timer.raw
		if e.Distinct != nil {
			rows = e.Distinct.Float()
		}
		if bytes := rows * timer.bytes / timer.encoded; bytes < 1e18 {
			n := stats.Int(int64(bytes))
			e.Disk = &n
		}
	}
}

// Bounds of the forecast that a run begins with. Shorter searches have none: it takes
// some seconds itself.
const (
	longNodes    = 1 << 31
	longSeconds  = 60 // of wall time
	beforeBudget = 1 << 22
)

// whyHopeless says that the listing of a job will not end, and what else can be done; "" if
// it may end.
func whyHopeless(s *study.Study) string {
	makeTree := s.Job.Features().Tree
	lists := s.Plan.Kind == enumerate.Census || s.Plan.Kind == enumerate.Sample && s.Job.Kernel() != ""
	if makeTree == nil || !lists {
		return ""
	}
	tree, err := makeTree()
	if err != nil || !probe.Hopeless(tree.Nodes) {
		return ""
	}
	line := probe.HopelessText(tree.Nodes) + "; a smaller board or fewer pieces may end"
	if s.Plan.Kind == enumerate.Census {
		line += ", and job: sample draws solutions without listing them"
	}
	return line
}

// Before says what is known of a long run before it begins: its time, its end and its
// disk space; "" if the search seems short. left is the share of it that earlier runs
// have not done. hopeless is not "" if it will not end.
func Before(ctx context.Context, s *study.Study, workers, shards int, left float64) (line, hopeless string) {
	if s.SweepJob != nil {
		line, _ = s.SweepJob.Expected()
	}
	if m, ok := s.Memory(); ok {
		if m.Tight() {
			line += "; " + m.Text()
		}
		return strings.TrimPrefix(line, "; "), ""
	}
	if line = whyHopeless(s); line != "" {
		return line, line
	}
	makeTree := s.Job.Features().Tree
	if makeTree == nil || s.Plan.Kind != enumerate.Census {
		return "", ""
	}
	tree, err := makeTree()
	if err != nil || tree.Nodes < longNodes {
		return "", ""
	}
	var stop atomic.Bool
	release := context.AfterFunc(ctx, func() { stop.Store(true) })
	defer release()
	e := &SearchEstimate{}
	o := EstimateOptions{Nodes: beforeBudget, Precision: 0.1, Seed: 1, Workers: workers * shards}
	if err := e.fromSearch(ctx, tree, nil, 0, o, &stop); err != nil || ctx.Err() != nil {
		return "", ""
	}
	w := e.Wall
	w.Estimate, w.Low, w.High = left*w.Estimate, left*w.Low, left*w.High
	if !(w.Estimate > longSeconds) {
		return "", ""
	}
	line = e.wallText(time.Now())
	if left < 1 {
		line = "still " + line
	}
	if shards > 1 {
		line = fmt.Sprintf("this shard of %d: ", shards) + strings.Replace(line, enumerate.Plural(workers*shards, "worker"), enumerate.Plural(workers, "worker"), 1)
	}
	if e.Disk != nil {
		line += fmt.Sprintf("; %s of disk, and as much again until the end", size(e.Disk.Float()/float64(shards)))
	}
	return line, ""
}

// wallText says how long a run takes and when it will be done, as far as that is known.
func (e *SearchEstimate) wallText(now time.Time) string {
	w := e.Wall
	if math.IsNaN(w.Estimate) || math.IsInf(w.Estimate, 0) {
		return "unknown"
	}
	s := fmt.Sprintf("about %s on %s", duration(w.Estimate), enumerate.Plural(e.Workers, "worker"))
	switch {
	case math.IsInf(w.High, 0):
		s += " or more"
	case w.High > 1.2*w.Low:
		s += fmt.Sprintf(" (%s to %s)", duration(w.Low), duration(w.High))
	}
	switch length := time.Duration(min(w.Estimate, 1e9) * 1e9); {
	case w.Estimate < 60:
	case w.Estimate < 20*3600:
		s += ", ready about " + now.Add(length).Format("15:04")
	case w.Estimate < 100*86400:
		s += ", ready about " + now.Add(length).Format("Mon 2 Jan 15:00")
	case w.Estimate < 1e9:
		s += ", ready about " + now.Add(length).Format("January 2006")
	}
	return s
}

// duration writes seconds with two digits.
func duration(s float64) string {
	for _, unit := range []struct {
		seconds, from float64
		name          string
	}{{365.25 * 86400, 2 * 365.25 * 86400, "years"}, {86400, 2 * 86400, "days"}, {3600, 2 * 3600, "hours"}, {60, 120, "minutes"}} {
		if s >= unit.from {
			return twoDigits(s/unit.seconds) + " " + unit.name
		}
	}
	return twoDigits(s) + " s"
}

// size writes bytes with two digits.
func size(bytes float64) string {
	units := []string{"B", "kB", "MB", "GB", "TB", "PB"}
	for ; bytes >= 1000 && len(units) > 1; units = units[1:] {
		bytes /= 1000
	}
	return twoDigits(bytes) + " " + units[0]
}

// twoDigits writes a number with two digits, without an exponent below 10^15.
func twoDigits(x float64) string {
	return stats.Decimal(roundTo(x, math.Pow(10, math.Floor(math.Log10(x))-1)), 2)
}

// roundTo rounds to a multiple of unit, a power of ten.
func roundTo(x, unit float64) float64 {
	if !(unit > 1) || math.IsInf(x, 0) {
		return x
	}
	return math.Round(x/unit) * unit
}
