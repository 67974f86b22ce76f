package stats

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"

	"coverstat/enumerate"
)

// CrossTab counts rows by the values of two measures. Like [Accumulator] it is
// exact, order-free and for one goroutine. Pairs of values from 0 to 63 cost
// about 7 ns a row, others 60 ns.
type CrossTab struct {
	columns []enumerate.Column
	a, b    int
	weight  int
	near    [crossSpan * crossSpan]bucket
	far     map[[2]int64]*bucket
	all     bucket // without nulls
	nulls   bucket
	over    bool // more than keep pairs: far is given up
	keep    int  // PublishValues; tests lower it

	weights []uint64 // of the rows being added, and their values
	as, bs  []int64
}

const crossSpan = 64

// NewCrossTab returns an empty table of the measures named a (across) and b
// (down).
func NewCrossTab(columns []enumerate.Column, a, b string) (*CrossTab, error) {
	t := &CrossTab{columns: slices.Clone(columns), far: make(map[[2]int64]*bucket), keep: PublishValues}
	for _, c := range []struct {
		name string
		at   *int
	}{{a, &t.a}, {b, &t.b}} {
		*c.at = enumerate.ColumnIndex(columns, c.name)
		if *c.at < 0 {
			return nil, fmt.Errorf("cross-tabulation: there is no column %q", c.name)
		}
		if !integer(columns[*c.at].Type) {
			return nil, fmt.Errorf("cross-tabulation: column %q is of type %v: expected an integer type", c.name, columns[*c.at].Type)
		}
	}
	var err error
	t.weight, err = weightColumn(columns)
	return t, err
}

// Add counts all rows of a batch.
func (t *CrossTab) Add(b *enumerate.Batch) error { return t.AddRange(b, 0, b.Len()) }

// AddRange counts the rows from (inclusive) to to (exclusive); rows where
// either measure is null are counted apart.
func (t *CrossTab) AddRange(b *enumerate.Batch, from, to int) error {
	if err := sameColumns(t.columns, b.Columns); err != nil {
		return err
	}
	var err error
	if t.weights, err = appendWeights(t.weights[:0], b, t.weight, from, to); err != nil {
		return err
	}
	t.as = appendInts(t.as[:0], b, t.a, from, to)
	t.bs = appendInts(t.bs[:0], b, t.b, from, to)
	nullable := b.Columns[t.a].Nullable || b.Columns[t.b].Nullable
	for i, w := range t.weights {
		x, y := t.as[i], t.bs[i]
		if nullable && (b.IsNull(t.a, from+i) || b.IsNull(t.b, from+i)) {
			t.nulls.addRow(w)
		} else if uint64(x) < crossSpan && uint64(y) < crossSpan {
			t.near[x*crossSpan+y].addRow(w)
			t.all.addRow(w)
		} else {
			t.add(x, y, bucket{1, count{lo: w}})
		}
	}
	return nil
}

func (t *CrossTab) add(a, b int64, n bucket) {
	t.all.add(n)
	if uint64(a) < crossSpan && uint64(b) < crossSpan {
		t.near[a*crossSpan+b].add(n)
		return
	}
	if t.over {
		return
	}
	cell := t.far[[2]int64{a, b}]
	if cell == nil {
		cell = new(bucket)
		t.far[[2]int64{a, b}] = cell
		if len(t.far) > t.keep {
			t.giveUp()
		}
	}
	cell.add(n)
}

func (t *CrossTab) giveUp() { t.over, t.far = true, nil }

// Merge adds what another table of the same measures counted.
func (t *CrossTab) Merge(o *CrossTab) error {
	if err := sameColumns(t.columns, o.columns); err != nil {
		return err
	}
	if t.a != o.a || t.b != o.b {
		return fmt.Errorf("merging a cross-tabulation of other measures")
	}
	total := t.all
	total.add(o.all)
	t.nulls.add(o.nulls)
	for i, n := range o.near {
		t.near[i].add(n)
	}
	if o.over {
		t.giveUp()
	}
	for pair, n := range o.far {
		t.add(pair[0], pair[1], *n)
	}
	t.all = total
	return nil
}

