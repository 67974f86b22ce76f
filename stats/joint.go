package stats

import (
	"fmt"

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
		c := g.columns[i]
		c.Role, c.AtLeastIf = enumerate.Plain, "" // a column that is not in the table
		columns = append(columns, c)
	}
	k := len(columns)
	b := enumerate.NewBatch(append(columns,
		enumerate.Column{Name: "raw", Type: enumerate.Int64, Meaning: "raw objects with these values"},
		enumerate.Column{Name: "distinct", Type: enumerate.Int64, Meaning: "rows with these values"}))
	for _, group := range g.sorted() {
		for i, code := range g.tuple(group) {
			if code == 0 {
				b.AppendNull(i)
			} else {
				b.AppendInt(i, g.values[i].value(code))
			}
		}
		n := &g.groups[group]
		raw, fits := n.raw.number().Int64()
		if !fits {
			return nil, fmt.Errorf("joint histogram: a count of %s: more than a table of 64 bits can hold", n.raw.number())
		}
		b.AppendInt64(k, raw)
		b.AppendInt64(k+1, n.rows)
	}
	return []enumerate.Table{{Name: enumerate.JointTable, Rows: b}}, nil
}
