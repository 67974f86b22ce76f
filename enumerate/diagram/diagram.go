package diagram

import (
	"errors"
	"math/big"
	"math/rand/v2"
	"slices"
	"sync/atomic"

	"coverstat/enumerate"
)

// An Explorer answers questions about the solutions of a diagram, one at a time.
type Explorer struct {
	options  int
	choices  [][]enumerate.OptionID // by choice: what it puts into a solution
	bundles  []bundle
	first    []int32   // by place: its first bundle
	bundleOf [][]int32 // by option: the bundles with it, all at one place
	counter  counter
	closed   []bool  // by choice: whether it disagrees with what is given and forbidden
	reach    []int32 // by place: the next place of a given option, which no arc may skip
	total    *big.Int
}

// A counter counts paths with numbers of some width.
type counter interface {
	// after counts the paths from each node to the end.
	after(x *Explorer, stop *atomic.Bool) (fits bool)
	// total is the number of all paths.
	total() *big.Int
	// uses counts the paths with each choice.
	uses(x *Explorer, stop *atomic.Bool) []*big.Int
	// ways are the paths to a node, which uses has counted, and those from it to the end.
	ways(node int) (before, after *big.Int)
	draw(x *Explorer, dst []enumerate.OptionID, source *rand.PCG) []enumerate.OptionID
}

// The bytes of an arc and of a bundle without its arcs.
const arcBytes, bundleBytes = 8, 40

// New returns an explorer of the diagram of a problem with so many options, within so many bytes. Nothing is given or
// forbidden at first.
func New(d *enumerate.Diagram, options int, memory int64) (*Explorer, error) {
	x := &Explorer{options: options, choices: d.Options, closed: make([]bool, len(d.Options)),
		bundleOf: make([][]int32, options)}
	nodes := len(d.First) - 1
	if nodes <= 0 {
		return x, nil
	}
	arcs := int64(len(d.Targets))
	if (arcBytes+12)*arcs > memory { // beside the diagram's own arcs, and the bundle of each
		return nil, TooLarge(memory)
	}
	x.bundles, x.first = bundlesOf(d)
	x.reach = make([]int32, len(d.Layers)-2)
	kept := arcBytes*arcs + bundleBytes*int64(len(x.bundles))
	for i := range x.bundles {
		for _, o := range x.choices[x.bundles[i].choice] {
			x.bundleOf[o] = append(x.bundleOf[o], int32(i))
			kept += 4
		}
	}
	for _, width := range []struct {
		digits int64
		paths  func(int) counter
	}{{1, newPaths[[1]uint64]}, {2, newPaths[[2]uint64]}, {4, newPaths[[4]uint64]}, {32, newPaths[[32]uint64]}} {
		if kept+8*width.digits*int64(2*nodes+len(d.Options)) > memory {
			return nil, TooLarge(memory)
		}
		x.counter = width.paths(nodes)
		if x.given(nil, nil) && x.counter.after(x, new(atomic.Bool)) {
			x.total = x.counter.total()
			return x, nil
		}
	}
	return nil, errors.New("more than 2^2048 solutions")
}

// TooLarge is the error for a diagram that does not fit into so many bytes.
func TooLarge(memory int64) error {
	return enumerate.KeyErrorf("output.memory_limit",
		"the diagram of all solutions takes more than %s: expected a larger limit or a smaller puzzle",
		enumerate.Bytes(float64(memory)))
}

// Ask asks of the solutions that have all given options and none that are forbidden, from now on. After stop is set the
// answers mean nothing, until something else is asked.
func (x *Explorer) Ask(given, forbidden []enumerate.OptionID, stop *atomic.Bool) {
	x.total = new(big.Int)
	if x.counter != nil && x.given(given, forbidden) {
		x.counter.after(x, stop)
		x.total = x.counter.total()
	}
}

// given marks which arcs are left. It reports whether there may be any solution.
func (x *Explorer) given(given, forbidden []enumerate.OptionID) bool {
	clear(x.closed)
	for p := range x.reach {
		x.reach[p] = int32(len(x.reach)) // the end
	}
	for _, o := range forbidden {
		for _, g := range x.bundleOf[o] {
			x.closed[x.bundles[g].choice] = true
		}
	}
	for _, o := range given {
		if len(x.bundleOf[o]) == 0 {
			return false
		}
		place := x.bundles[x.bundleOf[o][0]].place
		for _, g := range x.bundles[x.first[place]:x.first[place+1]] {
			if !slices.Contains(x.choices[g.choice], o) {
				x.closed[g.choice] = true
			}
		}
		for p := range place {
			x.reach[p] = min(x.reach[p], place)
		}
	}
	return true
}

// open reports whether what is given and forbidden leaves the arcs of a bundle.
func (x *Explorer) open(g *bundle) bool { return !x.closed[g.choice] && g.target <= x.reach[g.place] }

// Total returns the number of solutions.
func (x *Explorer) Total() *big.Int {
	if x.total == nil {
		return new(big.Int)
	}
	return x.total
}

// Uses returns the number of solutions with each option. They mean nothing after stop is set.
func (x *Explorer) Uses(stop *atomic.Bool) []*big.Int {
	uses := make([]*big.Int, x.options)
	for o := range uses {
		uses[o] = new(big.Int)
	}
	if x.Total().Sign() == 0 {
		return uses
	}
	for c, n := range x.counter.uses(x, stop) {
		for _, o := range x.choices[c] {
			uses[o].Add(uses[o], n)
		}
	}
	return uses
}

// Draw appends a solution to dst, its options in the order of their places: all solutions are equally likely. There
// must be one.
func (x *Explorer) Draw(dst []enumerate.OptionID, source *rand.PCG) []enumerate.OptionID {
	return x.counter.draw(x, dst, source)
}
