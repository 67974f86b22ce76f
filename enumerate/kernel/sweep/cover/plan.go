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
	"sync"

	"coverstat/enumerate"
	"coverstat/enumerate/kernel/sweep"
)

// plan is a problem with an order of its primary items. It never changes.
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
	steps []step // one a primary item, and one for the end
	fill  func() // fills the steps, once: of the plans in several orders few are swept
	slots int
	sums  []sum
	by    int // the first of them, by which solutions are counted
	// Where options meet, list is the slots of the number of the list of a state (lists).
	contacts bool
	list     field
	// accept, if not nil, says by the values of the sums which solutions count.
	accept func(values []int64) bool
	// impossible says that some item that must be covered is in no option.
	impossible bool
	capped     bool // a step has caps
	merges     bool // a step has images
}

// step is what happens at one place of the order.
type step struct {
	options   []option
	own       set // slot of the item at this place; empty if no earlier option contains it
	live      set // slots that states at this place may use
	due       []stock
	ending    []mark // that no option from this place on touches
	caps      []bound
	listSlots set // slots that sets of a list may have
	fitting
	images [][]int16 // each by slot: where it is in an image of a state
}

// option is a way to cover the first open item.
type option struct {
	free   set // slots that must be 0
	take   set // slots that become 1
	gain   set // what is added to the sums
	claims []stock
	id     enumerate.OptionID
	// Where options meet: slots of sets, which the option covers; and what it adds to lists.
	covers  set
	members []member
}

// field is where keys have a number of some slots.
type field struct {
	word, shift int
	mask        uint64
}

// stock is the use of a bounded item.
type stock struct {
	field
	least   uint64 // times that the item must be used
	most    uint64 // times that it may be used
	endless bool   // it may be used more often than the most that is counted
}

// sum is where a state has the value of an [enumerate.Sum] so far, less base.
type sum struct {
	field
	base int64 // and the marks that no option touches
}

// bound is the greatest value of a sum with which a solution may count.
type bound struct {
	field
	most uint64
}

// mark is the slot of a mark, and the sum that it adds to.
type mark struct{ touched, gain set }

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
	by := len(sums)
	if filter != nil {
		sums = slices.Concat(sums, filter.Sums)
	}
	b := planner{problem: p, sums: sums, place: make([]int, p.Items()), first: make([]int, p.Items())}
	for at, i := range order {
		b.place[i] = at
	}
	b.findStarts()
	if slices.Contains(b.start, -1) {
		return nil, errors.New("an option without a primary item") // no place of the order is its own
	}
	plan := &plan{by: by, impossible: b.findNeeds(), steps: make([]step, len(order)+1)}
	b.findSums(len(order))
	plan.slots = giveSlots(b.needs)
	if b.contacts > mostContacts {
		return nil, errors.New("more than 64 measures of pieces that touch")
	}
	if plan.contacts = b.contacts > 0; plan.contacts {
		plan.slots = max(plan.slots, giveSlots(b.listNeeds)+tagBits)
	}
	if err := sweep.Fits(plan.slots); err != nil {
		return nil, err
	}
	plan.fill = sync.OnceFunc(func() {
		b.fill(plan, order)
		plan.addFitting()
		b.addImages(plan, symmetries, order)
	})
	if filter != nil {
		plan.fill()
		b.restrict(plan, filter)
	}
	out := &sweep.Plan{Places: len(order), Options: p.Options(), Bits: plan.slots, Impossible: plan.impossible,
		Values: len(sums) > 0,
		Shape:  b.findShape(), Specs: sweep.Specs{Of1: specOf[[1]uint64](plan), Of2: specOf[[2]uint64](plan),
			Of4: specOf[[4]uint64](plan),
			Of8: specOf[[8]uint64](plan), Of16: specOf[[16]uint64](plan)}}
	if plan.contacts {
		out.Work = contactNodes
	}
	return out, nil
}

// contactNodes is the number of nodes that take as long as one with contacts.
const contactNodes = 10

// restrict lets only the solutions count that a filter accepts. Values only grow, so one above the most ends a partial
// solution.
func (b *planner) restrict(p *plan, f *sweep.Filter) {
	p.accept = func(values []int64) bool { return f.Accept(values[p.by:]) }
	for i, s := range p.sums[p.by:] {
		room, possible := f.Room(i, s.base)
		p.impossible = p.impossible || !possible
		if possible && room < s.mask {
			t := &b.needs[b.sumAt[p.by+i]]
			for at := t.first + 1; at <= t.last; at++ {
				p.steps[at].caps, p.capped = append(p.steps[at].caps, bound{s.field, room}), true
			}
		}
	}
}

