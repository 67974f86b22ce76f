package sweep

import (
	"math"
	"math/rand/v2"
)

// A Size is what a count is expected to take.
type Size struct {
	Nodes  float64 // options tried that fit
	States float64 // in all layers
	Work   float64 // nodes, each with contacts for contactNodes others
	// Memory in bytes: of a [Counter], of [Completions], and of these with uses.
	Count, Complete, Uses float64
	Layers                []float64 // nodes of each layer, as a thin sweep expects them: only their ratios mean something
}

// Estimate says how large a count is: exactly where no layer has more states than keep,
// else by a thin sweep, which goes on with so many states of a layer, drawn at random. How
// many states a layer would have follows from how often the same state was met, as ecologists
// tell the number of species from a sample. The same plan gives the same estimate.
//
// A thin sweep expects too few where layers are much larger than keep: a third to an eighth of them
// with 500 states, a thirteenth with values in the states. What it expects grows as a power of keep,
// until no layer is larger; so it is extended by this power, mostly to within a factor of two.
func Estimate(p *Plan, keep int) Size {
	if p.impossible {
		return Size{}
	}
	return newSweeper(p, Limits{}, nil).thin(keep, math.Inf(1)).extended(p, keep)
}

// extended is the expected size, by a thin sweep and a second one that keeps fewer states.
func (s Size) extended(p *Plan, keep int) Size {
	layer := s.States / float64(len(p.steps)) // on average
	if layer <= float64(keep) {
		return s
	}
	less := newSweeper(p, Limits{}, nil).thin(keep/keptLess, math.Inf(1))
	power := min(max(math.Log(s.Nodes/less.Nodes)/math.Log(keptLess), 0), mostPower)
	if len(p.sums) > 0 {
		power = (max(power, commonPower) + commonPower) / 2 // the measured one is a matter of chance
	}
	// With f times the states, layers are f times as large: f = (f*layer/keep)^power.
	f := math.Pow(layer/float64(keep), power/(1-power))
	return Size{f * s.Nodes, f * s.States, f * s.Work, f * s.Count, f * s.Complete, f * s.Uses, s.Layers}
}

const (
	keptLess = 4 // a second sweep keeps one state of so many
	// Of 20 sweeps by measures on boards 18 had powers of 0.2 to 0.4, fault lines up to 0.5.
	commonPower = 1.0 / 3
	mostPower   = 0.6
)

// thin makes a thin sweep, until more than so many nodes are expected. The counts of its states are how often each was met.
func (a *pass[K]) thin(keep int, most float64) (size Size) {
	source := rand.New(rand.NewPCG(1, 1))
	layers := a.shards[0].layers
	edges := make([]float64, len(layers)) // into a layer, of the whole count
	paths := make([]float64, len(layers)) // partial solutions that lead to a layer
	a.begin(1)
	edges[0], paths[0] = 1, 1
	counts := make([]float64, len(layers)) // of states, in the whole count
	lists := make([]float64, len(layers))  // bytes of lists for a state
	last := len(layers) - 1
	open := 1.0                    // edges into the layers in memory
	allTried, perState := 0.0, 1.0 // options tried so far, and of a state of the layer before
	w, once := a.workers[0], []uint64{1}
	for p := range last {
		a.settle(p)
		l := &layers[p]
		states := min(float64(l.used)+l.unseen(edges[p]), edges[p])
		size.States += states
		room := thinNodes*float64(p+1)/float64(last) - allTried
		kept := min(keep, l.used, max(LeastKept, int(room/perState)))
		each := states / float64(max(1, kept)) // states that a kept one stands for
		left, rest := kept, l.used
		tried := int64(0)
		for at := 0; left > 0; at++ {
			k, used := l.key(at)
			if !used {
				continue
			}
			if source.IntN(rest) < left {
				left--
				var n int64
				w.found, n = a.children(p, k, w.found)
				tried += n
				for _, c := range w.found {
					q := c.place
					w.add(int(q), c.key, once)
					edges[q] += each
					paths[q] += each * paths[p] / states
					open += each
				}
			}
			rest--
		}
		size.Layers = append(size.Layers, each*float64(tried))
		if size.Nodes += each * float64(tried); size.Nodes > most {
			return size
		}
		if kept > 0 {
			allTried, perState = allTried+float64(tried), max(1, float64(tried)/float64(kept))
		}
		if counts[p] = states; states > 0 {
			of := float64(bytes[K](tableRoom, digits(paths[p]/states)))
			if a.lists != nil { // at most: of many states, more have the same list
				lists[p] = float64(a.lists[p].bytes) / float64(l.used)
			}
			size.Count = max(size.Count, open*states/edges[p]*(of+lists[p]))
		}
		open -= edges[p]
		a.free(p)
	}
	size.Work = size.Nodes * a.plan.nodeWork()
	for p, n := range counts {
		if n > 0 {
			ways := digits(paths[last] / paths[p])
			size.Complete += n * (lists[p] + float64(bytes[K](tableRoom, ways)))
			size.Uses += n * (lists[p] + float64(bytes[K](tableRoom, ways+digits(paths[p]/n))))
		}
	}
	return size
}

// A thin sweep tries about thinNodes options at most, some tenths of a second: it keeps fewer
// states than it may where each has hundreds of options, but not fewer than [LeastKept].
const thinNodes = 1 << 22

// LeastKept states of a layer, or all, are kept by a thin sweep: fewer tell nothing.
const LeastKept = 20

// contactNodes is the number of nodes that take as long as one with contacts.
const contactNodes = 10

// nodeWork is what a node takes.
func (p *Plan) nodeWork() float64 {
	if p.contacts {
		return contactNodes
	}
	return 1
}

// tableRoom is the entries of a table for each state, on average: from 4/3 to 8/3.
const tableRoom = 2

// digits is the number of 64-bit digits of the counts of a layer whose mean is given. Some
// are much larger than that.
func digits(mean float64) int {
	_, exponent := math.Frexp(mean)
	return min(limbs, max(1, (exponent+73)/64))
}

// unseen estimates how many states of a layer were not met, of which so many edges lead to
// it in the whole count. f1 states were met once, f2 twice, by a part q of all edges: then
// f1^2 / (2 f2 + f1 q/(1-q)) were not met (A. Chao and C.-W. Lin, Nonparametric lower bounds
// for species richness and shared species richness under sampling without replacement,
// 2012).
func (l *layer[K]) unseen(edges float64) float64 {
	f1, f2, met := 0.0, 0.0, 0.0
	for at := range l.room() {
		if _, used := l.key(at); used {
			n := l.countAt(at)[0]
			met += float64(n)
			switch n {
			case 1:
				f1++
			case 2:
				f2++
			}
		}
	}
	if f1 == 0 || met >= edges {
		return 0
	}
	q := met / edges
	return f1 * f1 / (2*f2 + f1*q/(1-q))
}
