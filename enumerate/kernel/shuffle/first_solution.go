package shuffle

import (
	"math/bits"
	"math/rand/v2"
	"sync/atomic"

	"coverstat/enumerate"
	"coverstat/enumerate/kernel/state"
)

// A search looks for the first solution below a state, depth first. Draws and
// probes are both such searches; they differ in the order of options and in
// what they may take from memory.
//
// Invariants:
//
//   - frames[0] is the state at which the search began. frames[l] is the state
//     after the first l options of path. try holds the options of its item that
//     are still to be tried, the next one last.
//   - nodes counts the options tried as if nothing were remembered. So whether a
//     search reaches its limit does not depend on earlier searches.
type search struct {
	space    *state.Space
	memory   *memory   // nil: nothing is remembered
	source   *rand.PCG // picks the item to cover; nil: the item with the fewest options
	priority []uint64  // by option: the least is tried first; nil: in the problem's order
	probe    bool      // a state known to be fertile ends the search
	limit    int64     // of nodes

	frames  []frame
	path    []enumerate.OptionID
	nodes   int64
	visited int64 // nodes really visited, in all searches
}

type frame struct {
	state.Node
	try   []int32
	nodes int64 // tried before this state
}

// newSearch returns a search. A limit of 0 means no limit.
func newSearch(s *state.Space, m *memory, limit int64) *search {
	if limit == 0 {
		limit = 1 << 62
	}
	x := &search{space: s, memory: m, limit: limit, frames: make([]frame, s.Depth+1), path: make([]enumerate.OptionID, 0, s.Depth)}
	for i := range x.frames {
		x.frames[i].List = make([]int32, 0, s.Options)
	}
	return x
}

// Result says how a search ended.
type Result int8

// The results.
const (
	Found   Result = iota
	None           // there is no solution
	Limited        // the node limit was reached
	Stopped        // by the stop flag
)

// unknown means that memory has nothing to say about a state.
const unknown Result = -1

// run searches below frames[0]. If it finds a solution the path leads to it,
// or, in a probe, to a state known to be fertile.
func (x *search) run(stop *atomic.Bool) Result {
	s := x.space
	x.path = x.path[:0]
	x.enter(&x.frames[0])
	for level := 0; ; {
		f := &x.frames[level]
		if len(f.try) == 0 {
			if x.memory != nil {
				x.memory.keep(&f.Key, x.nodes-f.nodes)
			}
			if level == 0 {
				return None
			}
			level--
			x.path = x.path[:level]
			continue
		}
		if x.nodes >= x.limit {
			return Limited
		}
		x.nodes++
		if x.visited++; x.visited&1023 == 0 && stop.Load() {
			return Stopped
		}
		o := f.try[len(f.try)-1]
		f.try = f.try[:len(f.try)-1]
		t := &x.frames[level+1]
		t.Key = s.Take(f.Key, o)
		r := x.recall(&t.Key)
		if r == None {
			continue
		}
		if r == Limited {
			return r
		}
		verdict := state.Solved
		if r == unknown {
			verdict = s.Refine(&f.Node, &t.Node)
		}
		switch verdict {
		case state.Dead:
		case state.Solved:
			x.path = append(x.path, enumerate.OptionID(o))
			return Found
		default:
			x.path = append(x.path, enumerate.OptionID(o))
			level++
			x.enter(t)
		}
	}
}

// recall looks a state up in memory and counts its nodes.
func (x *search) recall(k *state.Key) Result {
	if x.memory == nil {
		return unknown
	}
	n := x.memory.find(k)
	if n == 0 || n < 0 && !x.probe {
		return unknown
	}
	r := None
	if n < 0 {
		r, n = Found, -n
	}
	if x.nodes += n; x.nodes > x.limit {
		x.nodes = x.limit
		return Limited
	}
	return r
}

// enter lists the options of the item that a state covers, in the order of the
// search.
func (x *search) enter(f *frame) {
	s := x.space
	f.nodes = x.nodes
	f.try = f.try[:0]
	item := x.choose(&f.Node)
	if x.priority == nil {
		for i := len(f.List) - 1; i >= 0; i-- {
			if s.Has(f.List[i], item) {
				f.try = append(f.try, f.List[i])
			}
		}
		return
	}
	for _, o := range f.List {
		if !s.Has(o, item) {
			continue
		}
		f.try = append(f.try, o)
		k := len(f.try) - 1 // insertion: the least priority comes last, so it is tried first
		for p := x.priority[o]; k > 0 && x.priority[f.try[k-1]] < p; k-- {
			f.try[k] = f.try[k-1]
		}
		f.try[k] = o
	}
}

// choose returns the item that a state covers.
func (x *search) choose(n *state.Node) int {
	if x.source != nil {
		return x.space.Nth(n, int(below(x.source, uint64(x.space.Remaining(n)))))
	}
	return x.memory.fewest(n)
}

// below returns a random number from 0 to n-1, each equally likely (D. Lemire,
// Fast random integer generation in an interval, 2019).
func below(source *rand.PCG, n uint64) uint64 {
	high, low := bits.Mul64(source.Uint64(), n)
	if low < n {
		for least := -n % n; low < least; {
			high, low = bits.Mul64(source.Uint64(), n)
		}
	}
	return high
}
