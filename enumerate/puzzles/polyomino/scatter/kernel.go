package scatter

import (
	"math/bits"
	"sync/atomic"
)

// The search places the pieces one after another, in a fixed order, on an
// empty board, and reports the rank of what is left each time the last piece
// is down. Packings are loose where this method pays, so there is hardly a dead
// end to prune and the cost is that of the last piece: about 80% of the nodes
// of the 6x6 board with eight pieces.
//
// Invariants, between calls of place:
//
//   - free holds the board's cells not covered by the pieces of stages before
//     the current one.
//   - A placement is a shape shifted to an anchor, its lowest cell. All
//     translates are tried at once: bit a of
//     anchors & free & free>>d1 & free>>d2 ... (d the shape's other cells)
//     says whether the shape fits at a. anchors keeps out translates that are
//     no placement, such as those wrapped around the edge of a board.
//   - A copy of the piece of the stage before comes later than it in the order
//     (shape, anchor). So interchangeable copies are placed once.
//   - out[:n] are ranks not yet handed to flush, all of the current task. There
//     is always room for those of one more call of place on the last stage.
//
// Ranks leave in blocks rather than one by one: the increments then overlap
// their cache misses, and how they are shared out among workers is not the
// kernel's business.

// shape is a placement up to translation.
type shape struct {
	cells   uint64 // cell 0 is in it
	anchors uint64 // where it may be put
	others  []uint8
}

// stage is a piece, or one more copy of the piece of the stage before.
type stage struct {
	shapes []shape
	copied bool
	most   int // placements
}

// task is a subtree: a placement of the first piece and one of the second.
type task struct {
	free   uint64
	shape  int    // of the last piece placed
	anchor uint64 // of the last piece placed, as a bit
	stage  int    // the first stage not placed
	weight uint32 // what each packing counts
}

type packer struct {
	stages []stage
	space  *Space
	out    []uint32
	n      int
	nodes  int64
	flush  func(ranks []uint32, weight uint32)
	weight uint32
	stop   *atomic.Bool
	halted bool
}

// outRanks is the size of a block: small beside the second-level cache, large
// beside a last stage.
const outRanks = 1 << 14

func newPacker(stages []stage, space *Space, stop *atomic.Bool, flush func([]uint32, uint32)) *packer {
	room := outRanks
	if len(stages) > 0 {
		room += stages[len(stages)-1].most
	}
	return &packer{stages: stages, space: space, out: make([]uint32, room), stop: stop, flush: flush}
}

// run enumerates the packings of a task and reports whether it was finished.
func (p *packer) run(t task) bool {
	p.n, p.weight = 0, t.weight
	p.place(t.stage, t.free, t.shape, t.anchor)
	p.flush(p.out[:p.n], p.weight)
	p.n = 0
	return !p.halted
}

// fits returns the anchors at which the shape lies within free.
func (s *shape) fits(free uint64) uint64 {
	at := s.anchors & free
	for _, d := range s.others {
		at &= free >> (d & 63)
	}
	return at
}

// place puts the piece of a stage and those after it. The piece before it is
// shape last at anchor.
func (p *packer) place(level int, free uint64, last int, anchor uint64) {
	if level+1 >= len(p.stages) {
		p.finish(level, free, last, anchor)
		return
	}
	p.nodes++
	if p.nodes&1023 == 0 && p.stop.Load() {
		p.halted = true
	}
	if p.halted {
		return
	}
	st := &p.stages[level]
	first := 0
	if st.copied {
		first = last
	}
	for i := first; i < len(st.shapes); i++ {
		s := &st.shapes[i]
		at := s.fits(free)
		if st.copied && i == last {
			at &^= anchor | (anchor - 1)
		}
		for ; at != 0; at &= at - 1 {
			p.place(level+1, free&^(s.cells<<(bits.TrailingZeros64(at)&63)), i, at&-at)
		}
	}
}

// finish puts the last piece, if there is one left, and stores the ranks.
func (p *packer) finish(level int, free uint64, last int, anchor uint64) {
	if level >= len(p.stages) {
		p.out[p.n] = p.space.rank(free)
		p.n++
		return
	}
	st := &p.stages[level]
	first := 0
	if st.copied {
		first = last
	}
	n, out, space := p.n, p.out, p.space
	for i := first; i < len(st.shapes); i++ {
		s := &st.shapes[i]
		at := s.fits(free)
		if st.copied && i == last {
			at &^= anchor | (anchor - 1)
		}
		for ; at != 0; at &= at - 1 {
			out[n] = space.rank(free &^ (s.cells << (bits.TrailingZeros64(at) & 63)))
			n++
		}
	}
	if n >= outRanks {
		p.flush(out[:n], p.weight)
		n = 0
	}
	p.n = n
}
