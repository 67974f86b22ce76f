package probe

import (
	"fmt"
	"math"
	"sync/atomic"

	"coverstat/enumerate"
	"coverstat/stats"
)

// All choices between searches rest on counted nodes and a fixed seed, so the same problem and
// kernel get the same search on every machine.
const (
	// hopelessNodes is the number of nodes from which a search is called hopeless: a
	// thousand of today's cores need half a year for it.
	hopelessNodes = 1e18

	// sizeProbes probes make the first estimate. Without symmetry only the cut uses
	// it: then leastProbes are enough, unless sizeProbes cost at most a
	// sizePart-th of the search.
	leastProbes = 12
	sizeProbes  = 48
	sizePart    = 20
	probeNodes  = 1 << 10 // of a probe at most: a kernel counts its nodes so often
	caseCost    = 64      // nodes that the kernel searches in the time of entering a case

	// Of an estimate as exact as a budget allows:
	pilots     = 16 // probes that find out what a probe costs
	budgetPart = 32 // part of the budget that one subtree may take
)

// Hopeless reports whether a search of so many nodes will not end. An unknown number (NaN) counts
// as hopeless: nobody should start such a search.
func Hopeless(nodes float64) bool { return !(nodes < hopelessNodes) }

// HopelessText says that a search of so many nodes does not end. It says "or more", because few
// probes mostly find too few nodes.
func HopelessText(nodes float64) string {
	if math.IsInf(nodes, 0) {
		return "hopeless: more than 10^308 nodes"
	}
	return fmt.Sprintf("hopeless: about 10^%.0f nodes or more", math.Log10(nodes))
}

// Affordable returns the least share, but not less than the given one, at which cutting some
// cases takes at most about so many updates of the dancing links. A cut at a share s branches at
// most 1/s times.
func Affordable(k enumerate.Kernel, cases []enumerate.Case, share float64, updates int64) float64 {
	if len(cases) == 0 {
		return share
	}
	_, branching := k.Split(cases[:1], oneLevel)
	return min(1, max(share, float64(branching.Updates)/float64(updates)))
}

// Nodes makes a first estimate of the nodes of a search, by 48 probes, or by 12 if few is set. It
// may be far too low; beyond what a float64 holds it is infinite. gaveUp says that the probes were
// given up because there are too many options: the estimate is worth nothing, unless the probes
// have shown that the search is hopeless.
func Nodes(k enumerate.Kernel, cases []enumerate.Case, few bool) (nodes float64, gaveUp bool) {
	n := sizeProbes
	if few {
		n = leastProbes
	}
	for ; ; n *= 4 {
		s := newSearch(k, cases)
		s.mostUpdates = mostUpdates
		s.probe(n)
		nodes = float64(s.above + caseCost*int64(len(cases)))
		for i := range s.nodes.Parts {
			nodes += s.nodes.Parts[i].Mean
		}
		if math.IsNaN(nodes) { // the products of a probe overflowed
			nodes = math.Inf(1)
		}
		if s.gaveUp() {
			return nodes, !Hopeless(nodes)
		}
		if n >= sizeProbes || nodes < sizePart*4*probeNodes*float64(n) {
			return nodes, false
		}
	}
}

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
}

// Tree estimates how many solutions and nodes a search has. Subtrees that are searched whole take a
// 32nd of the budget at most; most are far smaller. If the budget seems enough for the whole tree,
// all of it is searched. Kernels that remember dead ends within a task have more nodes the finer they
// are cut, which probes cannot know. The same tree and budget give the same estimate.
func Tree(t *enumerate.Tree, b Budget, stop *atomic.Bool) (*Size, error) {
	k, err := t.NewKernel()
	if err != nil {
		return nil, err
	}
	weightOf := map[*enumerate.Case]int64{}
	for i := range t.Cases {
		weightOf[&t.Cases[i]] = t.Weights[i]
	}
	s := newSearch(k, t.Cases)
	s.source, s.stop, s.wholeNodes = enumerate.Random(b.Seed, enumerate.ProbeStream), stop, max(1, b.Nodes/budgetPart)
	for _, part := range s.strata {
		s.weights = append(s.weights, float64(weightOf[part.Case]))
	}
	size := &Size{}
	if t.Nodes > float64(b.Nodes) || !s.searchAll(t, b, weightOf, size) {
		s.probeAll(b, size)
	}
	size.Searched = s.work
	return size, nil
}

// searchAll searches the tree as the run would. It gives up beyond twice the budget.
func (s *search) searchAll(t *enumerate.Tree, b Budget, weightOf map[*enumerate.Case]int64, size *Size) bool {
	tasks, above := s.kernel.Split(t.Cases, t.MaxShare)
	raw, nodes := 0.0, float64(above.Nodes)
	for _, task := range tasks {
		task.MostNodes = max(1, 2*b.Nodes-s.work)
		effort, done := s.kernel.Search(task, s.stop, func([]enumerate.OptionID) bool { return true })
		s.work += max(effort.Nodes+1, effort.Updates/workUpdates)
		if !done || s.work > 2*b.Nodes || s.stop.Load() {
			return false
		}
		raw += float64(effort.Solutions) * float64(weightOf[task.Case])
		nodes += float64(effort.Nodes)
	}
	size.Raw, size.Nodes = Estimate{Interval: stats.Exactly(raw)}, Estimate{Interval: stats.Exactly(nodes)}
	size.Exact, size.Precise = true, true
	return true
}

// probeAll makes probes, doubling their number, until they are precise enough or the budget is
// spent.
func (s *search) probeAll(b Budget, size *Size) {
	s.work = 0
	s.probe(pilots)
	n := 2 * len(s.strata) // two of each stratum, if the budget is large enough
	if float64(s.work)/pilots*float64(n) > float64(b.Nodes) {
		n = 2
	}
	s.forget(n / 2)
	begun := s.work
	for n > 0 && !s.stop.Load() {
		s.probe(n)
		size.Raw, size.Nodes = s.raw.Estimate(), s.nodes.Estimate()
		if size.Raw.Relative() <= b.Precision && size.Nodes.Relative() <= b.Precision {
			size.Precise = true
			return
		}
		// As many again as there were, as far as the budget goes.
		made := int(size.Nodes.Probes)
		cost := max(1, float64(s.work-begun)/float64(made))
		if n = min(made, int(float64(b.Nodes-s.work)/cost)); n < made/4 {
			return
		}
	}
}
