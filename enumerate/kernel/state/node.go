package state

import (
	"math"
	"math/bits"
)

// A Node is a state with the options that fit it. The capacity of List must be at
// least the number of the parent's options.
type Node struct {
	Key  Key
	List []int32
}

// Verdict says how a state stands.
type Verdict int8

// The verdicts.
const (
	Open   Verdict = iota // items remain, and each has an option
	Dead                  // some item has no option left
	Solved                // nothing remains to be covered
)

// Root makes n the state at the start.
func (s *Space) Root(n *Node) Verdict {
	n.Key = Key{Items: s.root}
	n.List = n.List[:0]
	for o := range s.Options {
		n.List = append(n.List, int32(o))
	}
	return s.Refine(n, n)
}

// Take returns the key that is left when option o, which must fit, is chosen.
func (s *Space) Take(k Key, o int32) Key {
	m := &s.take[o]
	for w := range k.Items {
		k.Items[w] &^= m[w]
	}
	if len(s.stocks) > 0 {
		for _, i := range s.claims[o] {
			t := &s.stocks[i]
			used := t.used(&k) + 1
			if used == t.max {
				k.Items.remove(t.bit)
			}
			if used <= t.max && (t.max != math.MaxUint64 || used <= t.min) {
				k.Stock[t.word] += 1 << t.shift
			}
		}
	}
	return k
}

// Refine lists the options of f that fit t.Key, which [Space.Take] made from f's
// key. It also removes bits from the key that make no difference any more. f and t
// may be the same node.
func (s *Space) Refine(f, t *Node) Verdict {
	if t.Key.Items[0]&s.primary[0]|t.Key.Items[1]&s.primary[1]|t.Key.Items[2]&s.primary[2]|t.Key.Items[3]&s.primary[3] == 0 {
		return s.ended(&t.Key)
	}
	var left Set
	if s.narrow {
		t.List, left = s.filter2(t.List[:cap(t.List)], f.List, &t.Key)
	} else {
		t.List, left = s.filter4(t.List[:cap(t.List)], f.List, &t.Key)
	}
	for w := range left {
		if t.Key.Items[w]&s.primary[w]&^left[w] != 0 {
			return Dead
		}
	}
	if s.primaryOnly {
		return Open
	}
	for w := range left {
		t.Key.Items[w] &= left[w]
	}
	for i := range s.stocks {
		k := &s.stocks[i]
		if t.Key.Items.has(k.bit) {
			continue
		}
		if k.used(&t.Key) < k.min {
			return Dead
		}
		t.Key.Stock[k.word] &^= k.mask << k.shift
		t.Key.Stock[k.word] |= k.min << k.shift
	}
	return Open
}

// ended returns the verdict on a state without primary items.
func (s *Space) ended(k *Key) Verdict {
	for i := range s.stocks {
		if t := &s.stocks[i]; t.used(k) < t.min {
			return Dead
		}
	}
	return Solved
}

// filter2 writes to out the options of the list that fit, and returns the union of
// their bits. It has no branch that depends on the options. filter2 is for two
// words, filter4 for four.
func (s *Space) filter2(out, list []int32, k *Key) ([]int32, Set) {
	gone0, gone1 := ^k.Items[0], ^k.Items[1]
	var u0, u1 uint64
	n := 0
	out = out[:len(list)]
	for _, o := range list {
		m := &s.need2[o]
		out[n] = o
		miss := m[0]&gone0 | m[1]&gone1
		fits := (miss|-miss)>>63 - 1 // all ones if nothing is missing
		n -= int(fits)
		u0 |= m[0] & fits
		u1 |= m[1] & fits
	}
	return out[:n], Set{u0, u1}
}

func (s *Space) filter4(out, list []int32, k *Key) ([]int32, Set) {
	gone0, gone1, gone2, gone3 := ^k.Items[0], ^k.Items[1], ^k.Items[2], ^k.Items[3]
	var u0, u1, u2, u3 uint64
	n := 0
	out = out[:len(list)]
	for _, o := range list {
		m := &s.need[o]
		out[n] = o
		miss := m[0]&gone0 | m[1]&gone1 | m[2]&gone2 | m[3]&gone3
		fits := (miss|-miss)>>63 - 1
		n -= int(fits)
		u0 |= m[0] & fits
		u1 |= m[1] & fits
		u2 |= m[2] & fits
		u3 |= m[3] & fits
	}
	return out[:n], Set{u0, u1, u2, u3}
}

// Has reports whether an option covers a primary bit.
func (s *Space) Has(o int32, bit int) bool { return s.need[o][bit>>6]>>(bit&63)&1 != 0 }

// Remaining returns the number of primary bits that remain.
func (s *Space) Remaining(n *Node) int {
	k := 0
	for w := range n.Key.Items {
		k += bits.OnesCount64(n.Key.Items[w] & s.primary[w])
	}
	return k
}

// Nth returns the nth primary bit that remains, from 0.
func (s *Space) Nth(n *Node, nth int) int {
	for w := range n.Key.Items {
		x := n.Key.Items[w] & s.primary[w]
		if k := bits.OnesCount64(x); nth >= k {
			nth -= k
			continue
		}
		for ; nth > 0; nth-- {
			x &= x - 1
		}
		return w<<6 + bits.TrailingZeros64(x)
	}
	return -1
}

// counts are bit-sliced counters of 64 items: bits i of c0, c1 and c2 are the binary
// digits of item i's count. Bit i of c3 says that the count is 8 or more.
type counts struct{ c0, c1, c2, c3 uint64 }

// Fewest returns the primary bit with the fewest options, the first on ties.
func (s *Space) Fewest(n *Node) int {
	var all [words]counts
	if s.narrow {
		var a, b counts
		for _, o := range n.List {
			m := &s.need2[o]
			a.add(m[0])
			b.add(m[1])
		}
		all[0], all[1] = a, b
	} else {
		for w := range all {
			if n.Key.Items[w]&s.primary[w] == 0 {
				continue
			}
			var a counts
			for _, o := range n.List {
				a.add(s.need[o][w])
			}
			all[w] = a
		}
	}
	for k := uint64(1); k < 8; k++ {
		n0, n1, n2 := -(k & 1), -(k >> 1 & 1), -(k >> 2 & 1) // all ones where k has the bit
		for w := range all {
			x := &all[w]
			if m := n.Key.Items[w] & s.primary[w] &^ ((x.c0 ^ n0) | (x.c1 ^ n1) | (x.c2 ^ n2) | x.c3); m != 0 {
				return w<<6 + bits.TrailingZeros64(m)
			}
		}
	}
	return s.fewestOfMany(n)
}

// add counts one option more for the items of m.
func (c *counts) add(m uint64) {
	t := m & c.c0
	c.c0 ^= m
	u := t & c.c1
	c.c1 ^= t
	v := u & c.c2
	c.c2 ^= u
	c.c3 |= v
}

// fewestOfMany is Fewest where every item has 8 options or more.
func (s *Space) fewestOfMany(n *Node) int {
	var count [maxBits]int32
	for _, o := range n.List {
		for w := range n.Key.Items {
			for x := s.need[o][w] & s.primary[w]; x != 0; x &= x - 1 {
				count[w<<6+bits.TrailingZeros64(x)]++
			}
		}
	}
	best := -1
	for w := range n.Key.Items {
		for x := n.Key.Items[w] & s.primary[w]; x != 0; x &= x - 1 {
			if i := w<<6 + bits.TrailingZeros64(x); best < 0 || count[i] < count[best] {
				best = i
			}
		}
	}
	return best
}
