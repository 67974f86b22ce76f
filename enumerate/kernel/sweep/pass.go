package sweep

import (
	"errors"
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"

	"coverstat/enumerate"
)

// Limits bound a sweep.
type Limits struct {
	// Memory is for states and their counts, in bytes; 0 is [DefaultMemory].
	Memory int64
	// Nodes ends a count that takes more options tried; 0 is never.
	Nodes int64
	// Files makes files for the states of a count for which there is no memory; nil does not. It
	// may be called by several goroutines. Files that are not closed when the caller needs the count no more are left
	// to it.
	Files func() (enumerate.TemporaryFile, error)
	// Whole says that states are never replaced by others, such as their mirror images. Those of a sweep that goes back
	// never are.
	Whole bool
	// Workers share the work on each layer; 0 is one.
	Workers int
	// Progress is called with the options tried so far, now and then; nil is nobody.
	Progress func(nodes int64)
	// Layer is called before each layer: with 0, 1, ... forward, and on from there back; nil is
	// nobody.
	Layer func(step int)
	// Checkpoint keeps, under the number Task, what a count has before each layer; a count of the
	// same plan goes on from there. Nil keeps nothing.
	Checkpoint enumerate.Checkpoint
	Task       int
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
	Failed            // a file of Limits.Files failed: Counter.Err
)

// ErrOverflow says what [Overflow] means for a user.
var ErrOverflow = errors.New("more than 2^2048 solutions")

// limbs is the largest number of 64-bit digits of a count.
const limbs = 32

// smallLayer states are not worth several workers; partSize entries are what a worker takes at a time. A sweep with
// largeLayer states, more than a processor has in its cache, has at least 1<<partBits shards if each may have leastPart
// bytes.
var (
	smallLayer = 1 << 12 // never changed but by tests
	largeLayer = 1 << 14
)

const (
	partSize        = 1 << 10
	shardsPerWorker = 8
	partBits        = 4
	leastPart       = 1 << 20 // bytes of memory of a shard, at least, where a layer has more of them
)

// pass goes through the layers of a plan. A state at place p is in layer p of the shard
// that its hash gives.
type pass[K Key] struct {
	plan    *Plan
	spec    Spec[K]
	lists   []Lists // by place; nil if the plan has none
	limits  Limits
	shards  []shard[K] // 1<<cut, one unless several workers share a layer
	cut     int
	workers []*worker[K]
	place   int          // of the layer at hand
	shared  atomic.Int64 // parts of it that workers have taken
	stop    *atomic.Bool
	memory  atomic.Int64
	kept    atomic.Int64 // of memory, what the lists take
	late    atomic.Int64 // memory of batches that wait
	forth   bool         // it goes forward, and is no sampled sweep: tables may have more room than they need
	keep    bool         // layers behind
	// completions is how many digits tables have for completions from the beginning: to make room later would copy
	// them.
	completions int
	nodes       atomic.Int64 // choices tried that fit: edges between states
	err         error        // of a file
	broken      atomic.Int32 // an Outcome: Done as long as all is well
}

// sweeper is a pass with keys of some width.
type sweeper interface {
	sample(width int, less Size) (size Size, tried float64)
	start(from func([]byte) error) error
	count(c *Counter, stop *atomic.Bool) Outcome
	complete(c *Completions) Outcome
	trace(d *enumerate.Diagram) Outcome
	draw(dst []enumerate.OptionID, source *rand.PCG) []enumerate.OptionID
}

// newSweeper returns a pass whose keys have as few words as the plan allows.
func newSweeper(p *Plan, limits Limits, stop *atomic.Bool) sweeper {
	switch words := p.Bits/64 + 1; { // one bit of a key marks used entries
	case words <= 1 && p.Specs.Of1 != nil:
		return newPass(p, p.Specs.Of1, limits, stop)
	case words <= 2 && p.Specs.Of2 != nil:
		return newPass(p, p.Specs.Of2, limits, stop)
	case words <= 4 && p.Specs.Of4 != nil:
		return newPass(p, p.Specs.Of4, limits, stop)
	case words <= 8 && p.Specs.Of8 != nil:
		return newPass(p, p.Specs.Of8, limits, stop)
	}
	return newPass(p, p.Specs.Of16, limits, stop)
}

