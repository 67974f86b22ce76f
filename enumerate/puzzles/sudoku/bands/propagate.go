package bands

import "math/bits"

// board is one node of the search: 320 bytes, which the search copies when it branches.
//
// Invariants between calls of propagate:
//
//   - word[d][b] holds the places left to digit d in band b, in the layout of
//     layout.go. With a power of two the index is a shift; the fourth words
//     belong to choose: word[d][weight] has the weights of digit d, unless d is
//     in the set open[stale].
//   - open[b] has the cell bits of the cells without a digit. A cell outside
//     open is a candidate of exactly one digit, or the board is dead.
//   - A digit outside the dirty set is closed. Its minirow patterns in each
//     band and its minicolumn patterns in each stack are permutations that its
//     cells allow. Its may and loose bits say which lanes some permutation
//     uses, and which lanes some permutation does without.
//   - A removed candidate never comes back, so nothing is undone: a branch
//     works on its own copy.
type board struct {
	word [9][4]uint64
	open [4]uint64
}

const (
	weight = 3 // index in board.word[d]
	stale  = 3 // index in board.open
	// narrowBit of open[stale] says that the weights are those of tab.narrow.
	narrowBit = 1 << 9
)

type outcome int

const (
	dead outcome = iota
	undecided
	solved
)

const allDirty = 1<<9 - 1

// propagate draws the conclusions that follow from the digits marked in dirty.
// It closes digits until all are closed, then counts across the digits, and
// repeats both while that finds something.
//
// Digits are closed two at a time. One pass is a chain of some 80 cycles in
// which each step waits for the one before: the closure, the cells that it
// places, the digits that lose these cells, the number of the next digit. Two
// closures that do not wait for each other overlap. The fixed point, and so the
// number of nodes, is the same. Only the length of this chain counts. Therefore
// the flags of the nine digits are gathered in two halves by the processor's
// carry (2 to 4% more 17-clue puzzles a second than one by one). And the words
// of the two digits are stored without the cells just placed, so that
// removeCells can treat them like the others (with one AND for each half of the
// closure, 9% more on every list). The tables are small, so that they stay in the
// fastest cache: 4 kB for the closures of minicolumns instead of 8 gave 3 to 5% more.
//
// Tried and slower or no faster:
//
//   - three digits at a time: 17 clues 3% slower, hard puzzles the same
//   - all dirty digits at once: 17 clues 18% slower, since they do not see each
//     other's conclusions
//   - rotating the dirty digits instead of taking the lowest: more passes,
//     since the lowest digits have the most clues and decide the most
//   - looking for empty cells in removeCells: 17 clues 3% slower, hard puzzles the same
//   - calling removeCells even if no cell was placed: many-solution puzzles 4% slower
//   - calling a digit dirty again for any cell that its columns took: 6 to 12% slower
//   - four bands' worth of AVX2: 22 to 47% slower, since the words go through
//     memory one by one between the steps
//   - no bounds checks: no gain
//   - leaving out closures that change nothing: no gain, since only one in eight is such
//   - counting only bands that changed: no gain, though three counts in four find nothing
func (g *board) propagate(dirty uint32) outcome {
	for {
		for dirty != 0 {
			g.open[stale] |= uint64(dirty)
			d := uint(bits.TrailingZeros32(dirty))
			if d > 8 {
				break // never: it spares the bounds checks below
			}
			dirty &= dirty - 1
			w := &g.word[d]
			f0, f1, f2, lost, ok := closeDigit(w, &g.open)
			if !ok {
				return dead
			}
			again := bit(lost) << d
			s0, s1, s2 := f0, f1, f2

			// The second digit, if there is one: e, x and h are to it what d, w
			// and f are to the first.
			x := w
			var h0, h1, h2 uint64
			if dirty != 0 {
				e := uint(bits.TrailingZeros32(dirty))
				if e > 8 {
					break // never
				}
				dirty &= dirty - 1
				x = &g.word[e]
				h0, h1, h2, lost, ok = closeDigit(x, &g.open)
				if !ok {
					return dead
				}
				again |= bit(lost) << e
				if f0&h0|f1&h1|f2&h2 != 0 {
					return dead // one cell, two digits
				}
				s0, s1, s2 = s0|h0, s1|h1, s2|h2
			}
			dirty |= again

			// Take the cells just placed from all digits, then put them back.
			if s0|s1|s2 == 0 {
				continue
			}
			g.open[0] ^= s0
			g.open[1] ^= s1
			g.open[2] ^= s2
			var low, high uint64
			low = shiftIn(low, removeCells(&g.word[4], s0, s1, s2))
			low = shiftIn(low, removeCells(&g.word[3], s0, s1, s2))
			low = shiftIn(low, removeCells(&g.word[2], s0, s1, s2))
			low = shiftIn(low, removeCells(&g.word[1], s0, s1, s2))
			low = shiftIn(low, removeCells(&g.word[0], s0, s1, s2))
			high = shiftIn(high, removeCells(&g.word[8], s0, s1, s2))
			high = shiftIn(high, removeCells(&g.word[7], s0, s1, s2))
			high = shiftIn(high, removeCells(&g.word[6], s0, s1, s2))
			high = shiftIn(high, removeCells(&g.word[5], s0, s1, s2))
			dirty |= uint32(low | high<<5)
			w[0] |= f0
			w[1] |= f1
			w[2] |= f2
			x[0] |= h0
			x[1] |= h1
			x[2] |= h2
		}
		if g.open[0]|g.open[1]|g.open[2] == 0 {
			return solved
		}
		for b := range 3 {
			var ok bool
			if dirty, ok = g.count(b); !ok {
				return dead
			}
			if dirty != 0 {
				break // to go on counting gains nothing
			}
		}
		if dirty == 0 {
			return undecided
		}
	}
}

