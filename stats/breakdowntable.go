package stats

import (
	"fmt"
	"math"
	"slices"

	"coverstat/enumerate"
)

// BreakdownTables returns the table of all breakdowns, none of none. It has a row for each group, where the column
// of is null, and one for each column that is summed in it.
func BreakdownTables(list []*GroupTable) []enumerate.Table {
	if len(list) == 0 {
		return nil
	}
	var columns []enumerate.Column
	for i := range enumerate.MaxBy {
		name := func(what string) string { return fmt.Sprintf("%s_%d", what, i+1) }
		columns = append(columns,
			enumerate.Column{Name: name("by"), Type: enumerate.String, Nullable: i > 0, Meaning: "column that the rows are grouped by"},
			enumerate.Column{Name: name("value"), Type: enumerate.Int64, Nullable: i > 0, Meaning: "its value in the group; 1 is true, 0 false"})
	}
	var most Number // the greatest count of a group; a column in it has no more values
	for _, t := range list {
		for _, g := range t.Groups {
			most = most.Max(g.RawN)
		}
	}
	columns = append(columns,
		enumerate.Column{Name: "of", Type: enumerate.String, Nullable: true, Meaning: "column that the rest of the line is about; null: the line counts the group"})
	columns, rawN := enumerate.NewCountColumn(columns, enumerate.Column{Name: "raw_n", Meaning: "raw objects in the group, where of has a value"}, most.Big())
	columns, distinctN := enumerate.NewCountColumn(columns, enumerate.Column{Name: "distinct_n", Meaning: "rows in the group, where of has a value"}, most.Big())
	sums := len(columns)
	columns = append(columns,
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
				key[2*i], key[2*i+1] = name, Int(int64(g.Values[i]))
			}
			line := func(of any, raw, distinct Number, rest ...any) {
				appendValues(b, 0, append(key, of)...)
				rawN.Append(b, raw.Big())
				distinctN.Append(b, distinct.Big())
				appendValues(b, sums, append(rest, make([]any, len(columns)-sums-len(rest))...)...)
			}
			if !alsoCrosstab { // its lines count the groups
				line(nil, g.RawN, g.DistinctN)
			}
			for k, p := range g.Parts {
				rest := []any{p.Raw.Sum, p.Distinct.Sum, orNull(p.Min), orNull(p.Max), orNull(p.Raw.Mean)}
				if iv := p.Interval; iv != nil {
					rest = append(rest, iv.Low, iv.High, iv.Confidence, iv.Method)
				}
				line(t.Of[k], p.Raw.N, p.Distinct.N, rest...)
			}
		}
	}
	return []enumerate.Table{{Name: enumerate.BreakdownsTable, Rows: b}}
}

// orNull returns what p points to, or nil.
func orNull[T any](p *T) any {
	if p == nil {
		return nil
	}
	return *p
}

// appendValues appends a value to each column from a first one on. A nil, infinite or undefined value becomes null,
// and an integer beyond 64 bits, too.
func appendValues(b *enumerate.Batch, first int, values ...any) {
	for i, value := range values {
		i += first
		n, whole := value.(Number)
		x, double := value.(float64)
		switch text, ok := value.(string); {
		case ok:
			b.AppendString(i, []byte(text))
		case whole && n.big == nil:
			b.AppendInt64(i, n.small)
		case double && !math.IsNaN(x) && !math.IsInf(x, 0):
			b.AppendDouble(i, x)
		default:
			b.AppendNull(i)
		}
	}
}
