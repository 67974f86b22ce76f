package measure

import (
	"math/bits"

	"coverstat/enumerate"
	"coverstat/enumerate/puzzles/polyform/lattice"
)

// An Evaluator evaluates a set of measures for one goroutine. After construction
// it allocates no memory, except that the list of two_halves grows to the
// greatest length that is needed.
//
// Invariants between calls: values has one element a column; perClass and the
// contact sets hold what an earlier tiling left and are cleared before use.
type Evaluator struct {
	set    *Set
	values []int32

	// The tiling at hand, as given to Evaluate.
	owner    []int16
	solution []enumerate.OptionID
	orbit    int64

	perClass []class // of the tiling at hand if summed is true; see classes
	summed   bool
	words    int // of a set of tiles

	// Contacts: bit t of set u says that tiles t and u, both from 1, meet. Set and bit 0
	// are not used.
	edge         []uint64           // by an edge
	corner       []uint64           // by an edge or a corner; only if colours_corners needs it
	ofClass      []uint64           // the tiles of each class; only if adjacent needs it
	near, around *lattice.CellLists // neighbours of placements by an edge; by an edge or a corner
	colour       colouring
	found        []uint64 // two_halves: splits, as sets of tiles
	split        splitter
}

// class sums what the tiles of one class of pieces contribute.
type class [summands]int32

// NewEvaluator returns an evaluator.
func (s *Set) NewEvaluator() *Evaluator {
	s.prepare()
	e := &Evaluator{
		set: s, values: make([]int32, len(s.columns)),
		perClass: make([]class, len(s.classes)),
		words:    (s.tiles + 1 + 63) / 64,
	}
	if s.needs&contactSets != 0 {
		e.edge, e.near = make([]uint64, (s.tiles+1)*e.words), s.near
	}
	if s.needs&classSets != 0 {
		e.ofClass = make([]uint64, len(s.classes)*e.words)
	}
	if s.needs&cornerSets != 0 {
		e.corner, e.around = make([]uint64, (s.tiles+1)*e.words), s.around
	}
	if s.halves != nil {
		e.split = newSplitter()
	}
	return e
}

// NeedsOwner reports whether a measure looks at the owners of cells.
func (e *Evaluator) NeedsOwner() bool { return e != nil && e.set.needs&^crossings != 0 }

// Evaluate returns the values of one tiling, a value a column; the slice is
// valid until the next call. owner says of each cell which option of the solution
// covers it, as 1 + its index, 0 if none; it is not read unless [Evaluator.NeedsOwner].
// orbit is the number of different images of the tiling.
func (e *Evaluator) Evaluate(owner []int16, solution []enumerate.OptionID, orbit int64) []int32 {
	s := e.set
	e.owner, e.solution, e.orbit = owner, solution, orbit
	e.summed = false
	if s.needs&contactSets != 0 {
		e.contacts(e.edge, e.near)
	}
	if s.needs&cornerSets != 0 {
		e.contacts(e.corner, e.around)
	}
	if s.needs&classSets != 0 {
		clear(e.ofClass)
		for k, o := range solution {
			e.ofClass[int(s.options[o].class)*e.words+(k+1)/64] |= 1 << ((k + 1) % 64)
		}
	}
	for i := range s.wanted {
		if w := &s.wanted[i]; w.sum != noSummand {
			e.values[i] = w.base + e.sum(w.sum, w.p)
		} else {
			e.values[i] = w.value(e, w.p, w.q)
		}
	}
	return e.values
}

// classes returns what the tiles contribute, by class. It sums them up when it is first
// called for a tiling, because many runs have no measure that asks for it.
func (e *Evaluator) classes() []class {
	if e.summed {
		return e.perClass
	}
	e.summed = true
	clear(e.perClass)
	for _, o := range e.solution {
		x := &e.set.options[o]
		c := &e.perClass[x.class]
		for _, k := range e.set.summed {
			c[k] += x.sums[k]
		}
	}
	return e.perClass
}

// sum adds up a number over the tiles of a class, of all classes if class is -1.
func (e *Evaluator) sum(k summand, class int) int32 {
	classes := e.classes()
	if class >= 0 {
		return classes[class][k]
	}
	n := int32(0)
	for c := range classes {
		n += classes[c][k]
	}
	return n
}

// faultLines counts the lines between strips that no tile cuts.
func (e *Evaluator) faultLines(_, _ int) int32 {
	s := e.set
	faults := s.lines
	for w := range s.lineWords {
		cut := uint64(0)
		for _, o := range e.solution {
			cut |= s.cuts[int(o)*s.lineWords+w]
		}
		faults -= bits.OnesCount64(cut)
	}
	return int32(faults)
}

// crossroads counts the corners at which at least four different tiles meet. It counts the
// tiles of 64 corners at a time, in binary: bit c of ones, twos and fours is a digit of the
// number at corner c; fours stay.
func (e *Evaluator) crossroads(_, _ int) int32 {
	s, n := e.set, 0
	for w := range int32(s.cornerWords) {
		ones, twos, fours := uint64(0), uint64(0), uint64(0)
		for _, o := range e.solution {
			k := w - s.cornerFirst[o]
			if k < 0 || int(k) >= s.cornerWidth {
				continue
			}
			at := s.corners[int(o)*s.cornerWidth+int(k)]
			both := ones & at
			ones ^= at
			fours |= twos & both
			twos ^= both
		}
		n += bits.OnesCount64(fours)
	}
	return int32(n)
}

// adjacent counts the contacts between the tiles of two classes.
func (e *Evaluator) adjacent(p, q int) int32 {
	n := 0
	w := e.words
	for x, set := range e.ofClass[p*w : (p+1)*w] {
		for ; set != 0; set &= set - 1 {
			t := 64*x + bits.TrailingZeros64(set)
			for y, other := range e.ofClass[q*w : (q+1)*w] {
				n += bits.OnesCount64(e.edge[t*w+y] & other)
			}
		}
	}
	if p == q {
		n /= 2
	}
	return int32(n)
}

func (e *Evaluator) pieceContacts(_, _ int) int32 {
	n := 0
	for _, set := range e.edge[e.words : (len(e.solution)+1)*e.words] {
		n += bits.OnesCount64(set)
	}
	return int32(n / 2)
}
