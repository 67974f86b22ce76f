package kernel

import (
	"errors"
	"math"
	"math/bits"
	"sync/atomic"

	"coverstat/enumerate"
)

// Options as bits. The state of the search is the set of options that can still be
// chosen and, for each primary item, the number of these options that contain it.
// Choosing an option removes from the set every option in conflict with it. A matrix
// has a row of conflicts for each option; secondary items and colours are in that
// matrix and nowhere else.
//
// Counts are bit-sliced: bits i of c0, c1, c2, c3 and of the words of high together are
// the count of item i. One pass over the item masks of the options then counts 64 items
// at once, and a few logical operations find the shortest list.
//
// Invariants between steps, for the state in use:
//
//   - word[:n] are the non-zero words of the set of options, and place[:n] are their
//     places in the set. In the deeper levels most words of a large set are zero
//     (this is the sparse bit set of Compact-Table, Demeulenaere et al. 2016).
//   - slices[w].active has the items still to be covered. Where it is not 0, the
//     counts are right for the active items.
//
// A step subtracts the options that go from the counts, or counts again if fewer
// options stay than go. Counts of more than four bits are made of blocks of 14 options,
// which cannot overflow four bits and are pairs.
//
// States are copied, not undone: a step builds the child from its parent in one
// pass. Only a node with untried children keeps its state. Its last child, and the
// children along forced moves, are built in place.
//
// The search branches on primary items alone. A state counts the chosen options of each
// bounded item. When they are as many as may be, all its options leave the set; when the
// set has too few options for what it lacks, the state is a dead end.
//
// Where there are no colours, dead states are remembered: see bits_dead.go.
//
// A step reads one word for 64 options that stay, and one mask for each option that goes.
// What else was tried: NOTES.md, "Sets of options".

const (
	maxBitsItems  = 256     // four words
	maxBitsMatrix = 1 << 26 // bytes
)

// Numbers of children with a special meaning.
const (
	deadEnd = 0
	solved  = -1
)

// slice holds 64 items and the four low bits of their counts.
type slice struct {
	active         uint64
	c0, c1, c2, c3 uint64
}

// bitState is a set of options with the counts of its items. Once the search has
// branched on it, it also holds the options that are still to be tried.
type bitState struct {
	n       int
	options int // their number
	word    []uint64
	place   []int32
	slices  []slice
	high    []uint64 // Bits.high words for each slice: the other bits of its counts, low ones first
	wide    int      // how many of these words are in use; the others mean 0
	used    []int32  // by bounded item: options chosen

	at      int    // word of the next option to try
	rest    uint64 // options of that word that are still to be tried
	item    int32
	untried int
	rank    uint64 // of the option tried last, where options have ranks
	depth   int
	share   float64 // of each child
}

// Bits searches exact covers. It keeps sets of options as bit sets.
type Bits struct {
	problem  *enumerate.Problem
	words    int      // of a set of options
	itemSets int      // words of a set of items
	conflict []uint64 // a row of words per option, itself included
	covers   []uint64 // a row of itemSets per option, and an empty one; see rows
	lists    []uint64 // a row of words per primary item
	high     int      // bits of a count beyond four
	items    int      // primary items
	stocks   []stock
	claims   [][]int32 // by option: its bounded items
	seconds  []uint64  // by option: its secondary items, as bits; nil if there are none; see packUsed

	states  []bitState // states[0] is the root of the present case; searches leave the last one alone
	list    []int32    // scratch for a list of options, as places of their rows in covers
	hit     []uint64   // words of the options that go in a step
	at      []int32    // their places
	sum     []uint64   // scratch for the high bits of counts
	row     []uint64   // scratch for a row of conflicts
	chosen  []enumerate.OptionID
	depth   int
	skipped int // leading options of chosen that the case fixed
	current *enumerate.Case
	entered bool
	rootC   int32
	rootN   int

	// For the searches of a Sampler.
	ranks []uint64 // by option: the order in which a node tries them; nil: ascending
	limit int64    // of nodes
	probe bool     // one solution is enough, and need not be chosen to its end

	dead   deadStates
	effort enumerate.Effort
	never  atomic.Bool
	most   int64 // nodes of the task at hand, 0 is no limit
}

