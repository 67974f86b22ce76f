package polyform

import (
	"slices"

	"coverstat/enumerate"
	"coverstat/enumerate/puzzles/polyform/lattice"
)

// boardSymmetry is a symmetry of the free cells of a board that maps the pieces
// onto one another.
type boardSymmetry struct {
	cells  []int // image of each cell
	pieces []int // image of each piece
}

// boardSymmetries lists the symmetries of a board and of a set of pieces, the
// identity first. Orientations that do not fit on the board do not count, nor
// do pieces of which none fits: they make no option.
func boardSymmetries(b *Board, pieces []Piece) []boardSymmetry {
	fitting := make([][]lattice.Shape, len(pieces))
	owner := map[string]int{} // no two pieces share an orientation
	for i, p := range pieces {
		for _, s := range p.Orientations {
			if b.Fits(s) {
				fitting[i] = append(fitting[i], s)
				owner[s.Picture()] = i
			}
		}
	}
	var all []boardSymmetry
	for _, s := range b.Symmetries() {
		image := func(t lattice.Shape) (int, bool) {
			j, ok := owner[b.Image(t, s.Isometry).Picture()]
			return j, ok
		}
		if to := pieceImages(pieces, fitting, image); to != nil {
			all = append(all, boardSymmetry{s.Image, to})
		}
	}
	return all
}

// pieceImages returns which piece each becomes, or nil if one becomes none, or
// one of another number of copies. image finds the piece that has the image of
// an orientation.
func pieceImages(pieces []Piece, fitting [][]lattice.Shape, image func(lattice.Shape) (int, bool)) []int {
	to := make([]int, len(pieces))
	for i, p := range pieces {
		to[i] = i
		for n, s := range fitting[i] {
			j, ok := image(s)
			if !ok || n > 0 && j != to[i] {
				return nil
			}
			to[i] = j
		}
		q := pieces[to[i]]
		if len(fitting[to[i]]) != len(fitting[i]) || q.Min != p.Min || q.Max != p.Max {
			return nil
		}
	}
	return to
}

// itemPermutations returns what the symmetries do to the items, the identity
// first.
func (z *Puzzle) itemPermutations(cellItem []enumerate.Item, items int) [][]enumerate.Item {
	var all [][]enumerate.Item
	for _, s := range boardSymmetries(z.Board, z.Pieces) {
		perm := make([]enumerate.Item, items)
		for from, to := range s.cells {
			if cellItem[from] >= 0 {
				perm[cellItem[from]] = cellItem[to]
			}
		}
		for from, to := range s.pieces {
			if z.items[from] >= 0 {
				perm[z.items[from]] = z.items[to]
			}
		}
		all = append(all, perm)
	}
	return all
}

// cellGroup returns the symmetries of the board that map each piece to itself,
// as cell permutations, the identity first, each once.
func cellGroup(b *Board, pieces []Piece) [][]uint8 {
	var group [][]uint8
	for _, s := range boardSymmetries(b, pieces) {
		perm := make([]uint8, len(s.cells))
		for i, c := range s.cells {
			perm[i] = uint8(c)
		}
		exchanges := slices.ContainsFunc(s.pieces, func(i int) bool { return s.pieces[i] != i })
		seen := slices.ContainsFunc(group, func(other []uint8) bool { return slices.Equal(perm, other) })
		if !exchanges && !seen {
			group = append(group, perm)
		}
	}
	return group
}
