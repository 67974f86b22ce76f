package board

import (
	"errors"
	"math/bits"
	"slices"
	"strconv"
)

// offset is a cell relative to an anchor.
type offset struct{ r, c int }

// build numbers the slots and fills the tables of the scan kernel.
func (k *scan) build() error {
	p := k.puzzle
	if len(p.Pieces) > 1<<15-1 {
		return errors.New(strconv.Itoa(len(p.Pieces)) + " pieces: the scan kernel holds 32767")
	}
	number := map[string]int{} // piece and shape
	var shapes [][]offset
	slot := [4][]int{}
	anchors := [4][]int{}
	var key []byte
	for v := range 4 {
		slot[v], anchors[v] = make([]int, len(p.Placements)), make([]int, len(p.Placements))
		for id, q := range p.Placements {
			s, anchor := offsets(q.Cells, p.Cols, views[v])
			key = strconv.AppendInt(key[:0], int64(q.Piece), 10)
			for _, x := range s {
				key = append(key, ' ')
				key = strconv.AppendInt(key, int64(x.r), 10)
				key = append(key, ' ')
				key = strconv.AppendInt(key, int64(x.c), 10)
			}
			o, ok := number[string(key)]
			if !ok {
				o = len(shapes)
				number[string(key)] = o
				shapes = append(shapes, s)
			}
			slot[v][id], anchors[v][id] = o, k.at(v, anchor)
		}
	}
	k.slots = len(shapes)
	k.words = max(1, (k.slots+63)/64)
	if k.words > maxWords {
		return errors.New(strconv.Itoa(k.slots) + " oriented shapes: the scan kernel holds " + strconv.Itoa(64*maxWords))
	}
	k.excl = make([]uint64, len(p.Pieces)*k.words)
	k.fits0 = make([]uint64, 4*128*k.words)
	k.ids = make([]int32, 4*128*k.slots)
	k.keep = make([]boards4, len(p.Placements))
	k.piece = make([]int16, len(p.Placements))
	for v := range 4 {
		k.spots[v] = make([]int32, len(p.Placements))
	}
	for id, q := range p.Placements {
		k.piece[id] = int16(q.Piece)
		var m boards4
		for _, x := range q.Cells {
			k.set(&m, x)
		}
		for v := range 4 {
			k.keep[id][v] = board128{^m[v].a, ^m[v].b}
			o, a := slot[v][id], anchors[v][id]
			k.excl[q.Piece*k.words+o/64] |= 1 << (o & 63)
			w := (v*128+a)*k.words + o/64
			if k.fits0[w]>>(o&63)&1 != 0 {
				return errors.New("placement " + strconv.Itoa(id) + " given twice")
			}
			k.fits0[w] |= 1 << (o & 63)
			k.spots[v][id] = int32(w<<6 | o&63)
			k.ids[(v*128+a)*k.slots+o] = int32(id)
		}
	}
	k.fits = slices.Clone(k.fits0)
	return k.cut(shapes)
}

// offsets is [anchored] for shapes of any size.
func offsets(cells []int, cols int, s symmetry) ([]offset, int) {
	list := make([]offset, len(cells))
	anchor := 0
	for i, x := range cells {
		r, c := s.apply(int8(x/cols), int8(x%cols))
		list[i] = offset{int(r), int(c)}
		if b := list[anchor]; list[i].r < b.r || list[i].r == b.r && list[i].c < b.c {
			anchor = i
		}
	}
	first := list[anchor]
	for i := range list {
		list[i].r -= first.r
		list[i].c -= first.c
	}
	slices.SortFunc(list, func(x, y offset) int {
		if x.r != y.r {
			return x.r - y.r
		}
		return x.c - y.c
	})
	return list, cells[anchor]
}

// cut divides the cells that the shapes need, row by row, into chunks, and the
// chunks into groups of as many cells as a table may have index bits.
func (k *scan) cut(shapes [][]offset) error {
	most := max(8, 12-bits.Len(uint(k.words)))
	var group []row
	width := 0
	for _, q := range rowsOf(shapes) {
		for lo := q.lo; lo < q.hi; {
			w := min(q.hi-lo, most)
			if width+w > most {
				k.tabulate(shapes, group)
				group, width = nil, 0
			}
			group = append(group, row{q.r, lo, lo + w})
			width += w
			lo += w
		}
	}
	k.tabulate(shapes, group)
	if len(k.chunks[0]) > maxChunks {
		return errors.New("pieces so large that their cells make " + strconv.Itoa(len(k.chunks[0])) + " chunks: the scan kernel holds " + strconv.Itoa(maxChunks))
	}
	return nil
}

// row is the cells of row r from column lo to before hi, relative to an anchor.
type row struct{ r, lo, hi int }

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

// tabulate adds the table of a group of chunks.
func (k *scan) tabulate(shapes [][]offset, group []row) {
	if len(group) == 0 {
		return
	}
	index := map[offset]int{}
	for i, q := range group {
		for g, stride := range k.stride {
			c := chunk{mask: 1<<(q.hi-q.lo) - 1, pos: uint(len(index)), last: i == len(group)-1}
			switch at := q.r*stride + q.lo; {
			case at < 0:
				c.shift = uint(128 - at)
			case at < 128:
				c.shift = uint(at)
			default:
				c.shift = outside
			}
			c.far = c.shift+uint(q.hi-q.lo) > 64
			k.chunks[g] = append(k.chunks[g], c)
		}
		for c := q.lo; c < q.hi; c++ {
			index[offset{q.r, c}] = len(index)
		}
	}
	size := 1 << len(index)
	dead := make([]bool, size)
	if len(group) >= 2 && group[0].r == 0 && group[0].lo == 1 && group[1].r == 1 &&
		group[0].hi <= min(k.stride[0], k.stride[1])+group[1].lo { // each cell once
		fill := fillable(shapes, group[0].hi)
		for pattern := range dead {
			dead[pattern] = pocketIn(pattern, group[0], group[1], fill)
		}
	}
	table := make([]uint64, size*k.words)
	for o, s := range shapes {
		need := 0
		for _, x := range s {
			if i, ok := index[x]; ok {
				need |= 1 << i
			}
		}
		for rest := (size - 1) &^ need; ; rest = (rest - 1) & ((size - 1) &^ need) {
			if !dead[rest] {
				table[(rest|need)*k.words+o/64] |= 1 << (o & 63)
			}
			if rest == 0 {
				break
			}
		}
	}
	k.table = append(k.table, table...)
	k.groups++
	for g := range k.chunks {
		k.chunks[g][len(k.chunks[g])-1].next = len(k.table) / k.words
	}
}

// fillable returns which runs of up to n cells straight pieces can fill, whole
// or, since there is no guard column and a run may be two, in a first part.
func fillable(shapes [][]offset, n int) []bool {
	fill := make([]bool, n+1)
	for _, s := range shapes {
		if s[len(s)-1].r == 0 {
			for i := len(s); i <= n; i++ {
				fill[i] = true
			}
		}
	}
	return fill
}

// pocketIn is [pocket] for rows 0 and 1 of any width.
func pocketIn(pattern int, above, beneath row, fill []bool) bool {
	run := 0
	for c := above.lo; c < above.hi; c++ {
		switch {
		case pattern>>(c-above.lo)&1 == 0:
			if run > 0 && !fill[run] {
				return true
			}
			run = 0
		case c < beneath.lo || c >= beneath.hi || pattern>>(above.hi-above.lo+c-beneath.lo)&1 != 0:
			run = -above.hi
		default:
			run++
		}
	}
	return false
}
