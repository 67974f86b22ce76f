package board

import (
	"errors"
	"math/bits"
	"slices"
	"strconv"
	"sync/atomic"

	"coverstat/enumerate"
	"coverstat/enumerate/invariants"
)

// The fewest search branches on what has the fewest placements left: a cell, or a
// piece that is used exactly once. It covers boards of at most 128 cells of any
// form. Of the form of the board it knows which cells are neighbours, and that
// only to find regions that nothing can fill.
//
// An item is a cell, or a piece that is used exactly once while there is room for it
// in the words. A placement is a set of items, a mask. The search keeps the list of the
// placements that still fit. A child's list is the part of its parent's that does
// not meet the placement chosen, and its items are counted with the carries of
// four words, 64 items at once.
//
// In solids this pays, since no corner of the scan search is a good choice there. On
// rectangles of squares the corners are as good, at a tenth of the work. A node takes as long as
// 15 nodes of the scan search: it reads 135 placements of its parent's list, keeps 60 and
// counts them. What else was tried: docs/kernels.md, "Boards: fewest".
//
// Invariants between calls:
//
//   - the list of a node holds the placements that fit its free cells and the
//     pieces left, and those of a piece lie in a row;
//   - open is the free cells and the pieces with an item that are left; left, need
//     and used count the copies of all pieces;
//   - picks[:depth] are the placements above.
//
// Nothing is undone but the counts of copies: the lists of a path lie one after
// another, and a child's is written behind its parent's.
//
// Sources: the choice is that of D. E. Knuth, Dancing links (2000); compacted
// lists of masks are folklore.
type fewest struct {
	path
	problem *Problem

	// Set when the kernel is made.
	masks  []cells128 // placement: its items
	ring   []cells128 // placement: the cells beside it
	piece  []int      // placement
	sorted []uint16   // the placements by piece
	bit    []int      // piece: its item, -1 if it has none
	unit   []uint64   // piece: one copy of it in used
	beside []cells128 // cell: its neighbours
	sizes  *sizes

	free   cells128 // set by aim
	banned []bool   // set by ban, by placement

	root  node
	used  uint64     // copies of pieces without an item
	lists []uint16   // of the path
	cache deadStates // nil: copies do not fit in used

	regions gain
}

// node is a node of the search.
type node struct {
	lo, hi int      // its list is lists[lo:hi]
	cells  cells128 // free cells
	open   cells128 // items to cover
	item   int      // to branch on
}

// maxPlacements bounds the placements of the fewest search, which numbers them
// by 16 bits.
const maxPlacements = 1 << 16

// NewFewest returns the fewest kernel for a puzzle. Pieces fit unless they have
// more than 65,536 placements.
func NewFewest(p *Problem) (*Kernel, error) {
	s, err := p.check()
	switch {
	case err != nil:
		return nil, err
	case len(p.Placements) > maxPlacements:
		return nil, errors.New(strconv.Itoa(len(p.Placements)) + " placements: the fewest kernel holds " + strconv.Itoa(maxPlacements))
	}
	k := &fewest{
		path: path{stock: s, left: make([]int, len(p.Pieces))}, problem: p,
		masks: make([]cells128, len(p.Placements)), ring: make([]cells128, len(p.Placements)),
		beside: make([]cells128, len(p.Free)), sizes: newSizes(s), banned: make([]bool, len(p.Placements)),
	}
	k.number()
	for x, list := range p.Geometry.Neighbours {
		for _, y := range list {
			k.beside[x].add(y)
		}
	}
	type cover struct {
		piece int
		cells cells128
	}
	seen := make(map[cover]bool, len(p.Placements))
	for id, q := range p.Placements {
		m := &k.masks[id]
		for _, x := range q.Cells {
			m.add(x)
			k.ring[id] = k.ring[id].union(k.beside[x])
		}
		k.ring[id] = k.ring[id].minus(*m)
		if c := (cover{q.Piece, *m}); !seen[c] {
			seen[c] = true
		} else {
			return nil, errors.New("placement " + strconv.Itoa(id) + " given twice")
		}
		if b := k.bit[q.Piece]; b >= 0 {
			m.add(b)
		}
		k.piece = append(k.piece, q.Piece)
		k.sorted = append(k.sorted, uint16(id))
	}
	slices.SortStableFunc(k.sorted, func(a, b uint16) int { return k.piece[a] - k.piece[b] })
	k.lists = make([]uint16, len(p.Placements)*(s.deepest()+2)+1)
	return newKernel(k, p, s, noHead), nil
}

// cacheCells is the least number of cells with which dead states are cached: a
// smaller board is searched before half a megabyte is cleared.
const cacheCells = 24

// number gives items to the pieces used exactly once, and places in used to the
// others. Cells and pieces are in two words if they fit: most dead ends show in
// the first.
func (k *fewest) number() {
	item, shift := max(64, len(k.problem.Free)), 0
	for i, size := range k.stock.size {
		if k.stock.least[i] == 1 && k.stock.most[i] == 1 && item < MaxCells {
			k.bit, k.unit = append(k.bit, item), append(k.unit, 0)
			item++
			continue
		}
		k.bit, k.unit = append(k.bit, -1), append(k.unit, 1<<(shift&63))
		if size > 0 {
			shift += bits.Len(uint(min(k.stock.most[i], len(k.problem.Free)/size)))
		}
	}
	if shift <= 64 && len(k.problem.Free) >= cacheCells {
		k.cache = make(deadStates, 1<<deadBits)
	}
}

