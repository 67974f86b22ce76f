package measure

import (
	"slices"

	"coverstat/enumerate"
)

// Board is the puzzle as measures see it.
type Board struct {
	Rows, Cols int
	// Blocked says of each cell, row by row, whether it is no part of the
	// board.
	Blocked []bool
	Pieces  []Piece
	// Placements are the options, by [enumerate.OptionID].
	Placements []Placement
	// Orbits gives each option the number of its orbit under the symmetries
	// of the puzzle; see [Orbits]. Nil if there are none.
	Orbits []int32
	// Order is the number of symmetries.
	Order int
}

// Piece is a piece by name, with the largest number of copies in a tiling.
type Piece struct {
	Name     string
	Copies   int
	Separate bool // its cells do not all hang together by their edges
}

// Placement is the piece and the cells (row*Cols + column) of an option.
type Placement struct {
	Piece int
	Cells []int
}

// Orbits numbers the orbits of the options under a group: equal numbers, same
// orbit. image(k, o) is what element k makes of option o.
func Orbits(options, order int, image func(k int, o enumerate.OptionID) enumerate.OptionID) []int32 {
	orbits := make([]int32, options)
	for o := range orbits {
		orbits[o] = -1
	}
	for o := range orbits {
		if orbits[o] < 0 {
			for k := range order {
				orbits[image(k, enumerate.OptionID(o))] = int32(o)
			}
			orbits[o] = int32(o)
		}
	}
	return orbits
}

// Places numbers the orbits of each piece's placements 0, 1, 2, ... in the
// order of their least options: the values of place(P), by option.
func (b *Board) Places() []int32 {
	places := make([]int32, len(b.Placements))
	number := map[[2]int32]int32{} // piece and orbit
	next := make([]int32, len(b.Pieces))
	for o, p := range b.Placements {
		key := [2]int32{int32(p.Piece), b.orbit(o)}
		n, ok := number[key]
		if !ok {
			n = next[p.Piece]
			number[key] = n
			next[p.Piece]++
		}
		places[o] = n
	}
	return places
}

func (b *Board) orbit(o int) int32 {
	if b.Orbits == nil {
		return int32(o)
	}
	return b.Orbits[o]
}

// classes numbers the classes of pieces that symmetries exchange, and returns
// the class of each piece and the pieces of each class.
func (b *Board) classes() (of []int, members [][]int) {
	least := make([]int, len(b.Pieces)) // union-find over pieces, least as root
	for p := range least {
		least[p] = p
	}
	root := func(p int) int {
		for least[p] != p {
			p = least[p]
		}
		return p
	}
	owner := map[int32]int{}
	for o, p := range b.Placements {
		first, ok := owner[b.orbit(o)]
		if !ok {
			owner[b.orbit(o)] = p.Piece
			continue
		}
		x, y := root(first), root(p.Piece)
		least[max(x, y)] = min(x, y)
	}
	of = make([]int, len(b.Pieces))
	for p := range of {
		if r := root(p); r == p {
			of[p] = len(members)
			members = append(members, []int{p})
		} else {
			of[p] = of[r]
			members[of[p]] = append(members[of[p]], p)
		}
	}
	return of, members
}

// extent is the bounding rectangle of the free cells, bounds inclusive.
type extent struct{ top, left, bottom, right int }

func (b *Board) extent() extent {
	e := extent{b.Rows, b.Cols, -1, -1}
	for i, blocked := range b.Blocked {
		if !blocked {
			r, c := i/b.Cols, i%b.Cols
			e = extent{min(e.top, r), min(e.left, c), max(e.bottom, r), max(e.right, c)}
		}
	}
	return e
}

// option is what a placement alone contributes to the measures.
type option struct {
	class     int32
	place     int32
	edgeCells int32
	onEdge    int32 // 0 or 1
	touches   int32 // 0 or 1
	corners   int32

	// The grid lines that it cuts: between rows top and bottom, and between
	// columns left and right, all relative to the bounding rectangle.
	top, bottom, left, right int32
}

func (b *Board) options(class []int) []option {
	e := b.extent()
	places := b.Places()
	out := make([]option, len(b.Placements))
	for o, p := range b.Placements {
		x := option{class: int32(class[p.Piece]), place: places[o], top: int32(b.Rows), left: int32(b.Cols)}
		for _, i := range p.Cells {
			r, c := i/b.Cols, i%b.Cols
			endRow, endCol := r == e.top || r == e.bottom, c == e.left || c == e.right
			if endRow || endCol {
				x.edgeCells++
			}
			if endRow && endCol {
				x.corners++
			}
			row, col := int32(r-e.top), int32(c-e.left)
			x.top, x.bottom = min(x.top, row), max(x.bottom, row)
			x.left, x.right = min(x.left, col), max(x.right, col)
		}
		if x.edgeCells > 0 {
			x.touches = 1
		}
		if int(x.edgeCells) == len(p.Cells) {
			x.onEdge = 1
		}
		out[o] = x
	}
	return out
}

// maxTiles is the largest number of tiles that a solution can have.
func (b *Board) maxTiles() int {
	free, smallest := 0, 0
	for _, blocked := range b.Blocked {
		if !blocked {
			free++
		}
	}
	total := 0
	for _, p := range b.Pieces {
		total += min(p.Copies, free)
	}
	for _, p := range b.Placements {
		if smallest == 0 || len(p.Cells) < smallest {
			smallest = len(p.Cells)
		}
	}
	if smallest > 0 {
		total = min(total, free/smallest)
	}
	return total
}

func (b *Board) names() []string {
	names := make([]string, len(b.Pieces))
	for i, p := range b.Pieces {
		names[i] = p.Name
	}
	return slices.Clip(names)
}
