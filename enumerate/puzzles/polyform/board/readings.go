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

// An order puts the cells of a board in a line.
type order struct {
	// at is the position of each cell, from 0 to MaxCells-1. Positions may be
	// left without a cell.
	at []int
	// line cuts the positions into lines of so many, the first beginning at
	// position 0. If it is above 0, the upper levels of the search prefer to
	// work where few cells of a line are free.
	line int
}

// compactSide is the least length of the shorter side with which a rectangle is
// read from three corners.
const compactSide = 9

// ordersOf returns four ways to read the cells of a rectangle one after another. Each
// begins at another place, and neighbours lie close together in it. Of orders that
// are equally good for a step, the search takes the first.
//
// If both sides are long, the orders begin at three corners, two of them at the
// same, and corners are weighed by lines: what is left free then keeps a short
// border. There is a gap of one position after each line, so that dead ends at
// the border of the board are visible.
//
// Otherwise the orders are the four rotations, so that each begins at a corner of
// its own, and there are no gaps, so that the bits around a cell lie close
// together. The orders that read the shorter lines come first.
//
// What else was tried: NOTES.md, "Orders of the cells".
//
// The cells of a board of 9 and of one of 8 cells, numbered as each order reads
// them, if the first were compact:
//
//	1 2 3   1 4 7   7 8 9   7 4 1      2 4 6 8   7 5 3 1   1 2 3 4   8 7 6 5
//	4 5 6   2 5 8   4 5 6   8 5 2      1 3 5 7   8 6 4 2   5 6 7 8   4 3 2 1
//	7 8 9   3 6 9   1 2 3   9 6 3
func ordersOf(rows, cols int) (all [4]order) {
	for o := range all {
		all[o].at = make([]int, rows*cols)
	}
	compact := min(rows, cols) >= compactSide && rows*(cols+1) <= MaxCells && cols*(rows+1) <= MaxCells
	for r := range rows {
		for c := range cols {
			place := func(at ...int) {
				for o, position := range at {
					all[o].at[r*cols+c] = position
				}
			}
			up, left := rows-1-r, cols-1-c
			if compact {
				place(r*(cols+1)+c, c*(rows+1)+r, up*(cols+1)+c, left*(rows+1)+r)
				continue
			}
			a, b := r*cols+c, left*rows+r // the other two are these read backwards
			last := rows*cols - 1
			if cols > rows {
				place(last-b, b, a, last-a)
			} else {
				place(a, last-a, b, last-b)
			}
		}
	}
	if compact {
		for o := range all {
			all[o].line = [2]int{cols + 1, rows + 1}[o&1]
		}
	}
	return all
}

func neighbours(rows, cols int) [][]int {
	all := make([][]int, rows*cols)
	join := func(x, y int) {
		all[x], all[y] = append(all[x], y), append(all[y], x)
	}
	for x := range all {
		if x%cols+1 < cols {
			join(x, x+1)
		}
		if x+cols < len(all) {
			join(x, x+cols)
		}
	}
	return all
}