// NewBits returns a kernel for the problem. It returns an error if the problem does
// not fit: more than 256 primary items, an option without one, or so many options that
// the matrix of their conflicts would be above 64 MB (about 23,000).
func NewBits(p *enumerate.Problem) (*Bits, error) {
	b := &Bits{problem: p, words: (p.Options() + 63) / 64, limit: math.MaxInt64}
	number := make([]int32, p.Items()) // of primary items, and of bounded items
	for i := range number {
		switch info := p.Item(enumerate.Item(i)); {
		case info.Bounded():
			number[i] = int32(len(b.stocks))
			b.stocks = append(b.stocks, stock{min: info.Min, max: info.Max, options: make([]uint64, b.words)})
		case info.Primary():
			number[i] = int32(b.items)
			b.items++
		}
	}
	if b.items > maxBitsItems {
		return nil, errors.New("more than 256 primary items do not fit the bits kernel")
	}
	if p.Options()*b.words*8 > maxBitsMatrix {
		return nil, errors.New("too many options for the bits kernel")
	}
	b.itemSets = (b.items + 63) / 64
	most, err := b.fill(number)
	if err != nil {
		return nil, err
	}
	b.high = max(0, bits.Len(uint(most))-4)
	b.dead.off = !b.packUsed()
	b.list = make([]int32, p.Options()+1)
	b.hit = make([]uint64, b.words)
	b.at = make([]int32, b.words)
	b.sum = make([]uint64, b.high)
	b.row = make([]uint64, b.words)
	b.chosen = make([]enumerate.OptionID, b.items+1)
	b.states = make([]bitState, b.items+3)
	for i := range b.states {
		b.states[i] = bitState{
			word:   make([]uint64, b.words),
			place:  make([]int32, b.words),
			slices: make([]slice, b.itemSets),
			high:   make([]uint64, b.itemSets*b.high),
			used:   make([]int32, len(b.stocks)),
		}
	}
	return b, nil
}

// fill makes the matrices. number gives each primary item its bit, and each bounded item
// its stock. It returns the length of the longest list of a primary item.
func (b *Bits) fill(number []int32) (most int, err error) {
	p := b.problem
	b.claims = make([][]int32, p.Options())
	b.conflict = make([]uint64, p.Options()*b.words)
	b.covers = make([]uint64, (p.Options()+1)*b.itemSets)
	b.lists = make([]uint64, b.items*b.words)
	type claim struct {
		o      int
		colour enumerate.Colour
	}
	claims := make([][]claim, p.Items())
	for o := range p.Options() {
		primary := false
		for _, m := range p.Option(enumerate.OptionID(o)) {
			i := int(number[m.Item])
			if info := p.Item(m.Item); info.Bounded() {
				b.claims[o] = append(b.claims[o], int32(i))
				b.stocks[i].options[o>>6] |= 1 << (o & 63)
				continue
			} else if info.Primary() {
				primary = true
				b.covers[o*b.itemSets+i>>6] |= 1 << (i & 63)
				b.lists[i*b.words+o>>6] |= 1 << (o & 63)
			}
			claims[m.Item] = append(claims[m.Item], claim{o, m.Colour})
		}
		if !primary {
			return 0, errors.New("an option of bounded items alone does not fit the bits kernel")
		}
	}
	for i, all := range claims {
		if p.Item(enumerate.Item(i)).Primary() {
			most = max(most, len(all))
		}
		against := map[enumerate.Colour][]uint64{} // by the colour of an option, those in conflict
		for _, x := range all {
			set := against[x.colour]
			if set == nil {
				set = make([]uint64, b.words)
				for _, y := range all {
					if x.colour != y.colour || x.colour == 0 {
						set[y.o>>6] |= 1 << (y.o & 63)
					}
				}
				against[x.colour] = set
			}
			row := b.conflict[x.o*b.words:][:b.words]
			for w := range row {
				row[w] |= set[w]
			}
			row[x.o>>6] |= 1 << (x.o & 63)
		}
	}
	return most, nil
}

