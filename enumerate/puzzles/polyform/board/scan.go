package board

import (
	"errors"
	"math/bits"
	"slices"
	"strconv"

	"coverstat/enumerate"
)

// The scan search covers rectangles of at most 128 cells with pieces of any size
// and number. It knows of the board linear orders of the cells, and which cells are
// neighbours.
//
// A corner is the first free cell of an order. A placement that covers it has
// its anchor there (see [reading]), so that the candidates are one set of slots, an
// AND of
//
//	fits[reading][anchor]  what may be placed with its anchor there at all
//	avail                  the pieces left
//	table[...]             a few tables: what finds the cells around it free
//
// The search branches on the corner with fewest candidates, and among equals on
// that of the first reading; none is a dead end. It never looks at other cells.
// Which bits of the board a table is indexed by, and how they are brought
// together, is worked out for the shapes at hand: see [gather]. A set of slots
// has as many words as it needs: 4 for the 216 orientations of the hexominoes.
//
// Invariants between calls:
//
//   - the four boards of a frame hold the same cells, each in its own order;
//   - avail at a depth is the slots of the pieces left on the path; left and
//     need count their copies;
//   - a frame on the stack is alive or covers the board: each of its corners
//     has a candidate, and no free cell is isolated;
//   - picks[:depth] are the placements above.
//
// Nothing is undone but the counts of copies: a child is a new frame. The frames
// of siblings lie side by side on the stack and are all computed before the first
// is searched.
//
// A node costs 25 to 30 ns with one word of slots and two tables, with a third
// table 45, with two words of slots 80. What else was tried: NOTES.md,
// "Scan".
type scan struct {
	path
	problem *Problem

	// Set by build.
	words     int
	slots     int
	piece     []int16    // placement
	own       []uint64   // piece*words: its slots
	clearMask []boards4  // placement: all other cells
	spots     [4][]int32 // placement: index in fits of its word, times 64, plus bit
	fits      []uint64   // (reading*128+anchor)*words
	allFits   []uint64   // fits with no placement banned
	ids       []int32    // (reading*128+anchor)*words*64 + slot: placement
	groups    [4][]gather
	table     []uint64  // (base+index)*words
	line      [4]uint   // of the orders
	adjacent  adjacency // in the order of reading 0
	position  [4][]int  // cell
	joined    uint64    // all ones; 0 if a piece of one cell may fill isolated cells
	sizes     *sizes
	largest   int // cells of the largest piece

	// What breedFast looks up: the first two groups, if there is one word.
	near, far [4]gather
	nearTable [4]*[1 << nearBits]uint64
	farTable  [4]*[1 << farBits]uint64
	more      bool // there are other groups, or more words

	// Set by aim.
	board      boards4
	single     bool // every piece exactly once
	regionLeft int
	uncounted  bool // single, and there is one word
	weighDepth int  // the last depth at which corners are weighed
	cache      deadStates

	root    frame
	avail   []uint64 // depth*words
	gone    []uint64 // piece*words: what a placement of it takes from avail
	used    uint64   // pieces of which a copy is placed, a bit each
	sets    []uint64 // depth*words: candidates of the frame expanded there
	child   []uint64 // words: avail of the child at hand
	index   [maxGroups]int
	weigh   bool
	penalty [4 * 128]int32     // reading*128+position: see divide
	lesser  cells128           // the regions but the largest, in reading 0
	region  [MaxCells]cells128 // regions, to sort
	stack   []frame
}

// boards4 is a set of cells in four readings.
type boards4 [4]cells128

// frame is a node of the search.
type frame struct {
	boards          boards4
	c               uint64 // candidates of the corner to branch on, if there is one word
	reading, anchor uint8
	id              int32 // what led here
}

// dead128 is a state known to have no solution below.
type dead128 struct {
	free   cells128
	pieces uint64
	task   uint64
}

// maxWords bounds the sets of slots.
const maxWords = 32

// NewScan returns the scan kernel for a puzzle on a rectangle of squares. Pieces fit unless they have more
// than 2048 orientations in all or reach far out.
func NewScan(p *Problem) (*Kernel, error) {
	s, err := p.check()
	if err != nil {
		return nil, err
	}
	k := &scan{
		path:    path{stock: s, left: make([]int, len(p.Pieces))},
		problem: p, sizes: s.sizes, joined: s.joined(), largest: slices.Max(append(s.size, 0)),
	}
	if err := k.build(); err != nil {
		return nil, err
	}
	deepest := s.deepest() + 1
	k.avail = make([]uint64, (deepest+1)*k.words)
	k.sets = make([]uint64, (deepest+1)*k.words)
	k.gone = slices.Clone(k.own)
	k.child = make([]uint64, k.words)
	k.stack = make([]frame, 1+deepest*k.slots)
	return newKernel(k, &k.path, p), nil
}

