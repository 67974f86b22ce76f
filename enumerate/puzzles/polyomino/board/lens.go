package board

import (
	"errors"
	"strconv"
)

// A lens is how the corner kernels see pieces: a shape in one orientation is
// a slot, and a set of slots is one word.
//
// A view is a symmetry of the square applied to the board before it is read
// row by row. A placement has in each view a slot (its shape as seen there)
// and an anchor (its first cell there). Slots are numbered in the view's own
// frame, so that all views share the tables that say which slots find their
// cells free around an anchor:
//
//	. . . a 1 2 3 4      near, 11 bits: row 0 offsets 1 to 4,
//	1 2 3 4 5 6 7        then row 1 offsets -3 to 3
//	  1 2 3 4 5          far, 9 bits: row 2 offsets -2 to 2,
//	    1 2 3            row 3 offsets -1 to 1,
//	      1              row 4 offset 0
//
// No cell of a piece of at most 5 cells lies elsewhere.
//
// Which piece owns a slot depends on the view only through its handedness: of
// two mirror twins each looks like the other in a mirroring view. Hence an
// owner per handedness, and where the owners differ, two words of available
// slots.
type lens struct {
	slots  []shape
	owner  [2][64]int8 // handedness, slot: piece or -1
	excl   [2][]uint64 // handedness, piece: all slots it owns
	chiral bool        // the owners differ
	near   [64]uint16  // cells a slot needs, in the order drawn above
	far    [64]uint16
}

// A shape lists a slot's cells relative to its anchor, in reading order.
type shape struct {
	n    int
	r, c [5]int8
}

// A symmetry is one of the eight of the square, as the signed permutation it
// makes of offsets: (r, c) becomes (a*r + b*c, d*r + e*c).
type symmetry struct{ a, b, d, e int8 }

// views are the ways in which the kernels read a board. The first four begin in
// the top left corner and in the two beside it, by rows and by columns; the
// others are the same read from right to left or from the bottom up, and only
// the upper levels of the two-word kernel look at them.
//
//	view 0       view 1       view 2       view 3
//	1 2 3        1 4 7        7 8 9        3 6 9
//	4 5 6        2 5 8        4 5 6        2 5 8
//	7 8 9        3 6 9        1 2 3        1 4 7
//
//	view 4       view 5       view 6       view 7
//	3 2 1        7 4 1        9 8 7        9 6 3
//	6 5 4        8 5 2        6 5 4        8 5 2
//	9 8 7        9 6 3        3 2 1        7 4 1
//
// (What a view sees of a board whose cells are numbered as view 0 reads them.)
// Odd views read by columns.
var views = [8]symmetry{
	{1, 0, 0, 1}, {0, 1, 1, 0}, {-1, 0, 0, 1}, {0, -1, 1, 0},
	{1, 0, 0, -1}, {0, 1, -1, 0}, {-1, 0, 0, -1}, {0, -1, -1, 0},
}

// hands is 1 for the views that mirror.
var hands = [8]uint8{0, 1, 1, 0, 1, 0, 0, 1}

func (s symmetry) apply(r, c int8) (int8, int8) { return s.a*r + s.b*c, s.d*r + s.e*c }

// inverse of a signed permutation is its transpose.
func (s symmetry) inverse() symmetry { return symmetry{s.a, s.d, s.b, s.e} }

// anchored returns the shape of some cells as seen through a symmetry, and the
// index of the cell that is its anchor there.
func anchored(cells []int, cols int, s symmetry) (shape, int) {
	type cell struct {
		r, c int8
		i    int
	}
	var list [5]cell
	for i, x := range cells {
		r, c := s.apply(int8(x/cols), int8(x%cols))
		list[i] = cell{r, c, i}
	}
	l := list[:len(cells)]
	for i := range l { // insertion, in reading order
		for j := i; j > 0 && (l[j].r < l[j-1].r || l[j].r == l[j-1].r && l[j].c < l[j-1].c); j-- {
			l[j], l[j-1] = l[j-1], l[j]
		}
	}
	q := shape{n: len(l)}
	for i, x := range l {
		q.r[i], q.c[i] = x.r-l[0].r, x.c-l[0].c
	}
	return q, l[0].i
}

