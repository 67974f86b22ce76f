package board

import "math/bits"

// cachePieces is the most pieces with which dead states are cached. The cache
// saves 20% of the nodes and 12% of the time on 6x10, a third of the nodes on
// 5x12. With 18 pieces states hardly repeat: 3 to 6% fewer nodes for tables of
// 2^14 to 2^18 entries, and no less time or much more.
const cachePieces = 15

// expand searches below a frame when every piece is used exactly once and at
// least four are left; base is the first free place of the stack.
func (k *corner128) expand(x *frame128, depth, base int) {
	if checking {
		k.verify(x, depth, 4)
	}
	c, hand := x.c, hands[x.view&7]
	left := k.stock.total - depth
	solutions := k.effort.Solutions
	var e *dead128
	if 4 <= left && left <= 7 && k.cache != nil {
		f := x.boards[0]
		e = &k.cache[(f.a*0x9E3779B97F4A7C15^f.b*0xD6E8FEB86659FD93^x.avail*0xBF58476D1CE4E5B9)>>(64-deadBits)&(1<<deadBits-1)]
		if e.f == f && e.avail == x.avail && e.task == k.task {
			return
		}
	}
	k.effort.Nodes += int64(bits.OnesCount64(c))
	if k.effort.Nodes >= k.poll {
		k.look()
	}
	ids := &k.ids[x.view&7][x.anchor&127]
	excl, exclT := &k.excl[hand], &k.exclT[hand]
	near, far, f, t := &k.near, &k.far, &k.gather[0], &k.gather[1]
	n := base
	for ; c != 0; c &= c - 1 {
		o := bits.TrailingZeros64(c) & 63
		id := ids[o]
		m := &k.keep[id]
		y := &k.stack[n]
		y.id = id
		b0 := board128{x.boards[0].a & m[0].a, x.boards[0].b & m[0].b}
		b1 := board128{x.boards[1].a & m[1].a, x.boards[1].b & m[1].b}
		b2 := board128{x.boards[2].a & m[2].a, x.boards[2].b & m[2].b}
		b3 := board128{x.boards[3].a & m[3].a, x.boards[3].b & m[3].b}
		avail, twins := x.avail&^excl[o], x.twins&^exclT[o]
		y.boards[0], y.boards[1], y.boards[2], y.boards[3] = b0, b1, b2, b3
		y.avail, y.twins = avail, twins

		g, a := b0.window()
		b := k.fits[0][a] & avail & near[g&f.nearMask*f.nearMul>>53] & far[g&f.farMask*f.farMul>>55]
		key := uint(bits.OnesCount64(b))<<9 | a
		g, a = b1.window()
		d := k.fits[1][a] & twins & near[g&t.nearMask*t.nearMul>>53] & far[g&t.farMask*t.farMul>>55]
		if q := uint(bits.OnesCount64(d))<<9 | a | 128; q < key {
			b, key = d, q
		}
		g, a = b2.window()
		d = k.fits[2][a] & twins & near[g&f.nearMask*f.nearMul>>53] & far[g&f.farMask*f.farMul>>55]
		if q := uint(bits.OnesCount64(d))<<9 | a | 256; q < key {
			b, key = d, q
		}
		g, a = b3.window()
		d = k.fits[3][a] & avail & near[g&t.nearMask*t.nearMul>>53] & far[g&t.farMask*t.farMul>>55]
		if q := uint(bits.OnesCount64(d))<<9 | a | 384; q < key {
			b, key = d, q
		}
		y.c, y.view, y.anchor = b, uint8(key>>7&3), uint8(key&127)
		z := k.isolated(b0)
		n += int((z - 1) &^ z & (b | -b) >> 63)
	}
	if left == 4 {
		for i := base; i < n && !k.stopped; i++ {
			y := &k.stack[i]
			k.picks[depth&127] = y.id
			k.last3(y, depth+1)
		}
	} else {
		for i := base; i < n && !k.stopped; i++ {
			y := &k.stack[i]
			k.picks[depth&127] = y.id
			k.expand(y, depth+1, n)
		}
	}
	if e != nil && !k.stopped && k.effort.Solutions == solutions {
		e.f, e.avail, e.task = x.boards[0], x.avail, k.task
	}
}

// last3 searches below a frame with three pieces left: its corner, and for the
// last two the first cell.
func (k *corner128) last3(x *frame128, depth int) {
	hand := hands[x.view&7]
	ids := &k.ids[x.view&7][x.anchor&127]
	near, far, f := &k.near, &k.far, &k.gather[0]
	nodes := 0
	for c := x.c; c != 0; c &= c - 1 {
		o := bits.TrailingZeros64(c) & 63
		m := &k.keep[ids[o]]
		b1 := board128{x.boards[0].a & m[0].a, x.boards[0].b & m[0].b}
		avail := x.avail &^ k.excl[hand][o]
		nodes++
		g, a := b1.window()
		for c1 := k.fits[0][a] & avail & near[g&f.nearMask*f.nearMul>>53] & far[g&f.farMask*f.farMul>>55]; c1 != 0; c1 &= c1 - 1 {
			o1 := bits.TrailingZeros64(c1) & 63
			m := &k.keep[k.ids[0][a][o1]]
			g, a2 := board128{b1.a & m[0].a, b1.b & m[0].b}.window()
			nodes++
			c2 := k.fits[0][a2] & avail &^ k.excl[0][o1] & near[g&f.nearMask*f.nearMul>>53] & far[g&f.farMask*f.farMul>>55]
			if c2 != 0 {
				nodes++
				k.picks[depth&127] = ids[o]
				k.picks[(depth+1)&127] = k.ids[0][a][o1]
				k.picks[(depth+2)&127] = k.ids[0][a2][bits.TrailingZeros64(c2)&63]
				k.emit(depth + 3)
				if k.stopped {
					return
				}
			}
		}
	}
	k.effort.Nodes += int64(nodes)
}
