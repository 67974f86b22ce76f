package exact

import (
	"fmt"
	"slices"
	"strings"

	"coverstat/enumerate"
	"coverstat/enumerate/symmetry"
)

// An Instance is one concrete exact cover with everything that a job needs to
// know of it. It is filled in by a family and then shared.
type Instance struct {
	Problem *enumerate.Problem
	Group   *symmetry.Group
	// Kernels that may search it, best first.
	Kernels []KernelChoice
	// KernelsOf makes them for the same problem with its items in another order, by which
	// they decide ties. Nil if no other order is to be tried.
	KernelsOf func(*enumerate.Problem) []KernelChoice
	// Impossible says why there can be no solution, if that is plain without
	// a search (area, parity); "" otherwise.
	Impossible string
	// Solution are the columns that say what the solution is; Measures are
	// the columns of the measures asked for.
	Solution []enumerate.Column
	Measures []enumerate.Column
	// NewRecorder returns a recorder for one goroutine.
	NewRecorder func() Recorder
	// Tables returns the dimension tables.
	Tables func() ([]enumerate.Table, error)
	// Occupancy makes tables of how often each option occurs. Nil if there are
	// none.
	Occupancy func(*OptionUse) []enumerate.Table
	// NewRowCounts returns empty counts that look at every row. Nil if there
	// are none.
	NewRowCounts func() enumerate.RowCounts
	// Facts describes the instance for `check`.
	Facts []enumerate.Fact
}

// A Recorder writes solutions as rows and reads them back.
type Recorder interface {
	// Solution appends the values of the solution columns, the first of the
	// batch. The solution is ascending.
	Solution(b *enumerate.Batch, solution []enumerate.OptionID)
	// Measures appends the values of the measure columns, which begin at
	// column first, for the solution last given to Solution, which so many
	// symmetries map to itself.
	Measures(b *enumerate.Batch, first int, stabiliser int64)
	// Parse appends the options of a stored row to dst, ascending.
	Parse(dst []enumerate.OptionID, b *enumerate.Batch, row int) ([]enumerate.OptionID, error)
	// Check checks a stored row in the family's own terms (the picture shows
	// the pieces it should), without the problem's options.
	Check(b *enumerate.Batch, row int, solution []enumerate.OptionID) error
}

// A KernelChoice is a kernel that may or may not fit an instance.
type KernelChoice struct {
	Name string
	// New makes a kernel; the error says why the instance does not fit it.
	New func() (enumerate.Kernel, error)
}

// Choose returns the kernel of the given name, or with "auto" the first that
// fits, with the reasons why better ones do not fit. The kernel that was made to
// see that it fits is the first that New returns.
func (x *Instance) Choose(name string) (KernelChoice, []string, error) {
	var against []string
	var names []string
	for _, k := range x.Kernels {
		names = append(names, k.Name)
		if name != "auto" && name != "" && name != k.Name {
			continue
		}
		first, err := k.New()
		if err == nil {
			pool := &kernelPool{make: k.New}
			pool.put(first)
			return KernelChoice{Name: k.Name, New: pool.get}, against, nil
		}
		if name == k.Name {
			return KernelChoice{}, nil, enumerate.KeyErrorf("kernel", "kernel %s does not fit this puzzle: %v", name, err)
		}
		against = append(against, fmt.Sprintf("%s: %v", k.Name, err))
	}
	return KernelChoice{}, nil, enumerate.KeyErrorf("kernel", "no kernel %q here: expected one of auto, %s", name, strings.Join(names, ", "))
}

// checker verifies solutions by counting, from the problem alone.
type checker struct {
	problem *enumerate.Problem
	items   []checkedItem

	// Where each item may be covered once: the items of each option as a set of words, and
	// those that must be covered. Otherwise, and of large problems, sets is nil.
	words      int
	sets, must []uint64
}

// maxCheckedWords is the greatest length of a checker's sets.
const maxCheckedWords = 1 << 17

// checkedItem is an item with what the solution at hand does to it. Its bounds are here
// because reading them from the problem, which copies names, took as long as all else.
type checkedItem struct {
	count    int32
	colour   enumerate.Colour
	min, max int32
}

func newChecker(p *enumerate.Problem) *checker {
	c := &checker{problem: p, items: make([]checkedItem, p.Items())}
	for i := range c.items {
		info := p.Item(enumerate.Item(i))
		c.items[i].min, c.items[i].max = info.Min, info.Max
	}
	c.words = (p.Items() + 63) / 64
	other := func(x checkedItem) bool { return x.max != 1 }
	if p.Coloured() || c.words*p.Options() > maxCheckedWords || slices.ContainsFunc(c.items, other) {
		return c
	}
	c.sets, c.must = make([]uint64, c.words*p.Options()), make([]uint64, c.words)
	for o := range p.Options() {
		for _, m := range p.Option(enumerate.OptionID(o)) {
			c.sets[o*c.words+int(m.Item)/64] |= 1 << (m.Item % 64)
		}
	}
	for i, x := range c.items {
		c.must[i/64] |= uint64(x.min) << (i % 64)
	}
	return c
}

// exact reports whether the sets of options have no item in common and cover all that
// must be. It takes a fifth of the time of counting.
func (c *checker) exact(solution []enumerate.OptionID) bool {
	for w, must := range c.must {
		covered, common := uint64(0), uint64(0)
		for _, o := range solution {
			set := c.sets[int(o)*c.words+w]
			common |= covered & set
			covered |= set
		}
		if common != 0 || must&^covered != 0 {
			return false
		}
	}
	return true
}

// check returns an error unless the options are distinct, ascending, and
// cover every item as often as they must.
func (c *checker) check(solution []enumerate.OptionID) error {
	for k, o := range solution {
		if o < 0 || int(o) >= c.problem.Options() {
			return fmt.Errorf("option %d does not exist, there are %d", o, c.problem.Options())
		}
		if k > 0 && solution[k-1] >= o {
			return fmt.Errorf("options %d and %d are not in ascending order", solution[k-1], o)
		}
	}
	if c.sets != nil && c.exact(solution) {
		return nil
	}
	for i := range c.items {
		c.items[i].count = 0
	}
	for _, o := range solution {
		for _, m := range c.problem.Option(o) {
			x := &c.items[m.Item]
			if x.count > 0 && m.Colour != 0 && m.Colour == x.colour {
				continue
			}
			x.count++
			x.colour = m.Colour
		}
	}
	for i := range c.items {
		if x := &c.items[i]; x.count < x.min || x.count > x.max {
			return fmt.Errorf("item %q is covered %d times, expected %d to %d", c.problem.Item(enumerate.Item(i)).Name, x.count, x.min, x.max)
		}
	}
	return nil
}

// Open makes the job that a config asks for.
func Open(x *Instance, spec enumerate.Spec) (enumerate.Job, error) {
	switch spec.Kind {
	case enumerate.Census:
		return NewCensus(x, spec.Kernel, spec.MaxShare, spec.CountOnly)
	case enumerate.Sample:
		return NewSample(x, spec)
	}
	return nil, enumerate.KeyErrorf("job", "job %s: expected census or sample for a single puzzle", spec.Kind)
}
