package shuffle

import (
	"math/rand/v2"
	"sync/atomic"

	"coverstat/enumerate"
	"coverstat/enumerate/kernel/state"
)

// Settings of a [Sampler].
type Settings struct {
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
// Shuffling changes only the order in which the children of a node are tried.
// It changes neither the item that a state covers nor the options of that item.
// So the sampler gives every option a random number instead of moving it. A
// subtree without solutions costs the same number of nodes in every draw; once
// the sampler has searched one to its end it remembers that number. A later
// draw that reaches the same state adds the number and goes on. Nodes, node
// limits and solutions are those of a sampler without memory.
//
// On the chessboard a draw really visits 370 of its 658 nodes and takes
// 0.26 ms; with its weight it visits 822 nodes and takes 0.63 ms.
type Sampler struct {
	settings Settings
	root     state.Node
	verdict  state.Verdict
	source   rand.PCG
	draw     *search
	probes   *search // nil without Weights
}

// New returns a sampler.
func New(s *state.Space, o Settings) *Sampler {
	x := &Sampler{settings: o}
	x.root.List = make([]int32, 0, s.Options)
	x.verdict = s.Root(&x.root)
	var m *memory
	if !o.RandomItem {
		m = newMemory(s, o.Weights)
	}
	x.draw = newSearch(s, m, o.NodeLimit)
	x.draw.priority = make([]uint64, s.Options)
	if o.RandomItem {
		x.draw.source = &x.source
	}
	if o.Weights {
		if m == nil {
			m = newMemory(s, true)
		}
		x.probes = newSearch(s, m, o.ProbeLimit)
		x.probes.probe = true
	}
	return x
}

// Draw makes a draw. nodes is the number of options tried. The solution belongs
// to the sampler until the next draw.
func (x *Sampler) Draw(number uint64, stop *atomic.Bool) (solution []enumerate.OptionID, nodes int64, r Result) {
	x.source.Seed(x.settings.Seed, number)
	d := x.draw
	for o := range d.priority {
		d.priority[o] = x.source.Uint64()
	}
	d.nodes, d.path = 0, d.path[:0]
	switch x.verdict {
	case state.Dead:
		return nil, 0, None
	case state.Solved:
		return d.path, 0, Found
	}
	f := &d.frames[0]
	f.Key, f.List = x.root.Key, append(f.List[:0], x.root.List...)
	r = d.run(stop)
	return d.path, d.nodes, r
}
