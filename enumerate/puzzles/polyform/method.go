package polyform

import (
	"errors"
	"fmt"
	"sync/atomic"

	"coverstat/enumerate"
	"coverstat/enumerate/puzzles/polyform/subsets"
	"coverstat/enumerate/survey"
)

// The methods of a survey, as configs and manifests name them.
const (
	passMethod = "scatter"
	eachMethod = "each"
)

// probes is the number of instances whose searches are estimated.
const probes = 32

// passCost is what a pass costs.
type passCost struct {
	nodes  float64
	atMost bool // nodes is an upper bound, below what single searches cost
}

// errUnfit says that a pass over all solutions cannot be made; what wraps it says why.
var errUnfit = errors.New("method " + passMethod + " does not fit")

// A pass counts the solutions of all instances at once.
type pass struct {
	over string // what it goes over: "packings", "solutions"
	// unfit says why the pass cannot be made; nil if it can.
	unfit error
	bytes int64 // of the table
	// cost estimates the cost, in nodes. Single searches cost atLeast: once cost can prove
	// less, it may stop. The error is [errUnfit] if the pass would be too large.
	cost func(atLeast float64) (passCost, error)
	// fill fills the table. Stopped by stop, it returns a nil table. The error is
	// [errUnfit] if the counts do not fit into the table.
	fill func(workers int, stop *atomic.Bool, progress func(float64)) (*table, error)
}

// A table holds the counts of all instances.
type table struct {
	// counts returns those of an instance that is the least of its orbit.
	counts func(rank int64, in subsets.Instance, orbit int) solutionCounts
	effort enumerate.Effort // what it cost to fill the table
}

// tableSize is the size of the table, for people.
func (p *pass) tableSize() string { return fmt.Sprintf("%d MB", (p.bytes+1<<20-1)>>20) }

// choose chooses between the pass and a search of each of so many instances, unless the
// config asks for one of them, and says why. It compares estimated nodes, from probes with fixed
// seeds: a search costs extra nodes besides the mean of those that mean estimates.
func (p *pass) choose(wanted, thing string, rows, extra float64, mean func() (float64, error)) (method, why string, err error) {
	each := func(unfit error) (string, string, error) {
		return eachMethod, fmt.Sprintf("a search of each %s, as %v", thing, unfit), nil
	}
	var unfit error
	if p.unfit != nil {
		unfit = fmt.Errorf("%w: %w", errUnfit, p.unfit)
	}
	switch {
	case wanted == passMethod && unfit != nil:
		return "", "", enumerate.KeyErrorf("puzzle.method", "%v", unfit)
	case wanted == passMethod:
		return passMethod, "as the config says; its table has " + p.tableSize(), nil
	case wanted == eachMethod:
		return eachMethod, "as the config says", nil
	case unfit != nil:
		return each(unfit)
	}
	// least is the least that all searches together can cost.
	least := extra * rows
	cost, err := p.cost(least)
	switch {
	case errors.Is(err, errUnfit):
		return each(err)
	case err != nil:
		return "", "", err
	case cost.atMost:
		return passMethod, fmt.Sprintf("one pass over all %s takes the time of %s nodes at most and a table of %s; to search each %s takes %s at least",
			p.over, enumerate.Rough(cost.nodes), p.tableSize(), thing, enumerate.Rough(least)), nil
	}
	nodes, err := mean()
	nodes = (extra + nodes) * rows
	method = passMethod
	if nodes < cost.nodes {
		method = eachMethod
	}
	return method, fmt.Sprintf("one pass over all %s takes the time of about %s nodes and a table of %s; to search each %s takes %s",
		p.over, enumerate.Rough(cost.nodes), p.tableSize(), thing, enumerate.Rough(nodes)), err
}

func (s *instances) chooseMethod(wanted string) (method, why string, err error) {
	if s.sets != nil {
		return s.pass.choose(wanted, s.thing(), s.rows(), setCost, func() (float64, error) { return s.meanOf(s.estimateSearch) })
	}
	return s.pass.choose(wanted, s.thing(), s.rows(), 0, func() (float64, error) {
		count, never := s.newCounter(), new(atomic.Bool)
		return s.meanOf(func(in subsets.Instance) (float64, error) {
			_, effort, err := count(in, never)
			return float64(effort.Nodes), err
		})
	})
}

// rows is about the number of orbits.
func (s *instances) rows() float64 {
	if s.draws > 0 {
		return float64(s.count())
	}
	return float64(s.space.Len()) / float64(s.space.Order())
}

// meanOf returns the mean of a number of instances, from some of them, evenly spread.
func (s *instances) meanOf(number func(subsets.Instance) (float64, error)) (mean float64, err error) {
	n := s.count()
	some := min(n, probes)
	sum, tried := 0.0, 0
	try := func(_ int64, in subsets.Instance, _ int) bool {
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
