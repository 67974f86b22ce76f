package regions

import (
	"slices"

	"coverstat/enumerate"
	"coverstat/enumerate/exact"
)

// infos describe the measures.
var infos = []enumerate.MeasureInfo{
	{Name: "regions", Meaning: "number of regions", Unit: "regions"},
	{Name: "cut_edges", Meaning: "edges between different regions; on a board, pairs of neighbouring cells",
		Unit: "edges"},
	{Name: "least_size", Meaning: "weight of the lightest region; on a board, its cells"},
	{Name: "greatest_size", Meaning: "weight of the heaviest region; on a board, its cells"},
	{Name: "spanning_trees",
		Meaning: "spanning trees of the regions, multiplied: what the partition weighs where weighted_by says so",
		Unit:    "forests", Large: true},
	{Name: "stabiliser", Meaning: "symmetries that map the partition to itself", Unit: "symmetries"},
}

// measures are all measures of a graph's partitions.
func (g *graph) measures() (all []exact.Measure) {
	count, least, greatest := g.Numbers()
	sums := map[string]*enumerate.Sum{"regions": count, "least_size": least, "greatest_size": greatest,
		"cut_edges": {Values: slices.Repeat([]int32{0, 1}, len(g.Edges))}}
	for _, info := range infos {
		m := exact.Measure{MeasureInfo: info}
		switch sum := sums[info.Name]; {
		case sum != nil:
			m.Sum = func(*enumerate.Problem) *enumerate.Sum { return sum }
			m.Value = func(_ *enumerate.Problem, solution []enumerate.OptionID, _ int64) int64 {
				return sum.Of(solution)
			}
		case info.Large: // spanning_trees
			m.Of = g.NewForestCounter()
		default: // stabiliser
			m.NeedsStabiliser = true
			m.Value = func(_ *enumerate.Problem, _ []enumerate.OptionID, stabiliser int64) int64 { return stabiliser }
		}
		all = append(all, m)
	}
	return all
}
