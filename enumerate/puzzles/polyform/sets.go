package polyform

import (
	"fmt"
	"math"
	"math/big"
	"slices"

	"coverstat/enumerate"
	"coverstat/enumerate/puzzles/polyform/lattice"
	"coverstat/enumerate/puzzles/polyform/measure"
	"coverstat/enumerate/puzzles/polyform/subsets"
)

// maxListed is the largest number of pieces in the list, and maxSets that of sets: a
// mask has 63 bits without a sign, and a table of counts 8 bytes a set.
const (
	maxListed = 63
	maxSets   = 100_000_000
	maxDraws  = 10_000_000 // instances that are drawn, and kept in memory
)

// makeSpace makes the boards and the sets of a survey, and the space of its instances.
func (s *instances) makeSpace(p params) error {
	if err := s.makeBoards(p); err != nil {
		return err
	}
	var sets subsets.List
	if p.Choose != nil {
		var err error
		most := int64(maxSets)
		if p.Draw > 0 {
			most = math.MaxInt64
		}
		if s.sets, err = s.newSets(p.Choose.Pieces, most); err != nil {
			return err
		}
		sets = s.sets
	}
	var err error
	s.space, err = subsets.NewSpace(s.boards, sets, s.group())
	return enumerate.AtKey("puzzle", err)
}

// resolveChoice returns the pieces to choose from.
func (f *form) resolveChoice(c *chooseParam, fixed []Piece) ([]Piece, error) {
	if len(c.From) == 0 {
		return nil, enumerate.KeyErrorf("puzzle.choose", "puzzle.choose has no from: expected pieces to choose from, such as {pieces: 6, from: [hexominoes]}")
	}
	if !c.Pieces.set {
		return nil, enumerate.KeyErrorf("puzzle.choose", "puzzle.choose has no pieces: expected how many to choose, such as {pieces: 6, from: [hexominoes]}")
	}
	var from []pieceParam
	for _, p := range c.From {
		from = append(from, pieceParam{Name: p.Name, Set: p.Set, Picture: p.Picture, Flip: p.Flip, Turn: p.Turn})
	}
	list, err := f.resolveList(from, "puzzle.choose.from")
	if err != nil {
		return nil, enumerate.AtKey("puzzle.choose.from", err)
	}
	if len(list) > maxListed {
		return nil, enumerate.KeyErrorf("puzzle.choose.from", "%d pieces to choose from: expected at most %d, as the mask of a set has 63 bits", len(list), maxListed)
	}
	if err := differentPieces(slices.Concat(fixed, list)); err != nil {
		return nil, enumerate.AtKey("puzzle.choose.from", fmt.Errorf("with the pieces of every set: %w", err))
	}
	return list, nil
}

// newSets makes the space of sets: those with as many cells as the fixed pieces leave. More
// than most are refused.
func (s *instances) newSets(number CountParam, most int64) (*subsets.Choices, error) {
	free := s.board.Area() - s.blocked
	area := free
	for _, p := range s.pieces {
		if p.Min != p.Max {
			return nil, enumerate.KeyErrorf("puzzle.pieces", "the number of %s varies: expected a fixed number of each piece that is in every set", p.Name)
		}
		area -= p.Size() * int(p.Min)
	}
	if area <= 0 {
		return nil, enumerate.KeyErrorf("puzzle.pieces", "the pieces of every set have %d cells, the board has %d: expected fewer, so that there is something to choose", free-area, free)
	}
	var size []int
	for _, p := range s.list {
		size = append(size, p.Size())
	}
	low, high := int(number.min), int(min(number.max, int32(len(size))))
	if low > len(size) {
		return nil, enumerate.KeyErrorf("puzzle.choose.pieces", "%d pieces to choose from %d: expected at most %d", low, len(size), len(size))
	}
	space := subsets.NewChoices(size, low, high, area)
	switch n := space.Len(); {
	case n == 0:
		least, most := space.Totals()
		return nil, enumerate.KeyErrorf("puzzle.choose", "no choice of %s of the %d pieces has the %d cells to cover: such choices have %d to %d cells: expected other pieces, another number of them or another board",
			number, len(size), area, least, most)
	case n > most:
		fit := len(size)
		for fit > 0 && space.OfFirst(fit) > most {
			fit--
		}
		return nil, enumerate.KeyErrorf("puzzle.choose", "%d sets of pieces: expected at most %d, such as those of the first %d pieces of the list, which make %d",
			n, most, fit, space.OfFirst(fit))
	}
	return space, nil
}

// group returns how the symmetries of the board that map the pieces of every puzzle onto
// themselves permute cells and list, the identity first. Those that do not map the list onto
// itself are left out.
func (s *instances) group() (group []subsets.Symmetry) {
	own, all := newFootprints(s.board, s.pieces), newFootprints(s.board, slices.Concat(s.pieces, optional(s.list)))
	s.listClosed = true
	last := -1
	var to []int                                 // image of each piece
	for k, cells := range s.board.Symmetries() { // those of an isometry come one after another
		if k != last {
			last, to = k, all.images(s.board.Isometries[k])
			s.listClosed = s.listClosed && (to != nil || own.images(s.board.Isometries[k]) == nil)
		}
		if to == nil {
			continue
		}
		var g subsets.Symmetry
		for i := range s.list {
			g.Pieces = append(g.Pieces, uint8(to[len(s.pieces)+i]-len(s.pieces)))
		}
		if s.boards != nil {
			for _, c := range cells {
				g.Cells = append(g.Cells, uint8(c))
			}
		}
		group = append(group, g)
	}
	return group
}

// isometries lists those that, with some translations, are symmetries of the board.
func (b *Board) isometries() (list []lattice.Isometry) {
	last := -1
	for k := range b.Symmetries() { // those of an isometry come one after another
		if k != last {
			list, last = append(list, b.Isometries[k]), k
		}
	}
	return list
}

// exchangesInSets lists the symmetries that exchange a piece of every set with another in the
// puzzle of some set, which may have symmetries that the list has not.
func exchangesInSets(b *Board, fixed, list []Piece) (exchanges []measure.Exchange) {
	f := newFootprints(b, slices.Concat(fixed, list))
next:
	for _, k := range b.isometries() {
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
func (s *instances) maskOf(solution []enumerate.OptionID) (mask uint64) {
	for _, o := range solution {
		if i := s.all.Placements[o].Piece - len(s.pieces); i >= 0 {
			mask |= 1 << i
		}
	}
	return mask
}

// setsText says how many sets there are, and of what.
func (s *instances) setsText() string {
	number := fmt.Sprint(s.sets.Min)
	if s.sets.Max > s.sets.Min {
		number += fmt.Sprintf(" to %d", s.sets.Max)
	}
	n, all := s.sets.Len(), s.sets.OfAnyTotal()
	text := fmt.Sprintf("%s of %s of %s", enumerate.Plural(n, "set"), number, enumerate.Plural(len(s.list), "piece"))
	if all.Cmp(big.NewInt(n)) != 0 {
		text += fmt.Sprintf(", those of all %s choices that have %d cells", enumerate.GroupDigits(all.String()), s.sets.Total)
	}
	return text
}
