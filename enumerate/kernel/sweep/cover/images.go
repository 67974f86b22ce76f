package cover

import (
	"slices"

	"coverstat/enumerate"
	"coverstat/enumerate/kernel/sweep"
)

// Where a symmetry maps the items behind a place to themselves, such as whole rows of a board, it maps the states there
// to states there, and the completions of a state to those of its image. So the least image of a state can stand for
// it. The images are taken where a choice leads over the place, before it is known which item is the first open one.

// Symmetries map a problem to itself: items to items with the same bounds, and options to options with the same
// colours. They are numbered; 0 is the identity.
type Symmetries interface {
	Order() int
	Image(k int, o enumerate.OptionID) enumerate.OptionID
	ItemImage(k int, i enumerate.Item) enumerate.Item
}

const (
	mostSymmetries = 1 << 10  // that are looked at
	mostImages     = 7        // of a state
	mostImageSlots = 2*64 - 1 // of a state with images: else the tables would be large
)

// merged returns the spec with images at its places: permutations of the slots there. It is the same if there are none.
func (a *spec[K]) merged() *spec[K] {
	if a.symmetries == nil || a.slots > mostImageSlots ||
		slices.ContainsFunc(a.tally.Sums, func(s enumerate.Sum) bool {
			return len(s.Marks) > 0 || s.Contacts != nil
		}) {
		return a
	}
	images := make([][]image[K], len(a.order)) // by place
	for k := 1; k < min(a.symmetries.Order(), mostSymmetries); k++ {
		if !a.keepsSums(k) {
			continue
		}
		last := 0 // place of an image of the items behind
		for at := 1; at < len(a.order); at++ {
			if last = max(last, a.place[a.symmetries.ItemImage(k, a.order[at-1])]); last >= at ||
				len(images[at]) == mostImages {
				continue
			}
			if slots := a.imageAt(at, k); slots != nil {
				images[at] = append(images[at], imageOf[K](slots))
			}
		}
	}
	merged := *a
	merged.gates = slices.Clone(a.gates)
	for at, all := range images {
		if g := &merged.gates[at]; len(all) > 0 {
			more := gateRest[K]{}
			if g.more != nil {
				more = *g.more
			}
			more.images, g.more = all, &more
		}
	}
	return &merged
}

// keepsSums reports whether an option and its image always have the same values.
func (b *plan) keepsSums(k int) bool {
	for _, s := range b.tally.Sums {
		for o, v := range s.Values {
			if s.Values[b.symmetries.Image(k, enumerate.OptionID(o))] != v {
				return false
			}
		}
	}
	return true
}

// imageAt returns, by slot of a state at a place, the slot of its image by a symmetry: -1 for those that are not in use
// there, and nil if no slot moves.
func (b *plan) imageAt(at, k int) []int16 {
	slots, moved := slices.Repeat([]int16{-1}, b.slots), false
	put := func(need, to, last int) {
		from := &b.needs[need]
		if from.first >= at || last < at {
			return
		}
		for s := range from.width {
			slots[from.at+s] = int16(b.needs[to].at + s)
		}
		moved = moved || from.at != b.needs[to].at
	}
	for _, need := range b.sumAt {
		put(need, need, len(b.order)+1)
	}
	for i, need := range b.first {
		j := b.symmetries.ItemImage(k, enumerate.Item(i))
		to := b.first[j]
		switch info := b.problem.Item(enumerate.Item(i)); {
		case need < 0:
		case info.Primary():
			put(need, to, b.needs[need].last+1) // its own place, too
		case info.Secondary():
			for n, c := range b.colours[i] {
				put(need+n, to+slices.Index(b.colours[j], c), b.needs[need].last)
			}
			if n := len(b.colours[i]); b.alone[i] {
				put(need+n, to+n, b.needs[need].last)
			}
		default:
			put(need, to, b.needs[need].last)
		}
	}
	if !moved {
		return nil
	}
	return slots
}

// image permutes the slots of states, by tables of bytes.
type image[K sweep.Key] struct {
	bytes  []byteAt
	tables [][256]K // by byte and its value: the slots of the image
}

// byteAt is where keys have a byte.
type byteAt struct{ word, shift int }

func imageOf[K sweep.Key](slots []int16) (m image[K]) {
	for at := 0; at < len(slots); at += 8 {
		var table [256]K
		used := false
		for s, to := range slots[at:min(at+8, len(slots))] {
			if to < 0 {
				continue
			}
			used = true
			for x := range table {
				if x>>s&1 != 0 {
					table[x][to>>6] |= 1 << (to & 63)
				}
			}
		}
		if used {
			m.bytes, m.tables = append(m.bytes, byteAt{at >> 6, at & 63}), append(m.tables, table)
		}
	}
	return m
}

// of returns the image of a state.
func (m *image[K]) of(k K) (to K) {
	for i, b := range m.bytes {
		t := m.tables[i][byte(k[b.word]>>(b.shift&63))]
		for w := range len(to) {
			to[w] |= t[w]
		}
	}
	return to
}

// least returns the least image of a state at a gate.
func (g *gate[K]) least(k K) K {
	for w := range len(k) {
		k[w] &= g.own[w] | g.live[w]
	}
	least := k
	for i := range g.more.images {
		if x := g.more.images[i].of(k); sweep.Before(x, least) {
			least = x
		}
	}
	return least
}
