package probe

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
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
	leastProbes  = 12
	fewestProbes = 4 // of a glance
	sizeProbes   = 48
	sizePart     = 20
	probeNodes   = 1 << 10 // of a probe at most: a kernel counts its nodes so often
	caseCost     = 64      // nodes that the kernel searches in the time of entering a case

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
	return min(1, max(share, float64(branching.Updates+branching.Steps)/float64(updates)))
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
		p := newProber(k, cases)
		p.mostUpdates = mostUpdates
		p.probe(n)
		nodes = float64(p.above + caseCost*int64(len(cases)))
		for i := range p.nodes.Parts {
			nodes += p.nodes.Parts[i].Mean
		}
		if math.IsNaN(nodes) { // the products of a probe overflowed
			nodes = math.Inf(1)
		}
		if p.gaveUp() {
			return nodes, !Hopeless(nodes)
		}
		if n >= sizeProbes || nodes < sizePart*4*probeNodes*float64(n) {
			return nodes, false
		}
	}
}

// Glance estimates the nodes of a search for all solutions by four walks from its root to a leaf: that is right on
// average, mostly far too low, and seldom much too high. It is NaN if they were given up.
func Glance(k enumerate.Kernel) float64 {
	p := &prober{kernel: k, strata: []enumerate.Task{{Case: &enumerate.Case{}, Share: 1}}, ends: []float64{1},
		source: enumerate.Random(enumerate.FixedSeed, enumerate.ChoiceStream), stop: new(atomic.Bool),
		mostUpdates: mostUpdates}
	p.forget(1)
	p.probe(fewestProbes)
	if p.gaveUp() {
		return math.NaN()
	}
	return p.nodes.Parts[0].Mean
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
func Tree(t *enumerate.Tree, b Budget, stop *atomic.Bool) *Size {
	weightOf := map[*enumerate.Case]int64{}
	for i := range t.Cases {
		weightOf[&t.Cases[i]] = t.Weights[i]
	}
	p := newProber(t.NewKernel(), t.Cases)
	p.source, p.stop, p.wholeNodes = enumerate.Random(b.Seed, enumerate.ProbeStream), stop, max(1, b.Nodes/budgetPart)
	for _, part := range p.strata {
		p.weights = append(p.weights, float64(weightOf[part.Case]))
	}
	size := &Size{}
	if t.Nodes > float64(b.Nodes) || !p.searchAll(t, b, weightOf, size) {
		p.probeAll(b, size)
	}
	size.Searched = p.work
	return size
}

// searchAll searches the tree as the run would. It gives up beyond twice the budget.
func (p *prober) searchAll(t *enumerate.Tree, b Budget, weightOf map[*enumerate.Case]int64, size *Size) bool {
	tasks, above := p.kernel.Split(t.Cases, t.MaxShare)
	raw, nodes := 0.0, float64(above.Nodes)
	for _, task := range tasks {
		task.MostNodes = max(1, 2*b.Nodes-p.work)
		effort, done := p.kernel.Search(task, p.stop, func([]enumerate.OptionID) bool { return true })
		p.work += max(effort.Nodes+1, effort.Updates/workUpdates)
		if !done || p.work > 2*b.Nodes || p.stop.Load() {
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
func (p *prober) probeAll(b Budget, size *Size) {
	p.work = 0
	p.probe(pilots)
	n := 2 * len(p.strata) // two of each stratum, if the budget is large enough
	if float64(p.work)/pilots*float64(n) > float64(b.Nodes) {
		n = 2
	}
	p.forget(n / 2)
	begun := p.work
	for n > 0 && !p.stop.Load() {
		p.probe(n)
		size.Raw, size.Nodes = p.raw.Estimate(), p.nodes.Estimate()
		if size.Raw.Relative() <= b.Precision && size.Nodes.Relative() <= b.Precision {
			size.Precise = true
			return
		}
		// As many again as there were, as far as the budget goes.
		made := int(size.Nodes.Probes)
		cost := max(1, float64(p.work-begun)/float64(made))
		if n = min(made, int(float64(b.Nodes-p.work)/cost)); n < made/4 {
			return
		}
	}
}

// (A conversion rounds products before they are added, because some processors do not round
// them, and choices rest on these numbers.)
const (
	// The probes of a search that seems hopeless end after provenNodes.
	provenNodes = 1 << 22
	// mostUpdates bounds the updates of the dancing links in a cut into strata, and in the first
	// probes: about a second.
	mostUpdates = 1 << 27

	mostProbes  = 1 << 14  // a probe is not expected to be one of more
	strataShare = 1.0 / 64 // of the tree: the largest share of a stratum
	oneLevel    = 0.999    // a cut that ends at the next branching
	partCost    = 32       // nodes that the kernel searches in the time of cutting off a part
	workUpdates = 64       // updates of the dancing links that count as a node
)

// A prober makes random probes of the search of some cases by a kernel, which estimate its nodes and
// solutions.
//
// The top of the tree is walked exactly; the subtrees below it are the strata (P. C. Chen,
// Heterogeneous sampling, 1992). A probe walks from a stratum's root towards a leaf. As soon as its
// subtree is small enough, the probe searches all of it (P. W. Purdom, Tree size by partial
// backtracking, 1978): the results of such probes vary far less.
type prober struct {
	kernel enumerate.Kernel
	strata []enumerate.Task
	ends   []float64 // sums of the strata's shares
	above  int64     // nodes above the strata
	source *rand.Rand
	stop   *atomic.Bool
	// A subtree is searched whole if its share is at most wholeShare and it has no more than some
	// thousand nodes more than wholeNodes. None is if both are 0.
	wholeShare float64
	wholeNodes int64
	whole      map[int]enumerate.Effort // by stratum, of those that were searched whole

	// raw and nodes have a part for each stratum, or one part for all: then a probe begins by choosing
	// a stratum.
	raw, nodes  Strata
	weights     []float64 // by stratum: the raw solutions of a solution; nil if they are not asked for
	spent       int64     // nodes
	updates     int64
	work        int64 // the larger of nodes and updates, in nodes
	mostUpdates int64 // from which probes are given up; 0 is never
}

// newProber returns a prober that has made no probes. Its strata are the tasks of a cut, or the cases if
// these are at least as many.
func newProber(k enumerate.Kernel, cases []enumerate.Case) *prober {
	p := &prober{kernel: k, wholeShare: 1, wholeNodes: 1, whole: map[int]enumerate.Effort{},
		source: enumerate.Random(enumerate.FixedSeed, enumerate.ChoiceStream), stop: new(atomic.Bool)}
	if share := Affordable(k, cases, strataShare, mostUpdates); share*float64(len(cases)) >= 1 {
		for i := range cases {
			p.strata = append(p.strata, enumerate.Task{Case: &cases[i], Share: 1 / float64(len(cases))})
		}
	} else {
		tasks, above := k.Split(cases, share)
		p.strata, p.above, p.spent = tasks, above.Nodes, above.Nodes+partCost*int64(len(tasks))
	}
	sum := 0.0
	for _, t := range p.strata {
		sum += t.Share
		p.ends = append(p.ends, sum)
	}
	p.forget(1)
	return p
}

// forget forgets all probes. The next ones fill so many parts: one, or one for each stratum.
func (p *prober) forget(parts int) {
	parts = min(parts, len(p.strata))
	p.raw, p.nodes = newStrata(parts, 0), newStrata(parts, float64(p.above))
}

// probe makes n more probes, spread evenly over the strata and in their order: kernels are quicker
// if tasks of a case follow one another. If strata stand apart, each gets as many; if not, as many
// as its share demands.
func (p *prober) probe(n int) {
	if len(p.strata) == 0 {
		return
	}
	total := p.ends[len(p.ends)-1]
	offset := p.source.Float64()
	at, part, scale := 0, 0, 1.0
	for j := range n {
		if len(p.nodes.Parts) > 1 {
			at = j * len(p.strata) / n
			part = at
		} else {
			point := total / float64(n) * (float64(j) + offset)
			for at < len(p.ends)-1 && p.ends[at] <= point {
				at++
			}
			scale = total / p.strata[at].Share
		}
		solutions, nodes := p.descend(at)
		if p.weights != nil {
			p.raw.Parts[part].Add(float64(scale * p.weights[at] * solutions))
		}
		p.nodes.Parts[part].Add(float64(scale * nodes))
		if p.provenHopeless(p.nodes.Parts[part].Mean) || p.gaveUp() || p.stop.Load() {
			return
		}
	}
}

// descend estimates the solutions and nodes of a stratum. If its search ends before it has too many
// nodes, these are its nodes; if not, those of the next branching and, in proportion, those below
// one of its parts. What was searched whole is not searched again, but counts as spent.
func (p *prober) descend(at int) (solutions, nodes float64) {
	task := p.strata[at]
	effort, done := p.whole[at]
	scale, share := 1.0, task.Share
	for root, last := true, false; ; root = false {
		if last && p.wholeNodes == 0 {
			return 0, nodes
		}
		if share <= p.wholeShare || last {
			if !root || !done {
				task.MostNodes = p.wholeNodes
				effort, done = p.kernel.Search(task, p.stop, func([]enumerate.OptionID) bool { return true })
				if root && done {
					p.whole[at] = effort
				}
			}
			p.spent += effort.Nodes
			p.work += max(effort.Nodes+1, effort.Updates/workUpdates)
			if done || last {
				return scale * float64(effort.Solutions), nodes + float64(scale*float64(effort.Nodes))
			}
			p.wholeShare = share / 4
		}
		from := []enumerate.Case{{Fixed: slices.Concat(task.Case.Fixed, task.Path), Banned: task.Case.Banned}}
		parts, above := p.kernel.Split(from, oneLevel)
		_, fixed := p.kernel.Split(from, 1) // what the fixed options count for
		p.spent += above.Nodes + partCost*int64(len(parts))
		p.updates += above.Updates + above.Steps
		p.work += max(above.Nodes, above.Updates/workUpdates)
		nodes += float64(scale * float64(above.Nodes-fixed.Nodes))
		// A part is chosen with a probability equal to its share; what the shares lack to 1 is the
		// probability of a dead end.
		x := p.source.Float64()
		next := slices.IndexFunc(parts, func(t enumerate.Task) bool {
			x -= t.Share
			return x < 0
		})
		if next < 0 || p.provenHopeless(nodes/mostProbes) || p.gaveUp() {
			return 0, nodes
		}
		task = parts[next]
		scale /= task.Share
		share *= task.Share
		last = len(task.Path) == 0 // it cannot be cut further
	}
}

// provenHopeless reports whether the probes have cost enough to believe that the search, with so
// many nodes, is hopeless.
func (p *prober) provenHopeless(nodes float64) bool {
	return p.spent > provenNodes && Hopeless(nodes)
}

// gaveUp reports whether the probes were given up: there are too many options.
func (p *prober) gaveUp() bool { return p.mostUpdates > 0 && p.updates > p.mostUpdates }
