package board

import (
	"errors"
	"math/bits"
	"slices"
	"strconv"
)

// A gather brings the bits of a window that a group of cells has together at
// its top, in some order, where they index the group's table:
//
//	w & mask * mul >> shift
//
// The window w is the 64 bits from the anchor on, or those after them. The group
// is cut into spans of bits side by side; each bit of mul moves one of them to
// its place, and all else that the product has must lie beneath, or beyond bit
// 63. Pentominoes on rows of 10 cells, 11 and 9 bits:
//
//	      a  1  2  3  4      bits 60 to 63 of the first group
//	7  8  9 10 11 12 13           53    59
//	  18 19 20 21 22              59    63     second
//	     29 30 31                 56    58
//	        40                    55
type gather struct {
	mask, mul uint64
	shift     uint
	base      int  // of its table
	high      bool // the window is the second one
}

// A group is cells whose pattern indexes a table.
type group struct {
	gather
	runs []row          // the cells
	bits int            // of the index
	at   [MaxCells]int8 // distance from the anchor: bit of the index, or -1
}

// row is the cells of row r from column lo to before hi, relative to an anchor.
type row struct{ r, lo, hi int }

// nearBits and farBits are what the first two groups are indexed by where there
// is one word of slots. The tables of pentominoes take 20 KB of the first-level
// cache, 40 if the two strides need different ones.
const (
	nearBits = 11
	farBits  = 9
)

// groupBits returns the most bits that the group of a number may have, and
// whether its table must be indexed by as many, whatever it needs.
func (k *scan) groupBits(i int) (most int, fixed bool) {
	switch {
	case k.words > 1:
		return max(8, 13-bits.Len(uint(k.words))), false
	case i == 1:
		return farBits, true
	}
	return nearBits, i == 0
}

// cut divides the cells that the shapes seen at a stride need, row by row, into
// groups. What lies beneath row 0 belongs into its group, before the rest of its
// row, since pockets are seen in one group (see [pocketIn]): for hexominoes
// this saves a quarter of the nodes.
func (k *scan) cut(shapes [][]offset, stride int) (groups []group, err error) {
	rows := rowsOf(shapes)
	if len(rows) > 1 {
		most, _ := k.groupBits(0)
		q := &rows[1]
		if c := q.hi - max(1, most-(rows[0].hi-rows[0].lo)); q.lo < c && c < q.hi {
			left := row{1, q.lo, c}
			q.lo = c
			rows = slices.Insert(rows, 2, left)
		}
	}
	var open group
	for _, q := range rows {
		for q.lo < q.hi {
			hi := q.hi
			for ; hi > q.lo; hi-- { // as much of the row as there is room for
				most, fixed := k.groupBits(len(groups))
				if x, ok := newGroup(append(slices.Clone(open.runs), row{q.r, q.lo, hi}), most, fixed, stride); ok {
					open, q.lo = x, hi
					break
				}
			}
			if q.lo < q.hi {
				groups, open = append(groups, open), group{}
			}
		}
	}
	if len(open.runs) > 0 {
		groups = append(groups, open)
	}
	if len(groups) > maxGroups {
		return nil, errors.New("pieces so large that their cells make " + strconv.Itoa(len(groups)) + " groups: the scan kernel holds " + strconv.Itoa(maxGroups))
	}
	return groups, nil
}

// rowsOf returns the rows that the shapes reach, their anchors left out.
func rowsOf(shapes [][]offset) (rows []row) {
	for _, s := range shapes {
		for _, x := range s[1:] {
			for len(rows) <= x.r {
				rows = append(rows, row{r: len(rows)})
			}
			q := &rows[x.r]
			if q.lo == q.hi {
				q.lo, q.hi = x.c, x.c+1
			}
			q.lo, q.hi = min(q.lo, x.c), max(q.hi, x.c+1)
		}
	}
	return rows
}

// span is bits of a window side by side; to is how far they are moved.
type span struct{ lo, hi, to int }

