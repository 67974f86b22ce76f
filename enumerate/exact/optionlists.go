package exact

import (
	"strings"

	"coverstat/enumerate"
	"coverstat/enumerate/symmetry"
)

// NewInstance makes an instance that the general kernels search, with the measures that are asked for by their names
// among all; measures are these. The family says how its rows are written, or calls [Instance.ListOptions].
func NewInstance(p *enumerate.Problem, group *symmetry.Group, all []Measure,
	asked []string) (x *Instance, measures []Measure, err error) {
	measures, columns, err := pick(all, asked)
	return &Instance{Problem: p, Group: group, Kernels: GeneralKernels(p), Measures: columns, AddUp: addUp(p, all),
		Sums: func() []*enumerate.Sum { return sumsOf(p, measures) }}, measures, err
}

// ListOptions makes the rows of an instance lists of options, with measures. optionText gives the text of an option in
// the table of options; nil stands for the names of its items.
func (x *Instance) ListOptions(measures []Measure, optionText func(enumerate.OptionID) string) {
	p := x.Problem
	if optionText == nil {
		optionText = func(o enumerate.OptionID) string {
			var names []string
			for _, m := range p.Option(o) {
				names = append(names, p.Item(m.Item).Name)
			}
			return strings.Join(names, " ")
		}
	}
	x.Solution = []enumerate.Column{{Name: enumerate.OptionsColumn, Type: enumerate.Int32List, Role: enumerate.Key,
		Meaning: "the chosen options, ascending (tables/options)"}}
	x.Occupancy = usesTable
	x.NewRecorder = func() Recorder { return &listRecorder{problem: p, measures: measures} }
	x.Tables = func() ([]enumerate.Table, error) { return itemTables(p, optionText), nil }
}

// listRecorder writes solutions as lists of options.
type listRecorder struct {
	problem  *enumerate.Problem
	measures []Measure
	ids      []int32
	solution []enumerate.OptionID
}

// Solution implements [Recorder].
func (r *listRecorder) Solution(b *enumerate.Batch, solution []enumerate.OptionID) {
	r.ids = r.ids[:0]
	for _, o := range solution {
		r.ids = append(r.ids, int32(o))
	}
	r.solution = solution
	b.AppendInt32List(0, r.ids)
}

// Measures implements [Recorder].
func (r *listRecorder) Measures(b *enumerate.Batch, first int, stabiliser int64) {
	AppendMeasures(b, first, r.problem, r.measures, r.solution, stabiliser)
}

// Parse implements [Recorder].
func (r *listRecorder) Parse(dst []enumerate.OptionID, b *enumerate.Batch, row int) ([]enumerate.OptionID, error) {
	for _, o := range b.ListAt(0, row) {
		dst = append(dst, enumerate.OptionID(o))
	}
	return dst, nil
}

// Check implements [Recorder]. A list of options has no picture to compare with.
func (r *listRecorder) Check(*enumerate.Batch, int, []enumerate.OptionID) error { return nil }

// itemTables are the items and the options.
func itemTables(p *enumerate.Problem, optionText func(enumerate.OptionID) string) []enumerate.Table {
	items := enumerate.NewBatch([]enumerate.Column{
		{Name: "id", Type: enumerate.Int32, Meaning: "number of the item, from 0"},
		{Name: "name", Type: enumerate.String, Meaning: "its name in the file"},
		{Name: "primary", Type: enumerate.Bool, Meaning: "whether it must be covered"},
	})
	for i := range p.Items() {
		info := p.Item(enumerate.Item(i))
		items.AppendValues(0, i, info.Name, info.Primary())
	}
	options := enumerate.NewBatch([]enumerate.Column{
		{Name: "id", Type: enumerate.Int32, Meaning: "number of the option, from 0"},
		{Name: "text", Type: enumerate.String, Meaning: "its items, as in the file"},
		{Name: "items", Type: enumerate.Int32List, Meaning: "numbers of its items"},
	})
	var ids []int32
	for o := range p.Options() {
		ids = ids[:0]
		for _, m := range p.Option(enumerate.OptionID(o)) {
			ids = append(ids, int32(m.Item))
		}
		options.AppendValues(0, o, optionText(enumerate.OptionID(o)), ids)
	}
	return []enumerate.Table{{Name: enumerate.ItemsTable, Rows: items}, {Name: enumerate.OptionsTable, Rows: options}}
}
