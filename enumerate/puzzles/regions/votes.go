package regions

import (
	"slices"
	"strings"

	"coverstat/enumerate"
	"coverstat/enumerate/exact"
)

// votes are those for a party.
type votes struct {
	name string
	of   []int64 // by vertex
}

// votes reads the votes of each party.
func (p *params) votes(spec enumerate.Spec, file *fileGraph) (all []votes, err error) {
	if len(p.Votes) == 1 {
		return nil, enumerate.KeyErrorf("puzzle.votes", "puzzle.votes has one party: expected two or more")
	}
	for i, party := range p.Votes {
		if party == "" || strings.ContainsAny(party, "(),+ ") || slices.Contains(p.Votes[:i], party) {
			return nil, enumerate.KeyErrorf("puzzle.votes", "party %q: expected different names without blanks, commas, parentheses and +", party)
		}
		of, err := p.numbers(spec, file, "votes", party)
		if err != nil {
			return nil, err
		}
		all = append(all, votes{party, of})
	}
	return all, nil
}

// seats returns the measure of each party: regions in which it has more votes than each other one.
func (g *graph) seats(info enumerate.MeasureInfo) (all []exact.Measure) {
	for k, party := range g.votes {
		m := exact.Measure{MeasureInfo: info}
		m.Name = enumerate.WriteMeasure("seats", party.name)
		m.Value = func(_ *enumerate.Problem, solution []enumerate.OptionID, _ int64) (won int64) {
			regions := g.Regions(nil, solution)
			sums := make([]int64, (slices.Max(regions)+1)*int32(len(g.votes))) // by region and party
			for i, party := range g.votes {
				for v, region := range regions {
					sums[int(region)*len(g.votes)+i] += party.of[v]
				}
			}
			for region := range slices.Chunk(sums, len(g.votes)) {
				mine := region[k]
				region[k] = -1
				if mine > slices.Max(region) {
					won++
				}
			}
			return won
		}
		all = append(all, m)
	}
	return all
}
