package stats

import (
	"fmt"
	"math"
	"math/big"
	"slices"

	"coverstat/enumerate"
)

// A breakdown that sums columns has at most maxGroups groups. One that only counts may have PublishedValues.
const maxGroups = 1 << 12

// NewBreakdown returns an empty grouping, with sums of columns, for [GroupBy.Table].
func NewBreakdown(columns []enumerate.Column, asked enumerate.Breakdown) (*GroupBy, error) {
	if n := len(asked.By); n < 1 || n > enumerate.MaxBy {
		return nil, fmt.Errorf("breakdown by %d columns: expected 1 to %d", n, enumerate.MaxBy)
	}
	limit := PublishedValues
	for _, name := range asked.Of {
		limit = maxGroups
		if i := enumerate.ColumnIndex(columns, name); i >= 0 && columns[i].ScaleOf() == enumerate.Nominal {
			return nil, fmt.Errorf("breakdown of %s: its numbers are names of kinds and have no mean", name)
		}
	}
	g, err := newGroupBy(columns, asked.By, asked.Of, limit)
	if err != nil {
		return nil, fmt.Errorf("breakdown: %w", err)
	}
	return g, nil
}

// GroupTable counts rows in the groups that some columns make, and sums other columns within each group: the share
// of solvable puzzles by size and density. A crosstab groups by two columns and sums none. Beyond the limit of
// groups there are none and Exact is false.
type GroupTable struct {
	By    []string `json:"by"`
	Of    []string `json:"of,omitempty"`
	Exact bool     `json:"exact"`
	// Raw and distinct rows that have a combination, and those that lack a value.
	RawN          Number `json:"raw_n"`
	DistinctN     Number `json:"distinct_n"`
	RawNulls      Number `json:"raw_nulls,omitzero"`
	DistinctNulls Number `json:"distinct_nulls,omitzero"`
	// Information is how many bits one of two columns tells about the other (C. E. Shannon, 1948).
	Information *float64 `json:"mutual_information_bits,omitempty"`
	Groups      []Group  `json:"groups,omitzero"` // by ascending values
}

// Group is a combination of values, in the order of By. Parts are in that of Of.
type Group struct {
	Values    []Integer   `json:"values"`
	RawN      Number      `json:"raw_n"`
	DistinctN Number      `json:"distinct_n"`
	Parts     []groupPart `json:"of,omitempty"`
}

// groupPart is what is known of a column within a group; least, greatest and means are nil where no row has a value.
type groupPart struct {
	Min      *Number   `json:"min"`
	Max      *Number   `json:"max"`
	Raw      groupSums `json:"raw"`
	Distinct groupSums `json:"distinct"`
	// Interval is of the raw mean, where rows are independent draws: Wilson's for a yes or no, else Student's.
	Interval *Interval `json:"interval,omitempty"`
}

// groupSums is a sum over rows that have a value, and its mean: the exact quotient, rounded once.
type groupSums struct {
	N    Number   `json:"n"`
	Sum  Number   `json:"sum"`
	Mean *float64 `json:"mean"`
}

// Table returns the counts and sums of each group. With drawn, rows are independent draws, and means have intervals.
func (g *GroupBy) Table(drawn bool) *GroupTable {
	t := &GroupTable{Exact: g.Exact()}
	for _, i := range g.by {
		t.By = append(t.By, g.columns[i].Name)
	}
	for _, i := range g.of {
		t.Of = append(t.Of, g.columns[i].Name)
	}
	var all counts // of the rows that have a group
	for i := range g.groups[1:] {
		all.addCounts(&g.groups[i+1])
	}
	t.RawN, t.DistinctN = all.numbers()
	t.RawNulls, t.DistinctNulls = g.groups[0].numbers()
	if g.givenUp {
		return t
	}
	t.Groups = []Group{}
	for _, c := range g.sorted() {
		group := Group{Values: []Integer{}}
		for _, v := range g.key(c) {
			group.Values = append(group.Values, Integer(v))
		}
		group.RawN, group.DistinctN = g.groups[c].numbers()
		for i := range g.of {
			group.Parts = append(group.Parts,
				g.sums[i][c].publish(drawn, g.columns[g.of[i]].ScaleOf() == enumerate.YesNo))
		}
		t.Groups = append(t.Groups, group)
	}
	t.setInformation()
	return t
}

