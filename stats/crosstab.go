package stats

import (
	"fmt"
	"math"
	"strconv"

	"coverstat/enumerate"
)

// CrosstabsSection is the name of the section of stats.json that holds
// crosstabs.
const CrosstabsSection = "crosstabs"

// NewCrosstab returns an empty grouping by the columns named across and down,
// for [GroupBy.CrossTable].
func NewCrosstab(columns []enumerate.Column, across, down string) (*GroupBy, error) {
	g, err := NewGroupBy(columns, []string{across, down}, nil, PublishValues)
	if err != nil {
		return nil, fmt.Errorf("cross-tabulation: %w", err)
	}
	return g, nil
}

// CrossTable counts the rows by the values of two columns. Beyond
// PublishValues different pairs there are no counts and Exact is false.
type CrossTable struct {
	Across string `json:"across"`
	Down   string `json:"down"`
	Exact  bool   `json:"exact"`
	// Raw and distinct rows where both columns have a value, and where not.
	RawN          Number `json:"raw_n"`
	DistinctN     Number `json:"distinct_n"`
	RawNulls      Number `json:"raw_nulls,omitzero"`
	DistinctNulls Number `json:"distinct_nulls,omitzero"`
	// Information is how many bits one column tells about the other, weighted
	// by raw objects (C. E. Shannon, 1948): 0 if they are independent.
	Information *float64    `json:"mutual_information_bits,omitzero"`
	Raw         CrossCounts `json:"raw,omitzero"`
	Distinct    CrossCounts `json:"distinct,omitzero"`
}

// CrossCounts are counts by two values. In JSON they are an object of the
// first column's values, each with a histogram of the second.
type CrossCounts []CrossRow

// CrossRow is the histogram of the second column where the first has Value.
type CrossRow struct {
	Value  int64
	Counts Histogram
}

// CrossTable returns the counts of rows that are grouped by two columns.
func (g *GroupBy) CrossTable() *CrossTable {
	t := &CrossTable{Across: g.columns[g.by[0]].Name, Down: g.columns[g.by[1]].Name, Exact: g.Exact()}
	all := g.all()
	t.RawN, t.DistinctN = all.numbers()
	t.RawNulls, t.DistinctNulls = g.groups[0].numbers()
	if g.givenUp {
		return t
	}
	t.Raw, t.Distinct = CrossCounts{}, CrossCounts{}
	for _, c := range g.sorted() {
		key := g.key(c)
		raw, distinct := g.groups[c].numbers()
		t.Raw = t.Raw.append(key, raw)
		t.Distinct = t.Distinct.append(key, distinct)
	}
	information := t.Raw.information()
	t.Information = &information
	return t
}

func (c CrossCounts) append(pair []int64, n Number) CrossCounts {
	if len(c) == 0 || c[len(c)-1].Value != pair[0] {
		c = append(c, CrossRow{Value: pair[0]})
	}
	last := &c[len(c)-1]
	last.Counts = append(last.Counts, Bin{pair[1], n})
	return c
}

// information returns the mutual information in bits: H(a) + H(b) - H(a, b),
// summed as a divergence so that independence gives nearly nothing.
func (c CrossCounts) information() float64 {
	down := make(map[int64]Number)
	var rows Histogram
	for _, r := range c {
		n := r.Counts.Total()
		rows = append(rows, Bin{r.Value, n})
		for _, b := range r.Counts {
			down[b.Value] = down[b.Value].Add(b.Count)
		}
	}
	total := rows.Total()
	bits := 0.0
	for i, r := range c {
		for _, b := range r.Counts {
			if b.Count.IsZero() {
				continue
			}
			joint := ratio(b.Count, total)
			independent := ratio(rows[i].Count, total) * ratio(down[b.Value], total)
			bits += joint * math.Log2(joint/independent)
		}
	}
	// Below a millionth of a bit there is only rounding.
	return tidy(math.Round(max(0, bits)*1e9) / 1e9)
}

// MarshalJSON writes {"value": {"value": count, ...}, ...}.
func (c CrossCounts) MarshalJSON() ([]byte, error) {
	return marshalList(c, func(_ int, x CrossRow) (string, any) { return strconv.FormatInt(x.Value, 10), x.Counts })
}

// UnmarshalJSON reads what MarshalJSON writes.
func (c *CrossCounts) UnmarshalJSON(data []byte) error {
	return unmarshalList(data, (*[]CrossRow)(c), func(x *CrossRow, key string) (_ any, err error) {
		x.Value, err = parseValue(key)
		return &x.Counts, err
	})
}

// CrossTables are in the order of the analysis. In JSON they are one object.
type CrossTables []*CrossTable

// Name is how the table is called in stats.json: "crossroads x on_edge_I5".
func (t *CrossTable) Name() string { return t.Across + " x " + t.Down }

// MarshalJSON writes {"name": {...}, ...}.
func (c CrossTables) MarshalJSON() ([]byte, error) {
	return marshalList(c, func(_ int, t *CrossTable) (string, any) { return t.Name(), t })
}

// UnmarshalJSON reads what MarshalJSON writes and keeps the order.
func (c *CrossTables) UnmarshalJSON(data []byte) error {
	return unmarshalList(data, (*[]*CrossTable)(c), func(t **CrossTable, _ string) (any, error) { return t, nil })
}
