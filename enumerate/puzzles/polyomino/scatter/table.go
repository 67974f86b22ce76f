package scatter

import (
	"errors"
	"fmt"
	"math"
	"sync"
	"sync/atomic"
)

// ErrOverflow says that an instance has more than 2^32-1 solutions.
var ErrOverflow = errors.New("an instance has more solutions than a 32-bit counter holds")

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

// Nodes returns the number of pieces placed to fill the table, on one of each
// orbit of first placements where symmetry was used.
func (t *Table) Nodes() int64 { return t.nodes }

// Count fills the table of a puzzle. It calls progress now and then with the
// part done, from one goroutine at a time; stopped by stop, it returns a nil
// table and no error. The table does not depend on the number of workers.
func Count(p *Puzzle, workers int, stop *atomic.Bool, progress func(done float64)) (*Table, error) {
	if err := p.check(); err != nil {
		return nil, err
	}
	space, err := NewSpace(p.Board, p.Uncovered, p.Symmetries)
	if err != nil {
		return nil, err
	}
	t := &Table{Space: space, counts: make([]uint32, space.Len())}
	pl := newPlan(p)
	if !t.fill(pl, max(workers, 1), stop, progress) {
		return nil, ErrOverflow
	}
	if stop.Load() {
		return nil, nil
	}
	if pl.restricted {
		if err := t.fold(pl.unit, max(workers, 1)); err != nil {
			return nil, err
		}
	}
	return t, nil
}

// fill does the tasks and reports whether all counters held.
func (t *Table) fill(pl *plan, workers int, stop *atomic.Bool, progress func(float64)) bool {
	var overflow atomic.Bool
	flush := func(ranks []uint32, weight uint32) {
		counts := t.counts
		wrapped := false
		for _, r := range ranks {
			c := counts[r] + weight
			counts[r] = c
			if c < weight {
				wrapped = true
			}
		}
		if wrapped {
			overflow.Store(true)
		}
	}
	if workers > 1 {
		flush = func(ranks []uint32, weight uint32) {
			for _, r := range ranks {
				if atomic.AddUint32(&t.counts[r], weight) < weight {
					overflow.Store(true)
				}
			}
		}
	}
	var next atomic.Int64
	var done int
	var mu sync.Mutex
	work := func() {
		p := newPacker(pl.stages, t.Space, stop, flush)
		for !stop.Load() && !overflow.Load() {
			i := int(next.Add(1)) - 1
			if i >= len(pl.tasks) {
				break
			}
			if !p.run(pl.tasks[i]) {
				break
			}
			mu.Lock()
			done++
			if progress != nil {
				progress(float64(done) / float64(len(pl.tasks)))
			}
			mu.Unlock()
		}
		mu.Lock()
		t.nodes += p.nodes
		mu.Unlock()
	}
	parallel(workers, func(int) { work() })
	return !overflow.Load()
}

func (t *Table) fold(unit uint32, workers int) error {
	var overflow atomic.Bool
	order := t.Order()
	parallel(workers, func(w int) {
		from, to := t.part(w, workers)
		t.leasts(from, to, func(i int, images *[MaxGroup]uint64) bool {
			var ranks [MaxGroup]uint32
			ranks[0] = uint32(i)
			sum := uint64(t.counts[i])
			for g := 1; g < order; g++ {
				ranks[g] = t.rank(images[g])
				sum += uint64(t.counts[ranks[g]])
			}
			sum *= uint64(unit)
			if sum%uint64(order) != 0 {
				panic(fmt.Sprintf("scatter: the images of subset %d have %d packings, not a multiple of %d", i, sum, order))
			}
			sum /= uint64(order)
			if sum > math.MaxUint32 {
				overflow.Store(true)
			}
			for _, r := range ranks[:order] {
				t.counts[r] = uint32(sum)
			}
			return true
		})
	})
	if overflow.Load() {
		return ErrOverflow
	}
	return nil
}

func parallel(workers int, work func(w int)) {
	if workers == 1 {
		work(0)
		return
	}
	var wg sync.WaitGroup
	for w := range workers {
		wg.Go(func() { work(w) })
	}
	wg.Wait()
}
