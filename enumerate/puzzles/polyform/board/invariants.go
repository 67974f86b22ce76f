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

func (k *corner64) verify(x *frame64, depth int) {
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
	case x.c&^x.avail != 0:
		broken("a candidate is not available", depth)
	case k.isolated(x.f) != 0:
		broken("a cell is isolated", depth)
	}
	for _, slots := range k.pieces {
		if x.avail&slots != 0 && x.avail&slots != slots {
			broken("a piece is available in part", depth)
		}
	}
}

func (k *scan) verify(x *frame, depth int) {
	for cell := range k.problem.Free {
		for v := range x.boards {
			if x.boards[v].has(k.position[v][cell]) != x.boards[0].has(k.position[0][cell]) {
				broken("readings differ in a cell", depth)
			}
		}
	}
	avail := k.avail[depth*k.words:][:k.words]
	switch {
	case k.adjacent.isolated(x.boards[0])&k.joined != 0:
		broken("a cell is isolated", depth)
	case k.words == 1 && x.c == 0:
		broken("a dead frame is expanded", depth)
	case k.words == 1 && x.c&^avail[0] != 0:
		broken("a candidate is not available", depth)
	}
	if k.single { // left is not kept
		return
	}
	for i, left := range k.left {
		for w := range k.words {
			own, gone := k.own[i*k.words+w], k.gone[i*k.words+w]
			if have := avail[w] & own; left > 0 && have != own || left == 0 && have != 0 {
				broken("what is available does not match the copies left", depth)
			}
			if left == 1 && gone != own || left > 1 && gone != 0 {
				broken("what a placement takes does not match the copies left", depth)
			}
		}
	}
}
