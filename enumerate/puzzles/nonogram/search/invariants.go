package search

import (
	"slices"
	"strconv"

	"coverstat/enumerate/puzzles/nonogram/line"
)

// checkInvariants tests the invariants that the head of solver.go lists. It is
// called after a propagate that returned true, and panics with what is wrong.
func (s *Solver) checkInvariants() {
	s.checkTrail()
	s.checkLines()
	s.checkClauses()
}

func broken(what string, at int) { panic("search: " + what + " " + strconv.Itoa(at)) }

func (s *Solver) checkTrail() {
	for t, c := range s.trail {
		x := &s.info[c]
		if s.cells[c] == line.Blank || int(x.at) != t || int(x.level) > s.level() {
			broken("trail is wrong at", t)
		}
		if t > 0 && x.level < s.info[s.trail[t-1]].level {
			broken("levels fall at", t)
		}
	}
	known := 0
	for c, v := range s.cells {
		if s.turned[s.info[c].turned] != v {
			broken("rows and columns differ at cell", c)
		}
		if v != line.Blank {
			known++
		} else if s.order.place != nil && len(s.order.cells) > 0 && s.level() > 0 && s.order.place[c] < 0 &&
			s.result.Counters.Decisions > 0 {
			broken("no place in the heap for blank cell", c)
		}
	}
	if known != len(s.trail) {
		broken("cells not on the trail:", known-len(s.trail))
	}
}

// checkLines reads every line from scratch: nothing is left to find.
func (s *Solver) checkLines() {
	for l := range s.lines {
		x := &s.lines[l]
		if x.queued {
			broken("line still queued:", l)
		}
		found, ok := x.a.Deduce(x.a.NewSweeps(), x.cells, 0, len(x.cells)-1, nil)
		if !ok || len(found) > 0 {
			broken("line logic finds more in line", l)
		}
	}
}

// checkClauses tests that no clause is false or unit unless its literal is true.
func (s *Solver) checkClauses() {
	for _, r := range s.db.all {
		open, sat := 0, false
		ps := s.db.literals(r)
		for _, p := range ps {
			switch {
			case s.isTrue(p):
				sat = true
			case !s.isFalse(p):
				open++
			}
		}
		if !sat && open < 2 {
			broken("clause neither true nor open:", int(r))
		}
		for _, p := range ps[:2] {
			if !slices.ContainsFunc(s.db.watches[p], func(w watch) bool { return w.r == r }) {
				broken("clause not watched:", int(r))
			}
		}
	}
}
