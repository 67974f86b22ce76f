package probe

import (
	"math"
	"math/rand/v2"
	"sync/atomic"
	"time"

	"coverstat/enumerate"
	"coverstat/stats"
)

// Budget says how much work an estimate is worth.
type Budget struct {
	// Nodes is the budget: about so many nodes are searched, or fewer with many updates of
	// the dancing links.
	Nodes int64
	// Precision ends the estimate as soon as half the width of each interval is at most this
	// part of its estimate.
	Precision float64
	Seed      uint64
}

// Size says how many raw solutions and nodes an [enumerate.Tree] has.
type Size struct {
	Raw, Nodes Estimate
	// Exact says that the whole tree was searched.
	Exact bool
	// Precise says that the intervals are as narrow as was asked for.
	Precise bool
	// Searched is what the estimate cost, in nodes.
	Searched int64
	Probes   int64
}

const (
	strataShare  = 1.0 / 64 // of the tree: the largest share of a stratum
	stepShare    = 1.0 / 16 // of a subtree: the largest share of a step of a probe
	pilots       = 16       // probes that find out what a share costs
	enoughProbes = 512      // that the budget should allow
	// longestProbe stops a probe whose subtree is far larger than the pilots
	// were; the estimate then begins again with smaller subtrees.
	longestProbe = 2 * time.Second
)

// Tree estimates how many solutions and nodes a search has.
//
// The top of the tree is walked exactly; each subtree below it is a stratum (P. C. Chen,
// Heterogeneous sampling, 1992). A probe walks from a stratum's root towards a leaf. As soon as
// its subtree is a small enough share of the tree, the probe searches all of it (P. W. Purdom,
// Tree size by partial backtracking, 1978): the results of such probes vary far less.
//
// Pilot probes find the largest share with which the budget allows 512 probes. If the budget is
// enough for the whole tree, all of it is searched. Kernels that remember dead ends within a
// task have more nodes the finer they are cut, which probes cannot know. The same tree and
// budget give the same estimate, unless a probe takes longer than two seconds.
func Tree(t *enumerate.Tree, b Budget, stop *atomic.Bool) (*Size, error) {
	e := &estimator{tree: t, budget: b, stop: stop, source: rand.New(rand.NewPCG(b.Seed, 0x65737469)), result: &Size{}}
	var err error
	if e.kernel, err = t.NewKernel(); err != nil {
		return nil, err
	}
	e.caseOf = map[*enumerate.Case]int{}
	for i := range t.Cases {
		e.caseOf[&t.Cases[i]] = i
	}
	e.strata, e.above = e.kernel.Split(t.Cases, Affordable(e.kernel, t.Cases, strataShare, mostUpdates))
	e.reset()
	e.findShare()
	if !e.wholeIsCheap() || !e.searchAll() {
		e.together = e.cost*float64(2*len(e.strata)) > float64(b.Nodes)
		for !e.stop.Load() && !e.probeAll() {
			e.share /= 256 // a subtree took too long
		}
	}
	e.result.Searched = e.spent
	return e.result, nil
}

// estimator is an estimate in the making.
type estimator struct {
	tree   *enumerate.Tree
	budget Budget
	stop   *atomic.Bool
	kernel enumerate.Kernel
	caseOf map[*enumerate.Case]int // number of each case
	strata []enumerate.Task
	above  enumerate.Effort // of the nodes above the strata
	raw    Strata
	nodes  Strata
	source *rand.Rand
	share  float64 // subtrees of at most this share are searched whole
	cost   float64 // of a pilot, in nodes
	// together says that the budget is too small for two probes of each stratum. Then they are
	// one stratum, and a probe begins by choosing one of its parts.
	together bool
	spent    int64
	result   *Size
}

// reset forgets all probes.
func (e *estimator) reset() {
	parts, size := len(e.strata), 1.0
	if e.together {
		parts, size = min(1, parts), float64(parts)
	}
	e.raw = Strata{Parts: make([]Stratum, parts)}
	e.nodes = Strata{Parts: make([]Stratum, parts), Known: float64(e.above.Nodes)}
	for i := range parts {
		e.raw.Parts[i].Size, e.nodes.Parts[i].Size = size, size
	}
	e.result.Probes = 0
}

// findShare looks for the largest share of the tree of which probes can afford to search all,
// from single leaves upwards. The pilots' nodes stay in the strata, for [estimator.wholeIsCheap].
func (e *estimator) findShare() {
	afford := float64(e.budget.Nodes) / enoughProbes
	const ratio = 8
	for e.share = math.Ldexp(1, -90); e.share <= strataShare && len(e.strata) > 0; e.share *= ratio {
		before, whole := e.spent, true
		for i := 0; i < pilots && whole; i++ {
			if e.stop.Load() {
				return
			}
			stratum := e.source.IntN(len(e.strata))
			var nodes float64
			_, nodes, whole = e.probe(stratum)
			e.nodes.Parts[stratum].Add(nodes)
		}
		e.cost = float64(e.spent-before) / pilots
		if !whole || e.cost > afford {
			e.share /= ratio
			return
		}
	}
}

