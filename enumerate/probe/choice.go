package probe

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"coverstat/enumerate"
)

// All choices between searches rest on counted nodes and a fixed seed, so the same problem and
// kernel get the same search on every machine.
const (
	// hopelessNodes is the number of nodes from which a search is called hopeless: a
	// thousand of today's cores need half a year for it.
	hopelessNodes = 1e18

	// sizeProbes probes estimate the nodes of a search. Without symmetry only the cut uses
	// the estimate: then leastProbes are enough, unless sizeProbes cost at most a
	// sizePart-th of the search.
	leastProbes = 12
	sizeProbes  = 48
	sizePart    = 20
	sizeShare   = 1.0 / 64
	probeNodes  = 1 << 10 // of a probe at most: a kernel counts its nodes so often

	firstProbes = 64 // of a race, then twice as many and so on
	mostProbes  = 1 << 14
	// RaceShare is the cut into strata for a race.
	RaceShare = 1.0 / 256
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
		s := NewSearch(k, cases, sizeShare)
		s.mostUpdates = mostUpdates
		s.Probe(n)
		nodes = s.Nodes()
		if s.gaveUp() {
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
