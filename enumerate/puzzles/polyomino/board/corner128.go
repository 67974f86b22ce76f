package board

import (
	"errors"
	"math/bits"
	"strconv"
	"sync/atomic"

	"coverstat/enumerate"
)

// The corner kernel in two words: boards whose rows, and whose columns, fit 128
// bits with a guard cell after each, at strides of at least 8: 9x10 at strides
// 11 and 10, 6x10 at 11 and 8, 5x12 at 13 and 8, 4x15. See [corner64] for the
// idea.
//
// What differs from one word:
//
//   - The state holds a board of two words for each view, and a child clears
//     its cells from all of them: with a stride that is no multiple of 8
//     a byte swap does not reverse the rows. Finding the last cell instead and
//     reading the tables backwards needs no such boards, but a second pair of
//     tables, 20 KB more in the first-level cache, and sees the opposite corner
//     of the board: 12% more nodes on 9x10 and 8% on 8x8 than views that begin
//     at three corners. (Every other choice of two views by rows and two by
//     columns needs 3 to 50% more on 9x10.)
//
//   - f and t have strides of their own, at least 8. Both gather the cells near
//     and far of an anchor by masks and multiplications into the same order.
//
//   - A mask for every placement, complemented, instead of shifted shapes.
//
//   - Upper levels look at all eight views and weigh corners: expandWide.
//
// Invariants between calls:
//
//   - the boards of a frame hold the same cells (those of views 4 to 7 down to
//     the last wide level only);
//   - avail and twins are the slots of the pieces left, in views that do not
//     mirror and in views that do;
//   - frames on the stack are alive; picks[:depth] are the placements above.
//
// Tried and dropped: choosing the word of a window by arithmetic instead of a
// branch (10% slower: the first word seldom runs out).
type corner128 struct {
	near   [2048]uint64
	far    [512]uint64
	fits   [8][128]uint64     // view, anchor: slots that may be placed there
	ids    [8][128][64]uint16 // view, anchor, slot: placement
	keep   []boards128        // placement: all other cells
	piece  []uint8            // placement: its piece
	excl   [2][64]uint64      // handedness, slot: slots of its owner, in avail
	exclT  [2][64]uint64      // the same, in twins
	gather [2]gather128       // of f and of t
	stride uint               // of f
	lone   uint64             // all ones; 0 if a piece of one cell may fill isolated cells

	root  frame128
	depth int
	ledger

	puzzle *Puzzle
	bit    [8][MaxCells]uint8 // view, cell: its bit
	lens   *lens
	spots  [8][]spot64
	fits0  [8][128]uint64
	board  boards128
	simple bool // every piece exactly once: expand serves
	sizes  *sizes
	grid   grid

	picks   [MaxCells]uint16
	sol     [MaxCells]enumerate.OptionID
	effort  enumerate.Effort
	poll    int64
	stop    *atomic.Bool
	visit   enumerate.Visit
	stopped bool
	cache   []dead128
	task    uint64 // number of the run, marks the cache's entries
	stack   []frame128
}

// dead128 is a state known to have no solution below.
type dead128 struct {
	f     board128
	avail uint64
	task  uint64
}

// boards128 is a set of cells in all views.
type boards128 [8]board128

type frame128 struct {
	boards       boards128
	avail, twins uint64
	c            uint64 // candidates of the corner to branch on
	view, anchor uint8
	id           uint16 // what led here
}

// gather128 collects the bits around an anchor into table indices.
type gather128 struct {
	nearMask, nearMul uint64
	farMask, farMul   uint64
	stride            uint
}

// newGather returns the gather for a stride of 8 to 17. The multiplications
// bring these bits of a window to the top, and nothing else there:
//
//	row 0   1, 2, 3, 4          to 60 ... 63   near
//	row 1   s-3 ... s+3         to 53 ... 59
//	row 2   2s-2 ... 2s+2       to 59 ... 63   far
//	row 3   3s-1, 3s, 3s+1      to 56 ... 58
//	row 4   4s                  to 55          up to stride 13
func newGather(s int) gather128 {
	g := gather128{
		stride:   uint(s),
		nearMask: 15<<1 | 127<<(s-3),
		nearMul:  1<<59 | 1<<(56-s),
		farMask:  31<<(2*s-2) | 7<<(3*s-1) | 1<<(4*s),
	}
	g.farMul = 1<<(61-2*s) | 1<<(57-3*s)
	if s <= 13 {
		g.farMul |= 1 << (55 - 4*s)
	}
	return g
}

