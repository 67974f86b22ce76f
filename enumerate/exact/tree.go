package exact

import (
	"slices"

	"coverstat/enumerate"
	"coverstat/enumerate/symmetry"
)

// tree returns the search that the census will do.
func (c *Census) tree() (*enumerate.Tree, error) {
	t := c.cutting()
	if t.err != nil {
		return nil, t.err
	}
	tree := &enumerate.Tree{NewKernel: c.kernels.take, NewVisit: c.newVisit, CountRaw: c.Features().CountRaw, MaxShare: t.share, Cases: slices.Clone(t.cases)}
	for _, k := range t.reduction.Cases {
		tree.Weights = append(tree.Weights, k.Weight)
	}
	return tree, nil
}

// newVisit makes rows of solutions and drops them.
func (c *Census) newVisit(k enumerate.Kernel) func(int, []enumerate.OptionID) bool {
	w := &censusWorker{census: c, cut: c.cutting(), kernel: k, recorder: c.Instance.NewRecorder(),
		checker: newChecker(c.Instance.Problem), canon: symmetry.NewCanonicaliser(c.Instance.Group), out: enumerate.NewBatch(c.columns)}
	w.flush = func() error {
		w.out.Reset()
		return nil
	}
	return func(k int, solution []enumerate.OptionID) bool {
		w.caseIndex, w.keepAll = k, len(w.cut.reduction.Cases[k].Test) == 0
		return w.visit(solution)
	}
}

// tree returns the search of all solutions of the puzzle that is sampled.
func (s *Sample) tree() (*enumerate.Tree, error) {
	c, err := NewCensus(s.Instance, s.kernel, s.maxShare, false)
	if err != nil {
		return nil, err
	}
	return c.tree()
}
