package stats

import (
	"encoding/json"
	"fmt"
	"math"
	"math/big"
	"strings"

	"coverstat/enumerate"
)

// BreakdownsSection is the name of the section of stats.json that holds
// breakdowns.
const BreakdownsSection = "breakdowns"

// MaxGroups is the number of groups up to which a breakdown is made.
const MaxGroups = 1 << 12

// NewBreakdown returns an empty grouping by one to [enumerate.MaxBy] columns,
// with sums of others, for [GroupBy.BreakTable].
func NewBreakdown(columns []enumerate.Column, by, of []string) (*GroupBy, error) {
	if n := len(by); n < 1 || n > enumerate.MaxBy {
		return nil, fmt.Errorf("breakdown by %d columns: expected 1 to %d", n, enumerate.MaxBy)
	}
	for _, name := range of {
		if i := enumerate.ColumnIndex(columns, name); i >= 0 && columns[i].ScaleOf() == enumerate.Nominal {
			return nil, fmt.Errorf("breakdown of %s: its numbers are names of kinds and have no mean", name)
		}
	}
	g, err := NewGroupBy(columns, by, of, MaxGroups)
	if err != nil {
		return nil, fmt.Errorf("breakdown: %w", err)
	}
	return g, nil
}

// BreakTable sums columns within the groups that other columns make: the share
// of solvable puzzles by size and density. Beyond MaxGroups there are no groups
// and Exact is false.
type BreakTable struct {
	By    []string `json:"by"`
	Of    []string `json:"of"`
	Exact bool     `json:"exact"`
	// Raw and distinct rows that have a combination, and those that have none
	// because a value is missing.
	RawN          Number       `json:"raw_n"`
	DistinctN     Number       `json:"distinct_n"`
	RawNulls      Number       `json:"raw_nulls,omitzero"`
	DistinctNulls Number       `json:"distinct_nulls,omitzero"`
	Groups        []BreakGroup `json:"groups,omitzero"` // by ascending values
}

// BreakGroup is a combination of values. Values are in the order of By, Parts
// in that of Of.
type BreakGroup struct {
	Values    []int64
	RawN      Number
	DistinctN Number
	Parts     []BreakPart
}

// BreakPart is what is known of a column within a group. Least, greatest and
// means are nil where no row has a value.
type BreakPart struct {
	Min      *Number  `json:"min"`
	Max      *Number  `json:"max"`
	Raw      BreakSum `json:"raw"`
	Distinct BreakSum `json:"distinct"`
	// Interval is of the raw mean, where rows are independent draws: Wilson's
	// for a yes or no, else Student's, which shrinks to a point where all values
	// are alike.
	Interval *Interval `json:"interval,omitempty"`
}

// BreakSum is a sum over rows that have a value, and its mean: the exact
// quotient, rounded once.
type BreakSum struct {
	N    Number   `json:"n"`
	Sum  Number   `json:"sum"`
	Mean *float64 `json:"mean"`
}

// Name is how the table is called in stats.json: "by height, width".
func (t *BreakTable) Name() string { return "by " + strings.Join(t.By, ", ") }

// BreakTable returns the sums of each group. With drawn, rows are independent
// draws, and means have intervals.
func (g *GroupBy) BreakTable(drawn bool) *BreakTable {
	t := &BreakTable{Exact: g.Exact()}
	for _, i := range g.by {
		t.By = append(t.By, g.columns[i].Name)
	}
	for _, i := range g.of {
		t.Of = append(t.Of, g.columns[i].Name)
	}
	all := g.all()
	t.RawN, t.DistinctN = all.numbers()
	t.RawNulls, t.DistinctNulls = g.groups[0].numbers()
	if g.givenUp {
		return t
	}
	t.Groups = []BreakGroup{}
	for _, c := range g.sorted() {
		group := BreakGroup{Values: g.key(c)}
		group.RawN, group.DistinctN = g.groups[c].numbers()
		for i := range g.of {
			group.Parts = append(group.Parts, g.sums[i][c].publish(drawn, g.columns[g.of[i]].ScaleOf() == enumerate.YesNo))
		}
		t.Groups = append(t.Groups, group)
	}
	return t
}