func (k *fewest) aim(free []bool) {
	k.free = cells128{}
	for i, x := range free {
		if x {
			k.free.add(i)
		}
	}
}

func (k *fewest) ban(list []enumerate.OptionID) {
	clear(k.banned)
	for _, id := range list {
		k.banned[id] = true
	}
}

func (k *fewest) begin() {
	k.reset()
	k.used = 0
	x := &k.root
	*x = node{open: k.free, cells: k.free}
	for _, b := range k.bit {
		if b >= 0 {
			x.open.add(b)
		}
	}
	if !k.stock.reachable[k.stock.area] {
		return // nothing is available: no solution
	}
	for _, id := range k.sorted {
		if !k.banned[id] && k.left[k.piece[id]] > 0 && k.masks[id].without(x.open) == 0 {
			k.lists[x.hi] = id
			x.hi++
		}
	}
}

func (k *fewest) place(id enumerate.OptionID) bool {
	x := &k.root
	if !slices.Contains(k.lists[:x.hi], uint16(id)) {
		return false
	}
	k.picks[k.depth] = id
	k.depth++
	i := k.piece[id]
	k.take(i)
	k.used += k.unit[i]
	y := k.child(x, x.hi, uint16(id))
	k.fill(x, &y, uint16(id))
	x.cells, x.open, x.hi = y.cells, y.open, copy(k.lists, k.lists[y.lo:y.hi])
	return true
}

func (k *fewest) solved() bool { return k.root.cells == cells128{} && k.need == 0 }

// child returns the child of x by a placement, without its list, which is to
// begin at a place of lists.
func (k *fewest) child(x *node, lo int, id uint16) node {
	m := k.masks[id]
	return node{lo: lo, cells: x.cells.minus(m), open: x.open.minus(m)}
}

// fill makes the list of the child y of x by a placement that was taken.
func (k *fewest) fill(x, y *node, id uint16) {
	i := k.piece[id]
	if k.left[i] > 0 || k.bit[i] >= 0 {
		y.hi = k.filter(x.lo, x.hi, y.lo, k.masks[id])
		return
	}
	list := k.lists[x.lo:x.hi] // its last copy is gone, and no item says so
	lo := slices.IndexFunc(list, func(o uint16) bool { return k.piece[o] == i })
	hi := lo
	for hi < len(list) && k.piece[list[hi]] == i {
		hi++
	}
	y.hi = k.filter(x.lo, x.lo+lo, y.lo, k.masks[id])
	y.hi = k.filter(x.lo+hi, x.hi, y.hi, k.masks[id])
}

// filter copies the placements of lists[lo:hi] that do not meet some items. It
// returns the end of the copy.
func (k *fewest) filter(lo, hi, to int, m cells128) int {
	from := k.lists[lo:hi]
	dst := k.lists[to:][:len(from)+1]
	masks := k.masks
	n := 0
	for _, id := range from { // without a branch that depends on the board
		dst[n] = id
		s := &masks[id]
		if s.a&m.a|s.b&m.b == 0 {
			n++
		}
	}
	return to + n
}

// counts holds the number of placements of 64 items, a bit of it in each word.
type counts struct{ c0, c1, c2, c3 uint64 } // c3: 8 or more

// plus counts a placement of the items m.
func (c counts) plus(m uint64) counts {
	t := m & c.c0
	u := t & c.c1
	return counts{c.c0 ^ m, c.c1 ^ t, c.c2 ^ u, c.c3 | u&c.c2}
}

// equal returns the items that have n placements, 1 to 7.
func (c *counts) equal(n uint64) uint64 {
	n0, n1, n2 := -(n & 1), -(n >> 1 & 1), -(n >> 2 & 1) // all ones where n has the bit
	return ^((c.c0 ^ n0) | (c.c1 ^ n1) | (c.c2 ^ n2) | c.c3)
}

// choose sets the item to branch on, the first of those with fewest placements.
// It reports false if an item has none.
func (k *fewest) choose(x *node) bool {
	list := k.lists[x.lo:x.hi]
	masks := k.masks
	var a, b counts
	for _, id := range list {
		a = a.plus(masks[id].a)
	}
	if x.open.a&^(a.c0|a.c1|a.c2|a.c3) != 0 {
		return false
	}
	if x.open.b == 0 {
		list = nil
	}
	for _, id := range list {
		b = b.plus(masks[id].b)
	}
	if x.open.b&^(b.c0|b.c1|b.c2|b.c3) != 0 {
		return false
	}
	for n := uint64(1); n < 8; n++ {
		if m := x.open.a & a.equal(n); m != 0 {
			x.item = bits.TrailingZeros64(m)
			return true
		}
		if m := x.open.b & b.equal(n); m != 0 {
			x.item = 64 + bits.TrailingZeros64(m)
			return true
		}
	}
	k.chooseAmongMany(x)
	return true
}

