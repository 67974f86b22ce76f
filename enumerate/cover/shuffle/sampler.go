package shuffle

import (
	"math/bits"
	"math/rand/v2"
	"sync/atomic"

	"coverstat/enumerate"
	"coverstat/enumerate/cover/state"
)

// Options of a [Sampler].
type Options struct {
	Seed uint64
	// RandomItem covers an item at random instead of one with the fewest
	// options.
	RandomItem bool
	// NodeLimit ends a draw after so many options tried; 0 is no limit.
	NodeLimit int64
	// Weights asks for [Sampler.Weight]. The draws are the same.
	Weights bool
	// ProbeLimit ends a probe of a weight after so many options tried; 0 is no
	// limit.
	ProbeLimit int64
}

// A Sampler makes draws. It belongs to one goroutine.
//
// What shuffling changes is the order in which the children of a node are
// tried, and nothing else: neither the item that a state covers first nor its
// options. So options get a random number each instead of moving, a subtree
// without solutions costs the same number of nodes in every draw, and once one
// was searched to its end it is remembered with that number. The next draw
// that comes to it adds the number and goes on. Nodes, node limits and
// solutions are those of a sampler without memory.
//
// On the chessboard 370 of a draw's 658 nodes are then really visited, and a
// draw takes 0.26 ms; with its weight, 822 nodes and 0.63 ms.
type Sampler struct {
	space   *state.Space
	options Options
	root    state.Node
	verdict state.Verdict

	source   rand.PCG
	priority []uint64 // of options
	frames   []frame
	chosen   []enumerate.OptionID
	nodes    int64
	work     int64   // nodes really visited, in all draws
	memory   *memory // nil with RandomItem
	prober   *prober // nil without Weights
}

// frame is a node on the present path; its options still to be tried are
// sorted, the next one last.
type frame struct {
	state.Node
	try   []int32
	nodes int64 // tried before this node
}

// New returns a sampler.
func New(s *state.Space, o Options) *Sampler {
	x := &Sampler{space: s, options: o, priority: make([]uint64, s.Options), chosen: make([]enumerate.OptionID, 0, s.Depth)}
	x.root.List = make([]int32, 0, s.Options)
	x.verdict = s.Root(&x.root, nil, nil)
	x.frames = make([]frame, s.Depth+1)
	for i := range x.frames {
		x.frames[i].List = make([]int32, 0, s.Options)
	}
	if !o.RandomItem {
		x.memory = newMemory(s, o.Weights)
	}
	if o.Weights {
		x.prober = newProber(s, x.memory, o.ProbeLimit)
	}
	return x
}

// Result says how a draw ended.
type Result int8

// The results.
const (
	Found   Result = iota
	None           // there is no solution
	Limited        // the node limit was reached
	Stopped        // by the stop flag
)

// Draw makes a draw. The solution belongs to the sampler until the next one.
func (x *Sampler) Draw(number uint64, stop *atomic.Bool) (solution []enumerate.OptionID, nodes int64, r Result) {
	x.source.Seed(x.options.Seed, number)
	for o := range x.priority {
		x.priority[o] = x.source.Uint64()
	}
	x.nodes, x.chosen = 0, x.chosen[:0]
	switch x.verdict {
	case state.Dead:
		return nil, 0, None
	case state.Solved:
		return x.chosen, 0, Found
	}
	r = x.search(stop)
	return x.chosen, x.nodes, r
}

// search looks for the first solution below the root.
func (x *Sampler) search(stop *atomic.Bool) Result {
	s := x.space
	f := &x.frames[0]
	f.Key, f.List = x.root.Key, append(f.List[:0], x.root.List...)
	x.enter(f)
	level := 0
	limit := x.options.NodeLimit
	if limit == 0 {
		limit = 1 << 62
	}
	for {
		f := &x.frames[level]
		if len(f.try) == 0 {
			if x.memory != nil {
				x.memory.keep(&f.Key, x.nodes-f.nodes)
			}
			if level == 0 {
				return None
			}
			level--
			x.chosen = x.chosen[:level]
			continue
		}
		if x.nodes >= limit {
			return Limited
		}
		x.nodes++
		if x.work++; x.work&1023 == 0 && stop.Load() {
			return Stopped
		}
		o := f.try[len(f.try)-1]
		f.try = f.try[:len(f.try)-1]
		t := &x.frames[level+1]
		t.Key = s.Take(f.Key, o)
		if x.memory != nil {
			if n := x.memory.find(&t.Key); n > 0 {
				if x.nodes += n; x.nodes > limit {
					x.nodes = limit
					return Limited
				}
				continue
			}
		}
		switch s.Refine(&f.Node, &t.Node) {
		case state.Dead:
		case state.Solved:
			x.chosen = append(x.chosen, enumerate.OptionID(o))
			return Found
		default:
			x.chosen = append(x.chosen, enumerate.OptionID(o))
			level++
			x.enter(t)
		}
	}
}

// enter lists the options of the item that a node covers, in the draw's order.
func (x *Sampler) enter(f *frame) {
	s := x.space
	f.nodes = x.nodes
	f.try = f.try[:0]
	item := x.choose(&f.Node)
	for _, o := range f.List {
		if !s.Has(o, item) {
			continue
		}
		f.try = append(f.try, o)
		k := len(f.try) - 1 // the least priority goes first, so it stands last
		for p := x.priority[o]; k > 0 && x.priority[f.try[k-1]] < p; k-- {
			f.try[k] = f.try[k-1]
		}
		f.try[k] = o
	}
}

// choose returns the item that a node covers.
func (x *Sampler) choose(n *state.Node) int {
	if x.options.RandomItem {
		return x.space.Nth(n, x.below(x.space.Remaining(n)))
	}
	return x.memory.fewest(n)
}

// below returns a random number from 0 to n-1 (D. Lemire, Fast random integer
// generation in an interval, 2019).
func (x *Sampler) below(n int) int {
	m := uint64(n)
	high, low := bits.Mul64(x.source.Uint64(), m)
	if low < m {
		for least := -m % m; low < least; {
			high, low = bits.Mul64(x.source.Uint64(), m)
		}
	}
	return int(high)
}

// Work returns the number of nodes really visited, in all draws and probes.
func (x *Sampler) Work() int64 {
	if x.prober != nil {
		return x.work + x.prober.work
	}
	return x.work
}
