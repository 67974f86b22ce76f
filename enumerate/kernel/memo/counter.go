package memo

import (
	"math/big"
	"math/bits"
	"sync/atomic"

	"coverstat/enumerate"
	"coverstat/enumerate/kernel/state"
)

// Rule says which item is covered next. Every rule gives the same count. The
// rules differ in how often states repeat.
type Rule int8

// The rules.
const (
	// First covers the first item that remains. On a board, states then differ
	// only along a narrow front.
	First Rule = iota
	// Fewest covers the item with the fewest options.
	Fewest
)

// Settings of a [Counter].
type Settings struct {
	Rule Rule
	// Memory bounds the cache, in bytes; 0 means DefaultMemory. A full cache
	// drops the half of its states that have the smaller subtrees.
	Memory int64
	// Nodes ends the count after so many options tried; 0 means no limit.
	Nodes int64
	// Edges keeps what a [Sampler] needs. The count then ends when the cache is
	// full.
	Edges bool
	// Progress is called with the options tried so far, now and then; nil for nobody.
	Progress func(nodes int64)
}

// DefaultMemory is the default bound of the cache.
const DefaultMemory = 640 << 20

// Outcome says how a count ended.
type Outcome int8

// The outcomes.
const (
	Done      Outcome = iota
	Stopped           // by the stop flag
	Exhausted         // Settings.Nodes were not enough
	Full              // the cache is full and its edges cannot be dropped
	Overflow          // a count of more than 2048 bits
)

// limbs is the number of 64-bit digits that a count may have.
const limbs = 32

// A Counter counts the solutions of a space.
//
// Invariants: a state in the cache has its final count. frames[l] is the state
// after l options on the path; its sum is that of the children counted so far.
type Counter struct {
	space    *state.Space
	settings Settings
	cache    cache
	frames   []frame
	stop     *atomic.Bool
	outcome  Outcome
	root     int32 // the state of the root; -1 while there is none

	// Nodes is the number of options tried.
	Nodes int64
	// Covered is the number of options that a search without memory would have
	// tried so far.
	Covered float64
}

type frame struct {
	state.Node
	sum   [limbs]uint64
	used  int     // limbs of sum in use
	tree  float64 // nodes of the subtree in a search without memory
	edges []edge
}

// NewCounter returns a counter.
func NewCounter(s *state.Space, o Settings) *Counter {
	if o.Memory == 0 {
		o.Memory = DefaultMemory
	}
	c := &Counter{space: s, settings: o, root: -1}
	c.cache.init(o.Memory, o.Edges)
	return c
}

// Run counts the solutions of a case; nil means all solutions.
func (c *Counter) Run(k *enumerate.Case, stop *atomic.Bool) Outcome {
	if stop == nil {
		stop = new(atomic.Bool)
	}
	c.stop, c.outcome = stop, Done
	// The slice of frames is made once, so no frame moves while a deeper one is
	// in use. The list of a frame is made when the count first reaches its level:
	// short trial counts do not get deep.
	if c.frames == nil {
		c.frames = make([]frame, c.space.Depth+2)
	}
	f := &c.frames[0]
	c.makeList(f)
	switch c.space.Root(&f.Node, k, nil) {
	case state.Dead:
		f.used, f.tree, f.edges = 0, 0, f.edges[:0]
	case state.Solved:
		f.used, f.sum[0] = 1, 1
	default:
		if !c.solve(0) {
			return c.outcome
		}
	}
	return c.outcome
}

// makeList makes the list of a frame when the frame is first used.
func (c *Counter) makeList(f *frame) {
	if f.List == nil {
		f.List = make([]int32, 0, c.space.Options)
	}
}

// Total returns the number of solutions found by the last Run.
func (c *Counter) Total() *big.Int {
	f := &c.frames[0]
	return toBig(f.sum[:f.used])
}

func toBig(digits []uint64) *big.Int {
	n := new(big.Int)
	for i := len(digits) - 1; i >= 0; i-- {
		n.Lsh(n, 64)
		n.Or(n, new(big.Int).SetUint64(digits[i]))
	}
	return n
}

// Saving returns how many nodes a search without memory would have needed so far
// for each node of this count.
func (c *Counter) Saving() float64 { return c.Covered / float64(max(1, c.Nodes)) }

// solve counts the solutions below frames[l] and stores their number in the
// cache. It returns false if the count must end.
func (c *Counter) solve(l int) bool {
	s := c.space
	f, t := &c.frames[l], &c.frames[l+1]
	c.makeList(t)
	f.used, f.tree, f.edges = 0, 0, f.edges[:0]
	item := 0
	if c.settings.Rule == First {
		item = s.First(&f.Node)
	} else {
		item = s.Fewest(&f.Node)
	}
	for _, o := range f.List {
		if !s.Has(o, item) {
			continue
		}
		if c.Nodes++; c.Nodes&1023 == 0 && !c.mayGoOn() {
			return false
		}
		f.tree++
		c.Covered++
		t.Key = s.Take(f.Key, o)
		if s.PrimaryOnly && c.addKnown(f, &t.Key, o) {
			continue
		}
		switch s.Refine(&f.Node, &t.Node) {
		case state.Dead:
			continue
		case state.Solved:
			c.addChild(f, oneSolution, 0, o, leaf)
			continue
		}
		if !s.PrimaryOnly && c.addKnown(f, &t.Key, o) {
			continue
		}
		if !c.solve(l + 1) {
			return false
		}
		c.addChild(f, t.sum[:t.used], t.tree, o, c.root)
	}
	// c.root is the state stored last; at the end that is the root.
	var ok bool
	if c.root, ok = c.cache.insert(&f.Key, f.sum[:f.used], f.tree, f.edges); !ok {
		c.outcome = Full
	}
	return c.outcome == Done
}

var oneSolution = []uint64{1}

// addKnown adds the count of a state that is in the cache, and reports whether it
// is.
func (c *Counter) addKnown(f *frame, k *state.Key, o int32) bool {
	id := c.cache.find(k)
	if id < 0 {
		return false
	}
	tree := c.cache.at(id).tree
	c.Covered += float64(tree)
	c.addChild(f, c.cache.count(id), float64(tree), o, id)
	return true
}

// addChild adds a child's count and nodes to a frame.
func (c *Counter) addChild(f *frame, n []uint64, tree float64, o, child int32) {
	f.tree += tree
	if len(n) == 0 {
		return
	}
	carry := uint64(0)
	k := 0
	for ; k < len(n) || carry != 0; k++ {
		if k == limbs {
			c.outcome = Overflow
			return
		}
		if k >= f.used {
			f.sum[k] = 0
			f.used = k + 1
		}
		x := uint64(0)
		if k < len(n) {
			x = n[k]
		}
		f.sum[k], carry = bits.Add64(f.sum[k], x, carry)
	}
	if c.settings.Edges {
		f.edges = append(f.edges, edge{o, child})
	}
}

// mayGoOn reports whether the count may go on.
func (c *Counter) mayGoOn() bool {
	switch {
	case c.stop.Load():
		c.outcome = Stopped
	case c.settings.Nodes > 0 && c.Nodes >= c.settings.Nodes:
		c.outcome = Exhausted
	case c.settings.Progress != nil && c.Nodes&(1<<16-1) == 0:
		c.settings.Progress(c.Nodes)
	}
	return c.outcome == Done
}
