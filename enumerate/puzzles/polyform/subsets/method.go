package subsets

import (
	"errors"
	"fmt"
	"sync/atomic"

	"coverstat/enumerate"
	"coverstat/enumerate/survey"
)

// The methods of a survey, as configs and manifests name them.
const (
	passMethod = "scatter"
	eachMethod = "each"
)

// probes is the number of instances whose searches are estimated.
const probes = 32

// PassCost is what a pass costs.
type PassCost struct {
	Nodes  float64
	AtMost bool // Nodes is an upper bound, below what single searches cost
}

// ErrUnfit says that a pass over all solutions cannot be made; what wraps it says why.
var ErrUnfit = errors.New("method " + passMethod + " does not fit")

// chooseMethod chooses between one pass over all solutions and a search of each
// instance, unless the config asks for one of them, and says why. It compares estimated nodes,
// from probes with fixed seeds.
func (s *Survey) chooseMethod(wanted string) (method, why string, err error) {
	each := func(unfit error) (string, string, error) {
		return eachMethod, fmt.Sprintf("a search of each %s, as %v", s.Thing, unfit), nil
	}
	var unfit error
	if s.Pass.Unfit != nil {
		unfit = fmt.Errorf("%w: %w", ErrUnfit, s.Pass.Unfit)
	}
	switch {
	case wanted == passMethod && unfit != nil:
		return "", "", enumerate.KeyErrorf("puzzle.method", "%v", unfit)
	case wanted == passMethod:
		return passMethod, "as the config says; its table has " + s.tableSize(), nil
	case wanted == eachMethod:
		return eachMethod, "as the config says", nil
	case unfit != nil:
		return each(unfit)
	}
	// least is the least that all searches together can cost.
	least := s.SearchCost * s.rows()
	pass, err := s.Pass.Cost(least)
	switch {
	case errors.Is(err, ErrUnfit):
		return each(err)
	case err != nil:
		return "", "", err
	case pass.AtMost:
		return passMethod, fmt.Sprintf("one pass over all %s is worth at most about %.3g nodes with a table of %s, a search of each %s at least %.3g",
			s.Pass.Over, pass.Nodes, s.tableSize(), s.Thing, least), nil
	}
	nodes, err := s.estimateSearches()
	method = passMethod
	if nodes < pass.Nodes {
		method = eachMethod
	}
	return method, fmt.Sprintf("one pass over all %s is worth about %.3g nodes with a table of %s, a search of each %s %.3g",
		s.Pass.Over, pass.Nodes, s.tableSize(), s.Thing, nodes), err
}

// rows is about the number of orbits.
func (s *Survey) rows() float64 {
	if s.Draws > 0 {
		return float64(s.count())
	}
	return float64(s.Space.Len()) / float64(s.Space.Order())
}

func (s *Survey) tableSize() string { return fmt.Sprintf("%d MB", (s.Pass.Bytes+1<<20-1)>>20) }

// estimateSearches estimates the nodes of a search of one instance of every orbit.
func (s *Survey) estimateSearches() (float64, error) {
	estimate := s.EstimateSearch
	if estimate == nil {
		count, never := s.NewCounter(), new(atomic.Bool)
		estimate = func(in Instance) (float64, error) {
			_, effort, err := count(in, never)
			return float64(effort.Nodes), err
		}
	}
	mean, err := s.meanOf(estimate)
	return (s.SearchCost + mean) * s.rows(), err
}

// meanOf returns the mean of a number of instances, from some of them, evenly spread.
func (s *Survey) meanOf(number func(Instance) (float64, error)) (mean float64, err error) {
	n := s.count()
	some := min(n, probes)
	sum, tried := 0.0, 0
	try := func(_ int64, in Instance, _ int) bool {
		var x float64
		x, err = number(in)
		sum += x
		tried++
		return false
	}
	for k := range int(some) {
		from, _ := survey.Range(n, k, int(some))
		if s.classes(from, n, try); err != nil {
			return 0, err
		}
	}
	return sum / float64(max(tried, 1)), nil
}