// newGroup finds out how to gather the cells of some runs into an index of at
// most, or fixed to, a number of bits. It fails if they are too many, lie in both
// windows, or no order of the spans does.
func newGroup(runs []row, most int, fixed bool, stride int) (group, bool) {
	x := group{runs: runs}
	var spans []span
	lowest := MaxCells
	for _, q := range runs {
		lo, hi := q.r*stride+q.lo, q.r*stride+q.hi
		lowest = min(lowest, lo)
		if n := len(spans); n > 0 && lo < spans[n-1].hi { // rows overlap: cells seen twice
			spans[n-1].lo, spans[n-1].hi = min(lo, spans[n-1].lo), max(hi, spans[n-1].hi)
		} else {
			spans = append(spans, span{lo: lo, hi: hi})
		}
	}
	from := 0
	if lowest >= 64 {
		x.high, from = true, 64
	}
	n := 0
	for i := range spans {
		s := &spans[i]
		s.lo -= from
		s.hi -= from
		if s.lo < 0 || s.hi > 64 {
			return x, false
		}
		n += s.hi - s.lo
	}
	if n > most || len(spans) > 5 || !arrange(spans, 0, n) {
		return x, false
	}
	x.bits = n
	if fixed { // bits beneath may be set: the table does not mind
		x.bits = most
	}
	x.shift = uint(64 - x.bits)
	for p := range x.at {
		x.at[p] = -1
	}
	for _, s := range spans {
		x.mul |= 1 << s.to
		x.mask |= (1<<(s.hi-s.lo) - 1) << s.lo
		for p := s.lo; p < s.hi; p++ {
			x.at[p+from] = int8(p + s.to - int(x.shift))
		}
	}
	return x, true
}

// arrange tries the orders of the spans from number i on, the first in the order
// going to the top, and sets where they go: to the top n bits.
func arrange(spans []span, i, n int) bool {
	if i < len(spans) {
		for j := i; j < len(spans); j++ {
			spans[i], spans[j] = spans[j], spans[i]
			if arrange(spans, i+1, n) {
				return true
			}
			spans[i], spans[j] = spans[j], spans[i]
		}
		return false
	}
	top := 64
	for i := range spans {
		s := &spans[i]
		top -= s.hi - s.lo
		if s.to = top - s.lo; s.to < 0 {
			return false
		}
	}
	rest := uint64(0) // the most that all else sums to
	for i, s := range spans {
		for j, by := range spans {
			if lo, hi := s.lo+by.to, s.hi+by.to; i != j && lo < 64 {
				if hi > top {
					return false
				}
				rest += (1<<(hi-lo) - 1) << lo
			}
		}
	}
	return rest < 1<<top
}

// tabulate returns the table of a group: by the pattern of the free cells the
// slots that find theirs free. A slot is left out, too, where it would cut off a
// pocket that nothing can fill.
func (k *scan) tabulate(shapes [][]offset, slots []int, x *group, stride int) []uint64 {
	size := 1 << x.bits
	dead := make([]bool, size)
	if fill := fillable(shapes); x.at[1] >= 0 {
		for pattern := range dead {
			dead[pattern] = pocketIn(pattern, &x.at, stride, fill)
		}
	}
	table := make([]uint64, size*k.words)
	for i, s := range shapes {
		need := 0
		for _, c := range s {
			if b := x.at[c.r*stride+c.c]; b >= 0 {
				need |= 1 << b
			}
		}
		w, bit := slots[i]>>6, uint64(1)<<(slots[i]&63)
		others := (size - 1) &^ need
		for rest := others; ; rest = (rest - 1) & others {
			if !dead[rest] {
				table[(rest|need)*k.words+w] |= bit
			}
			if rest == 0 {
				break
			}
		}
	}
	return table
}

// fillable returns the length of the shortest straight piece. A run of as many
// cells may be filled, and every longer one: with no gap between rows it may be
// two runs.
func fillable(shapes [][]offset) int {
	least := MaxCells
	for _, s := range shapes {
		if s[len(s)-1].r == 0 {
			least = min(least, len(s))
		}
	}
	return least
}

// pocketIn reports whether the free cells of a pattern hold a pocket that
// nothing can fill: a run of fewer cells than fill with both ends, everything
// above and everything beneath occupied. Before the anchor all is. Pockets cost
// nothing at search time; going by the distance from the anchor alone, they are
// found in any row that a group holds.
func pocketIn(pattern int, at *[MaxCells]int8, stride, fill int) bool {
	free := func(p int) bool { // or not known
		return p > 0 && (p >= len(at) || at[p] < 0 || pattern>>at[p]&1 != 0)
	}
	run := 0
	for p := 1; p < len(at) && at[p] >= 0; p++ {
		switch {
		case !free(p):
			if 0 < run && run < fill {
				return true
			}
			run = 0
		case free(p-stride) || free(p+stride):
			run = -MaxCells
		default:
			run++
		}
	}
	return false
}
