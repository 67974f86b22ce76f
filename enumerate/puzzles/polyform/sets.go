package polyform

import (
	"fmt"
	"math"
	"slices"

	"coverstat/enumerate"
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
	group, err := s.group()
	if err == nil {
		s.space, err = subsets.NewSpace(s.boards, sets, group)
	}
	return enumerate.AtKey("puzzle", err)
}

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
		return nil, enumerate.KeyErrorf("puzzle.choose", "no choice of %s of the %d pieces has the %d cells to cover: expected other pieces, another number of them or another board",
			number, len(size), area)
	case n > most:
		return nil, enumerate.KeyErrorf("puzzle.choose", "%d sets of pieces: expected at most %d, by fewer pieces to choose from", n, most)
	}
	return space, nil
}

// group returns how the symmetries of the board that map the pieces of every puzzle onto
// themselves permute cells and list, the identity first. Those that do not map the list onto
// itself are left out.
func (s *instances) group() ([]subsets.Symmetry, error) {
	own, err := newFootprints(s.board, s.pieces).symmetries(len(s.board.Blocked))
	if err != nil {
		return nil, err
	}
	all, err := newFootprints(s.board, slices.Concat(s.pieces, optional(s.list))).symmetries(len(s.board.Blocked))
	s.listClosed = len(all) == len(own)
	var group []subsets.Symmetry
	for _, k := range all {
		var g subsets.Symmetry
		for _, to := range k.pieces[len(s.pieces):] {
			g.Pieces = append(g.Pieces, uint8(to-len(s.pieces)))
		}
		if s.boards != nil {
			g.Cells = k.cellBytes()
		}
		group = append(group, g)
	}
	return group, err
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
func (s *instances) maskOf(solution []enumerate.OptionID) (mask uint64) {
	for _, o := range solution {
		if i := s.all.Placements[o].Piece - len(s.pieces); i >= 0 {
			mask |= 1 << i
		}
	}
	return mask
}

func (s *instances) setsText() string {
	number := CountParam{min: int32(s.sets.Min), max: int32(s.sets.Max)}
	return fmt.Sprintf("%s of %v of %s", enumerate.Plural(s.sets.Len(), "set"), number, enumerate.Plural(len(s.list), "piece"))
}