// closeDigit removes everything that no pattern of the digit uses. It returns
// the cells that this places: open cells that are the last ones left in their
// box. It removes these from the digit's own words, too; the caller must put
// them back. lost has the minirows that the columns removed after the rows were
// closed; if there are any, the rows must be closed again. ok is false if a
// band or stack has no pattern left.
func closeDigit(w, open *[4]uint64) (f0, f1, f2, lost uint64, ok bool) {
	// Rows: the minirow patterns of each band.
	h0, h1, h2 := closeRows(w[0]), closeRows(w[1]), closeRows(w[2])
	n0, n1, n2 := w[0]&h0, w[1]&h1, w[2]&h2

	// Columns: the minicolumn patterns of each stack, whose nine presence bits
	// are gathered from the three bands.
	v := minicolumns(n0) | minicolumns(n1)<<3 | minicolumns(n2)<<6
	s0, s1, s2 := tab.minicols[v&511], tab.minicols[v>>boxBits&511], tab.minicols[v>>(2*boxBits)&511]
	// A band without a pattern has no cell left, so that no stack has one.
	if (s0|s1|s2)>>63 != 0 {
		return 0, 0, 0, 0, false
	}
	n0 &= s0&oneBox | s1&oneBox<<boxBits | s2<<(2*boxBits)
	n1 &= s0>>boxBits&oneBox | s1&(oneBox<<boxBits) | s2<<boxBits&(oneBox<<(2*boxBits))
	n2 &= s0>>(2*boxBits) | s1>>boxBits&(oneBox<<boxBits) | s2&(oneBox<<(2*boxBits))

	lost = ((minirows(n0) ^ h0) | (minirows(n1) ^ h1) | (minirows(n2) ^ h2)) & lastCols
	f0 = soleCells(n0 & open[0])
	w[0] = n0 ^ f0
	f1 = soleCells(n1 & open[1])
	w[1] = n1 ^ f1
	f2 = soleCells(n2 & open[2])
	w[2] = n2 ^ f2
	return f0, f1, f2, lost, true
}

