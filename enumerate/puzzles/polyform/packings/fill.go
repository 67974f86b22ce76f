package packings

import (
	"slices"
	"sync"
	"sync/atomic"
)

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
		return ErrOverflow
	case large.Load():
		return ErrTooLarge
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
