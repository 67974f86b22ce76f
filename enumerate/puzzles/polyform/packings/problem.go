package packings

import (
	"fmt"
	"math/bits"
	"slices"
)

// maxGroup is the largest symmetry group that a table folds: that of a torus of
// 8x8 squares.
const maxGroup = 512

// Problem is a board and pieces, and how many cells they leave uncovered. Cells
// are bits: any numbering serves, but translates of a placement are found only
// if they are shifts of its mask, so number a board with holes like the
// rectangle around it.
type Problem struct {
	// Board holds the cells; bits outside it are blocked or do not exist.
	Board uint64
	// Pieces lists the placements of each piece as masks within Board. Each
	// piece is used once, or as often as Copies says.
	Pieces [][]uint64
	// Copies is the number of interchangeable copies of each piece; nil: one.
	Copies []int
	// Uncovered is the number of cells that the pieces leave free. It follows
	// from the areas and is given as a check.
	Uncovered int
	// Symmetries is a group of permutations of the cells, identity first: cell
	// c goes to Symmetries[g][c]. Every one maps the board onto itself and the
	// placements of each piece onto themselves. Empty: the identity alone.
	Symmetries [][]uint8
}

// copies returns how often piece i is used.
func (p *Problem) copies(i int) int {
	if p.Copies == nil {
		return 1
	}
	return p.Copies[i]
}

// check says what is wrong with the puzzle, if anything.
func (p *Problem) check() error {
	if p.Copies != nil && len(p.Copies) != len(p.Pieces) {
		return fmt.Errorf("%d pieces with %d numbers of copies", len(p.Pieces), len(p.Copies))
	}
	area := 0
	for i, placements := range p.Pieces {
		if p.copies(i) < 1 {
			return fmt.Errorf("piece %d: %d copies: expected at least 1", i, p.copies(i))
		}
		if len(placements) == 0 {
			return fmt.Errorf("piece %d has no placement", i)
		}
		size := bits.OnesCount64(placements[0])
		for _, m := range placements {
			if m == 0 || m&^p.Board != 0 || bits.OnesCount64(m) != size {
				return fmt.Errorf("piece %d: placement %#x: expected %d cells of the board %#x", i, m, size, p.Board)
			}
		}
		if len(slices.Compact(slices.Sorted(slices.Values(placements)))) != len(placements) {
			return fmt.Errorf("piece %d: a placement is listed twice", i)
		}
		area += size * p.copies(i)
	}
	if cells := bits.OnesCount64(p.Board); p.Uncovered < 0 || area+p.Uncovered != cells {
		return fmt.Errorf("the pieces cover %d cells and %d are to be left: expected %d in all", area, p.Uncovered, cells)
	}
	if err := checkGroup(p.Board, p.Symmetries); err != nil {
		return err
	}
	for g, perm := range p.Symmetries {
		for i, placements := range p.Pieces {
			image := make([]uint64, len(placements))
			for j, m := range placements {
				image[j] = Permuted(m, perm)
			}
			slices.Sort(image)
			if !slices.Equal(image, slices.Sorted(slices.Values(placements))) {
				return fmt.Errorf("symmetry %d does not map the placements of piece %d onto themselves", g, i)
			}
		}
	}
	return nil
}

// checkGroup says what is wrong with a list of permutations that should be a
// group on the board, if anything.
func checkGroup(board uint64, group [][]uint8) error {
	if len(group) > maxGroup {
		return fmt.Errorf("%d symmetries: expected at most %d", len(group), maxGroup)
	}
	for g, perm := range group {
		var image uint64
		for m := board; m != 0; m &= m - 1 {
			c := bits.TrailingZeros64(m)
			if c >= len(perm) || perm[c] > 63 {
				return fmt.Errorf("symmetry %d does not map cell %d to a cell", g, c)
			}
			if g == 0 && int(perm[c]) != c {
				return fmt.Errorf("symmetry 0 moves cell %d: expected the identity", c)
			}
			image |= 1 << perm[c]
		}
		if image != board {
			return fmt.Errorf("symmetry %d maps the board %#x to %#x", g, board, image)
		}
	}
	// One after another gives one that is listed, and all are different.
	images := func(perms ...[]uint8) string {
		var s []byte
		for m := board; m != 0; m &= m - 1 {
			c := uint8(bits.TrailingZeros64(m))
			for _, perm := range perms {
				c = perm[c]
			}
			s = append(s, c)
		}
		return string(s)
	}
	listed := map[string]int{}
	for _, perm := range group {
		listed[images(perm)]++
	}
	for g, first := range group {
		for h, second := range group {
			if n := listed[images(first, second)]; n != 1 {
				return fmt.Errorf("symmetry %d after %d is listed %d times: expected a group", h, g, n)
			}
		}
	}
	return nil
}

// Permuted returns the image of a set of cells: cell c becomes perm[c].
func Permuted(m uint64, perm []uint8) uint64 {
	var image uint64
	for ; m != 0; m &= m - 1 {
		image |= 1 << perm[bits.TrailingZeros64(m)]
	}
	return image
}
