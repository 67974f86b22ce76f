package shuffle

import (
	"math/bits"

	"coverstat/enumerate/cover/state"
)

// Invariants of a memory, for the rule that covers an item with the fewest
// options:
//
//   - barren holds states without solutions, each with the number of nodes
//     below it, which is the same in whatever order they are tried.
//   - fertile holds states with a solution, each with the number of nodes that
//     a probe of it takes, in the one order that probes have.
//   - A slot that holds another state, or none, only costs time: what is not
//     remembered is searched again, with the same number of nodes.
type memory struct {
	space   *state.Space
	barren  table
	fertile table // empty without probes
	choices []choice
	turn    uint32
}

// subtree is a state and the nodes below it; none if these are 0.
type subtree struct {
	key   state.Key
	nodes int64
}

// choice is a state of many options with the item that it covers.
type choice struct {
	key  state.Key
	item int
}

// Sizes. Draws of the chessboard take 7 MB of barren states: 2^15 make them a
// tenth slower, 2^19 no faster. Probes go everywhere and want more: with 2^17,
// 2^19 and 2^20 barren states a draw and its weight visit 1,200, 794 and 725
// nodes; with 2^19 fertile ones, 1 less. Two slots a place, one of them for
// whatever came last, were no better.
const (
	barrenBits  = 17
	probedBits  = 19 // of barren states if there are probes: 25 MB
	fertileBits = 17
	choiceBits  = 12
	leastNodes  = 4   // of a subtree worth remembering
	manyOptions = 128 // in a state whose item is worth remembering
)

func newMemory(s *state.Space, probes bool) *memory {
	m := &memory{space: s, choices: make([]choice, 1<<choiceBits), barren: newTable(barrenBits)}
	if probes {
		m.barren, m.fertile = newTable(probedBits), newTable(fertileBits)
	}
	return m
}

// fewest returns the item with the fewest options, the leftmost on ties.
func (m *memory) fewest(n *state.Node) int {
	if len(n.List) < manyOptions {
		return m.space.Fewest(n)
	}
	c := &m.choices[hash(&n.Key)>>(64-choiceBits)]
	if c.key != n.Key {
		c.key, c.item = n.Key, m.space.Fewest(n)
	}
	return c.item
}

// bury remembers a state that was searched to its end, and praise one that was
// found to have a solution.
func (m *memory) bury(k *state.Key, nodes int64)   { m.keep(&m.barren, k, nodes) }
func (m *memory) praise(k *state.Key, nodes int64) { m.keep(&m.fertile, k, nodes) }

// keep stores a subtree. The larger one keeps the place, as long as it is met
// now and then.
func (m *memory) keep(t *table, k *state.Key, nodes int64) {
	if nodes < leastNodes {
		return
	}
	b := &t.slots[hash(k)>>t.shift]
	if b.nodes > nodes {
		if m.turn = m.turn*1664525 + 1013904223; m.turn>>29 != 0 {
			return
		}
	}
	b.key, b.nodes = *k, nodes
}

// table is a hash table of one slot a place.
type table struct {
	slots []subtree
	shift uint8
}

func newTable(bits uint8) table { return table{make([]subtree, 1<<bits), 64 - bits} }

// find returns the number of nodes below a state, or 0 if it is not there.
func (t *table) find(k *state.Key) int64 {
	if b := &t.slots[hash(k)>>t.shift]; b.key.Items[0] == k.Items[0] && b.key == *k {
		return b.nodes
	}
	return 0
}

func hash(k *state.Key) uint64 {
	h := k.Items[0]*0x9e3779b97f4a7c15 ^ bits.RotateLeft64(k.Items[1]*0xc2b2ae3d27d4eb4f, 31) ^
		bits.RotateLeft64(k.Items[2]*0x165667b19e3779f9, 17) ^ bits.RotateLeft64(k.Items[3]*0xd6e8feb86659fd93, 47) ^
		k.Stock*0xff51afd7ed558ccd
	return (h ^ h>>32) * 0xd6e8feb86659fd93
}
