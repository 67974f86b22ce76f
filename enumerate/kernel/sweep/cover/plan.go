// Package cover makes the plans of sweeps over the exact covers of a problem. The items stand in a fixed order, and the
// first open item is covered next. A state is what later choices need to know: which of the items ahead are covered,
// and how much of each stock is used. Where the items ahead that an option can reach are few (a frontier), the states
// are few, however many solutions there are: the 10x10 board has 72,713,560,548,906,621 tilings by tetrominoes and at
// most 751,005 states at a time.
//
// Dominoes on 2x4 cells, row by row: the states from the fourth cell on (place 3). # is a covered cell, and
// the number counts the partial solutions that lead to the state.
//
//	place 3  ###. ###.  1     only the domino below fits: to the end
//	place 3  ###. #...  1                                 to place 5
//	place 3  ###. ..#.  1                                 to place 4
//	place 4  #### ..##  1
//	place 4  #### ....  1     from place 2, by a domino in the first row
//	place 5  #### #..#  1
//	place 6  #### ##..  2     from place 2 and from place 4: equal states are one
//	place 8  #### ####  5     the end: five solutions
//
// A state with no option that fits its own item is left out. Where symmetries of the problem
// are given, images of a state are one state (images.go).
//
// An [enumerate.Sum] is a number of a solution that options add up to, such as the number of pieces
// on the border: its value so far is a part of the state, and so the solutions are counted
// by the values of the sums.
//
// Names:
//
//	p, q   place of an item in the order    k   key of a state
//	o      option                           s   slot: a bit of keys
package cover

import (
	"errors"
	"math/bits"
	"slices"

	"coverstat/enumerate"
	"coverstat/enumerate/kernel/sweep"
)

// plan is a problem with an order of its primary items, and what states know. It never changes once it is made.
//
// A slot is a bit of a state. It says of one item that it is covered, if the item is primary;
// or that it, or one of its colours, is taken, if it is secondary. Of a bounded item several
// slots in a row say how often it is used. An item has its slots from the first place whose
// options contain it: a primary one up to the place before its own, any other up to the last
// place whose options contain it. After that, other items have them.
//
// Invariant: a slot of a state at place p is 0 unless its item is live at p, that is,
// an option of an earlier place contains it and it is needed at p or later.
type plan struct {
	problem    *enumerate.Problem
	symmetries Symmetries
	order      []enumerate.Item
	place      []int // of a primary item
	start      []int // place of an option's first primary item
	needs      []slotNeed
	slots      int
	first      []int // number of an item's first need, -1 if it has none
	colours    [][]enumerate.Colour
	alone      []bool // items that some option has without a colour
	tally      *sweep.Tally
	filtered   bool
	sumAt      []int      // by sum: number of what it needs
	markAt     [][]int    // numbers of the needs of its marks, -1 for those that no option touches
	contacts   int        // sums with contacts
	listAt     int        // number of the need of the number of a list
	listNeeds  []slotNeed // by item of contacts: its slot in the sets of lists
}

// stock is the use of a bounded item.
type stock struct {
	sweep.Field
	least   uint64 // times that the item must be used
	most    uint64 // times that it may be used
	endless bool   // it may be used more often than the most that is counted
}

// slotNeed is an item, or a colour of one, that needs slots.
type slotNeed struct {
	first, last int // places
	width       int // slots
	at          int // the first slot
	least, most uint64
	endless     bool
}

// NewPlan makes the plan of a problem, in which the solutions are counted by the given
// sums. order lists all primary items of the problem. States that symmetries map to each other are one where the
// sweep allows it; nil has none. A nil filter lets all solutions count.
func NewPlan(p *enumerate.Problem, symmetries Symmetries, order []enumerate.Item, filter *sweep.Filter,
	sums ...enumerate.Sum) (*sweep.Plan, error) {
	b := &plan{problem: p, symmetries: symmetries, order: order, place: make([]int, p.Items()),
		first: make([]int, p.Items()), tally: sweep.NewTally(filter, sums), filtered: filter != nil}
	for at, i := range order {
		b.place[i] = at
	}
	b.findStarts()
	if slices.Contains(b.start, -1) {
		return nil, errors.New("an option without a primary item") // no place of the order is its own
	}
	impossible := b.findNeeds()
	b.findSums()
	b.slots = giveSlots(b.needs)
	if b.contacts > mostContacts {
		return nil, errors.New("more than 64 measures of pieces that touch")
	}
	work := 0.0
	if b.contacts > 0 {
		work, b.slots = contactNodes, max(b.slots, giveSlots(b.listNeeds)+tagBits)
	}
	if err := sweep.Fits(b.slots); err != nil {
		return nil, err
	}
	for i, s := range b.tally.Sums {
		t, base := &b.needs[b.sumAt[i]], s.Base
		for _, at := range b.markAt[i] {
			if at < 0 {
				base++
			}
		}
		impossible = !b.tally.Place(t.field(), base, t.first+1, true) || impossible
	}
	return &sweep.Plan{Places: len(order), Options: p.Options(), Bits: b.slots, Impossible: impossible,
		Values: len(b.tally.Sums) > 0, Tally: b.tally, Lists: b.contacts > 0, Work: work, Shape: b.findShape(),
		Specs: sweep.Specs{Of1: specOf[[1]uint64](b), Of2: specOf[[2]uint64](b), Of4: specOf[[4]uint64](b),
			Of8: specOf[[8]uint64](b), Of16: specOf[[16]uint64](b)}}, nil
}

