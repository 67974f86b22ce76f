package stats

import (
	"fmt"
	"math"
	"math/big"

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
	g, err := NewGroupBy(columns, asked.By, asked.Of, limit)
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
	Parts     []GroupPart `json:"of,omitempty"`
}

// GroupPart is what is known of a column within a group; least, greatest and means are nil where no row has a value.
type GroupPart struct {
	Min      *Number  `json:"min"`
	Max      *Number  `json:"max"`
	Raw      GroupSum `json:"raw"`
	Distinct GroupSum `json:"distinct"`
	// Interval is of the raw mean, where rows are independent draws: Wilson's for a yes or no, else Student's.
	Interval *Interval `json:"interval,omitempty"`
}

// GroupSum is a sum over rows that have a value, and its mean: the exact quotient, rounded once.
type GroupSum struct {
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
			group.Parts = append(group.Parts, g.sums[i][c].publish(drawn, g.columns[g.of[i]].ScaleOf() == enumerate.YesNo))
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
			return fmt.Errorf("a group of %d values and %d columns: expected %d and %d", len(g.Values), len(g.Parts), len(t.By), len(t.Of))
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

func (s *columnSums) publish(drawn, share bool) GroupPart {
	raw, distinct := s.n.numbers()
	p := GroupPart{Raw: groupSum(raw, s.raw), Distinct: groupSum(distinct, s.rows)}
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

func groupSum(n, sum Number) GroupSum {
	s := GroupSum{N: n, Sum: sum}
	if !n.IsZero() {
		mean := ratio(sum, n)
		s.Mean = &mean
	}
	return s
}

// student is Student's interval (1908) of a mean. The variance, (n·Σx² - (Σx)²) / (n·(n-1)), is rounded once.
func (s *columnSums) student(of GroupSum) Interval {
	iv := Interval{*of.Mean, math.Inf(-1), math.Inf(1), DefaultConfidence, "student"}
	n, sum := of.N.Big(), of.Sum.Big()
	free := new(big.Int).Sub(n, big.NewInt(1))
	if free.Sign() <= 0 {
		return iv
	}
	top := new(big.Int).Mul(n, s.squares.Big())
	top.Sub(top, sum.Mul(sum, sum))
	variance := ratio(BigInt(top), BigInt(n.Mul(n, free)))
	half := Student(iv.Confidence, BigInt(free).Float()) * math.Sqrt(variance/of.N.Float())
	iv.Low, iv.High = iv.Estimate-half, iv.Estimate+half
	return iv
}
