package sweep

import (
	"math"
	"math/big"
	"math/bits"
	"math/rand/v2"
	"slices"
	"sync/atomic"

	"coverstat/enumerate"
)

// Completions are the numbers of ways in which each state can be completed to a solution.
// They tell how often each option is used in all solutions, and draw solutions that are
// all equally likely. All layers are in memory: the sweep goes forward to find the states,
// and back to count.
type Completions struct {
	run   sweeper
	total []uint64
	// Nodes is the number of options tried that fit, forward.
	Nodes int64
	// Uses says in how many solutions each option is, if uses were asked for.
	Uses []*big.Int
}

// Complete makes the completions of a plan, and the uses of all options if these are asked
// for. It looks at stop, which may be nil, every thousand states. The completions are nil
// unless the outcome is [Done].
func Complete(p *Plan, uses bool, limits Limits, stop *atomic.Bool) (*Completions, Outcome) {
	c := new(Completions)
	if uses {
		c.Uses = make([]*big.Int, p.Options)
		for o := range c.Uses {
			c.Uses[o] = new(big.Int)
		}
	}
	if p.Impossible {
		return c, Done
	}
	limits.Files, limits.Whole = nil, true // it goes back through all layers
	c.run = newSweeper(p, limits, stop)
	if outcome := c.run.complete(c); outcome != Done {
		return nil, outcome
	}
	return c, Done
}

// complete goes forward to find the states, with their counts if uses are wanted, and back.
func (a *pass[K]) complete(c *Completions) Outcome {
	if c.Uses != nil {
		a.toEnd(1)
	} else {
		a.toEnd()
	}
	last := a.plan.Places
	for p := last - 1; p >= 0 && a.outcome() == Done; p-- {
		if a.limits.Layer != nil {
			a.limits.Layer(2*last - 1 - p)
		}
		a.each(p, math.MaxInt, func(w *worker[K], l *layer[K], _, _ int) { w.complete(p, l, c.Uses != nil) })
		if a.outcome() == Done {
			a.measure()
		}
		if c.Uses != nil && a.outcome() == Done {
			a.collect(p, c.Uses)
		}
	}
	if a.outcome() == Done {
		var root K
		c.total, c.Nodes = slices.Clone(a.completionsOf(0, root)), a.nodes.Load()
	}
	return a.outcome()
}

// toEnd finds the states of all layers. Those at the end have one completion each, or none if they do not count.
func (a *pass[K]) toEnd(count ...uint64) {
	a.completions = 1
	a.begin(count...)
	a.forward(true)
	for i := range a.shards {
		l := &a.shards[i].layers[a.plan.Places]
		if a.outcome() != Done || l.used == 0 || !a.widen(l, l.counts, 1) {
			continue
		}
		for at := range l.room() {
			if k, used := l.key(at); used {
				if _, ok := a.accepted(k); ok {
					l.completionsAt(at)[0] = 1
				}
			}
		}
	}
}

// layerOf returns the layer that a state is in, and where the search for it starts.
func (a *pass[K]) layerOf(p int, k K) (l *layer[K], start int) {
	h := hash(k, p)
	l = &a.shards[h>>1>>(63-a.cut)].layers[p]
	return l, int(h<<a.cut>>(l.shift&63)) * l.stride()
}

// completionsOf returns in how many ways a state can be completed.
func (a *pass[K]) completionsOf(p int, k K) []uint64 {
	k[len(k)-1] |= inUse
	l, start := a.layerOf(p, k)
	return l.completionsAt(l.probe(k, start) / l.stride())
}

// lookup is a state whose completions are wanted.
type lookup[K Key] struct {
	Child[K]
	layer *layer[K]
	start int // of the search for it
	from  int // the entry of the state that leads to it
}

// complete counts the completions of the states of a layer, and adds up the uses of the
// options. It reads the places of many states before it adds their numbers, so that the cache misses overlap.
func (w *worker[K]) complete(p int, l *layer[K], uses bool) {
	if !w.widen(l, l.counts, max(1, l.completions)) {
		return
	}
	for at := range l.room() {
		if at%partSize == 0 && !w.mayGoOn() {
			return
		}
		from, used := l.key(at)
		if !used {
			continue
		}
		w.found, _ = w.spec.Children(p, from, w.found[:0])
		for _, c := range w.found {
			c.Key[len(from)-1] |= inUse
			to, start := w.layerOf(int(c.Place), c.Key)
			w.lookups = append(w.lookups, lookup[K]{c, to, start, at})
		}
		if len(w.lookups) >= batchSize && !w.addCompletions(l, uses) {
			return
		}
	}
	w.addCompletions(l, uses)
}

