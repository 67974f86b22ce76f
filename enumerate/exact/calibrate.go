package exact

import (
	"math"
	"sync/atomic"
	"time"

	"coverstat/enumerate"
	"coverstat/stats"
)

// How long a search takes follows from how many nodes it has and what a node
// costs here and now. The cost is measured on the run's own tasks, in random
// order and with all that is done for a solution. Not on the probes of the
// estimate: those search subtrees of a few nodes, and what a kernel does at the
// beginning of each made a node of the dominoes' search cost ten thousand times
// what it costs in a run.
//
// A node's cost varies over the tree. Tasks are therefore timed in clusters,
// whose ratios of seconds to nodes say how far the whole may be from them; a
// task that is too long is cut off. Counted are the nodes below the cut, and
// one more for each task: there are searches that end above the cut.
const (
	timedSeconds   = 0.3 // of processor time, altogether
	timedClusters  = 12  // at least, unless that is all
	clusterSeconds = 0.004
	sliceSeconds   = 0.024 // of one task
	timedLongest   = 3     // seconds on the wall: other processes may be faster
)

// ClockError is the relative standard error of measured seconds that comes from
// the machine: on one that others used too, twelve measurements in a row of the
// 6x10 pentominoes gave 34 to 38 ns a node, and one of them 49.
const ClockError = 0.1

// timing is the measured cost of nodes.
type timing struct {
	clock     func() float64
	ratio     stats.Ratio // processor seconds to nodes
	fraction  float64     // of all tasks that were timed
	cluster   float64     // nodes of the open one
	began     float64     // on the clock
	wallBegan time.Time
}

// begin opens a cluster.
func (t *timing) begin() {
	if t.clock != nil {
		t.cluster, t.wallBegan, t.began = 0, time.Now(), t.clock()
	}
}

// add adds a task to the open cluster, and begins another if that is full. The
// clock on the wall is looked at first: it is quicker to read.
func (t *timing) add(nodes float64) {
	if t.clock == nil {
		return
	}
	t.cluster += nodes + 1
	if time.Since(t.wallBegan).Seconds() >= clusterSeconds {
		t.end()
		t.begin()
	}
}

// end closes the open cluster.
func (t *timing) end() {
	if t.clock != nil && t.cluster > 0 {
		t.ratio.Add(t.clock()-t.began, t.cluster)
	}
}

// enough reports whether the measurement may end.
func (t *timing) enough() bool {
	return t.ratio.Numerator() >= timedSeconds && (t.ratio.N() >= timedClusters || t.fraction == 1)
}

// calibrate measures the cost of a node, unless enough was timed when all was
// searched. Short searches are done more than once.
func (e *estimator) calibrate() {
	t, tasks := &e.timing, e.tasks
	if t.clock == nil || len(tasks) == 0 {
		return
	}
	var late atomic.Bool
	number := e.numbers()
	began := time.Now()
	for pass := 0; !t.enough(); pass++ {
		t.begin()
		whole := true
		for i, k := range e.source.Perm(len(tasks)) {
			if e.stop.Load() || time.Since(began).Seconds() > timedLongest || pass == 0 && t.fraction < 1 && t.enough() {
				return
			}
			late.Store(false)
			slice := sliceSeconds * math.Ldexp(float64(time.Second), pass)
			watch := time.AfterFunc(time.Duration(slice), func() { late.Store(true) })
			c := number[tasks[k].Case]
			effort, done := e.kernel.Search(tasks[k], &late, func(solution []enumerate.OptionID) bool {
				return e.visit == nil || e.visit(c, solution)
			})
			watch.Stop()
			t.add(float64(effort.Nodes))
			if whole = whole && done; !whole {
				t.fraction = 0 // parts of tasks: however many, they are a small part of all
			} else if pass == 0 {
				t.fraction = max(t.fraction, float64(i+1)/float64(len(tasks)))
			}
		}
		t.end()
	}
}

// cost says how long the search takes, from the nodes that it is estimated to
// have.
func (e *estimator) cost() {
	r := e.result
	r.PerNode = e.timing.ratio.Estimate(stats.DefaultConfidence, e.timing.fraction, ClockError)
	r.Timed, r.TimedSeconds = int64(e.timing.ratio.Denominator()), e.timing.ratio.Numerator()
	count := float64(len(e.tasks))
	below := func(nodes float64) float64 { return max(0, nodes-float64(e.cut.Nodes)) + count }
	n := r.Nodes.Interval
	n.Estimate, n.Low, n.High = below(n.Estimate), below(n.Low), below(n.High)
	r.Seconds = stats.Product(n, r.PerNode)
	if count == 0 {
		r.Seconds = stats.Interval{Confidence: 1, Method: "whole"} // nothing is searched
	}
}