func (s *columnSums) publish(drawn, share bool) BreakPart {
	raw, distinct := s.n.numbers()
	p := BreakPart{Raw: breakSum(raw, s.raw.number()), Distinct: breakSum(distinct, s.rows.number())}
	if s.n.rows == 0 {
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

func breakSum(n, sum Number) BreakSum {
	s := BreakSum{N: n, Sum: sum}
	if !n.IsZero() {
		mean := ratio(sum, n)
		s.Mean = &mean
	}
	return s
}

// student is [Histogram.Mean] from exact sums: the variance is
// (n·Σx² - (Σx)²) / (n·(n-1)), an exact quotient rounded once.
func (s *columnSums) student(of BreakSum) Interval {
	mean := *of.Mean
	iv := Interval{mean, math.Inf(-1), math.Inf(1), DefaultConfidence, "student"}
	n, sum := of.N.Big(), of.Sum.Big()
	free := new(big.Int).Sub(n, big.NewInt(1))
	if free.Sign() <= 0 {
		return iv
	}
	top := new(big.Int).Mul(n, s.squares.big())
	top.Sub(top, sum.Mul(sum, sum))
	below := new(big.Int).Mul(n, free)
	variance := ratio(BigInt(top), BigInt(below))
	half := student(iv.Confidence, BigInt(free).Float()) * math.Sqrt(variance/of.N.Float())
	iv.Low, iv.High = mean-half, mean+half
	return iv
}

// groupJSON is a group in JSON.
type groupJSON struct {
	Values    json.RawMessage `json:"values"`
	RawN      Number          `json:"raw_n"`
	DistinctN Number          `json:"distinct_n"`
	Of        json.RawMessage `json:"of"`
}

// MarshalJSON writes the table; a group is an object of its values and its
// columns by name.
func (t *BreakTable) MarshalJSON() ([]byte, error) {
	type plain BreakTable
	if t.Groups == nil {
		return json.Marshal((*plain)(t))
	}
	groups := []groupJSON{}
	for _, g := range t.Groups {
		values, err := marshalList(g.Values, func(i int, v int64) (string, any) { return t.By[i], Int(v) })
		if err != nil {
			return nil, err
		}
		of, err := marshalList(g.Parts, func(i int, p BreakPart) (string, any) { return t.Of[i], p })
		if err != nil {
			return nil, err
		}
		groups = append(groups, groupJSON{values, g.RawN, g.DistinctN, of})
	}
	return json.Marshal(struct {
		*plain
		Groups []groupJSON `json:"groups"`
	}{(*plain)(t), groups})
}

// UnmarshalJSON reads what MarshalJSON writes.
func (t *BreakTable) UnmarshalJSON(data []byte) error {
	type plain BreakTable
	var in struct {
		*plain
		Groups []groupJSON `json:"groups"`
	}
	in.plain = (*plain)(t)
	if err := json.Unmarshal(data, &in); err != nil {
		return err
	}
	t.Groups = nil
	for _, g := range in.Groups {
		group := BreakGroup{RawN: g.RawN, DistinctN: g.DistinctN}
		var values []Number
		if err := unmarshalList(g.Values, &values, func(n *Number, _ string) (any, error) { return n, nil }); err != nil {
			return err
		}
		for _, n := range values {
			v, _ := n.Int64()
			group.Values = append(group.Values, v)
		}
		if err := unmarshalList(g.Of, &group.Parts, func(p *BreakPart, _ string) (any, error) { return p, nil }); err != nil {
			return err
		}
		if len(group.Values) != len(t.By) || len(group.Parts) != len(t.Of) {
			return fmt.Errorf("a group of %d values and %d columns: expected %d and %d", len(group.Values), len(group.Parts), len(t.By), len(t.Of))
		}
		t.Groups = append(t.Groups, group)
	}
	return nil
}

// BreakTables are in the order of the analysis. In JSON they are one object.
type BreakTables []*BreakTable

// MarshalJSON writes {"name": {...}, ...}.
func (b BreakTables) MarshalJSON() ([]byte, error) {
	return marshalList(b, func(_ int, t *BreakTable) (string, any) { return t.Name(), t })
}

// UnmarshalJSON reads what MarshalJSON writes and keeps the order.
func (b *BreakTables) UnmarshalJSON(data []byte) error {
	return unmarshalList(data, (*[]*BreakTable)(b), func(t **BreakTable, _ string) (any, error) { return t, nil })
}
