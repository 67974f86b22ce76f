package diagram

import (
	"errors"
	"math/big"
	"math/rand/v2"
	"slices"

	"coverstat/enumerate"
)

// An Explorer answers questions about the solutions of a diagram, one at a time.
type Explorer struct {
	diagram  *enumerate.Diagram
	options  int
	choiceOf [][]int32 // by option: the choices with it, all at one place
	counter  counter
	limits   []int32 // by place: arcs that lead to this node or beyond skip a given option's place
	open     []bool  // by choice: whether it agrees with what is given and forbidden
	total    *big.Int
}

// A counter counts paths with numbers of some width.
type counter interface {
	// after counts the paths from each node to the end. It reports whether the numbers fit.
	after(x *Explorer) bool
	// total is the number of all paths.
	total() *big.Int
	// uses counts the paths with each choice.
	uses(x *Explorer) []*big.Int
	draw(x *Explorer, dst []enumerate.OptionID, source *rand.PCG) []enumerate.OptionID
}

// New returns an explorer of the diagram of a problem with so many options. Nothing is given or forbidden at first.
func New(d *enumerate.Diagram, options int) (*Explorer, error) {
	x := &Explorer{diagram: d, options: options, choiceOf: make([][]int32, options), open: make([]bool, len(d.Options))}
	for c, list := range d.Options {
		for _, o := range list {
			x.choiceOf[o] = append(x.choiceOf[o], int32(c))
		}
	}
	nodes := len(d.First) - 1
	if nodes <= 0 {
		return x, nil
	}
	for _, width := range []func(int) counter{newPaths[[1]uint64], newPaths[[2]uint64], newPaths[[4]uint64], newPaths[[32]uint64]} {
		x.counter = width(nodes)
		if x.given(nil, nil) && x.counter.after(x) {
			x.total = x.counter.total()
			return x, nil
		}
	}
	return nil, errors.New("more than 2^2048 solutions")
}

// Ask asks of the solutions that have all given options and none that are forbidden, from now on.
func (x *Explorer) Ask(given, forbidden []enumerate.OptionID) {
	x.total = new(big.Int)
	if x.counter != nil && x.given(given, forbidden) {
		x.counter.after(x)
		x.total = x.counter.total()
	}
}

// given marks which arcs are left. It reports whether there may be any solution.
func (x *Explorer) given(given, forbidden []enumerate.OptionID) bool {
	d := x.diagram
	for c := range x.open {
		x.open[c] = true
	}
	for _, o := range forbidden {
		for _, c := range x.choiceOf[o] {
			x.open[c] = false
		}
	}
	var at []int32 // places
	for _, o := range given {
		if len(x.choiceOf[o]) == 0 {
			return false
		}
		place := d.Places[x.choiceOf[o][0]]
		at = append(at, place)
		for c, p := range d.Places {
			if p == place && !slices.Contains(d.Options[c], o) {
				x.open[c] = false
			}
		}
	}
	x.limits = make([]int32, len(d.Layers)-1)
	limit := d.Layers[len(d.Layers)-1]
	for p := len(x.limits) - 1; p >= 0; p-- {
		x.limits[p] = limit
		if slices.Contains(at, int32(p)) {
			limit = d.Layers[p+1]
		}
	}
	return true
}

// Total returns the number of solutions.
func (x *Explorer) Total() *big.Int {
	if x.total == nil {
		return new(big.Int)
	}
	return x.total
}

// Uses returns the number of solutions with each option.
func (x *Explorer) Uses() []*big.Int {
	uses := make([]*big.Int, x.options)
	for o := range uses {
		uses[o] = new(big.Int)
	}
	if x.Total().Sign() == 0 {
		return uses
	}
	for c, n := range x.counter.uses(x) {
		for _, o := range x.diagram.Options[c] {
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
