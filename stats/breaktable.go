package stats

import (
	"encoding/json"
	"fmt"
	"math"
	"math/big"
	"strings"

	"coverstat/enumerate"
)

// BreakTable is a published [Breakdown]. Beyond KeepCombinations there are no
// groups and Exact is false.
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
	// for a column that is true or false, or 0 and 1 taken all groups together,
	// else Student's, which shrinks to a point where all values are alike.
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

// Table returns the sums so far.
func (b *Breakdown) Table() *BreakTable {
	t := &BreakTable{Exact: !b.over,
		RawN: b.all.raw.number(), DistinctN: count{lo: b.all.rows}.number(),
		RawNulls: b.nulls.raw.number(), DistinctNulls: count{lo: b.nulls.rows}.number()}
	for _, i := range b.by {
		t.By = append(t.By, b.columns[i].Name)
	}
	for _, i := range b.of {
		t.Of = append(t.Of, b.columns[i].Name)
	}
	if b.over {
		return t
	}
	t.Groups = []BreakGroup{}
	shares := b.shares()
	for _, at := range b.sorted() {
		g := BreakGroup{Values: append([]int64(nil), b.keys[at][:len(b.by)]...),
			RawN: b.rows[at].raw.number(), DistinctN: count{lo: b.rows[at].rows}.number()}
		for i := range b.of {
			g.Parts = append(g.Parts, b.parts[at*len(b.of)+i].publish(b.drawn, shares[i]))
		}
		t.Groups = append(t.Groups, g)
	}
	return t
}

// shares says which columns have means that are shares.
func (b *Breakdown) shares() []bool {
	out := make([]bool, len(b.of))
	for i, column := range b.of {
		var all part
		for at := range b.keys {
			all.add(&b.parts[at*len(b.of)+i])
		}
		out[i] = b.columns[column].Type == enumerate.Bool || all.n.rows > 0 && all.least == 0 && all.top == 1
	}
	return out
}

func (p *part) publish(drawn, share bool) BreakPart {
	out := BreakPart{
		Raw:      breakSum(p.n.raw.number(), p.raw.number()),
		Distinct: breakSum(count{lo: p.n.rows}.number(), p.rows.number()),
	}
	if p.n.rows > 0 {
		least, top := Int(p.least), Int(p.top)
		out.Min, out.Max = &least, &top
	}
	if drawn && p.n.rows > 0 {
		var iv Interval
		if share {
			iv = Wilson(out.Raw.Sum.Float(), out.Raw.N.Float(), DefaultConfidence)
		} else {
			iv = p.student(*out.Raw.Mean, out.Raw)
		}
		iv.Estimate, iv.Low, iv.High = tidy(iv.Estimate), tidy(iv.Low), tidy(iv.High)
		out.Interval = &iv
	}
	return out
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
func (p *part) student(mean float64, s BreakSum) Interval {
	iv := Interval{mean, math.Inf(-1), math.Inf(1), DefaultConfidence, "student"}
	n, sum := s.N.Big(), s.Sum.Big()
	free := new(big.Int).Sub(n, big.NewInt(1))
	if free.Sign() <= 0 {
		return iv
	}
	top := new(big.Int).Mul(n, p.squares.big())
	top.Sub(top, sum.Mul(sum, sum))
	below := new(big.Int).Mul(n, free)
	variance := ratio(BigInt(top), BigInt(below))
	half := student(iv.Confidence, BigInt(free).Float()) * math.Sqrt(variance/s.N.Float())
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
	list := []groupJSON{}
	for _, g := range t.Groups {
		var values, of object
		for i, name := range t.By {
			values.add(name, Int(g.Values[i]))
		}
		for i, name := range t.Of {
			of.add(name, g.Parts[i])
		}
		v, err := values.finish()
		if err != nil {
			return nil, err
		}
		o, err := of.finish()
		if err != nil {
			return nil, err
		}
		list = append(list, groupJSON{v, g.RawN, g.DistinctN, o})
	}
	if t.Groups == nil {
		return json.Marshal((*plain)(t))
	}
	return json.Marshal(struct {
		*plain
		Groups []groupJSON `json:"groups"`
	}{(*plain)(t), list})
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
		out := BreakGroup{RawN: g.RawN, DistinctN: g.DistinctN}
		err := readObject(g.Values, func(_ string, value json.RawMessage) error {
			var n Number
			err := json.Unmarshal(value, &n)
			v, _ := n.Int64()
			out.Values = append(out.Values, v)
			return err
		})
		if err != nil {
			return err
		}
		err = readObject(g.Of, func(_ string, value json.RawMessage) error {
			var p BreakPart
			err := readStrict(value, &p)
			out.Parts = append(out.Parts, p)
			return err
		})
		if err != nil {
			return err
		}
		if len(out.Values) != len(t.By) || len(out.Parts) != len(t.Of) {
			return fmt.Errorf("a group of %d values and %d columns: expected %d and %d", len(out.Values), len(out.Parts), len(t.By), len(t.Of))
		}
		t.Groups = append(t.Groups, out)
	}
	return nil
}