func newCorner128(p *Puzzle, s *stock) (*corner128, error) {
	l, spots, err := newLens(p, views[:])
	if err != nil {
		return nil, err
	}
	sf, st := max(8, p.Cols+1), max(8, p.Rows+1)
	if sf*p.Rows > 128 || st*p.Cols > 128 {
		return nil, errors.New("board of " + by(p.Rows, p.Cols) + " cells: at strides " + strconv.Itoa(sf) + " and " + strconv.Itoa(st) +
			" it does not fit two words")
	}
	if p.Rows > 4 && sf > 13 || p.Cols > 4 && st > 13 {
		return nil, errors.New("board of " + by(p.Rows, p.Cols) + " cells: the corner tables see no fifth row at strides " +
			strconv.Itoa(sf) + " and " + strconv.Itoa(st))
	}
	if len(p.Placements) > 1<<16 {
		return nil, errors.New("more than 65536 placements")
	}
	k := &corner128{
		stride: uint(sf), lone: ^uint64(0), gather: [2]gather128{newGather(sf), newGather(st)},
		puzzle: p, lens: l, ledger: ledger{stock: s, left: make([]int, len(p.Pieces))},
		sizes: newSizes(s), grid: newGrid(p.Rows, p.Cols, sf),
	}
	k.number()
	for i, size := range s.size {
		if size == 1 && s.most[i] > 0 {
			k.lone = 0
		}
	}
	l.tables(&k.near, &k.far, func(b int) int {
		if b < 4 {
			return 7 + b
		}
		return b - 4
	}, farRow, l.fillable(true))
	for o := range l.slots {
		for h := range 2 {
			if w := l.owner[h][o]; w >= 0 {
				k.excl[h][o], k.exclT[h][o] = l.excl[0][w], l.excl[1][w]
			}
		}
	}
	k.keep = make([]boards128, len(p.Placements))
	k.piece = make([]uint8, len(p.Placements))
	for v := range 8 {
		k.spots[v] = make([]spot64, len(p.Placements))
	}
	for id, q := range p.Placements {
		k.piece[id] = uint8(q.Piece)
		m := k.cells(q.Cells)
		for v := range 8 {
			k.keep[id][v] = board128{^m[v].a, ^m[v].b}
			at := spots[v][id]
			a := k.bit[v][at.cell]
			if k.fits0[v][a]>>at.slot&1 != 0 {
				return nil, errors.New("placement " + strconv.Itoa(id) + " given twice")
			}
			k.fits0[v][a] |= 1 << at.slot
			k.spots[v][id] = spot64{at.slot, a}
			k.ids[v][a][at.slot] = uint16(id)
		}
	}
	k.fits = k.fits0
	k.stack = make([]frame128, 1+(1+s.deepest())*len(l.slots))
	return k, nil
}

// farRow maps the bits of a far pattern to the order that [corner64] and
// [corner128] gather them in: rows 2, 3, 4 from the top bit down.
func farRow(b int) int {
	switch {
	case b < 5:
		return 4 + b
	case b < 8:
		return 1 + b - 5
	}
	return 0
}

// number fills bit: where each view has each cell.
func (k *corner128) number() {
	p := k.puzzle
	for v, q := range views {
		for x := range p.Rows * p.Cols {
			r, c := x/p.Cols, x%p.Cols
			if q.a+q.d < 0 {
				r = p.Rows - 1 - r
			}
			if q.b+q.e < 0 {
				c = p.Cols - 1 - c
			}
			k.bit[v][x] = uint8(r*int(k.gather[0].stride) + c)
			if v&1 != 0 {
				k.bit[v][x] = uint8(c*int(k.gather[1].stride) + r)
			}
		}
	}
}

// cells returns the boards with the given cells.
func (k *corner128) cells(cells []int) (m boards128) {
	for _, x := range cells {
		for v := range 8 {
			m[v].set(int(k.bit[v][x]))
		}
	}
	return m
}

func (k *corner128) aim(free []bool) {
	var cells [MaxCells]int
	n := 0
	for i, x := range free {
		if x {
			cells[n] = i
			n++
		}
	}
	k.board = k.cells(cells[:n])
	k.simple = k.stock.single()
	if k.simple && 8 < k.stock.total && k.stock.total <= cachePieces && k.cache == nil {
		k.cache = make([]dead128, 1<<deadBits)
	}
}

func (k *corner128) ban(list []enumerate.OptionID) {
	k.fits = k.fits0
	for _, id := range list {
		for v := range 8 {
			at := k.spots[v][id]
			k.fits[v][at.anchor] &^= 1 << at.slot
		}
	}
}

