package lattice

import (
	"iter"
	"slices"
)

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
func signedPermutations(signs [][3]int, mirrors func(permutation int, signs [3]int) bool, to func(Cell) [3]int,
	from func([3]int) Cell) []Isometry {
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
				all = append(all, Isometry{Turns: len(all) > 0 && !(mirrored && leftToRight(image)), Mirrors: mirrored,
					Image: image})
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

// A Symmetry says which isometries count as symmetries of a board. They make the
// images of a solution the same solution. All count where it is "full" or empty.
type Symmetry string

const (
	rotations Symmetry = "rotations" // those that do not mirror
	None      Symmetry = "none"      // the identity alone
)

// counts reports whether an isometry counts, with some translation.
func (s Symmetry) counts(k Isometry) bool {
	switch s {
	case rotations:
		return !k.Mirrors
	case None:
		return !k.Mirrors && !k.Turns
	}
	return true
}

// Symmetries visits the symmetries that count, the identity first: the isometries
// that, with a translation, map the free cells onto themselves, on a ring with all
// its shifts. A symmetry is the number of its isometry and the images of all
// cells; a blocked cell is its own image. Of several with the same images, as
// boards that are thin or have few cells may have them, it visits the first. It
// does not matter how many blocked cells are drawn round the free ones. There must
// be a free cell. Of a board with a frame they are those symmetries of the frame that map its
// blocked cells onto themselves.
func (b *Board) Symmetries() iter.Seq2[int, []int] { return b.symmetries(b.shifts) }

// Factors returns lists of symmetries, each like that of [Board.Symmetries], whose products are all of them: one of the
// first list, then one of the second, and so on. In ascending order of these they are those that Symmetries visits.
// Where each shift along its rings is a symmetry, a board has one of each isometry first, and then the shifts along
// each ring. Else there is one list.
func (b *Board) Factors() []iter.Seq2[int, []int] {
	free := b.FreeCells()
	from := b.Coordinates(free)
	factors := []iter.Seq2[int, []int]{b.symmetries(func(box Cell) []Cell { return b.shifts(box)[:1] })}
	for _, ring := range b.rings() {
		step := Cell{Row: min(ring.Row, 1), Col: min(ring.Col, 1)}
		if b.Frame != nil || b.Symmetry == None || !b.moves(free, from, step, identity(len(b.Blocked))) {
			return []iter.Seq2[int, []int]{b.Symmetries()}
		}
		factors = append(factors, func(yield func(int, []int) bool) {
			for shift := (Cell{}); shift != ring; shift = shift.Plus(step) {
				image := identity(len(b.Blocked))
				if b.moves(free, from, shift, image); !yield(0, image) {
					return
				}
			}
		})
	}
	return factors
}

// symmetries are those of Symmetries, with the translations that shifts lists for a box.
func (b *Board) symmetries(shifts func(box Cell) []Cell) iter.Seq2[int, []int] {
	whole := b
	if b.Frame != nil {
		whole = b.Frame
	}
	return func(yield func(int, []int) bool) {
		own, free := b.FreeCells(), whole.FreeCells()
		from := b.Coordinates(free)
		to := make([]Cell, len(from))
		seen := map[int][][]int{} // images, by that of the first free cell
		image := identity(len(b.Blocked))
		for number, k := range b.Isometries {
			if !b.Symmetry.counts(k) || !b.keepsRings(k) {
				continue
			}
			for n, c := range from {
				to[n] = k.Image(c)
			}
			for _, shift := range shifts(least(from).Minus(least(to))) {
				if !whole.moves(free, to, shift, image) || slices.ContainsFunc(own, func(i int) bool {
					return b.Blocked[image[i]]
				}) {
					continue
				}
				first := image[own[0]]
				same := func(other []int) bool {
					return !slices.ContainsFunc(own, func(i int) bool { return image[i] != other[i] })
				}
				if slices.ContainsFunc(seen[first], same) {
					continue
				}
				symmetry := slices.Clone(image)
				seen[first] = append(seen[first], symmetry)
				if !yield(number, symmetry) || b.Symmetry == None {
					return
				}
			}
		}
	}
}

func identity(n int) []int {
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	return all
}

// moves puts the free cells, shifted from the coordinates to, into image. It
// reports whether they are free cells.
func (b *Board) moves(free []int, to []Cell, shift Cell, image []int) bool {
	if b.kind(shift) != 0 {
		return false
	}
	for n, i := range free {
		if image[i] = b.At(to[n].Plus(shift)); image[i] < 0 {
			return false
		}
	}
	return true
}

// shifts lists the translations that may take the images of the free cells back to
// them: along a ring all, else the one that makes them fill the same box.
func (b *Board) shifts(box Cell) []Cell {
	rows, cols := 1, 1
	if b.WrapRows {
		box.Row, rows = 0, b.Rows
	}
	if b.WrapCols {
		box.Col, cols = 0, b.Cols
	}
	var all []Cell
	for r := range rows {
		for c := range cols {
			all = append(all, box.Plus(Cell{Row: r, Col: c}))
		}
	}
	return all
}
