package stats

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"coverstat/enumerate"
)

var censusColumns = []enumerate.Column{
	{Name: "grid", Type: enumerate.String},
	{Name: "orbit_size", Type: enumerate.Int32, Role: enumerate.Weight},
	{Name: "crossroads", Type: enumerate.Int32, Role: enumerate.Measured},
	{Name: "big", Type: enumerate.Int64, Nullable: true, Role: enumerate.Measured},
	{Name: "flag", Type: enumerate.Bool, Role: enumerate.Measured},
}

// randomBatch draws values of every size: around zero, far away, extreme.
func randomBatch(r *rand.Rand, rows int) *enumerate.Batch {
	b := enumerate.NewBatch(censusColumns)
	for range rows {
		b.AppendString(0, []byte("x"))
		b.AppendInt32(1, []int32{1, 2, 4, 8}[r.IntN(4)])
		b.AppendInt32(2, int32(r.IntN(200)-20))
		switch r.IntN(5) {
		case 0:
			b.AppendNull(3)
		case 1:
			b.AppendInt64(3, math.MinInt64+int64(r.IntN(3)))
		case 2:
			b.AppendInt64(3, math.MaxInt64-int64(r.IntN(3)))
		case 3:
			b.AppendInt64(3, int64(r.IntN(200_000))-100_000)
		default:
			b.AppendInt64(3, r.Int64()>>r.IntN(63))
		}
		b.AppendBool(4, r.IntN(3) == 0)
	}
	return b
}

