package exact

import (
	"slices"

	"coverstat/enumerate"
	"coverstat/enumerate/symmetry"
)

// An Instance is one exact cover with all that a job needs to know of it. A family
// fills it in; then it is shared.
type Instance struct {
	Problem *enumerate.Problem
	Group   *symmetry.Group
	// Kernels that may search it, best first.
	Kernels []KernelChoice
	// KernelsOf makes them for the same problem with its items in another order, which
	// decides ties. Nil if no other order is to be tried.
	KernelsOf func(*enumerate.Problem) []KernelChoice
	// Scans are orders of the primary items, besides the problem's own, in which a sweep
	// may count: along another side of a board, say.
	Scans []ItemOrder
	// Impossible says why there can be no solution, if that is known without
	// a search (area, parity); "" otherwise.
	Impossible string
	// Solution are the columns that say what the solution is; Measures are
	// the columns of the measures asked for.
	Solution []enumerate.Column
	Measures []enumerate.Column
	// Sums gives each column of Measures that adds up over options as a sum; the others are
	// nil. Nil if no measure adds up.
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
	// NewRowCounts returns empty counts that look at every row. Nil if there
	// are none.
	NewRowCounts func() enumerate.RowCounts
	// Facts describes the instance for `check`.
	Facts []enumerate.Fact
	// Cover is the problem as other programs are told of it. Nil: items and numbers of
	// colours say all.
	Cover func() *enumerate.Cover

	required *Required // by Require; nil if all solutions are wanted
}

// Covers are the one exact cover that the instance is.
func (x *Instance) Covers() *enumerate.Covers {
	return &enumerate.Covers{Count: 1, Cover: func(int64) (*enumerate.Cover, error) {
		if x.required != nil {
			return nil, enumerate.KeyErrorf("require", "an exact cover cannot say the conditions of require: expected a config without them")
		}
		if x.Cover != nil {
			return x.Cover(), nil
		}
		return &enumerate.Cover{Problem: x.Problem}, nil
	}}
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

// An ItemOrder is an order of the primary items, with its name for people.
type ItemOrder struct {
	Name  string
	Items []enumerate.Item
}

// Columns are the columns of the instance's rows: the solution, the orbit size in the
// given role, and the measures.
func (x *Instance) Columns(orbit enumerate.Role) []enumerate.Column {
	columns := append(slices.Clone(x.Solution), enumerate.OrbitSize(orbit))
	return append(columns, x.Measures...)
}

// AppendRow appends the values of these columns for a solution, in canonical form, that
// has an orbit of this size.
func (x *Instance) AppendRow(r Recorder, b *enumerate.Batch, form []enumerate.OptionID, orbit int64) {
	r.Solution(b, form)
	b.AppendInt32(len(x.Solution), int32(orbit))
	r.Measures(b, len(x.Solution)+1, int64(x.Group.Order())/orbit)
}

// AllFacts are the family's facts and those that follow from the problem and the group.
func (x *Instance) AllFacts() []enumerate.Fact {
	p := x.Problem
	facts := append(slices.Clone(x.Facts),
		enumerate.Fact{Key: "items", Text: enumerate.Plural(p.Items(), "item"), Value: p.Items()},
		enumerate.Fact{Key: "options", Text: enumerate.Plural(p.Options(), "option"), Value: p.Options()},
		enumerate.Fact{Key: "group_order", Text: "symmetry group of order " + enumerate.Grouped(x.Group.Order()), Value: x.Group.Order()})
	return append(facts, x.imagesFacts()...)
}
