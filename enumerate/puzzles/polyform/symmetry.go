package polyform

import (
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

// maxGroupImages bounds the memory of a group, 4 bytes an image. A torus of 40x40 has
// 12,800 symmetries; with dominoes that makes 61 million images.
const maxGroupImages = 1 << 26

// CheckImages returns an error if a board has more than so many symmetries, each with so many images of cells, items and
// options, and one more would take too much memory.
func CheckImages(symmetries, images int) error {
	if (symmetries+1)*images <= maxGroupImages {
		return nil
	}
	return enumerate.Errorf("the board has more than %s symmetries, each with %s images of cells and options: expected a smaller board, or puzzle.symmetry: none",
		enumerate.Grouped(symmetries), enumerate.Grouped(images))
}

// symmetries lists the symmetries of a board and of a set of pieces, the identity
// first, that meet a condition. Each has that many images to keep: too many are an error.
func (f *footprints) symmetries(images int, meets func(*boardSymmetry) bool) ([]boardSymmetry, error) {
	var all []boardSymmetry
	of := map[int][]int{} // by isometry: the images of the pieces
	for k, cells := range f.board.Symmetries() {
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
		if err := CheckImages(len(all), images); err != nil {
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
	of     [][]lattice.Shape    // by piece: those that fit, each once
	owners map[string]int       // by footprint: how many pieces have it
	alike  map[optionForm][]int // pieces with the same options
}

// optionForm is what pieces must have in common if a symmetry takes one to the other:
// the footprints, in ascending order, and the numbers of copies.
type optionForm struct {
	footprints string
	min, max   int32
}

func newFootprints(b *Board, pieces []Piece) *footprints {
	f := &footprints{board: b, pieces: pieces, owners: map[string]int{}, alike: map[optionForm][]int{}}
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

func (f *footprints) key(piece int, k lattice.Isometry) optionForm {
	var pictures []string
	for _, s := range f.of[piece] {
		pictures = append(pictures, f.board.Footprint(f.board.Image(s, k)).Picture())
	}
	slices.Sort(pictures)
	p := f.pieces[piece]
	return optionForm{strings.Join(pictures, "|"), p.Min, p.Max}
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

// itemPermutations returns what the symmetries do to the items, the identity
// first, and of what kinds they are. It notes those that exchange pieces.
func (z *Puzzle) itemPermutations(f *footprints) (all [][]enumerate.Item, kinds []string, err error) {
	items := z.Problem.Items()
	symmetries, err := f.symmetries(items+len(z.Placements), z.keeps)
	for n, s := range symmetries {
		if s.exchanges() && s.isometry != symmetries[n-1].isometry { // the identity exchanges none
			z.exchanges = append(z.exchanges, measure.Exchange{Isometry: z.Board.Isometries[s.isometry], To: s.pieces})
		}
		perm := make([]enumerate.Item, items)
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
		all, kinds = append(all, perm), append(kinds, KindOf(z.Board, s.isometry))
	}
	return all, kinds, err
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
