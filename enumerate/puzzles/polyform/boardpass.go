package polyform

import (
	"errors"
	"fmt"
	"slices"
	"sync/atomic"

	"coverstat/enumerate"
	"coverstat/enumerate/exact"
	"coverstat/enumerate/puzzles/polyform/board"
	"coverstat/enumerate/puzzles/polyform/packings"
	"coverstat/enumerate/puzzles/polyform/subsets"
)

// maxTable is the largest table, in bytes, that a survey of boards may hold. The 6x6
// board with 8 blocked cells needs 60 MB, with long counters 121 MB.
const maxTable = 1 << 30

// boardPass describes a survey of boards to package packings.
type boardPass struct {
	puzzle packings.Problem
	place  []uint8 // the number that package packings knows each cell by
	// monos are the copies of each piece of one cell. These pieces are left out of the
	// puzzle, and added to the table afterwards.
	monos []int
}

// pass describes the pass over all solutions of all instances.
func (s *instances) pass() subsets.Pass {
	switch {
	case s.boards == nil:
		return s.setPass()
	case s.sets != nil:
		return subsets.Pass{Unfit: errors.New("both boards and sets differ")}
	}
	p, bytes, err := s.newBoardPass()
	return subsets.Pass{Over: "packings", Unfit: err, Bytes: bytes, Cost: p.cost, Fill: p.fill}
}

// newBoardPass describes the survey to package packings and returns the size of the table,
// in bytes. An error says why a pass cannot be made.
func (s *instances) newBoardPass() (p *boardPass, bytes int64, err error) {
	b := s.board
	p = &boardPass{puzzle: packings.Problem{Uncovered: s.blocked}, place: b.longestFirst()}
	if s.boards.Len() == 0 || s.blocked == 0 {
		return p, 0, fmt.Errorf("nothing is left uncovered")
	}
	for _, c := range b.FreeCells() {
		p.puzzle.Board |= 1 << p.place[c]
	}
	for _, perm := range cellGroup(b, s.pieces, false) {
		renumbered := make([]uint8, len(perm))
		for from, to := range perm {
			renumbered[p.place[from]] = p.place[to]
		}
		p.puzzle.Symmetries = append(p.puzzle.Symmetries, renumbered)
	}
	for i, piece := range s.pieces {
		first, end := s.all.first[i], s.all.first[i+1]
		if piece.Min != piece.Max {
			return p, 0, fmt.Errorf("the number of %s varies", piece.Name)
		}
		if piece.Min > 0 && first == end {
			return p, 0, fmt.Errorf("%s does not fit on the board", piece.Name)
		}
		if piece.Size() == 1 {
			p.monos = append(p.monos, int(piece.Min))
			p.puzzle.Uncovered += int(piece.Min)
			continue
		}
		var placements []uint64
		for _, placement := range s.all.Placements[first:end] {
			var m uint64
			for _, c := range placement.Cells {
				m |= 1 << p.place[c]
			}
			placements = append(placements, m)
		}
		p.puzzle.Pieces = append(p.puzzle.Pieces, placements)
		p.puzzle.Copies = append(p.puzzle.Copies, int(piece.Min))
	}
	space, err := packings.NewSpace(p.puzzle.Board, p.puzzle.Uncovered, nil)
	if err != nil {
		return p, 0, err
	}
	if bytes = space.Len() * 4; bytes > maxTable {
		return p, 0, fmt.Errorf("the table would have %d MB", bytes>>20)
	}
	return p, bytes, nil
}

// longestFirst numbers the cells anew so that numbers ascend along the longest side
// of the box: package packings cuts the board where half of the numbers are used, and the
// smaller that cut, the fewer pieces lie across it.
func (b *Board) longestFirst() []uint8 {
	dimensions := b.dimensions()
	order := make([]int, len(dimensions)) // the longest dimension first
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return dimensions[j].length - dimensions[i].length })
	place := make([]uint8, len(b.Blocked))
	for cell := range place {
		at, n := b.coordinates(cell), 0
		for _, i := range order {
			n = n*dimensions[i].length + at[i]
		}
		place[cell] = uint8(n)
	}
	return place
}

func (p *boardPass) cost(float64) (subsets.PassCost, error) {
	estimate, err := packings.NewEstimate(&p.puzzle)
	if errors.Is(err, packings.ErrTooLarge) {
		err = fmt.Errorf("%w: %w", subsets.ErrUnfit, err)
	}
	return subsets.PassCost{Nodes: estimate.Cost()}, err
}

func (p *boardPass) fill(workers int, stop *atomic.Bool, progress func(float64)) (*subsets.Table, error) {
	t, err := packings.Count(&p.puzzle, workers, stop, progress)
	if t == nil && err == nil {
		return nil, nil // stopped
	}
	for _, copies := range p.monos {
		for k := 0; k < copies && err == nil; k++ {
			t, err = t.AddMonomino(k+1, workers)
		}
	}
	switch {
	case errors.Is(err, packings.ErrTooLarge) || errors.Is(err, packings.ErrOverflow):
		return nil, fmt.Errorf("%w: %w", subsets.ErrUnfit, err)
	case err != nil:
		return nil, err
	}
	return &subsets.Table{
		Found: func(_ int64, in subsets.Instance, _ int) subsets.Found {
			return subsets.Found{All: int64(t.Solutions(t.Rank(packings.Permuted(in.Blocked, p.place))))}
		},
		Effort: enumerate.Effort{Nodes: t.Nodes()},
	}, nil
}

// newCounter returns a search of instances. A kernel that goes from board to board is
// much faster than a kernel for each.
func (s *instances) newCounter() subsets.Counter {
	if len(s.require) > 0 || s.sets != nil {
		return s.count
	}
	p, cells := s.all.boardProblem()
	if p == nil {
		return s.newCaseCounter()
	}
	retargetable, err := board.New(p)
	if err != nil {
		return s.newCaseCounter()
	}
	free := make([]bool, len(cells))
	return func(in subsets.Instance, stop *atomic.Bool) (found subsets.Found, effort enumerate.Effort, _ error) {
		for i, cell := range cells {
			free[i] = !s.board.Blocked[cell] && in.Blocked>>cell&1 == 0
		}
		retargetable.Retarget(free)
		effort, _ = retargetable.Search(enumerate.Task{Case: &enumerate.Case{}, Share: 1}, stop, s.counting(&found.All))
		return found, effort, nil
	}
}

// newCaseCounter returns a search of boards by one general kernel. The puzzle gets an option
// for each cell, which covers that cell alone. A case fixes those of the blocked cells and
// bans the others.
func (s *instances) newCaseCounter() subsets.Counter {
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
	var kernel enumerate.Kernel
	extended, err := b.Build()
	if err == nil {
		kernel, err = newKernel(exact.GeneralKernels(extended), "auto")
	}
	return func(in subsets.Instance, stop *atomic.Bool) (found subsets.Found, effort enumerate.Effort, _ error) {
		if err != nil {
			return found, effort, err
		}
		var c enumerate.Case
		for i, cell := range free {
			if o := enumerate.OptionID(p.Options() + i); in.Blocked>>cell&1 != 0 {
				c.Fixed = append(c.Fixed, o)
			} else {
				c.Banned = append(c.Banned, o)
			}
		}
		effort, _ = kernel.Search(enumerate.Task{Case: &c, Share: 1}, stop, s.counting(&found.All))
		return found, effort, nil
	}
}
