package board

import (
	"math/bits"

	"coverstat/enumerate"
	"coverstat/enumerate/invariants"
)

// Where the orders have lines, the upper levels do not just count a corner's
// candidates but multiply them by how many cells of its line are free: branching
// in short lines keeps the border of the free region short, which pays many
// levels below. Both constants may change a little without effect. What else was
// tried: NOTES.md, "Scan".
const (
	// weighLeft is the least number of pieces left with which corners are weighed.
	weighLeft = 8
	// weighMore is added to the free cells of a corner's line.
	weighMore = 4
)

// placements returns those at a frame's corner by slot.
func (k *scan) placements(x *frame) []int32 {
	n := k.words * 64
	return k.ids[(int(x.reading)*128+int(x.anchor))*n:][:n]
}

// candidates returns the candidates of a frame at a depth, word by word.
func (k *scan) candidates(x *frame, depth int) []uint64 {
	set := k.sets[depth*k.words:][:k.words]
	if k.words == 1 {
		set[0] = x.c
		return set
	}
	v := int(x.reading & 3)
	a := k.locate(x.boards[v], v)
	for w := range set {
		set[w] = k.word(v, a, w, k.avail[depth*k.words+w])
	}
	return set
}

// corner returns the candidates of a reading's corner and where it is, if there is
// one word.
func (k *scan) corner(s cells128, v int, avail uint64) (c uint64, a uint) {
	g, a := s.window()
	p, q := &k.near[v], &k.far[v]
	c = k.fits[v<<7|int(a)] & avail &
		k.nearTable[v][g&p.mask*p.mul>>(64-nearBits)] & k.farTable[v][g&q.mask*q.mul>>(64-farBits)]
	for i := range k.groups[v] {
		t := &k.groups[v][i]
		w := g
		if t.high {
			w = s.secondWindow()
		}
		c &= k.table[t.base+int(w&t.mask*t.mul>>(t.shift&63))]
	}
	return c, a
}

// locate finds the corner of a reading: its anchor, and in index the tables'
// entries for the cells around it.
func (k *scan) locate(s cells128, v int) (anchor int) {
	g, a := s.window()
	for i := range k.groups[v] {
		t := &k.groups[v][i]
		w := g
		if t.high {
			w = s.secondWindow()
		}
		k.index[i&(maxGroups-1)] = (t.base + int(w&t.mask*t.mul>>(t.shift&63))) * k.words
	}
	return int(a)
}

// word returns a word of the candidates of the corner found last, of those
// available in that word.
func (k *scan) word(v, anchor, w int, avail uint64) uint64 {
	c := avail & k.fits[(v*128+anchor)*k.words+w]
	for _, at := range k.index[:len(k.groups[v])&(maxGroups-1)] {
		c &= k.table[at+w]
	}
	return c
}

// pickCorner sets the corner that a frame branches on and reports whether the
// frame is alive.
func (k *scan) pickCorner(x *frame, avail []uint64) bool {
	if k.adjacent.isolated(x.boards[0])&k.joined != 0 {
		return false
	}
	best := int32(1<<31 - 1)
	for v := range x.boards {
		var c uint64
		var a uint
		n := int32(0)
		if k.words == 1 {
			c, a = k.corner(x.boards[v], v, avail[0])
			n = int32(bits.OnesCount64(c))
		} else {
			a = uint(k.locate(x.boards[v], v))
			for w, left := range avail {
				n += int32(bits.OnesCount64(k.word(v, int(a), w, left)))
			}
		}
		if n == 0 {
			return false
		}
		if k.weigh {
			g, _ := x.boards[v].window()
			rest := min(64, k.line[v]-a%k.line[v])
			n *= int32(bits.OnesCount64(g<<(64-rest))) + weighMore
		}
		if n += k.penalty[v<<7|int(a)]; n < best {
			best, x.c, x.reading, x.anchor = n, c, uint8(v), uint8(a)
		}
	}
	return true
}

// expand searches below a frame; base is the first free place of the stack.
func (k *scan) expand(x *frame, depth, base int) {
	if invariants.Enabled {
		k.verify(x, depth)
	}
	solutions := k.effort.Solutions
	left := k.stock.total - depth // pieces, if each is used once
	uncounted := k.uncounted && left >= 4
	var e *dead128
	pieces := k.used
	if k.cache != nil && left >= 4 {
		if k.words == 1 {
			pieces = k.avail[depth]
		}
		e = k.cache.at(x.boards[0], pieces)
		if e.free == x.boards[0] && e.pieces == pieces && e.task == k.task {
			return
		}
	}
	k.effort.Deepest = max(k.effort.Deepest, depth+1)
	k.weigh = depth < k.weighDepth
	n := base
	if f := x.boards[0]; k.more || k.weigh || f.a&k.lesser.a|f.b&k.lesser.b != 0 ||
		!uncounted && f.count() <= k.largest {
		n = k.breed(x, depth, base)
	} else {
		k.effort.Nodes += int64(bits.OnesCount64(x.c))
		n = k.breedFast(x, k.avail[depth], base)
	}
	if k.effort.Nodes >= k.poll {
		k.look()
	}
	if !uncounted {
		k.descend(depth, base, n)
		base = n
	}
	avail, lastFour := k.avail[depth], left == 4
	for j := base; j < n && !k.stopped; j++ {
		y := &k.stack[j]
		k.picks[depth&127] = enumerate.OptionID(y.id)
		k.avail[depth+1] = avail &^ k.gone[k.piece[y.id]]
		if lastFour {
			k.last3(y, depth+1)
		} else if y.boards[0].count() < k.regionLeft || k.sizes.allow(y.boards[0], &k.adjacent) {
			k.expand(y, depth+1, n)
		}
	}
	if e != nil && !k.stopped && k.effort.Solutions == solutions {
		e.free, e.pieces, e.task = x.boards[0], pieces, k.task
	}
}

