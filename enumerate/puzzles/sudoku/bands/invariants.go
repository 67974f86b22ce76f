package bands

import (
	"math/bits"
	"strconv"
)

// checkInvariants panics unless the invariants of a board hold. It is called after a
// propagate that did not find the board dead.
func (g *board) checkInvariants() {
	for d := range g.word {
		w := g.word[d]
		n := w
		f0, f1, f2, lost, ok := closeDigit(&n, &g.open)
		changed := uint64(0)
		for b := range 3 {
			changed |= (n[b]^w[b])&(g.open[b]|notCells) | n[placed+b] ^ w[placed+b]
		}
		if !ok || lost|f0|f1|f2|changed != 0 {
			panic("bands: digit " + strconv.Itoa(d) + " is not closed: " + hex(w[0]) + " " + hex(w[1]) + " " +
				hex(w[2]))
		}
	}
	for b := range 3 {
		for cells := uint64(allCells); cells != 0; cells &= cells - 1 {
			k := bits.TrailingZeros64(cells)
			open := g.open[b]>>k&1 == 1
			var candidates, stands int
			for d := range g.word {
				candidates += int(g.word[d][b] >> k & 1)
				stands += int(g.word[d][placed+b] >> k & 1)
			}
			if open && (candidates < 2 || stands != 0) || !open && stands != 1 {
				panic("bands: band " + strconv.Itoa(b) + ", bit " + strconv.Itoa(k) + ": " + strconv.Itoa(candidates) +
					" candidates, " + strconv.Itoa(stands) + " digits, open " + strconv.FormatBool(open))
			}
		}
	}
}

// checkChoice panics unless choose gives the same answer without the weights that
// were kept.
func (g *board) checkChoice(line, digit int) {
	fresh := *g
	fresh.open[stale] |= allDirty
	if l, d := fresh.choose(); l != line || d != digit {
		panic("bands: line " + strconv.Itoa(line) + " and digit " + strconv.Itoa(digit) +
			" were chosen by weights out of date")
	}
}

func hex(w uint64) string { return strconv.FormatUint(w, 16) }
