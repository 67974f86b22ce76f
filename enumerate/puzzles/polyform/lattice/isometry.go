package lattice

import "slices"

// An Isometry turns the lattice or mirrors it.
type Isometry struct {
	// Turns and Mirrors say what a piece must be allowed to do to lie so. The
	// identity does neither. One reflection does not turn: the one left to right,
	// which keeps layers and rows. It flips a piece that may not be turned.
	Turns, Mirrors bool
	// Image returns the image of a cell. Only images up to translation matter.
	Image func(Cell) Cell
}

// permutations are the permutations of three coordinates, the identity first;
// the last three are odd.
var permutations = [6][3]int{{0, 1, 2}, {1, 2, 0}, {2, 0, 1}, {1, 0, 2}, {0, 2, 1}, {2, 1, 0}}

// signedPermutations lists the isometries that permute three coordinates and
// multiply them by one of the triples of signs, those that do not mirror first.
// mirrors says which of them mirror; to and from convert the coordinates.
func signedPermutations(signs [][3]int, mirrors func(permutation int, signs [3]int) bool, to func(Cell) [3]int, from func([3]int) Cell) []Isometry {
	var all []Isometry
	for _, mirrored := range []bool{false, true} {
		for _, sign := range signs {
			for p, permutation := range permutations {
				if mirrors(p, sign) != mirrored {
					continue
				}
				image := func(c Cell) Cell {
					x, y := to(c), [3]int{}
					for i, k := range permutation {
						y[i] = sign[i] * x[k]
					}
					return from(y)
				}
				all = append(all, Isometry{Turns: len(all) > 0 && !(mirrored && leftToRight(image)), Mirrors: mirrored, Image: image})
			}
		}
	}
	return all
}

// leftToRight reports whether an isometry that mirrors keeps layers and rows, but
// for a translation.
func leftToRight(image func(Cell) Cell) bool {
	origin := image(Cell{})
	row, col := image(Cell{Row: 1}).Minus(origin), image(Cell{Col: 1}).Minus(origin)
	return row.Layer == 0 && row.Row == 1 && col == Cell{Col: -1}
}

// planeSigns are the signs of hexagons and triangles: their three coordinates
// have a fixed sum, so that all change sign or none. There the odd permutations
// mirror.
var planeSigns = [][3]int{{1, 1, 1}, {-1, -1, -1}}

func isOdd(permutation int, _ [3]int) bool { return permutation >= 3 }

// Describe says what an isometry but the identity does: "a quarter turn", "a reflection".
func (l *Lattice) Describe(k Isometry) string {
	if k.Mirrors {
		return "a reflection"
	}
	crooked := l.NewShape([]Cell{{}, {Col: 2}, {Col: 6}, {Row: 2}}) // no image is as it was
	turns := 1
	for s := l.Image(crooked, k); !slices.Equal(s, crooked); s = l.Image(s, k) {
		turns++
	}
	return map[int]string{2: "a half turn", 3: "a third of a turn", 4: "a quarter turn", 6: "a sixth of a turn"}[turns]
}
