package cover

import (
	"encoding/binary"

	"coverstat/enumerate"
	"coverstat/enumerate/kernel/sweep"
)

// Contacts. Whether an option meets an earlier one is known by what the earlier one has
// beside it: a set of the items ahead that are still open. A state has the list of these
// sets, without those that are empty, in ascending order; how the earlier options lie
// otherwise does not matter. The key of a state has the number of its list among the lists
// of its layer ([sweep.Lists]).
//
// In a quotient an option stands for several options, its members. Each of them has a set,
// in items of the problem that the quotient is made of.

const (
	listBits = 32 // of the number of a list
	// The last bits of a set: the number of the sum, of those with contacts, and the kinds for
	// which it counts.
	tagBits      = 8
	kindBits     = 2                         // of these
	mostContacts = 1 << (tagBits - kindBits) // sums with contacts
)

// membersOf lists the options that an option stands for.
func membersOf(c *enumerate.Contacts, o int) []enumerate.OptionID {
	if c.Members == nil {
		return []enumerate.OptionID{enumerate.OptionID(o)}
	}
	return c.Members[o]
}

// findContacts finds the places from and to which an item may be in sets of a list, and the
// most contacts that there can be.
func (b *plan) findContacts(c *enumerate.Contacts, places int) (most uint64) {
	if b.listNeeds == nil {
		b.listNeeds = make([]slotNeed, c.Problem.Items())
		for i := range b.listNeeds {
			b.listNeeds[i] = slotNeed{first: places, last: -1, width: 1}
		}
	}
	mostAt := make([]uint64, places)
	for o, at := range b.start {
		n := uint64(0)
		for _, m := range membersOf(c, o) {
			if c.Kinds[m] == 0 {
				continue
			}
			for _, x := range c.Problem.Option(m) {
				t := &b.listNeeds[x.Item]
				t.last = max(t.last, at)
				for _, j := range c.Beside[x.Item] {
					n++
					t := &b.listNeeds[j]
					t.first = min(t.first, at)
				}
			}
		}
		mostAt[at] = max(mostAt[at], n)
	}
	for _, n := range mostAt {
		most += n
	}
	return most
}

// listChange is what an option does to lists: the slots of sets that it covers, and its members. Those of a step stand
// apart from its choices, because most sweeps have none.
type listChange[K sweep.Key] struct {
	covers K
	tiles  []tile[K]
}

// tile is an option that another one stands for, or that one itself.
type tile[K sweep.Key] struct {
	sum        sweep.Field // in which it counts
	has        K
	tag        uint64
	counts     uint64 // kinds of earlier members that count, as tags of the same sum
	neighbours []neighbour[K]
}

// neighbour is an item beside an option.
type neighbour[K sweep.Key] struct {
	slot    K // in sets of a list
	covered K // in keys; empty if no earlier option contains it
}

// addContacts returns what an option at a place has beside it, and adds its own contacts to its choice.
func (a *spec[K]) addContacts(x *choice[K], o enumerate.OptionID, at int) (change listChange[K]) {
	number := uint64(0) // of the sum, of those with contacts
	for i, s := range a.tally.Sums {
		c, f := s.Contacts, a.tally.Fields[i]
		if c == nil {
			continue
		}
		members := membersOf(c, int(o))
		own := map[enumerate.Item]bool{}
		for _, m := range members {
			for _, y := range c.Problem.Option(m) {
				own[y.Item] = true
				a.addBeside(&change.covers, y.Item, at)
			}
		}
		if len(members) > 1 {
			x.gain[f.Word] += uint64(c.Among(members)) << f.Shift
		}
		for _, m := range members {
			if kind := c.Kinds[m]; kind != 0 {
				t := tile[K]{sum: f, tag: number<<kindBits | uint64(kind)}
				for _, k := range []enumerate.ContactKind{enumerate.First, enumerate.Second} {
					if k.Counts(kind) {
						t.counts |= uint64(k)
					}
				}
				a.addNeighbours(&t, c, m, own, at)
				change.tiles = append(change.tiles, t)
			}
		}
		number++
	}
	return change
}

// addNeighbours adds what a member at a place has, and the items beside it that the option itself does not have.
func (a *spec[K]) addNeighbours(t *tile[K], c *enumerate.Contacts, m enumerate.OptionID, own map[enumerate.Item]bool,
	at int) {
	met := map[enumerate.Item]bool{}
	for _, z := range c.Problem.Option(m) {
		a.addBeside(&t.has, z.Item, at)
		for _, j := range c.Beside[z.Item] {
			if !own[j] && !met[j] {
				met[j] = true
				a.addNeighbour(t, c, j, at)
			}
		}
	}
}