// addCompletions adds the completions of the states that are wanted to those of the states that lead to them.
func (w *worker[K]) addCompletions(l *layer[K], uses bool) bool {
	for i := range w.lookups {
		x := &w.lookups[i]
		w.read += x.layer.entries[x.start]
	}
	for i := range w.lookups {
		x := &w.lookups[i]
		ways := x.layer.completionsAt(x.layer.probe(x.Key, x.start) / x.layer.stride())
		if uses {
			if n := (int(x.Choice) + 1) * usesDigits; len(w.sums) < n {
				w.sums = append(w.sums, make([]uint64, n-len(w.sums))...)
			}
			addProduct(w.sums[int(x.Choice)*usesDigits:][:usesDigits], l.countAt(x.from), ways)
		}
		for len(ways) > 0 && ways[len(ways)-1] == 0 {
			ways = ways[:len(ways)-1]
		}
		if len(ways) > l.completions && !w.widen(l, l.counts, len(ways)) {
			return false
		}
		if carry := addTo(l.completionsAt(x.from), ways); carry != 0 {
			if !w.widen(l, l.counts, l.completions+1) {
				return false
			}
			l.completionsAt(x.from)[l.completions-1] = carry
		}
	}
	w.lookups = w.lookups[:0]
	return true
}

// batchSize is the number of states whose completions are read together.
const batchSize = 64

// usesDigits is the number of 64-bit digits of a product of two counts.
const usesDigits = 2 * limbs

// addProduct adds the product of x and y to sum. No carry is lost: uses of an option are
// at most as many as solutions.
func addProduct(sum, x, y []uint64) {
	for i, a := range x {
		if a == 0 {
			continue
		}
		carry := uint64(0)
		for j, b := range y {
			high, low := bits.Mul64(a, b)
			var c uint64
			low, c = bits.Add64(low, carry, 0)
			high += c
			sum[i+j], c = bits.Add64(sum[i+j], low, 0)
			carry = high + c
		}
		for k := i + len(y); carry != 0; k++ {
			sum[k], carry = bits.Add64(sum[k], carry, 0)
		}
	}
}

// collect takes the uses of the options at place p from the workers.
func (a *pass[K]) collect(p int, uses []*big.Int) {
	var ids []enumerate.OptionID
	for _, w := range a.workers {
		for choice := range len(w.sums) / usesDigits {
			n := toBig(w.sums[choice*usesDigits:][:usesDigits])
			if n.Sign() == 0 {
				continue
			}
			ids = a.spec.Options(ids[:0], p, choice)
			for _, id := range ids {
				uses[id].Add(uses[id], n)
			}
		}
	}
	for _, w := range a.workers {
		clear(w.sums)
	}
}

// Total returns the number of all solutions.
func (c *Completions) Total() *big.Int { return toBig(c.total) }

// Draw appends a solution to dst, its options in the order of the items: all solutions are
// equally likely. There must be one. Several goroutines may draw at a time.
func (c *Completions) Draw(dst []enumerate.OptionID, source *rand.PCG) []enumerate.OptionID {
	return c.run.draw(dst, source)
}

// draw follows a random number below the number of completions, as a rank among them.
func (a *pass[K]) draw(dst []enumerate.OptionID, source *rand.PCG) []enumerate.OptionID {
	var rank [limbs]uint64
	var state K
	total := a.completionsOf(0, state)
	for len(total) > 1 && total[len(total)-1] == 0 {
		total = total[:len(total)-1]
	}
	n := len(total)
	mask := ^uint64(0) >> bits.LeadingZeros64(total[n-1])
	for { // by rejection
		for i := range n {
			rank[i] = source.Uint64()
		}
		if rank[n-1] &= mask; less(rank[:n], total) {
			break
		}
	}
	var found []Child[K]
	for p := 0; p < a.plan.Places; {
		found, _ = a.spec.Children(p, state, found[:0])
		next := slices.IndexFunc(found, func(c Child[K]) bool {
			ways := a.completionsOf(int(c.Place), c.Key)
			if less(rank[:n], ways) {
				return true
			}
			subtract(rank[:n], ways)
			return false
		})
		dst = a.spec.Options(dst, p, int(found[next].Choice))
		p, state = int(found[next].Place), found[next].Key
	}
	return dst
}

// digit returns a digit of a number; those that are missing are 0.
func digit(x []uint64, i int) uint64 {
	if i < len(x) {
		return x[i]
	}
	return 0
}

// less compares numbers.
func less(x, y []uint64) bool {
	for i := max(len(x), len(y)) - 1; i >= 0; i-- {
		if a, b := digit(x, i), digit(y, i); a != b {
			return a < b
		}
	}
	return false
}

// subtract takes y, which is not greater, from x.
func subtract(x, y []uint64) {
	borrow := uint64(0)
	for i := range x {
		x[i], borrow = bits.Sub64(x[i], digit(y, i), borrow)
	}
}
