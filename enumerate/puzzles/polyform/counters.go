package polyform

import (
	"slices"
	"sync/atomic"

	"coverstat/enumerate"
	"coverstat/enumerate/exact"
	"coverstat/enumerate/kernel"
	"coverstat/enumerate/puzzles/polyform/board"
	"coverstat/enumerate/puzzles/polyform/packings"
	"coverstat/enumerate/puzzles/polyform/subsets"
	"coverstat/enumerate/survey"
	"coverstat/enumerate/symmetry"
)

// solutionCounts are the numbers of solutions of an instance: all, and those up to symmetry. If the
// limited one is above the limit, the other one means nothing.
type solutionCounts struct{ all, distinct int64 }

// fastest returns what counts the solutions of one instance, the fastest that fits; it may end at one more than the
// limit. A kernel that goes from board to board is much faster than one for each.
func (s *pairs) fastest() func(subsets.Instance, *atomic.Bool) (solutionCounts, enumerate.Effort, error) {
	if len(s.require) > 0 || s.sets != nil {
		return s.countOne
	}
	k, aim, err := s.boardKernel()
	if k == nil || err != nil {
		k, aim, err = s.caseKernel()
	}
	return func(in subsets.Instance, stop *atomic.Bool) (counts solutionCounts, effort enumerate.Effort, _ error) {
		if err != nil {
			return counts, effort, err
		}
		effort, _ = k.Search(enumerate.Task{Case: aim(in), Share: 1}, stop, s.counting(&counts.all))
		return counts, effort, nil
	}
}

// boardKernel returns a kernel for rectangles of squares, nil for other boards, and what aims it at the board of an
// instance.
func (s *pairs) boardKernel() (enumerate.Kernel, func(subsets.Instance) *enumerate.Case, error) {
	p, cells := s.all.boardProblem()
	if p == nil {
		return nil, nil, nil
	}
	k, err := board.New(p)
	free := make([]bool, len(cells))
	return k, func(in subsets.Instance) *enumerate.Case {
		for i, cell := range cells {
			free[i] = !s.board.Blocked[cell] && !s.numbering.contains(in.Blocked, cell)
		}
		k.Retarget(free)
		return &enumerate.Case{}
	}, err
}

// caseKernel returns a general kernel, for which each board is a case. The puzzle gets an option for each cell, which
// covers that cell alone: a case fixes those of the blocked cells and bans the others.
func (s *pairs) caseKernel() (enumerate.Kernel, func(subsets.Instance) *enumerate.Case, error) {
	var b enumerate.ProblemBuilder
	p := s.all.Problem
	for i := range p.Items() {
		b.AddItem(p.Item(enumerate.Item(i)))
	}
	for o := range p.Options() {
		b.AddOption(p.Option(enumerate.OptionID(o))...)
	}
	free := s.board.FreeCells()
	for _, cell := range free {
		b.AddOption(enumerate.Member{Item: s.all.cellItem[cell]})
	}
	extended, err := b.Build()
	if err != nil {
		return nil, nil, err
	}
	k, err := newKernel(exact.GeneralKernels(extended), "auto")
	return k, func(in subsets.Instance) *enumerate.Case {
		var c enumerate.Case
		for i, cell := range free {
			if o := enumerate.OptionID(p.Options() + i); s.numbering.contains(in.Blocked, cell) {
				c.Fixed = append(c.Fixed, o)
			} else {
				c.Banned = append(c.Banned, o)
			}
		}
		return &c
	}, err
}

// each visits the solutions of an instance, until visit returns false: those up to symmetry or,
// with images, all. raw is the number of solutions that those it has seen stand for.
func (s *pairs) each(in subsets.Instance, images bool, stop *atomic.Bool,
	visit func(*Puzzle, []enumerate.OptionID) bool) (raw int64, total enumerate.Effort, err error) {
	z, err := s.puzzleOf(in)
	if err != nil {
		return 0, total, err
	}
	k, err := z.kernel("auto")
	if k == nil || err != nil {
		return 0, total, err
	}
	g := z.Group
	if images {
		g = symmetry.Trivial(z.Problem)
	}
	reduced, canon := symmetry.Reduce(z.Problem, g), symmetry.NewCanonicaliser(g)
	for i := range reduced.Cases {
		task := enumerate.Task{Case: &reduced.Cases[i].Case, Share: 1}
		of, effort, done, err := reduced.EachClass(i, task, k, canon, stop,
			func(solution []enumerate.OptionID) bool { return visit(z, solution) })
		total.Add(effort)
		if raw += of; !done || err != nil {
			return raw, total, err
		}
	}
	return raw, total, nil
}

// countOne counts the solutions of an instance by a search of its puzzle, see fastest.
func (s *pairs) countOne(in subsets.Instance,
	stop *atomic.Bool) (counts solutionCounts, effort enumerate.Effort, err error) {
	counted := s.counting(&counts.distinct)
	counts.all, effort, err = s.each(in, false, stop,
		func(_ *Puzzle, solution []enumerate.OptionID) bool { return counted(solution) })
	counts.all = max(counts.all, counts.distinct)
	return counts, effort, err
}

// counting returns what counts solutions until there are more than the limit.
func (s *pairs) counting(n *int64) func([]enumerate.OptionID) bool {
	most := s.limit.Search()
	return func([]enumerate.OptionID) bool {
		*n++
		return *n != most
	}
}

// newDistinct returns what counts the solutions of a board up to symmetry, by Burnside's lemma: a
// search finds those that a symmetry of the board maps to themselves.
func (s *pairs) newDistinct() func(a *answer, all int64) int64 {
	fixed := make([]*cellSearch, len(s.frame))
	return func(a *answer, all int64) int64 {
		if all == 0 || int(a.orbit) == len(s.frame) { // only the identity maps the board to itself
			return all
		}
		in, sum, order := a.instance(), all, int64(1)
		for k := 1; k < len(s.frame); k++ {
			if packings.Permuted(in.Blocked, s.permutations[k]) != in.Blocked {
				continue
			}
			if fixed[k] == nil {
				fixed[k] = newCellSearch(s.all, len(s.pieces),
					func(o enumerate.OptionID) enumerate.OptionID { return s.all.Group.Image(k, o) })
			}
			sum += int64(fixed[k].search(in, 0, new(atomic.Bool), nil).solutions)
			order++
		}
		return sum / order
	}
}

// countAll counts the solutions that meet a condition, and those up to the symmetries of a
// group: a solution that m of g symmetries map to itself is one of g/m images. It ends when
// there are surely more classes than the limit.
func (z *Puzzle) countAll(group *symmetry.Group, limit survey.Limit,
	meets func([]enumerate.OptionID) bool) (raw, classes int64) {
	order, fixing := group.Order(), int64(0)
	chosen := make([]bool, len(z.Placements))
	var never atomic.Bool
	kernel.NewDLX(z.Problem).Search(enumerate.Task{Case: &enumerate.Case{}, Share: 1}, &never,
		func(solution []enumerate.OptionID) bool {
			if !meets(solution) {
				return true
			}
			raw++
			for _, o := range solution {
				chosen[o] = true
			}
			for k := range order {
				if !slices.ContainsFunc(solution, func(o enumerate.OptionID) bool {
					return !chosen[group.Image(k, o)]
				}) {
					fixing++
				}
			}
			for _, o := range solution {
				chosen[o] = false
			}
			return limit == 0 || (fixing-1)/int64(order) < int64(limit)
		})
	return raw, (fixing + int64(order) - 1) / int64(order)
}