// chooseAmongMany is choose where all items have at least 8 placements.
func (k *fewest) chooseAmongMany(x *node) {
	var count [MaxCells]int
	for _, id := range k.lists[x.lo:x.hi] {
		m := k.masks[id]
		for ; m.a != 0; m.a &= m.a - 1 {
			count[bits.TrailingZeros64(m.a)]++
		}
		for ; m.b != 0; m.b &= m.b - 1 {
			count[64+bits.TrailingZeros64(m.b)]++
		}
	}
	best := maxPlacements
	for i, n := range count {
		if n < best && x.open.has(i) {
			best, x.item = n, i
		}
	}
}

// divided reports whether a placement, with the cells beside it, left a region
// of free cells that nothing can fill.
func (k *fewest) divided(cells, ring cells128) bool {
	edge := cells128{ring.a & cells.a, ring.b & cells.b}
	for whole := true; edge != (cells128{}); whole = false {
		g := edge.first()
		for todo := g; todo != (cells128{}); {
			x := bits.TrailingZeros64(todo.a)
			if todo.a == 0 {
				x = 64 + bits.TrailingZeros64(todo.b)
			}
			n := k.beside[x&127]
			n = cells128{n.a & cells.a &^ g.a, n.b & cells.b &^ g.b}
			g = g.union(n)
			todo.remove(x)
			todo = todo.union(n)
			if whole && edge.without(g) == 0 {
				return false // what was one region still is
			}
		}
		if !k.sizes[g.count()] {
			return true
		}
		edge = edge.minus(g)
	}
	return false
}

// dead reports whether the child y of x by a placement is a dead end, as far as
// can be seen before its list is made.
func (k *fewest) dead(y *node, id uint16) bool {
	if k.need > y.cells.count() {
		return true
	}
	if !k.regions.pays() {
		return false
	}
	k.regions.tried++
	if k.divided(y.cells, k.ring[id]) {
		k.regions.paid++
		return true
	}
	return false
}

// A gain counts how often regions were measured in a task, and how often one was found
// that nothing fills. After a thousand trials they are measured only while one in 16
// pays: on some boards (dominoes on a torus) it is one in 70,000. Dead states need no such
// rule.
type gain struct{ tried, paid int }

func (g *gain) pays() bool { return g.tried < 1024 || g.paid*16 >= g.tried }

func (k *fewest) children(dst []enumerate.OptionID) ([]enumerate.OptionID, int) {
	k.regions = gain{}
	x := &k.root
	if !k.choose(x) {
		return dst, 0
	}
	tried := 0
	for _, id := range k.lists[x.lo:x.hi] {
		if !k.masks[id].has(x.item) {
			continue
		}
		tried++
		i := k.piece[id]
		k.take(i)
		y := k.child(x, x.hi, id)
		if y.cells == (cells128{}) || !k.dead(&y, id) {
			k.fill(x, &y, id)
			if y.cells == (cells128{}) || k.choose(&y) {
				dst = append(dst, enumerate.OptionID(id))
			}
		}
		k.give(i)
	}
	return dst, tried
}

func (k *fewest) run(stop *atomic.Bool, visit enumerate.Visit) (enumerate.Effort, bool) {
	k.start(stop, visit)
	k.regions = gain{}
	x := k.root
	switch {
	case x.cells == cells128{}:
		if k.need == 0 {
			k.emit(k.depth)
		}
	case k.choose(&x):
		k.expand(&x, k.depth)
	}
	return k.effort, !k.stopped
}

// expand searches below a node.
func (k *fewest) expand(x *node, depth int) {
	if invariants.Enabled {
		k.verify(x, depth)
	}
	k.effort.Deepest = max(k.effort.Deepest, depth+1)
	solutions := k.effort.Solutions
	var e *dead128
	if k.cache != nil {
		e = k.cache.at(x.open, k.used)
		if e.free == x.open && e.pieces == k.used && e.task == k.task {
			return
		}
	}
	var item cells128
	item.add(x.item)
	for _, id := range k.lists[x.lo:x.hi] {
		if m := &k.masks[id]; m.a&item.a|m.b&item.b == 0 {
			continue
		}
		if k.effort.Nodes++; k.effort.Nodes >= k.poll {
			k.look()
		}
		if k.stopped {
			return
		}
		i := k.piece[id]
		k.picks[depth&127] = enumerate.OptionID(id)
		k.take(i)
		k.used += k.unit[i]
		y := k.child(x, x.hi, id)
		if y.cells == (cells128{}) {
			if k.need == 0 {
				k.emit(depth + 1)
			}
		} else if !k.dead(&y, id) {
			if k.fill(x, &y, id); k.choose(&y) {
				k.expand(&y, depth+1)
			}
		}
		k.used -= k.unit[i]
		k.give(i)
	}
	if e != nil && !k.stopped && k.effort.Solutions == solutions {
		e.free, e.pieces, e.task = x.open, k.used, k.task
	}
}
