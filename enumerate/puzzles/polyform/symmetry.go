package polyform

import (
	"fmt"
	"iter"
	"slices"
	"strings"

	"coverstat/enumerate"
	"coverstat/enumerate/puzzles/polyform/lattice"
	"coverstat/enumerate/puzzles/polyform/measure"
	"coverstat/enumerate/symmetry"
)

// boardSymmetry is a symmetry of the free cells of a board that maps the options
// of each piece onto those of one piece.
type boardSymmetry struct {
	isometry int   // its number
	cells    []int // image of each cell
	pieces   []int // image of each piece
}

func (s *boardSymmetry) exchanges() bool { return !slices.IsSorted(s.pieces) }

// maxGroupImages bounds the memory of a group, 4 bytes an image. A torus of 40x40 has 12,800 symmetries, of which 88
// are kept; with dominoes that makes 422,400 images.
const maxGroupImages = 1 << 26

// CheckImages returns an error if a board has more than so many symmetries, each with so many images of cells, items
// and options, and one more would take too much memory.
func CheckImages(symmetries, images int) error {
	if (symmetries+1)*images <= maxGroupImages {
		return nil
	}
	return enumerate.Errorf(
		"the board has more than %s symmetries, each with %s images of cells and options: expected a smaller board, or puzzle.symmetry: none",
		enumerate.Grouped(symmetries), enumerate.Grouped(images))
}

// symmetries lists the symmetries of a board and of a set of pieces, the identity
// first, that meet a condition. Each has that many images to keep: too many are an error.
func (f *footprints) symmetries(images int, meets func(*boardSymmetry) bool) ([]boardSymmetry, error) {
	return f.among(f.board.Symmetries(), images, 0, meets)
}

// factors are symmetries whose products are those of a board and of a set of pieces, as [lattice.Board.Factors] has
// them.
func (f *footprints) factors(images int) (factors [][]boardSymmetry, err error) {
	n := 0
	for _, factor := range f.board.Factors() {
		list, err := f.among(factor, images, n, anySymmetry)
		if err != nil {
			return nil, err
		}
		factors, n = append(factors, list), n+len(list)
	}
	return factors, nil
}

// among lists those of some symmetries that the pieces have and that meet a condition. before are kept beside them.
func (f *footprints) among(list iter.Seq2[int, []int], images, before int,
	meets func(*boardSymmetry) bool) ([]boardSymmetry, error) {
	var all []boardSymmetry
	of := map[int][]int{} // by isometry: the images of the pieces
	for k, cells := range list {
		to, ok := of[k]
		if !ok {
			to = f.images(f.board.Isometries[k])
			of[k] = to
		}
		if to == nil {
			continue
		}
		s := boardSymmetry{isometry: k, cells: cells, pieces: to}
		if !meets(&s) {
			continue
		}
		if err := CheckImages(before+len(all), images); err != nil {
			return nil, err
		}
		all = append(all, s)
	}
	return all, nil
}

// footprints knows the options of each piece by the footprints of its orientations. A
// footprint is the form of the cells that an orientation covers on a board that wraps.
// An isometry of the board maps the options of an orientation onto those of the
// orientation that has the footprint of its image. So the work does not grow with the
// number of options, nor with that of the shifts of a torus. On a narrow ring several
// orientations have one footprint, and even pieces of different shapes may have the same
// options.
type footprints struct {
	board  *Board
	pieces []Piece
	of     [][]lattice.Shape // by piece: those that fit, each once
	owners map[string]int    // by footprint: how many pieces have it
	alike  map[string][]int  // by key: pieces with the same options
}

func newFootprints(b *Board, pieces []Piece) *footprints {
	f := &footprints{board: b, pieces: pieces, owners: map[string]int{}, alike: map[string][]int{}}
	for i, p := range pieces {
		var of []lattice.Shape
		seen := map[string]bool{}
		for _, s := range p.Orientations {
			t := b.Footprint(s)
			if t == nil || seen[t.Picture()] || !b.Fits(s) {
				continue
			}
			of = append(of, t)
			seen[t.Picture()] = true
			f.owners[t.Picture()]++
		}
		f.of = append(f.of, of)
		key := f.key(i, b.Isometries[0])
		f.alike[key] = append(f.alike[key], i)
	}
	return f
}

