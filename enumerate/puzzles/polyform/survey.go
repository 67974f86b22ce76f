package polyform

import (
	"errors"
	"slices"
	"sync/atomic"

	"coverstat/enumerate"
	"coverstat/enumerate/kernel"
	"coverstat/enumerate/puzzles/polyform/subsets"
	"coverstat/enumerate/survey"
	"coverstat/enumerate/symmetry"
)

// instances are the puzzles that a survey is about: a mask has the cells that are blocked
// beyond the board's own, or the pieces that are chosen from a list.
type instances struct {
	board  *Board
	pieces []Piece // of every puzzle
	list   []Piece // to choose from; nil: cells are blocked
	// all is the puzzle with nothing more blocked, or with every piece of the list used at
	// most once.
	all     *Puzzle
	limit   survey.Limit
	require []string // conditions that a solution must meet to count
}

// open returns the job of the survey v, which lacks what is the same for boards and for sets.
func (s *instances) open(spec enumerate.Spec, p params, v subsets.Survey) (enumerate.Job, error) {
	if err := s.all.checkRequired(spec.Require, s.list); err != nil {
		return nil, err
	}
	s.limit, s.require = survey.Limit(p.Limit), spec.Require
	v.Limit, v.Recount, v.Tables = s.limit, s.recount, s.all.tables
	for _, text := range s.require {
		v.Pass.Unfit = errors.New("the conditions of require are tested on the solutions of one instance at a time")
		v.Facts = append(v.Facts, enumerate.Fact{Key: "require", Text: "required: " + text + ", or a solution does not count", Value: text})
	}
	return v.Open(spec, p.Method)
}

// puzzle returns the puzzle of an instance.
func (s *instances) puzzle(mask uint64) (*Puzzle, error) {
	board := s.board
	if s.list == nil {
		board = board.with(mask)
	}
	z, err := NewPuzzle(board, s.piecesOf(mask))
	if err == nil && len(s.require) > 0 {
		z.require, z.exchanges = s.require, s.all.exchanges
	}
	return z, err
}

// piecesOf returns the pieces of an instance.
func (s *instances) piecesOf(mask uint64) []Piece {
	pieces := slices.Clone(s.pieces)
	for i, p := range s.list {
		if mask>>i&1 != 0 {
			pieces = append(pieces, p)
		}
	}
	return pieces
}

// group returns the symmetries that make images of a solution count as one: those of the
// puzzle of a set. On boards each image counts.
func (s *instances) group(z *Puzzle) *symmetry.Group {
	if s.list == nil {
		return symmetry.Trivial(z.Problem)
	}
	return z.Group
}

// each visits the solutions of an instance as rows count them, until visit returns false.
// raw is the number of solutions that those it has seen stand for.
func (s *instances) each(mask uint64, stop *atomic.Bool, visit func(*Puzzle, []enumerate.OptionID) bool) (raw int64, total enumerate.Effort, err error) {
	z, err := s.puzzle(mask)
	if err != nil {
		return 0, total, err
	}
	k, err := z.kernel("auto")
	if k == nil || err != nil {
		return 0, total, err
	}
	g := s.group(z)
	reduced, canon := symmetry.Reduce(z.Problem, g), symmetry.NewCanonicaliser(g)
	for i := range reduced.Cases {
		task := enumerate.Task{Case: &reduced.Cases[i].Case, Share: 1}
		of, effort, done, err := reduced.EachClass(i, task, k, canon, stop, func(solution []enumerate.OptionID) bool { return visit(z, solution) })
		total.Add(effort)
		if raw += of; !done || err != nil {
			return raw, total, err
		}
	}
	return raw, total, nil
}

// count counts the solutions of an instance by a search of its puzzle. It implements
// [subsets.Counter].
func (s *instances) count(mask uint64, stop *atomic.Bool) (found subsets.Found, effort enumerate.Effort, err error) {
	counted := s.counting(&found)
	found.Raw, effort, err = s.each(mask, stop, func(_ *Puzzle, solution []enumerate.OptionID) bool { return counted(solution) })
	return found, effort, err
}

// counting returns what counts solutions until there are more than the limit.
func (s *instances) counting(found *subsets.Found) func([]enumerate.OptionID) bool {
	most := s.limit.Search()
	return func([]enumerate.OptionID) bool {
		found.Solutions++
		return found.Solutions != most
	}
}

// recount counts the solutions of an instance by dancing links without any reduction. It
// implements [subsets.Counter].
func (s *instances) recount(mask uint64, _ *atomic.Bool) (found subsets.Found, effort enumerate.Effort, err error) {
	z, err := s.puzzle(mask)
	if err != nil {
		return found, effort, err
	}
	_, meets, err := z.restrictedKernels()
	if err != nil {
		return found, effort, err
	}
	found.Raw, found.Solutions = z.countAll(s.group(z), s.limit, meets)
	return found, effort, nil
}

// countAll counts the solutions that meet a condition, and those up to the symmetries of a
// group: a solution that m of g symmetries map to itself is one of g/m images. It ends when
// there are surely more classes than the limit.
func (z *Puzzle) countAll(group *symmetry.Group, limit survey.Limit, meets func([]enumerate.OptionID) bool) (raw, classes int64) {
	order, fixing := group.Order(), int64(0)
	chosen := make([]bool, len(z.Placements))
	var never atomic.Bool
	kernel.NewDLX(z.Problem).Search(enumerate.Task{Case: &enumerate.Case{}, Share: 1}, &never, func(solution []enumerate.OptionID) bool {
		if !meets(solution) {
			return true
		}
		raw++
		for _, o := range solution {
			chosen[o] = true
		}
		for k := range order {
			if !slices.ContainsFunc(solution, func(o enumerate.OptionID) bool { return !chosen[group.Image(k, o)] }) {
				fixing++
			}
		}
		for _, o := range solution {
			chosen[o] = false
		}
		return limit == 0 || fixing <= int64(limit)*int64(order)
	})
	return raw, (fixing + int64(order) - 1) / int64(order)
}
