package stats

import (
	"slices"

	"coverstat/enumerate"
)

// FillTotals writes the statistics of a census that were found without rows into a document.
// columns are the columns that rows would have. Each breakdown takes several lists of groups:
// first the groups by its columns, then, for each column that it sums, those by its columns
// and this one.
func (d *Document) FillTotals(t *enumerate.Totals, columns []enumerate.Column, breakdowns []enumerate.Breakdown) {
	d.Summary = Summary{Solutions: &Solutions{Raw: BigInt(t.Raw), Distinct: BigInt(t.Distinct)}}
	d.Solutions.BySymmetry = PublishStabilisers(t.BySymmetry)
	d.Solutions.ByOrbitSize = orbitSizes(t.BySymmetry)
	defer d.setBounds()
	groups := t.Groups
	for _, c := range columns {
		if c.Role != enumerate.Measured {
			continue
		}
		var raw, distinct Histogram
		for _, g := range groups[0] {
			raw = append(raw, Bin{g.Values[0], BigInt(g.Raw)})
			distinct = append(distinct, Bin{g.Values[0], BigInt(g.Distinct)})
		}
		m := Measure{Name: c.Name, Scale: c.ScaleOf(), Raw: raw.Describe(), Distinct: distinct.Describe()}
		m.Raw.keep(m.Scale)
		m.Distinct.keep(m.Scale)
		d.Measures = append(d.Measures, m)
		groups = groups[1:]
	}
	for _, b := range breakdowns {
		d.Breakdowns = append(d.Breakdowns, tableOfTotals(b, t, groups[0], groups[1:1+len(b.Of)]))
		groups = groups[1+len(b.Of):]
	}
}

// Together lists the columns whose values are counted together for breakdowns, in the order
// that [Document.FillTotals] expects.
func Together(breakdowns []enumerate.Breakdown) (lists [][]string) {
	for _, b := range breakdowns {
		lists = append(lists, b.By)
		for _, of := range b.Of {
			lists = append(lists, append(slices.Clone(b.By), of))
		}
	}
	return lists
}

// tableOfTotals is the table of a breakdown from the groups of its columns, and from those
// with each of the summed columns.
func tableOfTotals(b enumerate.Breakdown, totals *enumerate.Totals, groups []enumerate.Group, summed [][]enumerate.Group) *GroupTable {
	limit := PublishedValues
	if len(b.Of) > 0 {
		limit = maxGroups
	}
	t := &GroupTable{By: b.By, Of: b.Of, Exact: len(groups) <= limit, RawN: BigInt(totals.Raw), DistinctN: BigInt(totals.Distinct)}
	if !t.Exact {
		return t
	}
	t.Groups = []Group{}
	for _, g := range groups {
		out := Group{Values: g.Values, RawN: BigInt(g.Raw), DistinctN: BigInt(g.Distinct)}
		for _, parts := range summed {
			var raw, distinct Histogram
			for _, p := range parts {
				if slices.Equal(p.Values[:len(g.Values)], g.Values) {
					value := p.Values[len(g.Values)]
					raw, distinct = append(raw, Bin{value, BigInt(p.Raw)}), append(distinct, Bin{value, BigInt(p.Distinct)})
				}
			}
			of, once := raw.Describe(), distinct.Describe()
			out.Parts = append(out.Parts, GroupPart{Min: of.Min, Max: of.Max, Raw: groupSum(of.N, *of.Sum), Distinct: groupSum(once.N, *once.Sum)})
		}
		t.Groups = append(t.Groups, out)
	}
	if len(t.By) == 2 {
		bits := t.information()
		t.Information = &bits
	}
	return t
}
