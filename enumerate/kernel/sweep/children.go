package sweep

import (
	"math/bits"

	"coverstat/enumerate"
)

// gate is what a state needs to pass a place: a step with sets of as many words as keys have.
type gate[K key] struct {
	own, live K
	due       []stock
	ending    []ending[K]
}

// optionsAt is the rest of a step.
type optionsAt[K key] struct {
	choices   []choice[K]
	ids       [][]enumerate.OptionID // by choice: its options
	changes   []listChange[K]        // by choice; nil if no options meet
	caps      []bound
	listSlots K
}

type choice[K key] struct {
	free, take, gain K
	claims           []stock
}

type ending[K key] struct{ touched, gain K }

func clip[K key](s set) (k K) {
	for w := range len(k) {
		k[w] = s[w]
	}
	return k
}

// child is a state that an option leads to.
type child[K key] struct {
	key           K
	place, choice int32
}

// children tries the options at place p with a state of its layer, and returns the states that they
// lead to, in the order of the choices, in the memory of found. It also returns the number of options that fitted.
func (a *pass[K]) children(p int, from K, found []child[K]) (children []child[K], edges int64) {
	if a.plan.regions != nil {
		return a.divide(p, from, found)
	}
	s := &a.steps[p]
	if cap(found) < len(s.choices) {
		found = make([]child[K], len(s.choices))
	}
	found = found[:len(s.choices)]
	n := 0
	for i := range s.choices {
		c := &s.choices[i]
		if touches(from, c.free) {
			continue
		}
		to, fits := with(from, c.take, c.gain), true
		if len(c.claims) > 0 {
			if to, fits = claim(to, c.claims); !fits {
				continue
			}
		}
		edges++
		q := p
		if to, q = a.advance(p, to); q > 0 {
			found[n] = child[K]{to, int32(q), int32(i)}
			n++
		}
	}
	if found = found[:n]; a.capped || a.lists != nil {
		found = a.extras(p, from, found)
	}
	return found, edges
}

// extras does what few plans need: it leaves out states with a sum above its cap, and finds which
// options meet. In the loop of children it made every sweep a tenth slower.
func (a *pass[K]) extras(p int, from K, found []child[K]) []child[K] {
	var list []K
	if a.lists != nil {
		list = a.listOf(p, from)
	}
	kept := found[:0]
	for _, c := range found {
		if a.above(int(c.place), c.key) {
			continue
		}
		if a.lists != nil {
			a.countContacts(&a.steps[p].changes[c.choice], list, p, int(c.place), from, &c.key)
		}
		kept = append(kept, c)
	}
	return kept
}

// above reports whether a sum of a state at place q is above its cap.
func (a *pass[K]) above(q int, k K) bool {
	for i := range a.steps[q].caps {
		if c := &a.steps[q].caps[i]; k[c.word]>>c.shift&c.mask > c.most {
			return true
		}
	}
	return false
}

// claim counts the uses of bounded items. It returns false if one is used up.
func claim[K key](k K, claims []stock) (K, bool) {
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
func (a *pass[K]) advance(p int, k K) (K, int) {
	gates := a.gates
	for q := p + 1; q < len(gates); q++ {
		g := &gates[q]
		for i := range g.due {
			if d := &g.due[i]; k[d.word]>>d.shift&d.mask < d.least {
				return k, 0
			}
		}
		for i := range g.ending {
			if e := &g.ending[i]; !touches(k, e.touched) {
				k = with(k, k, e.gain)
			}
		}
		covered := touches(k, g.own)
		if k = both(k, g.live); !covered {
			return k, q
		}
	}
	return k, 0 // the end has no slot of its own, so this is never reached
}

// The sets of most problems have one word. Each of the following does without a loop then, and so
// it is inlined.

// touches reports whether two sets have a slot in common.
func touches[K key](x, y K) bool {
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
func both[K key](x, y K) K {
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
func with[K key](x, take, gain K) K {
	if len(x) == 1 {
		x[0] = (x[0] | take[0]) + gain[0]
		return x
	}
	for w := range len(x) {
		x[w] = (x[w] | take[w]) + gain[w]
	}
	return x
}

// hash is the hash of a key in layer q. The first bits of it choose the shard, the next ones the
// place in a table, so that a table that grows is read and written from one end to the other. The
// layers have hashes of their own: else a layer is met in the order of its
// hashes where options change few slots, and its table, while it is small, is crowded at one end.
func hash[K key](k K, q int) (h uint64) {
	factor := 0x9e3779b97f4a7c15 + 0xbf58476d1ce4e5b8*uint64(q) // odd
	if len(k) == 1 {
		return k[0] * factor
	}
	for w := range len(k) {
		h = (bits.RotateLeft64(h, 23) ^ k[w]) * factor
	}
	return h
}
