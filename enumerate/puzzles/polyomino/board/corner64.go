package board

import (
	"errors"
	"math/bits"
	"strconv"
	"sync/atomic"

	"coverstat/enumerate"
)

// The corner kernel in one word: boards within 8x8, pieces of at most 5 cells.
//
// A corner is the first free cell that a view reads. A placement that covers it
// has its anchor there, so that the candidates are one set of slots (see
// [lens]), an AND of four words:
//
//	fits[view][a]   what may be placed with its anchor there at all
//	avail           the pieces left
//	near[...]       slots that find the cells of rows 0 and 1 free
//	far[...]        slots that find the cells of rows 2, 3 and 4 free
//
// A board is one word, a bit per cell at 8*row+column, and is read in four ways:
//
//	view 0   f                  rows downwards
//	view 1   t, transposed      columns rightwards
//	view 2   f, bytes swapped   rows upwards
//	view 3   t, bytes swapped   columns leftwards
//
// With b the board as read, a its first bit and g = b >> a, the bits around the
// anchor lie always at the same places of g, and index the tables:
//
//	g:  bit 0        1 2 3 4         row 0      g>>1 & 2047 indexes near: at
//	    5 6 7  8  9 10 11            row 1      stride 8 its bits are contiguous
//	      14 15 16 17 18             row 2      g&farMask * farGather >> 55
//	         23 24 25                row 3      indexes far: a multiplication
//	            32                   row 4      brings its 9 bits together
//
// The search branches on the corner with fewest candidates, ties to the lowest
// view; none is a dead end. Other cells are never looked at. Choosing among all
// cells by fewest placements, as dancing links does, needs as many nodes (36.5
// million for the 12 pentominoes and the square without symmetry, here 35.2)
// and thirty times the work for each.
//
// Invariants between calls:
//
//   - f and t hold the same cells, transposed;
//   - avail is the union of the slots of the pieces that are left;
//   - a frame on the stack is alive: c, the candidates of its best corner, is
//     not empty, and no free cell is isolated;
//   - sol[:depth] are the placements above; expand writes picks instead, from
//     which they are named once there is a solution.
//
// Nothing is undone: a child is a new frame. The frames of siblings lie side by
// side on the stack and are all computed before the first is searched.
//
// Sources: scanning bitboards by the first empty cell is folklore; branching on
// several corners, slots shared by all views, and reading rows upwards by a
// byte swap are ours.
type corner64 struct {
	fits  [4][64]uint64
	near  [2048]uint64
	far   [512]uint64
	shape [4][64]shape64
	excl  [2][64]uint64 // handedness, slot: all slots of its owner
	east  uint64        // east64 and west64: as constants in the loop they
	west  uint64        // cost 3% (registers)
	lone  uint64        // all ones; 0 if a piece of one cell may fill isolated cells

	// The state that begin and place set and run starts from.
	root  frame64
	depth int
	ledger

	// What begin must know to set it.
	puzzle *Puzzle
	lens   *lens
	spots  [4][]spot64
	masks  []shape64 // placement: its cells
	fits0  [4][64]uint64
	board  shape64
	simple bool // every piece exactly once, one word of slots: expand serves
	base   [4][64]uint8
	id     [64][64]int32 // slot in view 0, anchor: placement

	// The search.
	picks   [64]pick64
	sol     [64]enumerate.OptionID
	effort  enumerate.Effort
	poll    int64
	stop    *atomic.Bool
	visit   enumerate.Visit
	stopped bool
	cache   []dead64
	sizes   *sizes
	task    uint64 // number of the run, marks the cache's entries
	stack   [4096]frame64
}

// shape64 is a set of cells, as a mask of f and of t.
type shape64 struct{ f, t uint64 }

// spot64 is where a view's fits has a placement.
type spot64 struct{ slot, anchor uint8 }

// frame64 is a node of the search.
type frame64 struct {
	f, t  uint64
	avail uint64
	twins uint64 // avail as the mirroring views 1 and 2 see it; only if chiral
	c     uint64 // candidates of the corner to branch on
	view  uint32
	slot  uint32 // what led here
}

// pick64 is a placement chosen: a slot at a corner, seen in a view.
type pick64 struct {
	view, cell, slot uint32
}

// dead64 is a state known to have no solution below.
type dead64 struct {
	f, avail uint64
	task     uint64
}

