package board

import (
	"math/bits"

	"coverstat/enumerate/invariants"
)

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
