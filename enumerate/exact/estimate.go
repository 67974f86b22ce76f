package exact

import (
	"math"
	"math/rand/v2"
	"sync/atomic"
	"time"

	"coverstat/enumerate"
	"coverstat/stats"
)

// EstimateOptions say how much work an estimate is worth.
type EstimateOptions struct {
	// Nodes is the budget: about so many nodes are searched.
	Nodes int64
	// Precision ends the estimate when both intervals are at most this wide
	// either way, relative to the estimates.
	Precision float64
	Seed      uint64
	// Clock returns processor seconds; with nil nothing is timed.
	Clock func() float64
}

// Estimate is what a [Tree] is thought to hold.
type Estimate struct {
	Raw, Nodes stats.TreeEstimate
	// Exact says that the whole tree was searched.
	Exact bool
	// Precise says that the intervals are as narrow as was asked for.
	Precise bool
	// Seconds of the processor that the search takes, solutions made rows of
	// and rows dropped; not a number if nothing was timed. PerNode is what a
	// node costs; it was measured on the Timed first nodes of tasks, which took
	// TimedSeconds. Preparation are seconds apart from all this, for a kernel.
	Seconds, PerNode          stats.Interval
	Timed                     int64
	TimedSeconds, Preparation float64
	// Searched is what Raw and Nodes cost, in nodes.
	Searched int64
	Probes   int64
	// Share is the part of the tree below which a probe searches everything.
	Share float64
}

const (
	strataShare = 1.0 / 64 // of the tree, in a stratum at most
	stepShare   = 1.0 / 16 // of a subtree, in a step of a probe
	pilots      = 16       // probes to see what a share costs
	wanted      = 512      // probes that the budget should allow
	// longestProbe stops a probe whose subtree is beyond all expectation; the
	// estimate then begins anew with smaller ones.
	longestProbe = 2 * time.Second
)

// EstimateTree estimates how many solutions and nodes a search has.
//
// The top of the tree is walked exactly; what hangs below is divided into
// strata. A probe walks from a stratum's root towards a leaf along the kernel's
// own branches, as in D. E. Knuth (Estimating the efficiency of backtrack
// programs, 1975), and as soon as its subtree is a small enough share of the
// tree it searches all of it: partial enumeration (P. W. Purdom, Tree size by
// partial backtracking, 1978; P. C. Chen, Heterogeneous sampling, 1992, has the
// strata). Short paths and whole subtrees vary far less than single paths.
//
// The share is found by pilot probes: the largest with which the budget makes
// a thousand probes. Where the pilots say that the budget is enough for the
// whole tree, all of it is searched. Kernels that remember dead ends within a
// task have more nodes the finer they are cut, on the chessboard a tenth: that
// much a probe cannot know. All choices rest on counted nodes, so that
// the same tree and options give the same estimate, processor time apart.
func EstimateTree(t *enumerate.Tree, o EstimateOptions, stop *atomic.Bool) (*Estimate, error) {
	e := &estimator{tree: t, options: o, stop: stop}
	if err := e.init(); err != nil {
		return nil, err
	}
	e.findShare()
	if !e.wholeIsCheap() || !e.searchAll() {
		e.probeUntilDone()
	}
	e.result.Searched = e.spent
	e.calibrate()
	e.cost()
	return e.result, nil
}

// probeUntilDone makes probes, of smaller subtrees if they take too long.
func (e *estimator) probeUntilDone() {
	for !e.stop.Load() {
		e.probeAll()
		if !e.tooLong {
			break
		}
		e.tooLong = false
		e.share /= 256
	}
}

// estimator is an estimate in the making.
type estimator struct {
	tree    *enumerate.Tree
	options EstimateOptions
	stop    *atomic.Bool
	kernel  enumerate.Kernel
	visit   func(c int, solution []enumerate.OptionID) bool
	strata  []enumerate.Task
	caseOf  []int // stratum -> case
	above   enumerate.Effort
	tasks   []enumerate.Task // of the run
	cut     enumerate.Effort // above them
	timing  timing
	raw     stats.Stratified
	nodes   stats.Stratified
	source  *rand.Rand
	share   float64
	spent   int64
	tooLong bool
	result  *Estimate
}

