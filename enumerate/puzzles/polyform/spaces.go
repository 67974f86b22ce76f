package polyform

import (
	"fmt"
	"math"
	"math/bits"
	"slices"

	"coverstat/enumerate"
	"coverstat/enumerate/puzzles/polyform/measure"
	"coverstat/enumerate/puzzles/polyform/packings"
	"coverstat/enumerate/puzzles/polyform/subsets"
	"coverstat/enumerate/survey"
)

// maxMaskPieces is the largest number of pieces in the list, and maxChosenSets that of sets: a
// mask has 63 bits without a sign, and a table of counts 8 bytes a set.
const (
	maxMaskPieces = 63
	maxChosenSets = 100_000_000
	maxDraws      = 10_000_000 // instances that are drawn, and kept in memory
)

// makeSpace makes the boards and the sets of a survey, and the space of its instances under the
// symmetries of the board that map the pieces of every puzzle onto themselves. Those that do not map the
// list onto itself are left out.
func (s *pairs) makeSpace(p params) error {
	b, cells := s.board, len(s.board.Blocked)
	if free := b.Area(); len(p.Blocked) > 0 && free > maxMaskCells {
		return enumerate.KeyErrorf("puzzle.board",
			"a survey of boards of %d free cells: expected at most %d, in a box of any size", free, maxMaskCells)
	}
	var err error
	if s.frame, err = newFootprints(b, s.pieces).symmetries(cells, anySymmetry); err != nil {
		return enumerate.AtKey("puzzle", err)
	}
	if len(p.Blocked) > 0 {
		for _, k := range s.frame {
			s.permutations = append(s.permutations, s.numbering.permutation(k.cells, s.numbering))
		}
		if s.boards, s.blocked, err = s.blockedBoards(p.Blocked, p.Choose == nil && p.Draw.Number == 0); err != nil {
			return enumerate.AtKey("puzzle.blocked", err)
		}
	}
	var sets subsets.List
	symmetries := s.frame
	if p.Choose != nil {
		most := int64(maxChosenSets)
		if p.Draw.Number > 0 {
			most = math.MaxInt64
		}
		if s.sets, err = s.newSets(p.Choose.Pieces, most); err != nil {
			return err
		}
		sets = s.sets
		symmetries, err = newFootprints(b, slices.Concat(s.pieces, optional(s.list))).symmetries(cells, anySymmetry)
		s.listClosed = len(symmetries) == len(s.frame)
	}
	var group []subsets.Symmetry
	for _, k := range symmetries {
		var g subsets.Symmetry
		for _, to := range k.pieces[len(s.pieces):] {
			g.Pieces = append(g.Pieces, uint8(to-len(s.pieces)))
		}
		if s.boards != nil {
			g.Cells = s.numbering.permutation(k.cells, s.numbering)
		}
		group = append(group, g)
	}
	if err == nil {
		s.space, err = subsets.NewSpace(s.boards, sets, group)
	}
	return enumerate.AtKey("puzzle", err)
}

// flagColumns returns the columns of flags: false on the boards that block all the cells of one of
// the exceptions.
func (s *pairs) flagColumns(flags []flagParam) (columns []survey.Column[answer], err error) {
	for i, p := range flags {
		if err := checkPieceName(p.Name); err != nil || p.Name == "" {
			return nil, enumerate.KeyErrorf(fmt.Sprintf("puzzle.flags.%d", i),
				"flags: name %q: expected a plain column name", p.Name)
		}
		var except []uint64
		for _, cells := range p.Except {
			var blocked []int
			for _, c := range cells {
				cell, err := s.board.FreeCell(c)
				if err != nil {
					return nil, enumerate.AtKey(
						fmt.Sprintf("puzzle.flags.%d", i), fmt.Errorf("flag %s: %w", p.Name, err))
				}
				blocked = append(blocked, cell)
			}
			except = append(except, s.numbering.mask(blocked))
		}
		columns = append(columns,
			survey.Value(p.Name, "flag of the config: false on the boards it lists", func(a *answer) bool {
				return !slices.ContainsFunc(except, func(m uint64) bool { return uint64(a.blocked)&m == m })
			}))
	}
	return columns, nil
}

