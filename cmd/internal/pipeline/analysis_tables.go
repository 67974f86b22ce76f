package pipeline

import (
	"fmt"
	"math"
	"slices"

	"coverstat/enumerate"
	"coverstat/stats"
)

// analysisTables returns the tables of crosstabs and breakdowns, none where the
// analysis asks for none.
func analysisTables(a *stats.Accumulator) ([]enumerate.Table, error) {
	var tables []enumerate.Table
	if list := a.Crosstabs(); len(list) > 0 {
		rows, err := crosstabRows(list)
		if err != nil {
			return nil, err
		}
		tables = append(tables, enumerate.Table{Name: stats.CrosstabsSection, Rows: rows})
	}
	if list := a.Breakdowns(); len(list) > 0 {
		rows, err := breakdownRows(list)
		if err != nil {
			return nil, err
		}
		tables = append(tables, enumerate.Table{Name: stats.BreakdownsSection, Rows: rows})
	}
	return tables, nil
}

// crosstabRows returns a row for each pair of values that occurs.
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
				distinct := t.Distinct[i].Counts[k].Count
				if err := appendRow(b, t.Across, t.Down, row.Value, bin.Value, bin.Count, distinct); err != nil {
					return nil, fmt.Errorf("%s: %w", t.Name(), err)
				}
			}
		}
	}
	return b, nil
}

// breakdownRows returns a row for each combination of values and each column that
// is summed.
func breakdownRows(list stats.BreakTables) (*enumerate.Batch, error) {
	var columns []enumerate.Column
	for i := range enumerate.MaxBy {
		name := func(what string) string { return fmt.Sprintf("%s_%d", what, i+1) }
		columns = append(columns,
			enumerate.Column{Name: name("by"), Type: enumerate.String, Nullable: i > 0, Meaning: "column that the rows are grouped by"},
			enumerate.Column{Name: name("value"), Type: enumerate.Int64, Nullable: i > 0, Meaning: "its value in the group; 1 is true, 0 false"})
	}
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
			key := make([]any, 2*enumerate.MaxBy) // the rest is null
			for i, name := range t.By {
				key[2*i], key[2*i+1] = name, g.Values[i]
			}
			for k, p := range g.Parts {
				interval := make([]any, 4)
				if iv := p.Interval; iv != nil {
					interval = []any{iv.Low, iv.High, iv.Confidence, iv.Method}
				}
				sums := []any{t.Of[k], p.Raw.N, p.Distinct.N, p.Raw.Sum, p.Distinct.Sum, orNull(p.Min), orNull(p.Max), orNull(p.Raw.Mean)}
				if err := appendRow(b, slices.Concat(key, sums, interval)...); err != nil {
					return nil, fmt.Errorf("%s: %w", t.Name(), err)
				}
			}
		}
	}
	return b, nil
}

// orNull returns what p points to, or nil.
func orNull[T any](p *T) any {
	if p == nil {
		return nil
	}
	return *p
}

// appendRow appends a value to each column. A nil, infinite or undefined value
// becomes null. An integer beyond 64 bits becomes null if the column may have
// nulls, and is an error otherwise.
func appendRow(b *enumerate.Batch, values ...any) error {
	for i, value := range values {
		switch x := value.(type) {
		case string:
			b.AppendString(i, []byte(x))
		case int64:
			b.AppendInt64(i, x)
		case stats.Number:
			n, fits := x.Int64()
			switch {
			case fits:
				b.AppendInt64(i, n)
			case b.Columns[i].Nullable:
				b.AppendNull(i)
			default:
				return fmt.Errorf("a count of %s: more than a table of 64 bits can hold", x)
			}
		case float64:
			if math.IsNaN(x) || math.IsInf(x, 0) {
				b.AppendNull(i)
			} else {
				b.AppendDouble(i, x)
			}
		default:
			b.AppendNull(i)
		}
	}
	return nil
}
