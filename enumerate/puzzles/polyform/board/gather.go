package board

import (
	"errors"
	"math/bits"
	"slices"
	"strconv"
)

// A gather makes the index of a table from the bits at certain positions of a window.
// The positions are a group. One multiplication brings their bits together at the top
// of a word, in some sequence:
//
//	w & mask * mul >> shift
//
// The window w is the 64 bits from the anchor on, or the 64 after them. The group
// is cut into spans of positions side by side. Each bit of mul moves one span to its
// place. All other bits of the product must fall below these places, or beyond bit 63.
// An example: pentominoes on lines of 10 cells have groups of 11 and of 9 bits.
//
//	      a  1  2  3  4      bits 60 to 63 of the first group
//	7  8  9 10 11 12 13           53    59
//	  18 19 20 21 22              59    63     second
//	     29 30 31                 56    58
//	        40                    55
type gather struct {
	mask, mul uint64
	shift     uint
	base      int  // of its table
	high      bool // the window is the second one
}

// A group is positions, relative to an anchor, whose pattern indexes a table.
type group struct {
	gather
	spans []span
	bits  int            // of the index
	at    [MaxCells]int8 // distance from the anchor: bit of the index, or -1
}

// span is the positions from lo to before hi; to is how far their bits are
// moved.
type span struct{ lo, hi, to int }

// nearBits and farBits are what the first two groups are indexed by where there
// is one word of slots. The tables of pentominoes take 20 KB of the first-level
// cache, 40 if the orders need different ones.
const (
	nearBits = 11
	farBits  = 9
)

// maxGroups bounds the tables of a reading.
const maxGroups = 32

// groupBits returns the most bits that the group of a number may have, and
// whether its table must be indexed by as many, whatever it needs.
func groupBits(words, i int) (most int, fixed bool) {
	switch {
	case words > 1:
		return max(8, 13-bits.Len(uint(words))), false
	case i == 1:
		return farBits, true
	}
	return nearBits, i == 0
}

// groupsOf divides the positions that the shapes of a reading need into groups, the
// nearest first. The end of the second span belongs into the first group before
// its beginning, since the cells beside those of the first span lie there, and
// pockets are seen in one group (see [pockets]).
func groupsOf(shapes []string, words int) (groups []group, err error) {
	spans := spansOf(shapes)
	if len(spans) > 1 {
		most, _ := groupBits(words, 0)
		s := &spans[1]
		if cut := s.hi - (most - (spans[0].hi - spans[0].lo)); s.lo < cut && cut < s.hi {
			spans = slices.Insert(spans, 2, span{lo: s.lo, hi: cut})
			spans[1].lo = cut
		}
	}
	var open group
	for _, s := range spans {
		for s.lo < s.hi {
			hi := s.hi
			for ; hi > s.lo; hi-- { // as much of the span as there is room for
				most, fixed := groupBits(words, len(groups))
				if x, ok := newGroup(append(slices.Clone(open.spans), span{lo: s.lo, hi: hi}), most, fixed); ok {
					open, s.lo = x, hi
					break
				}
			}
			if s.lo < s.hi {
				groups, open = append(groups, open), group{}
			}
		}
	}
	if len(open.spans) > 0 {
		groups = append(groups, open)
	}
	if len(groups) > maxGroups {
		return nil, errors.New("pieces so large that their cells make " + strconv.Itoa(len(groups)) +
			" groups: the scan kernel holds " + strconv.Itoa(maxGroups))
	}
	return groups, nil
}

// spansOf returns the positions that the shapes reach beyond their anchors.
func spansOf(shapes []string) (spans []span) {
	var needed [MaxCells + 1]bool
	for _, s := range shapes {
		for _, d := range []byte(s) {
			needed[d] = d > 0
		}
	}
	for d := 1; d < len(needed); d++ {
		switch {
		case needed[d] && !needed[d-1]:
			spans = append(spans, span{lo: d, hi: d + 1})
		case needed[d]:
			spans[len(spans)-1].hi++
		}
	}
	return spans
}

// newGroup finds out how to gather some spans into an index of at most, or fixed
// to, a number of bits. It fails if they are too many, lie in both windows, or no
// sequence of the spans does.
func newGroup(spans []span, most int, fixed bool) (group, bool) {
	x := group{spans: spans}
	from := 0
	if slices.ContainsFunc(spans, func(s span) bool { return s.lo >= 64 }) {
		x.high, from = true, 64
	}
	moved := slices.Clone(spans)
	for i := range moved {
		s := &moved[i]
		s.lo -= from
		s.hi -= from
		if s.lo < 0 || s.hi > 64 {
			return x, false
		}
		x.bits += s.hi - s.lo
	}
	if x.bits > most || len(moved) > 5 || !arrange(moved, 0) {
		return x, false
	}
	if fixed { // bits beneath may be set: the table does not mind
		x.bits = most
	}
	x.shift = uint(64 - x.bits)
	for p := range x.at {
		x.at[p] = -1
	}
	for _, s := range moved {
		x.mul |= 1 << s.to
		x.mask |= (1<<(s.hi-s.lo) - 1) << s.lo
		for p := s.lo; p < s.hi; p++ {
			x.at[p+from] = int8(p + s.to - int(x.shift))
		}
	}
	return x, true
}

