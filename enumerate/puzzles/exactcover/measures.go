package exactcover

import (
	"slices"

	"coverstat/enumerate"
	"coverstat/enumerate/exact"
)

// measures are all measures of the family.
var measures = []exact.Measure{
	{MeasureInfo: enumerate.MeasureInfo{Name: "size", Meaning: "options in the solution", Unit: "options"},
		Value: func(_ *enumerate.Problem, solution []enumerate.OptionID, _ int64) int64 { return int64(len(solution)) },
		Sum: func(p *enumerate.Problem) *enumerate.Sum {
			return &enumerate.Sum{Values: slices.Repeat([]int32{1}, p.Options())}
		}},
	{MeasureInfo: enumerate.MeasureInfo{Name: "secondary", Meaning: "secondary items covered", Unit: "items"},
		Value: func(p *enumerate.Problem, solution []enumerate.OptionID, _ int64) int64 {
			return coveredSecondary(p, solution)
		},
		Sum: func(p *enumerate.Problem) *enumerate.Sum {
			if p.Coloured() {
				return nil // options may share an item
			}
			sum := &enumerate.Sum{Values: make([]int32, p.Options())}
			for o := range sum.Values {
				sum.Values[o] = int32(coveredSecondary(p, []enumerate.OptionID{enumerate.OptionID(o)}))
			}
			return sum
		}},
	{MeasureInfo: enumerate.MeasureInfo{Name: "stabiliser", Meaning: "symmetries that map the solution to itself", Unit: "symmetries"},
		Value: func(_ *enumerate.Problem, _ []enumerate.OptionID, stabiliser int64) int64 { return stabiliser }},
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
