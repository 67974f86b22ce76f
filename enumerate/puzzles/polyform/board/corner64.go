package board

import (
	"errors"
	"math/bits"
	"slices"

	"coverstat/enumerate"
	"coverstat/enumerate/invariants"
)

// The corner search is the scan search (see [scan]) made for one kind of board:
// rectangles of squares within 8x8, one word each, and pieces of at most 5
// cells, each to be used once. It takes 0.6 of the time of the scan search.
//
// A board is one word, a bit per cell at 8*row+column, and is read in four ways:
//
//	reading 0   f                  rows downwards
//	reading 1   t, transposed      columns rightwards
//	reading 2   f, bytes swapped   rows upwards
//	reading 3   t, bytes swapped   columns leftwards
//
// With b the board as read, a its first bit and g = b >> a, the bits around the
// anchor lie always at the same places of g, and index two tables:
//
//	g:  bit 0        1 2 3 4         row 0      g>>1 & 2047 indexes near: at
//	    5 6 7  8  9 10 11            row 1      stride 8 its bits are contiguous
//	      14 15 16 17 18             row 2      g&farMask * farGather >> 55
//	         23 24 25                row 3      indexes far: a multiplication
//	            32                   row 4      brings its 9 bits together
//
// Choosing among four corners needs as few nodes as choosing among all cells, at a
// thirtieth of the work. What else was tried: NOTES.md, "Corner".
//
// Invariants between calls:
//
//   - f and t hold the same cells, transposed;
//   - avail is the union of the slots of the pieces that are left;
//   - a frame on the stack is alive: c, the candidates of its best corner, is
//     not empty, and no free cell is isolated;
//   - picks[:k.depth] are the placements above the task's root, chosen[k.depth:]
//     those below, which are named once there is a solution.
//
// Sources: scanning bitboards by the first empty cell is folklore; branching on
// several corners, slots shared by all readings, and reading rows upwards by a
// byte swap are ours.
type corner64 struct {
	path
	fits   [4][64]uint64
	near   [2048]uint64
	far    [512]uint64
	shape  [4][64]cells64 // reading, slot: its cells, with the anchor at bit 0
	own    [64]uint64     // slot: all slots of its piece
	east   uint64         // east64 and west64: as constants in the loop they
	west   uint64         // cost 3% (registers)
	joined uint64         // all ones; 0 if a piece of one cell may fill isolated cells

	problem  *Problem
	readings []reading
	position []int     // cell: bit of f
	pieces   []uint64  // piece: its slots
	masks    []cells64 // placement: its cells
	allFits  [4][64]uint64
	id       [4][64][64]int32 // reading, anchor, slot: placement
	board    cells64
	root     frame64
	chosen   [64]pick64
	cache    []dead64
	sizes    *sizes
	stack    [4096]frame64
}

// cells64 is a set of cells, as a mask of f and of t.
type cells64 struct{ f, t uint64 }

func (s *cells64) add(bit int) {
	s.f |= 1 << bit
	s.t |= 1 << (bit>>3 | bit&7<<3)
}

// frame64 is a node of the search.
type frame64 struct {
	f, t    uint64
	avail   uint64
	c       uint64 // candidates of the corner to branch on
	reading uint32
	slot    uint32 // what led here
}

// pick64 is a placement chosen: a slot in a reading, and the bit of f where its
// anchor lies.
type pick64 struct {
	reading, bit, slot uint32
}

// dead64 is a state known to have no solution below.
type dead64 struct {
	f, avail uint64
	task     uint64
}

// The far bits of g (rows 2, 3 and 4 from the anchor) and the factor that
// gathers them in the top nine bits, rows 2, 3, 4 from the top down.
const (
	farMask   = 31<<14 | 7<<23 | 1<<32
	farGather = 1<<45 | 1<<33 | 1<<23
)

var errCorner = errors.New(
	"the corner search holds pieces of at most 5 cells, each used once, in 64 orientations on 8x8")

func newCorner(p *Problem) (*Kernel, error) {
	s, err := p.check()
	switch {
	case err != nil:
		return nil, err
	case p.Rows > 8 || p.Cols > 8 || slices.Max(append(s.size, 0)) > 5 ||
		slices.ContainsFunc(p.Pieces, func(q Piece) bool { return q != Piece{1, 1} }):
		return nil, errCorner
	}
	k := &corner64{
		path: path{stock: s, left: make([]int, len(p.Pieces))},
		east: east64, west: west64, joined: s.joined(), problem: p, sizes: s.sizes,
	}
	if !k.build() {
		return nil, errCorner
	}
	return newKernel(k, &k.path, p), nil
}

