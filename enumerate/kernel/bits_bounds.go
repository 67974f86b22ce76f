package kernel

import (
	"math/bits"

	"coverstat/enumerate"
)

// A stock is a bounded item.
type stock struct {
	min, max int32
	options  []uint64 // the set of its options

	// Dead states hold the number of chosen options, counts at most: more mean the same.
	// Its bits begin at shift.
	counts int32
	shift  int
}

// claim counts option o, with a row of conflicts, for its bounded items. It returns the row
// with the options of those that may have no further option.
func (b *Bits) claim(from, to *bitState, o int32, row []uint64) []uint64 {
	copy(to.used, from.used)
	for _, i := range b.claims[o] {
		x := &b.stocks[i]
		if to.used[i]++; to.used[i] < x.max {
			continue
		}
		for w, set := range x.options {
			b.row[w] = row[w] | set
		}
		row = b.row
	}
	return row
}

// lacks reports whether a bounded item has too few options, chosen and in the set together.
func (b *Bits) lacks(s *bitState) bool {
	for i := range b.stocks {
		x := &b.stocks[i]
		n := int(x.min - s.used[i])
		for w := 0; w < s.n && n > 0; w++ {
			n -= bits.OnesCount64(s.word[w] & x.options[s.place[w]])
		}
		if n > 0 {
			return true
		}
	}
	return false
}

// packUsed gives each bounded item its bits in a word that holds the numbers of their chosen
// options, for dead states, and each secondary item a bit. It reports whether all fit.
func (b *Bits) packUsed() bool {
	shift := 0
	for i := range b.stocks {
		x := &b.stocks[i]
		if x.counts = x.max; int(x.max) >= b.items { // an option has a primary item, so that max is not reached
			x.counts = x.min
		}
		x.shift = shift
		shift += bits.Len32(uint32(x.counts))
	}
	bit := make([]uint64, b.problem.Items())
	for i := range bit {
		if b.problem.Item(enumerate.Item(i)).Secondary() {
			bit[i] = 1 << shift // 0 beyond 64 bits
			shift++
			b.seconds = make([]uint64, b.problem.Options())
		}
	}
	for o := range b.seconds {
		for _, m := range b.problem.Option(enumerate.OptionID(o)) {
			b.seconds[o] |= bit[m.Item]
		}
	}
	return shift <= 64 && !b.problem.Coloured()
}