func (e *estimator) init() error {
	e.result = &Estimate{}
	e.timing.clock = e.options.Clock
	began := e.now()
	var err error
	if e.kernel, err = e.tree.NewKernel(); err != nil {
		return err
	}
	e.result.Preparation = e.now() - began
	if e.tree.NewVisit != nil {
		e.visit = e.tree.NewVisit(e.kernel)
	}
	e.strata, e.above = e.kernel.Split(e.tree.Cases, strataShare)
	number := e.numbers()
	for _, t := range e.strata {
		e.caseOf = append(e.caseOf, number[t.Case])
	}
	e.tasks, e.cut = e.kernel.Split(e.tree.Cases, e.tree.MaxShare)
	e.source = rand.New(rand.NewPCG(e.options.Seed, 0x65737469))
	e.reset()
	return nil
}

// now is the time on the clock, 0 without one.
func (e *estimator) now() float64 {
	if e.options.Clock == nil {
		return 0
	}
	return e.options.Clock()
}

// numbers numbers the cases.
func (e *estimator) numbers() map[*enumerate.Case]int {
	number := map[*enumerate.Case]int{}
	for i := range e.tree.Cases {
		number[&e.tree.Cases[i]] = i
	}
	return number
}

// reset forgets all probes.
func (e *estimator) reset() {
	e.raw = stats.Stratified{Strata: make([]stats.Stratum, len(e.strata))}
	e.nodes = stats.Stratified{Strata: make([]stats.Stratum, len(e.strata)), Known: float64(e.above.Nodes)}
	for i := range e.strata {
		e.raw.Strata[i].Size, e.nodes.Strata[i].Size = 1, 1
	}
	e.result.Probes = 0
}

// findShare looks for the largest share of the tree that probes can afford to
// search whole, from single leaves upwards.
func (e *estimator) findShare() {
	afford := float64(e.options.Nodes) / wanted
	const ratio = 8
	for share := math.Ldexp(1, -90); ; share *= ratio {
		e.share = share
		before := e.spent
		for i := 0; i < pilots && !e.tooLong; i++ {
			if e.stop.Load() || len(e.strata) == 0 {
				return
			}
			e.probe(e.source.IntN(len(e.strata)))
		}
		cost := float64(e.spent-before) / pilots
		if e.tooLong || cost > afford {
			e.tooLong = false
			e.share = share / ratio
			break
		}
		if share >= strataShare {
			break
		}
	}
	e.result.Share = min(e.share, strataShare)
}

// wholeIsCheap reports whether the pilots searched whole strata and all strata
// together seem to fit the budget.
func (e *estimator) wholeIsCheap() bool {
	if e.share < strataShare/8 {
		return false
	}
	sum, n := 0.0, 0.0
	for i := range e.nodes.Strata {
		s := &e.nodes.Strata[i]
		sum += s.Mean() * float64(s.N())
		n += float64(s.N())
	}
	return n == 0 || sum/n*float64(len(e.strata)) <= float64(e.options.Nodes)
}

// searchAll searches the tree as the run would, and gives up beyond twice the
// budget.
func (e *estimator) searchAll() bool {
	begun := e.spent
	number := e.numbers()
	raw, nodes := 0.0, float64(e.cut.Nodes)
	e.timing.begin()
	for _, t := range e.tasks {
		r, n, whole := e.search(t, number[t.Case])
		if !whole || e.spent-begun > 2*e.options.Nodes || e.stop.Load() {
			e.timing = timing{clock: e.options.Clock}
			return false
		}
		raw, nodes = raw+r, nodes+n
		e.timing.add(n)
	}
	e.timing.end()
	e.timing.fraction = 1
	known := func(x float64) stats.TreeEstimate {
		return stats.TreeEstimate{Interval: stats.Interval{Estimate: x, Low: x, High: x, Confidence: 1, Method: "whole"}}
	}
	e.result.Raw, e.result.Nodes, e.result.Exact, e.result.Precise = known(raw), known(nodes), true, true
	return true
}