// addBeside adds the slot of an item to a set, if sets of lists at this place may have it.
func (a *spec[K]) addBeside(s *K, i enumerate.Item, at int) {
	if t := &a.listNeeds[i]; t.first < at && at <= t.last {
		add(s, t.at)
	}
}

// addNeighbour adds an item beside a member, unless no later option has it.
func (a *spec[K]) addNeighbour(to *tile[K], c *enumerate.Contacts, j enumerate.Item, at int) {
	t, i := &a.listNeeds[j], j
	if c.Orbit != nil {
		i = c.Orbit[j]
	}
	primary := a.problem.Item(i).Primary()
	if t.last <= at || primary && a.place[i] < at {
		return
	}
	var n neighbour[K]
	add(&n.slot, t.at)
	if f := a.first[i]; f >= 0 {
		if !primary {
			f += len(a.colours[i])
		}
		if known := &a.needs[f]; known.first < at {
			add(&n.covered, known.at)
		}
	}
	to.neighbours = append(to.neighbours, n)
}

// roomForSets is the number of sets of a list that take no allocation.
const (
	roomForSets  = 24
	roomForBytes = 8 * 4 * roomForSets
)

// listOf returns the list of a state.
func (a *spec[K]) listOf(p int, from K) (list []K) {
	number := a.list.Of(from[a.list.Word])
	if number == 0 {
		return nil
	}
	for text := []byte(a.lists[p].Text(number)); len(text) > 0; {
		var s K
		for w := range len(s) {
			s[w], text = binary.LittleEndian.Uint64(text), text[8:]
		}
		list = append(list, s)
	}
	return list
}

// countContacts counts the contacts of an option at place p with those of a list, and gives the state
// at place q that it leads to its list.
func (a *spec[K]) countContacts(c *listChange[K], list []K, p, q int, from K, to *K) {
	var room [roomForSets]K
	next := room[:0]
	open := a.steps[p+1].listSlots
	for at := p + 2; at <= q; at++ { // a slot may have passed to another item meanwhile
		for w := range len(open) {
			open[w] &= a.steps[at].listSlots[w]
		}
	}
	last := len(open) - 1
	for i := range c.tiles {
		t := &c.tiles[i]
		n := uint64(0)
		for _, s := range list {
			met := uint64(0)
			for w := range len(s) {
				met |= s[w] & t.has[w]
			}
			if met != 0 && s[last]>>(64-tagBits)>>kindBits == t.tag>>kindBits && s[last]>>(64-tagBits)&t.counts != 0 {
				n++
			}
		}
		(*to)[t.sum.Word] += n << t.sum.Shift
		var s K
		for j := range t.neighbours {
			if b := &t.neighbours[j]; !touches(from, b.covered) {
				for w := range len(s) {
					s[w] |= b.slot[w]
				}
			}
		}
		next = insert(next, s, open, t.tag)
	}
	for _, s := range list {
		tag := s[last] >> (64 - tagBits)
		s[last] = s[last] << tagBits >> tagBits
		for w := range len(s) {
			s[w] &^= c.covers[w]
		}
		next = insert(next, s, open, tag)
	}
	word := &(*to)[a.list.Word]
	*word = *word&^(a.list.Mask<<a.list.Shift) | a.number(q, next)<<a.list.Shift
}

// insert puts the open items of a set into a list, unless there are none.
func insert[K sweep.Key](list []K, s, open K, tag uint64) []K {
	any := uint64(0)
	for w := range len(s) {
		s[w] &= open[w]
		any |= s[w]
	}
	if any == 0 {
		return list
	}
	s[len(s)-1] |= tag << (64 - tagBits)
	at := len(list)
	list = append(list, s)
	for ; at > 0 && sweep.Before(s, list[at-1]); at-- {
		list[at] = list[at-1]
	}
	list[at] = s
	return list
}

// number returns the number of a list at a place. A new one takes the next number.
func (a *spec[K]) number(q int, list []K) uint64 {
	if len(list) == 0 {
		return 0
	}
	var room [roomForBytes]byte
	text := room[:0]
	for _, s := range list {
		for w := range len(s) {
			text = binary.LittleEndian.AppendUint64(text, s[w])
		}
	}
	return a.lists[q].Number(text, a.list.Mask)
}