// build numbers the slots and fills the tables.
func (k *scan) build() error {
	p := k.problem
	orders := ordersOf(p.Rows, p.Cols)
	readings, owner := newReadings(p, orders[:], false)
	k.slots = len(owner)
	k.words = max(1, (k.slots+63)/64)
	if k.words > maxWords {
		return errors.New(strconv.Itoa(k.slots) + " oriented shapes: the scan kernel holds " +
			strconv.Itoa(64*maxWords))
	}
	w := k.words
	k.own = make([]uint64, len(p.Pieces)*w)
	for o, i := range owner {
		k.own[i*w+o/64] |= 1 << (o & 63)
	}
	k.allFits = make([]uint64, 4*128*w)
	k.ids = make([]int32, 4*128*w*64)
	k.clearMask = make([]boards4, len(p.Placements))
	k.piece = make([]int16, len(p.Placements))
	for id, q := range p.Placements {
		k.piece[id] = int16(q.Piece)
	}
	for v, x := range readings {
		k.position[v], k.line[v] = x.order.at, uint(x.order.line)
		k.spots[v] = make([]int32, len(p.Placements))
		for id, q := range p.Placements {
			var m cells128
			for _, cell := range q.Cells {
				m.add(x.order.at[cell])
			}
			k.clearMask[id][v] = cells128{^m.a, ^m.b}
			o, at := x.slot[id], v*128+x.anchor[id]
			word := at*w + o/64
			k.allFits[word] |= 1 << (o & 63)
			k.spots[v][id] = int32(word<<6 | o&63)
			k.ids[at*w*64+o] = int32(id)
		}
		if err := k.tabulate(readings, v); err != nil {
			return err
		}
	}
	k.fits = slices.Clone(k.allFits)
	k.adjacent = newAdjacency(k.stock.neighbours, k.position[0])
	k.more = w > 1
	if w == 1 {
		k.prepareFast()
	}
	return nil
}

// tabulate makes the tables of a reading, or finds those of an earlier reading that
// are equal.
func (k *scan) tabulate(readings []reading, v int) error {
	x := &readings[v]
	apart := distances(k.stock.neighbours, x.order.at)
	for u := range readings[:v] {
		if slices.Equal(x.shapes, readings[u].shapes) &&
			slices.Equal(apart, distances(k.stock.neighbours, readings[u].order.at)) {
			k.groups[v] = k.groups[u]
			return nil
		}
	}
	groups, err := groupsOf(x.shapes, k.words)
	if err != nil {
		return err
	}
	for i := range groups {
		table := groups[i].tabulate(x.shapes, k.words, apart)
		base := len(k.table)
		for _, y := range slices.Concat(k.groups[:v]...) {
			if at := y.base * k.words; at+len(table) <= len(k.table) && slices.Equal(k.table[at:at+len(table)], table) {
				base = at
				break
			}
		}
		if base == len(k.table) {
			k.table = append(k.table, table...)
		}
		groups[i].base = base / k.words
		k.groups[v] = append(k.groups[v], groups[i].gather)
	}
	return nil
}

// prepareFast sets the look-ups of breedFast, where there is one word.
func (k *scan) prepareFast() {
	all := gather{base: len(k.table)} // allows all, by index 0
	for range 1 << nearBits {
		k.table = append(k.table, ^uint64(0))
	}
	for v, list := range k.groups {
		list = append(slices.Clone(list), all, all)
		if list[0].high || list[1].high {
			list = append([]gather{all, all}, list...)
		}
		k.near[v], k.far[v] = list[0], list[1]
		k.nearTable[v] = (*[1 << nearBits]uint64)(k.table[list[0].base:])
		k.farTable[v] = (*[1 << farBits]uint64)(k.table[list[1].base:])
		k.groups[v] = slices.DeleteFunc(list[2:], func(x gather) bool { return x == all })
		k.more = k.more || len(k.groups[v]) > 0
	}
}

const (
	// deadBits is the log of the size of the cache of dead states.
	deadBits = 14
	// cachePieces is the most pieces with which dead states are cached. With more,
	// states hardly repeat.
	cachePieces = 15
	// cacheNarrow is the longest distance of neighbours in the first order with
	// which dead states are cached for any number of pieces: where the border of
	// the free cells is short, states repeat.
	cacheNarrow = 5
)

func (k *scan) aim(free []bool) {
	k.board = boards4{}
	for cell, x := range free {
		if x {
			for v := range k.board {
				k.board[v].add(k.position[v][cell])
			}
		}
	}
	k.single = k.stock.single()
	k.uncounted = k.single && k.words == 1
	k.weighDepth = -1
	if k.single && k.line[0] > 0 {
		k.weighDepth = k.stock.total - weighLeft
	}
	// Regions are measured at a task's root and for children with as many free
	// cells, where it costs next to nothing. Measuring them at more nodes takes
	// more time than it saves.
	k.regionLeft = k.stock.area * 4 / 5
	n := k.stock.total
	narrow := slices.Max(append(distances(k.stock.neighbours, k.position[0]), 0)) <= cacheNarrow
	cached := k.single && n > 8 && (n <= cachePieces || n <= 64 && narrow)
	if cached && k.cache == nil {
		k.cache = make(deadStates, 1<<deadBits)
	} else if !cached {
		k.cache = nil
	}
}

// deadStates is a cache of states known to have no solution below.
type deadStates []dead128

