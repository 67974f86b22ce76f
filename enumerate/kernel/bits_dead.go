package kernel

import (
	"slices"

	"coverstat/enumerate"
)

// Dead states. Without colours, what can follow depends only on the primary items that are
// left, the secondary items that are used and the options that bounded items have. So a Bits
// remembers these where it found no solution below, and does not search there again in the
// same case.
//
// Efforts stay those of the search tree, as with cached tails: a repeated subtree adds
// the nodes and the depth that it had when it was searched. So efforts do not depend on
// what is remembered, and the memory may be given up at any time. It is given up where
// look-ups spare few nodes, and it is made only once a search is long.
//
// Invariant: open has the nodes being searched at which the memory was asked in vain,
// the innermost last. Their levels ascend. While one is open, effort.Deepest is that
// below the innermost.

const (
	deadEntries = 1 << 14
	deadTrials  = 1 << 12 // look-ups before the first judgement, and between two
	deadPays    = 4       // so many look-ups must spare a node
)

// deadState is a state without a solution.
type deadState struct {
	items   [maxBitsItems / 64]uint64 // primary items that are left
	used    uint64                    // of secondary and bounded items: see packUsed
	nodes   int64                     // below the state
	epoch   uint32
	deepest int32 // below the state
	live    bool  // it has a solution after so many nodes: of use to probes alone
}

// openState is a node that becomes a dead state if no solution is found below it.
// In a probe it becomes a live one otherwise.
type openState struct {
	deadState
	entry     *deadState
	level     int
	depth     int
	outer     int // effort.Deepest outside the node
	solutions int64
}

// deadStates is a memory of dead states.
type deadStates struct {
	table  []deadState // nil: not made
	open   []openState
	epoch  uint32 // of the present case
	off    bool   // not possible, or of no use
	trials int
	spared int64 // nodes
}

// known reports whether the state is known to be dead, or live in a probe, and then adds
// its effort. If not, the state is open from now on.
func (b *Bits) known(s *bitState, level int) bool {
	m := &b.dead
	var items [maxBitsItems / 64]uint64
	hash := uint64(0)
	for w := range s.slices {
		items[w] = s.slices[w].active
		hash = enumerate.Mix(hash ^ items[w])
	}
	used := uint64(0)
	for i, n := range s.used {
		x := &b.stocks[i]
		used |= uint64(min(n, x.counts)) << x.shift
	}
	if b.seconds != nil {
		for _, o := range b.chosen[:b.depth] {
			used |= b.seconds[o]
		}
	}
	if used != 0 {
		hash = enumerate.Mix(hash ^ used)
	}
	depth := b.depth - b.skipped
	e := &m.table[hash&uint64(len(m.table)-1)]
	m.trials++
	if e.epoch == m.epoch && e.items == items && e.used == used && (b.probe || !e.live) {
		m.spared += e.nodes
		if e.live {
			b.effort.Solutions++
		}
		b.effort.Nodes += e.nodes
		b.effort.Deepest = max(b.effort.Deepest, depth+int(e.deepest))
		return true
	}
	if m.trials == deadTrials {
		m.off = m.spared*deadPays < deadTrials
		m.trials, m.spared = 0, 0
	}
	m.open = append(m.open, openState{
		deadState: deadState{items: items, used: used, nodes: -b.effort.Nodes, epoch: m.epoch},
		entry:     e, level: level, depth: depth, outer: b.effort.Deepest, solutions: b.effort.Solutions,
	})
	b.effort.Deepest = depth
	return false
}

// closeDead closes the open states above a level: their nodes are searched.
func (b *Bits) closeDead(level int) {
	m := &b.dead
	for k := len(m.open) - 1; k >= 0 && m.open[k].level > level; k-- {
		x := &m.open[k]
		if x.solutions == b.effort.Solutions {
			x.nodes += b.effort.Nodes
			x.deepest = int32(b.effort.Deepest - x.depth)
			*x.entry = x.deadState
		}
		b.effort.Deepest = max(b.effort.Deepest, x.outer)
		m.open = m.open[:k]
	}
}

// dropOpen forgets the open states of a search that was stopped. Those of a probe that has
// found its solution are live.
func (b *Bits) dropOpen() {
	for _, x := range slices.Backward(b.dead.open) {
		if b.probe && b.effort.Solutions > 0 {
			x.nodes += b.effort.Nodes
			x.live = true
			*x.entry = x.deadState
		}
		b.effort.Deepest = max(b.effort.Deepest, x.outer)
	}
	b.dead.open = b.dead.open[:0]
}

// remember makes the memory, of a power of two of entries.
func (b *Bits) remember(entries int) {
	b.dead.table = make([]deadState, entries)
	b.dead.open = make([]openState, 0, b.items+1)
}