func newCorner64(p *Puzzle, s *stock) (*corner64, error) {
	l, spots, err := newLens(p, views[:4])
	if err != nil {
		return nil, err
	}
	k := &corner64{
		east: east64, west: west64, lone: ^uint64(0),
		puzzle: p, lens: l, ledger: ledger{stock: s, left: make([]int, len(p.Pieces))}, sizes: newSizes(s),
	}
	for i, size := range s.size {
		if size == 1 && s.most[i] > 0 {
			k.lone = 0
		}
	}
	// At stride 8 the near bits are g>>1&2047 as they stand; the far bits are
	// gathered by a multiplication into rows 2, 3, 4 from the top bit down.
	l.tables(&k.near, &k.far, func(b int) int { return b }, farRow, l.fillable(p.Rows < 8 && p.Cols < 8))
	for o, x := range l.slots {
		for h := range 2 {
			if w := l.owner[h][o]; w >= 0 {
				k.excl[h][o] = l.excl[h][w]
			}
		}
		for v, s := range views[:4] {
			inv := s.inverse()
			for i := range x.n {
				r, c := inv.apply(x.r[i], x.c[i])
				k.shape[v][o].f |= bits.RotateLeft64(1, int(r)*8+int(c))
				k.shape[v][o].t |= bits.RotateLeft64(1, int(c)*8+int(r))
			}
		}
	}
	k.masks = make([]shape64, len(p.Placements))
	for v := range 4 {
		k.spots[v] = make([]spot64, len(p.Placements))
	}
	for id, q := range p.Placements {
		for _, x := range q.Cells {
			r, c := x/p.Cols, x%p.Cols
			k.masks[id].f |= 1 << (r*8 + c)
			k.masks[id].t |= 1 << (c*8 + r)
		}
		for v := range 4 {
			at := spots[v][id]
			r, c := int(at.cell)/p.Cols, int(at.cell)%p.Cols
			a := [4]int{r*8 + c, c*8 + r, (7-r)*8 + c, (7-c)*8 + r}[v]
			if k.fits0[v][a]>>at.slot&1 != 0 {
				return nil, errors.New("placement " + strconv.Itoa(id) + " given twice")
			}
			k.fits0[v][a] |= 1 << at.slot
			k.spots[v][id] = spot64{at.slot, uint8(a)}
			k.base[v][at.slot] = spots[0][id].slot
			if v == 0 {
				k.id[at.slot][a] = int32(id)
			}
		}
	}
	k.fits = k.fits0
	return k, nil
}

func (k *corner64) aim(free []bool) {
	p := k.puzzle
	k.board = shape64{}
	for r := range p.Rows {
		for c := range p.Cols {
			if free[r*p.Cols+c] {
				k.board.f |= 1 << (r*8 + c)
				k.board.t |= 1 << (c*8 + r)
			}
		}
	}
	k.simple = !k.lens.chiral && k.stock.single()
	if k.simple && k.stock.total > 8 && k.cache == nil {
		k.cache = make([]dead64, 1<<deadBits)
	}
}

func (k *corner64) ban(list []enumerate.OptionID) {
	k.fits = k.fits0
	for _, id := range list {
		for v := range 4 {
			at := k.spots[v][id]
			k.fits[v][at.anchor] &^= 1 << at.slot
		}
	}
}

func (k *corner64) begin() {
	k.root = frame64{f: k.board.f, t: k.board.t}
	k.depth = 0
	k.open()
	if !k.stock.reachable[k.stock.area] {
		return // nothing available: no solution
	}
	for i, n := range k.left {
		if n > 0 {
			k.root.avail |= k.lens.excl[0][i]
			k.root.twins |= k.lens.excl[1][i]
		}
	}
}

func (k *corner64) place(id enumerate.OptionID) bool {
	m, at := k.masks[id], k.spots[0][id]
	if k.root.f&m.f != m.f || k.root.avail&k.fits[0][at.anchor]>>at.slot&1 == 0 {
		return false
	}
	if k.root.avail>>at.slot&1 == 0 {
		return false
	}
	k.root.f &^= m.f
	k.root.t &^= m.t
	k.take(k.puzzle.Placements[id].Piece)
	if i := k.puzzle.Placements[id].Piece; k.left[i] == 0 {
		k.root.avail &^= k.lens.excl[0][i]
		k.root.twins &^= k.lens.excl[1][i]
	}
	k.sol[k.depth] = id
	k.depth++
	return true
}

func (k *corner64) solved() bool { return k.root.f == 0 && k.need == 0 }