// check reports groups that do not fit the columns.
func (t *GroupTable) check() error {
	if t == nil {
		return fmt.Errorf("a breakdown is null")
	}
	for _, g := range t.Groups {
		if len(g.Values) != len(t.By) || len(g.Parts) != len(t.Of) {
			return fmt.Errorf("a group of %d values and %d columns: expected %d and %d", len(g.Values), len(g.Parts),
				len(t.By),
				len(t.Of))
		}
		if g.RawN.Sign() < 0 || g.DistinctN.Sign() < 0 {
			return fmt.Errorf("a group of %s raw objects and %s rows", g.RawN, g.DistinctN)
		}
		for _, p := range g.Parts {
			if p.Raw.Mean != nil && (p.Min == nil || p.Max == nil) {
				return fmt.Errorf("a group has a mean without a least and a greatest value")
			}
		}
	}
	return nil
}

// setInformation computes the mutual information of two columns in bits, H(a) + H(b) - H(a, b), summed as a
// divergence so that independence gives nearly nothing.
func (t *GroupTable) setInformation() {
	if len(t.By) != 2 {
		return
	}
	sides := [2]map[Integer]Number{{}, {}} // of each column: the raw objects by value
	for i, side := range sides {
		for _, g := range t.Groups {
			side[g.Values[i]] = side[g.Values[i]].Add(g.RawN)
		}
	}
	bits := 0.0
	for _, g := range t.Groups {
		if joint := ratio(g.RawN, t.RawN); joint > 0 {
			bits += joint * math.Log2(joint/(ratio(sides[0][g.Values[0]], t.RawN)*ratio(sides[1][g.Values[1]], t.RawN)))
		}
	}
	bits = tidy(math.Round(max(0, bits)*1e9) / 1e9) // below a millionth of a bit there is only rounding
	t.Information = &bits
}

func (s *columnSums) publish(drawn, share bool) groupPart {
	raw, distinct := s.n.numbers()
	p := groupPart{Raw: groupSum(raw, s.raw), Distinct: groupSum(distinct, s.rows)}
	if s.n.none() {
		return p
	}
	least, top := Int(s.least), Int(s.top)
	p.Min, p.Max = &least, &top
	if drawn {
		iv := s.student(p.Raw)
		if share {
			iv = Wilson(p.Raw.Sum.Float(), p.Raw.N.Float(), DefaultConfidence)
		}
		iv.Estimate, iv.Low, iv.High = tidy(iv.Estimate), tidy(iv.Low), tidy(iv.High)
		p.Interval = &iv
	}
	return p
}

func groupSum(n, sum Number) groupSums {
	s := groupSums{N: n, Sum: sum}
	if !n.IsZero() {
		mean := ratio(sum, n)
		s.Mean = &mean
	}
	return s
}

// student is Student's interval of a mean. The variance, (n·Σx² - (Σx)²) / (n·(n-1)), is rounded once.
func (s *columnSums) student(of groupSums) Interval {
	n, sum := of.N.Big(), of.Sum.Big()
	top := new(big.Int).Mul(n, s.squares.Big())
	top.Sub(top, sum.Mul(sum, sum))
	variance := ratio(BigInt(top), BigInt(n.Mul(n, new(big.Int).Sub(n, big.NewInt(1)))))
	return studentAround(*of.Mean, math.Sqrt(variance/of.N.Float()), of.N.Float(), "student")
}

