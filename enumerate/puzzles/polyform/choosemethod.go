package polyform

import (
	"fmt"
	"math"
	"sync/atomic"

	"coverstat/enumerate"
	"coverstat/enumerate/exact"
)

// What a method costs besides the nodes of its search, in nodes.
const (
	classCost = 64      // to bring a solution into canonical form and count it
	setCost   = 1 << 15 // to list the placements of a set and to make a kernel
)

// Budgets of the estimates, in nodes, and the number of sets that are tried.
const (
	passBudget = 1 << 20
	setBudget  = 1 << 16
	setProbes  = 32
	// estimateCut is the largest share of a task: an estimate needs none finer.
	estimateCut = 1.0 / 16
)

// chooseMethod chooses between one pass over all solutions and a search of each set.
// It compares estimated nodes, from probes with a fixed seed.
func (s *setSurvey) chooseMethod(wanted string) error {
	var err error
	s.method, s.why, err = settledMethod(wanted, s.fitsScatter(), "of each set")
	if s.method == "scatter" {
		s.why += "; its table has " + s.tableSize()
	}
	if s.method != "" || err != nil {
		return err
	}
	c, err := s.census(s.all, estimateCut)
	if err != nil {
		return err
	}
	tree, err := c.Features().Tree()
	if err != nil {
		return err
	}
	// A solution costs a node at least, so this is the most that the pass is worth.
	least, most := setCost*s.rows(), (1+classCost)*tree.Nodes
	switch {
	case most < least:
		s.method = "scatter"
		s.why = fmt.Sprintf("one pass over all solutions is worth at most about %.3g nodes with a table of %s, a search of each set at least %.3g", most, s.tableSize(), least)
		return nil
	case tree.Nodes >= exact.Hopeless:
		s.method, s.why = "each", fmt.Sprintf("one pass over all solutions would have about %.3g nodes", tree.Nodes)
		return nil
	}
	nodes, raw, err := estimate(tree, passBudget)
	if err != nil {
		return err
	}
	pass := nodes + classCost*raw/float64(s.all.Group.Order())
	each, err := s.guessEach()
	if err != nil {
		return err
	}
	s.method = "scatter"
	if each < pass {
		s.method = "each"
	}
	s.why = fmt.Sprintf("one pass over all solutions is worth about %.3g nodes with a table of %s, a search of each set %.3g", pass, s.tableSize(), each)
	return nil
}

// rows is about the number of sets up to symmetry.
func (s *setSurvey) rows() float64 { return float64(s.sets.len()) / float64(len(s.sets.group)) }

func (s *setSurvey) tableSize() string {
	return fmt.Sprintf("%d MB", (8*s.sets.len()+1<<20-1)>>20)
}

// fitsScatter says why a pass over all solutions would not do, if it would not.
func (s *setSurvey) fitsScatter() error {
	if !s.closed {
		return fmt.Errorf("symmetries of the board take some pieces to others that are not in the list, and a set without those pieces has more symmetries than the list")
	}
	return nil
}

// estimate estimates the nodes of a search and the number of its solutions.
func estimate(tree *enumerate.Tree, budget int64) (nodes, raw float64, err error) {
	var never atomic.Bool
	e, err := exact.EstimateTree(tree, exact.EstimateOptions{Nodes: budget, Precision: 0.1, Seed: 1}, &never)
	if err != nil {
		return 0, 0, err
	}
	return e.Nodes.Estimate, e.Raw.Estimate, nil
}

// guessEach estimates the nodes of a search of every set from some of them, evenly
// spread. A search that ends at a limit is taken to end after that part of its
// solutions.
func (s *setSurvey) guessEach() (float64, error) {
	n := s.sets.len()
	probes := min(n, setProbes)
	sum := 0.0
	for i := range probes {
		z, err := NewPuzzle(s.board, s.pieces(s.sets.unrank(n/probes*i)))
		if err != nil {
			return 0, err
		}
		sum += setCost
		if z.Impossible() != "" {
			continue
		}
		c, err := s.census(z, estimateCut)
		if err != nil {
			return 0, err
		}
		tree, err := c.Features().Tree()
		if err != nil {
			return 0, err
		}
		nodes, raw, err := estimate(tree, setBudget)
		if err != nil {
			return 0, err
		}
		if most := float64(s.limit.Search()) * float64(z.Group.Order()); most > 0 && raw > most {
			nodes *= most / raw
		}
		sum += nodes
	}
	return math.Ceil(sum / float64(probes) * s.rows()), nil
}
