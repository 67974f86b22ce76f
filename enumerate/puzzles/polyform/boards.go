package polyform

import (
	"fmt"
	"math/bits"
	"slices"

	"coverstat/enumerate"
	"coverstat/enumerate/puzzles/polyform/packings"
	"coverstat/enumerate/puzzles/polyform/subsets"
	"coverstat/enumerate/survey"
)

// makeBoards makes the boards of a survey: all that puzzle.blocked makes of the board.
func (s *instances) makeBoards(p params) error {
	if len(p.Blocked) == 0 {
		return nil
	}
	b := s.board
	if len(b.Blocked) > 64 {
		return enumerate.KeyErrorf("puzzle.board", "a survey of boards of %s cells: expected at most 64 cells", b.size())
	}
	for k, clause := range p.Blocked {
		if err := clause.check(b, k); err != nil {
			return enumerate.AtKey(fmt.Sprintf("puzzle.blocked.%d", k), err)
		}
	}
	s.frame = cellGroup(b, s.pieces, true)
	var err error
	s.boards, s.blocked, err = blockedBoards(b, p.Blocked, s.frame, p.Choose == nil && p.Draw == 0)
	return enumerate.AtKey("puzzle.blocked", err)
}

// flagColumns returns the columns of flags: false on the boards that block all the cells of one of
// the exceptions.
func flagColumns(b *Board, flags []flagParam) (columns []survey.Column[subsets.Answer], err error) {
	for i, p := range flags {
		if err := checkPieceName(p.Name); err != nil || p.Name == "" {
			return nil, enumerate.KeyErrorf(fmt.Sprintf("puzzle.flags.%d", i), "flags: name %q: expected a plain column name", p.Name)
		}
		var except []uint64
		for _, cells := range p.Except {
			var m uint64
			for _, c := range cells {
				cell, err := b.freeCell(c)
				if err != nil {
					return nil, enumerate.AtKey(fmt.Sprintf("puzzle.flags.%d", i), fmt.Errorf("flag %s: %w", p.Name, err))
				}
				m |= 1 << cell
			}
			except = append(except, m)
		}
		columns = append(columns, survey.Value(p.Name, "flag of the config: false on the boards it lists", func(a *subsets.Answer) bool {
			return !slices.ContainsFunc(except, func(m uint64) bool { return uint64(a.Blocked)&m == m })
		}))
	}
	return columns, nil
}

// blockedBoards makes the sets of cells that the clauses block: a choice of cells, or
// one cell of each list. The number is that of the cells of each set. Where boards are alone all the
// instances, the classes of choices under the group are found faster.
func blockedBoards(b *Board, clauses []blockedParam, group [][]uint8, alone bool) (subsets.List, int, error) {
	free := b.freeMask()
	if len(clauses) == 1 && clauses[0].Choose > 0 {
		k := clauses[0].Choose
		if k >= b.Area() {
			return nil, 0, enumerate.Errorf("blocked: choose %d of %d free cells: expected fewer", k, b.Area())
		}
		if !alone {
			sizes := make([]int, len(b.Blocked))
			for i := range sizes {
				sizes[i] = 1
				if b.Blocked[i] { // too large to be chosen
					sizes[i] = k + 1
				}
			}
			return subsets.NewChoices(sizes, k, k, k), k, nil
		}
		s, err := packings.NewSpace(free, k, group)
		if err != nil {
			return nil, 0, enumerate.Errorf("blocked: choose %d: %v", k, err)
		}
		return s, k, nil
	}
	masks := []uint64{0}
	for n, clause := range clauses {
		cells, err := clause.cells(b, n)
		if err != nil {
			return nil, 0, err
		}
		for range max(1, clause.Choose) {
			var next []uint64
			for _, m := range masks {
				for _, c := range cells {
					if m&c == 0 {
						next = append(next, m|c)
					}
				}
				if len(next) > maxBoards {
					return nil, 0, enumerate.Errorf("blocked: more than %d boards: expected fewer cells to choose from", maxBoards)
				}
			}
			slices.Sort(next)
			masks = slices.Compact(next)
		}
	}
	if len(masks) == 0 {
		return nil, 0, enumerate.Errorf("blocked: no board is left, as a cell cannot be blocked twice")
	}
	return subsets.Listed(masks), bits.OnesCount64(masks[0]), nil
}

// maxBoards is the largest number of boards that are kept as a list.
const maxBoards = 20_000_000

// cells returns the cells that a clause chooses from, as masks.
func (p blockedParam) cells(b *Board, n int) ([]uint64, error) {
	var all []uint64
	if p.Choose > 0 {
		for m := b.freeMask(); m != 0; m &= m - 1 {
			all = append(all, m&-m)
		}
		return all, nil
	}
	for i, c := range p.OneOf {
		cell, err := b.freeCell(c)
		if err != nil {
			return nil, enumerate.AtKey(fmt.Sprintf("puzzle.blocked.%d.one_of.%d", n, i), fmt.Errorf("blocked, clause %d: %w", n+1, err))
		}
		all = append(all, 1<<cell)
	}
	return all, nil
}

func (p blockedParam) check(b *Board, n int) error {
	if (p.Choose > 0) == (len(p.OneOf) > 0) || p.Choose < 0 {
		return enumerate.Errorf("blocked, clause %d: expected {choose: N} with N at least 1, or {one_of: [%s, ...]}", n+1, b.words().naming)
	}
	return nil
}