// step chooses option o in the state from, and builds the state to; the two may be the
// same. It returns the item to branch on next and the number of its options, or
// deadEnd or solved as that number.
func (b *Bits) step(from, to *bitState, o int32) (c int32, n int) {
	b.chosen[b.depth] = enumerate.OptionID(o)
	b.depth++
	own := b.covers[int(o)*b.itemSets:][:b.itemSets]
	left := uint64(0)
	for w := range own {
		left |= from.slices[w].active &^ own[w]
	}
	row := b.conflict[int(o)*b.words:][:b.words]
	bounded := len(b.stocks) > 0
	if bounded {
		row = b.claim(from, to, o, row)
	}
	if left == 0 {
		if to.n = 0; bounded && b.lacks(to) {
			return 0, deadEnd
		}
		return 0, solved
	}
	hits, gone, k := from.n, 0, 0 // to may be from
	for i, x := range from.word[:from.n] {
		place := from.place[i]
		hit := x & row[place]
		b.hit[i], b.at[i] = hit, place
		gone += bits.OnesCount64(hit)
		x &^= hit
		to.word[k], to.place[k] = x, place
		if x != 0 {
			k++
		}
	}
	to.n, to.options = k, from.options-gone
	switch {
	case bounded && b.lacks(to):
		return 0, deadEnd
	case gone > to.options:
		return b.count(from, to, own, b.rows(to.word[:k], to.place), false)
	case from.wide > 0:
		return b.count(from, to, own, b.rows(b.hit[:hits], b.at), true)
	}
	return b.subtract(from, to, own, b.hit[:hits])
}

// rows lists the options of a set, given by words and their places, as places of rows of
// covers. Counts are made in pairs of options, by full adders: if their number is odd, the
// empty row is last.
func (b *Bits) rows(set []uint64, places []int32) []int32 {
	k, list, sets := 0, b.list, b.itemSets
	for i, x := range set {
		first := int(places[i]) << 6
		for ; x != 0; x &= x - 1 {
			list[k] = int32((first + bits.TrailingZeros64(x)) * sets)
			k++
		}
	}
	if k&1 != 0 {
		list[k] = int32(b.problem.Options() * sets)
		k++
	}
	return list[:k]
}

// subtract makes the counts of to: the counts of from, all below 16, less the options
// that are gone, words of a set at the places b.at. It is the fast case of count with subtract.
func (b *Bits) subtract(from, to *bitState, own, gone []uint64) (c int32, n int) {
	c, to.wide = none, 0
	at, sets := b.at[:len(gone)], len(own)
	for w, covered := range own {
		// Word by word: a slice copied whole is loaded before its words are stored, and waits.
		f := &from.slices[w]
		active, c0, c1, c2, c3 := f.active&^covered, f.c0, f.c1, f.c2, f.c3
		if active != 0 {
			masks := b.covers[w:]
			for i, x := range gone {
				for first := int(at[i]) << 6; x != 0; x &= x - 1 {
					m := masks[(first+bits.TrailingZeros64(x))*sets]
					t := m &^ c0
					c0 ^= m
					u := t &^ c1
					c1 ^= t
					v := u &^ c2
					c2 ^= u
					c3 ^= v
				}
			}
			some := c1 | c2 | c3
			if active&^(some|c0) != 0 {
				return 0, deadEnd
			}
			if one := active &^ some; one != 0 && c < 0 {
				c = int32(w<<6 + bits.TrailingZeros64(one))
			}
		}
		t := &to.slices[w]
		t.active, t.c0, t.c1, t.c2, t.c3 = active, c0, c1, c2, c3
	}
	if c >= 0 {
		return c, 1
	}
	return b.fewest(to)
}

