package exact

import (
	"fmt"
	"slices"

	"coverstat/enumerate"
	"coverstat/enumerate/kernel/sweep"
	"coverstat/enumerate/symmetry"
)

// An Instance is one exact cover with all that a job needs to know of it. A family fills it in.
// After that it does not change, and goroutines share it.
type Instance struct {
	Problem *enumerate.Problem
	Group   *symmetry.Group
	// Kernels may search all solutions, whatever the conditions, the best first; [Instance.Searches] keeps these.
	Kernels []KernelChoice
	// Scans are further orders of the primary items in which a sweep may count, such as along
	// another side of a board.
	Scans []ItemOrder
	// Impossible says why there is no solution, if that is known without a search; "" if not.
	Impossible string
	Solution   []enumerate.Column // the columns that say what the solution is
	Measures   []enumerate.Column // those of the measures asked for
	// Forcing asks a census for this measure, too, which needs all solutions. Nil: it is not asked for.
	Forcing *Forcing
	// FindMeasure is that of [enumerate.Features]; it may be nil.
	FindMeasure func(written string) (column string, err error)
	// Sums gives each column of Measures as a sum over options, nil if it does not add up.
	// The function is nil if none does.
	Sums func() []*enumerate.Sum
	// AddUp are the names of all measures, asked for or not, that add up.
	AddUp []string
	// NewRecorder returns a recorder for one goroutine.
	NewRecorder func() Recorder
	// Tables returns the dimension tables.
	Tables func() ([]enumerate.Table, error)
	// Occupancy makes tables of how often each option occurs. Nil if there are
	// none.
	Occupancy func(*OptionUse) []enumerate.Table
	// NewRowCounts returns empty counts of the family's own, for every row. Nil if there are
	// none.
	NewRowCounts func() enumerate.RowCounts
	// Facts describes the instance for `check`.
	Facts []enumerate.Fact
	// Cover has the texts that other programs get with the problem. Nil if the problem has them.
	Cover func() *enumerate.Cover

	// Space says which of the covers of Problem are the solutions, and how sweeps count them. Nil: all covers.
	Space Space
	// NewForm returns a function for one goroutine that makes of a solution, its options ascending,
	// the canonical form of its class, valid until the next call. Nil: it is the least image.
	NewForm func() func(solution []enumerate.OptionID) []enumerate.OptionID

	// Weighed is the instance whose solutions are the same, each as often as it weighs. Nil if the config weighs none.
	Weighed *Instance
	// WeighedBy are the measures whose product a solution weighs then.
	WeighedBy []string

	Conditions *Conditions // those of [Require]; nil if all solutions are wanted

	Smaller string // what takes less time and memory, such as "a smaller board or fewer pieces"

	measures []Measure // by column, if [NewInstance] has made the instance
}

// Shuffles reports whether solutions can be drawn without listing or counting them.
func (x *Instance) Shuffles() bool {
	_, err := x.Bounded()
	return x.Space == nil && err == nil
}

// A Space is a set of solutions that are not all covers of a problem.
type Space interface {
	// Plan makes the plan of a sweep over the solutions, or over those of a quotient of the problem if that is not nil.
	Plan(q *symmetry.Quotient, order []enumerate.Item, filter *sweep.Filter, sums ...enumerate.Sum) (*sweep.Plan, error)
	// Check returns an error unless a cover is a solution.
	Check(solution []enumerate.OptionID) error
}

// NewCanonicaliser returns a canonicaliser of the instance's solutions, for one goroutine.
func (x *Instance) NewCanonicaliser() *symmetry.Canonicaliser {
	c := symmetry.NewCanonicaliser(x.Group)
	if x.NewForm != nil {
		c.Form = x.NewForm()
	}
	return c
}

// Covers gives the instance to other programs, as one exact cover. It is nil if the instance is none.
func (x *Instance) Covers() *enumerate.Covers {
	if x.Space != nil {
		return nil
	}
	return &enumerate.Covers{Count: 1, Cover: func(int64) (*enumerate.Cover, error) {
		p, err := x.Bounded()
		if err != nil {
			return nil, enumerate.KeyErrorf("require",
				"an exact cover cannot say the conditions of require: %v: expected none, or those that limit how many of some options are chosen", err)
		}
		c := &enumerate.Cover{}
		if x.Cover != nil {
			c = x.Cover()
		}
		if c.Problem = p; c.Tiling != nil && x.Conditions != nil {
			c.Tiling.Beyond = "conditions on solutions"
		}
		return c, nil
	}}
}

// A Recorder writes solutions as rows and reads them back.
type Recorder interface {
	// Solution appends the values of the solution columns, the first of the
	// batch. The solution is ascending.
	Solution(b *enumerate.Batch, solution []enumerate.OptionID)
	// Measures appends the values of the measure columns, which begin at column first, for the solution that Solution
	// was last called with. stabiliser is the number of symmetries that map this solution to itself.
	Measures(b *enumerate.Batch, first int, solution []enumerate.OptionID, stabiliser int64)
	// Parse appends the options of a stored row to dst, ascending.
	Parse(dst []enumerate.OptionID, b *enumerate.Batch, row int) ([]enumerate.OptionID, error)
	// Check checks a stored row by the family's own rules, without the problem's options: the
	// picture shows the right pieces, say.
	Check(b *enumerate.Batch, row int, solution []enumerate.OptionID) error
}

// An ItemOrder is an order of the primary items, with its name for people.
type ItemOrder struct {
	Name  string
	Items []enumerate.Item
}

// Columns are the columns of the instance's rows: the solution, the orbit size, which has this
// role, and the measures.
func (x *Instance) Columns(orbit enumerate.Role) []enumerate.Column {
	columns := append(slices.Clone(x.Solution), enumerate.OrbitSize(orbit))
	return append(columns, x.Measures...)
}

// AppendRow appends a row of these columns: a solution, in canonical form, with an orbit of this
// size.
func (x *Instance) AppendRow(r Recorder, b *enumerate.Batch, form []enumerate.OptionID, orbit int64) {
	r.Solution(b, form)
	b.AppendInt32(len(x.Solution), int32(orbit))
	r.Measures(b, len(x.Solution)+1, form, int64(x.Group.Order())/orbit)
}

// AllFacts are the family's facts and those that follow from the problem and the group.
func (x *Instance) AllFacts() []enumerate.Fact {
	p := x.Problem
	facts := append(slices.Clone(x.Facts),
		enumerate.Fact{Key: "items", Text: enumerate.Plural(p.Items(), "item"), Value: p.Items()},
		enumerate.Fact{Key: "options", Text: enumerate.Plural(p.Options(), "option"), Value: p.Options()},
		enumerate.Fact{Key: "group_order", Text: "symmetry group of order " + enumerate.Grouped(x.Group.Order()),
			Value: x.Group.Order()})
	if x.imageCount() > maxImageRows {
		facts = append(facts, enumerate.Fact{Key: "no_images", Value: x.Group.Order(),
			Text: fmt.Sprintf("no tables/images: %s symmetries of %s options are too many",
				enumerate.Grouped(x.Group.Order()), enumerate.Grouped(p.Options()))})
	}
	return facts
}