// descend searches below the children of a frame for any stock, and counts the
// copies left.
func (k *scan) descend(depth, base, top int) {
	for j := base; j < top && !k.stopped; j++ {
		y := &k.stack[j]
		k.choose(enumerate.OptionID(y.id), depth)
		if free := y.boards[0].count(); free == 0 {
			if k.need == 0 {
				k.emit(depth + 1)
			}
		} else if k.need <= free && (free < k.regionLeft || k.sizes.allow(y.boards[0], &k.adjacent)) {
			k.expand(y, depth+1, top)
		}
		k.undo(enumerate.OptionID(y.id))
	}
}

// breed puts the living children of a frame on the stack, and returns its next
// free place.
func (k *scan) breed(x *frame, depth, n int) int {
	w := k.words
	avail := k.avail[depth*w:][:w]
	ids := k.placements(x)
	for word, c := range k.candidates(x, depth) {
		k.effort.Nodes += int64(bits.OnesCount64(c))
		for ; c != 0; c &= c - 1 {
			id := ids[word*64+bits.TrailingZeros64(c)]
			y := &k.stack[n]
			y.boards, y.id = x.boards, id
			y.boards.clear(&k.clearMask[id])
			gone := k.gone[int(k.piece[id])*w:][:w]
			for j, s := range avail {
				k.child[j] = s &^ gone[j]
			}
			if y.boards[0] == (cells128{}) || k.pickCorner(y, k.child) {
				n++
			}
		}
	}
	return n
}

// breedFast is breed with one word and two tables, in one loop without a branch
// that depends on the board: a child is always stored, and the stack grows by 1
// or by 0. A child must not cover the board.
func (k *scan) breedFast(x *frame, left uint64, n int) int {
	c := x.c
	ids := k.placements(x)[:64]
	near, far, fits := k.nearTable, k.farTable, (*[512]uint64)(k.fits)
	for ; c != 0; c &= c - 1 {
		id := ids[bits.TrailingZeros64(c)&63]
		m := &k.clearMask[id]
		y := &k.stack[n]
		y.id = id
		b0 := cells128{x.boards[0].a & m[0].a, x.boards[0].b & m[0].b}
		b1 := cells128{x.boards[1].a & m[1].a, x.boards[1].b & m[1].b}
		b2 := cells128{x.boards[2].a & m[2].a, x.boards[2].b & m[2].b}
		b3 := cells128{x.boards[3].a & m[3].a, x.boards[3].b & m[3].b}
		y.boards[0], y.boards[1], y.boards[2], y.boards[3] = b0, b1, b2, b3
		avail := left &^ k.gone[k.piece[id]]

		g, a := b0.window()
		b := fits[a] & avail &
			near[0][g&k.near[0].mask*k.near[0].mul>>(64-nearBits)] & far[0][g&k.far[0].mask*k.far[0].mul>>(64-farBits)]
		key := uint(bits.OnesCount64(b))<<9 | a
		g, a = b1.window()
		d := fits[a|128] & avail &
			near[1][g&k.near[1].mask*k.near[1].mul>>(64-nearBits)] & far[1][g&k.far[1].mask*k.far[1].mul>>(64-farBits)]
		if q := uint(bits.OnesCount64(d))<<9 | a | 128; q < key {
			b, key = d, q
		}
		g, a = b2.window()
		d = fits[a|256] & avail &
			near[2][g&k.near[2].mask*k.near[2].mul>>(64-nearBits)] & far[2][g&k.far[2].mask*k.far[2].mul>>(64-farBits)]
		if q := uint(bits.OnesCount64(d))<<9 | a | 256; q < key {
			b, key = d, q
		}
		g, a = b3.window()
		d = fits[a|384] & avail &
			near[3][g&k.near[3].mask*k.near[3].mul>>(64-nearBits)] & far[3][g&k.far[3].mask*k.far[3].mul>>(64-farBits)]
		if q := uint(bits.OnesCount64(d))<<9 | a | 384; q < key {
			b, key = d, q
		}
		y.c, y.reading, y.anchor = b, uint8(key>>7&3), uint8(key&127)
		z := b0.without(k.adjacent.beside(b0)) & k.joined
		n += int((z - 1) &^ z & (b | -b) >> 63)
	}
	return n
}

// last3 searches below a frame with three pieces left, each to be used once: its
// corner, and for the last two the first cell.
func (k *scan) last3(x *frame, depth int) {
	ids := k.placements(x)
	left := k.avail[depth]
	nodes := 0
	for c := x.c; c != 0; c &= c - 1 {
		id := ids[bits.TrailingZeros64(c)]
		m := &k.clearMask[id]
		s := cells128{x.boards[0].a & m[0].a, x.boards[0].b & m[0].b}
		avail := left &^ k.gone[k.piece[id]]
		nodes++
		c1, a1 := k.corner(s, 0, avail)
		for ; c1 != 0; c1 &= c1 - 1 {
			id1 := k.ids[a1<<6|uint(bits.TrailingZeros64(c1))]
			m := &k.clearMask[id1]
			nodes++
			c2, a2 := k.corner(cells128{s.a & m[0].a, s.b & m[0].b}, 0, avail&^k.gone[k.piece[id1]])
			if c2 != 0 {
				nodes++
				k.picks[depth&127] = enumerate.OptionID(id)
				k.picks[(depth+1)&127] = enumerate.OptionID(id1)
				k.picks[(depth+2)&127] = enumerate.OptionID(k.ids[a2<<6|uint(bits.TrailingZeros64(c2))])
				k.emit(depth + 3)
				if k.stopped {
					return
				}
			}
		}
	}
	k.effort.Nodes += int64(nodes)
}
