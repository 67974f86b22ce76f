package board

import (
	"math/bits"
	"slices"
	"sync/atomic"

	"coverstat/enumerate"
)

// The scan kernel: the corner kernel (see [corner64]) for pieces of any size
// and number. It scans a board's first cells row by row instead of looking
// them up in two tables, and sets of slots have as many words as they need: 4
// for the 216 orientations of the hexominoes.
//
//   - A slot is a piece and a shape, so that pieces may be restricted in any
//     way and still all views share the tables.
//
//   - The cells around an anchor are cut into chunks of at most 8 in a row, as
//     far as any slot needs them. For each chunk a table says by the pattern of
//     its free cells which slots find theirs free. A corner's candidates are
//     the AND of what fits there, the slots available and all chunks:
//
//     a [0 0 0 0 0]
//     [1 1 1 1 1][2 2 2 2]      hexominoes: 7 chunks, 252 entries
//     [3 3 3 3 3 3 3]           of 4 words, 8 KB
//     [4 4 4 4 4]
//     [5 5 5]
//     [6]
//
//   - f has at least the stride of the board's columns and t that of its rows,
//     so that every board of 128 cells fits; more where there is room, so that
//     rows 0 and 1 do not overlap in the table that knows pockets. Chunks may
//     reach into the next row, which does no harm: fits has only what lies on
//     the board.
//
// Invariants between calls: the four boards of a frame hold the same cells;
// avail[depth] are the slots of the pieces left on the path, left and need
// count their copies; frames on the stack are alive or cover the board;
// picks[:depth] are the placements above.
//
// A node costs 60 ns with one word, four times that of the corner kernels, and
// where those fit they should be used; they differ by nothing else. An earlier
// kernel branched on the cell with fewest placements over compacted lists and,
// with few pieces left, on the first free cell: 113 million nodes of 18 ns for
// the 12 pentominoes and the square on 8x8, here 31 million, and 1.5 times as
// fast on 6x10. It could not hold pieces beyond 5 cells or several copies.
//
// Tried and dropped: fewer views with 10, 15 or 20 cells left (more nodes, the
// same time).
type scan struct {
	words  int
	chunks [2][]chunk // for the strides of f and t
	groups int        // of chunks
	table  []uint64   // entry*words
	fits   []uint64   // (view*128+anchor)*words
	ids    []int32    // (view*128+anchor)*slots + slot: placement
	slots  int
	piece  []int16 // of a placement
	keep   []boards4
	grid   grid
	stride [2]int   // of f and t
	excl   []uint64 // piece*words: its slots
	sizes  *sizes
	lone   uint64

	root  frameScan
	depth int
	ledger
	avail []uint64 // depth*words
	sets  []uint64 // depth*words: candidates of the frame expanded there
	rows  [maxChunks]int

	cache  []dead128 // as in [corner128]; avail is pieces
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

// A chunk is a row of cells relative to an anchor: shift is the first one's
// bit, 128 more than its distance if it lies before the anchor. (On a narrow board the chunk of a wide shape may begin
// before the anchor or lie outside; no slot that needs those cells fits there.)
type chunk struct {
	shift uint
	mask  uint64
	pos   uint // where it goes in its group's index
	last  bool // of its group
	next  int  // where the next group's table begins
	far   bool // not all in the anchor's word
}

// boards4 is a set of cells in four views.
type boards4 [4]board128

type frameScan struct {
	boards       boards4
	view, anchor uint8
	id           int32 // what led here
}

// outside is the shift of a chunk beyond the board.
const outside = 192

// maxChunks and maxWords bound what a survey holds on its stack.
const (
	maxChunks = 32
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
	}
	wish := 2*slices.Max(append(s.size, 1)) - 2
	k.stride = [2]int{max(p.Cols, min(wish, MaxCells/p.Rows)), max(p.Rows, min(wish, MaxCells/p.Cols))}
	k.grid = newGrid(p.Rows, p.Cols, k.stride[0])
	for i, size := range s.size {
		if size == 1 && s.most[i] > 0 {
			k.lone = 0
		}
	}
	if err := k.build(); err != nil {
		return nil, err
	}
	deepest := s.deepest() + 1
	k.avail = make([]uint64, (deepest+1)*k.words)
	k.sets = make([]uint64, (deepest+1)*k.words)
	k.stack = make([]frameScan, 1+deepest*k.slots)
	return newKernel(k, p, s), nil
}

