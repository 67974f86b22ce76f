package pipeline

import (
	"context"
	"math"
	"math/rand/v2"
	"sync/atomic"
	"time"

	"coverstat/enumerate"
	"coverstat/enumerate/exact"
	"coverstat/enumerate/run"
	"coverstat/stats"
)

// Jobs that are not one search (surveys, and censuses with a canonical form of
// their own) are estimated by tasks drawn at random, each done whole: a simple
// random sample without replacement (W. G. Cochran, Sampling techniques, 1977).

// Bounds of such an estimate. A task that runs into the longer time cannot be
// estimated.
const (
	tasksSeconds = 4
	tasksLongest = 20 * time.Second
	fewestTasks  = 30
)

// taskSample is what the tasks done so far gave.
type taskSample struct {
	raw, nodes, seconds stats.Probes
	searched            int64
	of                  int
}

// estimateTasks does tasks at random until the budget is spent.
func (s *Study) estimateTasks(ctx context.Context, o EstimateOptions) (*Estimate, error) {
	var stop atomic.Bool
	release := context.AfterFunc(ctx, func() { stop.Store(true) })
	defer release()
	began := processorSeconds()
	if job, ok := s.Job.(enumerate.Preparer); ok {
		if err := job.Prepare(1, &stop, func(float64) {}); err != nil {
			return nil, err
		}
	}
	preparation := processorSeconds() - began
	found, err := s.sampleTasks(ctx, o, &stop)
	if err != nil {
		return nil, err
	}
	e := &Estimate{Method: "tasks", survey: s.Plan.Kind == enumerate.Survey, Confidence: stats.DefaultConfidence, Probes: found.raw.N(), Searched: found.searched, Stopped: "the budget is spent"}
	e.Raw, _ = found.total(found.raw)
	nodes, warnings := found.total(found.nodes)
	above := float64(s.Job.Above().Nodes)
	e.Nodes = Range{Estimate: nodes.Estimate + above, Low: nodes.Low + above, High: nodes.High + above}
	took, _ := found.total(found.seconds)
	e.CPUSeconds = secondsOf(clocked(stats.Interval{Estimate: took.Estimate, Low: took.Low, High: took.High}, preparation), 0)
	e.Preparation = seconds(preparation)
	e.Warnings = warnings
	if found.raw.N() == int64(found.of) {
		e.Method, e.Stopped, e.Probes = "whole", "all tasks were done", 0
	}
	return e, nil
}

// clocked adds a time to an interval of others and widens it by what may be
// wrong with the clock.
func clocked(x stats.Interval, more float64) stats.Interval {
	x.Estimate, x.Low, x.High = x.Estimate+more, x.Low+more, x.High+more
	factor := math.Exp(1.96 * exact.ClockError)
	return stats.Product(x, stats.Interval{Estimate: 1, Low: 1 / factor, High: factor})
}

// sampleTasks does tasks in random order.
func (s *Study) sampleTasks(ctx context.Context, o EstimateOptions, stop *atomic.Bool) (*taskSample, error) {
	found := &taskSample{of: s.Job.Tasks()}
	w, err := s.Job.NewWorker()
	if err != nil {
		return nil, err
	}
	out := enumerate.NewBatch(s.Job.Columns())
	flush := func() error {
		out.Reset()
		return nil
	}
	watch := time.AfterFunc(tasksLongest, func() { stop.Store(true) })
	defer watch.Stop()
	began := processorSeconds()
	for k, task := range rand.New(rand.NewPCG(o.Seed, 0x7461736b)).Perm(found.of) {
		before := processorSeconds()
		if k >= fewestTasks && (found.searched >= o.Nodes || before-began > tasksSeconds) {
			break
		}
		tally, done, err := w.Do(task, stop, out, flush)
		if err != nil {
			return nil, err
		}
		if !done {
			if ctx.Err() != nil {
				return nil, run.ErrStopped
			}
			if k < fewestTasks {
				return nil, enumerate.Errorf("the tasks of %s are too long to try some of them: expected %d in %v", s.Plan.Name, fewestTasks, tasksLongest)
			}
			break
		}
		out.Reset()
		found.raw.Add(float64(tally.Raw))
		found.nodes.Add(float64(tally.Effort.Nodes))
		found.seconds.Add(processorSeconds() - before)
		found.searched += tally.Effort.Nodes
	}
	return found, nil
}

// total estimates the sum over all tasks from those done. Done tasks are known:
// the interval shrinks with the part that is left, and to nothing in the end.
func (f *taskSample) total(p stats.Probes) (Range, []string) {
	n, all := float64(p.N()), float64(f.of)
	if n == all {
		return Range{Estimate: p.Mean() * n, Low: p.Mean() * n, High: p.Mean() * n}, nil
	}
	tree := stats.Stratified{Strata: []stats.Stratum{{Size: all, Probes: p}}}
	e := tree.Estimate(stats.DefaultConfidence)
	left := math.Sqrt(1 - n/all)
	low := e.Estimate - (e.Estimate-e.Low)*left
	high := e.Estimate + (e.High-e.Estimate)*left
	return Range{Estimate: e.Estimate, Low: max(low, p.Mean()*n), High: high}, e.Warnings
}