// wholeIsCheap reports whether the pilots could search whole strata, and the budget seems enough
// for all of them.
func (e *estimator) wholeIsCheap() bool {
	if e.share < strataShare/8 {
		return false
	}
	sum, n := 0.0, 0.0
	for i := range e.nodes.Parts {
		s := &e.nodes.Parts[i]
		sum += s.Mean() * float64(s.N())
		n += float64(s.N())
	}
	return n == 0 || sum/n*float64(len(e.strata)) <= float64(e.budget.Nodes)
}

// searchAll searches the tree as the run would. It gives up beyond twice the
// budget.
func (e *estimator) searchAll() bool {
	begun := e.spent
	tasks, cut := e.kernel.Split(e.tree.Cases, e.tree.MaxShare)
	raw, nodes := 0.0, float64(cut.Nodes)
	for _, t := range tasks {
		r, n, whole := e.search(t, e.caseOf[t.Case])
		if !whole || e.spent-begun > 2*e.budget.Nodes || e.stop.Load() {
			return false
		}
		raw, nodes = raw+r, nodes+n
	}
	e.result.Raw, e.result.Nodes = Estimate{Interval: stats.Exactly(raw)}, Estimate{Interval: stats.Exactly(nodes)}
	e.result.Exact, e.result.Precise = true, true
	return true
}

// probeAll makes probes, doubling their number, until they are precise enough
// or the budget is spent. It returns false if a subtree took too long.
func (e *estimator) probeAll() bool {
	e.reset()
	begun := e.spent
	for more := int64(2 * len(e.raw.Parts)); more > 0; {
		for i, n := range e.raw.Allocate(more) {
			for range n {
				if e.stop.Load() {
					return true
				}
				stratum := i
				if e.together {
					stratum = e.source.IntN(len(e.strata))
				}
				r, x, whole := e.probe(stratum)
				if !whole {
					return false
				}
				e.raw.Parts[i].Add(r)
				e.nodes.Parts[i].Add(x)
				e.result.Probes++
			}
		}
		e.result.Raw, e.result.Nodes = e.raw.Estimate(), e.nodes.Estimate()
		if e.result.Raw.Relative() <= e.budget.Precision && e.result.Nodes.Relative() <= e.budget.Precision {
			e.result.Precise = true
			return true
		}
		// As many again as there were, as far as the budget goes.
		cost := float64(e.spent-begun) / float64(e.result.Probes)
		left := float64(e.budget.Nodes-(e.spent-begun)) / max(1, cost)
		more = min(e.result.Probes, int64(left))
		if more < e.result.Probes/4 {
			return true
		}
	}
	return true
}

// probe makes one probe of a stratum. The expected values of its results are the stratum's numbers
// of raw solutions and of nodes. whole is false if it was stopped because it took too long.
func (e *estimator) probe(stratum int) (raw, nodes float64, whole bool) {
	t, c := e.strata[stratum], e.caseOf[e.strata[stratum].Case]
	share, scale := t.Share, 1.0
	for share > e.share {
		next, b := descend(e.kernel, t, max(stepShare, e.share/share/4), e.source)
		e.spend(b.searched, b.updates)
		nodes += scale * float64(b.nodes)
		if b.dead {
			return 0, nodes, true
		}
		share *= next.Share
		scale /= next.Share
		t = next
		if len(t.Path) == 0 {
			break // it cannot be cut further
		}
	}
	r, n, whole := e.search(t, c)
	return scale * r, nodes + scale*n, whole
}

// workUpdates is the number of updates of the dancing links that count as a node.
const workUpdates = 64

// spend counts work, in nodes.
func (e *estimator) spend(nodes, updates int64) { e.spent += max(nodes, updates/workUpdates) }

// search searches a subtree of case c, unless that takes too long.
func (e *estimator) search(t enumerate.Task, c int) (raw, nodes float64, whole bool) {
	var late atomic.Bool
	watch := time.AfterFunc(longestProbe, func() { late.Store(true) })
	defer watch.Stop()
	effort, done := e.kernel.Search(t, &late, func([]enumerate.OptionID) bool { return true })
	e.spend(effort.Nodes+1, effort.Updates)
	return float64(effort.Solutions) * float64(e.tree.Weights[c]), float64(effort.Nodes), done
}
