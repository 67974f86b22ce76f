package polyform

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"sync/atomic"

	"coverstat/enumerate"
	"coverstat/enumerate/exact"
	"coverstat/enumerate/exact/census"
	"coverstat/enumerate/probe"
	"coverstat/enumerate/puzzles/polyform/subsets"
)

// What a method costs besides the nodes of its search, in nodes.
const (
	classCost = 64      // to bring a solution into canonical form and count it
	setCost   = 1 << 15 // to list the placements of a set and to make a kernel
)

// Budgets of the estimates, in nodes.
const (
	passBudget = 1 << 20
	setBudget  = 1 << 16
	// estimateCut is the largest share of a task: an estimate needs none finer.
	estimateCut = 1.0 / 16
)

// errManySolutions says that a set has more solutions than a counter of 32 bits holds.
var errManySolutions = errors.New("a set has more solutions than a 32-bit counter holds")

// pass describes the pass over all solutions of the puzzle with all pieces.
func (s *instances) setPass() subsets.Pass {
	p := subsets.Pass{Over: "solutions", Bytes: 8 * s.sets.Len(), Cost: s.passCost, Fill: s.fill}
	if !s.listClosed {
		p.Unfit = errors.New("symmetries of the board take some pieces to others that are not in the list, and a set without those pieces has more symmetries than the list")
	}
	return p
}

// passCost estimates the cost of the pass. An upper bound is known sooner: that of a
// tree with a solution at every node.
func (s *instances) passCost(atLeast float64) (subsets.PassCost, error) {
	tree, err := s.tree(s.all)
	if err != nil {
		return subsets.PassCost{}, err
	}
	if most := (1 + classCost) * tree.Nodes; most < atLeast {
		return subsets.PassCost{Nodes: most, AtMost: true}, nil
	}
	if probe.Hopeless(tree.Nodes) {
		return subsets.PassCost{}, fmt.Errorf("%w: it would have about %.3g nodes", subsets.ErrUnfit, tree.Nodes)
	}
	nodes, raw, err := estimate(tree, passBudget)
	return subsets.PassCost{Nodes: nodes + classCost*raw/float64(s.all.Group.Order())}, err
}

// estimateSearch estimates the nodes of the search of a set. A search that ends at a
// limit is taken to end after that part of its solutions.
func (s *instances) estimateSearch(in subsets.Instance) (float64, error) {
	z, err := s.puzzle(in)
	if err != nil || z.Impossible() != "" {
		return 0, err
	}
	tree, err := s.tree(z)
	if err != nil {
		return 0, err
	}
	nodes, raw, err := estimate(tree, setBudget)
	if most := float64(s.limit.Search()) * float64(z.Group.Order()); most > 0 && raw > most {
		nodes *= most / raw
	}
	return nodes, err
}

func (s *instances) tree(z *Puzzle) (*enumerate.Tree, error) {
	c, err := s.census(z, estimateCut)
	if err != nil {
		return nil, err
	}
	return c.Tree()
}

func estimate(tree *enumerate.Tree, budget int64) (nodes, raw float64, err error) {
	var never atomic.Bool
	e, err := probe.Tree(tree, probe.Budget{Nodes: budget, Precision: 0.1, Seed: 1}, &never)
	if err != nil {
		return 0, 0, err
	}
	return e.Nodes.Estimate, e.Raw.Estimate, nil
}

// census returns the search for all solutions of a puzzle up to symmetry, cut into
// tasks of a largest share; 0 is the usual one.
func (s *instances) census(z *Puzzle, share float64) (*census.Census, error) {
	x := &exact.Instance{Problem: z.Problem, Group: z.Group, Kernels: z.kernels(), Impossible: z.Impossible()}
	return census.New(x, "auto", share, true)
}

// fill makes the pass over the solutions with all pieces, up to symmetry. Each counts
// once, for the set that is the least of the images of its own; its orbit is spread
// evenly over these images. Solutions with too few or too many pieces do not count.
func (s *instances) fill(workers int, stop *atomic.Bool, progress func(float64)) (*subsets.Table, error) {
	c, err := s.census(s.all, 0)
	if err != nil {
		return nil, err
	}
	classes := make([]uint32, s.sets.Len()) // by number of the set
	orbits := make([]uint32, s.sets.Len())  // sum of the orbit sizes
	tally, err := c.EachClass(workers, stop, progress, func(_ int, form []enumerate.OptionID, orbit int64) error {
		var images [32]subsets.Instance
		least := slices.MinFunc(s.space.Images(images[:0], subsets.Instance{Set: s.maskOf(form)}), func(a, b subsets.Instance) int { return cmp.Compare(a.Set, b.Set) })
		r, ok := s.sets.Rank(least.Set)
		if !ok {
			return nil
		}
		atomic.AddUint32(&classes[r], 1)
		if orbit > math.MaxUint32 || atomic.AddUint32(&orbits[r], uint32(orbit)) < uint32(orbit) {
			return errManySolutions
		}
		return nil
	})
	if errors.Is(err, errManySolutions) {
		return nil, fmt.Errorf("%w: %w", subsets.ErrUnfit, err)
	}
	if err != nil || stop.Load() {
		return nil, err
	}
	return &subsets.Table{
		Found: func(rank int64, _ subsets.Instance, orbit int) subsets.Found {
			return subsets.Found{Distinct: int64(classes[rank]), All: int64(orbits[rank]) / int64(orbit)}
		},
		Effort: tally.Effort,
	}, nil
}