// blockedBoards makes the sets of cells that the clauses block: a choice of cells, or
// one cell of each list. The number is that of the cells of each set. Where boards are alone all the
// instances, the classes of choices under the frame are found faster.
func (s *pairs) blockedBoards(clauses []blockedParam, alone bool) (subsets.List, int, error) {
	b := s.board
	for k, clause := range clauses {
		if err := clause.check(b, k); err != nil {
			return nil, 0, enumerate.AtKey(fmt.Sprintf("puzzle.blocked.%d", k), err)
		}
	}
	if len(clauses) == 1 && clauses[0].Choose > 0 {
		k := clauses[0].Choose
		if k >= b.Area() {
			return nil, 0, enumerate.Errorf("blocked: choose %d of %d free cells: expected fewer", k, b.Area())
		}
		if !alone {
			sizes := make([]int, len(s.numbering.cells))
			for i, cell := range s.numbering.cells {
				sizes[i] = 1
				if b.Blocked[cell] { // too large to be chosen
					sizes[i] = k + 1
				}
			}
			return subsets.NewChoices(sizes, k, k, k), k, nil
		}
		space, err := packings.NewSpace(s.numbering.free(), k, s.permutations)
		if err != nil {
			return nil, 0, enumerate.Errorf("blocked: choose %d: %v", k, err)
		}
		return space, k, nil
	}
	masks := []uint64{0}
	for n, clause := range clauses {
		cells, err := clause.cells(s.numbering, n)
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
					return nil, 0, enumerate.Errorf("blocked: more than %d boards: expected fewer cells to choose from",
						maxBoards)
				}
			}
			slices.Sort(next)
			masks = slices.Compact(next)
		}
	}
	if len(masks) == 0 {
		return nil, 0, enumerate.Errorf("blocked: no board is left, as a cell cannot be blocked twice")
	}
	return subsets.Masks(masks), bits.OnesCount64(masks[0]), nil
}

// maxBoards is the largest number of boards that are kept as a list.
const maxBoards = 20_000_000

// cells returns the cells that a clause chooses from, as masks.
func (p blockedParam) cells(of *numbering, n int) ([]uint64, error) {
	var all []uint64
	if p.Choose > 0 {
		for m := of.free(); m != 0; m &= m - 1 {
			all = append(all, m&-m)
		}
		return all, nil
	}
	for i, c := range p.OneOf {
		cell, err := of.board.FreeCell(c)
		if err != nil {
			return nil, enumerate.AtKey(fmt.Sprintf("puzzle.blocked.%d.one_of.%d", n, i),
				fmt.Errorf("blocked, clause %d: %w", n+1, err))
		}
		all = append(all, of.mask([]int{cell}))
	}
	return all, nil
}

func (p blockedParam) check(b *Board, n int) error {
	if (p.Choose > 0) == (len(p.OneOf) > 0) || p.Choose < 0 {
		return enumerate.Errorf("blocked, clause %d: expected {choose: N} with N at least 1, or {one_of: [%s, ...]}",
			n+1, b.words().naming)
	}
	return nil
}