// build numbers the slots and fills the tables. It returns false if there are too many slots.
func (k *corner64) build() bool {
	p := k.problem
	var orders [4]order
	for r := range p.Rows {
		for c := range p.Cols {
			for o, at := range [4]int{r*8 + c, c*8 + r, (7-r)*8 + c, (7-c)*8 + r} {
				orders[o].at = append(orders[o].at, at)
			}
		}
	}
	readings, owner := newReadings(p, orders[:], true)
	if len(owner) > 64 {
		return false
	}
	k.pieces = make([]uint64, len(p.Pieces))
	for o, i := range owner {
		k.pieces[i] |= 1 << o
	}
	for o, i := range owner {
		k.own[o] = k.pieces[i]
	}
	near, far := group{bits: 11}, group{bits: 9}
	for d := range MaxCells {
		near.at[d], far.at[d] = -1, -1
		switch {
		case 1 <= d && d <= 11:
			near.at[d] = int8(d - 1)
		case 14 <= d && d <= 18:
			far.at[d] = int8(d - 10)
		case 23 <= d && d <= 25:
			far.at[d] = int8(d - 22)
		case d == 32:
			far.at[d] = 0
		}
	}
	apart := distances(k.stock.neighbours, orders[0].at)
	copy(k.near[:], near.tabulate(readings[0].shapes, 1, apart))
	copy(k.far[:], far.tabulate(readings[0].shapes, 1, apart))
	k.masks = make([]cells64, len(p.Placements))
	for id, q := range p.Placements {
		for _, cell := range q.Cells {
			k.masks[id].add(orders[0].at[cell])
		}
		for v := range readings {
			o, a := readings[v].slot[id], readings[v].anchor[id]
			k.allFits[v][a] |= 1 << o
			k.id[v][a][o] = int32(id)
			f, t := bitsOf(uint32(v), a)
			k.shape[v][o] = cells64{bits.RotateLeft64(k.masks[id].f, -f), bits.RotateLeft64(k.masks[id].t, -t)}
		}
	}
	k.readings, k.position = readings, orders[0].at
	k.fits = k.allFits
	return true
}

func (k *corner64) aim(free []bool) {
	k.board = cells64{}
	for cell, x := range free {
		if x {
			k.board.add(k.position[cell])
		}
	}
	if k.stock.total > 8 && k.cache == nil {
		k.cache = make([]dead64, 1<<deadBits)
	}
}

func (k *corner64) ban(list []enumerate.OptionID) {
	k.fits = k.allFits
	for _, id := range list {
		for v := range k.readings {
			k.fits[v][k.readings[v].anchor[id]] &^= 1 << k.readings[v].slot[id]
		}
	}
}

func (k *corner64) begin() {
	k.root = frame64{f: k.board.f, t: k.board.t}
	k.reset()
	if k.stock.reachable[k.stock.area] { // otherwise nothing is available: no solution
		for _, slots := range k.pieces {
			k.root.avail |= slots
		}
	}
}

func (k *corner64) place(id enumerate.OptionID) bool {
	m, o := k.masks[id], k.readings[0].slot[id]
	if k.root.f&m.f != m.f || k.root.avail&k.fits[0][k.readings[0].anchor[id]]>>o&1 == 0 || k.root.avail>>o&1 == 0 {
		return false
	}
	k.root.f &^= m.f
	k.root.t &^= m.t
	k.root.avail &^= k.own[o]
	k.take(k.problem.Placements[id].Piece)
	k.picks[k.depth] = id
	k.depth++
	return true
}

func (k *corner64) empty() bool { return k.root.f == 0 }

// pickCorner sets the corner that a frame branches on, and reports whether the
// frame is alive.
func (k *corner64) pickCorner(x *frame64) bool {
	best := 65
	for v, b := range [4]uint64{x.f, x.t, bits.ReverseBytes64(x.f), bits.ReverseBytes64(x.t)} {
		g, a := first64(b)
		c := k.fits[v][a] & x.avail & k.near[g>>1&2047] & k.far[g&farMask*farGather>>55]
		if n := bits.OnesCount64(c); n < best {
			best, x.c, x.reading = n, c, uint32(v)
		}
	}
	return best > 0 && k.isolated(x.f) == 0
}

