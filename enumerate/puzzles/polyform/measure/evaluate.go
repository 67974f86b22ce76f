package measure

import (
	"math/bits"

	"coverstat/enumerate"
)

// An Evaluator evaluates a set of measures for one goroutine. After construction
// it allocates no memory.
//
// Invariants between calls: values has one element a column; perPiece and the
// contact sets hold what an earlier tiling left and are cleared before use.
type Evaluator struct {
	set    *Set
	values []int32

	// The tiling at hand, as given to Evaluate.
	owner    []int16
	solution []enumerate.OptionID
	orbit    int64

	perPiece [][summands]int32 // what the tiles of each piece contribute, if summed is true; see pieces
	summed   bool
	words    int // of a set of tiles

	// Contacts: bit t of set u says that tiles t and u, both from 1, meet. Set and bit 0
	// are not used.
	edge         []uint64 // by an edge
	corner       []uint64 // by an edge or a corner; only if colours_corners needs it
	ofPiece      []uint64 // the tiles of each piece; only if adjacent needs it
	first        []uint64 // adjacent: the tiles of P
	second, both []uint64 // adjacent: those of Q, and of both
	colour       colouring
}

// NewEvaluator returns an evaluator.
func (s *Set) NewEvaluator() *Evaluator {
	s.prepare()
	e := &Evaluator{
		set: s, values: make([]int32, len(s.Columns)),
		perPiece: make([][summands]int32, len(s.subject.Pieces)),
		words:    (s.tiles + 1 + 63) / 64,
	}
	if s.needs&contactSets != 0 {
		e.edge = make([]uint64, (s.tiles+1)*e.words)
	}
	if s.needs&pieceSets != 0 {
		e.ofPiece = make([]uint64, len(s.subject.Pieces)*e.words)
		e.first, e.second, e.both = make([]uint64, e.words), make([]uint64, e.words), make([]uint64, e.words)
	}
	if s.needs&cornerSets != 0 {
		e.corner = make([]uint64, (s.tiles+1)*e.words)
	}
	return e
}

// NeedsOwner reports whether a measure looks at the owners of cells.
func (e *Evaluator) NeedsOwner() bool { return e != nil && e.set.needs&^(crossings|orbits) != 0 }

// NeedsOrbit reports whether a measure looks at the number of images of a tiling.
func (s *Set) NeedsOrbit() bool { return s.needs&orbits != 0 }

// Evaluate returns the values of one tiling, a value a column; the slice is
// valid until the next call. owner says of each cell which option of the solution
// covers it, as 1 + its index, 0 if none; it is not read unless [Evaluator.NeedsOwner].
// orbit is the number of different images of the tiling; it is not read unless [Set.NeedsOrbit].
func (e *Evaluator) Evaluate(owner []int16, solution []enumerate.OptionID, orbit int64) []int32 {
	s := e.set
	e.owner, e.solution, e.orbit = owner, solution, orbit
	e.summed = false
	if s.needs&contactSets != 0 {
		e.contacts(e.edge, s.byEdge)
	}
	if s.needs&cornerSets != 0 {
		e.contacts(e.corner, s.byCorner)
	}
	if s.needs&pieceSets != 0 {
		clear(e.ofPiece)
		for k, o := range solution {
			e.ofPiece[int(s.options[o].piece)*e.words+(k+1)/64] |= 1 << ((k + 1) % 64)
		}
	}
	for i := range s.measures {
		if w := &s.measures[i]; w.sum != noSummand {
			e.values[i] = w.base + e.sum(w.sum, w.p)
		} else {
			e.values[i] = w.value(e, w.p, w.q)
		}
	}
	return e.values
}

// contacts fills the contact sets: that of each tile has the tiles that own one of its
// neighbours. What else was tried: NOTES.md.
func (e *Evaluator) contacts(sets []uint64, neighbours [][]int32) {
	owner := e.owner
	for k, o := range e.solution {
		if e.words == 1 {
			set := uint64(0)
			for _, i := range neighbours[o] {
				set |= 1 << (uint16(owner[i]) & 63)
			}
			sets[k+1] = set &^ 1
			continue
		}
		set := sets[(k+1)*e.words:][:e.words]
		clear(set)
		for _, i := range neighbours[o] {
			set[owner[i]/64] |= 1 << (uint16(owner[i]) % 64)
		}
		set[0] &^= 1
	}
}

// pieces returns what the tiles contribute, by piece. It sums them up when it is first
// called for a tiling, because many runs have no measure that asks for it.
func (e *Evaluator) pieces() [][summands]int32 {
	if e.summed {
		return e.perPiece
	}
	e.summed = true
	clear(e.perPiece)
	for _, o := range e.solution {
		x := &e.set.options[o]
		c := &e.perPiece[x.piece]
		for _, k := range e.set.summed {
			c[k] += x.sums[k]
		}
	}
	return e.perPiece
}

// sum adds up a number over the tiles of some pieces, of all if there is none.
func (e *Evaluator) sum(k summand, pieces []int) int32 {
	n, all := int32(0), e.pieces()
	if len(pieces) == 0 {
		for p := range all {
			n += all[p][k]
		}
	}
	for _, p := range pieces {
		n += all[p][k]
	}
	return n
}

func (e *Evaluator) faultLines(_, _ []int) int32 {
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
func (e *Evaluator) crossroads(_, _ []int) int32 {
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

// adjacent counts the contacts between the tiles of some pieces and those of others. A contact
// of two tiles that are both of p and of q is one.
func (e *Evaluator) adjacent(p, q []int) int32 {
	first, second := e.tilesOf(e.first, p), e.tilesOf(e.second, q)
	n, some := e.meeting(first, second), uint64(0)
	for x := range e.both {
		e.both[x] = first[x] & second[x]
		some |= e.both[x]
	}
	if some != 0 {
		n -= e.meeting(e.both, e.both) / 2
	}
	return int32(n)
}

// tilesOf returns the tiles of some pieces, in the set where they must be joined.
func (e *Evaluator) tilesOf(set []uint64, pieces []int) []uint64 {
	if len(pieces) == 1 {
		return e.ofPiece[pieces[0]*e.words : (pieces[0]+1)*e.words]
	}
	clear(set)
	for _, p := range pieces {
		for x, tiles := range e.ofPiece[p*e.words : (p+1)*e.words] {
			set[x] |= tiles
		}
	}
	return set
}

// meeting counts the pairs of a tile of one set and a tile of another that share an edge.
func (e *Evaluator) meeting(one, other []uint64) (n int) {
	w := e.words
	for x, set := range one {
		for ; set != 0; set &= set - 1 {
			t := 64*x + bits.TrailingZeros64(set)
			for y, others := range other {
				n += bits.OnesCount64(e.edge[t*w+y] & others)
			}
		}
	}
	return n
}

func (e *Evaluator) pieceContacts(_, _ []int) int32 {
	n := 0
	for _, set := range e.edge[e.words : (len(e.solution)+1)*e.words] {
		n += bits.OnesCount64(set)
	}
	return int32(n / 2)
}
