package measure

import (
	"math/bits"

	"coverstat/enumerate"
)

// An Evaluator evaluates a set of measures for one goroutine. It does not
// allocate after construction (but for the list of two_halves, which grows to
// the longest it meets).
//
// Invariants between calls: values has one element a column; perClass and the
// contact sets hold what the last tiling left and are cleared before use.
type Evaluator struct {
	set    *Set
	values []int32

	perClass []class
	cuts     []int32 // difference array over row lines, then over column lines

	grid  bool // some measure needs the contacts
	words int  // of a set of tiles

	// Contacts: bit t of set u says that tiles t and u, both from 1, meet. Bit
	// and set 0 stand for cells that no tile covers; a tile meets itself.
	edge    []uint64 // by an edge
	corner  []uint64 // by an edge or a corner; only if colours_corners needs it
	ofClass []uint64 // the tiles of each class
	colour  colouring
	found   []uint64 // two_halves: splits, as sets of tiles
	split   splitter
}

// class sums what the tiles of one class of pieces contribute.
type class struct {
	onEdge, touches, edgeCells, corners int32
	place                               int32
}

// NewEvaluator returns an evaluator.
func (s *Set) NewEvaluator() *Evaluator {
	e := &Evaluator{
		set: s, values: make([]int32, len(s.columns)),
		perClass: make([]class, len(s.classes)),
		cuts:     make([]int32, max(1, s.box.bottom-s.box.top+s.box.right-s.box.left+4)),
		words:    (s.tiles + 1 + 63) / 64,
	}
	e.grid = s.needs[adjacent] || s.needs[pieceContacts] || s.needs[colours] || s.needs[coloursCorners] || s.needs[twoHalves]
	if e.grid {
		e.edge = make([]uint64, (s.tiles+1)*e.words)
		e.ofClass = make([]uint64, len(s.classes)*e.words)
	}
	if s.needs[coloursCorners] {
		e.corner = make([]uint64, (s.tiles+1)*e.words)
	}
	if s.halves != nil {
		e.split = s.halves.newSplitter()
	}
	return e
}

// Evaluate returns the values of one tiling, a value a column; the slice is
// valid until the next call. owner says of each cell which option of the
// solution covers it, as 1 + its index, 0 if none; orbit is the number of
// different images of the tiling.
func (e *Evaluator) Evaluate(owner []int16, solution []enumerate.OptionID, orbit int64) []int32 {
	s := e.set
	clear(e.perClass)
	for c := range e.perClass {
		e.perClass[c].place = -1
	}
	borders := int32(0)
	for _, o := range solution {
		x := &s.options[o]
		c := &e.perClass[x.class]
		c.onEdge += x.onEdge
		c.touches += x.touches
		c.edgeCells += x.edgeCells
		c.corners += x.corners
		c.place = x.place
		borders += x.touches
	}
	if e.grid {
		e.contacts(owner, solution)
	}
	for i, w := range s.wanted {
		var v int32
		switch w.op {
		case onEdge:
			v = e.perClass[w.p].onEdge
		case touchesEdge:
			v = e.perClass[w.p].touches
		case edgeCells:
			v = e.perClass[w.p].edgeCells
		case place:
			v = e.perClass[w.p].place
		case corners:
			v = e.perClass[w.p].corners
		case borderPieces:
			v = borders
		case crossroads:
			v = e.crossroads(owner)
		case faultLines:
			v = e.faultLines(solution)
		case adjacent:
			v = e.adjacent(w.p, w.q)
		case pieceContacts:
			v = e.pieceContacts(len(solution))
		case colours:
			v = e.colour.fewest(e.edge[1 : len(solution)+1])
		case coloursCorners:
			v = e.colour.fewest(e.corner[1 : len(solution)+1])
		case twoHalves:
			v = e.twoHalves(owner, solution)
		case stabiliser:
			v = int32(s.order / orbit)
		}
		e.values[i] = v
	}
	return e.values
}

// faultLines counts the lines inside the bounding rectangle that no tile cuts.
// A tile from row top to row bottom cuts the lines top to bottom-1.
func (e *Evaluator) faultLines(solution []enumerate.OptionID) int32 {
	height, width := int32(e.set.box.bottom-e.set.box.top), int32(e.set.box.right-e.set.box.left)
	if height < 0 {
		return 0 // no free cell
	}
	clear(e.cuts)
	columns := e.cuts[height+1:]
	for _, o := range solution {
		x := &e.set.options[o]
		e.cuts[x.top]++
		e.cuts[x.bottom]--
		columns[x.left]++
		columns[x.right]--
	}
	faults, open := int32(0), int32(0)
	for _, d := range e.cuts[:height] {
		if open += d; open == 0 {
			faults++
		}
	}
	open = 0
	for _, d := range columns[:width] {
		if open += d; open == 0 {
			faults++
		}
	}
	return faults
}

// crossroads counts the 2x2 windows with four different owners. With at most
// 63 tiles it unites them as sets of one word and counts elements, 0 left out,
// which never exceed 4: 72 ns on the 8x8, where comparing them pair by pair took
// 102 for branches that nothing can predict.
func (e *Evaluator) crossroads(owner []int16) int32 {
	rows, cols := e.set.rows, e.set.cols
	if e.words > 1 {
		return crossroadsOfMany(owner, rows, cols)
	}
	n := 0
	for r := 1; r < rows; r++ {
		above, row := owner[(r-1)*cols:r*cols], owner[r*cols:(r+1)*cols]
		row = row[:len(above)]
		last := uint64(0)
		for k, t := range above {
			pair := uint64(1)<<(uint16(t)&63) | 1<<(uint16(row[k])&63)
			n += bits.OnesCount64((last|pair)&^1) >> 2
			last = pair
		}
	}
	return int32(n)
}

func crossroadsOfMany(owner []int16, rows, cols int) int32 {
	n := int32(0)
	for r := 1; r < rows; r++ {
		for i := (r-1)*cols + 1; i < r*cols; i++ {
			a, b, c, d := owner[i-1], owner[i], owner[i+cols-1], owner[i+cols]
			if a != b && c != d && a != c && b != d && a != d && b != c && a != 0 && b != 0 && c != 0 && d != 0 {
				n++
			}
		}
	}
	return n
}

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

func (e *Evaluator) pieceContacts(tiles int) int32 {
	n := 0
	for _, set := range e.edge[e.words : (tiles+1)*e.words] {
		n += bits.OnesCount64(set)
	}
	return int32(n / 2)
}
