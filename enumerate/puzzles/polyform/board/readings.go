package board

import "slices"

// A reading is how one order of the cells sees the placements. It reads a
// placement from its first cell, the anchor, and sees a shape: the distances of
// the other cells from there. A slot is a shape of a piece. In each reading a
// placement has a slot and an anchor.
//
// The slots of a piece have the same numbers in every reading, so that one set of
// slots says for all of them which pieces are left. A reading with fewer shapes of
// a piece than another leaves numbers unused.
type reading struct {
	order  *order
	shapes []string // slot: distance by byte, ascending, with the anchor's 0; "" if unused
	slot   []int    // placement
	anchor []int    // placement: position
}

// newReadings numbers the slots in some orders. With same, a shape of a piece has
// the same number in every reading, and all readings have the same shapes; there may
// be more slots then. It returns the piece of each slot.
func newReadings(p *Problem, orders []order, same bool) (readings []reading, owner []int) {
	readings = make([]reading, len(orders))
	keys := make([][]string, len(orders))       // reading, placement
	distinct := make([][][]string, len(orders)) // reading, piece
	for v := range orders {
		readings[v].order = &orders[v]
		keys[v] = readings[v].read(p)
		distinct[v] = make([][]string, len(p.Pieces))
		if same {
			distinct[v] = distinct[0]
		}
	}
	// Most placements have the shape and the piece of the one before.
	again := func(v, id int) bool {
		return id > 0 && p.Placements[id-1].Piece == p.Placements[id].Piece && keys[v][id-1] == keys[v][id]
	}
	for id, q := range p.Placements {
		for v := range readings {
			if list := &distinct[v][q.Piece]; !again(v, id) && !slices.Contains(*list, keys[v][id]) {
				*list = append(*list, keys[v][id])
			}
		}
	}
	first := make([]int, len(p.Pieces))
	for i := range p.Pieces {
		first[i] = len(owner)
		n := 0
		for v := range readings {
			n = max(n, len(distinct[v][i]))
		}
		owner = append(owner, slices.Repeat([]int{i}, n)...)
	}
	for v := range readings {
		x := &readings[v]
		x.shapes = make([]string, len(owner))
		for i, list := range distinct[v] {
			if !same { // where two orders see the same shapes, their tables are the same
				slices.Sort(list)
			}
			copy(x.shapes[first[i]:], list)
		}
		x.slot = make([]int, len(p.Placements))
		for id, q := range p.Placements {
			if again(v, id) {
				x.slot[id] = x.slot[id-1]
			} else {
				x.slot[id] = first[q.Piece] + slices.Index(distinct[v][q.Piece], keys[v][id])
			}
		}
	}
	return readings, owner
}

// read sets the anchors. It returns the shape of each placement.
func (x *reading) read(p *Problem) []string {
	keys := make([]string, len(p.Placements))
	x.anchor = make([]int, len(p.Placements))
	known := map[string]string{}
	var key []byte
	for id, q := range p.Placements {
		key = key[:0]
		for _, cell := range q.Cells {
			key = append(key, byte(x.order.at[cell]))
		}
		slices.Sort(key)
		x.anchor[id] = int(key[0])
		for i := range key {
			key[i] -= byte(x.anchor[id])
		}
		shape, ok := known[string(key)]
		if !ok {
			shape = string(key)
			known[shape] = shape
		}
		keys[id] = shape
	}
	return keys
}
