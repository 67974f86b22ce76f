package search

import "coverstat/enumerate/invariants"

// propagate draws all conclusions from the trail: first from clauses, because they are
// cheap, then from one dirty line at a time, in the order in which they became dirty. It
// returns false at a conflict, with conflictClause or conflictLine set.
func (s *Solver) propagate() bool {
	for {
		for s.head < len(s.trail) && len(s.db.all) > 0 {
			c := s.trail[s.head]
			s.head++
			if !s.visitWatches(makeFalse(c, s.cells[c])) {
				return false
			}
		}
		s.head = len(s.trail)
		if s.queueHead == len(s.queue) {
			s.queue, s.queueHead = s.queue[:0], 0
			if invariants.Enabled {
				s.checkInvariants()
			}
			return true
		}
		l := s.queue[s.queueHead]
		s.queueHead++
		if !s.readLine(l) {
			return false
		}
	}
}

// readLine applies complete line logic to line l.
func (s *Solver) readLine(l int32) bool {
	x := &s.lines[l]
	x.queued = false
	s.result.Counters.LineSolves++
	found, ok := x.a.Deduce(x.sweeps, x.cells, int(x.lo), int(x.hi), s.found[:0])
	s.found = found
	if !ok {
		x.touchAll()
		s.conflictClause, s.conflictLine = noClause, l
		return false
	}
	x.lo, x.hi = int32(len(x.cells)), -1
	mark := int32(len(s.trail))
	for _, f := range found {
		s.assign(x.base+int32(f.Pos())*x.stride, f.Cell(), byLine, l, mark)
	}
	return true
}

// visitWatches visits the clauses that watch literal p, which has just become
// false. In each clause another literal is watched from now on, or the other
// watched literal becomes true, or the clause is in conflict.
func (s *Solver) visitWatches(p literal) bool {
	ws := s.db.watches[p]
	j := 0
next:
	for i, w := range ws {
		if s.isTrue(w.blocker) {
			ws[j] = w
			j++
			continue
		}
		ps := s.db.literals(w.r)
		if ps[0] == p {
			ps[0], ps[1] = ps[1], ps[0]
		}
		other := ps[0]
		if s.isTrue(other) {
			ws[j] = watch{w.r, other}
			j++
			continue
		}
		for k := 2; k < len(ps); k++ {
			if !s.isFalse(ps[k]) {
				ps[1], ps[k] = ps[k], p
				s.db.watches[ps[1]] = append(s.db.watches[ps[1]], watch{w.r, other})
				continue next
			}
		}
		ws[j] = watch{w.r, other}
		j++
		if s.isFalse(other) {
			j += copy(ws[j:], ws[i+1:])
			s.db.watches[p] = ws[:j]
			s.conflictClause, s.conflictLine = w.r, -1
			return false
		}
		s.assignLiteral(other, byClause, w.r)
	}
	s.db.watches[p] = ws[:j]
	return true
}
