package board

import (
	"math/bits"
	"sync/atomic"

	"coverstat/enumerate"
)

// The scan kernel: the corner kernel (see [corner64]) for pieces of any size
// and number, on every board of 128 cells. What differs:
//
//   - A slot is a piece and a shape, so that pieces may be restricted in any
//     way, and sets of slots have as many words as they need: 4 for the 216
//     orientations of the hexominoes.
//
//   - The views are the four rotations of the board, so that each begins in a
//     corner of its own. None mirrors: one-sided pieces look the same in all,
//     and the 18 one-sided pentominoes fit one word. Views 0 and 1 read the
//     short rows, beginning at opposite ends; here of a board that is wider
//     than high. (Ties go to the lowest view: view 0 begins where the placements
//     lie that symmetry leaves. The other way round: 6x10 6% more nodes with its
//     symmetry, 4x15 half as many again.)
//
//     view 0    view 1    view 2    view 3
//     2 4 6 8   7 5 3 1   1 2 3 4   8 7 6 5
//     1 3 5 7   8 6 4 2   5 6 7 8   4 3 2 1
//
//   - Rows follow one another without a gap, so that every board fits and the
//     bits around an anchor lie close together. Which bits a table is indexed
//     by, and how they are brought together, is worked out for the shapes and
//     the board at hand: see [gather].
//
// With one word of slots frames carry the slots left and the candidates, and the
// search is expandOne or, for copies and optional pieces, expandAny; with more
// it is expand, which keeps slots by depth and collects candidates again.
//
// Invariants between calls:
//
//   - the four boards of a frame hold the same cells;
//   - avail, of a frame or of a depth, are the slots of the pieces left on the
//     path; left and need count their copies (not below expandOne);
//   - a frame on the stack is alive or covers the board: each of its corners
//     has a candidate, and no free cell is isolated;
//   - picks[:depth] are the placements above.
//
// A node costs 22 ns with one word of slots and the tables near and far, as in
// [corner128]; with a third table or for any stock 30 to 40; with two words 45
// to 70. An earlier kernel branched on the cell with fewest placements over
// compacted lists and, with few pieces left, on the first free cell: 10 million
// nodes of 13 ns for the 12 pentominoes on 6x10, here 2.6 million. It could not
// hold pieces beyond 5 cells or several copies.
//
// Tried and dropped (the pentominoes without symmetry; on 3x30 the 18 one-sided
// ones, on 8x8 with the square):
//
//   - The views of the corner kernels, which begin at three corners: 12% more
//     nodes on 6x10, 13% on 8x8, 57% on 8x8 without its middle, and two words
//     of slots for one-sided sets.
//   - Two views on boards at least twice as long as wide: 19% more nodes on
//     3x30, 8% less time; on 5x12 29% more, the same time.
//   - Weighing corners on the upper levels as [corner128] does: 6x10 2% more
//     nodes, 3x30 1% fewer.
//   - No head piece on 3x30: 3.4 times the nodes.
//   - Fewer views with few cells left: more nodes, the same time.
//   - A gap after each row, which makes dead ends at the border visible: 3x30
//     10% fewer nodes, 6x10 13% more, since the tables see less of the rows
//     beneath. Strides of at least 8, at which both share their tables: 15%
//     more nodes on 6x10 and the same time, 28% more on 4x15.
//   - Boards of one word where they have no more than 64 cells: 8% faster on
//     6x10, for a copy of half this code.
type scan struct {
	words  int
	stride [2]int // of views 0 and 1, and of views 2 and 3
	order  [4]int // which of the views of the corner kernels
	gather [2][]gather
	table  []uint64 // (base+index)*words
	fits   []uint64 // (view*128+anchor)*words
	ids    []int32  // (view*128+anchor)*words*64 + slot: placement
	slots  int
	piece  []int16 // of a placement
	keep   []boards4
	grid   grid
	excl   []uint64 // piece*words: its slots
	lone   uint64

	// Regions are measured at a task's root and for children with as many free
	// cells, where it costs next to nothing: without, 9% more nodes on 8x8 with
	// a hole, where it makes channels. From 30 cells up it saves 1 to 7% of the
	// nodes more, and takes 10 to 20% more time.
	sizes      *sizes
	regionLeft int

	// Where a task's root has several regions, as a head in the middle of a long
	// board makes, they are searched from the smallest to the largest: a corner
	// is late by the rank of its region. 3x30: 0.4 of the nodes, with symmetry
	// 0.3.
	late  [4 * 128]uint16    // view*128+anchor
	early board128           // the regions but the largest, in view 0
	bit   [4][128]uint8      // view, bit of view 0: bit of the same cell
	split [MaxCells]board128 // regions, to sort

	// The look-ups of the search with one word of slots.
	near, far [2]gather
	nearTable [2]*[1 << nearBits]uint64
	farTable  [2]*[1 << farBits]uint64
	others    [2][]gather
	more      bool // there are any others

	root   frameScan
	depth  int
	single bool // every piece exactly once
	ledger
	avail []uint64 // depth*words
	sets  []uint64 // depth*words: candidates of the frame expanded there
	child []uint64 // words: what is left for the child at hand
	rows  [maxGroups]int

	cache  []dead128 // as in [corner128]; with many words avail is pieces
	pieces uint64    // used, a bit each
	task   uint64

	puzzle *Puzzle
	spots  [4][]int32 // placement: index in fits of its word, times 64, plus bit
	fits0  []uint64
	board  boards4

	picks   [MaxCells]int32
	sol     [MaxCells]enumerate.OptionID
	effort  enumerate.Effort
	poll    int64
	stop    *atomic.Bool
	visit   enumerate.Visit
	stopped bool
	stack   []frameScan
}

