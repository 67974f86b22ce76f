package packings

import (
	"cmp"
	"fmt"
	"math/big"
	"math/bits"
	"slices"
	"sync/atomic"
)

// plan is what the search needs to know of a puzzle.
type plan struct {
	lower, upper uint64 // the halves of the board
	bucket       uint   // upper cells from here on tell buckets apart
	copies       []int
	area         []int
	digit        []uint32 // a set of pieces is a sum of these
	sets         int      // number of sets of pieces
	tasks        []task
	// unit times the sum over the group of the counters of a subset's images
	// is the group's order times its number of packings.
	unit uint32
	// restricted says that symmetry was used, so that the table needs folding.
	restricted bool
	nodes      int64
}

// section is a part of the packings, all of the same weight: those in which the
// first piece has a placement whose orbit has a certain length.
type section struct {
	cross, lower, upper [][]shape
	weight              uint32
}

// crossing is a set of placements with cells in both halves.
type crossing struct {
	free   uint64
	placed uint32
}

// task is all crossings of a section that leave the same lower cells.
type task struct {
	section   *section
	crossings []crossing
}

func newPlan(p *Problem, stop *atomic.Bool) (*plan, error) {
	pl, sections, err := prepare(p)
	if err != nil {
		return nil, err
	}
	for _, c := range sections {
		if err := pl.addTasks(c, p.Board, stop); err != nil {
			return nil, err
		}
	}
	return pl, nil
}

// prepare orders the pieces, cuts the board and sorts the placements.
//
// Order: the piece that symmetry restricts, then the larger before the smaller,
// and of equal size those with more placements first.
func prepare(p *Problem) (*plan, []*section, error) {
	order := make([]int, len(p.Pieces))
	for i := range order {
		order[i] = i
	}
	size := func(i int) int { return bits.OnesCount64(p.Pieces[i][0]) }
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Or(size(b)-size(a), len(p.Pieces[b])-len(p.Pieces[a]))
	})
	pl := &plan{unit: 1}
	pl.halve(p.Board)

	var first []orbit
	if at, orbits := restrictedPiece(p, order); orbits != nil {
		piece := order[at]
		order = slices.Insert(slices.Delete(order, at, at+1), 0, piece)
		first, pl.restricted = orbits, true
		var unit big.Int // the largest that divides all sizes
		for _, o := range orbits {
			unit.GCD(nil, nil, &unit, big.NewInt(int64(o.size)))
		}
		pl.unit = uint32(unit.Uint64())
	} else if len(order) > 0 {
		first = placementOrbits(p.Pieces[order[0]], nil)
	}

	sets := uint64(1)
	for _, i := range order {
		pl.copies = append(pl.copies, p.Copies[i])
		pl.area = append(pl.area, size(i))
		pl.digit = append(pl.digit, uint32(sets))
		if sets *= uint64(p.Copies[i] + 1); sets > maxPieceSets {
			return nil, nil, fmt.Errorf("too many pieces: expected at most %d sets of them", maxPieceSets)
		}
	}
	pl.sets = int(sets)

	var sections []*section
	for weight := uint32(1); weight <= maxGroup; weight++ {
		var placements []uint64
		for _, o := range first {
			if o.size == weight*pl.unit {
				placements = append(placements, o.greatest)
			}
		}
		if placements != nil || len(order) == 0 && weight == 1 {
			sections = append(sections, pl.newSection(p, order, placements, weight))
		}
	}
	return pl, sections, nil
}

// restrictedPiece chooses the piece, by its index in order, whose placements
// are restricted to one of each orbit under the symmetries; a packing then
// counts as much as the orbit of its placement is long. It is, of those with a
// single copy, the one with the fewest orbits for its placements: on the square
// one without symmetry of its own, all of whose orbits have length 8. Without
// such a piece or without symmetry the orbits are nil.
//
// The image kept is the greatest, so that the piece touches the upper half and
// there are fewer kinds of lists.
func restrictedPiece(p *Problem, order []int) (at int, orbits []orbit) {
	if len(p.Symmetries) < 2 {
		return 0, nil
	}
	for n, i := range order {
		if p.Copies[i] > 1 {
			continue
		}
		own := placementOrbits(p.Pieces[i], p.Symmetries)
		if orbits == nil || len(own)*len(p.Pieces[order[at]]) < len(orbits)*len(p.Pieces[i]) {
			at, orbits = n, own
		}
	}
	return at, orbits
}

