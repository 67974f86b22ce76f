package board

import "math/bits"

// regionCells is the least number of free cells with which expandAny measures
// regions.
const regionCells = 30

// expandAny is expand for every stock: copies, optional pieces, mirror twins,
// any number of placements. It keeps count of the copies left on the path, and
// a child that covers the board is a solution if no piece is missing.
func (k *corner64) expandAny(x *frame64, depth, base int) {
	if checking {
		k.verify(x, depth)
	}
	f, t, c, v := x.f, x.t, x.c, x.view&3
	avail, twins := x.avail, x.twins
	fc, tc := corner64of(v, f, t)
	hand := hands[v]
	k.effort.Nodes += int64(bits.OnesCount64(c))
	if k.effort.Nodes >= k.poll {
		k.look()
	}
	k.effort.Deepest = max(k.effort.Deepest, depth+1)
	n := base
	for ; c != 0; c &= c - 1 {
		o := bits.TrailingZeros64(c) & 63
		i := k.lens.owner[hand][o]
		y := &k.stack[n&4095]
		y.f = f &^ bits.RotateLeft64(k.shape[v][o].f, fc)
		y.t = t &^ bits.RotateLeft64(k.shape[v][o].t, tc)
		y.avail, y.twins, y.slot = avail, twins, uint32(o)
		if k.left[i] == 1 {
			y.avail &^= k.lens.excl[0][i]
			y.twins &^= k.lens.excl[1][i]
		}
		if y.f == 0 || k.survey(y) {
			n++
		}
	}
	top := n
	for j := base; j < top && !k.stopped; j++ {
		y := &k.stack[j&4095]
		i := int(k.lens.owner[hand][y.slot&63])
		k.take(i)
		k.sol[depth&63] = k.name(pick64{v, uint32(fc), y.slot})
		if y.f != 0 {
			if n := bits.OnesCount64(y.f); k.need <= n && (n < regionCells || k.sizes.allow64(y.f)) {
				k.expandAny(y, depth+1, top)
			}
		} else if k.need == 0 {
			k.emit(depth + 1)
		}
		k.give(i)
	}
}
