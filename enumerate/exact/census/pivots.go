package census

import (
	"slices"

	"coverstat/enumerate"
	"coverstat/enumerate/exact"
	"coverstat/enumerate/probe"
	"coverstat/enumerate/symmetry"
)

// The numbers of options mostly say which pivots make a search short. Where the search is long
// with these, too, probes estimate how many nodes the kernel will need with other pivots.
const (
	worthATrial = 1 << 25   // nodes from which a search is long: a second with the fastest kernel
	trialPart   = 1.0 / 256 // of these nodes are spent on comparing the pivots of a step
	pivotErrors = 3         // the difference that changes the pivots, in standard errors
)

// trial estimates the cases that this reduction has and some rival lacks; the common ones cancel.
// Entering a case costs [probe.CaseCost] nodes.
type trial struct {
	reduction  *symmetry.Reduction
	nodes, err float64 // err is the standard error
}

// choosePivots reduces the search of an instance by counts of options and estimates its
// nodes with a kernel.
func choosePivots(x *exact.Instance, k enumerate.Kernel) *search {
	s := &search{reduction: symmetry.Reduce(x.Problem, x.Group)}
	alone := x.Group.Order() == 1 // there are no pivots to choose
	s.nodes, s.gaveUp = probe.Nodes(k, casesOf(s.reduction.Cases), alone)
	return s
}

// casesOf returns what a kernel needs to know of reduced cases.
func casesOf(reduced []symmetry.Case) []enumerate.Case {
	var cases []enumerate.Case
	for i := range reduced {
		cases = append(cases, reduced[i].Case)
	}
	return cases
}

// tryPivots compares other pivots by trials, each step of so many nodes at most, if the
// search has at least worth nodes.
func (s *search) tryPivots(k enumerate.Kernel, worth, most float64) {
	if s.long = s.gaveUp || s.nodes >= worth; !s.long || !s.feasible() {
		return
	}
	for step := range 2 {
		if others := s.reduction.Others(step); len(others) > 0 {
			all := contest(k, most, append([]*symmetry.Reduction{s.reduction}, others...))
			s.trials = append(s.trials, all)
			s.reduction = all[0].reduction
			if step == 0 { // more probes than those of the size; further steps change parts only
				s.nodes = all[0].nodes
			}
			if probe.Hopeless(s.nodes) {
				break
			}
		}
	}
}

// contest compares reductions and returns their trials, the winner's first. The first reduction
// wins unless another is better by more than pivotErrors standard errors of the difference.
func contest(k enumerate.Kernel, most float64, reductions []*symmetry.Reduction) []trial {
	var all []*probe.Search
	for _, cases := range differing(reductions) {
		all = append(all, probe.NewSearch(k, casesOf(cases), probe.RaceShare))
	}
	best := probe.Race(all, trialPart, most, pivotErrors)
	if !all[0].Exceeds(best, pivotErrors) {
		best = all[0]
	}
	var results []trial
	for i, s := range all {
		results = append(results, trial{reductions[i], s.Nodes(), s.Error()})
		if s == best {
			results[0], results[i] = results[i], results[0]
		}
	}
	return results
}

// differing returns the cases of each reduction that are not in all of them.
func differing(reductions []*symmetry.Reduction) [][]symmetry.Case {
	in := func(c symmetry.Case, r *symmetry.Reduction) bool {
		return slices.ContainsFunc(r.Cases, func(d symmetry.Case) bool {
			return slices.Equal(c.Fixed, d.Fixed) && slices.Equal(c.Banned, d.Banned)
		})
	}
	var all [][]symmetry.Case
	for _, r := range reductions {
		var own []symmetry.Case
		for _, c := range r.Cases {
			if slices.ContainsFunc(reductions, func(other *symmetry.Reduction) bool { return !in(c, other) }) {
				own = append(own, c)
			}
		}
		all = append(all, own)
	}
	return all
}