// key is what pieces must have in common if an isometry takes one to the other: the footprints, in ascending order,
// and the numbers of copies.
func (f *footprints) key(piece int, k lattice.Isometry) string {
	var pictures []string
	for _, s := range f.of[piece] {
		pictures = append(pictures, f.board.Footprint(f.board.Image(s, k)).Picture())
	}
	slices.Sort(pictures)
	p := f.pieces[piece]
	return fmt.Sprint(p.Min, p.Max, pictures)
}

// images returns which piece each becomes, or nil if the isometry does not map the
// options of each piece onto those of one piece with as many copies. Of pieces
// with the same options the first becomes the first, and so on: so the images of
// products are the products of images, and a piece stays itself if it can.
func (f *footprints) images(k lattice.Isometry) []int {
	to := make([]int, len(f.pieces))
	for _, pieces := range f.alike {
		same := f.alike[f.key(pieces[0], k)]
		if len(same) != len(pieces) {
			return nil
		}
		for n, i := range pieces {
			to[i] = same[n]
		}
	}
	return to
}

// group finds the symmetries of the problem, and of what kinds they are. It notes those that exchange pieces.
func (z *Puzzle) group(f *footprints) error {
	factors, images, err := make([][]boardSymmetry, 1), z.Problem.Items()+len(z.Placements), error(nil)
	if len(z.given)+len(z.forbidden) > 0 {
		factors[0], err = f.symmetries(images, z.keeps)
	} else {
		factors, err = f.factors(images)
	}
	if err != nil {
		return enumerate.AtKey("puzzle.board", fmt.Errorf("symmetry: %w", err))
	}
	permutations := make([][][]enumerate.Item, len(factors))
	for i, factor := range factors {
		for n, s := range factor {
			if s.exchanges() && s.isometry != factor[n-1].isometry { // the identity exchanges none
				z.exchanges = append(z.exchanges,
					measure.Exchange{Isometry: z.Board.Isometries[s.isometry], To: s.pieces})
			}
			permutations[i] = append(permutations[i], z.permutation(&s))
		}
	}
	if z.Group, err = symmetry.FromItems(z.Problem, permutations...); err != nil {
		return err
	}
	for _, s := range factors[0] { // the isometry of a product
		kind := []string{KindOf(z.Board, s.isometry)}
		z.Group.Kinds = append(z.Group.Kinds, slices.Repeat(kind, z.Group.Order()/len(factors[0]))...)
	}
	return nil
}

// permutation returns what a symmetry does to the items.
func (z *Puzzle) permutation(s *boardSymmetry) []enumerate.Item {
	perm := make([]enumerate.Item, z.Problem.Items())
	for from, to := range s.cells {
		if z.cellItem[from] >= 0 {
			perm[z.cellItem[from]] = z.cellItem[to]
		}
	}
	for from, to := range s.pieces {
		if z.items[from] >= 0 {
			perm[z.items[from]] = z.items[to]
		}
	}
	if z.total >= 0 {
		perm[z.total] = z.total
	}
	return perm
}

// squareKinds are the kinds of the isometries of squares, where no shifts make more of them.
var squareKinds = [...]string{"identity", "quarter turn", "half turn", "quarter turn",
	"left-right mirror", "diagonal mirror", "up-down mirror", symmetry.OtherDiagonal}

// KindOf says what a symmetry of a board does that begins with an isometry, by its number.
func KindOf(b *Board, isometry int) string {
	switch {
	case b.Lattice == lattice.Square && !b.Wraps():
		return squareKinds[isometry]
	case isometry == 0:
		return "shift"
	}
	return strings.TrimPrefix(b.Describe(b.Isometries[isometry]), "a ")
}