// boards4 is a set of cells in four views.
type boards4 [4]board128

// frameScan is a node of the search. With more than one word of slots avail and
// c are not used.
type frameScan struct {
	boards       boards4
	avail        uint64
	c            uint64 // candidates of the corner to branch on
	view, anchor uint8
	id           int32 // what led here
}

// maxGroups and maxWords bound the tables.
const (
	maxGroups = 32
	maxWords  = 32
)

// NewScan returns the scan kernel for a puzzle. Every board of at most 128
// cells fits; pieces fit unless they have more than 2048 orientations in all
// or reach far out. The kernel is a [Retargeter].
func NewScan(p *Puzzle) (enumerate.Kernel, error) {
	s, err := p.check()
	if err != nil {
		return nil, err
	}
	k := &scan{
		puzzle: p, ledger: ledger{stock: s, left: make([]int, len(p.Pieces))},
		sizes: newSizes(s), lone: ^uint64(0),
		order: [4]int{0, 6, 3, 5}, stride: [2]int{p.Cols, p.Rows},
	}
	if p.Cols > p.Rows {
		k.order, k.stride = [4]int{5, 3, 0, 6}, [2]int{p.Rows, p.Cols}
	}
	k.grid = newGrid(k.stride[1], k.stride[0], k.stride[0])
	for i, size := range s.size {
		if size == 1 && s.most[i] > 0 {
			k.lone = 0
		}
	}
	for cell := range p.Free {
		for v := range 4 {
			k.bit[v][k.at(0, cell)] = uint8(k.at(v, cell))
		}
	}
	if err := k.build(); err != nil {
		return nil, err
	}
	deepest := s.deepest() + 1
	k.avail = make([]uint64, (deepest+1)*k.words)
	k.sets = make([]uint64, (deepest+1)*k.words)
	k.child = make([]uint64, k.words)
	k.stack = make([]frameScan, 1+deepest*k.slots)
	return newKernel(k, p, s), nil
}