func (k *scan) aim(free []bool) {
	k.board = boards4{}
	for i, x := range free {
		if x {
			k.set(&k.board, i)
		}
	}
	single := k.stock.single() && 8 < k.stock.total && k.stock.total <= cachePieces
	if single && k.cache == nil {
		k.cache = make([]dead128, 1<<deadBits)
	} else if !single {
		k.cache = nil
	}
}

// at returns the bit of a cell in a view.
func (k *scan) at(v, cell int) int {
	p := k.puzzle
	r, c := cell/p.Cols, cell%p.Cols
	switch v {
	case 2:
		r = p.Rows - 1 - r
	case 3:
		c = p.Cols - 1 - c
	}
	if v&1 != 0 {
		return c*k.stride[1] + r
	}
	return r*k.stride[0] + c
}

// set adds a cell to all views.
func (k *scan) set(b *boards4, cell int) {
	for v := range 4 {
		if i := k.at(v, cell); i < 64 {
			b[v].a |= 1 << i
		} else {
			b[v].b |= 1 << (i - 64)
		}
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
	for v := range 4 {
		x.boards[v].a &= m[v].a
		x.boards[v].b &= m[v].b
	}
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

// corner finds the corner of a view: its anchor, and in rows the table entries of
// the cells around it.
func (k *scan) corner(b board128, v int) (anchor uint) {
	lo, hi, base := b.a, b.b, uint(0)
	if lo == 0 {
		lo, hi, base = b.b, 0, 64
	}
	z := uint(bits.TrailingZeros64(lo)) & 63
	lo, hi = lo>>z|hi<<1<<(63-z), hi>>z
	at, index := 0, 0
	chunks := k.chunks[v&1]
	for i := range chunks {
		ch := &chunks[i]
		x := lo >> (ch.shift & 63)
		if ch.far {
			x = ch.beyond(x, lo, hi)
		}
		index += int(x&ch.mask) << (ch.pos & 63)
		if ch.last {
			k.rows[at&(maxChunks-1)] = index
			at++
			index = ch.next
		}
	}
	return base + z
}

// candidates returns a word of the candidates of the corner found last.
func (k *scan) candidates(v int, anchor uint, depth, gone, word int) uint64 {
	x := k.fits[(v*128+int(anchor))*k.words+word] & k.avail[depth*k.words+word]
	if gone >= 0 {
		x &^= k.excl[gone*k.words+word]
	}
	for _, r := range k.rows[:k.groups&(maxChunks-1)] {
		x &= k.table[r*k.words+word]
	}
	return x
}

// count is corner and candidates at once for sets of one word, twice as fast.
func (k *scan) count(b board128, v int, avail uint64) (n int, anchor uint) {
	lo, hi, base := b.a, b.b, uint(0)
	if lo == 0 {
		lo, hi, base = b.b, 0, 64
	}
	z := uint(bits.TrailingZeros64(lo)) & 63
	lo, hi = lo>>z|hi<<1<<(63-z), hi>>z
	anchor = base + z
	c := k.fits[v*128+int(anchor)] & avail
	index := 0
	chunks := k.chunks[v&1]
	for i := range chunks {
		ch := &chunks[i]
		x := lo >> (ch.shift & 63)
		if ch.far {
			x = ch.beyond(x, lo, hi)
		}
		index += int(x&ch.mask) << (ch.pos & 63)
		if ch.last {
			c &= k.table[index]
			index = ch.next
		}
	}
	return bits.OnesCount64(c), anchor
}

// beyond is a chunk's cells if they are not all in the anchor's word.
func (ch *chunk) beyond(x, lo, hi uint64) uint64 {
	switch s := ch.shift; {
	case s < 64:
		return x | hi<<1<<(63-s)
	case s < 128:
		return hi >> (s & 63)
	case s < outside: // begins before the anchor, where nothing is free
		return lo << (s & 63)
	}
	return 0
}

// survey sets a frame's view and anchor and reports whether it is alive. gone
// is a piece that is no longer available, or -1.
func (k *scan) survey(x *frameScan, depth, gone int) bool {
	if k.grid.isolated(x.boards[0])&k.lone != 0 {
		return false
	}
	best := 1 << 30
	avail := k.avail[depth*k.words]
	if gone >= 0 {
		avail &^= k.excl[gone*k.words]
	}
	for v := range 4 {
		var n int
		var a uint
		if k.words == 1 {
			n, a = k.count(x.boards[v], v, avail)
		} else {
			a = k.corner(x.boards[v], v)
			for w := range k.words {
				n += bits.OnesCount64(k.candidates(v, a, depth, gone, w))
			}
		}
		if n < best {
			if n == 0 {
				return false
			}
			best, x.view, x.anchor = n, uint8(v), uint8(a)
		}
	}
	return true
}

// regionLeft is the least number of free cells for which regions are measured.
const regionLeft = 30

// expand searches below a frame; base is the first free place of the stack.
func (k *scan) expand(x *frameScan, depth, base int) {
	if checking {
		k.verify(x, depth)
	}
	solutions := k.effort.Solutions
	var e *dead128
	if left := k.stock.total - depth; k.cache != nil && 4 <= left && left <= 7 {
		f, avail := x.boards[0], k.pieces
		e = &k.cache[(f.a*0x9E3779B97F4A7C15^f.b*0xD6E8FEB86659FD93^avail*0xBF58476D1CE4E5B9)>>(64-deadBits)&(1<<deadBits-1)]
		if e.f == f && e.avail == avail && e.task == k.task {
			return
		}
	}
	c := k.sets[depth*k.words:][:k.words]
	v := int(x.view & 3)
	a := k.corner(x.boards[v], v)
	for w := range c {
		c[w] = k.candidates(v, a, depth, -1, w)
		k.effort.Nodes += int64(bits.OnesCount64(c[w]))
	}
	if k.effort.Nodes >= k.poll {
		k.look()
	}
	k.effort.Deepest = max(k.effort.Deepest, depth+1)
	ids := k.ids[(int(x.view)*128+int(x.anchor))*k.slots:][:k.slots]
	n := base
	for w, set := range c {
		for ; set != 0; set &= set - 1 {
			id := ids[w*64+bits.TrailingZeros64(set)]
			i := int(k.piece[id])
			m := &k.keep[id]
			y := &k.stack[n]
			y.id = id
			for v := range 4 {
				y.boards[v] = board128{x.boards[v].a & m[v].a, x.boards[v].b & m[v].b}
			}
			gone := -1
			if k.left[i] == 1 {
				gone = i
			}
			if y.boards[0] == (board128{}) || k.survey(y, depth, gone) {
				n++
			}
		}
	}
	for j := base; j < n && !k.stopped; j++ {
		y := &k.stack[j]
		i := int(k.piece[y.id])
		k.choose(i, depth)
		k.pieces ^= 1 << (i & 63)
		k.picks[depth] = y.id
		if free := y.boards[0].count(); free == 0 {
			if k.need == 0 {
				k.emit(depth + 1)
			}
		} else if k.need <= free && (free < regionLeft || k.sizes.allow(y.boards[0], &k.grid)) {
			k.expand(y, depth+1, n)
		}
		k.pieces ^= 1 << (i & 63)
		k.give(i)
	}
	if e != nil && !k.stopped && k.effort.Solutions == solutions {
		e.f, e.avail, e.task = x.boards[0], k.pieces, k.task
	}
}

func (k *scan) children(dst []enumerate.OptionID) ([]enumerate.OptionID, int) {
	x := &k.root
	if !k.survey(x, k.depth, -1) {
		return dst, 0
	}
	tried := 0
	a := k.corner(x.boards[x.view], int(x.view))
	for w := range k.words {
		set := k.candidates(int(x.view), a, k.depth, -1, w)
		tried += bits.OnesCount64(set)
		for ; set != 0; set &= set - 1 {
			dst = append(dst, enumerate.OptionID(k.ids[(int(x.view)*128+int(a))*k.slots+w*64+bits.TrailingZeros64(set)]))
		}
	}
	return dst, tried
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
	switch {
	case k.root.boards[0] == board128{}:
		if k.need == 0 {
			k.emit(k.depth)
		}
	case k.survey(&k.root, k.depth, -1):
		k.stack[0] = k.root
		k.expand(&k.stack[0], k.depth, 1)
	}
	return k.effort, !k.stopped
}

// look polls the stop flag.
func (k *scan) look() {
	k.poll = k.effort.Nodes + pollEvery
	if k.stop != nil && k.stop.Load() {
		k.stopped = true
	}
}