func (k *corner128) begin() {
	k.root = frame128{boards: k.board}
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

func (k *corner128) place(id enumerate.OptionID) bool {
	m, at := &k.keep[id], k.spots[0][id]
	x := &k.root
	if (x.boards[0].a|m[0].a)&(x.boards[0].b|m[0].b) != ^uint64(0) {
		return false
	}
	if x.avail&k.fits[0][at.anchor]>>at.slot&1 == 0 {
		return false
	}
	i := k.puzzle.Placements[id].Piece
	k.take(i)
	x.clear(m)
	if k.left[i] == 0 {
		x.avail &^= k.lens.excl[0][i]
		x.twins &^= k.lens.excl[1][i]
	}
	k.picks[k.depth] = uint16(id)
	k.depth++
	return true
}

// clear takes a placement's cells away.
func (x *frame128) clear(keep *boards128) {
	for v := range 8 {
		x.boards[v].a &= keep[v].a
		x.boards[v].b &= keep[v].b
	}
}

func (k *corner128) solved() bool {
	return k.root.boards[0].a|k.root.boards[0].b == 0 && k.need == 0
}

// window returns the first cell of a board and the 64 bits from there on.
func (b board128) window() (g uint64, a uint) {
	lo, hi, base := b.a, b.b, uint(0)
	if b.a == 0 {
		lo = b.b
	}
	if b.a == 0 {
		hi = 0
	}
	if b.a == 0 {
		base = 64
	}
	z := uint(bits.TrailingZeros64(lo)) & 63
	return lo>>z | hi<<1<<(63-z), (base + z) & 127
}

// isolated returns the free cells without a free neighbour that nothing fills.
func (k *corner128) isolated(b board128) uint64 {
	s, z := k.stride&63, (64-k.stride)&63
	na := b.a<<1 | b.a>>1 | b.b<<63 | b.a<<s | b.a>>s | b.b<<z
	nb := b.b<<1 | b.a>>63 | b.b>>1 | b.b<<s | b.a>>z | b.b>>s
	return (b.a&^na | b.b&^nb) & k.lone
}

// survey sets a frame's candidates, view and anchor, and reports whether it is
// alive.
func (k *corner128) survey(x *frame128) bool {
	best := 1 << 30
	for v := range 4 {
		g, a := x.boards[v].window()
		t := &k.gather[v&1]
		avail := x.avail
		if hands[v] != 0 {
			avail = x.twins
		}
		c := k.fits[v][a] & avail & k.near[g&t.nearMask*t.nearMul>>53] & k.far[g&t.farMask*t.farMul>>55]
		if n := bits.OnesCount64(c); n < best {
			best, x.c, x.view, x.anchor = n, c, uint8(v), uint8(a)
		}
	}
	return best > 0 && k.isolated(x.boards[0]) == 0
}

// surveyRoot surveys the root as the search surveys a child of its level.
func (k *corner128) surveyRoot() bool {
	if k.simple && k.stock.total-k.depth >= wideLeft {
		return k.surveyWide(&k.root)
	}
	return k.survey(&k.root)
}

func (k *corner128) children(dst []enumerate.OptionID) ([]enumerate.OptionID, int) {
	x := &k.root
	if !k.surveyRoot() {
		return dst, 0
	}
	tried := 0
	for c := x.c; c != 0; c &= c - 1 {
		tried++
		dst = append(dst, enumerate.OptionID(k.ids[x.view][x.anchor][bits.TrailingZeros64(c)]))
	}
	return dst, tried
}

// emit visits the solution picks[:n].
func (k *corner128) emit(n int) {
	for i, id := range k.picks[:n] {
		k.sol[i] = enumerate.OptionID(id)
	}
	k.effort.Solutions++
	k.effort.Deepest = max(k.effort.Deepest, n)
	if !k.visit(k.sol[:n]) {
		k.stopped = true
	}
}

func (k *corner128) run(stop *atomic.Bool, visit enumerate.Visit) (enumerate.Effort, bool) {
	k.effort = enumerate.Effort{Deepest: k.depth}
	k.stop, k.visit, k.stopped, k.poll = stop, visit, false, pollEvery
	k.task++
	switch {
	case k.root.boards[0] == board128{}:
		if k.need == 0 {
			k.emit(k.depth)
		}
	case !k.surveyRoot():
	case k.simple && k.stock.total-k.depth >= 4:
		k.stack[0] = k.root
		k.descend(&k.stack[0], k.depth, 1)
	default:
		k.stack[0] = k.root
		k.expandAny(&k.stack[0], k.depth, 1)
	}
	return k.effort, !k.stopped
}

// descend searches below a frame by the way that fits its level.
func (k *corner128) descend(x *frame128, depth, base int) {
	if k.stock.total-depth >= wideLeft {
		k.expandWide(x, depth, base)
	} else {
		k.expand(x, depth, base)
	}
}

// look polls the stop flag.
func (k *corner128) look() {
	k.poll = k.effort.Nodes + pollEvery
	if k.stop != nil && k.stop.Load() {
		k.stopped = true
	}
}
