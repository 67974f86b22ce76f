package scatter

import (
	"errors"
	"fmt"
	"math"
	"sync/atomic"
)

// ErrOverflow says that some instance has too many solutions for a counter:
// more than 2^31-1, or, before its images are added up, at least 2^28.
var ErrOverflow = errors.New("an instance has more solutions than a 31-bit counter holds")

// ErrTooLarge says that the search would need far more memory than the table.
var ErrTooLarge = errors.New("the halves of the board have too many packings to list")

// A Table is the number of packings for every instance of a puzzle: for every
// choice of the cells left uncovered. It has 4 bytes an instance.
type Table struct {
	*Space
	counts []uint32
	nodes  int64
}

// Solutions returns the number of packings that leave the cells of rank i
// uncovered.
func (t *Table) Solutions(i int) uint32 { return t.counts[i] }

// Nodes returns the number of pieces placed to fill the table.
func (t *Table) Nodes() int64 { return t.nodes }

// Count fills the table of a puzzle. It calls progress (which may be nil) now
// and then with the part done, from one goroutine at a time; stopped by stop,
// it returns a nil table and no error. Table and nodes do not depend on the
// number of workers. Beside the table it holds about 30 MB for each worker.
func Count(p *Problem, workers int, stop *atomic.Bool, progress func(done float64)) (*Table, error) {
	if err := p.check(); err != nil {
		return nil, err
	}
	space, err := NewSpace(p.Board, p.Uncovered, p.Symmetries)
	if err != nil {
		return nil, err
	}
	pl, err := newPlan(p, stop)
	if err != nil {
		return nil, err
	}
	t := &Table{Space: space, counts: make([]uint32, space.Len()), nodes: pl.nodes}
	if err := t.fill(pl, max(workers, 1), stop, progress); err != nil {
		return nil, err
	}
	if pl.restricted && !stop.Load() {
		if err := t.fold(pl.unit, max(workers, 1)); err != nil {
			return nil, err
		}
	}
	if stop.Load() {
		return nil, nil
	}
	return t, nil
}

// foldBlock is the number of orbits whose counters are read together.
const foldBlock = 1024

// fold turns the counts of restricted packings into those of all: a subset has
// those of all its images, and every image the same. It may overwrite counters
// that it has read, as each orbit is visited once, at its least subset. It
// collects the ranks of many orbits before it reads their counters, so that the
// cache misses overlap.
func (t *Table) fold(unit uint32, workers int) error {
	var overflow atomic.Bool
	order := t.Order()
	parallel(workers, func(w int) {
		block := make([]uint32, 0, foldBlock*order)
		from, to := t.part(w, workers)
		t.leasts(from, to, func(i int, images *[maxGroup]uint64) bool {
			block = append(block, uint32(i))
			for _, image := range images[1:order] {
				block = append(block, t.rank(image))
			}
			if len(block) == cap(block) {
				if !foldOrbits(t.counts, block, order, unit) {
					overflow.Store(true)
				}
				block = block[:0]
			}
			return true
		})
		if !foldOrbits(t.counts, block, order, unit) {
			overflow.Store(true)
		}
	})
	if overflow.Load() {
		return ErrOverflow
	}
	return nil
}

// foldOrbits folds orbits given by the ranks of their images, order of them
// each, and reports whether the counters held.
func foldOrbits(counts, ranks []uint32, order int, unit uint32) bool {
	held := true
	for ; len(ranks) > 0; ranks = ranks[order:] {
		var sum uint64
		for _, r := range ranks[:order] {
			sum += uint64(counts[r])
		}
		sum *= uint64(unit)
		if sum%uint64(order) != 0 {
			panic(fmt.Sprintf("scatter: the images of subset %d count %d, not a multiple of %d", ranks[0], sum, order))
		}
		sum /= uint64(order)
		held = held && sum <= math.MaxInt32
		for _, r := range ranks[:order] {
			counts[r] = uint32(sum)
		}
	}
	return held
}
