package shuffle

import (
	"math/bits"

	"coverstat/enumerate/cover/state"
)

// Invariants of a memory, for the rule that covers an item with the fewest
// options:
//
//   - A slot with nodes > 0 is of a barren state, one without solutions, and
//     says how many nodes lie below it: the same in whatever order they are
//     tried.
//   - A slot with nodes < 0 is of a fertile state, one with a solution, and
//     says, negated, how many nodes a probe of it takes, in the one order that
//     probes have.
//   - A slot that holds another state, or none, only costs time: what is not
//     remembered is searched again, with the same number of nodes.
type memory struct {
	space   *state.Space
	slots   []subtree
	shift   uint8
	choices []choice
	turn    uint32
}

// subtree is a state and the nodes below it.
type subtree struct {
	key   state.Key
	nodes int64
}

// choice is a state of many options with the item that it covers.
type choice struct {
	key  state.Key
	item int
}

// Sizes. For draws of the chessboard 7 MB are enough: 2^15 states make them a
// tenth slower, 2^19 no faster. Probes go everywhere and want more: with 2^17,
// 2^19 and 2^20 states a draw and its weight visit 1,649, 822 and 738
// nodes. Two slots a place, one for whatever came last, visited more, and a
// table of their own for fertile states saved nothing.
const (
	drawBits    = 17
	probeBits   = 19 // 25 MB
	choiceBits  = 12
	leastNodes  = 4   // of a subtree worth remembering
	manyOptions = 128 // in a state whose item is worth remembering
)

func newMemory(s *state.Space, probes bool) *memory {
	size := drawBits
	if probes {
		size = probeBits
	}
	return &memory{space: s, choices: make([]choice, 1<<choiceBits), slots: make([]subtree, 1<<size), shift: uint8(64 - size)}
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

// keep remembers a state: nodes is negative if it is fertile. The larger
// subtree keeps the place, as long as it is met now and then.
func (m *memory) keep(k *state.Key, nodes int64) {
	size := max(nodes, -nodes)
	if size < leastNodes {
		return
	}
	b := &m.slots[hash(k)>>m.shift]
	if max(b.nodes, -b.nodes) > size {
		if m.turn = m.turn*1664525 + 1013904223; m.turn>>29 != 0 {
			return
		}
	}
	b.key, b.nodes = *k, nodes
}

// find returns what is remembered of a state, or 0.
func (m *memory) find(k *state.Key) int64 {
	if b := &m.slots[hash(k)>>m.shift]; b.key.Items[0] == k.Items[0] && b.key == *k {
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
