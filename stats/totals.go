package stats

import (
	"slices"

	"coverstat/enumerate"
)

// FillTotals writes the statistics of a census that were found without rows into a document. columns are those that
// rows would have. t.Groups holds, behind those of the measures, several lists for each breakdown: the groups by its
// columns By, then one by By and a column for each column of Of.
func (d *Document) FillTotals(t *enumerate.Totals, columns []enumerate.Column, breakdowns []enumerate.Breakdown) error {
	a, err := New(columns, enumerate.Census, enumerate.Analysis{Breakdowns: breakdowns})
	if err != nil {
		return err
	}
	a.all = countsOf(t.Raw, t.Distinct)
	groups := t.Groups
	for _, g := range slices.Concat(a.measures, a.breakdowns) {
		g.addTotals(groups[0], groups[1:1+len(g.of)])
		groups = groups[1+len(g.of):]
	}
	a.Fill(d)
	d.Solutions.BySymmetry = PublishStabilisers(t.BySymmetry)
	d.Solutions.ByOrbitSize = orbitSizes(t.BySymmetry)
	return nil
}

// BreakdownColumns lists the columns whose values are counted together for breakdowns, as [Document.FillTotals]
// expects.
func BreakdownColumns(breakdowns []enumerate.Breakdown) (lists [][]string) {
	for _, b := range breakdowns {
		lists = append(lists, b.By)
		for _, of := range b.Of {
			lists = append(lists, append(slices.Clone(b.By), of))
		}
	}
	return lists
}

// JointTables returns the table of the joint histogram of solutions that were counted without rows, of columns that
// rows would have.
func JointTables(t *enumerate.Totals, columns []enumerate.Column) ([]enumerate.Table, error) {
	g, err := NewJoint(columns, enumerate.Census)
	if err != nil {
		return nil, err
	}
	g.addTotals(t.Joint, nil)
	return g.Tables()
}

// addTotals adds groups that were counted without rows, and for each column that is summed those in which it comes
// last.
func (g *GroupBy) addTotals(groups []enumerate.Group, summed [][]enumerate.Group) {
	code := func(values []int64) int32 {
		tuple := make([]int32, len(g.by))
		for i := range tuple {
			tuple[i] = g.values[i].code(values[i])
		}
		c := g.code(tuple)
		g.groups = extendTo(g.groups, int(c)+1)
		return c
	}
	for i := range groups {
		n := countsOf(groups[i].Raw, groups[i].Distinct)
		g.groups[code(groups[i].Values)].addCounts(&n)
	}
	for k, parts := range summed {
		for i := range parts {
			values, n := parts[i].Values, countsOf(parts[i].Raw, parts[i].Distinct)
			c := code(values[:len(g.by)])
			g.sums[k] = extendTo(g.sums[k], len(g.groups))
			g.sums[k][c].addRows(values[len(g.by)], &n)
		}
	}
	g.bound()
}
