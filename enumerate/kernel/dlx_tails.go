package kernel

import (
	"slices"

	"coverstat/enumerate"
)

// Cached tails. Where there are many solutions, most of them end alike: what can
// follow depends only on the items that are left. With CacheTails a DLX remembers the
// completions that it found below nodes that lack tailOptions options, and repeats
// them when the same items are left again. This is the idea of DXZ (Nishino, Yasuda,
// Minato and Nagata 2017) applied to the last levels only. There it needs little
// memory and gives the solutions themselves, not only their number.
//
// Efforts stay those of the search tree: a repeated subtree adds the nodes, updates
// and depth that it had when it was searched. So efforts do not depend on what is in
// the cache, and thus not on the tasks that this kernel did before.
//
// The cache takes only problems with primary items and options of one size. Others
// would need the secondary items in the key, and more levels to look at.
//
// Invariant: an entry of the present epoch holds in the pool, from start: the items
// that were left, ascending; then its completions, each of tailOptions options, in the
// order of the search.

const (
	// tailOptions was chosen by measured time: see NOTES.md, "Dancing links".
	tailOptions = 8
	tailEntries = 1 << 15
	tailPool    = 1 << 21 // int32s: 8 MB
)

type tail struct {
	hash           uint64
	epoch          uint32
	start, end     int32
	nodes, updates int64
	deepest        int32 // below the node
}

type tails struct {
	table []tail
	pool  []int32
	used  int
	epoch uint32

	// The entry being filled, while d.recording.
	into           *tail
	top            int32 // number of frames at its node; when it is reached again the node is finished
	depth, deepest int32
}

// CacheTails lets the kernel repeat the ends of solutions instead of searching them
// again, where the problem allows it. It takes 10 MB. Solutions, their order and
// efforts stay the same. A kernel that serves as the reference for another one should
// go without, since it does not search what it repeats. It returns the kernel.
func (d *DLX) CacheTails() *DLX {
	left := d.pairItems / 2 * tailOptions
	if d.pairItems < 0 || d.required <= left || int(d.required) < d.problem.Items() {
		return d
	}
	d.tailLeft = left
	d.tails = &tails{}
	d.forgetTails()
	return d
}

// open makes the memory before the first search; many a kernel only cuts.
func (t *tails) open() {
	if t.table == nil {
		t.table, t.pool = make([]tail, tailEntries), make([]int32, tailPool)
	}
}

// forgetTails empties the cache: options were banned or unbanned.
func (d *DLX) forgetTails() {
	d.recording = false
	d.tails.epoch++
	d.tails.used = 0
}

// repeatTail visits the solutions below the present node if its items are in the cache.
// Else it starts to record them.
func (d *DLX) repeatTail(visit enumerate.Visit) (found, ok bool) {
	t := d.tails
	if t.used+int(d.tailLeft) > len(t.pool) {
		d.forgetTails()
	}
	key := t.pool[t.used : t.used+int(d.tailLeft)]
	hash := uint64(0)
	i := d.active[d.required].next
	for k := range key {
		key[k] = i
		hash = enumerate.Mix(hash ^ uint64(i))
		i = d.active[i].next
	}
	e := &t.table[hash%tailEntries]
	if e.epoch != t.epoch || e.hash != hash || !slices.Equal(t.pool[e.start:int(e.start)+len(key)], key) {
		*e = tail{hash: hash, start: int32(t.used), nodes: -d.effort.Nodes, updates: -d.effort.Updates}
		t.used += len(key)
		t.into, t.top, t.depth, t.deepest = e, d.top, d.depth, d.deepest
		d.deepest = d.depth
		d.recording = true
		return false, true
	}
	d.effort.Nodes += e.nodes
	d.effort.Updates += e.updates
	d.deepest = max(d.deepest, d.depth+e.deepest)
	rest := t.pool[int(e.start)+len(key) : e.end]
	solution := d.chosen[:d.depth+tailOptions]
	end := solution[d.depth:]
	for ; len(rest) > 0; rest = rest[tailOptions:] {
		for k, o := range rest[:tailOptions] {
			end[k] = enumerate.OptionID(o)
		}
		d.effort.Solutions++
		if !visit(solution) {
			return true, false
		}
	}
	return true, true
}

// record adds the present solution to the entry that is being filled.
func (d *DLX) record() {
	t := d.tails
	if t.used+tailOptions > len(t.pool) {
		d.deepest = max(d.deepest, t.deepest)
		d.forgetTails()
		return
	}
	for _, o := range d.chosen[t.depth:d.depth] {
		t.pool[t.used] = int32(o)
		t.used++
	}
}

// endRecord completes the entry: its node has no more children.
func (d *DLX) endRecord() {
	t := d.tails
	e := t.into
	e.epoch, e.end = t.epoch, int32(t.used)
	e.nodes += d.effort.Nodes
	e.updates += d.effort.Updates
	e.deepest = d.deepest - t.depth
	d.deepest = max(d.deepest, t.deepest)
	d.recording = false
}
