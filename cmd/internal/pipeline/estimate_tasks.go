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
	fewestTasks  = 31
)

// taskSample is what the tasks done so far gave. The first task is always done
// and stands apart: a job counts the effort of its preparation there.
type taskSample struct {
	first               taskResult
	raw, nodes, seconds stats.Probes // of others
	searched            int64
	of                  int // others
}

type taskResult struct{ raw, nodes, seconds float64 }

// done is the number of tasks done.
func (f *taskSample) done() int64 { return 1 + f.raw.N() }

// add adds the next task.
func (f *taskSample) add(task int, r taskResult) {
	f.searched += int64(r.nodes)
	if task == 0 {
		f.first = r
		return
	}
	f.raw.Add(r.raw)
	f.nodes.Add(r.nodes)
	f.seconds.Add(r.seconds)
}

// estimateTasks does tasks at random until the budget is spent.
func (s *Study) estimateTasks(ctx context.Context, o EstimateOptions) (*Estimate, error) {
	var stop atomic.Bool
	release := context.AfterFunc(ctx, func() { stop.Store(true) })
	defer release()
	began := processorSeconds()
	prepare := s.Job.Features().Prepare
	if prepare != nil {
		if err := prepare(1, &stop, func(float64) {}); err != nil {
			return nil, err
		}
	}
	preparation := processorSeconds() - began
	if s.Job.Tasks() == 0 {
		return &Estimate{Method: "whole", survey: s.Plan.Kind == enumerate.Survey, Confidence: stats.DefaultConfidence, Stopped: "there are no tasks",
			CPUSeconds: Range{Estimate: preparation, Low: preparation, High: preparation, seconds: true}, Preparation: seconds(preparation)}, nil
	}
	found, err := s.sampleTasks(ctx, o, &stop)
	if err != nil {
		return nil, err
	}
	e := &Estimate{Method: "tasks", survey: s.Plan.Kind == enumerate.Survey, Confidence: stats.DefaultConfidence, Probes: found.done(), Searched: found.searched, Stopped: "the budget is spent"}
	e.Raw, _ = found.total(found.first.raw, found.raw)
	nodes, warnings := found.total(found.first.nodes, found.nodes)
	if prepare != nil && found.nodes.Mean() == 0 && found.first.nodes > 0 {
		// All nodes are those of the preparation.
		nodes, warnings = Range{Estimate: found.first.nodes, Low: found.first.nodes, High: found.first.nodes}, nil
	}
	above := float64(s.Job.Above().Nodes)
	e.Nodes = Range{Estimate: nodes.Estimate + above, Low: nodes.Low + above, High: nodes.High + above}
	took, _ := found.total(found.first.seconds, found.seconds)
	e.CPUSeconds = secondsOf(clocked(stats.Interval{Estimate: took.Estimate, Low: took.Low, High: took.High}, preparation), 0)
	e.Preparation = seconds(preparation)
	e.Warnings = warnings
	if found.done() == int64(s.Job.Tasks()) {
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
	found := &taskSample{of: s.Job.Tasks() - 1}
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
	order := append([]int{0}, rand.New(rand.NewPCG(o.Seed, 0x7461736b)).Perm(found.of)...)
	for k := 1; k < len(order); k++ {
		order[k]++
	}
	for k, task := range order {
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
		found.add(task, taskResult{float64(tally.Raw), float64(tally.Effort.Nodes), processorSeconds() - before})
	}
	return found, nil
}

// total estimates the sum over all tasks from those done. Done tasks are known:
// the interval shrinks with the part that is left, and to nothing in the end.
func (f *taskSample) total(first float64, p stats.Probes) (Range, []string) {
	n, all := float64(p.N()), float64(f.of)
	done := first + p.Mean()*n
	if n == all {
		return Range{Estimate: done, Low: done, High: done}, nil
	}
	tree := stats.Stratified{Known: first, Strata: []stats.Stratum{{Size: all, Probes: p}}}
	e := tree.Estimate(stats.DefaultConfidence)
	left := math.Sqrt(1 - n/all)
	low := e.Estimate - (e.Estimate-e.Low)*left
	high := e.Estimate + (e.High-e.Estimate)*left
	return Range{Estimate: e.Estimate, Low: max(low, done), High: high}, e.Warnings
}
