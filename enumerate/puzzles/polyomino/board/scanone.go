package board

import "math/bits"

// corner returns the candidates of a view's corner and where it is.
func (k *scan) corner(b board128, v int, avail uint64) (c uint64, a uint) {
	g, a := b.window()
	s := v >> 1 & 1
	p, q := &k.near[s], &k.far[s]
	c = k.fits[v<<7|int(a)] & avail & k.nearTable[s][g&p.mask*p.mul>>(64-nearBits)] & k.farTable[s][g&q.mask*q.mul>>(64-farBits)]
	if k.more {
		for i := range k.others[s] {
			t := &k.others[s][i]
			w := g
			if t.high {
				w = b.second()
			}
			c &= k.table[t.base+int(w&t.mask*t.mul>>(t.shift&63))]
		}
	}
	return c, a
}

// second returns the 64 bits that follow those of window.
func (b board128) second() uint64 {
	if b.a == 0 {
		return 0
	}
	return b.b >> (uint(bits.TrailingZeros64(b.a)) & 63)
}

// surveyOne sets a frame's candidates, view and anchor, and reports whether it
// is alive.
func (k *scan) surveyOne(x *frameScan) bool {
	if k.grid.isolated(x.boards[0])&k.lone != 0 {
		return false
	}
	best := 1 << 30
	for v := range x.boards {
		c, a := k.corner(x.boards[v], v, x.avail)
		n := bits.OnesCount64(c)
		if n == 0 {
			return false
		}
		if n += int(k.late[v<<7|int(a)]); n < best {
			best, x.c, x.view, x.anchor = n, c, uint8(v), uint8(a)
		}
	}
	return true
}

// expandOne searches below a frame when every piece is used exactly once and at
// least four are left; base is the first free place of the stack.
func (k *scan) expandOne(x *frameScan, depth, base int) {
	if checking {
		k.verify(x, depth)
	}
	solutions := k.effort.Solutions
	var e *dead128
	if k.cache != nil {
		e = k.dead(x.boards[0], x.avail)
		if e.f == x.boards[0] && e.avail == x.avail && e.task == k.task {
			return
		}
	}
	k.effort.Nodes += int64(bits.OnesCount64(x.c))
	if k.effort.Nodes >= k.poll {
		k.look()
	}
	k.effort.Deepest = max(k.effort.Deepest, depth+1)
	n := base
	if f := x.boards[0]; k.more || f.a&k.early.a|f.b&k.early.b != 0 {
		n = k.breed(x, base)
	} else {
		n = k.breedFast(x, base)
	}
	last := k.stock.total-depth == 4
	for j := base; j < n && !k.stopped; j++ {
		y := &k.stack[j]
		k.picks[depth&127] = y.id
		if last {
			k.last3(y, depth+1)
		} else if y.boards[0].count() < k.regionLeft || k.sizes.allow(y.boards[0], &k.grid) {
			k.expandOne(y, depth+1, n)
		}
	}
	if e != nil && !k.stopped && k.effort.Solutions == solutions {
		e.f, e.avail, e.task = x.boards[0], x.avail, k.task
	}
}

// breed puts the living children of a frame on the stack, and returns its next
// free place. With more than two tables, testing early pays: 15%. It also serves
// while there are regions to be searched first.
func (k *scan) breed(x *frameScan, n int) int {
	ids := k.placements(x)
	for c := x.c; c != 0; c &= c - 1 {
		id := ids[bits.TrailingZeros64(c)]
		y := &k.stack[n]
		y.boards, y.avail, y.id = x.boards, x.avail&^k.excl[k.piece[id]], id
		y.boards.clear(&k.keep[id])
		if k.surveyOne(y) {
			n++
		}
	}
	return n
}