// survey sets a frame's candidates and view, and reports whether it is alive.
func (k *corner64) survey(x *frame64) bool {
	f, t := x.f, x.t
	near, far := &k.near, &k.far
	g, a := first64(f)
	c := k.fits[0][a] & x.avail & near[g>>1&2047] & far[g&farMask*farGather>>55]
	key := bits.OnesCount64(c) * 4
	g, a = first64(t)
	d := k.fits[1][a] & x.twins & near[g>>1&2047] & far[g&farMask*farGather>>55]
	if q := bits.OnesCount64(d)*4 + 1; q < key {
		c, key = d, q
	}
	g, a = first64(bits.ReverseBytes64(f))
	d = k.fits[2][a] & x.twins & near[g>>1&2047] & far[g&farMask*farGather>>55]
	if q := bits.OnesCount64(d)*4 + 2; q < key {
		c, key = d, q
	}
	g, a = first64(bits.ReverseBytes64(t))
	d = k.fits[3][a] & x.avail & near[g>>1&2047] & far[g&farMask*farGather>>55]
	if q := bits.OnesCount64(d)*4 + 3; q < key {
		c, key = d, q
	}
	x.c, x.view = c, uint32(key&3)
	return c != 0 && k.isolated(f) == 0
}

// The far bits of g (rows 2, 3 and 4 from the anchor) and the factor that
// gathers them in the top nine bits.
const (
	farMask   = 31<<14 | 7<<23 | 1<<32
	farGather = 1<<45 | 1<<33 | 1<<23
)

// first64 returns the first cell of b and b from there on.
func first64(b uint64) (g uint64, a int) {
	a = bits.TrailingZeros64(b) & 63
	return b >> a, a
}

// isolated returns the free cells without a free neighbour that nothing fills.
func (k *corner64) isolated(f uint64) uint64 {
	return f &^ (f<<1&k.east | f>>1&k.west | f<<8 | f>>8) & k.lone
}

// corner returns the first cell of a view as a bit of f and of t.
func corner64of(view uint32, f, t uint64) (fc, tc int) {
	b := f
	if view&1 != 0 {
		b = t
	}
	r := bits.ReverseBytes64(b)
	if view&2 != 0 {
		b = r
	}
	a := bits.TrailingZeros64(b) & 63
	a ^= int(view>>1) * 56
	fc, tc = a, a>>3|a&7<<3
	if view&1 != 0 {
		fc, tc = tc, fc
	}
	return fc, tc
}

func (k *corner64) children(dst []enumerate.OptionID) ([]enumerate.OptionID, int) {
	if !k.survey(&k.root) {
		return dst, 0
	}
	tried := 0
	v := k.root.view
	fc, _ := corner64of(v, k.root.f, k.root.t)
	for c := k.root.c; c != 0; c &= c - 1 {
		tried++
		o := uint32(bits.TrailingZeros64(c))
		dst = append(dst, k.name(pick64{v, uint32(fc), o}))
	}
	return dst, tried
}

// name returns the placement that was picked.
func (k *corner64) name(x pick64) enumerate.OptionID {
	m := bits.RotateLeft64(k.shape[x.view][x.slot].f, int(x.cell))
	return enumerate.OptionID(k.id[k.base[x.view][x.slot]][bits.TrailingZeros64(m)])
}

// emit visits the solution sol[:n].
func (k *corner64) emit(n int) {
	k.effort.Solutions++
	k.effort.Deepest = max(k.effort.Deepest, n)
	if !k.visit(k.sol[:n]) {
		k.stopped = true
	}
}

func (k *corner64) run(stop *atomic.Bool, visit enumerate.Visit) (enumerate.Effort, bool) {
	k.effort = enumerate.Effort{Deepest: k.depth}
	k.stop, k.visit, k.stopped, k.poll = stop, visit, false, pollEvery
	k.task++
	switch {
	case k.root.f == 0:
		if k.need == 0 {
			k.emit(k.depth)
		}
	case !k.survey(&k.root):
	case k.simple && k.stock.total-k.depth >= 4:
		k.stack[0] = k.root
		k.expand(&k.stack[0], k.depth, 1)
	default:
		k.stack[0] = k.root
		k.expandAny(&k.stack[0], k.depth, 1)
	}
	return k.effort, !k.stopped
}

// look polls the stop flag.
func (k *corner64) look() {
	k.poll = k.effort.Nodes + pollEvery
	if k.stop != nil && k.stop.Load() {
		k.stopped = true
	}
}
