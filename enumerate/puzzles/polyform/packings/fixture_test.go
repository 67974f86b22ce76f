package packings

import (
	"math/bits"
	"slices"
	"strings"
)

// grid is a board of rows and columns for the tests; cells outside board are
// blocked.
type grid struct {
	rows, cols int
	board      uint64
}

func fullGrid(rows, cols int) grid { return grid{rows, cols, 1<<(rows*cols) - 1} }

// symmetries returns the isometries that map the board onto itself, the
// identity first.
func (b grid) symmetries() [][]uint8 {
	var group [][]uint8
	for g := range 8 {
		if g&1 != 0 && b.rows != b.cols {
			continue
		}
		perm := make([]uint8, b.rows*b.cols)
		for r := range b.rows {
			for c := range b.cols {
				x, y := r, c
				if g&1 != 0 {
					x, y = y, x
				}
				if g&2 != 0 {
					x = b.rows - 1 - x
				}
				if g&4 != 0 {
					y = b.cols - 1 - y
				}
				perm[r*b.cols+c] = uint8(x*b.cols + y)
			}
		}
		same := func(other []uint8) bool {
			for m := b.board; m != 0; m &= m - 1 {
				if c := bits.TrailingZeros64(m); other[c] != perm[c] {
					return false
				}
			}
			return true
		}
		if Permuted(b.board, perm) == b.board && !slices.ContainsFunc(group, same) {
			group = append(group, perm)
		}
	}
	return group
}

// placements returns those of a free piece drawn with '#', rows separated by
// '/'.
func (b grid) placements(picture string) []uint64 {
	var list []uint64
	for g := range 8 {
		var cells [][2]int
		for r, line := range strings.Split(picture, "/") {
			for c, x := range line {
				if x != '#' {
					continue
				}
				cell := [2]int{r, c}
				if g&1 != 0 {
					cell[0], cell[1] = cell[1], cell[0]
				}
				if g&2 != 0 {
					cell[0] = -cell[0]
				}
				if g&4 != 0 {
					cell[1] = -cell[1]
				}
				cells = append(cells, cell)
			}
		}
		for dr := -b.rows; dr < 2*b.rows; dr++ {
			for dc := -b.cols; dc < 2*b.cols; dc++ {
				var m uint64
				inside := true
				for _, cell := range cells {
					r, c := cell[0]+dr, cell[1]+dc
					if r < 0 || r >= b.rows || c < 0 || c >= b.cols {
						inside = false
						break
					}
					m |= 1 << (r*b.cols + c)
				}
				if inside && m&^b.board == 0 {
					list = append(list, m)
				}
			}
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

func (b grid) puzzle(uncovered int, pictures ...string) *Problem {
	p := &Problem{Board: b.board, Uncovered: uncovered, Symmetries: b.symmetries()}
	for _, picture := range pictures {
		p.Pieces, p.Copies = append(p.Pieces, b.placements(picture)), append(p.Copies, 1)
	}
	return p
}

// baibian is the 6x6 board with eight pieces, in the order of the source.
func baibian() *Problem {
	return fullGrid(6, 6).puzzle(8, "##./.##", "###/.#.", "##/##", "###/#..", "##/#.", "##", "####", "###")
}

// orbits counts the orbits by Burnside's lemma.
func (s *Space) orbits() (sum int64) {
	for _, perm := range s.group {
		sum += s.Fixed(perm)
	}
	return sum / int64(len(s.group))
}
