package polyform

import (
	"fmt"
	"math/big"
	"math/bits"
	"slices"
	"strings"

	"coverstat/enumerate"
	"coverstat/enumerate/puzzles/polyform/lattice"
	"coverstat/enumerate/puzzles/polyform/measure"
	"coverstat/enumerate/puzzles/polyform/subsets"
	"coverstat/enumerate/survey"
)

// setSurvey counts the solutions of one board with many sets of pieces: a row is a
// set up to symmetry.
type setSurvey struct {
	instances
	sets *subsets.Choices
	// listClosed says that every symmetry of the board and of the fixed pieces maps the
	// list onto itself. If one does not, it may still map a set onto itself.
	listClosed bool
}

// maxListed is the largest number of pieces in the list, and maxSets that of sets: a
// mask has 63 bits without a sign, and a table of counts 8 bytes a set.
const (
	maxListed = 63
	maxSets   = 100_000_000
)

func openSetSurvey(spec enumerate.Spec, p params, b *Board, fixed, list []Piece) (enumerate.Job, error) {
	s := &setSurvey{instances: instances{board: b, pieces: fixed, list: list}}
	var err error
	if s.sets, err = s.newSets(p.Choose.Pieces, maxSets); err != nil {
		return nil, err
	}
	if s.all, err = NewPuzzle(b, slices.Concat(fixed, optional(list))); err != nil {
		return nil, err
	}
	if len(spec.Require) > 0 {
		s.all.exchanges = exchangesInSets(b, fixed, list)
	}
	return s.open(spec, p, subsets.Survey{
		Thing: "set", Space: s.sets, Pass: s.pass(), SearchCost: setCost,
		NewCounter: func() subsets.Counter { return s.count }, EstimateSearch: s.estimateSearch,
		Instance:        "the pieces chosen, in the order of the list",
		Mask:            "the pieces chosen: bit place in the list, from 0",
		SolutionsColumn: enumerate.DistinctSolutionsColumn,
		Solutions:       "number of solutions with the pieces of the set, up to the symmetries of the board that map the set to itself",
		AppendName:      s.appendNames, Columns: s.columns, Measures: s.setMeasures(), Facts: s.facts(),
		NewCounts: func() enumerate.RowCounts { return newChosen(s) },
	})
}

// columns returns the columns of what is counted besides solutions up to symmetry.
func (s *setSurvey) columns(nodes bool) []survey.Column[subsets.Answer] {
	all := survey.Stored(enumerate.SolutionsColumn, "number of all solutions with the pieces of the set, images under symmetry counted, too",
		func(a *subsets.Answer) *int64 { return &a.Raw }).Measured("solutions")
	if s.limit > 0 {
		all = all.NullUnless(func(a *subsets.Answer) bool { return !a.Count.Capped })
	}
	columns := []survey.Column[subsets.Answer]{all}
	if nodes {
		columns = append(columns, survey.Stored("nodes", "placements that the search of the set tried", func(a *subsets.Answer) *int64 { return &a.Nodes }).Measured("nodes"))
	}
	return columns
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
func (s *setSurvey) newSets(number countParam, most int64) (*subsets.Choices, error) {
	area := s.board.Area()
	for _, p := range s.pieces {
		if p.Min != p.Max {
			return nil, enumerate.KeyErrorf("puzzle.pieces", "the number of %s varies: expected a fixed number of each piece that is in every set", p.Name)
		}
		area -= p.Size() * int(p.Min)
	}
	if area <= 0 {
		return nil, enumerate.KeyErrorf("puzzle.pieces", "the pieces of every set have %d cells, the board has %d: expected fewer, so that there is something to choose", s.board.Area()-area, s.board.Area())
	}
	var size []int
	for _, p := range s.list {
		size = append(size, p.Size())
	}
	low, high := int(number.min), int(min(number.max, int32(len(size))))
	if low > len(size) {
		return nil, enumerate.KeyErrorf("puzzle.choose.pieces", "%d pieces to choose from %d: expected at most %d", low, len(size), len(size))
	}
	var group [][]uint8
	group, s.listClosed = pieceGroup(s.board, s.pieces, s.list)
	space := subsets.NewChoices(size, low, high, area, group)
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

// pieceGroup returns how the symmetries of the board and of the fixed pieces permute the
// list: the identity first, each permutation once. listClosed says that all of these
// symmetries map the list onto itself; those that do not are left out.
func pieceGroup(b *Board, fixed, list []Piece) (group [][]uint8, listClosed bool) {
	own, all := newFootprints(b, fixed), newFootprints(b, slices.Concat(fixed, optional(list)))
	listClosed = true
	for _, k := range b.isometries() {
		if own.images(k) == nil {
			continue
		}
		to := all.images(k)
		if to == nil {
			listClosed = false
			continue
		}
		perm := make([]uint8, len(list))
		for i := range perm {
			perm[i] = uint8(to[len(fixed)+i] - len(fixed))
		}
		if !slices.ContainsFunc(group, func(other []uint8) bool { return slices.Equal(other, perm) }) {
			group = append(group, perm)
		}
	}
	return group, listClosed
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
func (s *setSurvey) maskOf(solution []enumerate.OptionID) (mask uint64) {
	for _, o := range solution {
		if i := s.all.Placements[o].Piece - len(s.pieces); i >= 0 {
			mask |= 1 << i
		}
	}
	return mask
}

// appendNames writes the names of a set's pieces in the order of the list.
func (s *setSurvey) appendNames(dst []byte, mask uint64) []byte {
	for first := mask; mask != 0; mask &= mask - 1 {
		if mask != first {
			dst = append(dst, ' ')
		}
		dst = append(dst, s.list[bits.TrailingZeros64(mask)].Name...)
	}
	return dst
}

func (s *setSurvey) facts() []enumerate.Fact {
	facts := s.all.facts()[:1] // the board
	if len(s.pieces) > 0 {
		var names []string
		for _, p := range s.pieces {
			name := p.Name
			if p.Min > 1 {
				name += fmt.Sprintf(" (%d)", p.Min)
			}
			names = append(names, name)
		}
		facts = append(facts, enumerate.Fact{Key: "pieces", Text: "in every set " + strings.Join(names, " "), Value: names})
	}
	var names []string
	for _, p := range s.list {
		names = append(names, p.Name)
	}
	number := fmt.Sprint(s.sets.Min)
	if s.sets.Max > s.sets.Min {
		number += fmt.Sprintf(" to %d", s.sets.Max)
	}
	n, all, order := s.sets.Len(), s.sets.OfAnyTotal(), s.sets.Order()
	text := fmt.Sprintf("%s of %s of %s", enumerate.Plural(n, "set"), number, enumerate.Plural(len(s.list), "piece"))
	if all.Cmp(big.NewInt(n)) != 0 {
		text += fmt.Sprintf(", those of all %s choices that have %d cells", enumerate.GroupDigits(all.String()), s.sets.Total)
	}
	exchanged := "no symmetry exchanges pieces of the list: each set is a row"
	if order > 1 {
		exchanged = fmt.Sprintf("symmetries exchange pieces of the list: up to %d sets are one row", order)
	}
	return append(facts,
		enumerate.Fact{Key: "pieces", Text: "to choose from " + strings.Join(names, " "), Value: names},
		enumerate.Fact{Key: "instances", Text: text, Value: n},
		enumerate.Fact{Key: "set_group_order", Text: exchanged, Value: order},
		enumerate.Fact{Key: "group_order", Text: "symmetry group of order " + enumerate.Grouped(s.all.Group.Order()), Value: s.all.Group.Order()},
	)
}
