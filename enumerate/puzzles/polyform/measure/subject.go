package measure

import (
	"slices"

	"coverstat/enumerate"
	"coverstat/enumerate/puzzles/polyform/lattice"
)

// Subject is the puzzle as measures see it.
type Subject struct {
	Board  *lattice.Board
	Pieces []Piece
	// Placements are the options, by [enumerate.OptionID].
	Placements []lattice.Placement
	// Orbits gives each option the least option of its orbit under the symmetries
	// of the puzzle. Nil if there are none.
	Orbits []enumerate.OptionID
	// Exchanges are the symmetries that exchange pieces.
	Exchanges []Exchange
	// Order is the number of symmetries.
	Order int
}

// Piece is a piece by name, with the largest number of copies in a tiling.
type Piece struct {
	Name     string
	Copies   int
	Separate bool // it is not connected
}

// Places numbers the orbits of each piece's placements 0, 1, 2, ... in the
// order of their least options: the values of place(P), by option.
func (z *Subject) Places() []int32 {
	places := make([]int32, len(z.Placements))
	number := map[[2]int]int32{} // by piece and orbit
	next := make([]int32, len(z.Pieces))
	for o, p := range z.Placements {
		key := [2]int{p.Piece, int(z.orbit(o))}
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

func (z *Subject) orbit(o int) enumerate.OptionID {
	if z.Orbits == nil {
		return enumerate.OptionID(o)
	}
	return z.Orbits[o]
}

// option is what a placement alone contributes to the measures.
type option struct {
	piece int32
	sums  [summands]int32
}

// cuts returns the lines between strips that each placement cuts, as sets of bits of so
// many words, and the number of lines. The lines of all axes are numbered together.
func (z *Subject) cuts() (sets []uint64, words, lines int) {
	b := z.Board
	// base is added to a strip to number the line behind it
	rings, base := make([]int, len(b.Axes)), make([]int, len(b.Axes))
	for a, axis := range b.Axes {
		first, last := b.Strips(axis)
		if rings[a] = b.Ring(a); rings[a] > 0 { // the first strip comes again after the last
			first, last = 0, rings[a]
		}
		base[a] = lines - first
		lines += last - first
	}
	words = (lines + 63) / 64
	sets = make([]uint64, words*len(z.Placements))
	for o, p := range z.Placements {
		for a, axis := range b.Axes {
			cut := func(strip int) { sets[o*words+(base[a]+strip)/64] |= 1 << ((base[a] + strip) % 64) }
			if rings[a] > 0 {
				z.cutsOnRing(axis, rings[a], p.Cells, cut)
				continue
			}
			at := func(i int) int { return axis(b.Cell(i)) }
			first, last := at(p.Cells[0]), at(p.Cells[0])
			for _, i := range p.Cells {
				first, last = min(first, at(i)), max(last, at(i))
			}
			for strip := first; strip < last; strip++ {
				cut(strip)
			}
		}
	}
	return sets, words, lines
}

// cutsOnRing calls cut with each line of a ring of n strips that lies between two
// neighbouring cells of a connected placement. Line k lies between the strips k and k+1.
func (z *Subject) cutsOnRing(axis func(lattice.Cell) int, n int, cells []int, cut func(line int)) {
	for _, i := range cells {
		c := z.Board.Cell(i)
		for _, d := range z.Board.Beside[0] {
			if j := z.Board.At(c.Plus(d)); axis(d) == 1 && j != i && slices.Contains(cells, j) {
				cut(axis(c) % n)
			}
		}
	}
}

// options computes what each placement contributes.
func (z *Subject) options() []option {
	ends, places, open, cut := z.Board.Ends(), z.Places(), z.Board.Exposed(), z.CutSides()
	out := make([]option, len(z.Placements))
	for o, p := range z.Placements {
		x := option{piece: int32(p.Piece)}
		x.sums[used], x.sums[place], x.sums[cutEdges] = 1, 1+places[o], int32(len(cut[o]))
		for _, i := range p.Cells {
			x.sums[exposed] += open[i]
			if ends[i] > 0 {
				x.sums[edgeCells]++
			}
			if ends[i] >= z.Board.Dimensions {
				x.sums[corners]++
			}
		}
		if x.sums[edgeCells] > 0 {
			x.sums[touches] = 1
		}
		if x.sums[exposed] == 0 {
			x.sums[hidden] = 1
		}
		if int(x.sums[edgeCells]) == len(p.Cells) {
			x.sums[onEdge] = 1
		}
		out[o] = x
	}
	return out
}

func (z *Subject) maxTiles() int {
	free, total := z.Board.Area(), 0
	smallest := free
	for _, p := range z.Pieces {
		total += min(p.Copies, free)
	}
	for _, p := range z.Placements {
		smallest = min(smallest, len(p.Cells))
	}
	return min(total, free/smallest)
}

func (z *Subject) names() (names []string) {
	for _, p := range z.Pieces {
		names = append(names, p.Name)
	}
	return names
}

// neighbours lists, for each placement, the cells outside of it that meet a cell of it.
// pairs are the pairs of cells that meet.
func (z *Subject) neighbours(pairs [][2]int32) [][]int32 {
	beside := make([][]int32, len(z.Board.Blocked)) // by cell
	for _, p := range pairs {
		beside[p[0]], beside[p[1]] = append(beside[p[0]], p[1]), append(beside[p[1]], p[0])
	}
	return z.outside(beside, true)
}

// CutSides lists, for each placement, of each side between a cell of it and a cell
// outside of a greater number, that cell.
func (z *Subject) CutSides() [][]int32 {
	after := make([][]int32, len(z.Board.Blocked)) // by cell
	for _, s := range z.Board.Sides() {
		after[s[0]] = append(after[s[0]], s[1])
	}
	return z.outside(after, false)
}

// outside lists, for each placement, the cells beside its own that are outside of it, each
// of them once or as often as it is there. The lists lie one after another in memory.
func (z *Subject) outside(beside [][]int32, once bool) [][]int32 {
	lists, all := make([][]int32, len(z.Placements)), []int32(nil)
	for o, p := range z.Placements {
		first := len(all)
		for _, i := range p.Cells {
			for _, j := range beside[i] {
				if !slices.Contains(p.Cells, int(j)) && !(once && slices.Contains(all[first:], j)) {
					all = append(all, j)
				}
			}
		}
		lists[o] = all[first:len(all):len(all)]
	}
	return lists
}