type planner struct {
	problem   *enumerate.Problem
	place     []int // of a primary item
	start     []int // place of an option's first primary item
	needs     []slotNeed
	first     []int // number of an item's first need, -1 if it has none
	colours   [][]enumerate.Colour
	alone     []bool // items that some option has without a colour
	sums      []enumerate.Sum
	sumAt     []int      // number of what a sum needs
	markAt    [][]int    // numbers of the needs of its marks, -1 for those that no option touches
	contacts  int        // sums with contacts
	listAt    int        // number of the need of the number of a list
	listNeeds []slotNeed // by item of contacts: its slot in the sets of lists
}

// findStarts finds the place of each option: that of its first primary item.
func (b *planner) findStarts() {
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
func (b *planner) findNeeds() (impossible bool) {
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
func (b *planner) findSums(places int) {
	for _, s := range b.sums {
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

// fill makes the steps.
func (b *planner) fill(plan *plan, order []enumerate.Item) {
	b.addSlots(plan, order)
	b.addListSlots(plan)
	taken := b.addSums(plan)
	starting, words := make([]int, len(order)), (plan.slots+63)/64
	for _, at := range b.start {
		starting[at]++
	}
	room := make([]uint64, 3*words*len(b.start)) // for the sets of options
	for o, at := range b.start {
		x := option{id: enumerate.OptionID(o)}
		for _, s := range []*set{&x.free, &x.take, &x.gain} {
			*s, room = room[:0:words], room[words:]
		}
		for i, s := range b.sums {
			if s.Values != nil {
				f := plan.sums[i]
				x.gain.gain(f.field, uint64(s.Values[o]))
			}
		}
		for _, slot := range taken[enumerate.OptionID(o)] {
			x.take.add(slot)
		}
		fits := b.addItems(&x, at)
		if plan.contacts {
			b.addContacts(plan, &x, at)
		}
		if options := &plan.steps[at].options; fits {
			*options = append(slices.Grow(*options, starting[at]-len(*options)), x)
		}
	}
}

// addSlots puts the slots of the needs into the steps, and the stocks that are due.
func (b *planner) addSlots(plan *plan, order []enumerate.Item) {
	for i := range b.needs {
		t := &b.needs[i]
		for at := t.first + 1; at <= t.last; at++ {
			for s := range t.width {
				plan.steps[at].live.add(t.at + s)
			}
		}
		if t.least > 0 {
			s := &plan.steps[t.last+1]
			s.due = append(s.due, t.stock())
		}
	}
	for at, i := range order {
		if f := b.first[i]; f >= 0 {
			plan.steps[at].own.add(b.needs[f].at)
		}
	}
}

// addItems puts the items of an option of the place at into it. It reports whether all of them may be used.
func (b *planner) addItems(x *option, at int) (fits bool) {
	fits = true
	for _, m := range b.problem.Option(x.id) {
		f, info := b.first[m.Item], b.problem.Item(m.Item)
		switch {
		case f < 0 || b.place[m.Item] == at && info.Primary():
			fits = fits && info.Max > 0
		case info.Primary():
			x.free.add(b.needs[f].at)
			x.take.add(b.needs[f].at)
		case info.Secondary():
			b.secondary(x, m)
		default:
			fits = fits && info.Max > 0
			x.claims = append(x.claims, b.needs[f].stock())
		}
	}
	return fits
}

// addSums puts the sums and their marks into a plan, and returns the slots of the marks
// that each option touches.
func (b *planner) addSums(plan *plan) map[enumerate.OptionID][]int {
	taken := map[enumerate.OptionID][]int{}
	for i, s := range b.sums {
		t := &b.needs[b.sumAt[i]]
		f := sum{t.field(), s.Base}
		var gain set
		gain.add(t.at)
		for k, m := range s.Marks {
			at := b.markAt[i][k]
			if at < 0 {
				f.base++
				continue
			}
			t := &b.needs[at]
			for _, o := range m {
				taken[o] = append(taken[o], t.at)
			}
			var touched set
			touched.add(t.at)
			end := &plan.steps[t.last+1]
			end.ending = append(end.ending, mark{touched, gain})
		}
		plan.sums = append(plan.sums, f)
	}
	return taken
}

// secondary adds the slots of a secondary item to an option: one for each colour, set
// when the item may have this colour no more, and one for options that want the item
// for themselves.
func (b *planner) secondary(x *option, m enumerate.Member) {
	needs := b.needs[b.first[m.Item]:]
	for k, c := range b.colours[m.Item] {
		if m.Colour == 0 || c == m.Colour {
			x.free.add(needs[k].at)
		}
		if c != m.Colour {
			x.take.add(needs[k].at)
		}
	}
	if b.alone[m.Item] {
		alone := needs[len(b.colours[m.Item])].at
		if m.Colour == 0 {
			x.free.add(alone)
		}
		x.take.add(alone)
	}
}

func (t *slotNeed) field() field { return field{t.at >> 6, t.at & 63, 1<<t.width - 1} }

func (t *slotNeed) stock() stock { return stock{t.field(), t.least, t.most, t.endless} }