// first64 returns the first cell of b and b from there on.
func first64(b uint64) (g uint64, a int) {
	a = bits.TrailingZeros64(b) & 63
	return b >> a, a
}

// isolated returns the free cells without a free neighbour that nothing fills.
func (k *corner64) isolated(f uint64) uint64 {
	return f &^ (f<<1&k.east | f>>1&k.west | f<<8 | f>>8) & k.joined
}

// bitsOf returns the bits of f and of t for a cell at a position in a reading.
func bitsOf(reading uint32, a int) (f, t int) {
	a ^= int(reading>>1) * 56
	f, t = a, a>>3|a&7<<3
	if reading&1 != 0 {
		f, t = t, f
	}
	return f, t
}

// corner returns the bits of f and of t for the first cell of a reading.
func corner(reading uint32, f, t uint64) (fc, tc int) {
	b := f
	if reading&1 != 0 {
		b = t
	}
	r := bits.ReverseBytes64(b)
	if reading&2 != 0 {
		b = r
	}
	return bitsOf(reading, bits.TrailingZeros64(b)&63)
}

func (k *corner64) children(dst []enumerate.OptionID) ([]enumerate.OptionID, int) {
	x := &k.root
	if !k.pickCorner(x) {
		return dst, 0
	}
	n := len(dst)
	fc, _ := corner(x.reading, x.f, x.t)
	for c := x.c; c != 0; c &= c - 1 {
		dst = append(dst, k.name(pick64{x.reading, uint32(fc), uint32(bits.TrailingZeros64(c))}))
	}
	return dst, len(dst) - n
}

func (k *corner64) name(x pick64) enumerate.OptionID {
	a := x.bit
	if x.reading&1 != 0 {
		a = a>>3 | a&7<<3
	}
	return enumerate.OptionID(k.id[x.reading][a^x.reading>>1*56][x.slot])
}

func (k *corner64) search() {
	if k.pickCorner(&k.root) {
		k.stack[0] = k.root
		k.expand(&k.stack[0], k.depth, 1)
	}
}

// east64 and west64 are the cells of a word at stride 8 that have a neighbour to
// the west, and to the east.
const (
	east64 = 0xfefefefefefefefe
	west64 = 0x7f7f7f7f7f7f7f7f
)

// regionPieces is the least number of pieces left with which a child's regions
// are measured. This pays where a hole makes channels: 8x8 without its middle.
const regionPieces = 7

