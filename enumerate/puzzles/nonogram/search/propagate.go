package search

import (
	"coverstat/enumerate/invariants"
	"coverstat/enumerate/puzzles/nonogram/line"
)

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
		s.assign(x.place[f.Pos()], f.Cell(), byLine, l, mark)
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

// reasonKind says why a cell has its value. The meaning of ref and mark in
// cellInfo depends on it.
type reasonKind uint8

const (
	byRoot     reasonKind = iota // true without assumption: level 0
	byDecision                   // guessed: the first cell of its level
	byLine                       // ref: the line; mark: length of the trail when it was read
	byClause                     // ref: the clause, this cell's literal first
)

// literal is 2c for "c is black" and 2c+1 for "c is crossed".
type literal = int32

func makeTrue(c int32, v line.Cell) literal { return c<<1 | int32(v-line.Black) }

func makeFalse(c int32, v line.Cell) literal { return c<<1 | int32(line.Crossed-v) }

func (s *Solver) isTrue(p literal) bool { return s.cells[p>>1] == line.Black+line.Cell(p&1) }

func (s *Solver) isFalse(p literal) bool { return s.cells[p>>1] == line.Crossed-line.Cell(p&1) }

// assign puts cell c on the trail with value v. The lines through it become
// dirty, except the one that found it.
func (s *Solver) assign(c int32, v line.Cell, kind reasonKind, ref, mark int32) {
	x := &s.info[c]
	x.level, x.at = int32(len(s.lim)), int32(len(s.trail))
	x.kind, x.ref, x.mark, x.explained = kind, ref, mark, false
	s.cells[c] = v
	s.turned[x.turned] = v
	s.trail = append(s.trail, c)
	row, col := x.row, int32(s.height)+x.col
	s.lines[row].touch(x.col)
	s.lines[col].touch(x.row)
	if kind != byLine || ref != row {
		s.enqueue(row)
	}
	if kind != byLine || ref != col {
		s.enqueue(col)
	}
}

func (s *Solver) assignLiteral(p literal, kind reasonKind, ref int32) {
	s.assign(p>>1, line.Cell(p&1)+line.Black, kind, ref, 0)
}

// enqueue puts a line into the queue, unless it is there.
func (s *Solver) enqueue(l int32) {
	if x := &s.lines[l]; !x.queued {
		x.queued = true
		s.queue = append(s.queue, l)
	}
}

// level returns the number of decisions on the trail.
func (s *Solver) level() int { return len(s.lim) }

// decide opens a level with a guess.
func (s *Solver) decide(c int32, v line.Cell) {
	s.lim = append(s.lim, int32(len(s.trail)))
	s.assign(c, v, byDecision, -1, 0)
}

// undo takes back everything above a level. Lines that are still in the queue
// became dirty above that level, since a decision is taken only with an empty
// queue.
func (s *Solver) undo(level int) {
	if len(s.lim) <= level {
		return
	}
	cut := int(s.lim[level])
	for i := len(s.trail) - 1; i >= cut; i-- {
		c := s.trail[i]
		x := &s.info[c]
		s.cells[c] = line.Blank
		s.turned[x.turned] = line.Blank
		s.lines[x.row].touch(x.col)
		s.lines[int32(s.height)+x.col].touch(x.row)
		s.order.push(c)
	}
	s.trail = s.trail[:cut]
	s.lim = s.lim[:level]
	s.head = cut
	for _, l := range s.queue[s.queueHead:] {
		s.lines[l].queued = false
	}
	s.queue, s.queueHead = s.queue[:0], 0
}
