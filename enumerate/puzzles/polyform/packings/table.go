package packings

import (
	"errors"
	"sync/atomic"
)

// ErrOverflow says that some instance has too many solutions for a counter:
// more than 2^31-1, or, before its images are added up, at least 2^28.
var ErrOverflow = errors.New("an instance has more solutions than a 31-bit counter holds")

// ErrTooLarge says that the search would need far more memory than the table.
var ErrTooLarge = errors.New("the halves of the board have too many packings to list")

// A Table is the number of packings for every instance of a puzzle: for every
// choice of the cells left uncovered. It has 2 bytes an instance, or 4 if one has many
// solutions.
type Table struct {
	*Space
	counts counts
	nodes  int64
}

// Solutions returns the number of packings that leave the cells of rank i
// uncovered.
func (t *Table) Solutions(i int64) uint32 { return t.counts.at(uint32(i)) }

// Nodes returns the number of pieces placed to fill the table.
func (t *Table) Nodes() int64 { return t.nodes }

// Count fills the table of a puzzle. It calls progress (which may be nil) now
// and then with the part done, which falls back to 0 if short counters overflow,
// from one goroutine at a time; stopped by stop, it returns a nil table and no
// error. Table and nodes do not depend on the number of workers. Beside the table
// it holds about 30 MB for each worker.
func Count(p *Problem, workers int, stop *atomic.Bool, progress func(done float64)) (*Table, error) {
	space, err := NewSpace(p.Board, p.Uncovered, p.Symmetries)
	if err != nil {
		return nil, err
	}
	pl, err := newPlan(p, stop)
	if err != nil {
		return nil, err
	}
	t, err := countInto(pl, space, make(counters[uint16], space.Len()), workers, stop, progress)
	if errors.Is(err, ErrOverflow) {
		t, err = countInto(pl, space, make(counters[uint32], space.Len()), workers, stop, progress)
	}
	return t, err
}

// countInto is [Count] with counters that are all 0.
func countInto(pl *plan, space *Space, c counts, workers int, stop *atomic.Bool, progress func(float64)) (*Table, error) {
	t := &Table{Space: space, counts: c, nodes: pl.nodes}
	err := t.fill(pl, workers, stop, progress)
	if err == nil && pl.restricted && !stop.Load() {
		err = t.fold(pl.unit, workers)
	}
	if err != nil || stop.Load() {
		return nil, err
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
	order := len(t.group)
	parallel(workers, func(w int) {
		block := make([]uint32, 0, foldBlock*order)
		from, to := t.part(w, workers)
		t.leasts(from, to, func(i int64, images *[maxGroup]uint64) bool {
			block = append(block, uint32(i))
			for _, image := range images[1:order] {
				block = append(block, t.rank(image))
			}
			if len(block) == cap(block) {
				if !t.counts.fold(block, order, unit) {
					overflow.Store(true)
				}
				block = block[:0]
			}
			return true
		})
		if !t.counts.fold(block, order, unit) {
			overflow.Store(true)
		}
	})
	if overflow.Load() {
		return ErrOverflow
	}
	return nil
}
