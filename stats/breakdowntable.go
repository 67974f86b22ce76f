package stats

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"coverstat/enumerate"
)

// BreakdownTables returns the table of all breakdowns, none of none. It has a row for each
// group, where the column of is null, and one for each column that is summed in it.
func BreakdownTables(list []*GroupTable) ([]enumerate.Table, error) {
	if len(list) == 0 {
		return nil, nil
	}
	var columns []enumerate.Column
	for i := range enumerate.MaxBy {
		name := func(what string) string { return fmt.Sprintf("%s_%d", what, i+1) }
		columns = append(columns,
			enumerate.Column{Name: name("by"), Type: enumerate.String, Nullable: i > 0, Meaning: "column that the rows are grouped by"},
			enumerate.Column{Name: name("value"), Type: enumerate.Int64, Nullable: i > 0, Meaning: "its value in the group; 1 is true, 0 false"})
	}
	columns = append(columns,
		enumerate.Column{Name: "of", Type: enumerate.String, Nullable: true, Meaning: "column that the rest of the line is about; null: the line counts the group"},
		enumerate.Column{Name: "raw_n", Type: enumerate.Int64, Meaning: "raw objects in the group, where of has a value"},
		enumerate.Column{Name: "distinct_n", Type: enumerate.Int64, Meaning: "rows in the group, where of has a value"},
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
		alsoCrosstab := len(t.Of) > 0 && slices.ContainsFunc(list, func(o *GroupTable) bool {
			return len(o.Of) == 0 && slices.Equal(o.By, t.By)
		})
		for _, g := range t.Groups {
			key := make([]any, 2*enumerate.MaxBy) // the rest is null
			for i, name := range t.By {
				key[2*i], key[2*i+1] = name, g.Values[i]
			}
			counted := make([]any, 12) // of, n, sums, least and greatest, mean, interval
			counted[1], counted[2] = g.RawN, g.DistinctN
			lines := [][]any{counted}
			if alsoCrosstab { // its lines count the groups
				lines = nil
			}
			for k, p := range g.Parts {
				line := []any{t.Of[k], p.Raw.N, p.Distinct.N, p.Raw.Sum, p.Distinct.Sum, orNull(p.Min), orNull(p.Max), orNull(p.Raw.Mean), nil, nil, nil, nil}
				if iv := p.Interval; iv != nil {
					line = append(line[:8], iv.Low, iv.High, iv.Confidence, iv.Method)
				}
				lines = append(lines, line)
			}
			for _, line := range lines {
				if err := appendRow(b, slices.Concat(key, line)...); err != nil {
					return nil, fmt.Errorf("breakdown by %s: %w", strings.Join(t.By, ", "), err)
				}
			}
		}
	}
	return []enumerate.Table{{Name: BreakdownsTable, Rows: b}}, nil
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
		case Number:
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
