package probe

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"sync/atomic"

	"coverstat/enumerate"
)

// All choices between searches rest on counted nodes and a fixed seed, so the same problem and
// kernel get the same search on every machine. (A conversion rounds products before they are
// added, because some processors do not round them.)
const (
	// hopelessNodes is the number of nodes from which a search is called hopeless: a
	// thousand of today's cores need half a year for it.
	hopelessNodes = 1e18
	// The probes of a search that seems hopeless end after provenNodes.
	provenNodes = 1 << 22
	// mostUpdates bounds the updates of the dancing links in the probes of the size, and in
	// a race: about a second.
	mostUpdates = 1 << 27

	// sizeProbes probes estimate the nodes of a search. Without symmetry only the cut uses
	// the estimate: then leastProbes are enough, unless sizeProbes cost at most a
	// sizePart-th of the search.
	leastProbes = 12
	sizeProbes  = 48
	sizePart    = 20
	sizeShare   = 1.0 / 64
	probeNodes  = 1 << 10 // of a probe at most: a kernel looks at the stop flag so often

	firstProbes = 64 // of a race, then twice as many and so on
	mostProbes  = 1 << 14
	// RaceShare is the cut into strata for a race.
	RaceShare = 1.0 / 256

	oneLevel = 0.999 // a cut that ends at the next branching
	partCost = 32    // nodes that the kernel searches in the time of cutting off a part
	// CaseCost is the number of nodes that the kernel searches in the time of entering a
	// case.
	CaseCost = 64
)

// Hopeless reports whether a search of so many nodes will not end. NaN, an unknown number,
// is hopeless.
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
// may be far too low; beyond what a float64 holds it is infinite. unsized says that the probes were
// given up because there are too many options: the estimate is worth nothing. A search that the
// probes show to be hopeless is not unsized.
func Nodes(k enumerate.Kernel, cases []enumerate.Case, few bool) (nodes float64, unsized bool) {
	n := sizeProbes
	if few {
		n = leastProbes
	}
	for ; ; n *= 4 {
		s := NewSearch(k, cases, sizeShare)
		s.mostUpdates = mostUpdates
		s.Probe(n)
		nodes = s.Nodes()
		if s.tooMany() {
			return nodes, !Hopeless(nodes)
		}
		if n >= sizeProbes || nodes < sizePart*4*probeNodes*float64(n) {
			return nodes, false
		}
	}
}

// Race makes probes of several searches of the same solutions and returns the one with the fewest
// nodes. A search is out when it has more nodes than the best by so many standard errors of the
// difference. The race ends when only one search is left, or when the probes have cost this part
// of the best search, or this most nodes.
func Race(all []*Search, part, most, errors float64) *Search {
	open := slices.Clone(all)
	for n, spent, updates := firstProbes, int64(0), int64(0); len(open) > 1 && n <= mostProbes; n *= 2 {
		for _, s := range open {
			spent, updates = spent-s.spent, updates-s.updates
			s.mostUpdates = s.updates + mostUpdates/int64(len(open))
			s.Probe(n)
			spent, updates = spent+s.spent, updates+s.updates
		}
		best := leastOf(open)
		if Hopeless(best.Nodes()) {
			break
		}
		open = slices.DeleteFunc(open, func(s *Search) bool {
			return s.Exceeds(best, errors)
		})
		if float64(spent) > min(most, part*best.Nodes()) || updates >= mostUpdates/2 {
			break
		}
	}
	return leastOf(open)
}

func leastOf(searches []*Search) *Search {
	return slices.MinFunc(searches, func(a, b *Search) int { return cmp.Compare(a.Nodes(), b.Nodes()) })
}

// A Search is one way to search some cases: a kernel, and the cases that symmetry leaves.
// Random probes estimate its nodes.
type Search struct {
	kernel enumerate.Kernel
	cases  []enumerate.Case
	strata []enumerate.Task
	ends   []float64 // sums of the strata's shares
	above  float64   // nodes above the strata
	source *rand.Rand
	// wholeShare is the largest share of a subtree that is searched whole.
	wholeShare float64
	stop       atomic.Bool // always set: a search ends when the kernel looks at it

	n           int
	sum, square float64 // of probes
	spent       int64
	updates     int64
	mostUpdates int64 // from which probes are given up; 0 is never
}

