package sweep

import (
	"math/big"
	"math/bits"
	"sync/atomic"
)

// Limits bound a count.
type Limits struct {
	// Memory is for states and their counts, in bytes; 0 is [DefaultMemory].
	Memory int64
	// Nodes ends the count after so many options tried; 0 is never.
	Nodes int64
	// Progress is called with the options tried so far, now and then; nil is nobody.
	Progress func(nodes int64)
}

// DefaultMemory is what a count may take unless its limits say otherwise.
const DefaultMemory = 1 << 30

// Outcome says how a count ended.
type Outcome int8

// The outcomes.
const (
	Done      Outcome = iota
	Stopped           // by the stop flag
	Exhausted         // Limits.Nodes were not enough
	Full              // Limits.Memory was not enough
	Overflow          // a count of more than 2048 bits
)

// limbs is the largest number of 64-bit digits of a count.
const limbs = 32

// A Counter counts the solutions of a plan.
type Counter struct {
	plan   *Plan
	limits Limits
	total  []uint64

	// Nodes is the number of options tried that fit: edges between states.
	Nodes int64
	// States is the largest number of states that were in memory together.
	States int
}

// NewCounter returns a counter.
func NewCounter(p *Plan, l Limits) *Counter {
	if l.Memory == 0 {
		l.Memory = DefaultMemory
	}
	return &Counter{plan: p, limits: l}
}

// Run counts all solutions. It looks at stop, which may be nil, every thousand states.
func (c *Counter) Run(stop *atomic.Bool) Outcome {
	c.total, c.Nodes, c.States = nil, 0, 0
	if stop == nil {
		stop = new(atomic.Bool)
	}
	switch slots := c.plan.slots; {
	case c.plan.impossible:
		return Done
	case slots < 64:
		return newPass[[1]uint64](c, stop).run()
	case slots < 128:
		return newPass[[2]uint64](c, stop).run()
	}
	return newPass[[words]uint64](c, stop).run()
}

// Total returns the number of solutions, after a Run that was [Done].
func (c *Counter) Total() *big.Int {
	n := new(big.Int)
	for i := len(c.total) - 1; i >= 0; i-- {
		n.Lsh(n, 64)
		n.Or(n, new(big.Int).SetUint64(c.total[i]))
	}
	return n
}

// pass is a count under way. layers[p] holds the states whose first open item is at
// place p; width is the number of digits of every count.
type pass[K key] struct {
	*Counter
	steps  []narrowed[K]
	layers []layer[K]
	width  int
	states int // in all layers
	memory int64
	stop   *atomic.Bool
	broken Outcome // Done as long as all counts fit
}

// narrowed is a step with sets of as many words as keys have.
type narrowed[K key] struct {
	choices   []choice[K]
	own, live K
	due       []stock
}

type choice[K key] struct {
	free, take K
	claims     []stock
}

func narrow[K key](s set) (k K) {
	for w := range len(k) {
		k[w] = s[w]
	}
	return k
}

func newPass[K key](c *Counter, stop *atomic.Bool) *pass[K] {
	a := &pass[K]{Counter: c, layers: make([]layer[K], len(c.plan.steps)), width: 1, stop: stop}
	for i := range c.plan.steps {
		s := &c.plan.steps[i]
		n := narrowed[K]{own: narrow[K](s.own), live: narrow[K](s.live), due: s.due}
		for _, o := range s.options {
			n.choices = append(n.choices, choice[K]{narrow[K](o.free), narrow[K](o.take), o.claims})
		}
		a.steps = append(a.steps, n)
	}
	return a
}

func (a *pass[K]) run() Outcome {
	var root K
	a.add(0, root, []uint64{1})
	last := len(a.steps) - 1
	for p := range last {
		a.expand(p)
		if a.broken != Done {
			return a.broken
		}
		l := &a.layers[p]
		a.states -= l.used
		a.memory -= l.bytes(len(l.keys), a.width)
		*l = layer[K]{}
	}
	if l := &a.layers[last]; l.used > 0 { // one state: there is nothing left to know
		for i, k := range l.keys {
			if k[len(k)-1] != 0 {
				a.total = l.counts[i*a.width:][:a.width]
			}
		}
	}
	return Done
}

