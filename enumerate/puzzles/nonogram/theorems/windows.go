package theorems

import (
	"math/bits"

	"coverstat/enumerate/puzzles/nonogram/line"
)

// maxShort is the longest line whose places fit in a word, with room to shift.
const maxShort = 62

// windowsShort computes lo and hi with sets of places as words. The starts of a
// block are those that the blocks to its left allow and the blocks to its right
// allow, too. A block costs some 60 operations, much fewer than with windowsLong.
func (s *State) windowsShort() bool {
	n, k := len(s.cells), len(s.clue)
	var black, open uint64 // black cells; cells that are not crossed
	for i, c := range s.cells {
		switch c {
		case line.Black:
			black |= 1 << i
			open |= 1 << i
		case line.Blank:
			open |= 1 << i
		}
	}
	s.starts = resize(s.starts, k)
	// ends: bit i if the blocks so far can stand in the cells before i.
	ends := floodUp(1, ^black<<1)
	for j, c := range s.clue {
		before := ends << 1
		if j == 0 {
			before |= 1
		}
		s.starts[j] = fits(open, c) &^ (black << 1) &^ (black >> c) & before
		ends = floodUp(s.starts[j]<<c, ^black<<1)
	}
	if ends>>n&1 == 0 {
		return false
	}
	// begins: bit i if the blocks from j on can stand in the cells from i on.
	begins := floodDown(1<<n, ^black)
	for j := k - 1; j >= 0; j-- {
		c := s.clue[j]
		after := begins >> (c + 1)
		if j == k-1 && c <= n {
			after |= 1 << (n - c)
		}
		can := fits(open, c) &^ (black << 1) &^ (black >> c) & after
		s.starts[j] &= can
		begins = floodDown(can, ^black)
		s.lo[j], s.hi[j] = bits.TrailingZeros64(s.starts[j]), bits.Len64(s.starts[j])-1
	}
	return true
}

// fits returns the places from which c cells in a row are in the set.
func fits(set uint64, c int) uint64 {
	for have := 1; have < c; {
		step := min(have, c-have)
		set &= set >> step
		have += step
	}
	return set
}

// floodUp returns x with every place that is reached from it upwards through
// places of the set.
func floodUp(x, set uint64) uint64 {
	for step := 1; step < 64; step *= 2 {
		x |= set & (x << step)
		set &= set << step
	}
	return x
}

// floodDown is floodUp downwards.
func floodDown(x, set uint64) uint64 {
	for step := 1; step < 64; step *= 2 {
		x |= set & (x >> step)
		set &= set >> step
	}
	return x
}

// windowsLong computes lo and hi for lines of any length, by placements from
// the left and from the right. left[j·(n+1)+i] says that the first j blocks can
// stand in the cells before i and cover every black one there. right[j·(n+1)+i]
// says the same for the blocks from j on and the cells from i on. It takes
// 3·k·n steps.
func (s *State) windowsLong() bool {
	n, k := len(s.cells), len(s.clue)
	w := n + 1
	s.left, s.right = resize(s.left, (k+1)*w), resize(s.right, (k+1)*w)
	black := func(i int) bool { return i >= 0 && i < n && s.cells[i] == line.Black }
	for j := 0; j <= k; j++ {
		row := s.left[j*w:][:w]
		row[0] = j == 0
		for i := 1; i <= n; i++ {
			row[i] = row[i-1] && !black(i-1)
			if j == 0 || row[i] {
				continue
			}
			if a := i - s.clue[j-1]; s.free(a, i-1) && !black(a-1) {
				if j == 1 && a == 0 {
					row[i] = true
				} else if a > 0 {
					row[i] = s.left[(j-1)*w+a-1]
				}
			}
		}
	}
	for j := k; j >= 0; j-- { // blocks j … k-1 in cells i … n-1
		row := s.right[j*w:][:w]
		row[n] = j == k
		for i := n - 1; i >= 0; i-- {
			row[i] = row[i+1] && !black(i)
			if j == k || row[i] {
				continue
			}
			if e := i + s.clue[j]; s.free(i, e-1) && !black(e) {
				if j == k-1 && e == n {
					row[i] = true
				} else if e < n {
					row[i] = s.right[(j+1)*w+e+1]
				}
			}
		}
	}
	if !s.left[k*w+n] {
		return false
	}
	for j, c := range s.clue {
		s.lo[j], s.hi[j] = -1, -1
		for a := 0; a+c <= n; a++ {
			e := a + c
			if !s.free(a, e-1) || black(a-1) || black(e) {
				continue
			}
			before := j == 0 && a == 0 || a > 0 && s.left[j*w+a-1]
			after := j == k-1 && e == n || e < n && s.right[(j+1)*w+e+1]
			if before && after {
				if s.lo[j] < 0 {
					s.lo[j] = a
				}
				s.hi[j] = a
			}
		}
	}
	return true
}