// breedFast is breed with near and far alone, in one loop without a branch that
// depends on the board, as in [corner64.expand]. (By surveyOne, which tests
// early: 25% slower on 6x10. As part of expandOne: 7%, for want of registers.)
func (k *scan) breedFast(x *frameScan, n int) int {
	c := x.c
	ids := k.placements(x)[:64]
	near, far, fits := k.nearTable, k.farTable, (*[512]uint64)(k.fits)
	for ; c != 0; c &= c - 1 {
		id := ids[bits.TrailingZeros64(c)&63]
		m := &k.keep[id]
		y := &k.stack[n]
		y.id = id
		b0 := board128{x.boards[0].a & m[0].a, x.boards[0].b & m[0].b}
		b1 := board128{x.boards[1].a & m[1].a, x.boards[1].b & m[1].b}
		b2 := board128{x.boards[2].a & m[2].a, x.boards[2].b & m[2].b}
		b3 := board128{x.boards[3].a & m[3].a, x.boards[3].b & m[3].b}
		avail := x.avail &^ k.excl[k.piece[id]]
		y.boards[0], y.boards[1], y.boards[2], y.boards[3] = b0, b1, b2, b3
		y.avail = avail

		g, a := b0.window()
		b := fits[a] & avail & near[0][g&k.near[0].mask*k.near[0].mul>>(64-nearBits)] & far[0][g&k.far[0].mask*k.far[0].mul>>(64-farBits)]
		key := uint(bits.OnesCount64(b))<<9 | a
		g, a = b1.window()
		d := fits[a|128] & avail & near[0][g&k.near[0].mask*k.near[0].mul>>(64-nearBits)] & far[0][g&k.far[0].mask*k.far[0].mul>>(64-farBits)]
		if q := uint(bits.OnesCount64(d))<<9 | a | 128; q < key {
			b, key = d, q
		}
		g, a = b2.window()
		d = fits[a|256] & avail & near[1][g&k.near[1].mask*k.near[1].mul>>(64-nearBits)] & far[1][g&k.far[1].mask*k.far[1].mul>>(64-farBits)]
		if q := uint(bits.OnesCount64(d))<<9 | a | 256; q < key {
			b, key = d, q
		}
		g, a = b3.window()
		d = fits[a|384] & avail & near[1][g&k.near[1].mask*k.near[1].mul>>(64-nearBits)] & far[1][g&k.far[1].mask*k.far[1].mul>>(64-farBits)]
		if q := uint(bits.OnesCount64(d))<<9 | a | 384; q < key {
			b, key = d, q
		}
		y.c, y.view, y.anchor = b, uint8(key>>7&3), uint8(key&127)
		z := k.grid.isolated(b0) & k.lone
		n += int((z - 1) &^ z & (b | -b) >> 63)
	}
	return n
}

// last3 searches below a frame with three pieces left: its corner, and for the
// last two the first cell.
func (k *scan) last3(x *frameScan, depth int) {
	ids := k.placements(x)
	nodes := 0
	for c := x.c; c != 0; c &= c - 1 {
		id := ids[bits.TrailingZeros64(c)]
		m := &k.keep[id]
		b := board128{x.boards[0].a & m[0].a, x.boards[0].b & m[0].b}
		avail := x.avail &^ k.excl[k.piece[id]]
		nodes++
		c1, a1 := k.corner(b, 0, avail)
		for ; c1 != 0; c1 &= c1 - 1 {
			id1 := k.ids[a1<<6|uint(bits.TrailingZeros64(c1))]
			m := &k.keep[id1]
			nodes++
			c2, a2 := k.corner(board128{b.a & m[0].a, b.b & m[0].b}, 0, avail&^k.excl[k.piece[id1]])
			if c2 != 0 {
				nodes++
				k.picks[depth&127] = id
				k.picks[(depth+1)&127] = id1
				k.picks[(depth+2)&127] = k.ids[a2<<6|uint(bits.TrailingZeros64(c2))]
				k.emit(depth + 3)
				if k.stopped {
					return
				}
			}
		}
	}
	k.effort.Nodes += int64(nodes)
}

// expandAny searches below a frame for every stock: copies, optional pieces,
// any number of placements. It keeps count of the copies left on the path, and
// a child that covers the board is a solution if no piece is missing.
func (k *scan) expandAny(x *frameScan, depth, base int) {
	if checking {
		k.verify(x, depth)
	}
	k.effort.Nodes += int64(bits.OnesCount64(x.c))
	if k.effort.Nodes >= k.poll {
		k.look()
	}
	k.effort.Deepest = max(k.effort.Deepest, depth+1)
	ids := k.placements(x)
	n := base
	for c := x.c; c != 0; c &= c - 1 {
		id := ids[bits.TrailingZeros64(c)]
		y := &k.stack[n]
		y.boards, y.avail, y.id = x.boards, x.avail, id
		y.boards.clear(&k.keep[id])
		if i := int(k.piece[id]); k.left[i] == 1 {
			y.avail &^= k.excl[i]
		}
		if y.boards[0] == (board128{}) || k.surveyOne(y) {
			n++
		}
	}
	for j := base; j < n && !k.stopped; j++ {
		y := &k.stack[j]
		i := int(k.piece[y.id])
		k.take(i)
		k.picks[depth] = y.id
		if free := y.boards[0].count(); free == 0 {
			if k.need == 0 {
				k.emit(depth + 1)
			}
		} else if k.need <= free && (free < k.regionLeft || k.sizes.allow(y.boards[0], &k.grid)) {
			k.expandAny(y, depth+1, n)
		}
		k.give(i)
	}
}