// expand searches below a frame; base is the first free place of the stack.
//
// The children are computed in one loop without a branch that depends on the
// board: a child is always stored, and the stack grows by 1 or by 0.
//
// Dead states are cached with 4 to 7 pieces left: a state is f and avail, and
// the entries of other tasks do not count, so that a task's nodes do not depend
// on what its worker did before.
//
// What else was tried: NOTES.md, "Corner".
func (k *corner64) expand(x *frame64, depth, base int) {
	if invariants.Enabled {
		k.verify(x, depth)
	}
	f, t, avail, c, v := x.f, x.t, x.avail, x.c, x.reading&3
	fc, tc := corner(v, f, t)
	k.chosen[depth&63] = pick64{reading: v, bit: uint32(fc)}
	left := k.stock.total - depth
	solutions := k.effort.Solutions
	var e *dead64
	if 4 <= left && left <= 7 && k.cache != nil {
		e = &k.cache[(f*0x9E3779B97F4A7C15^avail*0xBF58476D1CE4E5B9)>>(64-deadBits)&(1<<deadBits-1)]
		if e.f == f && e.avail == avail && e.task == k.task {
			return
		}
	}
	k.effort.Nodes += int64(bits.OnesCount64(c))
	if k.effort.Nodes >= k.poll {
		k.look()
	}
	if left == 1 { // the task left a single piece
		for ; c != 0; c &= c - 1 {
			k.chosen[depth&63].slot = uint32(bits.TrailingZeros64(c))
			k.emitNamed(depth + 1)
		}
		return
	}
	shape := &k.shape[v]
	n := base
	near, far := &k.near, &k.far
	for ; c != 0; c &= c - 1 {
		o := bits.TrailingZeros64(c) & 63
		y := &k.stack[n&4095]
		nf := f &^ bits.RotateLeft64(shape[o].f, fc)
		nt := t &^ bits.RotateLeft64(shape[o].t, tc)
		av := avail &^ k.own[o]
		y.f, y.t, y.avail, y.slot = nf, nt, av, uint32(o)

		g, a := first64(nf)
		b := k.fits[0][a] & av & near[g>>1&2047] & far[g&farMask*farGather>>55]
		key := bits.OnesCount64(b) * 4
		g, a = first64(nt)
		d := k.fits[1][a] & av & near[g>>1&2047] & far[g&farMask*farGather>>55]
		if q := bits.OnesCount64(d)*4 + 1; q < key {
			b, key = d, q
		}
		g, a = first64(bits.ReverseBytes64(nf))
		d = k.fits[2][a] & av & near[g>>1&2047] & far[g&farMask*farGather>>55]
		if q := bits.OnesCount64(d)*4 + 2; q < key {
			b, key = d, q
		}
		g, a = first64(bits.ReverseBytes64(nt))
		d = k.fits[3][a] & av & near[g>>1&2047] & far[g&farMask*farGather>>55]
		if q := bits.OnesCount64(d)*4 + 3; q < key {
			b, key = d, q
		}
		y.c, y.reading = b, uint32(key&3)
		z := k.isolated(nf)
		n += int((z - 1) &^ z & (b | -b) >> 63)
	}
	if left == 4 {
		for i := base; i < n && !k.stopped; i++ {
			y := &k.stack[i&4095]
			k.chosen[depth&63].slot = y.slot
			k.last3(y, depth+1)
		}
	} else {
		for i := base; i < n && !k.stopped; i++ {
			y := &k.stack[i&4095]
			if left > regionPieces && !k.sizes.allow64(y.f) {
				continue
			}
			k.chosen[depth&63].slot = y.slot
			k.expand(y, depth+1, n)
		}
	}
	if k.stopped {
		return
	}
	if e != nil && k.effort.Solutions == solutions {
		e.f, e.avail, e.task = f, avail, k.task
	}
}

// last3 searches below a frame with three pieces left: its corner, and for the
// last two the first cell.
func (k *corner64) last3(x *frame64, depth int) {
	f, avail, v := x.f, x.avail, x.reading&3
	fc, _ := corner(v, f, x.t)
	near, far := &k.near, &k.far
	nodes := 0
	for c := x.c; c != 0; c &= c - 1 {
		o := bits.TrailingZeros64(c) & 63
		f1 := f &^ bits.RotateLeft64(k.shape[v][o].f, fc)
		av := avail &^ k.own[o]
		nodes++
		g, a := first64(f1)
		for c1 := k.fits[0][a] & av & near[g>>1&2047] & far[g&farMask*farGather>>55]; c1 != 0; c1 &= c1 - 1 {
			o1 := bits.TrailingZeros64(c1) & 63
			g, b := first64(f1 &^ bits.RotateLeft64(k.shape[0][o1].f, a))
			nodes++
			c2 := k.fits[0][b] & av &^ k.own[o1] & near[g>>1&2047] & far[g&farMask*farGather>>55]
			if c2 != 0 {
				nodes++
				k.chosen[depth&63] = pick64{v, uint32(fc), uint32(o)}
				k.chosen[(depth+1)&63] = pick64{0, uint32(a), uint32(o1)}
				k.chosen[(depth+2)&63] = pick64{0, uint32(b), uint32(bits.TrailingZeros64(c2) & 63)}
				k.emitNamed(depth + 3)
				if k.stopped {
					return
				}
			}
		}
	}
	k.effort.Nodes += int64(nodes)
}

// emitNamed names the placements chosen below the task's root and visits the
// solution of n placements.
func (k *corner64) emitNamed(n int) {
	for i := k.depth; i < n; i++ {
		k.picks[i] = k.name(k.chosen[i])
	}
	k.emit(n)
}

// allow64 is [sizes.allow] for a board of one word at stride 8.
func (z *sizes) allow64(free uint64) bool {
	for free != 0 {
		g := free & -free
		for {
			n := (g | g<<1&east64 | g>>1&west64 | g<<8 | g>>8) & free
			if n == g {
				break
			}
			g = n
		}
		if !z[bits.OnesCount64(g)] {
			return false
		}
		free &^= g
	}
	return true
}
