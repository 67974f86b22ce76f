package sweep

import (
	"errors"
	"math/bits"
	"math/rand/v2"
	"sync"
	"sync/atomic"

	"coverstat/enumerate"
)

// Limits bound a sweep.
type Limits struct {
	// Memory is for states and their counts, in bytes; 0 is [DefaultMemory].
	Memory int64
	// Nodes ends a count after so many options tried; 0 is never.
	Nodes int64
	// Workers share the work on each layer; 0 is one.
	Workers int
	// Progress is called with the options tried so far, now and then; nil is nobody.
	Progress func(nodes int64)
	// Layer is called before each layer: with 0, 1, ... forward, and on from there back; nil is
	// nobody.
	Layer func(step int)
	// Keep is called before each layer of a count. It may call snapshot, which puts what the
	// count has so far, as bytes; nil is nobody.
	Keep func(snapshot func(put func([]byte) error) error)
	// Kept reads such bytes, of a count of the same plan that goes on; nil is none.
	Kept func([]byte) error
}

// DefaultMemory is what a sweep may take unless its limits say otherwise.
const DefaultMemory = 1 << 30

// Outcome says how a sweep ended.
type Outcome int8

// The outcomes.
const (
	Done      Outcome = iota
	Stopped           // by the stop flag
	Exhausted         // Limits.Nodes were not enough
	Full              // Limits.Memory was not enough
	Overflow          // a count of more than 2048 bits
)

// ErrOverflow says what [Overflow] means for a user.
var ErrOverflow = errors.New("more than 2^2048 solutions")

// limbs is the largest number of 64-bit digits of a count.
const limbs = 32

// shardBits is the number of bits of a state's hash that choose its shard, if several
// workers add states at a time. smallLayer states are not worth several workers.
const (
	shardBits  = 6
	smallLayer = 1 << 12
)

// pass goes through the layers of a plan. A state at place p is in layer p of the shard
// that its hash gives.
type pass[K key] struct {
	plan    *Plan
	steps   []narrowed[K]
	limits  Limits
	shards  []shard[K]
	workers []*worker[K]
	capped  bool    // a step has caps
	lists   []lists // by place; nil if no options meet
	stop    *atomic.Bool
	memory  atomic.Int64
	nodes   atomic.Int64 // options tried that fit: edges between states
	broken  atomic.Int32 // an Outcome: Done as long as all is well
}

// sweeper is a pass with keys of some width.
type sweeper interface {
	thin(keep int) Size
	count(c *Counter) Outcome
	complete(c *Completions) Outcome
	draw(dst []enumerate.OptionID, source *rand.PCG) []enumerate.OptionID
}

// newSweeper returns a pass whose keys have as few words as the plan allows.
func newSweeper(p *Plan, limits Limits, stop *atomic.Bool) sweeper {
	switch {
	case p.slots < 64:
		return newPass[[1]uint64](p, limits, stop)
	case p.slots < 128:
		return newPass[[2]uint64](p, limits, stop)
	}
	return newPass[[words]uint64](p, limits, stop)
}

// shard is the part of all layers that one goroutine at a time changes.
type shard[K key] struct {
	sync.Mutex
	layers []layer[K]
}

// worker is what one goroutine needs.
type worker[K key] struct {
	*pass[K]
	out  []outbox[K] // by shard; nil if there is one shard
	sums []uint64    // of the uses of each option of a place
}

// outbox holds states on their way to a shard.
type outbox[K key] struct {
	places []int32
	keys   []K
	hashes []uint64
	counts numbers
}

const outboxSize = 256

// narrowed is a step with sets of as many words as keys have.
type narrowed[K key] struct {
	own, live K // first what every state needs
	due       []stock
	ending    []ending[K]
	choices   []choice[K]
	meetings  []meeting[K] // by choice; nil if no options meet
	caps      []bound
	beside    K
}

type choice[K key] struct {
	free, take, gain K
	claims           []stock
	id               enumerate.OptionID
}

type ending[K key] struct{ touched, gain K }

func narrow[K key](s set) (k K) {
	for w := range len(k) {
		k[w] = s[w]
	}
	return k
}

