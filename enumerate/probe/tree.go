package probe

import (
	"sync/atomic"

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
}

const (
	strataShare = 1.0 / 64 // of the tree: the largest share of a stratum
	pilots      = 16       // probes that find out what a probe costs
	budgetPart  = 32       // part of the budget that one subtree may take
)

// Tree estimates how many solutions and nodes a search has, by probes of a [Search]. Subtrees that
// are searched whole take a 32nd of the budget at most; most are far smaller. If the budget seems
// enough for the whole tree, all of it is searched. Kernels that remember dead ends within a task have more nodes the finer they are cut,
// which probes cannot know. The same tree and budget give the same estimate.
func Tree(t *enumerate.Tree, b Budget, stop *atomic.Bool) (*Size, error) {
	k, err := t.NewKernel()
	if err != nil {
		return nil, err
	}
	weightOf := map[*enumerate.Case]int64{}
	for i := range t.Cases {
		weightOf[&t.Cases[i]] = t.Weights[i]
	}
	s := NewSearch(k, t.Cases, strataShare)
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
func (s *Search) searchAll(t *enumerate.Tree, b Budget, weightOf map[*enumerate.Case]int64, size *Size) bool {
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
func (s *Search) probeAll(b Budget, size *Size) {
	s.work = 0
	s.Probe(pilots)
	n := 2 * len(s.strata) // two of each stratum, if the budget is large enough
	if float64(s.work)/pilots*float64(n) > float64(b.Nodes) {
		n = 2
	}
	s.forget(n / 2)
	begun := s.work
	for n > 0 && !s.stop.Load() {
		s.Probe(n)
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