// newLens numbers the shapes that the placements have in some views, or says
// why they do not fit. It returns for every view and placement the slot and the
// cell that is the anchor.
func newLens(p *Puzzle, views []symmetry) (*lens, [][]spot, error) {
	l := &lens{}
	for h := range 2 {
		for i := range l.owner[h] {
			l.owner[h][i] = -1
		}
		l.excl[h] = make([]uint64, len(p.Pieces))
	}
	if len(p.Pieces) > 127 {
		return nil, nil, errors.New("more than 127 pieces")
	}
	number := map[shape]int{}
	spots := make([][]spot, len(views))
	for v := range views {
		spots[v] = make([]spot, len(p.Placements))
	}
	var last shape // of the placement before, which mostly differs by place alone
	var anchors [8]int
	for id, q := range p.Placements {
		if len(q.Cells) > 5 {
			return nil, nil, errors.New("piece " + strconv.Itoa(q.Piece) + " has " + strconv.Itoa(len(q.Cells)) +
				" cells: the corner tables hold at most 5")
		}
		if x, _ := anchored(q.Cells, p.Cols, symmetry{1, 0, 0, 1}); id > 0 && x == last && q.Piece == p.Placements[id-1].Piece {
			for v := range views {
				spots[v][id] = spot{slot: spots[v][id-1].slot, cell: uint8(q.Cells[anchors[v]])}
			}
			continue
		} else {
			last = x
		}
		for v, s := range views {
			x, anchor := anchored(q.Cells, p.Cols, s)
			anchors[v] = anchor
			o, ok := number[x]
			if !ok {
				if o = len(l.slots); o == 64 {
					return nil, nil, errors.New("more than 64 oriented shapes: the corner tables hold 64")
				}
				if !l.see(x, o) {
					return nil, nil, errors.New("piece " + strconv.Itoa(q.Piece) + " is not connected")
				}
				number[x] = o
				l.slots = append(l.slots, x)
			}
			h := hands[v]
			if w := l.owner[h][o]; w >= 0 && int(w) != q.Piece {
				return nil, nil, errors.New("pieces " + strconv.Itoa(int(w)) + " and " + strconv.Itoa(q.Piece) +
					" are turned images of one another: the corner tables could not tell them apart")
			}
			l.owner[h][o] = int8(q.Piece)
			l.excl[h][q.Piece] |= 1 << o
			spots[v][id] = spot{slot: uint8(o), cell: uint8(q.Cells[anchor])}
		}
	}
	for o := range l.slots {
		a, b := l.owner[0][o], l.owner[1][o]
		l.chiral = l.chiral || a >= 0 && b >= 0 && a != b
	}
	if !l.chiral { // one word serves: a slot has one owner, whatever the view
		for i := range p.Pieces {
			all := l.excl[0][i] | l.excl[1][i]
			l.excl[0][i], l.excl[1][i] = all, all
		}
		for o := range l.slots {
			w := max(l.owner[0][o], l.owner[1][o])
			l.owner[0][o], l.owner[1][o] = w, w
		}
	}
	return l, spots, nil
}

// A spot is where a view sees a placement: the slot, and the cell of the board
// (row*cols+col) that is the anchor there.
type spot struct{ slot, cell uint8 }

// see works out the cells that slot o needs; false if one is out of sight.
func (l *lens) see(x shape, o int) bool {
	for i := 1; i < x.n; i++ {
		switch r, c := x.r[i], x.c[i]; {
		case r == 0 && c <= 4:
			l.near[o] |= 1 << (c - 1)
		case r == 1 && -3 <= c && c <= 3:
			l.near[o] |= 1 << (4 + c + 3)
		case r == 2 && -2 <= c && c <= 2:
			l.far[o] |= 1 << (c + 2)
		case r == 3 && -1 <= c && c <= 1:
			l.far[o] |= 1 << (5 + c + 1)
		case r == 4 && c == 0:
			l.far[o] |= 1 << 8
		default:
			return false
		}
	}
	return true
}

// tables fills near and far tables: for every pattern of free cells the slots
// that find theirs free. at maps a bit of the pattern to its bit in the index.
//
// A slot is left out of a near pattern, too, if it would cut off a pocket that
// nothing can fill: a run of one to three free cells in row 0, right of the
// anchor, with both ends and everything beneath occupied (above it all is
// occupied, since the anchor is the first free cell). fill says which lengths
// straight pieces can fill. Pockets in row 0 cost nothing at search time and
// save a third of the nodes of the 12 pentominoes and the square on 8x8.
func (l *lens) tables(nearTable *[2048]uint64, farTable *[512]uint64, nearAt, farAt func(bit int) int, fill [4]bool) {
	var dead [2048]bool
	for pattern := range dead {
		dead[pattern] = pocket(pattern, fill)
	}
	fillTable(nearTable[:], l.near[:len(l.slots)], nearAt, dead[:])
	fillTable(farTable[:], l.far[:len(l.slots)], farAt, make([]bool, 512))
}

// fillTable adds slot o to all patterns that contain need[o] and are not dead
// without it.
func fillTable(table []uint64, need []uint16, at func(bit int) int, dead []bool) {
	index := make([]int, len(table))
	for b := 0; 1<<b < len(table); b++ {
		bit := 1 << at(b)
		for i := range 1 << b {
			index[i|1<<b] = index[i] | bit
		}
	}
	for o, n := range need {
		others := (len(table) - 1) &^ int(n)
		for rest := others; ; rest = (rest - 1) & others {
			if !dead[rest] {
				table[index[rest|int(n)]] |= 1 << o
			}
			if rest == 0 {
				break
			}
		}
	}
}

// pocket reports whether the free cells of a near pattern hold a pocket that
// cannot be filled.
func pocket(pattern int, fill [4]bool) bool {
	run := 0 // cells of row 0 in the run that ends before offset c
	for c := 1; c <= 4; c++ {
		switch {
		case pattern>>(c-1)&1 == 0: // occupied: a run ends
			if run > 0 && !fill[run] {
				return true
			}
			run = 0
		case c <= 3 && pattern>>(4+c+3)&1 != 0: // free beneath: not a pocket, nor is its rest
			run = -4
		default:
			run++
		}
	}
	return false
}

// fillable returns which lengths up to 3 the straight pieces can fill. Without
// a guard column a run may wrap into the next row and be two shorter ones, so
// that a length counts as fillable if a shorter one is.
func (l *lens) fillable(guard bool) (fill [4]bool) {
	fill[0] = true
	for n := 1; n <= 3; n++ {
		for _, x := range l.slots {
			if x.n <= n && x.r[x.n-1] == 0 && fill[n-x.n] {
				fill[n] = true
			}
		}
		if !guard && n > 1 && fill[n-1] {
			fill[n] = true
		}
	}
	return fill
}