// at returns where the cache has a state: some free cells and the pieces left,
// or used.
func (c deadStates) at(free cells128, pieces uint64) *dead128 {
	h := free.a*0x9E3779B97F4A7C15 ^ free.b*0xD6E8FEB86659FD93 ^ pieces*0xBF58476D1CE4E5B9
	return &c[h>>(64-deadBits)&(1<<deadBits-1)]
}

func (b *boards4) clear(mask *boards4) {
	for v := range b {
		b[v].a &= mask[v].a
		b[v].b &= mask[v].b
	}
}

func (k *scan) ban(list []enumerate.OptionID) {
	copy(k.fits, k.allFits)
	for _, id := range list {
		for v := range k.spots {
			at := k.spots[v][id]
			k.fits[at>>6] &^= 1 << (at & 63)
		}
	}
}

func (k *scan) begin() {
	k.root = frame{boards: k.board}
	k.reset()
	k.used = 0
	w := k.words
	clear(k.avail[:w])
	for i, n := range k.left {
		clear(k.gone[i*w : (i+1)*w])
		if n == 1 {
			copy(k.gone[i*w:(i+1)*w], k.own[i*w:])
		}
		if n > 0 && k.stock.reachable[k.stock.area] { // nothing is available if there is no solution
			for j, own := range k.own[i*w : (i+1)*w] {
				k.avail[j] |= own
			}
		}
	}
}

func (k *scan) place(id enumerate.OptionID) bool {
	m, at := &k.clearMask[id], k.spots[0][id]
	x := &k.root
	if (x.boards[0].a|m[0].a)&(x.boards[0].b|m[0].b) != ^uint64(0) {
		return false
	}
	if k.avail[k.depth*k.words+int(at>>6)%k.words]&k.fits[at>>6]>>(at&63)&1 == 0 {
		return false
	}
	x.boards.clear(m)
	k.choose(id, k.depth)
	k.depth++
	return true
}

// choose puts a placement on the path at a depth, and sets what is available
// below.
func (k *scan) choose(id enumerate.OptionID, depth int) {
	i, w := int(k.piece[id]), k.words
	k.picks[depth] = id
	for j := range w {
		k.avail[(depth+1)*w+j] = k.avail[depth*w+j] &^ k.gone[i*w+j]
	}
	k.used ^= 1 << (i & 63)
	k.take(i)
	if k.left[i] == 1 {
		copy(k.gone[i*w:(i+1)*w], k.own[i*w:])
	}
}

func (k *scan) undo(id enumerate.OptionID) {
	i, w := int(k.piece[id]), k.words
	k.used ^= 1 << (i & 63)
	k.give(i)
	if k.left[i] == 2 {
		clear(k.gone[i*w : (i+1)*w])
	}
}

func (k *scan) empty() bool { return k.root.boards[0] == cells128{} }

// prepareRoot picks the corner of the root as the search picks that of a child,
// and looks at its regions.
func (k *scan) prepareRoot() bool {
	if !k.divide() {
		return false
	}
	k.weigh = k.depth <= k.weighDepth
	return k.pickCorner(&k.root, k.avail[k.depth*k.words:][:k.words])
}

// rankPenalty is more than the score of a corner without it.
const rankPenalty = 1 << 20

// divide ranks the regions of the root by their sizes. It reports whether they
// all have one that the pieces can make up.
//
// Where there are several regions, as a first piece in the middle of a long
// board makes, they are searched from the smallest to the largest: a corner has a
// penalty by the rank of its region.
func (k *scan) divide() bool {
	if k.lesser != (cells128{}) {
		k.lesser = cells128{}
		clear(k.penalty[:])
	}
	n := 0
	for free := k.root.boards[0]; free != (cells128{}); n++ {
		g := k.adjacent.region(free)
		if !k.sizes[g.count()] {
			return false
		}
		free.a &^= g.a
		free.b &^= g.b
		i := n
		for ; i > 0 && k.region[i-1].count() > g.count(); i-- {
			k.region[i] = k.region[i-1]
		}
		k.region[i] = g
	}
	for rank, g := range k.region[:n] {
		if rank < n-1 {
			k.lesser.a |= g.a
			k.lesser.b |= g.b
		}
		for cell, at := range k.position[0] {
			if rank > 0 && g.has(at) {
				for v := range k.position {
					k.penalty[v*128+k.position[v][cell]] = int32(rank * rankPenalty)
				}
			}
		}
	}
	return true
}

func (k *scan) children(dst []enumerate.OptionID) ([]enumerate.OptionID, int) {
	x := &k.root
	if !k.prepareRoot() {
		return dst, 0
	}
	tried := 0
	ids := k.placements(x)
	for w, c := range k.candidates(x, k.depth) {
		tried += bits.OnesCount64(c)
		for ; c != 0; c &= c - 1 {
			dst = append(dst, enumerate.OptionID(ids[w*64+bits.TrailingZeros64(c)]))
		}
	}
	return dst, tried
}

func (k *scan) search() {
	if k.prepareRoot() {
		k.stack[0] = k.root
		k.expand(&k.stack[0], k.depth, 1)
	}
}
