package board

import "math/bits"

// expandAny searches below a frame for every stock: copies, optional pieces,
// any number of placements. It keeps count of the copies left on the path, and
// a child that covers the board is a solution if no piece is missing.
func (k *corner128) expandAny(x *frame128, depth, base int) {
	if checking {
		k.verify(x, depth, 8)
	}
	k.effort.Nodes += int64(bits.OnesCount64(x.c))
	if k.effort.Nodes >= k.poll {
		k.look()
	}
	k.effort.Deepest = max(k.effort.Deepest, depth+1)
	ids := &k.ids[x.view&7][x.anchor&127]
	n := base
	for c := x.c; c != 0; c &= c - 1 {
		id := ids[bits.TrailingZeros64(c)&63]
		y := &k.stack[n]
		y.boards, y.avail, y.twins, y.id = x.boards, x.avail, x.twins, id
		y.clear(&k.keep[id])
		if i := int(k.piece[id]); k.left[i] == 1 {
			y.avail &^= k.lens.excl[0][i]
			y.twins &^= k.lens.excl[1][i]
		}
		if y.boards[0].a|y.boards[0].b == 0 || k.survey(y) {
			n++
		}
	}
	for j := base; j < n && !k.stopped; j++ {
		y := &k.stack[j]
		i := int(k.piece[y.id])
		k.take(i)
		k.picks[depth] = y.id
		if y.boards[0].a|y.boards[0].b != 0 {
			if k.need <= y.boards[0].count() {
				k.expandAny(y, depth+1, n)
			}
		} else if k.need == 0 {
			k.emit(depth + 1)
		}
		k.give(i)
	}
}
