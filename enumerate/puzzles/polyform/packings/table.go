package packings

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"sync"
	"sync/atomic"
)

// errOverflow says that some instance has too many solutions for a counter:
// more than 2^31-1, or, before its images are added up, at least 2^28.
var errOverflow = errors.New("an instance has more solutions than a 31-bit counter holds")

// errTooLarge says that the search would need far more memory than the table.
var errTooLarge = errors.New("the halves of the board have too many packings to list")

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
	if errors.Is(err, errOverflow) {
		t, err = countInto(pl, space, make(counters[uint32], space.Len()), workers, stop, progress)
	}
	return t, err
}

// countInto is [Count] with counters that are all 0.
func countInto(pl *plan, space *Space, c counts, workers int, stop *atomic.Bool,
	progress func(float64)) (*Table, error) {
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
		return errOverflow
	}
	return nil
}

// counts are numbers of packings by rank. A table begins with short ones, which take half
// of the memory; if one overflows, it is filled again with long ones.
type counts interface {
	at(rank uint32) uint32
	// add adds the lists of records to their segments and reports whether all
	// counters held.
	add(records []record, arena []uint32, weight uint32) bool
	// fold folds orbits given by the ranks of their images, order of them each, and
	// reports whether the counters held.
	fold(ranks []uint32, order int, unit uint32) bool
}

// counters are counts of one length.
type counters[T uint16 | uint32] []T

func (c counters[T]) at(rank uint32) uint32 { return uint32(c[rank]) }

// add notes the bits of all values that it has stored, which costs nothing beside the
// stores. As no weight needs the highest bit of a counter, a counter has a value with
// that bit before it overflows, so that the bit shows it.
func (c counters[T]) add(records []record, arena []uint32, weight uint32) bool {
	var seen T
	for _, r := range records {
		list := arena[r.list+1:][:arena[r.list]]
		segment := c[r.segment:]
		for _, offset := range list {
			n := segment[offset] + T(weight)
			segment[offset] = n
			seen |= n
		}
	}
	return seen <= ^T(0)>>1
}

func (c counters[T]) fold(ranks []uint32, order int, unit uint32) bool {
	var most uint64
	for ; len(ranks) > 0; ranks = ranks[order:] {
		var sum uint64
		for _, r := range ranks[:order] {
			sum += uint64(c[r])
		}
		sum *= uint64(unit)
		if sum%uint64(order) != 0 {
			panic(fmt.Sprintf("packings: the images of subset %d count %d, not a multiple of %d", ranks[0], sum, order))
		}
		sum /= uint64(order)
		most = max(most, sum)
		for _, r := range ranks[:order] {
			c[r] = T(sum)
		}
	}
	return most <= uint64(^T(0)>>1)
}

// stripes is the number of parts of the table that workers lock.
const stripes = 64

// adder sorts the blocks of one kernel by bucket and adds them to the table.
type adder struct {
	table    *Table
	ends     []int32
	sorted   []record
	locks    *[stripes]sync.Mutex
	first    int // workers begin in different stripes
	overflow *atomic.Bool
}

func (a *adder) flush(k *kernel) {
	buckets := len(a.ends) - 1
	clear(a.ends)
	for _, b := range k.bucket {
		a.ends[b+1]++
	}
	for b := range buckets {
		a.ends[b+1] += a.ends[b]
	}
	// Now ends[b] is where bucket b begins; the loop moves it to the bucket's end.
	a.sorted = slices.Grow(a.sorted[:0], len(k.block))[:len(k.block)]
	for i, b := range k.bucket {
		a.sorted[a.ends[b]] = k.block[i]
		a.ends[b]++
	}
	for i := range stripes {
		s := (a.first + i) % stripes
		begin, end := buckets*s/stripes, buckets*(s+1)/stripes
		if begin == end {
			continue
		}
		from := int32(0)
		if begin > 0 {
			from = a.ends[begin-1]
		}
		a.locks[s].Lock()
		if !a.table.counts.add(a.sorted[from:a.ends[end-1]], k.arena, k.weight) {
			a.overflow.Store(true)
		}
		a.locks[s].Unlock()
	}
}

func (t *Table) fill(pl *plan, workers int, stop *atomic.Bool, progress func(float64)) error {
	var (
		next     atomic.Int64
		overflow atomic.Bool
		large    atomic.Bool
		locks    [stripes]sync.Mutex
		mu       sync.Mutex // of what follows
		done     int
	)
	total := 0
	for _, task := range pl.tasks {
		total += len(task.crossings)
	}
	parallel(workers, func(w int) {
		a := adder{
			table: t, ends: make([]int32, int(t.board>>pl.bucket)+2),
			locks: &locks, first: stripes * w / workers, overflow: &overflow,
		}
		k := newKernel(pl, t.Space, stop, a.flush)
		for !overflow.Load() && !large.Load() {
			i := int(next.Add(1)) - 1
			if i >= len(pl.tasks) || !k.run(pl.tasks[i]) {
				break
			}
			mu.Lock()
			done += len(pl.tasks[i].crossings)
			if progress != nil {
				progress(float64(done) / float64(total))
			}
			mu.Unlock()
		}
		k.finish()
		if k.large {
			large.Store(true)
		}
		mu.Lock()
		t.nodes += k.lower.nodes + k.upper.nodes
		mu.Unlock()
	})
	switch {
	case overflow.Load():
		return errOverflow
	case large.Load():
		return errTooLarge
	}
	return nil
}

func parallel(workers int, work func(w int)) {
	var wg sync.WaitGroup
	for w := range workers {
		wg.Go(func() { work(w) })
	}
	wg.Wait()
}

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
		return nil, errOverflow
	}
	return &Table{Space: space, counts: counts, nodes: t.nodes}, nil
}

// part returns the ranks of part w of so many equal parts.
func (s *Space) part(w, parts int) (from, to int64) {
	return s.size * int64(w) / int64(parts), s.size * int64(w+1) / int64(parts)
}