// probeAll makes probes, doubling their number, until they are precise enough
// or the budget is spent.
func (e *estimator) probeAll() {
	e.reset()
	begun := e.spent
	for budget := int64(2 * len(e.strata)); budget > 0; {
		for i, n := range e.raw.Allocate(budget) {
			for range n {
				if e.stop.Load() {
					return
				}
				r, x, whole := e.probe(i)
				if !whole {
					return
				}
				e.raw.Strata[i].Add(r)
				e.nodes.Strata[i].Add(x)
				e.result.Probes++
			}
		}
		e.result.Raw, e.result.Nodes = e.raw.Estimate(stats.DefaultConfidence), e.nodes.Estimate(stats.DefaultConfidence)
		if e.result.Raw.Relative() <= e.options.Precision && e.result.Nodes.Relative() <= e.options.Precision {
			e.result.Precise = true
			return
		}
		// As many again as there were, as far as the budget goes.
		cost := float64(e.spent-begun) / float64(e.result.Probes)
		left := float64(e.options.Nodes-(e.spent-begun)) / max(1, cost)
		budget = min(e.result.Probes, int64(left))
		if budget < e.result.Probes/4 {
			return
		}
	}
}

// probe makes one probe of a stratum. Its results have the stratum's numbers of
// raw solutions and of nodes as their means. The boolean is false if it had to
// be stopped.
func (e *estimator) probe(stratum int) (raw, nodes float64, whole bool) {
	t := e.strata[stratum]
	share, scale := t.Share, 1.0
	for share > e.share {
		at := enumerate.Case{Banned: t.Case.Banned}
		at.Fixed = append(append(at.Fixed, t.Case.Fixed...), t.Path...)
		tasks, above := e.kernel.Split([]enumerate.Case{at}, max(stepShare, e.share/share/4))
		_, nothing := e.kernel.Split([]enumerate.Case{at}, 1) // what the fixed options count for
		e.spent += above.Nodes
		nodes += scale * float64(above.Nodes-nothing.Nodes)
		// A task is chosen with its share; what is left over are dead ends.
		x := e.source.Float64()
		k := 0
		for k < len(tasks) && x >= tasks[k].Share {
			x -= tasks[k].Share
			k++
		}
		if k == len(tasks) {
			e.note(stratum, nodes)
			return 0, nodes, true
		}
		next := tasks[k]
		share *= next.Share
		scale /= next.Share
		t = next
		if len(t.Path) == 0 {
			break // cannot be cut further
		}
	}
	r, n, whole := e.search(t, e.caseOf[stratum])
	e.note(stratum, nodes+scale*n)
	return scale * r, nodes + scale*n, whole
}

// note remembers a pilot's nodes.
func (e *estimator) note(stratum int, nodes float64) {
	if e.result.Share == 0 {
		e.nodes.Strata[stratum].Add(nodes)
	}
}

// search searches a subtree of case c, unless that takes too long.
func (e *estimator) search(t enumerate.Task, c int) (raw, nodes float64, whole bool) {
	var late atomic.Bool
	watch := time.AfterFunc(longestProbe, func() { late.Store(true) })
	defer watch.Stop()
	effort, done := e.kernel.Search(t, &late, func(solution []enumerate.OptionID) bool {
		return e.visit == nil || e.visit(c, solution)
	})
	e.spent += effort.Nodes + 1
	if !done {
		e.tooLong = true
	}
	return float64(effort.Solutions) * float64(e.tree.Weights[c]), float64(effort.Nodes), done
}
