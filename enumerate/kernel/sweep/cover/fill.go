package cover

import (
	"slices"

	"coverstat/enumerate"
	"coverstat/enumerate/kernel/sweep"
)

// newSpec makes the gates and steps of a plan, without images.
func newSpec[K sweep.Key](b *plan) *spec[K] {
	places := len(b.order)
	a := &spec[K]{plan: b, gates: make([]gate[K], places+1), steps: make([]step[K], places+1)}
	a.steps[places].end = true
	if b.contacts > 0 {
		a.list = b.needs[b.listAt].field()
	}
	a.addSlots()
	taken := a.addMarks()
	starting := make([]int, places)
	for _, at := range b.start {
		starting[at]++
	}
	for id, at := range b.start {
		o := enumerate.OptionID(id)
		x := choice[K]{gain: sweep.Gain[K](b.tally, o)}
		for _, slot := range taken[o] {
			add(&x.take, slot)
		}
		if !a.addItems(&x, o, at) {
			continue
		}
		s := &a.steps[at]
		if b.contacts > 0 {
			s.changes = append(s.changes, a.addContacts(&x, o, at))
		}
		s.choices = append(slices.Grow(s.choices, starting[at]-len(s.choices)), x)
		s.ids = append(slices.Grow(s.ids, starting[at]-len(s.ids)), o)
	}
	a.addFitting()
	return a
}

// add puts a slot into a set.
func add[K sweep.Key](k *K, slot int) { (*k)[slot>>6] |= 1 << (slot & 63) }

// rest is what a gate has beside its sets, to be changed.
func (g *gate[K]) rest() *gateRest[K] {
	if g.more == nil {
		g.more = new(gateRest[K])
	}
	return g.more
}

// addSlots puts the slots of the needs into the gates, those of lists into the steps, and the stocks that are due.
func (a *spec[K]) addSlots() {
	for i := range a.needs {
		t := &a.needs[i]
		for at := t.first + 1; at <= t.last; at++ {
			for s := range t.width {
				add(&a.gates[at].live, t.at+s)
			}
		}
		if t.least > 0 {
			more := a.gates[t.last+1].rest()
			more.due = append(more.due, t.stock())
		}
	}
	for at, i := range a.order {
		if f := a.first[i]; f >= 0 {
			add(&a.gates[at].own, a.needs[f].at)
		}
	}
	for i := range a.listNeeds {
		t := &a.listNeeds[i]
		for at := t.first + 1; at <= t.last; at++ {
			add(&a.steps[at].listSlots, t.at)
		}
	}
}

// addMarks puts the marks of the sums into the gates, and returns the slots of the marks that each option touches.
func (a *spec[K]) addMarks() map[enumerate.OptionID][]int {
	taken := map[enumerate.OptionID][]int{}
	for i, s := range a.tally.Sums {
		for k, m := range s.Marks {
			if a.markAt[i][k] < 0 {
				continue
			}
			t := &a.needs[a.markAt[i][k]]
			for _, o := range m {
				taken[o] = append(taken[o], t.at)
			}
			var e ending[K]
			add(&e.touched, t.at)
			add(&e.gain, a.needs[a.sumAt[i]].at)
			more := a.gates[t.last+1].rest()
			more.ending = append(more.ending, e)
		}
	}
	return taken
}

// addItems puts the items of an option of the place at into its choice. It reports whether all of them may be used.
func (a *spec[K]) addItems(x *choice[K], o enumerate.OptionID, at int) (fits bool) {
	fits = true
	for _, m := range a.problem.Option(o) {
		f, info := a.first[m.Item], a.problem.Item(m.Item)
		switch {
		case f < 0 || a.place[m.Item] == at && info.Primary():
			fits = fits && info.Max > 0
		case info.Primary():
			add(&x.free, a.needs[f].at)
			add(&x.take, a.needs[f].at)
		case info.Secondary():
			a.addSecondary(x, m)
		default:
			fits = fits && info.Max > 0
			x.claims = append(x.claims, a.needs[f].stock())
		}
	}
	return fits
}

// addSecondary adds the slots of a secondary item to a choice: one for each colour, set
// when the item may have this colour no more, and one for options that want the item
// for themselves.
func (a *spec[K]) addSecondary(x *choice[K], m enumerate.Member) {
	needs := a.needs[a.first[m.Item]:]
	for k, c := range a.colours[m.Item] {
		if m.Colour == 0 || c == m.Colour {
			add(&x.free, needs[k].at)
		}
		if c != m.Colour {
			add(&x.take, needs[k].at)
		}
	}
	if a.alone[m.Item] {
		alone := needs[len(a.colours[m.Item])].at
		if m.Colour == 0 {
			add(&x.free, alone)
		}
		add(&x.take, alone)
	}
}
