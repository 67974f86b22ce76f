package exact_test

import (
	"math"
	"sync/atomic"
	"testing"

	"coverstat/enumerate"
	"coverstat/enumerate/exact"
)

// slowKernel is a kernel with a clock of its own, in which each search takes
// some time to begin and each node some more.
type slowKernel struct {
	enumerate.Kernel
	beginning, node float64
	now             *float64
}

func (k slowKernel) Search(t enumerate.Task, stop *atomic.Bool, visit enumerate.Visit) (enumerate.Effort, bool) {
	effort, done := k.Kernel.Search(t, stop, visit)
	*k.now += k.beginning + k.node*float64(effort.Nodes)
	return effort, done
}

// slow gives a tree kernels of that kind, and returns their clock.
func slow(x *enumerate.Tree, beginning, node float64) (clock func() float64) {
	now := 0.0
	make := x.NewKernel
	x.NewKernel = func() (enumerate.Kernel, error) {
		k, err := make()
		return slowKernel{k, beginning, node, &now}, err
	}
	return func() float64 { return now }
}

// TestEstimateSeconds: seconds are those of the run's tasks, where the probes
// search subtrees of next to nothing and mostly begin.
func TestEstimateSeconds(t *testing.T) {
	const beginning, node = 1e-4, 1e-6
	for _, c := range []struct {
		name   string
		budget int64
	}{
		{"dominoes-8x8", 30_000},
		{"latin-5", 30_000},
		{"queens-12", 20_000},
		{"sts-9", 1000}, // ends above the cut
		{"squares-2", 1000},
		{"chessboard", 1 << 24},
	} {
		x := tree(t, c.name)
		k, err := x.NewKernel()
		if err != nil {
			t.Fatal(err)
		}
		tasks, above := k.Split(x.Cases, x.MaxShare)
		var never atomic.Bool
		truth := 0.0
		for _, task := range tasks {
			effort, _ := k.Search(task, &never, func([]enumerate.OptionID) bool { return true })
			truth += beginning + node*float64(effort.Nodes)
		}
		clock := slow(x, beginning, node)
		e, err := exact.EstimateTree(x, exact.EstimateOptions{Nodes: c.budget, Precision: 0.02, Seed: 1, Clock: clock}, &never)
		if err != nil {
			t.Fatal(err)
		}
		// The nodes are estimated, too, by probes that do not know of dead ends
		// remembered within a task.
		if s := e.Seconds; !(s.Low > 0 && s.Low <= s.Estimate && s.Estimate <= s.High) || s.Estimate < truth/1.5 || s.Estimate > truth*1.5 {
			t.Errorf("%s: %v s (%v to %v), expected about %v (%d tasks, %d nodes above, %.0f in all)", c.name, s.Estimate, s.Low, s.High, truth, len(tasks), above.Nodes, e.Nodes.Estimate)
		}
		if e.Timed == 0 || e.TimedSeconds <= 0 {
			t.Errorf("%s: %d nodes timed", c.name, e.Timed)
		}
	}
}

// TestEstimateUntimed: without a clock seconds are not known, and no number.
func TestEstimateUntimed(t *testing.T) {
	s := estimate(t, tree(t, "queens-8"), 100, 1).Seconds
	if !math.IsNaN(s.Estimate) || s.Low != 0 || !math.IsInf(s.High, 1) {
		t.Errorf("seconds %+v, expected unknown", s)
	}
}

// TestEstimateLongTasks: tasks that take longer than the whole measurement are
// cut off, and their beginnings tell.
func TestEstimateLongTasks(t *testing.T) {
	x := tree(t, "onesided-9x10", "cut=1")
	clock := slow(x, 0, 1e-6)
	var never atomic.Bool
	e, err := exact.EstimateTree(x, exact.EstimateOptions{Nodes: 20_000, Precision: 0.02, Seed: 1, Clock: clock}, &never)
	if err != nil {
		t.Fatal(err)
	}
	if p := e.PerNode; p.Low <= 0 || p.Low > 1e-6 || p.High < 0.9e-6 || p.High > 2e-6 {
		t.Errorf("a node costs %+v, expected 1e-6", p)
	}
	if e.Seconds.Estimate < e.Nodes.Estimate*0.9e-6 || e.Seconds.Low <= 0 {
		t.Errorf("seconds %+v of %v nodes", e.Seconds, e.Nodes.Estimate)
	}
}
