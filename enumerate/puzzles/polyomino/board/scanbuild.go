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
			s, anchor := offsets(q.Cells, p.Cols, views[k.order[v]])
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
	k.ids = make([]int32, 4*128*k.words*64)
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
			k.ids[(v*128+a)*k.words*64+o] = int32(id)
		}
	}
	k.fits = slices.Clone(k.fits0)
	for g, stride := range k.stride {
		// Only the shapes seen at this stride: others may reach too far.
		seen := slices.Concat(slot[2*g], slot[2*g+1])
		slices.Sort(seen)
		seen = slices.Compact(seen)
		list := make([][]offset, len(seen))
		for i, o := range seen {
			list[i] = shapes[o]
		}
		groups, err := k.cut(list, stride)
		if err != nil {
			return err
		}
		for i := range groups {
			k.add(g, groups[i].gather, k.tabulate(list, seen, &groups[i], stride))
		}
	}
	if k.words == 1 {
		k.fast()
	}
	return nil
}

// add adds a group and its table, unless the other stride has the same.
func (k *scan) add(g int, x gather, table []uint64) {
	for _, y := range k.gather[0] {
		if at := y.base * k.words; at+len(table) <= len(k.table) && slices.Equal(k.table[at:at+len(table)], table) {
			x.base = y.base
			k.gather[g] = append(k.gather[g], x)
			return
		}
	}
	x.base = len(k.table) / k.words
	k.table = append(k.table, table...)
	k.gather[g] = append(k.gather[g], x)
}

// fast sets the look-ups of the search with one word of slots.
func (k *scan) fast() {
	all := gather{base: len(k.table)} // allows all, by index 0
	for range 1 << nearBits {
		k.table = append(k.table, ^uint64(0))
	}
	for g, list := range k.gather {
		list = append(slices.Clone(list), all, all)
		if list[0].high || list[1].high { // left to rest
			list = append([]gather{all, all}, k.gather[g]...)
		}
		k.near[g], k.far[g] = list[0], list[1]
		k.nearTable[g] = (*[1 << nearBits]uint64)(k.table[list[0].base:])
		k.farTable[g] = (*[1 << farBits]uint64)(k.table[list[1].base:])
		k.others[g] = slices.DeleteFunc(list[2:], func(x gather) bool { return x == all })
		k.more = k.more || len(k.others[g]) > 0
	}
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
