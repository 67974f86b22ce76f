package search

import (
	"slices"

	"coverstat/enumerate/puzzles/nonogram/line"
)

// Marks of cellInfo.seen during one analysis.
const (
	inClause  = 1 // in the clause being made, or resolved away
	removable = 2 // follows from other cells of the clause
	needed    = 3 // does not follow from other cells of the clause
)

// analyze makes the clause of the first unique implication point from the
// present conflict. The asserting literal comes first, then a literal of the
// level to return to. rank is the number of levels in the clause. The clause
// lives in s.learnt until the next call.
func (s *Solver) analyze() (ps []literal, level int, rank int32) {
	here := int32(s.level())
	s.learnt = append(s.learnt[:0], 0)
	s.marked = s.marked[:0]
	open := 0 // cells of this level still to resolve
	if s.conflictClause != noClause {
		s.db.used(s.conflictClause, s.result.Counters.Conflicts)
		for _, p := range s.db.literals(s.conflictClause) {
			open += s.include(p>>1, here)
		}
	} else {
		for _, c := range s.explainLine(s.conflictLine, int32(len(s.trail)), -1) {
			open += s.include(c, here)
		}
	}
	t := len(s.trail) - 1
	var uip int32
	for {
		for s.info[s.trail[t]].seen == 0 {
			t--
		}
		uip = s.trail[t]
		t--
		if open--; open == 0 {
			break
		}
		x := &s.info[uip]
		if x.kind == byClause {
			s.db.used(x.ref, s.result.Counters.Conflicts)
			for _, p := range s.db.literals(x.ref)[1:] {
				open += s.include(p>>1, here)
			}
			continue
		}
		for _, c := range s.lineReason(uip) {
			open += s.include(c, here)
		}
	}
	s.learnt[0] = makeFalse(uip, s.cells[uip])
	s.minimise()
	for _, c := range s.marked {
		s.info[c].seen = 0
	}

	level, rank = s.levels(s.learnt)
	return s.learnt, level, rank
}

// levels puts a literal of the highest level second behind the asserting one, and returns that level and how many
// levels the clause has.
func (s *Solver) levels(ps []literal) (level int, rank int32) {
	if len(ps) > 1 {
		m := 1
		for i := 2; i < len(ps); i++ {
			if s.info[ps[i]>>1].level > s.info[ps[m]>>1].level {
				m = i
			}
		}
		ps[1], ps[m] = ps[m], ps[1]
		level = int(s.info[ps[1]>>1].level)
	}
	s.stamp++
	for _, p := range ps {
		if lv := s.info[p>>1].level; s.levelSeen[lv] != s.stamp {
			s.levelSeen[lv] = s.stamp
			rank++
		}
	}
	return level, rank
}

// include adds a cell of a reason to the clause and returns 1 if it is of the
// present level and has to be resolved.
func (s *Solver) include(c, here int32) int {
	x := &s.info[c]
	if x.seen != 0 || x.level == 0 {
		return 0
	}
	x.seen = inClause
	s.marked = append(s.marked, c)
	s.inc = s.order.bump(c, s.inc)
	if x.level == here {
		return 1
	}
	s.learnt = append(s.learnt, makeFalse(c, s.cells[c]))
	return 0
}

// minimise removes literals that follow from the others (Sörensson and Biere,
// 2009).
func (s *Solver) minimise() {
	k := 1
	for _, p := range s.learnt[1:] {
		if !s.redundant(p>>1, 0) {
			s.learnt[k] = p
			k++
		}
	}
	s.learnt = s.learnt[:k]
}

// redundant reports whether cell c follows from cells of the clause. It gives
// up at a depth of 30: beyond, the gain is small and the stack is not.
func (s *Solver) redundant(c int32, depth int) bool {
	x := &s.info[c]
	switch {
	case x.kind == byDecision || depth > 30:
		return false
	case x.kind == byClause:
		for _, p := range s.db.literals(x.ref)[1:] {
			if !s.implied(p>>1, depth) {
				return false
			}
		}
	default:
		for _, c := range s.lineReason(c) {
			if !s.implied(c, depth) {
				return false
			}
		}
	}
	return true
}

// implied reports whether cell c is in the clause or follows from its cells.
func (s *Solver) implied(c int32, depth int) bool {
	x := &s.info[c]
	if x.level == 0 || x.seen == inClause || x.seen == removable {
		return true
	}
	if x.seen == needed {
		return false
	}
	ok := s.redundant(c, depth+1)
	x.seen = needed
	if ok {
		x.seen = removable
	}
	s.marked = append(s.marked, c)
	return ok
}

// lineReason returns the cells from which a line settled cell c. The slice is
// valid until c is settled again.
func (s *Solver) lineReason(c int32) []int32 {
	x := &s.info[c]
	if x.kind != byLine {
		return nil
	}
	if !x.explained {
		s.reasons[c] = append(s.reasons[c][:0], s.explainLine(x.ref, x.mark, c)...)
		x.explained = true
	}
	return s.reasons[c]
}

// explainLine returns a minimal set of cells that explain a conflict or a
// deduction of line l. Without c (c < 0) they leave the line without a
// placement; with c, they do so together with the opposite value of c. Only
// cells settled before mark are used. The slice is valid until the next call.
func (s *Solver) explainLine(l, mark, c int32) []int32 {
	x := &s.lines[l]
	last := len(x.cells) - 1
	cells := s.scratch[:last+1] // the line from its other end, and then as it is
	for i, v := range x.cells {
		if v != line.Blank {
			q := x.place[i]
			y := &s.info[q]
			switch {
			case q == c:
				v = line.Black + line.Crossed - v | line.Fixed
			case y.level == 0:
				v |= line.Fixed
			case y.at >= mark:
				v = line.Blank
			}
		}
		cells[last-i] = v
	}
	best := x.mirror.Explain(&s.memory, cells, s.explain[0][:0])
	s.explain[0] = best
	for i, p := range best {
		best[i] = x.place[int32(last)-p]
	}
	if len(best) <= 1 {
		return best
	}
	slices.Reverse(cells)
	other := x.a.Explain(&s.memory, cells, s.explain[1][:0])
	s.explain[1] = other
	for i, p := range other {
		other[i] = x.place[p]
	}
	if s.price(other) < s.price(best) {
		return other
	}
	return best
}

// price ranks explanations: few cells are best. Cells that are already in the clause are
// almost free; those of the present level are dearer than others.
func (s *Solver) price(cells []int32) int {
	sum := 0
	here := int32(s.level())
	for _, c := range cells {
		y := &s.info[c]
		switch {
		case y.seen != 0:
			sum++
		case y.level == here:
			sum += 6
		default:
			sum += 4
		}
	}
	return sum
}