// NewSearch returns a search without probes. Its strata are the tasks of a cut at a share, or the
// cases if these are at least as many.
func NewSearch(k enumerate.Kernel, cases []enumerate.Case, share float64) *Search {
	s := &Search{kernel: k, cases: cases, wholeShare: 1, source: rand.New(rand.NewPCG(1, 1))}
	s.stop.Store(true)
	if share = Affordable(k, cases, share, mostUpdates); share*float64(len(cases)) >= 1 {
		for i := range cases {
			s.strata = append(s.strata, enumerate.Task{Case: &cases[i], Share: 1 / float64(len(cases))})
		}
	} else {
		tasks, above := k.Split(cases, share)
		s.strata, s.above, s.spent = tasks, float64(above.Nodes), above.Nodes+partCost*int64(len(tasks))
	}
	s.above += CaseCost * float64(len(cases))
	sum := 0.0
	for _, t := range s.strata {
		sum += t.Share
		s.ends = append(s.ends, sum)
	}
	return s
}

// Probe makes n more probes, spread evenly over the strata and in their order: kernels are quicker
// if tasks of a case follow one another.
func (s *Search) Probe(n int) {
	if len(s.strata) == 0 {
		return
	}
	total := s.ends[len(s.ends)-1]
	offset := s.source.Float64()
	at := 0
	for j := range n {
		point := total / float64(n) * (float64(j) + offset)
		for at < len(s.ends)-1 && s.ends[at] <= point {
			at++
		}
		nodes := float64(total / s.strata[at].Share * s.descend(s.strata[at]))
		s.n++
		s.sum += nodes
		s.square += float64(nodes * nodes)
		if s.provenHopeless(s.sum/float64(s.n)) || s.tooMany() {
			return
		}
	}
}

// descend estimates the nodes below a task. If its search ends before the kernel looks at the stop
// flag, these are its nodes; if not, those of the next branching and, in proportion, those below
// one of its parts.
func (s *Search) descend(task enumerate.Task) float64 {
	nodes, scale, share := 0.0, 1.0, task.Share
	for last := false; ; {
		if share <= s.wholeShare || last {
			effort, done := s.kernel.Search(task, &s.stop, func([]enumerate.OptionID) bool { return true })
			s.spent += effort.Nodes
			if done || last {
				return nodes + float64(scale*float64(effort.Nodes))
			}
			s.wholeShare = share / 4
		}
		next, b := descend(s.kernel, task, oneLevel, s.source)
		s.spent += b.searched + partCost*int64(b.parts)
		s.updates += b.updates
		nodes += float64(scale * float64(b.nodes))
		if b.dead {
			return nodes
		}
		if s.provenHopeless(nodes/mostProbes) || s.tooMany() {
			return nodes
		}
		task = next
		scale /= task.Share
		share *= task.Share
		last = len(task.Path) == 0 // it cannot be cut further
	}
}

// provenHopeless reports whether the probes have cost enough to believe that the search, with so
// many nodes, is hopeless.
func (s *Search) provenHopeless(nodes float64) bool {
	return s.spent > provenNodes && Hopeless(nodes)
}

func (s *Search) tooMany() bool { return s.mostUpdates > 0 && s.updates > s.mostUpdates }

// Nodes is the estimate of the nodes. It is infinite if the products of a probe
// overflowed.
func (s *Search) Nodes() float64 {
	if math.IsNaN(s.sum) {
		return math.Inf(1)
	}
	return s.above + s.sum/float64(max(1, s.n))
}

// variance is that of the estimate.
func (s *Search) variance() float64 {
	if s.n < 2 {
		return 0
	}
	n := float64(s.n)
	squares := s.square - float64(s.sum*s.sum)/n
	return max(0, squares) / (n - 1) / n
}

// Error is the standard error of [Search.Nodes].
func (s *Search) Error() float64 { return math.Sqrt(s.variance()) }

// Exceeds reports whether the estimate is above that of another by more than so
// many standard errors of the difference.
func (s *Search) Exceeds(other *Search, errors float64) bool {
	d := s.Nodes() - other.Nodes()
	return d > 0 && d*d > errors*errors*(s.variance()+other.variance())
}