// CrossTable is a published [CrossTab]. Beyond PublishValues different pairs
// there are no counts and Exact is false.
type CrossTable struct {
	Across string `json:"across"`
	Down   string `json:"down"`
	Exact  bool   `json:"exact"`
	// Raw and distinct rows where both measures have a value, and where not.
	RawN          Number `json:"raw_n"`
	DistinctN     Number `json:"distinct_n"`
	RawNulls      Number `json:"raw_nulls,omitzero"`
	DistinctNulls Number `json:"distinct_nulls,omitzero"`
	// Information is how many bits one measure tells about the other, weighted
	// by raw objects (C. E. Shannon, 1948): 0 if independent.
	Information *float64    `json:"mutual_information_bits,omitzero"`
	Raw         CrossCounts `json:"raw,omitzero"`
	Distinct    CrossCounts `json:"distinct,omitzero"`
}

// CrossCounts are counts by two values. In JSON they are an object of the
// first measure's values, each with a histogram of the second.
type CrossCounts []CrossRow

// CrossRow is the histogram of the second measure where the first has Value.
type CrossRow struct {
	Value  int64
	Counts Histogram
}

// Table returns the counts so far.
func (t *CrossTab) Table() *CrossTable {
	p := &CrossTable{
		Across: t.columns[t.a].Name, Down: t.columns[t.b].Name,
		RawN: t.all.raw.number(), DistinctN: count{lo: t.all.rows}.number(),
		RawNulls: t.nulls.raw.number(), DistinctNulls: count{lo: t.nulls.rows}.number(),
	}
	pairs := t.pairs()
	if p.Exact = !t.over && len(pairs) <= t.keep; !p.Exact {
		return p
	}
	p.Raw, p.Distinct = CrossCounts{}, CrossCounts{}
	for _, c := range pairs {
		p.Raw = p.Raw.append(c.a, Bin{c.b, c.raw.number()})
		p.Distinct = p.Distinct.append(c.a, Bin{c.b, count{lo: c.rows}.number()})
	}
	information := p.Raw.information()
	p.Information = &information
	return p
}

type crossCell struct {
	a, b int64
	bucket
}

func (t *CrossTab) pairs() []crossCell {
	var all []crossCell
	for i, n := range t.near {
		if n.rows > 0 {
			all = append(all, crossCell{int64(i / crossSpan), int64(i % crossSpan), n})
		}
	}
	for pair, n := range t.far {
		all = append(all, crossCell{pair[0], pair[1], *n})
	}
	slices.SortFunc(all, func(x, y crossCell) int {
		return cmp.Or(cmp.Compare(x.a, y.a), cmp.Compare(x.b, y.b))
	})
	return all
}

func (c CrossCounts) append(value int64, bin Bin) CrossCounts {
	if len(c) == 0 || c[len(c)-1].Value != value {
		c = append(c, CrossRow{Value: value})
	}
	last := &c[len(c)-1]
	last.Counts = append(last.Counts, bin)
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
	var o object
	for _, r := range c {
		o.add(strconv.FormatInt(r.Value, 10), r.Counts)
	}
	return o.finish()
}

// UnmarshalJSON reads what MarshalJSON writes.
func (c *CrossCounts) UnmarshalJSON(data []byte) error {
	*c = CrossCounts{}
	return readObject(data, func(key string, value json.RawMessage) error {
		v, err := strconv.ParseInt(key, 10, 64)
		if err != nil {
			return fmt.Errorf("value %q is no integer", key)
		}
		*c = append(*c, CrossRow{Value: v})
		return json.Unmarshal(value, &(*c)[len(*c)-1].Counts)
	})
}
