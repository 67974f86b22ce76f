package shuffle

import "coverstat/enumerate/kernel/state"

// Invariants of a memory, for the rule that covers an item with the fewest
// options:
//
//   - A slot with nodes > 0 belongs to a barren state, one without solutions.
//     nodes is the number of nodes below it, which is the same in every order of
//     its options.
//   - A slot with nodes < 0 belongs to a fertile state, one with a solution.
//     -nodes is the number of nodes that a probe of it takes. Probes try options
//     in the problem's order, so this number is fixed too.
//   - A state that is not in its slot costs time only: the search visits it
//     again and counts the same nodes.
type memory struct {
	space   *state.Space
	slots   []subtree
	shift   uint8
	choices []choice
	random  uint32 // linear congruential generator for keep
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

// Sizes, chosen by measured time and nodes: see NOTES.md.
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
	c := &m.choices[n.Key.Hash()>>(64-choiceBits)]
	if c.key != n.Key {
		c.key, c.item = n.Key, m.space.Fewest(n)
	}
	return c.item
}

// keep remembers a state: nodes is negative if the state is fertile. Of two
// states with the same slot the one with the larger subtree stays, but one time
// in eight the smaller one replaces it.
func (m *memory) keep(k *state.Key, nodes int64) {
	size := max(nodes, -nodes)
	if size < leastNodes {
		return
	}
	b := &m.slots[k.Hash()>>m.shift]
	if max(b.nodes, -b.nodes) > size {
		if m.random = m.random*1664525 + 1013904223; m.random>>29 != 0 {
			return
		}
	}
	b.key, b.nodes = *k, nodes
}

// find returns the remembered nodes of a state, or 0.
func (m *memory) find(k *state.Key) int64 {
	if b := &m.slots[k.Hash()>>m.shift]; b.key.Items[0] == k.Items[0] && b.key == *k {
		return b.nodes
	}
	return 0
}