// contactNodes is the number of nodes that take as long as one with contacts.
const contactNodes = 10

// findStarts finds the place of each option: that of its first primary item.
func (b *plan) findStarts() {
	p := b.problem
	b.start = make([]int, p.Options())
	b.colours, b.alone = make([][]enumerate.Colour, p.Items()), make([]bool, p.Items())
	for o := range b.start {
		b.start[o] = -1
		for _, m := range p.Option(enumerate.OptionID(o)) {
			if p.Item(m.Item).Primary() && (b.start[o] < 0 || b.place[m.Item] < b.start[o]) {
				b.start[o] = b.place[m.Item]
			}
			if m.Colour == 0 {
				b.alone[m.Item] = true
			} else if !slices.Contains(b.colours[m.Item], m.Colour) {
				b.colours[m.Item] = append(b.colours[m.Item], m.Colour)
			}
		}
	}
}

// findNeeds finds what needs slots, and at which places. It reports whether an item
// that must be covered is in no option.
func (b *plan) findNeeds() (impossible bool) {
	p := b.problem
	firsts, lasts := make([]int, p.Items()), make([]int, p.Items())
	for i := range firsts {
		firsts[i], lasts[i] = -1, -1
	}
	for o, at := range b.start {
		for _, m := range p.Option(enumerate.OptionID(o)) {
			if firsts[m.Item] < 0 || at < firsts[m.Item] {
				firsts[m.Item] = at
			}
			lasts[m.Item] = max(lasts[m.Item], at)
		}
	}
	for i := range p.Items() {
		info := p.Item(enumerate.Item(i))
		t := slotNeed{first: firsts[i], last: lasts[i], width: 1}
		b.first[i] = len(b.needs)
		switch {
		case info.Primary():
			t.last = b.place[i] - 1
			if impossible = impossible || firsts[i] < 0; firsts[i] < 0 || t.last < t.first {
				b.first[i] = -1
				continue
			}
			b.needs = append(b.needs, t)
		case firsts[i] < 0 && info.Min > 0: // no option contains it
			impossible = true
		case firsts[i] < 0, info.Min == 0 && info.Max == enumerate.Unbounded,
			info.Secondary() && len(b.colours[i]) == 1 && !b.alone[i]: // all options agree
			b.first[i] = -1
		case info.Secondary():
			for range len(b.colours[i]) {
				b.needs = append(b.needs, t)
			}
			if b.alone[i] {
				b.needs = append(b.needs, t)
			}
		default:
			t.least, t.most = uint64(info.Min), uint64(info.Max)
			if t.endless = info.Max == enumerate.Unbounded; t.endless {
				t.most = t.least
			}
			t.width = bits.Len64(t.most)
			b.needs = append(b.needs, t)
		}
	}
	return impossible
}

// findSums finds what the sums need.
func (b *plan) findSums() {
	places := len(b.order)
	for _, s := range b.tally.Sums {
		most, first := make([]uint64, places), places // by place, the most that an option adds
		for o, v := range s.Values {
			if at := b.start[o]; v > 0 {
				most[at], first = max(most[at], uint64(v)), min(first, at)
			}
		}
		total := uint64(0)
		for _, n := range most {
			total += n
		}
		var marks []int
		for _, m := range s.Marks {
			t := slotNeed{first: places, last: -1, width: 1}
			for _, o := range m {
				t.first, t.last = min(t.first, b.start[o]), max(t.last, b.start[o])
			}
			if t.last < 0 {
				marks = append(marks, -1)
				continue
			}
			marks = append(marks, len(b.needs))
			b.needs = append(b.needs, t)
			total, first = total+1, min(first, t.last)
		}
		if c := s.Contacts; c != nil {
			b.contacts++
			total, first = total+b.findContacts(c, places), 0
		}
		b.markAt = append(b.markAt, marks)
		b.sumAt = append(b.sumAt, len(b.needs))
		b.needs = append(b.needs, slotNeed{first: first, last: places, width: max(1, bits.Len64(total))})
	}
	if b.contacts > 0 {
		b.listAt = len(b.needs)
		b.needs = append(b.needs, slotNeed{first: 0, last: places, width: listBits})
	}
}

// giveSlots gives each need its slots, the lowest that are free at all its places, and
// returns their number. A number does not cross the border of two words.
func giveSlots(needs []slotNeed) int {
	order := make([]int, len(needs))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(x, y int) int { return needs[x].first - needs[y].first })
	var until []int // the last place at which a slot is in use
	for _, i := range order {
		t := &needs[i]
		at := 0
		for free := 0; free < t.width; at++ {
			if at == len(until) {
				until = append(until, -1)
			}
			if at%64 == 0 {
				free = 0
			}
			if until[at] < t.first {
				free++
			} else {
				free = 0
			}
		}
		t.at = at - t.width
		for s := t.at; s < at; s++ {
			until[s] = t.last
		}
	}
	return len(until)
}

func (t *slotNeed) field() sweep.Field {
	return sweep.Field{Word: t.at >> 6, Shift: t.at & 63, Mask: 1<<t.width - 1}
}

func (t *slotNeed) stock() stock { return stock{t.field(), t.least, t.most, t.endless} }
