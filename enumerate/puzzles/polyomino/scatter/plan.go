package scatter

import (
	"cmp"
	"math/bits"
	"slices"
)

// plan is a puzzle made ready for the search.
type plan struct {
	stages []stage
	tasks  []task
	// unit times the sum over the group of the counters of a subset's images
	// is the group's order times its number of packings.
	unit uint32
	// restricted says that symmetry was used, so that the table needs folding.
	restricted bool
}

// newPlan orders the pieces and cuts the search into tasks.
//
// Symmetry: the placements of one piece of which there is one copy are
// restricted to one of each orbit, and a packing counts as much as the orbit of
// its placement is long. The best piece is that with the fewest orbits for its
// placements: on the square one without symmetry of its own, all of whose
// orbits have length 8.
//
// Order: that piece, then the larger before the smaller, and of equal size
// those with more placements first.
func newPlan(p *Puzzle) *plan {
	orbits := make([][]orbit, len(p.Pieces))
	order := make([]int, len(p.Pieces))
	for i := range p.Pieces {
		order[i] = i
		orbits[i] = placementOrbits(p.Pieces[i], p.Symmetries)
	}
	size := func(i int) int { return bits.OnesCount64(p.Pieces[i][0]) }
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Or(size(b)-size(a), len(p.Pieces[b])-len(p.Pieces[a]))
	})
	pl := &plan{unit: 1}
	best := -1
	for i, piece := range order {
		if p.copies(piece) > 1 || len(p.Symmetries) < 2 {
			continue
		}
		if best < 0 || len(orbits[piece])*len(p.Pieces[order[best]]) < len(orbits[order[best]])*len(p.Pieces[piece]) {
			best = i
		}
	}
	if best >= 0 {
		piece := order[best]
		order = slices.Insert(slices.Delete(order, best, best+1), 0, piece)
		pl.restricted = true
		pl.unit = 0
		for _, o := range orbits[piece] {
			pl.unit = gcd(pl.unit, o.size)
		}
	}
	for _, i := range order {
		shapes := shapesOf(p.Pieces[i])
		for c := range p.copies(i) {
			pl.stages = append(pl.stages, stage{shapes: shapes, copied: c > 0, most: len(p.Pieces[i])})
		}
	}
	pl.cut(p.Board, func() []orbit {
		if best >= 0 {
			return orbits[order[0]]
		}
		return nil
	}())
	return pl
}

// cut makes a task of each placement of the first piece, restricted to the
// orbits' representatives where there are any, and of the second.
func (pl *plan) cut(board uint64, first []orbit) {
	roots := []task{{free: board, weight: 1}}
	if len(pl.stages) > 0 {
		roots = expand(pl.stages, roots[0])
	}
	if first != nil {
		weights := make(map[uint64]uint32)
		for _, o := range first {
			weights[o.least] = o.size / pl.unit
		}
		kept := roots[:0]
		for _, t := range roots {
			if t.weight = weights[board&^t.free]; t.weight > 0 {
				kept = append(kept, t)
			}
		}
		roots = kept
	}
	for _, t := range roots {
		if len(pl.stages) < 3 {
			pl.tasks = append(pl.tasks, t)
			continue
		}
		pl.tasks = append(pl.tasks, expand(pl.stages, t)...)
	}
}

// expand returns the tasks with one more piece placed.
func expand(stages []stage, t task) []task {
	var list []task
	st := &stages[t.stage]
	for i := range st.shapes {
		s := &st.shapes[i]
		for at := s.fits(t.free); at != 0; at &= at - 1 {
			if st.copied && (i < t.shape || i == t.shape && at&-at <= t.anchor) {
				continue
			}
			list = append(list, task{
				free:  t.free &^ (s.cells << bits.TrailingZeros64(at)),
				shape: i, anchor: at & -at, stage: t.stage + 1, weight: t.weight,
			})
		}
	}
	return list
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

// orbit is a class of placements.
type orbit struct {
	least uint64
	size  uint32
}

func placementOrbits(placements []uint64, group [][]uint8) []orbit {
	var orbits []orbit
	for _, m := range placements {
		least, fixed := m, 0
		for _, perm := range group {
			image := permuted(m, perm)
			least = min(least, image)
			if image == m {
				fixed++
			}
		}
		if least == m {
			orbits = append(orbits, orbit{m, uint32(len(group) / max(fixed, 1))})
		}
	}
	return orbits
}

func gcd(a, b uint32) uint32 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}
