package theorems

import (
	"slices"

	"coverstat/enumerate/puzzles/nonogram/line"
)

// Theorem is the number of a theorem, 1 to 6.
type Theorem int

// The theorems by their names.
const (
	homogeneity Theorem = 1 + iota
	residence
	seating
	oversize
	notJoinable
	confirmation
	Count = int(confirmation)
)

var names = [...]string{"", "homogeneity", "residence", "seating", "oversize", "not joinable", "confirmation"}

func (t Theorem) String() string { return names[t] }

// A rule is one sentence of a theorem as a function of one line. All rules are sound: see
// TestRulesAreSound.
type rule struct {
	Theorem Theorem
	Name    string
	Says    string
	apply   func(*State)
}

// Rules is the table of all rules, by theorem. It must not be changed.
var Rules = []rule{
	{homogeneity, "stretch cut out",
		"what all placements of a block have in common, in the stretch that everything known leaves to it, is black",
		stretchCutOut},
	{residence, "free stretch",
		"what a block has in common in its leftmost and rightmost place is black, counting all cells that are not crossed as free", freeStretch},
	{seating, "seat a run",
		"a run of only one candidate: what all places of that block over the run have in common is black", seatRun},
	{seating, "seat at an end",
		"a run near the end of a stretch grows away from it to the length of its shortest candidate", seatAtEnd},
	{oversize, "short stretch", "a stretch without black cells that has room for no block in its window is crossed",
		shortStretch},
	{oversize, "out of reach", "cells that no block reaches, those with a seat counted from there, are crossed",
		outOfReach},
	{oversize, "beside a run",
		"a blank cell beside a run that may grow, but that no block of those long enough reaches together with it, is crossed", besideRun},
	{oversize, "all blocks there", "if all black cells are there the rest is crossed", allThere},
	{notJoinable, "keep apart", "a blank cell that would join two runs to one that no block can hold is crossed",
		keepApart},
	{notJoinable, "count apart",
		"if no block can hold two neighbouring runs, each is seated as if the cell beside the other were crossed",
		countApart},
	{confirmation, "close", "a run as long as its longest candidate is complete: its neighbours are crossed", closeRun},
}

// stretchCutOut is residence for one block (k = 1) in the stretch lo … hi+n-1
// of m cells: n + n - m of its cells are fixed, in the middle.
func stretchCutOut(s *State) {
	for j, c := range s.clue {
		s.blacken(s.hi[j], s.lo[j]+c-1)
	}
}

// freeStretch is residence. In a stretch of m free cells it fixes block(Σn + nL
// + k-1 - m) cells of every block L, as the test verifies; crosses cut the line
// into such stretches.
//
// A common misreading is "black in both extreme placements, whichever the
// block". It is false for [1 1] in three cells and more.
func freeStretch(s *State) {
	for j, c := range s.clue {
		s.blacken(s.nearHi[j], s.nearLo[j]+c-1)
	}
}

// seatRun seats runs. With L free cells on the left and R on the right this is
// block(n-nT-L) on the right and block(n-nT-R) on the left.
//
// The q-th run is not always the q-th block, not even if there are as many runs
// as blocks; the candidates decide.
func seatRun(s *State) {
	for _, r := range s.runs {
		if j := r.only; j >= 0 {
			lo, hi := s.seat(r)
			s.blacken(hi, lo+s.clue[j]-1)
		}
	}
}

// seat returns the first and the last start of the only candidate of r that let
// it cover r.
func (s *State) seat(r run) (lo, hi int) {
	j := r.only
	return max(s.lo[j], r.b-s.clue[j]+1), min(s.hi[j], r.a)
}

// seatAtEnd is the corollary of the text, for any distance from the end. The
// length must be that of the shortest candidate. To extend by the first number
// of the clue, or by the largest, is false at a wall inside the line.
func seatAtEnd(s *State) {
	for _, r := range s.runs {
		s.extend(r, s.wallLeft(r.a), s.wallRight(r.b))
	}
}

// extend seats a run by its shortest candidate in the stretch from … to.
func (s *State) extend(r run, from, to int) {
	s.blacken(r.b+1, from+r.shortest-1)
	s.blacken(to-r.shortest+1, r.a-1)
}

// shortStretch crosses stretches without room. A block fits in the stretch a …
// b if it has a start in its window such that it lies inside.
//
// To compare with the first number of the clue, or with the largest, is false.
func shortStretch(s *State) {
	n := len(s.cells)
	for a := 0; a < n; a++ {
		if s.cells[a] == line.Crossed {
			continue
		}
		b := s.wallRight(a)
		if !slices.Contains(s.cells[a:b+1], line.Black) && !s.takesOne(a, b) {
			s.cross(a, b)
		}
		a = b
	}
}

// takesOne reports whether some block fits in the stretch a … b.
func (s *State) takesOne(a, b int) bool {
	for j, c := range s.clue {
		if max(s.lo[j], a) <= min(s.hi[j], b-c+1) {
			return true
		}
	}
	return false
}

