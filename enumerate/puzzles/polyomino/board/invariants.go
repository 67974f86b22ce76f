package board

import (
	"math/bits"
	"strconv"
)

// The walks below test the invariants that the kernels' comments state, at
// every frame that is expanded, in the build with the tag invariants.

func broken(what string, depth int) {
	panic("board: at depth " + strconv.Itoa(depth) + " " + what)
}

// wholePieces reports whether a set of slots is a union of pieces.
func wholePieces(set uint64, pieces []uint64) bool {
	for _, x := range pieces {
		if set&x != 0 && set&x != x {
			return false
		}
	}
	return true
}

func (k *corner64) verify(x *frame64, depth int) {
	available := x.avail
	if !k.simple { // expand does not keep twins
		available |= x.twins
	}
	for m := x.f; m != 0; m &= m - 1 {
		if i := bits.TrailingZeros64(m); x.t>>(i>>3|i&7<<3)&1 == 0 {
			broken("a free cell of f is not in t", depth)
		}
	}
	switch {
	case bits.OnesCount64(x.f) != bits.OnesCount64(x.t):
		broken("t has more cells than f", depth)
	case x.c == 0:
		broken("a dead frame is expanded", depth)
	case x.c&^available != 0:
		broken("a candidate is not available", depth)
	case k.isolated(x.f) != 0:
		broken("a cell is isolated", depth)
	case !wholePieces(x.avail, k.lens.excl[0]):
		broken("a piece is available in part", depth)
	}
}

func (k *corner128) verify(x *frame128, depth, views int) {
	n := x.boards[0].count()
	for v, b := range x.boards[:views] {
		if b.count() != n {
			broken("views differ in their number of cells", depth)
		}
		for cell := range k.puzzle.Rows * k.puzzle.Cols {
			if b.has(int(k.bit[v][cell])) != x.boards[0].has(int(k.bit[0][cell])) {
				broken("views differ in a cell", depth)
			}
		}
	}
	switch {
	case x.c == 0:
		broken("a dead frame is expanded", depth)
	case x.c&^(x.avail|x.twins) != 0:
		broken("a candidate is not available", depth)
	case k.isolated(x.boards[0]) != 0:
		broken("a cell is isolated", depth)
	case !wholePieces(x.avail, k.lens.excl[0]) || !wholePieces(x.twins, k.lens.excl[1]):
		broken("a piece is available in part", depth)
	}
}

func (k *scan) verify(x *frameScan, depth int) {
	for cell := range k.puzzle.Rows * k.puzzle.Cols {
		for v := range x.boards {
			if x.boards[v].has(k.at(v, cell)) != x.boards[0].has(k.at(0, cell)) {
				broken("views differ in a cell", depth)
			}
		}
	}
	if k.grid.isolated(x.boards[0])&k.lone != 0 {
		broken("a cell is isolated", depth)
	}
	avail := k.avail[depth*k.words:][:k.words]
	if k.words == 1 {
		avail = []uint64{x.avail}
		switch {
		case x.c == 0:
			broken("a dead frame is expanded", depth)
		case x.c&^x.avail != 0:
			broken("a candidate is not available", depth)
		case !wholePieces(x.avail, k.excl):
			broken("a piece is available in part", depth)
		}
		if k.single { // left is not kept
			return
		}
	}
	for i, left := range k.left {
		for w := range k.words {
			slots := k.excl[i*k.words+w]
			if have := avail[w] & slots; left > 0 && have != slots || left == 0 && have != 0 {
				broken("what is available does not match the copies left", depth)
			}
		}
	}
}