// cacheShort is the longest short side with which dead states are cached for
// any number of pieces: where the border of the free cells is short, states
// repeat. 3x30: half the nodes, 0.6 of the time (in a table four times as large,
// 6% fewer nodes and the same time); 5x18: 0.8 of the nodes; 6x15 and 9x10: 0.9
// and 0.99, and no less time.
const cacheShort = 5

func (k *scan) aim(free []bool) {
	k.board = boards4{}
	for i, x := range free {
		if x {
			k.set(&k.board, i)
		}
	}
	k.single = k.stock.single()
	k.regionLeft = k.stock.area * 4 / 5
	n := k.stock.total
	cached := k.single && n > 8 && (n <= cachePieces || n <= 64 && k.stride[0] <= cacheShort)
	if cached && k.cache == nil {
		k.cache = make([]dead128, 1<<deadBits)
	} else if !cached {
		k.cache = nil
	}
}

// dead returns where the cache has a state, of some free cells and what is left
// or used.
func (k *scan) dead(f board128, pieces uint64) *dead128 {
	h := f.a*0x9E3779B97F4A7C15 ^ f.b*0xD6E8FEB86659FD93 ^ pieces*0xBF58476D1CE4E5B9
	return &k.cache[h>>(64-deadBits)&(1<<deadBits-1)]
}

// at returns the bit of a cell in a view.
func (k *scan) at(v, cell int) int {
	p := k.puzzle
	r, c := cell/p.Cols, cell%p.Cols
	s := views[k.order[v]]
	if s.a+s.d < 0 {
		r = p.Rows - 1 - r
	}
	if s.b+s.e < 0 {
		c = p.Cols - 1 - c
	}
	if s.a == 0 {
		r, c = c, r
	}
	return r*k.stride[v>>1] + c
}

// set adds a cell to all views.
func (k *scan) set(b *boards4, cell int) {
	for v := range b {
		b[v].set(k.at(v, cell))
	}
}

// clear takes a placement's cells away.
func (b *boards4) clear(keep *boards4) {
	for v := range b {
		b[v].a &= keep[v].a
		b[v].b &= keep[v].b
	}
}

func (k *scan) ban(list []enumerate.OptionID) {
	copy(k.fits, k.fits0)
	for _, id := range list {
		for v := range 4 {
			at := k.spots[v][id]
			k.fits[at>>6] &^= 1 << (at & 63)
		}
	}
}

func (k *scan) begin() {
	k.root = frameScan{boards: k.board}
	k.depth, k.pieces = 0, 0
	k.open()
	clear(k.avail[:k.words])
	if !k.stock.reachable[k.stock.area] {
		return // nothing available: no solution
	}
	for i, n := range k.left {
		if n > 0 {
			for w := range k.words {
				k.avail[w] |= k.excl[i*k.words+w]
			}
		}
	}
}

func (k *scan) place(id enumerate.OptionID) bool {
	m, at := &k.keep[id], k.spots[0][id]
	x := &k.root
	if (x.boards[0].a|m[0].a)&(x.boards[0].b|m[0].b) != ^uint64(0) {
		return false
	}
	if k.avail[k.depth*k.words+int(at>>6)%k.words]&k.fits[at>>6]>>(at&63)&1 == 0 {
		return false
	}
	x.boards.clear(m)
	k.choose(int(k.piece[id]), k.depth)
	k.pieces ^= 1 << (k.piece[id] & 63)
	k.picks[k.depth] = int32(id)
	k.depth++
	return true
}

// choose takes a copy of a piece at a depth and sets what is available below.
func (k *scan) choose(i, depth int) {
	k.take(i)
	w := k.words
	below := k.avail[(depth+1)*w : (depth+2)*w]
	copy(below, k.avail[depth*w:(depth+1)*w])
	if k.left[i] == 0 {
		for j, x := range k.excl[i*w : (i+1)*w] {
			below[j] &^= x
		}
	}
}

func (k *scan) solved() bool {
	return k.root.boards[0] == board128{} && k.need == 0
}