func mustNew(t testing.TB, columns []enumerate.Column, kind enumerate.Kind) *Accumulator {
	t.Helper()
	a, err := New(columns, kind, enumerate.Analysis{})
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// part returns the rows from (inclusive) to to (exclusive).
func part(b *enumerate.Batch, from, to int) *enumerate.Batch {
	rows := enumerate.NewBatch(b.Columns)
	rows.AppendRows(b, from, to)
	return rows
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// filled is a document of what was counted.
func filled(a *Accumulator) *Document {
	d := &Document{Name: "n", Family: "f", Job: a.kind}
	a.Fill(d)
	return d
}

func encoded(t testing.TB, d *Document) []byte {
	t.Helper()
	data, err := d.Encode()
	must(t, err)
	return data
}

// oracle describes a measure from the list of all its values, each repeated
// by its weight.
func oracle(values []int64) string {
	slices.Sort(values)
	sum := new(big.Int)
	histogram := make(map[int64]int)
	for _, v := range values {
		sum.Add(sum, big.NewInt(v))
		histogram[v]++
	}
	n := len(values)
	mean, _ := new(big.Rat).SetFrac(sum, big.NewInt(int64(n))).Float64()
	s := fmt.Sprint(n, sum, values[0], values[n-1], mean, values[(n-1)/2], len(histogram))
	keys := slices.Clone(values)
	for _, v := range slices.Compact(keys) {
		s += fmt.Sprint(" ", v, ":", histogram[v])
	}
	return s
}

func describe(d Distribution) string {
	median := d.Histogram.quantile(1, 2) // of bool, none is published
	s := fmt.Sprint(d.N, *d.Sum, *d.Min, *d.Max, *d.Mean, median, len(d.Histogram))
	for _, b := range d.Histogram {
		s += fmt.Sprint(" ", b.Value, ":", b.Count)
	}
	return s
}

func TestAccumulatorAgainstBruteForce(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 30 {
		a := mustNew(t, censusColumns, enumerate.Census)
		raw, distinct := make([][]int64, 5), make([][]int64, 5)
		rawNulls, rows := int64(0), 0
		for range 3 {
			b := randomBatch(r, 1+r.IntN(300))
			must(t, a.Add(b))
			rows += b.Len()
			for row := range b.Len() {
				w := b.IntAt(1, row)
				for col := 2; col < 5; col++ {
					if b.IsNull(col, row) {
						rawNulls += w
						continue
					}
					v := b.IntAt(col, row)
					distinct[col] = append(distinct[col], v)
					for range w {
						raw[col] = append(raw[col], v)
					}
				}
			}
		}
		s := filled(a)
		if got, _ := s.Solutions.Distinct.Int64(); got != int64(rows) {
			t.Fatalf("%d rows: expected %d", got, rows)
		}
		if got, want := s.Solutions.Raw, Int(int64(len(raw[2]))); got.Cmp(want) != 0 {
			t.Fatalf("%v raw: expected %v", got, want)
		}
		if got := s.Measures.Find("big").Raw.Nulls; got.Cmp(Int(rawNulls)) != 0 {
			t.Fatalf("%v nulls: expected %d", got, rawNulls)
		}
		for i, m := range s.Measures {
			if got, want := describe(m.Raw), oracle(raw[i+2]); got != want {
				t.Fatalf("%s raw\n got %s\nwant %s", m.Name, got, want)
			}
			if got, want := describe(m.Distinct), oracle(distinct[i+2]); got != want {
				t.Fatalf("%s distinct\n got %s\nwant %s", m.Name, got, want)
			}
		}
	}
}

// TestMergeIsOrderFree cuts rows into ranges, deals them to accumulators at
// random and merges those in random order and shape: always the same bytes,
// also where the accumulators give values up.
func TestMergeIsOrderFree(t *testing.T) {
	for _, keep := range []int{maxValues, 200, 5} {
		r := rand.New(rand.NewPCG(3, uint64(keep)))
		b := randomBatch(r, 600)
		lowered := func() *Accumulator {
			a := mustNew(t, censusColumns, enumerate.Census)
			for _, g := range a.measures {
				g.limit = keep
			}
			return a
		}
		whole := lowered()
		must(t, whole.Add(b))
		want := encoded(t, filled(whole))
		for range 40 {
			parts := make([]*Accumulator, 1+r.IntN(6))
			for i := range parts {
				parts[i] = lowered()
			}
			order := r.Perm(30)
			for _, k := range order {
				must(t, parts[r.IntN(len(parts))].Add(part(b, k*20, k*20+20)))
			}
			for len(parts) > 1 {
				r.Shuffle(len(parts), func(i, j int) { parts[i], parts[j] = parts[j], parts[i] })
				parts[0].Merge(parts[1])
				parts = append(parts[:1], parts[2:]...)
			}
			if got := encoded(t, filled(parts[0])); !bytes.Equal(got, want) {
				t.Fatalf("keep %d: merged differs\n got %s\nwant %s", keep, got, want)
			}
		}
	}
}

var valueColumns = []enumerate.Column{
	{Name: "w", Type: enumerate.Int64, Role: enumerate.Weight},
	{Name: "v", Type: enumerate.Int64, Role: enumerate.Measured},
}

// histogram returns an empty grouping by the column v.
func histogram(t testing.TB, limit int) *GroupBy {
	t.Helper()
	g, err := newGroupBy(valueColumns, []string{"v"}, nil, limit)
	must(t, err)
	return g
}

func TestBeyondTheLimit(t *testing.T) {
	s, exact := histogram(t, 50), histogram(t, maxValues)
	r := rand.New(rand.NewPCG(5, 5))
	b := enumerate.NewBatch(valueColumns)
	for range 3000 {
		b.AppendInt64(0, int64(1+r.IntN(8)))
		b.AppendInt64(1, r.Int64N(2_000_000)-500_000)
	}
	for from := 0; from < 3000; from += 20 {
		must(t, s.Add(part(b, from, from+20)))
	}
	must(t, exact.Add(b))
	raw, _ := s.distributions()
	want, _ := exact.distributions()
	if raw.Histogram != nil || *raw.HistogramExact || raw.Median != nil {
		t.Fatal("a distribution of too many values claims to be exact")
	}
	if raw.N.Cmp(want.N) != 0 || raw.Sum.Cmp(*want.Sum) != 0 || raw.Min.Cmp(*want.Min) != 0 || raw.Max.Cmp(*want.Max) != 0 || *raw.Mean != *want.Mean {
		t.Errorf("without values %v %v, exact %v %v", raw.N, raw.Sum, want.N, want.Sum)
	}
}

// TestManyValues is between what is published and what is kept: no histogram, but
// an exact median.
func TestManyValues(t *testing.T) {
	s := histogram(t, maxValues)
	b := enumerate.NewBatch(valueColumns)
	for v := range int64(70_000) {
		b.AppendInt64(0, 2)
		b.AppendInt64(1, 3*v)
	}
	must(t, s.Add(b))
	raw, distinct := s.distributions()
	if raw.Histogram != nil || raw.HistogramExact == nil || *raw.HistogramExact {
		t.Error("70,000 values were published one by one")
	}
	if distinct.Median.Cmp(Int(3*34_999)) != 0 || raw.Median.Cmp(Int(3*34_999)) != 0 || *raw.Entropy != tidy(math.Log2(70_000)) {
		t.Errorf("medians %v and %v, %v bits", *distinct.Median, *raw.Median, *raw.Entropy)
	}
}

// TestNothingWraps counts 9x9 Sudoku grids, more than 2^64, by weights.
func TestNothingWraps(t *testing.T) {
	columns := []enumerate.Column{
		{Name: "orbit_size", Type: enumerate.Int64, Role: enumerate.Weight},
		{Name: "m", Type: enumerate.Int64, Role: enumerate.Measured},
	}
	for _, keep := range []int{maxValues, 0} {
		a := mustNew(t, columns, enumerate.Census)
		a.measures[0].limit = keep
		b := enumerate.NewBatch(columns)
		want, square := new(big.Int), new(big.Int)
		for i := range int64(10) {
			b.AppendInt64(0, math.MaxInt64-i)
			b.AppendInt64(1, math.MinInt64+i%3)
			want.Add(want, big.NewInt(math.MaxInt64-i))
			square.Add(square, new(big.Int).Mul(big.NewInt(math.MaxInt64-i), big.NewInt(math.MinInt64+i%3)))
		}
		must(t, a.Add(b))
		m := filled(a).Measures[0].Raw
		if m.N.Big().Cmp(want) != 0 || m.Sum.Big().Cmp(square) != 0 {
			t.Errorf("n %v sum %v: expected %v and %v", m.N, m.Sum, want, square)
		}
		data, err := m.Sum.MarshalJSON()
		must(t, err)
		if string(data) != `"`+square.String()+`"` {
			t.Errorf("sum in JSON is %s", data)
		}
	}
}

func TestSurveyCounts(t *testing.T) {
	columns := []enumerate.Column{
		{Name: "instance", Type: enumerate.String, Role: enumerate.Key},
		{Name: "orbit_size", Type: enumerate.Int32, Role: enumerate.Weight},
		{Name: "solutions", Type: enumerate.Int64, Nullable: true, Role: enumerate.Measured, AtLeastIf: "solutions_capped"},
		{Name: "solutions_capped", Type: enumerate.Bool},
	}
	b := enumerate.NewBatch(columns)
	for _, row := range []struct {
		orbit  int32
		n      int64
		capped bool
	}{{8, 0, false}, {4, 1, false}, {8, 1, true}, {2, 5, false}, {8, 1, false}, {4, -1, true}, {2, 0, true}} {
		b.AppendString(0, []byte("i"))
		b.AppendInt32(1, row.orbit)
		if row.n < 0 {
			b.AppendNull(2)
		} else {
			b.AppendInt64(2, row.n)
		}
		b.AppendBool(3, row.capped)
	}
	a := mustNew(t, columns, enumerate.Survey)
	must(t, a.Add(b))
	got := *filled(a).Instances
	want := Instances{Raw: Int(36), Distinct: Int(7), SolvableRaw: Int(22), SolvableDistinct: Int(4), UniqueRaw: Int(12), UniqueDistinct: Int(2),
		UndecidedRaw: Int(6), UndecidedDistinct: Int(2), CappedRaw: Int(8), CappedDistinct: Int(1)}
	got.ByOrbitSize = nil
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("got %v, expected %v", got, want)
	}
	if m := filled(a).Measures[0]; fmt.Sprint(*m.Raw.AtLeast) != "{10 0}" || fmt.Sprint(*m.Distinct.AtLeast) != "{2 0}" || m.Raw.Nulls.Cmp(Int(4)) != 0 {
		t.Errorf("lower bounds %v, %v, %v without a value", m.Raw.AtLeast, m.Distinct.AtLeast, m.Raw.Nulls)
	}
	if i := shareOf(22, 6, 36); !math.IsNaN(i.Estimate) || i.Low != Wilson(22, 36, 0.95).Low || i.High != Wilson(28, 36, 0.95).High {
		t.Errorf("share of solvable instances %+v", i)
	}
}

func TestAccumulatorRefuses(t *testing.T) {
	weight := enumerate.Column{Name: "w", Type: enumerate.Int32, Role: enumerate.Weight}
	other := enumerate.Column{Name: "v", Type: enumerate.Int32, Role: enumerate.Weight}
	double := enumerate.Column{Name: "d", Type: enumerate.Double, Role: enumerate.Measured}
	for _, c := range []struct {
		columns []enumerate.Column
		kind    enumerate.Kind
		want    string
	}{
		{[]enumerate.Column{weight, other}, enumerate.Census, "at most one"},
		{[]enumerate.Column{weight, double}, enumerate.Census, "of integers"},
		{[]enumerate.Column{weight}, enumerate.Survey, "solutions"},
		{nil, enumerate.Sample, "how often"},
		{nil, "poll", "poll"},
	} {
		if _, err := New(c.columns, c.kind, enumerate.Analysis{}); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("error %v: expected one about %q", err, c.want)
		}
	}
	a := mustNew(t, []enumerate.Column{weight}, enumerate.Census)
	b := enumerate.NewBatch([]enumerate.Column{weight})
	b.AppendInt32(0, 3)
	b.AppendInt32(0, 0)
	if err := a.Add(b); err == nil || !strings.Contains(err.Error(), "row 1 has w 0") {
		t.Errorf("error %v: expected the row and the weight", err)
	}
	if got := filled(a).Solutions.Distinct; got.Cmp(Int(0)) != 0 {
		t.Errorf("a refused batch counted %v rows", got)
	}
	if err := a.Add(enumerate.NewBatch([]enumerate.Column{other})); err == nil {
		t.Error("a batch of other columns was taken")
	}
}

