package memo

import (
	"math"

	"coverstat/enumerate/kernel/state"
)

// A cache maps the keys of states to their numbers of solutions.
//
// Invariants:
//
//   - table is an open hash table with linear probing; it holds numbers of
//     states. At most half of it is used.
//   - The states stand in blocks by their numbers, so a growing cache moves only
//     the table.
//   - Every count has width digits of 64 bits, the lowest first. The width grows
//     when a count does not fit.
type cache struct {
	table  []int32 // number of a state plus one; 0 is a free place
	blocks [][]entry
	digits [][]uint64 // of the counts, block by block
	width  int
	states int
	most   int // states that fit into the memory
	edges  []edge
	keep   bool // keep the edges
	memory int64
}

// entry is a state.
type entry struct {
	key         state.Key
	tree        float32 // nodes of the subtree in a search without memory
	first, edge int32   // its edges are edges[first:edge]
}

// edge leads from a state to a child that has solutions.
type edge struct {
	option int32
	child  int32 // a state, or leaf
}

// leaf is the child that is a solution.
const leaf = -1

const (
	blockBits = 10
	blockSize = 1 << blockBits
)

func (c *cache) init(memory int64, keep bool) {
	c.memory, c.keep, c.width = memory, keep, 1
	c.table = make([]int32, 1<<12)
	c.limit()
}

// limit computes how many states fit. A state takes an entry, its count, and
// 16 bytes of the table: at least two places of four bytes each, and for a moment
// twice that while the table doubles.
func (c *cache) limit() {
	const entryBytes = 56
	each := int64(entryBytes + 8*c.width + 16)
	if c.keep {
		each += 3 * 8 // edges, about
	}
	c.most = int(min(c.memory/each, math.MaxInt32-1))
	c.most = max(c.most, 2*blockSize)
}

func (c *cache) at(id int32) *entry { return &c.blocks[id>>blockBits][id&(blockSize-1)] }

// slot returns the place of a key in the table, or the free place where the key
// would go.
func (c *cache) slot(k *state.Key) int {
	mask := len(c.table) - 1
	for i := int(k.Hash()) & mask; ; i = (i + 1) & mask {
		if n := c.table[i]; n == 0 || c.at(n-1).key == *k {
			return i
		}
	}
}

// find returns the number of a state, or -1.
func (c *cache) find(k *state.Key) int32 { return c.table[c.slot(k)] - 1 }

// count returns the digits of a state's count, without leading zeros.
func (c *cache) count(id int32) []uint64 {
	n := c.raw(id)
	for len(n) > 0 && n[len(n)-1] == 0 {
		n = n[:len(n)-1]
	}
	return n
}

// raw returns all digits of a state's count.
func (c *cache) raw(id int32) []uint64 {
	return c.digits[id>>blockBits][int(id&(blockSize-1))*c.width:][:c.width]
}

// insert stores a state that is not in the cache and returns its number. It
// returns false if the cache is full and may not drop states.
func (c *cache) insert(k *state.Key, count []uint64, tree float64, edges []edge) (int32, bool) {
	if len(count) > c.width {
		c.widen(len(count))
	}
	if c.states >= c.most {
		if c.keep {
			return -1, false
		}
		c.shrink()
	}
	if 2*c.states >= len(c.table) {
		c.rehash(2 * len(c.table))
	}
	id := int32(c.states)
	c.states++
	if int(id>>blockBits) == len(c.blocks) {
		c.blocks = append(c.blocks, make([]entry, blockSize))
		c.digits = append(c.digits, make([]uint64, blockSize*c.width))
	}
	e := c.at(id)
	*e = entry{key: *k, tree: float32(tree)}
	n := c.raw(id)
	clear(n)
	copy(n, count)
	if c.keep {
		if len(c.edges)+len(edges) > math.MaxInt32 {
			return -1, false
		}
		e.first = int32(len(c.edges))
		c.edges = append(c.edges, edges...)
		e.edge = int32(len(c.edges))
	}
	c.table[c.slot(k)] = id + 1
	return id, true
}

// widen makes room for the given number of digits in every count.
func (c *cache) widen(width int) {
	for b, old := range c.digits {
		wide := make([]uint64, blockSize*width)
		for i := range blockSize {
			copy(wide[i*width:], old[i*c.width:][:c.width])
		}
		c.digits[b] = wide
	}
	c.width = width
	c.limit()
}

// rehash makes the table anew.
func (c *cache) rehash(size int) {
	c.table = nil // the collector may free the old table first
	c.table = make([]int32, size)
	for id := range c.states {
		c.table[c.slot(&c.at(int32(id)).key)] = int32(id) + 1
	}
}

// shrink drops the states with the smallest subtrees, at least half of all
// states. They are the cheapest to count again.
func (c *cache) shrink() {
	var classes [256]int // number of states by the binary logarithm of tree
	class := func(e *entry) int { return int(math.Float32bits(e.tree) >> 23 & 0xff) }
	for id := range c.states {
		classes[class(c.at(int32(id)))]++
	}
	least, kept := 256, 0
	for least > 0 && kept+classes[least-1] <= c.states/2 {
		least--
		kept += classes[least]
	}
	n := int32(0)
	for id := range int32(c.states) {
		if e := c.at(id); class(e) >= least {
			*c.at(n) = *e
			copy(c.raw(n), c.raw(id))
			n++
		}
	}
	c.states = int(n)
	c.rehash(len(c.table))
}
