package exact

import (
	"strings"

	"coverstat/enumerate"
	"coverstat/enumerate/symmetry"
)

// NewInstance makes an instance with the measures that are asked for by their names, and of the solutions that meet
// conditions on measures. known gives all measures that there are, those with arguments as written. The family says how
// solutions are found and rows are written, or calls [Instance.ListOptions].
func NewInstance(p *enumerate.Problem, group *symmetry.Group, known func(written []string) ([]Measure, error),
	asked, require []string) (*Instance, error) {
	all, err := known(asked)
	if err != nil {
		return nil, enumerate.AtKey("measures", err)
	}
	measures, columns, err := pick(all, asked)
	if err != nil {
		return nil, err
	}
	r, err := Require(p, require, func(written []string) (*Meters, error) {
		all, err := known(written)
		if err != nil {
			return nil, err
		}
		return newMeters(p, all, written)
	})
	return &Instance{Problem: p, Group: group, Conditions: r, Impossible: r.Impossible(), measures: measures,
		Measures: columns, Sums: func() []*enumerate.Sum { return sumsOf(p, measures) }, AddUp: addUp(p, all)}, err
}

// ListOptions lets general kernels find the solutions, and makes their rows lists of options. optionText gives the text
// of an option in the table of options; nil stands for the names of its items.
func (x *Instance) ListOptions(optionText func(enumerate.OptionID) string) {
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
	x.Kernels = GeneralKernels(p)
	x.Solution = []enumerate.Column{{Name: enumerate.OptionsColumn, Type: enumerate.Int32List, Role: enumerate.Key,
		Meaning: "the chosen options, ascending (tables/options)"}}
	x.Occupancy = usesTable
	x.NewRecorder = func() Recorder { return &listRecorder{instance: x} }
	x.Tables = func() ([]enumerate.Table, error) { return itemTables(p, optionText), nil }
}

// listRecorder writes solutions as lists of options.
type listRecorder struct {
	instance *Instance
	ids      []int32
}

// Solution implements [Recorder].
func (r *listRecorder) Solution(b *enumerate.Batch, solution []enumerate.OptionID) {
	r.ids = r.ids[:0]
	for _, o := range solution {
		r.ids = append(r.ids, int32(o))
	}
	b.AppendInt32List(0, r.ids)
}

// Measures implements [Recorder].
func (r *listRecorder) Measures(b *enumerate.Batch, first int, solution []enumerate.OptionID, stabiliser int64) {
	r.instance.AppendMeasures(b, first, solution, stabiliser)
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
