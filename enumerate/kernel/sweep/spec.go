package sweep

import (
	"errors"
	"strconv"

	"coverstat/enumerate"
)

// Key is a state: so many bits, of which the last one of the last word belongs to the engine. A spec leaves it 0.
type Key interface {
	[1]uint64 | [2]uint64 | [4]uint64 | [8]uint64 | [16]uint64
}

// Before compares keys.
func Before[K Key](x, y K) bool {
	for w := range len(x) {
		if x[w] != y[w] {
			return x[w] < y[w]
		}
	}
	return false
}

// mostBits is the number of bits of the largest key that a spec may use.
const mostBits = 64*16 - 1

// A Spec says what the states of a problem are, with keys of some width. Two states of a place are one if their keys
// are equal: what can follow must depend on the key alone. The state at place 0 has the key of zeros, and stands for
// one partial solution. A sweep has a spec of its own, and several goroutines use it at a time.
type Spec[K Key] interface {
	// Children appends to dst, which is empty, the states to which the choices at a place lead from a state, in a fixed
	// order. All are at later places. It also returns the number of choices that fit: nodes.
	Children(place int, from K, dst []Child[K]) (children []Child[K], nodes int64)
	// Options appends to dst the options that a choice at a place puts into a solution.
	Options(dst []enumerate.OptionID, place, choice int) []enumerate.OptionID
}

// A Child is a state that a choice leads to.
type Child[K Key] struct {
	Key           K
	Place, Choice int32
}

// A Plan is a problem that a sweep can count: a spec for each width of keys, and what is to be known before. It never
// changes and may be shared.
type Plan struct {
	Places  int // layers are those of the places 0 to Places; the last is the end
	Options int // of the problem
	Bits    int // of a key
	// Impossible says that there is no solution.
	Impossible bool
	// Values says that states differ in values of sums or in weights, too: estimates expect more of these.
	Values bool
	// Work is what a node takes, in nodes of other sweeps; 0 is 1.
	Work float64
	// Tally is where states have the values of sums; nil where there are none.
	Tally *Tally
	// Shape is a number that two plans share if a symmetry of the problem maps the one to the other, and that they
	// hardly share else.
	Shape uint64
	// Specs makes a spec for a sweep, with Lists for each place if these are wanted.
	Specs Specs
	Lists bool

	only func(values []int64) bool // of Only
}

// Specs make specs with keys of some words; those that are too narrow for Plan.Bits may be nil. Where merged is true,
// a state may be replaced by another one with as many completions, with the same values, such as its mirror image.
type Specs struct {
	Of1  func(merged bool, lists []Lists) Spec[[1]uint64]
	Of2  func(merged bool, lists []Lists) Spec[[2]uint64]
	Of4  func(merged bool, lists []Lists) Spec[[4]uint64]
	Of8  func(merged bool, lists []Lists) Spec[[8]uint64]
	Of16 func(merged bool, lists []Lists) Spec[[16]uint64]
}

// Fits returns an error if states of so many bits are too wide.
func Fits(bits int) error {
	if bits > mostBits {
		return errors.New("a frontier of " + strconv.Itoa(bits) + " bits, and " + strconv.Itoa(mostBits) +
			" are possible")
	}
	return nil
}

// Only restricts the plan further, to solutions with values that accept is true for.
func (p *Plan) Only(accept func(values []int64) bool) *Plan {
	q, before := *p, p.only
	q.only = func(values []int64) bool { return (before == nil || before(values)) && accept(values) }
	return &q
}

// work is what a node takes.
func (p *Plan) work() float64 { return max(1, p.Work) }
