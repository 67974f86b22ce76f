package measure

import (
	"slices"

	"coverstat/enumerate"
)

// Sums gives each column that adds up over placements, over marks that they touch, or over
// pairs of them that meet, as a sum, nil to others. cellItem is the item of each cell.
func (s *Set) Sums(p *enumerate.Problem, cellItem []enumerate.Item) []*enumerate.Sum {
	s.prepare()
	sums := make([]*enumerate.Sum, len(s.measures))
	for i, w := range s.measures {
		switch {
		case w.sum != noSummand:
			sums[i] = &enumerate.Sum{Base: int64(w.base), Values: make([]int32, len(s.options))}
			counts := s.among(w.p)
			for o, x := range s.options {
				if counts[x.piece] {
					sums[i].Values[o] = x.sums[w.sum]
				}
			}
		case w.marks != nil:
			if marks, ok := w.marks(s); ok {
				sums[i] = &enumerate.Sum{Marks: marks}
			}
		case w.meets:
			sums[i] = &enumerate.Sum{Contacts: &enumerate.Contacts{Problem: p, Beside: s.beside(p, cellItem),
				Kinds: s.kinds(w)}}
		}
	}
	return sums
}

// AddUp lists the measures, as configs write them, that add up on most boards.
func AddUp() (names []string) {
	for i := range definitions {
		if d := &definitions[i]; d.sum != noSummand || d.marks != nil || d.meets {
			names = append(names, d.written())
		}
	}
	return names
}

// beside lists, by item of a cell, the items of its neighbours.
func (s *Set) beside(p *enumerate.Problem, cellItem []enumerate.Item) [][]enumerate.Item {
	beside := make([][]enumerate.Item, p.Items())
	for _, cells := range s.subject.Board.Sides() {
		if i, j := cellItem[cells[0]], cellItem[cells[1]]; i >= 0 && j >= 0 {
			beside[i], beside[j] = append(beside[i], j), append(beside[j], i)
		}
	}
	return beside
}

// kinds says for which contacts of a measure a placement counts.
func (s *Set) kinds(w pieceMeasure) []enumerate.ContactKind {
	kinds, p, q := make([]enumerate.ContactKind, len(s.options)), s.among(w.p), s.among(w.q)
	for o, x := range s.options {
		if p[x.piece] {
			kinds[o] |= enumerate.First
		}
		if q[x.piece] {
			kinds[o] |= enumerate.Second
		}
	}
	return kinds
}

// among says of each piece whether it is one of these; where there is none, all are.
func (s *Set) among(pieces []int) []bool {
	among := make([]bool, len(s.subject.Pieces))
	for p := range among {
		among[p] = len(pieces) == 0 || slices.Contains(pieces, p)
	}
	return among
}

// linesCut lists, for each line between strips, the placements that it cuts.
func (s *Set) linesCut() (marks [][]enumerate.OptionID, ok bool) {
	marks = make([][]enumerate.OptionID, s.lines)
	for o := range s.options {
		for line := range marks {
			if s.cuts[o*s.lineWords+line/64]>>(line%64)&1 != 0 {
				marks[line] = append(marks[line], enumerate.OptionID(o))
			}
		}
	}
	return marks, true
}

// cornersOfFour lists, for each corner of four cells, the placements that have more than one
// of them: four pieces meet there unless there is one of these. Of more cells at a corner two
// might be of one piece.
func (s *Set) cornersOfFour() (marks [][]enumerate.OptionID, ok bool) {
	of, n, most := s.subject.crossings()
	if most > 4 {
		return nil, false
	}
	marks = make([][]enumerate.OptionID, n)
	for o, p := range s.subject.Placements {
		cells := map[int32]int{} // of the placement, by corner
		for _, i := range p.Cells {
			for _, c := range of[i] {
				if cells[c]++; cells[c] == 2 {
					marks[c] = append(marks[c], enumerate.OptionID(o))
				}
			}
		}
	}
	return marks, true
}
