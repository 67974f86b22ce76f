package jobs

import (
	"fmt"
	"math/bits"
	"slices"
	"sync"
	"sync/atomic"

	"coverstat/enumerate"
	"coverstat/enumerate/exact"
)

// forcing is the measure forcing, which needs all solutions.
//
// The solutions are listed once more before the first task. Of each option the solutions that have it are kept, 4 bytes
// each. A row's solution s then meets all others that have an option of it, and notes which options they share: a set
// of options fixes s if it is in none of these shared sets. The least one is a least hitting set of what the others
// lack, found by taking in turn each option that the most similar other solution lacks, no deeper than must be.
type forcing struct {
	census     *Census
	size       int       // solutions
	containing [][]int32 // by option: the numbers of the solutions that have it, ascending
	once       sync.Mutex
}

const (
	// mostKept is the largest number of options and places of solutions that are kept, 4 bytes each.
	mostKept = 1 << 28
	// mostMet bounds how often solutions meet in all rows: some minutes.
	mostMet = 1 << 34
	// mostForced is how many options a solution may have.
	mostForced = 128
)

// addForcing adds the measure to the rows of a census.
func (c *Census) addForcing() error {
	bare := c.Instance
	for o := range bare.Problem.Options() {
		// Else a solution may be a part of another one, and nothing fixes it.
		if !slices.ContainsFunc(bare.Problem.Option(enumerate.OptionID(o)), func(m enumerate.Member) bool {
			item := bare.Problem.Item(m.Item)
			return item.Min == item.Max
		}) {
			return tooLarge("option %d has no item that all solutions cover equally often: expected one in each option",
				o)
		}
	}
	c.bare, c.relisted = bare, sync.OnceValues(c.relist)
	c.forcing = &forcing{census: &Census{Instance: bare, pool: c.pool, reduced: c.reduced, cut: c.cut}}
	x := *bare
	x.Measures = append(slices.Clone(bare.Measures), bare.Forcing.Info().Column())
	x.Sums = func() (sums []*enumerate.Sum) {
		if bare.Sums != nil {
			sums = slices.Clone(bare.Sums())
		}
		return append(sums, make([]*enumerate.Sum, len(x.Measures)-len(sums))...)
	}
	x.NewRecorder = func() exact.Recorder {
		return &forcingRecorder{Recorder: bare.NewRecorder(), list: c.forcing, at: len(bare.Measures)}
	}
	c.Instance, c.columns = &x, x.Columns(enumerate.Weight)
	return nil
}

// prepare is the work before the first task. It may be asked for several times, and works once.
func (f *forcing) prepare(workers int, stop *atomic.Bool, progress func(float64)) error {
	f.once.Lock()
	defer f.once.Unlock()
	if f.containing != nil {
		return nil
	}
	return f.fill(workers, stop, progress)
}

// fill lists all solutions.
func (f *forcing) fill(workers int, stop *atomic.Bool, progress func(float64)) error {
	x := f.census.Instance
	containing := make([][]int32, x.Problem.Options())
	var mu sync.Mutex
	kept, longest := 0, 0
	_, err := f.census.EachClass(workers, stop, progress, func(_ int, form []enumerate.OptionID, orbit int64) error {
		images := x.Group.Images(form)
		mu.Lock()
		defer mu.Unlock()
		for _, image := range images {
			for _, o := range image {
				containing[o] = append(containing[o], int32(f.size))
			}
			f.size++
			longest = max(longest, len(image))
			kept += len(image) + 4*(workers+1)
		}
		switch {
		case kept > mostKept:
			return tooLarge("more than %s solutions, of which it keeps %d MB: expected a puzzle with fewer",
				enumerate.Grouped(f.size), mostKept>>18)
		case longest > mostForced:
			return tooLarge("solutions of %d options: expected at most %d", longest, mostForced)
		}
		return nil
	})
	if err != nil || stop.Load() {
		f.size = 0
		return err
	}
	meetings := 0.0
	for _, list := range containing {
		meetings += float64(len(list)) * float64(len(list)) / float64(x.Group.Order())
	}
	if meetings > mostMet {
		return tooLarge("%s solutions, which meet %.2g times: expected a puzzle with fewer, or more symmetries",
			enumerate.Grouped(f.size), meetings)
	}
	f.containing = containing
	return nil
}

func tooLarge(format string, args ...any) error {
	return enumerate.KeyErrorf("measures", "measure %s: %s", exact.ForcingName, fmt.Sprintf(format, args...))
}

// options is a set of options of a solution, by their places in it.
type options [mostForced / 64]uint64

func (s options) has(at int) bool { return s[at/64]>>(at%64)&1 == 1 }

func (s options) with(at int) options {
	s[at/64] |= 1 << (at % 64)
	return s
}

func (s options) size() int { return bits.OnesCount64(s[0]) + bits.OnesCount64(s[1]) }

// forcingRecorder writes the measure behind the others.
type forcingRecorder struct {
	exact.Recorder
	list     *forcing
	at       int // the place among the measures
	solution []enumerate.OptionID
	shared   []options   // by solution: what it shares with the one at hand; empty between calls
	met      []int32     // the solutions of which it is not empty
	sets     []options   // that others share, the largest first
	rest     [][]options // by options still to be chosen
}

// Measures implements [exact.Recorder].
func (r *forcingRecorder) Measures(b *enumerate.Batch, first int, solution []enumerate.OptionID, stabiliser int64) {
	r.Recorder.Measures(b, first, solution, stabiliser)
	r.solution = solution
	b.AppendInt32(first+r.at, r.value())
}

