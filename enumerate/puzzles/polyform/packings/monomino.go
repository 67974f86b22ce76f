package packings

import (
	"math"
	"sync/atomic"
)

// AddMonomino returns the table of the puzzle with one more piece of a single
// cell, which may lie anywhere, and one uncovered cell less. copy says that it
// is the copy-th of interchangeable ones: 1 for the first or only one; 2 if the
// table already has one like it, and so on. There must be a cell to cover.
//
// If B counts the packings that leave a set uncovered, those that leave P are
// the sum of B(P ∪ {c}) over the cells c outside P. Done j times this counts
// each set of j cells j! times, once for each order in which they were added:
// right for different pieces; for copies the j-th step divides by j, exactly,
// as every j-set then is counted once for each of its cells as the last one.
//
// The cost is that of C(n, k-1) × (n-k+1) / order look-ups in the old table.
func (t *Table) AddMonomino(copy, workers int) (*Table, error) {
	space, err := NewSpace(t.board, t.k-1, t.group)
	if err != nil {
		return nil, err
	}
	counts := make(counters[uint32], space.Len())
	var overflow atomic.Bool
	parallel(workers, func(w int) {
		from, to := space.part(w, workers)
		space.leasts(from, to, func(i int64, images *[maxGroup]uint64) bool {
			var n uint64
			for m := t.board &^ images[0]; m != 0; m &= m - 1 {
				n += uint64(t.counts.at(t.rank(images[0] | m&-m)))
			}
			n /= uint64(copy)
			if n > math.MaxInt32 {
				overflow.Store(true)
				return false
			}
			for _, image := range images[:len(space.group)] {
				counts[space.rank(image)] = uint32(n)
			}
			return true
		})
	})
	if overflow.Load() {
		return nil, ErrOverflow
	}
	return &Table{Space: space, counts: counts, nodes: t.nodes}, nil
}

// part returns the ranks of part w of so many equal parts.
func (s *Space) part(w, parts int) (from, to int64) {
	return s.size * int64(w) / int64(parts), s.size * int64(w+1) / int64(parts)
}
