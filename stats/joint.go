package stats

import (
	"fmt"

	"coverstat/enumerate"
)

// MaxCombinations is the number of combinations of values up to which a joint histogram is kept.
const MaxCombinations = 1_000_000

// NewJoint returns an empty joint histogram: a grouping by all measures together, in which null is a value like others.
func NewJoint(columns []enumerate.Column, kind enumerate.Kind) (*GroupBy, error) {
	names := enumerate.MeasureColumns(columns, kind)
	g, err := newGroupBy(columns, names, nil, MaxCombinations)
	if err != nil {
		return nil, fmt.Errorf("joint histogram: %w", err)
	}
	g.nulls = true
	if len(names) == 1 && columns[g.by[0]].Nullable {
		g.tuples = newTuples(1) // where code 0 is a group like others
	}
	return g, nil
}

// Tables implements [enumerate.RowCounts]: the table of a joint histogram has a column for each measure, then raw and
// distinct, and a row for each combination of values, in ascending order, null after all others.
func (g *GroupBy) Tables() ([]enumerate.Table, error) {
	if !g.Exact() {
		return nil, nil
	}
	var columns []enumerate.Column
	for _, i := range g.by {
		c := g.columns[i]
		c.Role, c.AtLeastIf = enumerate.Plain, "" // a column that is not in the table
		columns = append(columns, c)
	}
	groups, most := g.sorted(), Number{}
	for _, group := range groups {
		n, _ := g.groups[group].numbers()
		most = most.max(n)
	}
	columns, raw := enumerate.NewCountColumn(columns,
		enumerate.Column{Name: "raw", Meaning: "raw objects with these values"}, most.Big())
	columns, distinct := enumerate.NewCountColumn(columns,
		enumerate.Column{Name: "distinct", Meaning: "rows with these values"}, most.Big())
	b := enumerate.NewBatch(columns)
	for _, group := range groups {
		tuple := g.tuple(group)
		for i, code := range tuple {
			if code == 0 {
				b.AppendNull(i)
			} else {
				b.AppendInt(i, g.values[i].value(code))
			}
		}
		n, rows := g.groups[group].numbers()
		b.AppendValues(len(tuple), raw.Of(n.Big()), distinct.Of(rows.Big()))
	}
	return []enumerate.Table{{Name: enumerate.JointTable, Rows: b}}, nil
}
