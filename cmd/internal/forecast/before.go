package forecast

import (
	"context"
	"fmt"
	"math"
	"path/filepath"
	"strings"
	"sync/atomic"
	"time"

	"coverstat/cmd/internal/progress"
	"coverstat/cmd/internal/study"
	"coverstat/enumerate"
	"coverstat/enumerate/probe"
	"coverstat/export/files"
	"coverstat/stats"
)

// A search of fewer nodes than longNodes has no forecast, which takes some seconds itself, and one
// of less time than longSeconds is not told it.
const (
	longNodes    = 1 << 29
	probesMiss   = 64 // few probes may find no more than this part of the nodes
	longSeconds  = 60
	beforeBudget = 1 << 22
)

// advice says what else can be done where listing all solutions is hopeless.
func advice(s *study.Study) string {
	f := s.Job
	text := f.Smaller + " may end"
	switch {
	case !f.Shuffles:
	case s.Plan.Kind == enumerate.Census:
		text += ", and job: sample draws solutions without listing them"
	case s.Plan.Kind == enumerate.Sample:
		text += ", and sampler: shuffled draws solutions without listing them"
	}
	return text
}

// whyHopeless says that the listing of a job will not end, and what else can be done; "" if
// it may end.
func whyHopeless(s *study.Study) string {
	lists := s.Plan.Kind == enumerate.Census || s.Plan.Kind == enumerate.Sample && s.Job.Kernel != ""
	if !lists {
		return ""
	}
	tree := study.TreeOf(s.Job)
	if tree == nil || !probe.Hopeless(tree.Nodes) {
		return ""
	}
	return probe.HopelessText(tree.Nodes) + "; " + advice(s)
}

// watchList lets the command of a context say what a list would take, if that is long, while other ways to count are
// looked for.
func watchList(ctx context.Context, s *study.Study) {
	s.Told = func(list enumerate.Method) {
		switch {
		case math.IsNaN(list.Nodes):
		case probe.Hopeless(list.Nodes):
			progress.Doing(ctx, "a list is %s: looking for another way to count", probe.HopelessText(list.Nodes))
		case list.Time() > longSeconds*1e9:
			progress.Doing(ctx, "a list has about %.1g nodes or more: looking for a shorter way to count", list.Nodes)
		}
	}
}

// hopelessSeconds is the time from which counting without a list is called hopeless, too.
const hopelessSeconds = 1e9

// beforeCount says what it takes to count by methods; nil if it seems short or nothing is known.
func beforeCount(ctx context.Context, s *study.Study, methods []enumerate.Method, workers int) *progress.Forecast {
	if s.Plan.Kind == enumerate.Survey {
		return nil
	}
	sweeps, best := math.Inf(1), math.Inf(1) // seconds
	for _, m := range methods {
		seconds := m.Time() / 1e9 / float64(workers)
		if m.Job.Counting != nil && seconds < sweeps {
			sweeps = seconds
		}
		if seconds < best {
			best = seconds
		}
	}
	if !(sweeps < hopelessSeconds) {
		if line := whyHopeless(s); line != "" {
			return hopelessRun(line)
		}
	}
	if best <= longSeconds || best == math.Inf(1) {
		return nil
	}
	f := &progress.Forecast{Seconds: stats.Exactly(sweeps), Workers: workers}
	if s.Job.Tree == nil {
		return f
	}
	if tree := study.TreeOf(s.Job); tree != nil && !probe.Hopeless(tree.Nodes) {
		if e := probed(ctx, s, tree, workers, 1); e != nil && e.Run.Seconds.Estimate < sweeps {
			f = e.Run
		}
	}
	f.Seconds.High = math.Inf(1) // probes and sampled sweeps mostly find too little
	return f
}

// probed is an estimate of a search by few probes; nil without one.
func probed(ctx context.Context, s *study.Study, tree *enumerate.Tree, workers, shards int) *searchEstimate {
	var stop atomic.Bool
	release := context.AfterFunc(ctx, func() { stop.Store(true) })
	defer release()
	e := &searchEstimate{}
	o := EstimateOptions{Nodes: beforeBudget, Precision: 0.1, Seed: 1, Workers: workers, Shards: shards}
	if err := e.fromSearch(ctx, s, tree, nil, 0, o, &stop); err != nil || ctx.Err() != nil {
		return nil
	}
	return e
}

// Before says what a long run, or one of its shards, is expected to take; nil if it seems short
// or nothing is known.
func Before(ctx context.Context, s *study.Study, workers, shards int) *progress.Forecast {
	if _, ok := s.Memory(); ok || s.Counting() != nil {
		return nil
	}
	if line := whyHopeless(s); line != "" {
		return hopelessRun(line)
	}
	if s.Plan.Kind != enumerate.Census {
		return nil
	}
	tree := study.TreeOf(s.Job)
	if tree == nil || tree.Nodes < longNodes/probesMiss {
		return nil
	}
	if _, nodes := sampled(s); max(nodes, tree.Nodes) < longNodes {
		return nil
	}
	e := probed(ctx, s, tree, workers, shards)
	if e == nil {
		return nil
	}
	if !e.Raw.known() { // few probes, none of which met a solution, miss large parts of the search
		e.Run.Seconds.High = math.Inf(1)
	}
	return e.Run
}

// hopelessRun is the forecast of a run that will never end.
func hopelessRun(why string) *progress.Forecast {
	return &progress.Forecast{Seconds: unknown(), Hopeless: why}
}

// Line says in a line what a run is expected to take; "" if that is nothing to tell. left is
// the share of it that is still to be done, and room what [Room] says of its disk space.
func Line(s *study.Study, f *progress.Forecast, left float64, room string) string {
	var parts []string
	if s.Counting() != nil {
		text, _ := s.Counting().Size()
		parts = append(parts, text)
	}
	if text, _ := weighingText(s); text != "" {
		parts = append(parts, text)
	}
	if m, ok := s.Memory(); ok && m.Tight() {
		parts = append(parts, m.Text())
	}
	if f != nil && (f.Hopeless != "" || !(f.Seconds.Estimate*left <= longSeconds)) {
		text := f.Text(left, time.Now())
		if left < 1 && f.Hopeless == "" {
			text = "still " + text
		}
		parts = append(parts, text)
		if disk := f.DiskText(); disk != "" {
			parts = append(parts, disk)
		}
	}
	if room != "" {
		parts = append(parts, room)
	}
	return strings.Join(parts, "; ")
}

// Room compares the disk space that a run needs with what is free where the folder is, or will
// be: it says how much that is if it does not suffice. has are the bytes that the run has
// written already. The error is that of a run that cannot fit.
func Room(f *progress.Forecast, dir string, has int64) (string, error) {
	if f == nil || f.DiskText() == "" {
		return "", nil
	}
	free, ok := files.Free(dir)
	needs, least := f.Disk.Estimate+f.Work.Estimate-float64(has), f.Disk.Low+f.Work.Low-float64(has)
	if !ok || needs <= free {
		return "", nil
	}
	text := fmt.Sprintf("only %s are free in %s", enumerate.Bytes(free), filepath.Dir(filepath.Clean(dir)))
	if least <= free {
		return text, nil
	}
	return text,
		enumerate.Errorf(
			"the run needs %s of disk or more until its end, and %s: expected --out in a folder with more room, --limit, or output: {rows: false}, which may count without a list",
			enumerate.Bytes(least), text)
}