// shard is a part of all layers. The layer at hand belongs to the worker that takes it, those ahead to who has the
// lock.
type shard[K Key] struct {
	sync.Mutex
	layers []layer[K]
	at     int       // of the layer at hand: where the entries start that are left
	done   int64     // of the layer at hand: memory of a table that is given back already
	merge  *merge[K] // of the layer at hand; nil if it is in memory, or not begun
}

// worker is what one goroutine needs.
type worker[K Key] struct {
	*pass[K]
	out     []batch // by place and shard
	tables  tables
	found   []Child[K]
	sums    []uint64 // of the uses of each option of a place
	lookups []lookup[K]
	merged  layer[K] // of merged states
	read    uint64   // so that the reading of places is not left out
}

func newPass[K Key](plan *Plan, specOf func(merged bool, lists []Lists) Spec[K], limits Limits,
	stop *atomic.Bool) *pass[K] {
	a := &pass[K]{plan: plan}
	if plan.Lists {
		a.lists = make([]Lists, plan.Places+1)
	}
	a.spec = specOf(!limits.Whole, a.lists)
	a.makeShards(0)
	a.bound(limits, stop)
	return a
}

// bound gives a pass, which may have been broken off, other limits.
func (a *pass[K]) bound(limits Limits, stop *atomic.Bool) {
	if limits.Memory == 0 {
		limits.Memory = DefaultMemory
	}
	if stop == nil {
		stop = new(atomic.Bool)
	}
	a.limits, a.stop = limits, stop
	a.broken.CompareAndSwap(int32(Stopped), int32(Done))
	a.broken.CompareAndSwap(int32(Exhausted), int32(Done))
	for len(a.workers) < max(1, limits.Workers) {
		a.workers = append(a.workers, &worker[K]{pass: a, out: make([]batch, (a.plan.Places+1)<<a.cut)})
	}
}

// makeShards makes empty shards.
func (a *pass[K]) makeShards(cut int) {
	a.cut, a.shards = cut, make([]shard[K], 1<<cut)
	for i := range a.shards {
		a.shards[i].layers = make([]layer[K], a.plan.Places+1)
	}
	for _, w := range a.workers {
		w.out = make([]batch, (a.plan.Places+1)<<cut)
	}
}

// begin adds the state of which all others come, with its count.
func (a *pass[K]) begin(count ...uint64) {
	var root K
	a.workers[0].add(0, root, count)
}

// states returns the number of states of layer p, of which those in several runs or batches count several times.
func (a *pass[K]) states(p int) (n int) {
	for i := range a.shards {
		l := &a.shards[i].layers[p]
		if n += l.used + l.waiting; l.spill != nil {
			n += l.spill.states
		}
	}
	return n
}

// useShards divides all layers into shards, at a layer that is worth several workers, or has more states than fit in
// the cache.
func (a *pass[K]) useShards(p int) {
	states, cut := a.states(p), a.cut
	if len(a.workers) > 1 && states >= smallLayer {
		cut = max(cut, bits.Len(uint(shardsPerWorker*len(a.workers)-1)))
	}
	if states >= largeLayer && a.limits.Memory >= leastPart<<partBits {
		cut = max(cut, partBits)
	}
	for i := range a.shards {
		if cut == a.cut || a.shards[i].undivided() {
			return
		}
	}
	for q := range a.plan.Places + 1 {
		a.gather(q)
	}
	old := a.shards
	a.makeShards(cut)
	w := a.workers[0]
	for q := range a.plan.Places + 1 {
		for i := range old {
			l := &old[i].layers[q]
			a.memory.Add(-l.bytes())
			w.addAgain(q, l.entries, l.counts, l.completions)
			for _, b := range l.late {
				a.late.Add(-8 * batchWords)
				w.addAgain(q, b.entries, b.digits, 0)
				b.give()
			}
			*l = layer[K]{}
		}
		if a.gather(q); q < p {
			a.settle(q)
		}
	}
}

// undivided reports whether the shard must stay as it is: the layer at hand is begun, or states are in files.
func (s *shard[K]) undivided() bool {
	return s.at > 0 || s.done > 0 || slices.ContainsFunc(s.layers, func(l layer[K]) bool { return l.spill != nil })
}

