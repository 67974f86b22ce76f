package exactcover

import (
	"slices"

	"coverstat/enumerate"
)

// A measure is an integer function of a solution.
type measure func(p *enumerate.Problem, solution []enumerate.OptionID) int64

// measures are all measures of the family. The number of symmetries that fix a
// solution is given to the recorder, so its measure has no function.
var measures = []struct {
	info  enumerate.MeasureInfo
	value measure
}{
	{enumerate.MeasureInfo{Name: "size", Meaning: "options in the solution", Unit: "options"},
		func(_ *enumerate.Problem, solution []enumerate.OptionID) int64 { return int64(len(solution)) }},
	{enumerate.MeasureInfo{Name: "secondary", Meaning: "secondary items covered", Unit: "items"}, coveredSecondary},
	{enumerate.MeasureInfo{Name: "stabiliser", Meaning: "symmetries that map the solution to itself", Unit: "symmetries"}, nil},
}

// coveredSecondary counts the secondary items in a solution. An item that several
// options share with one colour counts once.
func coveredSecondary(p *enumerate.Problem, solution []enumerate.OptionID) int64 {
	var seen []enumerate.Item
	for _, o := range solution {
		for _, m := range p.Option(o) {
			if p.Item(m.Item).Secondary() && !slices.Contains(seen, m.Item) {
				seen = append(seen, m.Item)
			}
		}
	}
	return int64(len(seen))
}

func measureInfos() []enumerate.MeasureInfo {
	var infos []enumerate.MeasureInfo
	for _, m := range measures {
		infos = append(infos, m.info)
	}
	return infos
}

func resolveMeasures(asked []string) ([]enumerate.Column, []measure, error) {
	indices, columns, err := enumerate.PickMeasures(measureInfos(), asked)
	var values []measure
	for _, i := range indices {
		values = append(values, measures[i].value)
	}
	return columns, values, err
}

// recorder implements exact.Recorder.
type recorder struct {
	file     *file
	measures []measure
	ids      []int32
	solution []enumerate.OptionID
}

// Solution implements exact.Recorder.
func (r *recorder) Solution(b *enumerate.Batch, solution []enumerate.OptionID) {
	r.ids = r.ids[:0]
	for _, o := range solution {
		r.ids = append(r.ids, int32(o))
	}
	r.solution = solution
	b.AppendInt32List(0, r.ids)
}

// Measures implements exact.Recorder.
func (r *recorder) Measures(b *enumerate.Batch, first int, stabiliser int64) {
	for k, value := range r.measures {
		x := stabiliser
		if value != nil {
			x = value(r.file.problem, r.solution)
		}
		b.AppendInt32(first+k, int32(x))
	}
}

// Parse implements exact.Recorder.
func (r *recorder) Parse(dst []enumerate.OptionID, b *enumerate.Batch, row int) ([]enumerate.OptionID, error) {
	for _, o := range b.ListAt(0, row) {
		dst = append(dst, enumerate.OptionID(o))
	}
	return dst, nil
}

// Check implements exact.Recorder. The family has no pictures to compare.
func (r *recorder) Check(*enumerate.Batch, int, []enumerate.OptionID) error { return nil }

// tables returns the items and the options.
func (f *file) tables() ([]enumerate.Table, error) {
	items := enumerate.NewBatch([]enumerate.Column{
		{Name: "id", Type: enumerate.Int32, Meaning: "number of the item, from 0"},
		{Name: "name", Type: enumerate.String, Meaning: "its name in the file"},
		{Name: "primary", Type: enumerate.Bool, Meaning: "whether it must be covered"},
	})
	for i := range f.problem.Items() {
		info := f.problem.Item(enumerate.Item(i))
		items.AppendInt32(0, int32(i))
		items.AppendString(1, []byte(info.Name))
		items.AppendBool(2, info.Primary())
	}
	options := enumerate.NewBatch([]enumerate.Column{
		{Name: "id", Type: enumerate.Int32, Meaning: "number of the option, from 0"},
		{Name: "text", Type: enumerate.String, Meaning: "its items, as in the file"},
		{Name: "items", Type: enumerate.Int32List, Meaning: "numbers of its items"},
	})
	var ids []int32
	for o, text := range f.options {
		options.AppendInt32(0, int32(o))
		options.AppendString(1, []byte(text))
		ids = ids[:0]
		for _, m := range f.problem.Option(enumerate.OptionID(o)) {
			ids = append(ids, int32(m.Item))
		}
		options.AppendInt32List(2, ids)
	}
	return []enumerate.Table{{Name: "items", Rows: items}, {Name: "options", Rows: options}}, nil
}