// outOfReach crosses cells outside all windows. The window of a block that is
// the only candidate of a run is first narrowed to the places over that run,
// and the windows of its neighbours accordingly.
func outOfReach(s *State) {
	copy(s.seatLo, s.lo)
	copy(s.seatHi, s.hi)
	for _, r := range s.runs {
		if j := r.only; j >= 0 {
			lo, hi := s.seat(r)
			s.seatLo[j], s.seatHi[j] = max(s.seatLo[j], lo), min(s.seatHi[j], hi)
		}
	}
	k := len(s.clue)
	for j := 1; j < k; j++ {
		s.seatLo[j] = max(s.seatLo[j], s.seatLo[j-1]+s.clue[j-1]+1)
		s.seatHi[k-1-j] = min(s.seatHi[k-1-j], s.seatHi[k-j]-s.clue[k-1-j]-1)
	}
	next := 0
	for j, c := range s.clue {
		s.cross(next, s.seatLo[j]-1)
		next = max(next, s.seatHi[j]+c)
	}
	s.cross(next, len(s.cells)-1)
}

// besideRun crosses cells that are out of reach of a run with several
// candidates. Where the run may not grow at all, confirmation says the same.
func besideRun(s *State) {
	for _, r := range s.runs {
		if r.b-r.a+1 == r.longest {
			continue
		}
		if _, longest, _ := s.candidates(r.a-1, r.b); longest == 0 {
			s.cross(r.a-1, r.a-1)
		}
		if _, longest, _ := s.candidates(r.a, r.b+1); longest == 0 {
			s.cross(r.b+1, r.b+1)
		}
	}
}

// allThere crosses the rest when all black cells are known.
func allThere(s *State) {
	missing := 0
	for _, c := range s.clue {
		missing += c
	}
	for _, r := range s.runs {
		missing -= r.b - r.a + 1
	}
	if missing == 0 {
		s.cross(0, len(s.cells)-1)
	}
}

// keepApart crosses the one cell between two runs that must not join. The text
// compares m+n+l with the largest number that is still open. It must mean a run of
// the joined length that is longer than all its candidates. That the joined
// length is not itself a number of the clue proves nothing: [4] and X?X?.
func keepApart(s *State) {
	for q := 1; q < len(s.runs); q++ {
		l, r := s.runs[q-1], s.runs[q]
		if r.a-l.b != 2 || s.cells[l.b+1] != line.Blank {
			continue
		}
		if _, longest, _ := s.candidates(l.a, r.b); longest == 0 {
			s.cross(l.b+1, l.b+1)
		}
	}
}

// countApart seats two neighbouring runs that belong to different blocks: each
// as if the cell beside the other were crossed.
func countApart(s *State) {
	for q := 1; q < len(s.runs); q++ {
		l, r := s.runs[q-1], s.runs[q]
		if _, longest, _ := s.candidates(l.a, r.b); longest > 0 || !s.free(l.b, r.a) {
			continue
		}
		s.extend(l, s.wallLeft(l.a), r.a-2)
		s.extend(r, l.b+2, s.wallRight(r.b))
	}
}

// closeRun confirms runs. "As long as some number of the clue" would be false:
// [2 1] and X???.
func closeRun(s *State) {
	for _, r := range s.runs {
		if r.b-r.a+1 == r.longest {
			s.cross(r.a-1, r.a-1)
			s.cross(r.b+1, r.b+1)
		}
	}
}

// Set is a set of theorems; bit t-1 stands for theorem t.
type Set uint8

// All is the set of all six.
const All Set = 1<<Count - 1

// SetOf returns the set of the theorems given.
func SetOf(ts ...Theorem) Set {
	var s Set
	for _, t := range ts {
		s |= 1 << (t - 1)
	}
	return s
}

// has reports whether t is in the set.
func (s Set) has(t Theorem) bool { return s>>(t-1)&1 == 1 }

// Each yields the theorems of the set, by number.
func (s Set) Each(yield func(Theorem) bool) {
	for t := Theorem(1); int(t) <= Count; t++ {
		if s.has(t) && !yield(t) {
			return
		}
	}
}

// An Order says how to apply the theorems to a line or a puzzle: First once,
// Loop until a round settles nothing, Last once.
type Order struct {
	First, Loop, Last []Theorem
}

// Printed is the order of the author: "2 on every line, then 3, 4, 5 in turn
// with 6 after each, to the fixpoint; at the end 4 once more". By homogeneity,
// 2 on every line is 2 on every stretch, so theorem 1 stands beside it.
var Printed = Order{
	First: []Theorem{residence, homogeneity},
	Loop:  []Theorem{seating, confirmation, oversize, confirmation, notJoinable, confirmation},
	Last:  []Theorem{oversize},
}

// Fixpoint is the same with residence in the loop. It reaches the fixpoint of all
// six theorems. No other order can reach more: rules only add cells, and each
// rule finds no less when more is known.
var Fixpoint = Order{
	Loop: []Theorem{residence, homogeneity, seating, confirmation, oversize, confirmation, notJoinable, confirmation},
}
