package census

import (
	"slices"

	"coverstat/enumerate"
)

// Tree returns the search that the census will do.
func (c *Census) Tree() (*enumerate.Tree, error) {
	t := c.cut()
	if t.err != nil {
		return nil, t.err
	}
	tree := &enumerate.Tree{Job: c, NewKernel: c.pool.Get, Cases: slices.Clone(t.cases), MaxShare: t.share, Nodes: t.nodes}
	for _, k := range t.reduction.Cases {
		tree.Weights = append(tree.Weights, k.Weight)
	}
	return tree, nil
}