func newPass[K key](plan *Plan, limits Limits, stop *atomic.Bool) *pass[K] {
	if limits.Memory == 0 {
		limits.Memory = DefaultMemory
	}
	if stop == nil {
		stop = new(atomic.Bool)
	}
	a := &pass[K]{plan: plan, limits: limits, stop: stop, shards: make([]shard[K], 1)}
	if plan.contacts {
		a.lists = make([]lists, len(plan.steps))
	}
	if limits.Workers > 1 {
		a.shards = make([]shard[K], 1<<shardBits)
	}
	for i := range a.shards {
		a.shards[i].layers = make([]layer[K], len(plan.steps))
	}
	for range max(1, limits.Workers) {
		w := &worker[K]{pass: a}
		if len(a.shards) > 1 {
			w.out = make([]outbox[K], len(a.shards))
		}
		a.workers = append(a.workers, w)
	}
	for i := range plan.steps {
		s := &plan.steps[i]
		n := narrowed[K]{own: narrow[K](s.own), live: narrow[K](s.live), due: s.due, caps: s.caps, beside: narrow[K](s.beside)}
		for _, o := range s.options {
			n.choices = append(n.choices, choice[K]{narrow[K](o.free), narrow[K](o.take), narrow[K](o.gain), o.claims, o.id})
			if plan.contacts {
				n.meetings = append(n.meetings, meeting[K]{narrow[K](o.covers), tilesOf[K](plan, o.members)})
			}
		}
		for _, m := range s.ending {
			n.ending = append(n.ending, ending[K]{narrow[K](m.touched), narrow[K](m.gain)})
		}
		a.capped = a.capped || len(s.caps) > 0
		a.steps = append(a.steps, n)
	}
	return a
}

// begin adds the state of which all others come, with its count.
func (a *pass[K]) begin(count ...uint64) {
	var root K
	a.workers[0].add(0, root, count)
	a.workers[0].deliver()
}

// each calls do with layer p of each shard, on several goroutines if it is large.
func (a *pass[K]) each(p int, do func(w *worker[K], l *layer[K])) {
	states := 0
	for i := range a.shards {
		states += a.shards[i].layers[p].used
	}
	var next atomic.Int32
	work := func(w *worker[K]) {
		for i := int(next.Add(1)) - 1; i < len(a.shards) && a.outcome() == Done; i = int(next.Add(1)) - 1 {
			if l := &a.shards[i].layers[p]; l.used > 0 {
				do(w, l)
			}
		}
		w.deliver()
	}
	if len(a.workers) == 1 || states < smallLayer {
		work(a.workers[0])
		return
	}
	var group sync.WaitGroup
	for _, w := range a.workers {
		group.Go(func() { work(w) })
	}
	group.Wait()
}

// forward goes through all layers from the first on but the last, and adds up the counts. It
// frees the layers behind unless keep is set.
func (a *pass[K]) forward(first int, keep bool) {
	for p := first; p < len(a.steps)-1; p++ {
		if a.limits.Keep != nil && !keep && p > first {
			a.limits.Keep(func(put func([]byte) error) error { return a.snapshot(p, put) })
		}
		if a.limits.Layer != nil {
			a.limits.Layer(p)
		}
		a.each(p, func(w *worker[K], l *layer[K]) { w.expand(p, l) })
		if a.outcome() != Done {
			return
		}
		if !keep {
			a.free(p)
		}
	}
}

// free forgets layer p.
func (a *pass[K]) free(p int) {
	for i := range a.shards {
		l := &a.shards[i].layers[p]
		a.memory.Add(-l.bytes())
		*l = layer[K]{}
	}
	if a.lists != nil {
		a.memory.Add(-a.lists[p].bytes)
		a.lists[p] = lists{}
	}
}

// expand tries the options at place p with every state of a layer.
func (w *worker[K]) expand(p int, l *layer[K]) {
	var count []uint64
	add := func(q int, to K, _ int) bool {
		w.add(q, to, count)
		return true
	}
	edges := int64(0)
	for at, from := range l.keys {
		if at&1023 == 0 {
			if !w.mayGoOn(edges) {
				return
			}
			edges = 0
		}
		if from[len(from)-1] != 0 {
			count = l.counts.at(at) // no state leads to its own layer
			edges += w.children(p, from, add)
		}
	}
	w.nodes.Add(edges)
}

// children tries the options at place p with a state of its layer, and visits the states
// that they lead to, with their places and the number of the choice, until visit returns
// false. It returns the number of options that fitted. Make visit once for many states: it is
// allocated.
func (a *pass[K]) children(p int, from K, visit func(q int, to K, choice int) bool) (edges int64) {
	from[len(from)-1] &^= inUse
	choices := a.steps[p].choices
	if a.capped || a.lists != nil {
		visit = a.rest(p, from, visit)
	}
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
			to[w] = (to[w] | c.take[w]) + c.gain[w]
		}
		if len(c.claims) > 0 && !claim(&to, c.claims) {
			continue
		}
		edges++
		if q := a.advance(p, &to); q > 0 && !visit(q, to, i) {
			return edges
		}
	}
	return edges
}

