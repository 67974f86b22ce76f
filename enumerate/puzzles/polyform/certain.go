package polyform

import (
	"math/bits"
	"slices"

	"coverstat/enumerate"
)

// force makes forced moves, round by round, as long as there are some. A round in which some cell or piece has no
// option left, or two moves are in each other's way, is not made: there is no solution.
func (s *cellSearch) force() (laid, rounds int64) {
	cells := len(s.puzzle.Board.Blocked)
	live, used, left := slices.Clone(s.live[0]), slices.Clone(s.used), slices.Clone(s.open[0])
	for {
		var moves []int
		for _, i := range left {
			n, only := 0, 0
			for w, x := range s.row(i) {
				if x &= live[w]; x != 0 {
					n, only = n+bits.OnesCount64(x), 64*w+bits.TrailingZeros64(x)
				}
			}
			switch {
			case n == 0:
				return laid, rounds
			case n == 1 && !slices.Contains(moves, only):
				moves = append(moves, only)
			}
		}
		if moves == nil {
			return laid, rounds
		}
		pieces := int64(0)
		for _, move := range moves {
			if live[move/64]>>(move&63)&1 == 0 {
				return laid, rounds
			}
			l := &s.laid[s.fit[move]]
			without := slices.Clone(l.cells)
			for _, p := range l.pieces {
				if used[p]++; used[p] == s.max[p] {
					without = append(without, cells+p)
				}
			}
			for _, item := range without {
				for w, x := range s.row(item) {
					live[w] &^= x
				}
			}
			left = slices.DeleteFunc(left, func(i int) bool { return slices.Contains(without, i) })
			pieces += int64(len(l.pieces))
		}
		laid, rounds = laid+pieces, rounds+1
	}
}

// forceAgain makes forced moves in the plainest way, see [cellSearch.force].
func (z *Puzzle) forceAgain(items []int, options []enumerate.OptionID,
	contains func(enumerate.OptionID, int) bool) (laid, rounds int64) {
	for {
		moves := map[enumerate.OptionID]bool{}
		for _, i := range items {
			switch of := optionsOf(i, options, contains); len(of) {
			case 0:
				return laid, rounds
			case 1:
				moves[of[0]] = true
			}
		}
		if len(moves) == 0 {
			return laid, rounds
		}
		covered, used := map[int]bool{}, map[int]int32{} // by cell; by piece
		for o := range moves {
			for _, c := range z.Placements[o].Cells {
				if covered[c] {
					return laid, rounds
				}
				covered[c] = true
			}
			used[z.Placements[o].Piece]++
		}
		pieces := slices.Clone(z.Pieces)
		for p, n := range used {
			if pieces[p].Max -= n; pieces[p].Max < 0 {
				return laid, rounds
			}
		}
		z = &Puzzle{Board: z.Board, Pieces: pieces, Placements: z.Placements}
		done := func(o enumerate.OptionID) bool {
			p := z.Placements[o]
			return pieces[p.Piece].Max == 0 || slices.ContainsFunc(p.Cells, func(c int) bool { return covered[c] })
		}
		items = slices.DeleteFunc(slices.Clone(items), func(i int) bool {
			for o := range moves {
				if contains(o, i) {
					return true
				}
			}
			return false
		})
		options = slices.DeleteFunc(slices.Clone(options), done)
		laid, rounds = laid+int64(len(moves)), rounds+1
	}
}
