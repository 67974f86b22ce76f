package regions

import (
	"slices"

	"coverstat/enumerate"
	"coverstat/enumerate/exact"
	"coverstat/enumerate/puzzles/regions/partition"
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
	numbers := map[string]partition.Number{"regions": partition.Count, "least_size": partition.Least,
		"greatest_size": partition.Greatest}
	for _, info := range infos {
		m := exact.Measure{MeasureInfo: info}
		number, ofRegions := numbers[info.Name]
		switch {
		case info.Name == "stabiliser":
			m.NeedsStabiliser = true
			m.Value = func(_ *enumerate.Problem, _ []enumerate.OptionID, stabiliser int64) int64 { return stabiliser }
			all = append(all, m)
			continue
		case info.Large: // spanning_trees
			m.Of = g.NewForestCounter()
			all = append(all, m)
			continue
		case ofRegions:
			sum := &enumerate.Sum{Own: &partition.Sum{Problem: &g.Problem, Number: number}}
			m.Sum = func(*enumerate.Problem) *enumerate.Sum { return sum }
		default: // cut_edges
			sum := &enumerate.Sum{Values: slices.Repeat([]int32{0, 1}, len(g.Edges))}
			m.Sum = func(*enumerate.Problem) *enumerate.Sum { return sum }
		}
		sum := m.Sum(nil)
		m.Value = func(_ *enumerate.Problem, solution []enumerate.OptionID, _ int64) int64 { return sum.Of(solution) }
		all = append(all, m)
	}
	return all
}
