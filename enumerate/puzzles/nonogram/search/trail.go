package search

import "coverstat/enumerate/puzzles/nonogram/line"

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
