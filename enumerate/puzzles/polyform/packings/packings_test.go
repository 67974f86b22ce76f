package packings

import (
	"fmt"
	"math/bits"
)

// transferCount counts the packings of a puzzle's pieces into the empty board: the
// sum of the solutions over all its boards. It uses neither symmetry nor the
// search of [Count], from which it differs in every step: it goes through the
// cells in ascending order, each left uncovered or covered by a placement that
// begins there, and merges what agrees in the cells still to come and in the
// pieces left. Its states are in maps, which for the 6x6 board with eight
// pieces takes a few seconds and tens of megabytes.
func transferCount(p *Problem) (uint64, error) {
	// Pieces left are digits of a number in mixed radix.
	digit := make([]uint64, len(p.Pieces))
	all, place := uint64(0), uint64(1)
	type option struct {
		mask  uint64
		piece int
	}
	var starting [64][]option
	for i, placements := range p.Pieces {
		digit[i] = place
		all += place * uint64(p.Copies[i])
		high, low := bits.Mul64(place, uint64(p.Copies[i]+1))
		if high != 0 {
			return 0, fmt.Errorf("more than 2^64 sets of pieces")
		}
		place = low
		for _, m := range placements {
			c := bits.TrailingZeros64(m)
			starting[c] = append(starting[c], option{m, i})
		}
	}
	type state struct {
		taken uint64 // cells from the current one on that are covered
		left  uint64 // pieces, by digit
		spare int    // cells that may still be left uncovered
	}
	now := map[state]uint64{{0, all, p.Uncovered}: 1}
	next := make(map[state]uint64)
	for m := p.Board; m != 0; m &= m - 1 {
		cell := m & -m
		for s, n := range now {
			add := func(s state) error {
				sum, carry := bits.Add64(next[s], n, 0)
				if carry != 0 {
					return fmt.Errorf("more than 2^64 packings")
				}
				next[s] = sum
				return nil
			}
			if s.taken&cell != 0 {
				if err := add(state{s.taken &^ cell, s.left, s.spare}); err != nil {
					return 0, err
				}
				continue
			}
			if s.spare > 0 {
				if err := add(state{s.taken, s.left, s.spare - 1}); err != nil {
					return 0, err
				}
			}
			for _, o := range starting[bits.TrailingZeros64(cell)] {
				left := s.left / digit[o.piece] % uint64(p.Copies[o.piece]+1)
				if left == 0 || o.mask&s.taken != 0 {
					continue
				}
				if err := add(state{(s.taken | o.mask) &^ cell, s.left - digit[o.piece], s.spare}); err != nil {
					return 0, err
				}
			}
		}
		now, next = next, now
		clear(next)
	}
	return now[state{}], nil
}