// count adds up the nine digits of band b bit by bit, like the adder tree of a
// population count over nine words, and acts on what the sums decide:
//
//	cell:             0 candidates is a contradiction; 1 is its digit
//	lane, may bits:   a lane holds three digits. Fewer than 3 that may is a contradiction;
//	                  exactly 3 must all stand there
//	lane, loose bits: six digits stand elsewhere. Fewer than 6 that can do without the lane
//	                  is a contradiction; exactly 6 must all stand elsewhere
//
// It returns the digits that lost something. They are found without branches,
// since no processor could predict these (2 to 6% more puzzles a second).
// Without the lanes the hardest puzzles take 1.3 times the nodes; without the
// whole pass, 2.6 times.
func (g *board) count(b int) (dirty uint32, ok bool) {
	a1, a2 := add(g.word[0][b], g.word[1][b], g.word[2][b])
	b1, b2 := add(g.word[3][b], g.word[4][b], g.word[5][b])
	c1, c2 := add(g.word[6][b], g.word[7][b], g.word[8][b])
	ones, d2 := add(a1, b1, c1)
	e2, e4 := add(a2, b2, c2)
	twos, f4 := e2^d2, e2&d2
	fours, eights := e4^f4, e4&f4

	more := fours | eights
	three := ones & twos &^ more
	six := twos & fours // six or seven
	if ^(ones|twos|more)&allCells|^(three|more)&allMay|^(six|eights)&allLoose != 0 {
		return 0, false
	}
	six &^= ones
	naked := ones &^ (twos | more) & g.open[b]
	full := three &^ (six >> loose) & allMay // exactly three may: they enter
	taken := six >> loose &^ three & allMay  // exactly six can do without: they avoid
	if naked|full|taken == 0 {
		return 0, true
	}
	g.open[b] ^= naked
	for d := range g.word {
		w := g.word[d][b]
		unsure := w & (w >> loose) // may bits with their loose bit
		dirty |= bit(w&naked|unsure&(full|taken)) << d
	}
	for rest := dirty; rest != 0; rest &= rest - 1 {
		w := &g.word[bits.TrailingZeros32(rest)][b]
		unsure := *w & (*w >> loose)
		news := *w&naked | unsure&full | (unsure&taken)<<loose // as keep numbers them
		for ; news != 0; news &= news - 1 {
			*w &= tab.keep[bits.TrailingZeros64(news)]
		}
	}
	return dirty, true
}

// closeRows returns the closure of the minirow patterns of the cells m.
func closeRows(m uint64) uint64 {
	return tab.minirows[minirows(m)&lastCols*spread>>55]
}

// minirows has, at the last cell of each minirow, whether m has a cell of that
// minirow. Its other bits mean nothing. Adding 3 to the first two cells carries
// into the last one unless both are missing. That is two instructions less than
// m | m>>1 | m>>2.
func minirows(m uint64) uint64 {
	const firstTwo = allCells &^ lastCols
	return m&firstTwo + firstTwo | m
}

// minicolumns has, at the first three bits of each box, which columns of the box m uses.
func minicolumns(m uint64) uint64 { return (m | m>>3 | m>>6) & firstRows }

// soleCells returns those of the cells m that are the only ones of their box.
// Adding 777 (octal) to a box of nine bits carries into bit 9 unless the box is
// empty, and leaves the box less one in the low bits. The AND with m then gives
// m without its lowest cell.
func soleCells(m uint64) uint64 {
	rest := (m + allCells) & m
	single := ^(rest + allCells) & (everyBox << 9)
	return m & (single - single>>9)
}

// removeCells removes cells from a digit. The result is not 0 if the digit had
// one of them.
func removeCells(w *[4]uint64, f0, f1, f2 uint64) uint64 {
	h0, h1, h2 := w[0]&f0, w[1]&f1, w[2]&f2
	w[0] &^= f0
	w[1] &^= f1
	w[2] &^= f2
	return h0 | h1 | h2
}

// shiftIn doubles a set and adds 1 unless x is 0. Subtracting x from 0 borrows
// unless x is 0, and the borrow is the carry of the doubling.
func shiftIn(set, x uint64) uint64 {
	_, c := bits.Sub64(0, x, 0)
	set, _ = bits.Add64(set, set, c)
	return set
}

// add is a full adder in each bit: a sum of weight one and a carry of weight two.
func add(x, y, z uint64) (sum, carry uint64) {
	t := x ^ y
	return t ^ z, x&y | t&z
}

// bit returns 1 unless x is 0. The compiler makes it without a branch.
func bit(x uint64) uint32 {
	var r uint32
	if x != 0 {
		r = 1
	}
	return r
}