// BreakdownTables returns the table of all breakdowns, none of none. It has a row for each group, where the column
// of is null, and one for each column that is summed in it.
func BreakdownTables(list []*GroupTable) []enumerate.Table {
	if len(list) == 0 {
		return nil
	}
	var most Number // the greatest count of a group; a column in it has no more values
	for _, t := range list {
		for _, g := range t.Groups {
			most = most.max(g.RawN)
		}
	}
	columns, rawN, distinctN, sums := breakdownColumns(most.Big())
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
				rest = append(rest, make([]any, len(columns)-sums-len(rest))...)
				b.AppendValues(0, values(append(key, of)), rawN.Of(raw.Big()), distinctN.Of(distinct.Big()), values(rest))
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

// breakdownColumns returns the columns of the table of breakdowns, whose counts are at most as given: also those of
// counts, and where the others begin that are about the column of.
func breakdownColumns(most *big.Int) (columns []enumerate.Column, rawN, distinctN enumerate.CountColumn, sums int) {
	for i := range enumerate.MaxBy {
		name := func(what string) string { return fmt.Sprintf("%s_%d", what, i+1) }
		columns = append(columns,
			enumerate.Column{Name: name("by"), Type: enumerate.String, Nullable: i > 0,
				Meaning: "column that the rows are grouped by"},
			enumerate.Column{Name: name("value"), Type: enumerate.Int64, Nullable: i > 0,
				Meaning: "its value in the group; 1 is true, 0 false"})
	}
	columns = append(columns,
		enumerate.Column{Name: "of", Type: enumerate.String, Nullable: true,
			Meaning: "column that the rest of the line is about; null: the line counts the group"})
	columns, rawN = enumerate.NewCountColumn(columns,
		enumerate.Column{Name: "raw_n", Meaning: "raw objects in the group, where of has a value"}, most)
	columns, distinctN = enumerate.NewCountColumn(columns,
		enumerate.Column{Name: "distinct_n", Meaning: "rows in the group, where of has a value"}, most)
	sums = len(columns)
	columns = append(columns,
		enumerate.Column{Name: "raw_sum", Type: enumerate.Int64, Nullable: true,
			Meaning: "its sum over raw objects; null beyond 64 bits"},
		enumerate.Column{Name: "distinct_sum", Type: enumerate.Int64, Nullable: true,
			Meaning: "its sum over rows; null beyond 64 bits"},
		enumerate.Column{Name: "min", Type: enumerate.Int64, Nullable: true, Meaning: "its least value"},
		enumerate.Column{Name: "max", Type: enumerate.Int64, Nullable: true, Meaning: "its greatest value"},
		enumerate.Column{Name: "raw_mean", Type: enumerate.Double, Nullable: true,
			Meaning: "its mean over raw objects: of true and false, the share of true"},
		enumerate.Column{Name: "low", Type: enumerate.Double, Nullable: true,
			Meaning: "lower end of the mean's interval; null where rows are not drawn at random, or the end is unknown"},
		enumerate.Column{Name: "high", Type: enumerate.Double, Nullable: true, Meaning: "upper end of it"},
		enumerate.Column{Name: "confidence", Type: enumerate.Double, Nullable: true,
			Meaning: "confidence of the interval"},
		enumerate.Column{Name: "method", Type: enumerate.String, Nullable: true,
			Meaning: "how it was made: wilson, student"})
	return columns, rawN, distinctN, sums
}

// orNull returns what p points to, or nil.
func orNull[T any](p *T) any {
	if p == nil {
		return nil
	}
	return *p
}

// values are those that a table shows. An infinite or undefined one becomes null.
func values(list []any) (shown []any) {
	for _, value := range list {
		switch x := value.(type) {
		case Number:
			value = x.Big()
		case float64:
			if math.IsNaN(x) || math.IsInf(x, 0) {
				value = nil
			}
		}
		shown = append(shown, value)
	}
	return shown
}
