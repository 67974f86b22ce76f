package exact

import (
	"fmt"
	"slices"

	"coverstat/enumerate"
)

// NewRowChecker returns a checker of stored rows of census and sample jobs, for one goroutine: the options are a
// solution, in canonical form, with this orbit size; the family's own check agrees; and the solution gives
// the same row when it is written again. The canonical form is tested by
// sorting every image, not by the code that the search used.
func NewRowChecker(x *Instance) enumerate.Checker {
	recorder, checker, group := x.NewRecorder(), NewSolutionChecker(x), x.Group
	rewritten := enumerate.NewBatch(x.Columns(enumerate.Plain)) // solution, orbit_size, measures, written again
	var solution, image []enumerate.OptionID
	return func(b *enumerate.Batch, row int) (err error) {
		if solution, err = recorder.Parse(solution[:0], b, row); err != nil {
			return err
		}
		if err := checker.covers(solution); err != nil {
			return err
		}
		if err := recorder.Check(b, row, solution); err != nil {
			return err
		}
		fixed := 0
		for k := range group.Order() {
			image = image[:0]
			for _, o := range solution {
				image = append(image, group.Image(k, o))
			}
			slices.Sort(image)
			switch slices.Compare(image, solution) {
			case 0:
				fixed++
			case -1:
				if x.NewForm == nil { // else the family's own check tells
					return fmt.Errorf("not in canonical form: %v is less than %v", image, solution)
				}
			}
		}
		orbit := int64(group.Order() / fixed)
		if got := b.IntAt(len(x.Solution), row); got != orbit {
			return fmt.Errorf("orbit size is %d, expected %d", got, orbit)
		}
		if err := checker.meets(solution, int64(fixed)); err != nil {
			return err
		}
		rewritten.Reset()
		x.AppendRow(recorder, rewritten, solution, orbit)
		return enumerate.SameRow(b, row, rewritten, 0)
	}
}

// A SolutionChecker verifies solutions from the problem, by counting, and from the conditions on
// solutions. Each goroutine has its own.
type SolutionChecker struct {
	problem    *enumerate.Problem
	space      Space // nil: every cover is a solution
	items      []checkedItem
	order      int64 // of the group
	conditions *Conditions
	unmet      func(solution []enumerate.OptionID, stabiliser int64) int // nil if nothing is required

	// If every item may be covered once, and the problem is not large: the items of each option
	// as a set of so many words, and those that must be covered. Otherwise sets is nil.
	words      int
	sets, must []uint64
}

// maxCheckedWords is the greatest length of a checker's sets.
const maxCheckedWords = 1 << 17

// checkedItem is an item, and how often the solution at hand covers it. Reading min and max from
// the problem would copy the name, which takes long.
type checkedItem struct {
	count    int32
	colour   enumerate.Colour
	min, max int32
}

// NewSolutionChecker returns a checker of an instance's solutions.
func NewSolutionChecker(x *Instance) *SolutionChecker {
	p := x.Problem
	c := &SolutionChecker{problem: p, space: x.Space, items: make([]checkedItem, p.Items()), conditions: x.Conditions}
	if x.Conditions != nil {
		c.order, c.unmet = int64(x.Group.Order()), x.Conditions.test()
	}
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

// exact reports whether the options have no item in common and cover all that must be covered.
// It takes a fifth of the time of counting.
func (c *SolutionChecker) exact(solution []enumerate.OptionID) bool {
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

// Check returns an error unless the options, with an orbit of this size, are a solution that meets
// all conditions.
func (c *SolutionChecker) Check(solution []enumerate.OptionID, orbit int64) error {
	if err := c.covers(solution); err != nil {
		return err
	}
	return c.meets(solution, c.order/orbit)
}

// meets returns an error unless a solution that stabiliser symmetries map to itself meets the
// conditions.
func (c *SolutionChecker) meets(solution []enumerate.OptionID, stabiliser int64) error {
	if c.unmet != nil {
		if k := c.unmet(solution, stabiliser); k >= 0 {
			return fmt.Errorf("it does not meet %s, which is required", c.conditions.texts[k])
		}
	}
	return nil
}

// covers returns an error unless the options are distinct, ascending, and
// cover every item as often as they must.
func (c *SolutionChecker) covers(solution []enumerate.OptionID) error {
	for k, o := range solution {
		if o < 0 || int(o) >= c.problem.Options() {
			return fmt.Errorf("option %d does not exist, there are %d", o, c.problem.Options())
		}
		if k > 0 && solution[k-1] >= o {
			return fmt.Errorf("options %d and %d are not in ascending order", solution[k-1], o)
		}
	}
	if c.space != nil {
		if err := c.space.Check(solution); err != nil {
			return err
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
			return fmt.Errorf("item %q is covered %d times, expected %d to %d", c.problem.Item(enumerate.Item(i)).Name,
				x.count, x.min, x.max)
		}
	}
	return nil
}
