package cover

import (
	"math/bits"
	"sync"

	"coverstat/enumerate"
	"coverstat/enumerate/kernel/sweep"
)

// spec is what happens at the places of a plan, with keys of as many words as it needs, and the lists of a sweep: of
// what the earlier options have beside them.
type spec[K sweep.Key] struct {
	*plan
	gates []gate[K] // by place
	steps []step[K]
	list  sweep.Field   // of the number of the list of a state
	lists []sweep.Lists // by place; nil if no options meet
}

// gate is what a state needs to pass a place.
type gate[K sweep.Key] struct {
	own  K            // slot of the item at this place; empty if no earlier option contains it
	live K            // slots that states at this place may use
	more *gateRest[K] // nil if there is no more
}

// gateRest is what few gates have.
type gateRest[K sweep.Key] struct {
	due    []stock
	ending []ending[K]
	images []image[K] // nil if states are not merged
}

// ending is the slot of a mark that no option from a place on touches, and what it adds to its sum.
type ending[K sweep.Key] struct{ touched, gain K }

// step is the ways to cover the item at a place, if it is the first that is open.
type step[K sweep.Key] struct {
	choices []choice[K]
	fitting
	first     []window // of the first 64 choices
	end       bool
	ids       []enumerate.OptionID // by choice: its option
	changes   []listChange[K]      // by choice; nil if no options meet
	listSlots K                    // slots that sets of a list may have
}

// choice is an option.
type choice[K sweep.Key] struct {
	free   K // slots that must be 0
	take   K // slots that become 1
	gain   K // what is added to the sums
	claims []stock
}

// specOf returns a function that makes the spec of a sweep. Of the plans in several orders few are swept.
func specOf[K sweep.Key](b *plan) func(merged bool, lists []sweep.Lists) sweep.Spec[K] {
	whole := sync.OnceValue(func() *spec[K] { return newSpec[K](b) })
	merged := sync.OnceValue(func() *spec[K] { return whole().merged() })
	return func(images bool, lists []sweep.Lists) sweep.Spec[K] {
		a := *whole()
		if images {
			a = *merged()
		}
		a.lists = lists
		return &a
	}
}

// Options implements [sweep.Spec].
func (a *spec[K]) Options(dst []enumerate.OptionID, place, choice int) []enumerate.OptionID {
	return append(dst, a.steps[place].ids[choice])
}

// Children implements [sweep.Spec]: it tries the options at place p with a state of its layer. A child whose own item
// no option fits leads to no solution, and is left out.
func (a *spec[K]) Children(p int, from K, found []sweep.Child[K]) (children []sweep.Child[K], edges int64) {
	s := &a.steps[p]
	if cap(found) < len(s.choices) {
		found = make([]sweep.Child[K], len(s.choices))
	}
	found = found[:len(s.choices)]
	n := 0
	for first := 0; first < len(s.choices); first += 64 {
		for fit := s.fit(first, from); fit != 0; fit &= fit - 1 {
			i := first + bits.TrailingZeros64(fit)
			c := &s.choices[i]
			to, fits := with(from, c.take, c.gain), true
			if len(c.claims) > 0 {
				if to, fits = claim(to, c.claims); !fits {
					continue
				}
			}
			edges++
			q := p
			if to, q = a.advance(p, to); q > 0 && a.steps[q].open(to) {
				found[n] = sweep.Child[K]{Key: to, Place: int32(q), Choice: int32(i)}
				n++
			}
		}
	}
	if found = found[:n]; a.filtered || a.lists != nil {
		found = a.extras(p, from, found)
	}
	return found, edges
}

// extras does what few plans need: it leaves out states with a sum above its cap, and finds which
// options meet. In the loop of children it made every sweep a tenth slower.
func (a *spec[K]) extras(p int, from K, found []sweep.Child[K]) []sweep.Child[K] {
	var list []K
	if a.lists != nil {
		list = a.listOf(p, from)
	}
	kept := found[:0]
	for _, c := range found {
		if sweep.Above(a.tally, int(c.Place), c.Key) {
			continue
		}
		if a.lists != nil {
			a.countContacts(&a.steps[p].changes[c.Choice], list, p, int(c.Place), from, &c.Key)
		}
		kept = append(kept, c)
	}
	return kept
}

// claim counts the uses of bounded items. It returns false if one is used up.
func claim[K sweep.Key](k K, claims []stock) (K, bool) {
	for i := range claims {
		s := &claims[i]
		used := s.Of(k[s.Word])
		if used < s.most {
			k[s.Word] += 1 << s.Shift
		} else if !s.endless {
			return k, false
		}
	}
	return k, true
}

// advance finds the place of the first open item after place p and frees the slots of
// what is behind it. The place is 0 if a bounded item stays below its least number.
func (a *spec[K]) advance(p int, k K) (K, int) {
	gates := a.gates
	for q := p + 1; q < len(gates); q++ {
		g := &gates[q]
		if g.more != nil {
			fits := false
			if k, fits = g.pass(k); !fits {
				return k, 0
			}
		}
		covered := touches(k, g.own)
		if k = both(k, g.live); !covered {
			return k, q
		}
	}
	return k, 0 // the end has no slot of its own, so this is never reached
}

// pass does what few gates need. It returns false if a bounded item stays below its least number.
func (g *gate[K]) pass(k K) (K, bool) {
	for i := range g.more.due {
		if d := &g.more.due[i]; d.Of(k[d.Word]) < d.least {
			return k, false
		}
	}
	for i := range g.more.ending {
		if e := &g.more.ending[i]; !touches(k, e.touched) {
			k = with(k, k, e.gain)
		}
	}
	if len(g.more.images) > 0 {
		k = g.least(k)
	}
	return k, true
}

// The sets of most problems have one word. Each of the following does without a loop then, and so
// it is inlined.

// touches reports whether two sets have a slot in common.
func touches[K sweep.Key](x, y K) bool {
	if len(x) == 1 {
		return x[0]&y[0] != 0
	}
	all := uint64(0)
	for w := range len(x) {
		all |= x[w] & y[w]
	}
	return all != 0
}

// both returns the slots that two sets have in common.
func both[K sweep.Key](x, y K) K {
	if len(x) == 1 {
		x[0] &= y[0]
		return x
	}
	for w := range len(x) {
		x[w] &= y[w]
	}
	return x
}

// with returns a set with the slots of another one, and with something added to its numbers.
func with[K sweep.Key](x, take, gain K) K {
	if len(x) == 1 {
		x[0] = (x[0] | take[0]) + gain[0]
		return x
	}
	for w := range len(x) {
		x[w] = (x[w] | take[w]) + gain[w]
	}
	return x
}