// each calls do with the entries of layer p, so many at a time: a worker takes a part of the layer, adds it up in a
// table that stays in its cache, goes through it, and takes the next one. There are several workers if there are
// many states. It goes on with those that are left if it was broken off before.
func (a *pass[K]) each(p, size int, do func(w *worker[K], l *layer[K], from, to int)) {
	a.shared.Store(0)
	work := func(w *worker[K]) {
		for i := a.shared.Add(1); int(i) <= len(a.shards); i = a.shared.Add(1) {
			w.part(&a.shards[i-1], p, size, do)
		}
	}
	if len(a.workers) == 1 || a.cut == 0 || a.states(p) < smallLayer {
		work(a.workers[0])
	} else {
		var group sync.WaitGroup
		for _, w := range a.workers {
			group.Go(func() { work(w) })
		}
		group.Wait()
	}
	if a.outcome() == Done {
		for i := range a.shards {
			a.shards[i].at = 0
		}
	}
}

// part calls do with the entries that are left of a part of layer p. Then the table goes back to the worker, unless
// layers are kept.
func (w *worker[K]) part(s *shard[K], p, size int, do func(w *worker[K], l *layer[K], from, to int)) {
	l := &s.layers[p]
	if l.waiting > 0 {
		w.addPart(s, p)
	}
	for l.spill == nil && s.at < l.room() && w.mayGoOn() {
		from := s.at
		s.at += min(size, l.room()-from)
		do(w, l, from, s.at)
	}
	for l.spill != nil && w.mayGoOn() {
		if s.merge == nil {
			if s.merge = w.newMerge(s, p); w.failed() {
				return
			}
		}
		if s.merge.read(w, &w.merged, p, partSize); w.failed() || w.merged.used == 0 {
			return
		}
		do(w, &w.merged, 0, w.merged.used)
	}
	if !w.keep && s.at == l.room() {
		s.done += l.bytes()
		w.tables.give(l.entries)
		l.entries, l.shift, s.at = nil, 0, 0
	}
}

// forward goes through all layers from the one at hand on but the last, and adds up the counts. It
// frees the layers behind unless keep is set. If the pass was broken off by the stop flag or
// the limit of nodes, it can go on.
func (a *pass[K]) forward(keep bool) {
	a.keep, a.forth = keep, true
	defer func() { a.forth = false }()
	for first := a.place; a.place < a.plan.Places; a.place++ {
		p := a.place
		a.gather(p)
		if a.limits.Checkpoint != nil && !keep && p > first {
			a.limits.Checkpoint.Save(a.limits.Task, func(put func([]byte) error) error { return a.snapshot(p, put) })
		}
		if a.limits.Layer != nil {
			a.limits.Layer(p)
		}
		a.useShards(p)
		a.each(p, partSize, func(w *worker[K], l *layer[K], from, to int) {
			if w.expand(p, l, from, to); w.memory.Load() > w.limits.Memory {
				w.measure()
			}
		})
		if a.outcome() == Done {
			a.measureLayer()
		}
		if a.outcome() != Done {
			return
		}
		if !keep {
			a.free(p)
		}
	}
	a.settle(a.place)
	a.workers[0].mayGoOn()
}

// expand tries the options at place p with the states of some entries of its layer.
func (w *worker[K]) expand(p int, l *layer[K], from, to int) {
	edges, stride := int64(0), l.stride()
	for e := l.entries[from*stride : to*stride]; len(e) > 0; e = e[stride:] {
		k, used := keyOf[K](e)
		if !used {
			continue
		}
		var n int64
		w.found, n = w.spec.Children(p, k, w.found[:0])
		edges += n
		count := l.trim(e[len(k):][:l.counts]) // no state leads to its own layer
		for i := range w.found {
			c := &w.found[i]
			w.add(int(c.Place), c.Key, count)
		}
	}
	w.nodes.Add(edges)
}

// free forgets layer p.
func (a *pass[K]) free(p int) {
	for i := range a.shards {
		s := &a.shards[i]
		a.memory.Add(-s.done - s.layers[p].bytes())
		a.workers[0].tables.give(s.layers[p].entries)
		if f := s.layers[p].spill; f != nil {
			if err := f.file.Close(); err != nil {
				a.fail(err)
			}
		}
		s.layers[p], s.merge, s.at, s.done = layer[K]{}, nil, 0, 0
	}
	if a.lists != nil {
		a.lists[p] = Lists{}
		a.countKept()
	}
}