// value is the least number of options of the solution at hand that no other has together; 0 if there is no other.
func (r *forcingRecorder) value() int32 {
	if r.list.size < 2 {
		return 0
	}
	if r.shared == nil {
		r.shared = make([]options, r.list.size)
	}
	for at, o := range r.solution {
		for _, t := range r.list.containing[o] {
			if r.shared[t] == (options{}) {
				r.met = append(r.met, t)
			}
			r.shared[t] = r.shared[t].with(at)
		}
	}
	if slices.ContainsFunc(r.solution, func(o enumerate.OptionID) bool { return len(r.list.containing[o]) == 1 }) {
		r.forget()
		return 1
	}
	return r.fewest()
}

// forget empties what was met.
func (r *forcingRecorder) forget() {
	for _, t := range r.met {
		r.shared[t] = options{}
	}
	r.met = r.met[:0]
}

// fewest is the value if it is 2 or more. Sets of fewer options than are chosen are in nobody's way.
func (r *forcingRecorder) fewest() int32 {
	var from [mostForced + 1]int // by size: the sets of more options
	for _, t := range r.met {
		if size := r.shared[t].size(); size < len(r.solution) { // else it is the solution itself
			for n := range size {
				from[n]++
			}
		}
	}
	sets := slices.Grow(r.sets[:0], from[1])[:from[1]]
	at := from
	for _, t := range r.met {
		if n := r.shared[t].size(); n > 1 && n < len(r.solution) {
			sets[at[n]] = r.shared[t]
			at[n]++
		}
	}
	r.sets = sets
	r.forget()
	for n := 2; ; n++ {
		if r.hits(sets[:from[n-1]], options{}, n) {
			return int32(n)
		}
	}
}

// hits reports whether n further options, none of them left out, are together in none of these sets. The sets are
// those that have all options chosen so far, the largest first.
func (r *forcingRecorder) hits(sets []options, left options, n int) bool {
	if len(sets) == 0 {
		return true
	}
	if n == 0 {
		return false
	}
	for len(r.rest) <= n {
		r.rest = append(r.rest, nil)
	}
	for at := range r.solution {
		if sets[0].has(at) || left.has(at) {
			continue
		}
		rest := r.rest[n][:0]
		for _, s := range sets[1:] {
			if s.has(at) {
				rest = append(rest, s)
			}
		}
		if r.rest[n] = rest; r.hits(rest, left, n-1) {
			return true
		}
		left = left.with(at)
	}
	return false
}

// mostTried is the number of sets of options that are tried in every row; of longer trials one row in triedRows is
// checked, chosen by its options.
const mostTried, triedRows = 1 << 16, 64

// newForcingChecker returns a checker for one goroutine. It makes the measure of stored rows again: from a list by
// another kernel, by trying all sets of options.
func (c *Census) newForcingChecker() enumerate.Checker {
	check, recorder, column := exact.NewRowChecker(c.bare), c.bare.NewRecorder(), len(c.columns)-1
	return func(b *enumerate.Batch, row int) error {
		if err := check(b, row); err != nil {
			return err
		}
		solution, err := recorder.Parse(nil, b, row)
		if err != nil {
			return err
		}
		list, err := c.relisted()
		if err != nil {
			return err
		}
		return list.check(solution, int(b.IntAt(column, row)))
	}
}

// relist lists all solutions by another kernel, if one fits.
func (c *Census) relist() (*forcing, error) {
	x := *c.bare
	x.Forcing, x.Kernels = nil, exact.GeneralKernels(x.Problem)
	own := slices.IndexFunc(x.Kernels, func(k exact.KernelChoice) bool { return k.Name == c.pool.Kernel.Name })
	if own >= 0 {
		x.Kernels = append(slices.Delete(x.Kernels, own, own+1), x.Kernels[own])
	}
	again, err := NewCensus(&x, "auto", c.maxShare, true)
	if err != nil {
		return nil, err
	}
	f := &forcing{census: again}
	return f, f.fill(1, new(atomic.Bool), func(float64) {})
}

// check checks the measure of a solution, n.
func (f *forcing) check(solution []enumerate.OptionID, n int) error {
	sets, hash := 1.0, uint64(0)
	if n < 0 || n > len(solution) {
		return fmt.Errorf("column forcing is %d, expected 0 to %d", n, len(solution))
	}
	for i, o := range solution {
		hash = enumerate.Mix(hash + uint64(o))
		if i < n {
			sets *= float64(len(solution)-i) / float64(i+1)
		}
	}
	if sets > mostTried && hash%triedRows != 0 {
		return nil
	}
	least := len(solution) + 1
	f.try(solution, nil, 0, n, &least)
	if f.size == 1 {
		least = 0
	}
	if least != n {
		return fmt.Errorf("column forcing is %d, and by trying all sets of as many options the least number is not", n)
	}
	return nil
}

// try tries all sets of up to n options, from a place on, with those that were chosen. The solutions that have these
// are common, and least becomes the size of the smallest set that one solution alone has.
func (f *forcing) try(solution []enumerate.OptionID, common []int32, chosen, n int, least *int) {
	for at, o := range solution {
		next := f.containing[o]
		if chosen > 0 {
			next = intersection(common, next)
		}
		if len(next) == 1 {
			*least = min(*least, chosen+1)
		} else if chosen+1 < n {
			f.try(solution[at+1:], next, chosen+1, n, least)
		}
	}
}

// intersection of two ascending lists: each number of the shorter one is looked for in the other.
func intersection(a, b []int32) (both []int32) {
	if len(a) > len(b) {
		a, b = b, a
	}
	for _, x := range a {
		at, found := slices.BinarySearch(b, x)
		if b = b[at:]; found {
			both = append(both, x)
		}
	}
	return both
}