// BenchmarkAccumulator counts rows with six measures, as a large census would.
func BenchmarkAccumulator(b *testing.B) {
	columns := []enumerate.Column{{Name: "orbit_size", Type: enumerate.Int32, Role: enumerate.Weight}}
	for i := range 6 {
		columns = append(columns, enumerate.Column{Name: fmt.Sprint("m", i), Type: enumerate.Int32, Role: enumerate.Measured})
	}
	for _, span := range []int{2, 1000, 1 << 18, 1 << 24} {
		b.Run(fmt.Sprintf("values=%d", span), func(b *testing.B) {
			r := rand.New(rand.NewPCG(7, 7))
			batch := enumerate.NewBatch(columns)
			for range enumerate.BatchRows {
				batch.AppendInt32(0, 8)
				for i := range 6 {
					batch.AppendInt32(i+1, int32(r.IntN(span)))
				}
			}
			a := mustNew(b, columns, enumerate.Census)
			for b.Loop() {
				must(b, a.Add(batch))
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/enumerate.BatchRows, "ns/row")
		})
	}
}

// TestScales: a nominal measure keeps its histogram and nothing else, a yes or no
// has neither median nor entropy; and the same of estimates, comparisons and
// breakdowns.
func TestScales(t *testing.T) {
	columns := []enumerate.Column{
		{Name: "times_seen", Type: enumerate.Int64, Role: enumerate.Weight},
		{Name: "place", Type: enumerate.Int32, Role: enumerate.Measured, Scale: enumerate.Nominal},
		{Name: "edge", Type: enumerate.Int32, Role: enumerate.Measured, Scale: enumerate.YesNo},
		{Name: "flag", Type: enumerate.Bool, Role: enumerate.Measured},
		{Name: "points", Type: enumerate.Int32, Role: enumerate.Measured},
	}
	b := enumerate.NewBatch(columns)
	for i := range int32(4) {
		b.AppendInt64(0, int64(1+i))
		b.AppendInt32(1, i%3-1)
		b.AppendInt32(2, i%2)
		b.AppendBool(3, i > 0)
		b.AppendInt32(4, i)
	}
	a := mustNew(t, columns, enumerate.Sample)
	must(t, a.Add(b))
	s := filled(a)
	data, err := json.Marshal(s.Measures)
	must(t, err)
	want := `{"place":{"scale":"nominal","raw":{"n":10,"histogram":{"-1":5,"0":2,"1":3}},"distinct":{"n":4,"histogram":{"-1":2,"0":1,"1":1}}},` +
		`"edge":{"scale":"yes_no","raw":{"n":10,"sum":6,"min":0,"max":1,"mean":0.6,"histogram":{"0":4,"1":6}},"distinct":{"n":4,"sum":2,"min":0,"max":1,"mean":0.5,"histogram":{"0":2,"1":2}}},` +
		`"flag":{"scale":"yes_no","raw":{"n":10,"sum":9,"min":0,"max":1,"mean":0.9,"histogram":{"0":1,"1":9}},"distinct":{"n":4,"sum":3,"min":0,"max":1,"mean":0.75,"histogram":{"0":1,"1":3}}},`
	if !strings.HasPrefix(string(data), want) || !strings.Contains(string(data), `"points":{"raw":{"n":10,"sum":20,"min":0,"max":3,"mean":2,"median":2,"entropy_bits"`) {
		t.Errorf("got  %s\nwant %s", data, want)
	}
	e := s.Estimates.Measures
	if e[0].Mean != nil || len(e[0].Shares) != 3 || e[1].Mean.Method != "wilson" || e[1].Shares != nil || e[2].Mean.Method != "wilson" || e[3].Mean.Method != "student" {
		t.Errorf("estimates %+v", e)
	}
	c := compare("place", enumerate.Nominal, s.Measures[0].Raw.Histogram, s.Measures[0].Distinct.Histogram)
	if data, err := json.Marshal(c); err != nil || !strings.Contains(string(data), `"sampled_mean":null,"exact_mean":null,"mean_z":null`) || c.Fit.Degrees == 0 && len(c.Values) != 3 {
		t.Errorf("comparison %s, %v", data, err)
	}
	if _, err := NewBreakdown(columns, enumerate.Breakdown{By: []string{"edge"}, Of: []string{"place"}}); err == nil || !strings.Contains(err.Error(), "names of kinds") {
		t.Errorf("breakdown of a nominal column: %v", err)
	}
}
