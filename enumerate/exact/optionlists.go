package exact

import (
	"math/big"
	"strings"

	"coverstat/enumerate"
	"coverstat/enumerate/kernel"
	"coverstat/enumerate/symmetry"
)

// A Measure is an integer function of a solution that is the same for all images
// of the solution under the symmetries.
type Measure struct {
	enumerate.MeasureInfo
	// Value computes it. The solution is ascending; stabiliser is the number of
	// symmetries that map it to itself.
	Value func(p *enumerate.Problem, solution []enumerate.OptionID, stabiliser int64) int64
	// Sum gives the measure as a sum over options, nil if it does not add up in this
	// problem. The function is nil if it adds up in none.
	Sum func(p *enumerate.Problem) *enumerate.Sum
}

// NewInstance makes an instance whose rows are lists of options, for a family that
// has nothing better to show. It is searched by the kernels that take any problem.
// asked are the names of the wanted measures among all. optionText is the text of an
// option in the table of options; nil is the names of its items.
func NewInstance(p *enumerate.Problem, group *symmetry.Group, all []Measure, asked []string, optionText func(enumerate.OptionID) string) (*Instance, error) {
	measures, columns, err := pick(all, asked)
	if err != nil {
		return nil, err
	}
	if optionText == nil {
		optionText = func(o enumerate.OptionID) string {
			var names []string
			for _, m := range p.Option(o) {
				names = append(names, p.Item(m.Item).Name)
			}
			return strings.Join(names, " ")
		}
	}
	return &Instance{
		Problem:   p,
		Group:     group,
		Kernels:   generalKernels(p),
		KernelsOf: generalKernels,
		Solution: []enumerate.Column{{Name: enumerate.OptionsColumn, Type: enumerate.Int32List, Role: enumerate.Key,
			Meaning: "the chosen options, ascending (tables/options)"}},
		Measures:    columns,
		Sums:        func() []*enumerate.Sum { return sumsOf(p, measures) },
		AddUp:       addUp(p, all),
		Occupancy:   usesTable,
		NewRecorder: func() Recorder { return &listRecorder{problem: p, measures: measures} },
		Tables:      func() ([]enumerate.Table, error) { return itemTables(p, optionText), nil },
	}, nil
}

// pick finds measures by their names.
func pick(all []Measure, asked []string) (measures []Measure, columns []enumerate.Column, err error) {
	indices, columns, err := enumerate.PickMeasures(MeasureInfos(all), asked)
	for _, i := range indices {
		measures = append(measures, all[i])
	}
	return measures, columns, err
}

// NewMeters makes meters of the named measures, of all that there are.
func NewMeters(p *enumerate.Problem, all []Measure, asked []string) (*Meters, error) {
	measures, columns, err := pick(all, asked)
	if err != nil {
		return nil, err
	}
	return &Meters{Columns: columns, Sums: sumsOf(p, measures), NewMeter: func() func([]enumerate.OptionID, int64) []int32 {
		values := make([]int32, len(measures))
		return func(solution []enumerate.OptionID, stabiliser int64) []int32 {
			for k, m := range measures {
				values[k] = int32(m.Value(p, solution, stabiliser))
			}
			return values
		}
	}}, nil
}

func sumsOf(p *enumerate.Problem, measures []Measure) (sums []*enumerate.Sum) {
	for _, m := range measures {
		var sum *enumerate.Sum
		if m.Sum != nil {
			sum = m.Sum(p)
		}
		sums = append(sums, sum)
	}
	return sums
}

func addUp(p *enumerate.Problem, all []Measure) (names []string) {
	for i, sum := range sumsOf(p, all) {
		if sum != nil {
			names = append(names, all[i].Name)
		}
	}
	return names
}

// usesTable says how often each option is used. Options that symmetry exchanges are counted
// together.
func usesTable(use *OptionUse) []enumerate.Table {
	columns := []enumerate.Column{
		{Name: "option", Type: enumerate.Int32, Meaning: "the least option of those that symmetry exchanges (tables/options)"},
		{Name: "orbit_size", Type: enumerate.Int32, Meaning: "number of these options", Unit: "options"},
	}
	most := new(big.Int).Mul(use.All, big.NewInt(int64(len(use.Orbit))))
	columns, raw := NewCountColumn(columns, enumerate.Column{Name: "raw", Meaning: "times that one of them is used in raw solutions, or draws", Unit: "uses"}, most)
	columns, distinct := NewCountColumn(columns, enumerate.Column{Name: "distinct", Meaning: "times that one of them is used in solutions up to symmetry", Unit: "uses"}, most)
	uses := enumerate.NewBatch(append(columns, enumerate.Column{Name: "share", Type: enumerate.Double,
		Meaning: "raw, of all raw solutions or draws: more than 1 where a solution may use several of them"}))
	for o, k := range use.Orbit {
		if int(k) == o {
			uses.AppendInt32(0, int32(o))
			uses.AppendInt32(1, int32(use.Size[o]))
			raw.Append(uses, use.Raw[o])
			distinct.Append(uses, use.Distinct[o])
			uses.AppendDouble(len(columns), Share(use.Raw[o], use.All))
		}
	}
	return []enumerate.Table{{Name: "uses", Rows: uses}}
}

func generalKernels(p *enumerate.Problem) []KernelChoice {
	return []KernelChoice{
		{Name: "bits", New: func() (enumerate.Kernel, error) { return kernel.NewBits(p) }},
		{Name: "dlx", New: func() (enumerate.Kernel, error) { return kernel.NewDLX(p, kernel.CacheTails()), nil }},
	}
}

// MeasureInfos lists the descriptions of measures.
func MeasureInfos(all []Measure) []enumerate.MeasureInfo {
	var infos []enumerate.MeasureInfo
	for _, m := range all {
		infos = append(infos, m.MeasureInfo)
	}
	return infos
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
	for k, m := range r.measures {
		b.AppendInt32(first+k, int32(m.Value(r.problem, r.solution, stabiliser)))
	}
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
	for o := range p.Options() {
		options.AppendInt32(0, int32(o))
		options.AppendString(1, []byte(optionText(enumerate.OptionID(o))))
		ids = ids[:0]
		for _, m := range p.Option(enumerate.OptionID(o)) {
			ids = append(ids, int32(m.Item))
		}
		options.AppendInt32List(2, ids)
	}
	return []enumerate.Table{{Name: "items", Rows: items}, {Name: "options", Rows: options}}
}