// surveyRoot surveys the root as the search surveys a child, and its regions.
func (k *scan) surveyRoot() bool {
	if !k.divide() {
		return false
	}
	avail := k.avail[k.depth*k.words:][:k.words]
	if k.words > 1 {
		return k.survey(&k.root, avail)
	}
	k.root.avail = avail[0]
	return k.surveyOne(&k.root)
}

// lateBy is more than a corner may have candidates.
const lateBy = 64*maxWords + 1

// divide ranks the regions of the root by their sizes. It reports whether they
// all have one that the pieces can make up.
func (k *scan) divide() bool {
	if k.early != (board128{}) {
		k.early = board128{}
		clear(k.late[:])
	}
	n := 0
	for free := k.root.boards[0]; free != (board128{}); n++ {
		g := k.grid.region(free)
		if !k.sizes[g.count()] {
			return false
		}
		free.a &^= g.a
		free.b &^= g.b
		i := n
		for ; i > 0 && k.split[i-1].count() > g.count(); i-- {
			k.split[i] = k.split[i-1]
		}
		k.split[i] = g
	}
	for rank, g := range k.split[:n] {
		if rank < n-1 {
			k.early.a |= g.a
			k.early.b |= g.b
		}
		for i := range 128 {
			if rank > 0 && g.has(i) {
				for v := range k.bit {
					k.late[v*128+int(k.bit[v][i])] = uint16(min(rank, 31) * lateBy)
				}
			}
		}
	}
	return true
}

func (k *scan) children(dst []enumerate.OptionID) ([]enumerate.OptionID, int) {
	x := &k.root
	if !k.surveyRoot() {
		return dst, 0
	}
	set := k.sets[:k.words]
	if k.words > 1 {
		k.collect(set, x, k.avail[k.depth*k.words:])
	} else {
		set[0] = x.c
	}
	tried := 0
	ids := k.placements(x)
	for w, c := range set {
		tried += bits.OnesCount64(c)
		for ; c != 0; c &= c - 1 {
			dst = append(dst, enumerate.OptionID(ids[w*64+bits.TrailingZeros64(c)]))
		}
	}
	return dst, tried
}

// placements returns those at a frame's corner by slot.
func (k *scan) placements(x *frameScan) []int32 {
	n := k.words * 64
	return k.ids[(int(x.view)*128+int(x.anchor))*n:][:n]
}

// emit visits the solution picks[:n].
func (k *scan) emit(n int) {
	for i, id := range k.picks[:n] {
		k.sol[i] = enumerate.OptionID(id)
	}
	k.effort.Solutions++
	k.effort.Deepest = max(k.effort.Deepest, n)
	if !k.visit(k.sol[:n]) {
		k.stopped = true
	}
}

func (k *scan) run(stop *atomic.Bool, visit enumerate.Visit) (enumerate.Effort, bool) {
	k.effort = enumerate.Effort{Deepest: k.depth}
	k.stop, k.visit, k.stopped, k.poll = stop, visit, false, pollEvery
	k.task++
	switch x := &k.root; {
	case x.boards[0] == board128{}:
		if k.need == 0 {
			k.emit(k.depth)
		}
	case !k.surveyRoot():
	default:
		k.stack[0] = *x
		k.descend(&k.stack[0], k.depth)
	}
	return k.effort, !k.stopped
}

// descend searches below a frame, the first of the stack, by the way that fits.
func (k *scan) descend(x *frameScan, depth int) {
	switch {
	case k.words > 1:
		k.expand(x, depth, 1)
	case k.single && k.stock.total-depth >= 4:
		k.expandOne(x, depth, 1)
	default:
		k.expandAny(x, depth, 1)
	}
}

// look polls the stop flag.
func (k *scan) look() {
	k.poll = k.effort.Nodes + pollEvery
	if k.stop != nil && k.stop.Load() {
		k.stopped = true
	}
}
