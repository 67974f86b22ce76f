package board

import "math/bits"

// locate finds the corner of a view: its anchor, and in rows the tables' entries
// for the cells around it.
func (k *scan) locate(b board128, v int) (anchor int) {
	g, a := b.window()
	for i := range k.gather[v>>1&1] {
		t := &k.gather[v>>1&1][i]
		w := g
		if t.high {
			w = b.second()
		}
		k.rows[i&(maxGroups-1)] = (t.base + int(w&t.mask*t.mul>>(t.shift&63))) * k.words
	}
	return int(a)
}

// candidates returns a word of the candidates of the corner found last, of
// those available in that word.
func (k *scan) candidates(v, anchor, word int, avail uint64) uint64 {
	c := avail & k.fits[(v*128+anchor)*k.words+word]
	for _, r := range k.rows[:len(k.gather[v>>1&1])&(maxGroups-1)] {
		c &= k.table[r+word]
	}
	return c
}

// survey sets a frame's view and anchor and reports whether it is alive.
func (k *scan) survey(x *frameScan, avail []uint64) bool {
	if k.grid.isolated(x.boards[0])&k.lone != 0 {
		return false
	}
	best := 1 << 30
	for v := range x.boards {
		n := 0
		a := k.locate(x.boards[v], v)
		for w, left := range avail {
			n += bits.OnesCount64(k.candidates(v, a, w, left))
		}
		if n == 0 {
			return false
		}
		if n += int(k.late[v*128+a]); n < best {
			best, x.view, x.anchor = n, uint8(v), uint8(a)
		}
	}
	return true
}

// collect sets the candidates of a frame's corner.
func (k *scan) collect(set []uint64, x *frameScan, avail []uint64) {
	v := int(x.view & 3)
	a := k.locate(x.boards[v], v)
	for w := range set {
		set[w] = k.candidates(v, a, w, avail[w])
	}
}

// expand searches below a frame for every stock and any number of words of
// slots; base is the first free place of the stack.
func (k *scan) expand(x *frameScan, depth, base int) {
	if checking {
		k.verify(x, depth)
	}
	solutions := k.effort.Solutions
	var e *dead128
	if k.cache != nil && k.stock.total-depth >= 4 {
		e = k.dead(x.boards[0], k.pieces)
		if e.f == x.boards[0] && e.avail == k.pieces && e.task == k.task {
			return
		}
	}
	set, avail := k.sets[depth*k.words:][:k.words], k.avail[depth*k.words:][:k.words]
	k.collect(set, x, avail)
	for _, c := range set {
		k.effort.Nodes += int64(bits.OnesCount64(c))
	}
	if k.effort.Nodes >= k.poll {
		k.look()
	}
	k.effort.Deepest = max(k.effort.Deepest, depth+1)
	ids := k.placements(x)
	n := base
	for w, c := range set {
		for ; c != 0; c &= c - 1 {
			id := ids[w*64+bits.TrailingZeros64(c)]
			i := int(k.piece[id])
			y := &k.stack[n]
			y.boards, y.id = x.boards, id
			y.boards.clear(&k.keep[id])
			left := avail
			if k.left[i] == 1 {
				left = k.child
				for j, s := range k.excl[i*k.words:][:k.words] {
					left[j] = avail[j] &^ s
				}
			}
			if y.boards[0] == (board128{}) || k.survey(y, left) {
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
		} else if k.need <= free && (free < k.regionLeft || k.sizes.allow(y.boards[0], &k.grid)) {
			k.expand(y, depth+1, n)
		}
		k.pieces ^= 1 << (i & 63)
		k.give(i)
	}
	if e != nil && !k.stopped && k.effort.Solutions == solutions {
		e.f, e.avail, e.task = x.boards[0], k.pieces, k.task
	}
}