// rest does what few plans need before visit is called: it leaves out states with a sum above
// its cap, and finds which options meet. In the loop of children it made every sweep a tenth slower.
func (a *pass[K]) rest(p int, from K, visit func(q int, to K, choice int) bool) func(q int, to K, choice int) bool {
	var list []K
	if a.lists != nil {
		list = a.listOf(p, from)
	}
	return func(q int, to K, choice int) bool {
		if a.above(q, to) {
			return true
		}
		if a.lists != nil {
			a.meet(&a.steps[p].meetings[choice], list, p, q, from, &to)
		}
		return visit(q, to, choice)
	}
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
		for i := range s.ending {
			e, touched := &s.ending[i], uint64(0)
			for w := range len(*k) {
				touched |= (*k)[w] & e.touched[w]
			}
			if touched == 0 {
				for w := range len(*k) {
					(*k)[w] += e.gain[w]
				}
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

// add adds partial solutions to the state k at place q.
func (w *worker[K]) add(q int, k K, count []uint64) {
	k[len(k)-1] |= inUse
	h := hash(k)
	if w.out == nil {
		w.shards[0].add(w.pass, q, k, h, count)
		return
	}
	i := h >> (64 - shardBits)
	o := &w.out[i]
	if len(o.places) == outboxSize || len(count) != o.counts.width && len(o.places) > 0 {
		w.pass.deliver(int(i), o)
	}
	o.counts.width = len(count)
	o.places, o.keys, o.hashes = append(o.places, int32(q)), append(o.keys, k), append(o.hashes, h)
	o.counts.digits = append(o.counts.digits, count...)
}

// deliver empties all outboxes.
func (w *worker[K]) deliver() {
	for i := range w.out {
		w.pass.deliver(i, &w.out[i])
	}
}

func (a *pass[K]) deliver(shard int, o *outbox[K]) {
	s := &a.shards[shard]
	s.Lock()
	for i, k := range o.keys {
		s.add(a, int(o.places[i]), k, o.hashes[i], o.counts.at(i))
	}
	s.Unlock()
	o.places, o.keys, o.hashes, o.counts.digits = o.places[:0], o.keys[:0], o.hashes[:0], o.counts.digits[:0]
}

// add adds partial solutions to a state of the shard, or the state.
func (s *shard[K]) add(a *pass[K], q int, k K, hash uint64, count []uint64) {
	l := &s.layers[q]
	if len(count) > l.counts.width && !a.widen(l, &l.counts, len(count)) {
		return
	}
	if 4*l.used >= 3*len(l.keys) {
		if !a.reserve(bytes[K](max(64, 2*len(l.keys)), l.counts.width) - l.bytes()) {
			return
		}
		l.grow()
	}
	at := l.place(k, hash)
	sum := l.counts.at(at)
	if l.keys[at][len(k)-1] == 0 {
		l.keys[at] = k
		l.used++
		copy(sum, count)
		return
	}
	if carry := addTo(sum, count); carry != 0 && a.widen(l, &l.counts, len(sum)+1) {
		l.counts.at(at)[len(sum)] = carry
	}
}

// addTo adds y, which is not wider, to x, and returns the carry.
func addTo(x, y []uint64) (carry uint64) {
	for i := range y {
		x[i], carry = bits.Add64(x[i], y[i], carry)
	}
	for i := len(y); carry != 0 && i < len(x); i++ {
		x[i], carry = bits.Add64(x[i], 0, carry)
	}
	return carry
}

// widen gives numbers of a layer a greater width.
func (a *pass[K]) widen(l *layer[K], n *numbers, width int) bool {
	if width > limbs {
		a.breakOff(Overflow)
		return false
	}
	if !a.reserve(8 * int64(len(l.keys)) * int64(width-n.width)) {
		return false
	}
	n.widen(len(l.keys), width)
	return true
}

// reserve takes memory. It reports whether there was enough.
func (a *pass[K]) reserve(more int64) bool {
	if a.memory.Add(more) <= a.limits.Memory {
		return true
	}
	a.breakOff(Full)
	return false
}

// breakOff ends the pass.
func (a *pass[K]) breakOff(o Outcome) { a.broken.CompareAndSwap(int32(Done), int32(o)) }

func (a *pass[K]) outcome() Outcome { return Outcome(a.broken.Load()) }

// mayGoOn counts nodes and reports whether the pass may go on.
func (w *worker[K]) mayGoOn(nodes int64) bool {
	all := w.nodes.Add(nodes)
	switch {
	case w.stop.Load():
		w.breakOff(Stopped)
	case w.limits.Nodes > 0 && all >= w.limits.Nodes:
		w.breakOff(Exhausted)
	case w.limits.Progress != nil && w == w.workers[0]:
		w.limits.Progress(all)
	}
	return w.outcome() == Done
}
