package bands

import "math/bits"

// board is one node of the search: 608 bytes, which the search copies when it branches.
//
// Invariants between calls of propagate:
//
//   - word[d][b] holds the places left to digit d in band b, in the layout of
//     layout.go, without the cells that the last closure of the digit placed.
//     word[d][placed+b] has the cells in which the digit stands, and all lane bits.
//     With a power of two the index is a shift; the fourth words belong to choose:
//     word[d][weight] has the weights of digit d, unless d is in the set open[stale].
//   - open[b] has the cell bits of the cells without a digit. Only open cells are
//     candidates; what a word says of others has no meaning.
//   - A digit outside the dirty set is closed. Its minirow patterns in each
//     band and its minicolumn patterns in each stack are permutations that its
//     cells allow. Its may and loose bits say which lanes some permutation
//     uses, and which lanes some permutation does without.
//   - A removed candidate never comes back, so nothing is undone: a branch
//     works on its own copy.
type board struct {
	word [9][8]uint64
	open [4]uint64
}

const (
	weight = 3 // index in board.word[d]
	placed = 4 // index in board.word[d]
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
// number of nodes, is the same.
//
// A cell that is placed leaves the open cells. A digit loses it when the digit is
// closed; until then it is enough to know which digits have it. The flags of the digits
// are gathered in two halves by the processor's carry: a number that is not 0
// carries when all ones are added. The nine expressions are written out, since the
// compiler leaves an idle instruction for each call that it inlines.
//
// What else was tried: NOTES.md.
func (g *board) propagate(dirty uint32) outcome {
	for {
		for dirty != 0 {
			g.open[stale] |= uint64(dirty)
			d := uint(bits.TrailingZeros32(dirty))
			if d > 8 {
				break // never: it spares the bounds checks below
			}
			dirty &= dirty - 1
			f0, f1, f2, lost, ok := closeDigit(&g.word[d], &g.open)
			if !ok {
				return dead
			}
			again := bit(lost) << d
			s0, s1, s2 := f0, f1, f2

			// The second digit, if there is one: e and h are to it what d and f are
			// to the first.
			if dirty != 0 {
				e := uint(bits.TrailingZeros32(dirty))
				if e > 8 {
					break // never
				}
				dirty &= dirty - 1
				var h0, h1, h2 uint64
				h0, h1, h2, lost, ok = closeDigit(&g.word[e], &g.open)
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

			// The digits that have cells just placed must be closed.
			if s0|s1|s2 == 0 {
				continue
			}
			g.open[0] ^= s0
			g.open[1] ^= s1
			g.open[2] ^= s2
			const ones = 1<<64 - 1
			var low, high, c uint64
			_, c = bits.Add64(g.word[4][0]&s0|g.word[4][1]&s1|g.word[4][2]&s2, ones, 0)
			low, _ = bits.Add64(low, low, c)
			_, c = bits.Add64(g.word[3][0]&s0|g.word[3][1]&s1|g.word[3][2]&s2, ones, 0)
			low, _ = bits.Add64(low, low, c)
			_, c = bits.Add64(g.word[2][0]&s0|g.word[2][1]&s1|g.word[2][2]&s2, ones, 0)
			low, _ = bits.Add64(low, low, c)
			_, c = bits.Add64(g.word[1][0]&s0|g.word[1][1]&s1|g.word[1][2]&s2, ones, 0)
			low, _ = bits.Add64(low, low, c)
			_, c = bits.Add64(g.word[0][0]&s0|g.word[0][1]&s1|g.word[0][2]&s2, ones, 0)
			low, _ = bits.Add64(low, low, c)
			_, c = bits.Add64(g.word[8][0]&s0|g.word[8][1]&s1|g.word[8][2]&s2, ones, 0)
			high, _ = bits.Add64(high, high, c)
			_, c = bits.Add64(g.word[7][0]&s0|g.word[7][1]&s1|g.word[7][2]&s2, ones, 0)
			high, _ = bits.Add64(high, high, c)
			_, c = bits.Add64(g.word[6][0]&s0|g.word[6][1]&s1|g.word[6][2]&s2, ones, 0)
			high, _ = bits.Add64(high, high, c)
			_, c = bits.Add64(g.word[5][0]&s0|g.word[5][1]&s1|g.word[5][2]&s2, ones, 0)
			high, _ = bits.Add64(high, high, c)
			dirty |= uint32(low | high<<5)
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

// closeDigit removes everything that no pattern of the digit uses, and the cells
// that are no longer open. It places the digit in the open cells that are the last
// ones left in their box, and returns these. lost has the minirows that the columns
// removed after the rows were closed; if there are any, the rows must be closed
// again. ok is false if a band or stack has no pattern left.
func closeDigit(w *[8]uint64, open *[4]uint64) (f0, f1, f2, lost uint64, ok bool) {
	// Rows: the minirow patterns of each band.
	n0, n1, n2 := w[0]&open[0]|w[placed], w[1]&open[1]|w[placed+1], w[2]&open[2]|w[placed+2]
	h0, h1, h2 := closeRows(n0), closeRows(n1), closeRows(n2)
	n0, n1, n2 = n0&h0, n1&h1, n2&h2

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
	w[placed] |= f0
	f1 = soleCells(n1 & open[1])
	w[1] = n1 ^ f1
	w[placed+1] |= f1
	f2 = soleCells(n2 & open[2])
	w[2] = n2 ^ f2
	w[placed+2] |= f2
	return f0, f1, f2, lost, true
}

// count adds up the nine digits of band b bit by bit, like the adder tree of a
// population count over nine words, and acts on what the sums decide:
//
//	open cell:        0 candidates is a contradiction; 1 is its digit
//	lane, may bits:   a lane holds three digits. Fewer than 3 that may is a contradiction;
//	                  exactly 3 must all stand there
//	lane, loose bits: six digits stand elsewhere. Fewer than 6 that can do without the lane
//	                  is a contradiction; exactly 6 must all stand elsewhere
//
// It returns the digits that lost something. They are found without branches,
// since no processor could predict these.
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
	if ^(ones|twos|more)&g.open[b]|^(three|more)&allMay|^(six|eights)&allLoose != 0 {
		return 0, false
	}
	six &^= ones
	naked := ones &^ (twos | more) & g.open[b]
	full := three &^ (six >> loose) & allMay // exactly three may: they enter
	taken := six >> loose &^ three & allMay  // exactly six can do without: they avoid
	if naked|full|taken == 0 {
		return 0, true
	}
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