// arrange tries the sequences of the spans from number i on, the first in the
// sequence going to the top, and sets where they go: to the top bits.
func arrange(spans []span, i int) bool {
	if i < len(spans) {
		for j := i; j < len(spans); j++ {
			spans[i], spans[j] = spans[j], spans[i]
			if arrange(spans, i+1) {
				return true
			}
			spans[i], spans[j] = spans[j], spans[i]
		}
		return false
	}
	top := 64
	for i := range spans {
		s := &spans[i]
		top -= s.hi - s.lo
		if s.to = top - s.lo; s.to < 0 {
			return false
		}
	}
	rest := uint64(0) // the most that all else sums to
	for i, s := range spans {
		for j, by := range spans {
			if lo, hi := s.lo+by.to, s.hi+by.to; i != j && lo < 64 {
				if hi > top {
					return false
				}
				rest += (1<<(hi-lo) - 1) << lo
			}
		}
	}
	return rest < 1<<top
}

// tabulate returns the table of a group: by the pattern of the free cells the
// slots that find theirs free. A slot is left out, too, where it would cut off a
// pocket that nothing can fill. Slots that the reading does not use are in every
// pattern, so that readings with the same shapes have the same tables.
func (x *group) tabulate(shapes []string, words int, distances []int) []uint64 {
	size := 1 << x.bits
	dead := make([]bool, size)
	if x.at[1] >= 0 { // beyond the cells next to the anchor there is hardly a pocket: 0 to 2% of the nodes
		dead = x.pockets(shapes, distances)
	}
	table := make([]uint64, size*words)
	for o, s := range shapes {
		need := 0
		for _, d := range []byte(s) {
			if b := x.at[d]; b >= 0 {
				need |= 1 << b
			}
		}
		w, bit := o>>6, uint64(1)<<(o&63)
		others := (size - 1) &^ need
		for rest := others; ; rest = (rest - 1) & others {
			if !dead[rest] {
				table[(rest|need)*words+w] |= bit
			}
			if rest == 0 {
				break
			}
		}
	}
	return table
}

// pockets says of each pattern of free cells whether it holds a pocket that
// nothing can fill: cells of which each neighbour is of the pocket, occupied, or
// at the anchor or before it, where everything is occupied. Pockets cost nothing
// at search time. Cells count as neighbours if some cells so far apart are, so
// that what is taken for one pocket may be several; they are filled together.
func (x *group) pockets(shapes []string, distances []int) []bool {
	at := func(p int) int8 { // of a position that may lie far out
		if p < len(x.at) {
			return x.at[p]
		}
		return -1
	}
	known := make([]int, x.bits) // bit: its position
	beside := make([]int, x.bits)
	used := 0 // bits with a position
	open := 0 // cells with a neighbour that may be free for all the group knows
	for p, b := range x.at {
		if b < 0 {
			continue
		}
		known[b] = p
		used |= 1 << b
		for _, d := range distances {
			for _, y := range [2]int{p - d, p + d} {
				switch to := at(max(y, 0)); {
				case to >= 0:
					beside[b] |= 1 << to
				case y > 0:
					open |= 1 << b
				}
			}
		}
	}
	fills := make([]int8, 1<<x.bits) // pocket: whether shapes fill it, 0 if not yet known
	dead := make([]bool, 1<<x.bits)
	for pattern := range dead {
		reached := pattern & open
		for edge := reached; edge != 0; {
			b := bits.TrailingZeros(uint(edge))
			more := beside[b] & pattern &^ reached
			reached |= more
			edge = edge&^(1<<b) | more
		}
		dead[pattern] = !x.fill(pattern&used&^reached, shapes, known, fills)
	}
	return dead
}

// fill reports whether shapes, each as often as wanted, can fill a pocket.
func (x *group) fill(pocket int, shapes []string, known []int, fills []int8) bool {
	if pocket == 0 || fills[pocket] > 0 {
		return true
	}
	if fills[pocket] < 0 {
		return false
	}
	first := MaxCells
	for rest := uint(pocket); rest != 0; rest &= rest - 1 {
		first = min(first, known[bits.TrailingZeros(rest)])
	}
	for _, s := range shapes {
		need := 0
		for _, d := range []byte(s) {
			if p := first + int(d); p >= MaxCells || x.at[p] < 0 {
				need = 0
				break
			} else {
				need |= 1 << x.at[p]
			}
		}
		if need != 0 && need&^pocket == 0 && x.fill(pocket&^need, shapes, known, fills) {
			fills[pocket] = 1
			return true
		}
	}
	fills[pocket] = -1
	return false
}