// countKept counts the memory of lists, which never go to files.
func (a *pass[K]) countKept() {
	if a.lists == nil {
		return
	}
	now := int64(0)
	for p := range a.lists {
		now += min(a.lists[p].memory(), math.MaxInt64/2-now)
	}
	if a.memory.Add(now - a.kept.Swap(now)); now > a.limits.Memory {
		a.breakOff(Full)
	}
}

// Whether memory suffices must not depend on the workers: they share layers among more tables, and those of a few
// states take more. So it is the load that counts: the memory that the states of the layer at hand and of those ahead
// would take in one table a layer. It grows until the layer at hand is done, so that it may be measured at any time
// before.

// load is that of now, with the lists. At most, where no worker works, is with all states that wait or are on
// their way, as if no two were equal and all sums had a carry.
func (a *pass[K]) load(atMost bool) int64 {
	all := a.kept.Load()
	for q := range a.plan.Places + 1 {
		var whole layer[K]
		wait := func(b *batch) {
			if n := len(b.entries); n > 0 {
				whole.used += n / (whole.stride() - whole.counts - whole.completions + b.digits)
				whole.counts, whole.completions = max(whole.counts, b.digits+1), max(whole.completions, a.completions)
			}
		}
		for i := range a.shards {
			s := &a.shards[i]
			s.Lock()
			l := &s.layers[q]
			whole.used += l.used
			whole.counts, whole.completions = max(whole.counts, l.counts), max(whole.completions, l.completions)
			for i := 0; atMost && i < len(l.late); i++ {
				wait(&l.late[i])
			}
			s.Unlock()
		}
		for _, w := range a.workers {
			for at := q << a.cut; atMost && at < (q+1)<<a.cut; at++ {
				wait(&w.out[at])
			}
		}
		for whole.used > 0 && 4*whole.used >= 3*whole.room() {
			whole.shift = whole.grown()
		}
		all += 8 * int64(whole.room()) * int64(whole.stride())
	}
	return all
}

// measure ends a pass without files if its load is more than the limit. One of far less memory is not measured.
func (a *pass[K]) measure() {
	if a.limits.Files == nil && a.memory.Load() > a.limits.Memory/8 && a.load(false) > a.limits.Memory {
		a.breakOff(Full)
	}
}

// measureLayer measures at the end of a layer, with all states that are on their way, unless there are too few.
func (a *pass[K]) measureLayer() {
	all := a.memory.Load() + a.late.Load() + int64(8*batchWords*len(a.workers)*len(a.workers[0].out))
	if a.limits.Files != nil || all <= a.limits.Memory/8 || a.load(true) <= a.limits.Memory {
		return
	}
	for q := a.place + 1; q <= a.plan.Places; q++ {
		a.settle(q)
	}
	a.measure()
}

// reserve takes memory. It reports whether there was enough.
func (a *pass[K]) reserve(more int64) bool {
	if a.memory.Add(more) <= a.limits.Memory || a.limits.Files != nil || a.cut > 0 || a.forth {
		return true // the load is measured
	}
	a.breakOff(Full)
	return false
}

// breakOff ends the pass.
func (a *pass[K]) breakOff(o Outcome) { a.broken.CompareAndSwap(int32(Done), int32(o)) }

// failed reports whether the pass cannot go on.
func (a *pass[K]) failed() bool { return a.outcome() > Exhausted }

func (a *pass[K]) outcome() Outcome { return Outcome(a.broken.Load()) }

// mayGoOn reports whether the pass may go on.
func (w *worker[K]) mayGoOn() bool {
	all := w.nodes.Load()
	w.countKept()
	switch {
	case w.stop.Load():
		w.breakOff(Stopped)
	case w.limits.Nodes > 0 && all > w.limits.Nodes:
		w.breakOff(Exhausted)
	case w.limits.Progress != nil && w == w.workers[0]:
		w.limits.Progress(all)
	}
	return w.outcome() == Done
}