func (f *form) resolveChoice(c *chooseParam, fixed []Piece) ([]Piece, error) {
	if len(c.From) == 0 {
		return nil, enumerate.KeyErrorf("puzzle.choose",
			"puzzle.choose has no from: expected pieces to choose from, such as {pieces: 6, from: [hexominoes]}")
	}
	if !c.Pieces.set {
		return nil, enumerate.KeyErrorf("puzzle.choose",
			"puzzle.choose has no pieces: expected how many to choose, such as {pieces: 6, from: [hexominoes]}")
	}
	var from []pieceParam
	for _, p := range c.From {
		from = append(from, pieceParam{Name: p.Name, Set: p.Set, Picture: p.Picture, Flip: p.Flip, Turn: p.Turn,
			Symbol: p.Symbol})
	}
	list, err := f.resolveList(from, "puzzle.choose.from")
	if err != nil {
		return nil, enumerate.AtKey("puzzle.choose.from", err)
	}
	if len(list) > maxMaskPieces {
		return nil, enumerate.KeyErrorf("puzzle.choose.from",
			"%d pieces to choose from: expected at most %d, as the mask of a set has 63 bits", len(list), maxMaskPieces)
	}
	if err := differentPieces(slices.Concat(fixed, list)); err != nil {
		return nil, enumerate.AtKey("puzzle.choose.from", fmt.Errorf("with the pieces of every set: %w", err))
	}
	return list, nil
}

// newSets makes the space of sets: those with as many cells as the fixed pieces leave. More
// than most are refused.
func (s *pairs) newSets(number CountParam, most int64) (*subsets.Choices, error) {
	free := s.board.Area() - s.blocked
	area := free
	for _, p := range s.pieces {
		if p.Min != p.Max {
			return nil, enumerate.KeyErrorf("puzzle.pieces",
				"the number of %s varies: expected a fixed number of each piece that is in every set", p.Name)
		}
		area -= p.Size() * int(p.Min)
	}
	if area <= 0 {
		return nil, enumerate.KeyErrorf("puzzle.pieces",
			"the pieces of every set have %d cells, the board has %d: expected fewer, so that there is something to choose", free-area, free)
	}
	var size []int
	for _, p := range s.list {
		size = append(size, p.Size())
	}
	low, high := int(number.min), int(min(number.max, int32(len(size))))
	if low > len(size) {
		return nil, enumerate.KeyErrorf("puzzle.choose.pieces", "%d pieces to choose from %d: expected at most %d", low,
			len(size), len(size))
	}
	space := subsets.NewChoices(size, low, high, area)
	switch n := space.Len(); {
	case n == 0:
		return nil, enumerate.KeyErrorf("puzzle.choose",
			"no choice of %s of the %d pieces has the %d cells to cover: expected other pieces, another number of them or another board",
			number, len(size), area)
	case n > most:
		return nil, enumerate.KeyErrorf("puzzle.choose",
			"%d sets of pieces: expected at most %d, by fewer pieces to choose from", n, most)
	}
	return space, nil
}

// exchangesInSets lists the symmetries that exchange a piece of every set with another in the
// puzzle of some set, which may have symmetries that the list has not.
func exchangesInSets(b *Board, fixed, list []Piece) (exchanges []measure.Exchange) {
	f := newFootprints(b, slices.Concat(fixed, list))
	last := -1
next:
	for number := range b.Symmetries() {
		if number == last { // those of an isometry come one after another
			continue
		}
		last = number
		k := b.Isometries[number]
		var to []int
		for i := range fixed {
			same := f.alike[f.key(i, k)]
			switch {
			case len(same) == 0:
				continue next
			case slices.Contains(same, i):
				to = append(to, i)
			default:
				to = append(to, same[0])
			}
		}
		exchanges = append(exchanges, measure.Exchange{Isometry: k, To: to})
	}
	return exchanges
}

// optional returns the pieces, each to be used at most once.
func optional(list []Piece) []Piece {
	list = slices.Clone(list)
	for i := range list {
		list[i].Min, list[i].Max = 0, 1
	}
	return list
}

// maskOf returns the set that a solution of the puzzle of all pieces uses.
func (s *pairs) maskOf(solution []enumerate.OptionID) (mask uint64) {
	for _, o := range solution {
		if i := s.all.Placements[o].Piece - len(s.pieces); i >= 0 {
			mask |= 1 << i
		}
	}
	return mask
}
