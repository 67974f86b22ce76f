package stats

import (
	"fmt"
	"math/big"
	"slices"

	"coverstat/enumerate"
)

// MaxCombinations is the number of combinations of values up to which a joint
// histogram is kept.
const MaxCombinations = 1_000_000

// MeasureColumns returns the names of the columns whose distributions are counted:
// those of role Measured, and a survey's column of solutions.
func MeasureColumns(columns []enumerate.Column, kind enumerate.Kind) []string {
	var names []string
	for _, c := range columns {
		if c.Role == enumerate.Measured || kind == enumerate.Survey && c.Name == enumerate.SolutionsColumn {
			names = append(names, c.Name)
		}
	}
	return names
}

// Joint is the joint histogram: a grouping by all measures together, in which null is a
// value like others.
type Joint struct{ *GroupBy }

// NewJoint returns an empty joint histogram. It takes about 40 bytes and 4 for each measure
// for each combination.
func NewJoint(columns []enumerate.Column, kind enumerate.Kind) (*Joint, error) {
	names := MeasureColumns(columns, kind)
	g, err := NewGroupBy(columns, names, nil, MaxCombinations)
	if err != nil {
		return nil, fmt.Errorf("joint histogram: %w", err)
	}
	g.nulls = true
	if len(names) == 1 && columns[g.by[0]].Nullable {
		g.tuples = newTuples(1) // where code 0 is a group like others
	}
	return &Joint{g}, nil
}

// Merge implements [enumerate.RowCounts].
func (g *Joint) Merge(other enumerate.RowCounts) error {
	return g.GroupBy.Merge(other.(*Joint).GroupBy)
}

// Tables implements [enumerate.RowCounts]. The table has a column for each measure, then raw
// and distinct, and a row for each combination of values that occurs, in ascending order of
// the values, null after all others. There is none if the combinations are too many.
func (g *Joint) Tables() ([]enumerate.Table, error) {
	if !g.Exact() {
		return nil, nil
	}
	var columns []enumerate.Column
	for _, i := range g.by {
		columns = append(columns, g.columns[i])
	}
	groups, most := g.sorted(), new(big.Int)
	for _, group := range groups {
		if n := g.groups[group].raw.big(); n.Cmp(most) > 0 {
			most = n
		}
	}
	b, appendCounts := jointBatch(columns, most)
	for _, group := range groups {
		for i, code := range g.tuple(group) {
			if code == 0 {
				b.AppendNull(i)
			} else {
				b.AppendInt(i, g.values[i].value(code))
			}
		}
		n := &g.groups[group]
		appendCounts(n.raw.big(), big.NewInt(n.rows))
	}
	return []enumerate.Table{{Name: enumerate.JointTable, Rows: b}}, nil
}

// JointTable is the same table, of solutions that were counted without rows. columns are those
// that rows would have.
func JointTable(t *enumerate.Totals, columns []enumerate.Column) enumerate.Table {
	var measured []enumerate.Column
	for _, c := range columns {
		if c.Role == enumerate.Measured {
			measured = append(measured, c)
		}
	}
	most := new(big.Int)
	for _, g := range t.Joint {
		if g.Raw.Cmp(most) > 0 {
			most = g.Raw
		}
	}
	b, appendCounts := jointBatch(measured, most)
	for _, g := range t.Joint {
		for i, v := range g.Values {
			b.AppendInt(i, v)
		}
		appendCounts(g.Raw, g.Distinct)
	}
	return enumerate.Table{Name: enumerate.JointTable, Rows: b}
}

// jointBatch makes the columns of a joint histogram of measures, and returns a function that
// appends the counts of a row. most is the greatest count.
func jointBatch(columns []enumerate.Column, most *big.Int) (b *enumerate.Batch, appendCounts func(raw, distinct *big.Int)) {
	columns = slices.Clone(columns)
	for i := range columns {
		columns[i].Role, columns[i].AtLeastIf = enumerate.Plain, "" // a column that is not in the table
	}
	columns, raw := enumerate.NewCountColumn(columns, enumerate.Column{Name: "raw", Meaning: "raw objects with these values"}, most)
	columns, distinct := enumerate.NewCountColumn(columns, enumerate.Column{Name: "distinct", Meaning: "rows with these values"}, most)
	b = enumerate.NewBatch(columns)
	return b, func(r, d *big.Int) {
		raw.Append(b, r)
		distinct.Append(b, d)
	}
}
