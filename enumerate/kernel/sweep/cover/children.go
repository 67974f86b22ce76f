package cover

import (
	"math/bits"
	"slices"
	"sync"

	"coverstat/enumerate"
	"coverstat/enumerate/kernel/sweep"
)

// gate is what a state needs to pass a place: a step with sets of as many words as keys have.
type gate[K sweep.Key] struct {
	own, live K
	more      *gateRest[K] // nil if there is no more
}

// gateRest is what few gates have.
type gateRest[K sweep.Key] struct {
	due    []stock
	ending []ending[K]
	images []image[K] // nil if states are not merged
}

// optionsAt is the rest of a step.
type optionsAt[K sweep.Key] struct {
	choices []choice[K]
	fitting
	first     []window // of the first 64 choices
	end       bool
	ids       []enumerate.OptionID // by choice: its option
	changes   []listChange[K]      // by choice; nil if no options meet
	caps      []bound
	listSlots K
}

type choice[K sweep.Key] struct {
	free, take, gain K
	claims           []stock
}

type ending[K sweep.Key] struct{ touched, gain K }

// set is a set of slots, without words at its end that are 0.
type set []uint64

func (s *set) add(slot int) {
	s.grow(slot >> 6)
	(*s)[slot>>6] |= 1 << (slot & 63)
}

// gain adds to a number.
func (s *set) gain(f field, n uint64) {
	s.grow(f.word)
	(*s)[f.word] += n << f.shift
}

func (s *set) grow(word int) {
	for len(*s) <= word {
		*s = append(*s, 0)
	}
}

func clip[K sweep.Key](s set) (k K) {
	for w := range s {
		k[w] = s[w]
	}
	return k
}

// spec is a plan with keys of as many words as it needs, and the lists of a sweep.
type spec[K sweep.Key] struct {
	plan  *plan
	gates []gate[K] // by place
	steps []optionsAt[K]
	lists []lists // by place; nil if no options meet
}

// specOf returns a function that makes the spec of a sweep.
func specOf[K sweep.Key](p *plan) func(merged bool) sweep.Spec[K] {
	whole := sync.OnceValue(func() *spec[K] { return newSpec[K](p, false) })
	merged := sync.OnceValue(func() *spec[K] { return newSpec[K](p, true) })
	return func(images bool) sweep.Spec[K] {
		p.fill()
		made := whole
		if images && p.merges {
			made = merged
		}
		if p.contacts {
			a := *made()
			a.lists = make([]lists, len(p.steps))
			return &a
		}
		return bare[K]{made()}
	}
}

// bare is a spec without lists: it is no [sweep.Keeper].
type bare[K sweep.Key] struct{ sweep.Spec[K] }

func newSpec[K sweep.Key](p *plan, merged bool) *spec[K] {
	a := &spec[K]{plan: p}
	for i := range p.steps {
		s := &p.steps[i]
		g, more := gate[K]{own: clip[K](s.own), live: clip[K](s.live)}, gateRest[K]{due: s.due}
		n := optionsAt[K]{end: i == len(p.steps)-1, caps: s.caps, listSlots: clip[K](s.listSlots)}
		n.fitBy(s.fitting)
		n.ids, n.choices = slices.Grow(n.ids, len(s.options)), slices.Grow(n.choices, len(s.options))
		for _, o := range s.options {
			n.ids = append(n.ids, o.id)
			n.choices = append(n.choices, choice[K]{clip[K](o.free), clip[K](o.take), clip[K](o.gain), o.claims})
			if p.contacts {
				n.changes = append(n.changes, listChange[K]{clip[K](o.covers), tilesOf[K](p, o.members)})
			}
		}
		for _, m := range s.ending {
			more.ending = append(more.ending, ending[K]{clip[K](m.touched), clip[K](m.gain)})
		}
		if merged {
			for _, slots := range s.images {
				more.images = append(more.images, imageOf[K](slots))
			}
		}
		if len(more.due)+len(more.ending)+len(more.images) > 0 {
			g.more = &more
		}
		a.gates, a.steps = append(a.gates, g), append(a.steps, n)
	}
	return a
}

// Options implements [sweep.Spec].
func (a *spec[K]) Options(dst []enumerate.OptionID, place, choice int) []enumerate.OptionID {
	return append(dst, a.steps[place].ids[choice])
}

// Accept implements [sweep.Spec].
func (a *spec[K]) Accept(k K) (values []int64, ok bool) {
	p := a.plan
	values = make([]int64, len(p.sums))
	for i, s := range p.sums {
		values[i] = s.base + int64(k[s.word]>>s.shift&s.mask)
	}
	return values[:p.by], p.accept == nil || p.accept(values)
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
	if found = found[:n]; a.plan.capped || a.lists != nil {
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
		if a.above(int(c.Place), c.Key) {
			continue
		}
		if a.lists != nil {
			a.countContacts(&a.steps[p].changes[c.Choice], list, p, int(c.Place), from, &c.Key)
		}
		kept = append(kept, c)
	}
	return kept
}

// above reports whether a sum of a state at place q is above its cap.
func (a *spec[K]) above(q int, k K) bool {
	for i := range a.steps[q].caps {
		if c := &a.steps[q].caps[i]; k[c.word]>>c.shift&c.mask > c.most {
			return true
		}
	}
	return false
}

// claim counts the uses of bounded items. It returns false if one is used up.
func claim[K sweep.Key](k K, claims []stock) (K, bool) {
	for i := range claims {
		s := &claims[i]
		used := k[s.word] >> s.shift & s.mask
		if used < s.most {
			k[s.word] += 1 << s.shift
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
		if d := &g.more.due[i]; k[d.word]>>d.shift&d.mask < d.least {
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
