package board

import (
	"errors"
	"slices"
	"strconv"
)

// offset is a cell relative to an anchor.
type offset struct{ r, c int }

// build numbers the slots and fills the tables of the scan kernel.
func (k *scan) build() error {
	p := k.puzzle
	number := map[string]int{} // piece and shape
	var shapes [][]offset
	slot := [4][]int{}
	anchors := [4][]int{}
	var key []byte
	for v := range 4 {
		slot[v], anchors[v] = make([]int, len(p.Placements)), make([]int, len(p.Placements))
		for id, q := range p.Placements {
			s, anchor := offsets(q.Cells, p.Cols, views128[v])
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
	k.keep = make([]boards128, len(p.Placements))
	for v := range 4 {
		k.spots[v] = make([]int32, len(p.Placements))
	}
	for id, q := range p.Placements {
		var m boards128
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

// cut divides the cells that the shapes need, row by row, into chunks of at
// most 8 and fills their tables.
func (k *scan) cut(shapes [][]offset) error {
	type span struct{ lo, hi int }
	rows := map[int]span{}
	last := 0
	for _, s := range shapes {
		for _, x := range s[1:] {
			q, ok := rows[x.r]
			if !ok {
				q = span{x.c, x.c}
			}
			rows[x.r] = span{min(q.lo, x.c), max(q.hi, x.c)}
			last = max(last, x.r)
		}
	}
	for r := range last + 1 {
		q, ok := rows[r]
		if !ok {
			continue
		}
		width := q.hi - q.lo + 1
		parts := (width + 7) / 8
		for i := range parts {
			lo, hi := q.lo+width*i/parts, q.lo+width*(i+1)/parts
			base := len(k.table) / k.words
			need := make([]uint16, len(shapes))
			for o, s := range shapes {
				for _, x := range s {
					if x.r == r && lo <= x.c && x.c < hi {
						need[o] |= 1 << (x.c - lo)
					}
				}
			}
			entries := make([]uint64, k.words<<(hi-lo))
			for pattern := range 1 << (hi - lo) {
				for o, n := range need {
					if uint16(pattern)&n == n {
						entries[pattern*k.words+o/64] |= 1 << (o & 63)
					}
				}
			}
			k.table = append(k.table, entries...)
			for g, stride := range []int{k.puzzle.Cols, k.puzzle.Rows} {
				c := chunk{mask: 1<<(hi-lo) - 1, base: base}
				switch at := r*stride + lo; {
				case at < 0:
					c.shift = uint(128 - at)
				case at < 128:
					c.shift = uint(at)
				default:
					c.shift = outside
				}
				k.chunks[g] = append(k.chunks[g], c)
			}
		}
	}
	if len(k.chunks[0]) > maxChunks {
		return errors.New("pieces so large that their cells make " + strconv.Itoa(len(k.chunks[0])) + " chunks: the scan kernel holds " + strconv.Itoa(maxChunks))
	}
	return nil
}