// newSection sorts the placements by halves; first are those of the first piece.
func (pl *plan) newSection(p *Problem, order []int, first []uint64, weight uint32) *section {
	c := &section{weight: weight}
	for n, i := range order {
		placements := p.Pieces[i]
		if n == 0 {
			placements = first
		}
		var lower, upper, cross []uint64
		for _, m := range placements {
			switch {
			case m&pl.upper == 0:
				lower = append(lower, m)
			case m&pl.lower == 0:
				upper = append(upper, m)
			default:
				cross = append(cross, m)
			}
		}
		c.lower = append(c.lower, shapesOf(lower))
		c.upper = append(c.upper, shapesOf(upper))
		c.cross = append(c.cross, shapesOf(cross))
	}
	return c
}

// halve cuts the board. The lower half gets somewhat more cells, since the first piece
// lies above.
func (pl *plan) halve(board uint64) {
	n := bits.OnesCount64(board)
	for m := board; bits.OnesCount64(pl.lower) < (n*5+4)/9; m &= m - 1 {
		pl.lower |= m & -m
	}
	pl.upper = board &^ pl.lower
	pl.bucket = uint(max(bits.Len64(board)-13, bits.Len64(pl.lower)))
}

// maxCrossings bounds those of a section: 128 MB. The 6x6 board has 104,817.
const maxCrossings = 1 << 23

// addTasks enumerates the crossings of a section and sorts them into tasks.
func (pl *plan) addTasks(c *section, board uint64, stop *atomic.Bool) error {
	var all []crossing
	w := walk{
		shapes: c.cross, limit: pl.copies, area: pl.area, digit: pl.digit, stop: stop,
	}
	large := false
	w.leaf = func(free uint64, placed uint32) {
		if large = len(all) == maxCrossings; large {
			w.halted = true
			return
		}
		all = append(all, crossing{free, placed})
	}
	w.start(board)
	if large {
		return errTooLarge
	}
	pl.nodes += w.nodes
	slices.SortFunc(all, func(a, b crossing) int {
		return cmp.Or(cmp.Compare(a.free&pl.lower, b.free&pl.lower), cmp.Compare(a.free, b.free),
			cmp.Compare(a.placed, b.placed))
	})
	for len(all) > 0 {
		n := 1
		for n < len(all) && (all[n].free^all[0].free)&pl.lower == 0 {
			n++
		}
		pl.tasks = append(pl.tasks, task{c, all[:n:n]})
		all = all[n:]
	}
	return nil
}

// shapesOf groups placements by shape, the shape with the least cells first.
func shapesOf(placements []uint64) []shape {
	anchors := make(map[uint64]uint64)
	for _, m := range placements {
		a := bits.TrailingZeros64(m)
		anchors[m>>a] |= 1 << a
	}
	var shapes []shape
	for cells, at := range anchors {
		s := shape{cells: cells, anchors: at}
		for m := cells & (cells - 1); m != 0; m &= m - 1 {
			s.others = append(s.others, uint8(bits.TrailingZeros64(m)))
		}
		shapes = append(shapes, s)
	}
	slices.SortFunc(shapes, func(a, b shape) int { return cmp.Compare(a.cells, b.cells) })
	return shapes
}

// orbit is the placements that symmetries make of one.
type orbit struct {
	greatest uint64
	size     uint32
}

// placementOrbits returns the orbits; without a group each is a placement.
func placementOrbits(placements []uint64, group [][]uint8) []orbit {
	var orbits []orbit
	for _, m := range placements {
		greatest, fixed := m, 0
		for _, perm := range group {
			image := Permuted(m, perm)
			greatest = max(greatest, image)
			if image == m {
				fixed++
			}
		}
		if greatest == m {
			orbits = append(orbits, orbit{m, uint32(max(len(group), 1) / max(fixed, 1))})
		}
	}
	return orbits
}

// maxGroup is the largest symmetry group that a table folds: that of a torus of
// 8x8 squares.
const maxGroup = 512

// Problem is a board and pieces. Cells are bits: any numbering serves, but
// translates of a placement are found only if they are shifts of its mask, so
// number a board with holes like the rectangle around it.
type Problem struct {
	Board uint64
	// Pieces lists the placements of each piece, each once and at least one, as masks
	// within Board.
	Pieces [][]uint64
	// Copies is the number of interchangeable copies of each piece, at least 1.
	Copies []int
	// Uncovered is the number of cells that the pieces leave free.
	Uncovered int
	// Symmetries is a group of permutations of the cells, identity first: cell
	// c goes to Symmetries[g][c]. Every one maps the board onto itself and the
	// placements of each piece onto themselves. Empty: the identity alone.
	Symmetries [][]uint8
}

// Permuted returns the image of a set of cells: cell c becomes perm[c].
func Permuted(m uint64, perm []uint8) uint64 {
	var image uint64
	for ; m != 0; m &= m - 1 {
		image |= 1 << perm[bits.TrailingZeros64(m)]
	}
	return image
}
