package forecast

import (
	"math"
	"sync/atomic"
	"testing"

	"coverstat/cmd/internal/study"
	"coverstat/enumerate"
)

// timedWorker does the tasks of a job and moves a clock of its own: each task
// takes some time to begin and each node some more.
type timedWorker struct {
	work            enumerate.Worker
	beginning, node float64
	now             float64
}

// do is the [enumerate.Worker].
func (w *timedWorker) do(task int, stop *atomic.Bool, out *enumerate.Batch, flush func() error) (enumerate.Tally, bool, error) {
	tally, done, err := w.work(task, stop, out, flush)
	w.now += w.beginning + w.node*float64(tally.Effort.Nodes)
	return tally, done, err
}

// timer returns a timer of a shipped run with such a clock.
func timer(t *testing.T, config string, set []string, beginning, node float64) (*taskTimer, *timedWorker) {
	t.Helper()
	s, err := study.Open(config, set, false)
	if err != nil {
		t.Fatal(err)
	}
	tree, err := s.Job.Tree()
	if err != nil {
		t.Fatal(err)
	}
	w := &timedWorker{beginning: beginning, node: node}
	var never atomic.Bool
	x, err := newTaskTimer(s, tree.Job, func() float64 { return w.now }, &never)
	if err != nil {
		t.Fatal(err)
	}
	w.work, x.worker = x.worker, w.do
	return x, w
}

// TestNodeSeconds: the seconds of a node, times the nodes below the cut and the
// tasks, are what doing all tasks takes. Short searches end above the cut.
func TestNodeSeconds(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	const beginning, node = 1e-4, 1e-6
	for _, config := range []string{"dominoes-8x8", "latin-5", "queens-12", "sts-9", "squares-2", "chessboard"} {
		x, w := timer(t, config, nil, beginning, node)
		var never atomic.Bool
		nodes, before := 0.0, w.now
		for task := range x.job.Tasks() {
			r, err := x.do(task, &never)
			if err != nil || !r.done {
				t.Fatal(r, err)
			}
			nodes += r.nodes + 1
		}
		truth := w.now - before
		p, timed, err := x.nodeSeconds(1, &never)
		if err != nil {
			t.Fatal(err)
		}
		if !(p.Low > 0 && p.Low <= p.Estimate && p.Estimate <= p.High) || p.Estimate*nodes < truth/1.5 || p.Estimate*nodes > truth*1.5 {
			t.Errorf("%s: %v s a node (%v to %v), expected about %v", config, p.Estimate, p.Low, p.High, truth/nodes)
		}
		if timed == 0 {
			t.Errorf("%s: nothing was timed", config)
		}
	}
}

// TestNodeSecondsOfLongTasks: tasks that take longer than the whole measurement
// are stopped, and what they did until then tells.
func TestNodeSecondsOfLongTasks(t *testing.T) {
	x, _ := timer(t, "onesided-9x10", []string{"cut=1"}, 0, 1e-6)
	var never atomic.Bool
	p, _, err := x.nodeSeconds(1, &never)
	if err != nil {
		t.Fatal(err)
	}
	if p.Low <= 0 || p.Low > 1e-6 || p.High < 0.9e-6 || p.High > 2e-6 {
		t.Errorf("a node costs %+v, expected 1e-6", p)
	}
}

// TestNodeSecondsUnknown: what no clock has seen is unknown, and no number.
func TestNodeSecondsUnknown(t *testing.T) {
	x, _ := timer(t, "queens-8", nil, 0, 0)
	var set atomic.Bool
	set.Store(true)
	p, _, err := x.nodeSeconds(1, &set)
	if err != nil || !math.IsNaN(p.Estimate) || p.Low != 0 || !math.IsInf(p.High, 1) {
		t.Errorf("%+v, %v: expected unknown", p, err)
	}
}
