package pipeline

import (
	"fmt"
	"math"
	"slices"

	"coverstat/enumerate"
	"coverstat/export"
	"coverstat/stats"
)

// analysisTables are the tables of what an analysis counted; none where
// nothing was asked for.
func analysisTables(t *stats.Accumulator) ([]enumerate.Table, error) {
	var tables []enumerate.Table
	if list := t.Crosstabs(); len(list) > 0 {
		b, err := crosstabRows(list)
		if err != nil {
			return nil, err
		}
		tables = append(tables, enumerate.Table{Name: stats.CrosstabsSection, Rows: b})
	}
	if list := t.Breakdowns(); len(list) > 0 {
		b, err := breakdownRows(list)
		if err != nil {
			return nil, err
		}
		tables = append(tables, enumerate.Table{Name: stats.BreakdownsSection, Rows: b})
	}
	return tables, nil
}

// crosstabRows has a line for each pair of values that came.
func crosstabRows(list stats.CrossTables) (*enumerate.Batch, error) {
	b := enumerate.NewBatch([]enumerate.Column{
		{Name: "across", Type: enumerate.String, Meaning: "column of the rows"},
		{Name: "down", Type: enumerate.String, Meaning: "the other column"},
		{Name: "across_value", Type: enumerate.Int64, Meaning: "value of the column across; 1 is true, 0 false"},
		{Name: "down_value", Type: enumerate.Int64, Meaning: "value of the column down"},
		{Name: "raw", Type: enumerate.Int64, Meaning: "raw objects with both values"},
		{Name: "distinct", Type: enumerate.Int64, Meaning: "rows with both values"},
	})
	for _, t := range list {
		for i, row := range t.Raw {
			for k, bin := range row.Counts {
				if err := appendCounts(b, 4, t.Name(), bin.Count, t.Distinct[i].Counts[k].Count); err != nil {
					return nil, err
				}
				b.AppendString(0, []byte(t.Across))
				b.AppendString(1, []byte(t.Down))
				b.AppendInt64(2, row.Value)
				b.AppendInt64(3, bin.Value)
			}
		}
	}
	return b, nil
}

// breakdownRows has a line for each combination of values and each column that
// was broken down.
func breakdownRows(list stats.BreakTables) (*enumerate.Batch, error) {
	var columns []enumerate.Column
	for i := range enumerate.MaxBy {
		name := func(what string) string { return fmt.Sprintf("%s_%d", what, i+1) }
		columns = append(columns,
			enumerate.Column{Name: name("by"), Type: enumerate.String, Nullable: i > 0, Meaning: "column that the rows are grouped by"},
			enumerate.Column{Name: name("value"), Type: enumerate.Int64, Nullable: i > 0, Meaning: "its value in the group; 1 is true, 0 false"})
	}
	of := len(columns)
	columns = append(columns,
		enumerate.Column{Name: "of", Type: enumerate.String, Meaning: "column that the rest of the line is about"},
		enumerate.Column{Name: "raw_n", Type: enumerate.Int64, Meaning: "raw objects in the group where it has a value"},
		enumerate.Column{Name: "distinct_n", Type: enumerate.Int64, Meaning: "rows in the group where it has a value"},
		enumerate.Column{Name: "raw_sum", Type: enumerate.Int64, Nullable: true, Meaning: "its sum over raw objects; null beyond 64 bits"},
		enumerate.Column{Name: "distinct_sum", Type: enumerate.Int64, Nullable: true, Meaning: "its sum over rows; null beyond 64 bits"},
		enumerate.Column{Name: "min", Type: enumerate.Int64, Nullable: true, Meaning: "its least value"},
		enumerate.Column{Name: "max", Type: enumerate.Int64, Nullable: true, Meaning: "its greatest value"},
		enumerate.Column{Name: "raw_mean", Type: enumerate.Double, Nullable: true, Meaning: "its mean over raw objects: of true and false, the share of true"},
		enumerate.Column{Name: "low", Type: enumerate.Double, Nullable: true, Meaning: "lower end of the mean's interval; null where rows are not drawn at random, or the end is unknown"},
		enumerate.Column{Name: "high", Type: enumerate.Double, Nullable: true, Meaning: "upper end of it"},
		enumerate.Column{Name: "confidence", Type: enumerate.Double, Nullable: true, Meaning: "confidence of the interval"},
		enumerate.Column{Name: "method", Type: enumerate.String, Nullable: true, Meaning: "how it was made: wilson, student"})
	b := enumerate.NewBatch(columns)
	for _, t := range list {
		for _, g := range t.Groups {
			for k, p := range g.Parts {
				for i := range enumerate.MaxBy {
					if i < len(t.By) {
						b.AppendString(2*i, []byte(t.By[i]))
						b.AppendInt64(2*i+1, g.Values[i])
					} else {
						b.AppendNull(2 * i)
						b.AppendNull(2*i + 1)
					}
				}
				b.AppendString(of, []byte(t.Of[k]))
				if err := appendCounts(b, of+1, t.Name(), p.Raw.N, p.Distinct.N); err != nil {
					return nil, err
				}
				for i, n := range []*stats.Number{&p.Raw.Sum, &p.Distinct.Sum, p.Min, p.Max} {
					appendNumber(b, of+3+i, n)
				}
				appendReal(b, of+7, p.Raw.Mean)
				appendInterval(b, of+8, p.Interval)
			}
		}
	}
	return b, nil
}

func appendCounts(b *enumerate.Batch, at int, what string, raw, distinct stats.Number) error {
	for i, n := range []stats.Number{raw, distinct} {
		v, fits := n.Int64()
		if !fits {
			return fmt.Errorf("%s: a count of %s: more than a table of 64 bits can hold", what, n)
		}
		b.AppendInt64(at+i, v)
	}
	return nil
}

func appendNumber(b *enumerate.Batch, at int, n *stats.Number) {
	if n != nil {
		if v, fits := n.Int64(); fits {
			b.AppendInt64(at, v)
			return
		}
	}
	b.AppendNull(at)
}

func appendReal(b *enumerate.Batch, at int, x *float64) {
	if x == nil || math.IsNaN(*x) || math.IsInf(*x, 0) {
		b.AppendNull(at)
		return
	}
	b.AppendDouble(at, *x)
}

func appendInterval(b *enumerate.Batch, at int, iv *stats.Interval) {
	if iv == nil {
		for i := range 4 {
			b.AppendNull(at + i)
		}
		return
	}
	appendReal(b, at, &iv.Low)
	appendReal(b, at+1, &iv.High)
	b.AppendDouble(at+2, iv.Confidence)
	b.AppendString(at+3, []byte(iv.Method))
}

// sameTables makes the tables of counts again and compares them with those of
// the dataset. Datasets of earlier versions may have fewer.
func (c *rowScan) sameTables() []string {
	tables, err := c.found.tables()
	if err != nil {
		return []string{err.Error()}
	}
	var wrong []string
	for _, t := range tables {
		if !slices.ContainsFunc(c.set.Manifest.Tables, func(have export.Table) bool { return have.Name == t.Name }) {
			continue
		}
		stored, err := c.set.Table(t.Name)
		if err != nil {
			return append(wrong, err.Error())
		}
		if !sameRows(stored, t.Rows) {
			wrong = append(wrong, export.TableName(t.Name)+" differs from what the rows give")
		}
	}
	return wrong
}

func sameRows(a, b *enumerate.Batch) bool {
	if a.Len() != b.Len() || len(a.Columns) != len(b.Columns) {
		return false
	}
	for row := range a.Len() {
		if enumerate.SameRow(a, row, b, row) != nil {
			return false
		}
	}
	return true
}
