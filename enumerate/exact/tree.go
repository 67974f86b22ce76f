package exact

import (
	"slices"

	"coverstat/enumerate"
)

// tree returns the search that the census will do.
func (c *Census) tree() (*enumerate.Tree, error) {
	t := c.cutting()
	if t.err != nil {
		return nil, t.err
	}
	tree := &enumerate.Tree{Job: c, NewKernel: c.kernels.get, Cases: slices.Clone(t.cases), MaxShare: t.share, Nodes: t.nodes}
	for _, k := range t.reduction.Cases {
		tree.Weights = append(tree.Weights, k.Weight)
	}
	return tree, nil
}

// tree returns the search of all solutions of the puzzle that is sampled.
func (s *Sample) tree() (*enumerate.Tree, error) {
	c, err := NewCensus(s.Instance, s.kernel, s.maxShare, false)
	if err != nil {
		return nil, err
	}
	return c.tree()
}