// count makes the counts of to from a list of options: those that stay, or those that
// go, to be subtracted from the counts of from.
func (b *Bits) count(from, to *bitState, own []uint64, list []int32, subtract bool) (c int32, n int) {
	c = none
	wide, block := from.wide, 14
	if !subtract {
		wide = min(b.high, max(0, bits.Len(uint(len(list)))-4))
	}
	if wide == 0 {
		block = len(list)
	}
	first := list[:min(len(list), block)]
	sum := b.sum[:wide]
	to.wide = 0
	for w := range own {
		f := &from.slices[w]
		active := f.active &^ own[w]
		if active == 0 {
			to.slices[w].active = 0
			continue
		}
		c0, c1, c2, c3 := b.countBlock(w, first)
		clear(sum)
		for rest := list[len(first):]; len(rest) > 0; {
			block := rest[:min(len(rest), block)]
			rest = rest[len(block):]
			d0, d1, d2, d3 := b.countBlock(w, block)
			var carry uint64
			c0, carry = plus(c0, d0, 0)
			c1, carry = plus(c1, d1, carry)
			c2, carry = plus(c2, d2, carry)
			c3, carry = plus(c3, d3, carry)
			for k, x := range sum {
				sum[k], carry = x^carry, x&carry
			}
		}
		if subtract {
			var borrow uint64
			c0, borrow = minus(f.c0, c0, 0)
			c1, borrow = minus(f.c1, c1, borrow)
			c2, borrow = minus(f.c2, c2, borrow)
			c3, borrow = minus(f.c3, c3, borrow)
			for k, x := range sum {
				sum[k], borrow = minus(from.high[w*b.high+k], x, borrow)
			}
		}
		several := c1 | c2 | c3
		for k, x := range sum {
			to.high[w*b.high+k] = x
			if several |= x; x != 0 {
				to.wide = max(to.wide, k+1)
			}
		}
		if active&^(several|c0) != 0 {
			return 0, deadEnd
		}
		if one := active &^ several; one != 0 && c < 0 {
			c = int32(w<<6 + bits.TrailingZeros64(one))
		}
		t := &to.slices[w]
		t.active, t.c0, t.c1, t.c2, t.c3 = active, c0, c1, c2, c3
	}
	if c >= 0 {
		return c, 1
	}
	return b.fewest(to)
}

// countBlock counts the options of a list, a pair at a time, for the items of slice w. No item
// is in more than 15 of them.
func (b *Bits) countBlock(w int, list []int32) (c0, c1, c2, c3 uint64) {
	masks := b.covers[w:]
	for i := 1; i < len(list); i += 2 {
		var t uint64
		c0, t = plus(c0, masks[list[i-1]], masks[list[i]])
		u := t & c1
		c1 ^= t
		v := u & c2
		c2 ^= u
		c3 ^= v
	}
	return c0, c1, c2, c3
}

// plus adds bits; minus subtracts them.
func plus(x, y, carry uint64) (sum, out uint64) {
	return x ^ y ^ carry, x&y | (x^y)&carry
}

func minus(x, y, borrow uint64) (difference, out uint64) {
	return x ^ y ^ borrow, y&^x | borrow&^(x^y)
}

// fewest finds the item with the fewest options, the leftmost on ties. All active
// items have two options or more.
func (b *Bits) fewest(s *bitState) (c int32, n int) {
	if s.wide == 0 { // mostly 2 is found at once
		for w := range s.slices {
			x := &s.slices[w]
			if m := x.active & x.c1 &^ (x.c0 | x.c2 | x.c3); m != 0 {
				return int32(w<<6 + bits.TrailingZeros64(m)), 2
			}
		}
	}
	var least [maxBitsItems / 64]uint64 // the active items whose counts agree with n in the bits looked at
	for w := range s.slices {
		least[w] = s.slices[w].active
	}
	for k := s.wide + 3; k >= 0; k-- {
		var zero [maxBitsItems / 64]uint64
		some := uint64(0)
		for w := range s.slices {
			x := &s.slices[w]
			var bit uint64
			switch k {
			case 0:
				bit = x.c0
			case 1:
				bit = x.c1
			case 2:
				bit = x.c2
			case 3:
				bit = x.c3
			default:
				bit = s.high[w*b.high+k-4]
			}
			zero[w] = least[w] &^ bit
			some |= zero[w]
		}
		if some != 0 {
			least = zero
		} else {
			n |= 1 << k
		}
	}
	for w, m := range least {
		if m != 0 {
			return int32(w<<6 + bits.TrailingZeros64(m)), n
		}
	}
	panic("kernel: no item is left to branch on")
}