// expand tries the options at place p with every state of its layer.
func (a *pass[K]) expand(p int) {
	l := &a.layers[p]
	var buffer [limbs + 1]uint64
	add := func(q int, to K) bool {
		a.add(q, to, buffer[:a.width])
		return a.broken == Done
	}
	for at, from := range l.keys {
		if at&1023 == 0 && !a.mayGoOn() {
			return
		}
		if from[len(from)-1] == 0 {
			continue
		}
		copy(buffer[:], l.counts[at*a.width:][:a.width])
		a.children(p, from, add)
		if a.broken != Done {
			return
		}
	}
}

// children tries the options at place p with a state of its layer, and visits the states
// that they lead to, with their places, until visit returns false.
func (a *pass[K]) children(p int, from K, visit func(q int, to K) bool) {
	from[len(from)-1] &^= inUse
	choices := a.steps[p].choices
	for i := range choices {
		c := &choices[i]
		clash := uint64(0)
		for w := range len(from) {
			clash |= from[w] & c.free[w]
		}
		if clash != 0 {
			continue
		}
		to := from
		for w := range len(to) {
			to[w] |= c.take[w]
		}
		if len(c.claims) > 0 && !claim(&to, c.claims) {
			continue
		}
		a.Nodes++
		if q := a.advance(p, &to); q > 0 && !visit(q, to) {
			return
		}
	}
}

// claim counts the uses of bounded items. It returns false if one is used up.
func claim[K key](k *K, claims []stock) bool {
	for i := range claims {
		s := &claims[i]
		used := (*k)[s.word] >> s.shift & s.mask
		if used < s.most {
			(*k)[s.word] += 1 << s.shift
		} else if !s.endless {
			return false
		}
	}
	return true
}

// advance finds the place of the first open item after place p and frees the slots of
// what is behind it. It returns 0 if a bounded item stays below its least number.
func (a *pass[K]) advance(p int, k *K) int {
	for q := p + 1; ; q++ {
		s := &a.steps[q]
		for i := range s.due {
			if d := &s.due[i]; (*k)[d.word]>>d.shift&d.mask < d.least {
				return 0
			}
		}
		covered := uint64(0)
		for w := range len(*k) {
			covered |= (*k)[w] & s.own[w]
			(*k)[w] &= s.live[w]
		}
		if covered == 0 {
			return q
		}
	}
}

// add adds partial solutions to the state k at place p.
func (a *pass[K]) add(p int, k K, count []uint64) {
	l := &a.layers[p]
	if 4*l.used >= 3*len(l.keys) {
		more := l.bytes(max(64, 2*len(l.keys)), a.width)
		if a.memory+more > a.limits.Memory {
			a.broken = Full
			return
		}
		a.memory += more - l.bytes(len(l.keys), a.width)
		l.grow(a.width)
	}
	k[len(k)-1] |= inUse
	at := l.place(k)
	sum := l.counts[at*a.width:][:len(count)]
	if l.keys[at][len(k)-1] == 0 {
		l.keys[at] = k
		l.used++
		a.states++
		a.States = max(a.States, a.states)
		copy(sum, count)
		return
	}
	carry := uint64(0)
	for i := range sum {
		sum[i], carry = bits.Add64(sum[i], count[i], carry)
	}
	if carry != 0 {
		a.widen()
		if a.broken == Done {
			l.counts[(at+1)*a.width-1] = 1
		}
	}
}

// widen gives every count a digit more.
func (a *pass[K]) widen() {
	if a.width == limbs {
		a.broken = Overflow
		return
	}
	a.memory = 0
	for i := range a.layers {
		l := &a.layers[i]
		l.widen(a.width)
		a.memory += l.bytes(len(l.keys), a.width+1)
	}
	a.width++
	if a.memory > a.limits.Memory {
		a.broken = Full
	}
}

// mayGoOn reports whether the count may go on.
func (a *pass[K]) mayGoOn() bool {
	switch {
	case a.stop.Load():
		a.broken = Stopped
	case a.limits.Nodes > 0 && a.Nodes >= a.limits.Nodes:
		a.broken = Exhausted
	case a.limits.Progress != nil:
		a.limits.Progress(a.Nodes)
	}
	return a.broken == Done
}
