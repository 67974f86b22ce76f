package board

import "math/bits"

const (
	// wideLeft is the least number of pieces left for expandWide.
	wideLeft = 9
	// wideRow is added to the free cells of a corner's row.
	wideRow = 4
)

// expandWide is expand for the upper levels, where a node may cost more. It
// does not just count a corner's candidates but weighs them by how far the
// corner's row reaches: branching in short rows keeps the border of the free
// region short, which pays many levels below. On 9x10, 18 one-sided pieces:
// 0.62 of the nodes; 6x10: 0.94. From 7, 8 or 10 pieces up, or with 2 to 8 for
// wideRow, the nodes differ by 2% at most. It also refuses regions of sizes
// that no pieces make up (1% of the nodes).
//
// And it looks at all eight views (0.94 on 9x10, 0.98 on 6x10; below, they cost
// more than they save).
//
// Tried and dropped: taking the corner whose children have the fewest
// candidates in all, or the least weight (5% fewer nodes on 9x10 from 14
// pieces up, none below, and more from 11 down; nothing on 8x8).
func (k *corner128) expandWide(x *frame128, depth, base int) {
	if checking {
		k.verify(x, depth, 8)
	}
	k.effort.Nodes += int64(bits.OnesCount64(x.c))
	if k.effort.Nodes >= k.poll {
		k.look()
	}
	hand := hands[x.view&7]
	ids := &k.ids[x.view&7][x.anchor&127]
	n := base
	for c := x.c; c != 0; c &= c - 1 {
		o := bits.TrailingZeros64(c) & 63
		y := &k.stack[n]
		y.id = ids[o]
		y.boards = x.boards
		y.clear(&k.keep[y.id])
		y.avail, y.twins = x.avail&^k.excl[hand][o], x.twins&^k.exclT[hand][o]
		if k.surveyWide(y) && k.sizes.allow(y.boards[0], &k.grid) {
			n++
		}
	}
	for i := base; i < n && !k.stopped; i++ {
		y := &k.stack[i]
		k.picks[depth&127] = y.id
		k.descend(y, depth+1, n)
	}
}

// surveyWide is survey with weighed corners, in all views.
func (k *corner128) surveyWide(x *frame128) bool {
	best := 1 << 30
	for v := range 8 {
		g, a := x.boards[v].window()
		t := &k.gather[v&1]
		avail := x.avail
		if hands[v] != 0 {
			avail = x.twins
		}
		c := k.fits[v][a] & avail & k.near[g&t.nearMask*t.nearMul>>53] & k.far[g&t.farMask*t.farMul>>55]
		row := bits.OnesCount64(g & (1<<(t.stride-a%t.stride) - 1))
		if n := bits.OnesCount64(c) * (row + wideRow); n < best {
			best, x.c, x.view, x.anchor = n, c, uint8(v), uint8(a)
		}
	}
	return best > 0 && k.isolated(x.boards[0]) == 0
}
