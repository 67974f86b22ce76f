package stats

import (
	"encoding/json"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"reflect"
	"testing"

	"coverstat/enumerate"
)

// TestBreakdownAgainstBruteForce sums rows in big integers, group by group.
func TestBreakdownAgainstBruteForce(t *testing.T) {
	r := rand.New(rand.NewPCG(21, 21))
	b := randomBatch(r, 900)
	by, of := []string{"flag", "crossroads"}, []string{"big", "flag"}
	x, err := NewBreakdown(censusColumns, enumerate.Breakdown{By: by, Of: of})
	must(t, err)
	must(t, x.Add(b))
	type want struct {
		rows, n               int64
		sum, squares, weights *big.Int // of big, nulls left out
	}
	groups := map[[2]int64]*want{}
	for row := range b.Len() {
		key := [2]int64{b.IntAt(4, row), b.IntAt(2, row)}
		g := groups[key]
		if g == nil {
			g = &want{sum: new(big.Int), squares: new(big.Int), weights: new(big.Int)}
			groups[key] = g
		}
		g.rows++
		if b.IsNull(3, row) {
			continue
		}
		g.n++
		v, w := big.NewInt(b.IntAt(3, row)), big.NewInt(b.IntAt(1, row))
		p := new(big.Int).Mul(v, w)
		g.sum.Add(g.sum, p)
		g.squares.Add(g.squares, p.Mul(p, v))
		g.weights.Add(g.weights, w)
	}
	table := x.Table(true)
	if len(table.Groups) != len(groups) || !table.Exact {
		t.Fatalf("%d groups, expected %d", len(table.Groups), len(groups))
	}
	for _, g := range table.Groups {
		w := groups[[2]int64{int64(g.Values[0]), int64(g.Values[1])}]
		p := g.Parts[0]
		if g.DistinctN.Cmp(Int(w.rows)) != 0 || p.Distinct.N.Cmp(Int(w.n)) != 0 || p.Raw.N.Cmp(BigInt(w.weights)) != 0 || p.Raw.Sum.Cmp(BigInt(w.sum)) != 0 {
			t.Errorf("group %v: %+v, expected %+v", g.Values, g, w)
		}
		if g.Parts[1].Interval.Method != "wilson" {
			t.Errorf("a column of bool has the interval %+v", g.Parts[1].Interval)
		}
		if w.weights.Cmp(big.NewInt(2)) < 0 {
			continue
		}
		// (n Σx² - (Σx)²) / (n (n-1)) as a fraction
		n := new(big.Rat).SetInt(w.weights)
		top := new(big.Rat).Sub(new(big.Rat).Mul(n, new(big.Rat).SetInt(w.squares)), new(big.Rat).SetInt(new(big.Int).Mul(w.sum, w.sum)))
		variance, _ := top.Quo(top, new(big.Rat).Mul(n, new(big.Rat).Sub(n, big.NewRat(1, 1)))).Float64()
		degrees, _ := new(big.Float).SetInt(w.weights).Float64()
		half := Student(DefaultConfidence, degrees-1) * math.Sqrt(variance/degrees)
		if got := (p.Interval.High - p.Interval.Low) / 2; math.Abs(got-half) > 1e-8*half+math.Abs(p.Interval.Estimate)*1e-8 {
			t.Errorf("group %v: half-width %v, expected %v", g.Values, got, half)
		}
	}
	for i := 1; i < len(table.Groups); i++ {
		a, b := table.Groups[i-1].Values, table.Groups[i].Values
		if a[0] > b[0] || a[0] == b[0] && a[1] >= b[1] {
			t.Fatalf("groups %v and %v are not in order", a, b)
		}
	}
}

// TestIntervalsAgree: one group of a breakdown has the interval of the whole
// column's histogram.
func TestIntervalsAgree(t *testing.T) {
	r := rand.New(rand.NewPCG(24, 24))
	columns := []enumerate.Column{{Name: "one", Type: enumerate.Int32}, {Name: "x", Type: enumerate.Int64}}
	b := enumerate.NewBatch(columns)
	counts := map[int64]int64{}
	for range 500 {
		v := int64(r.IntN(40)) - 7
		counts[v]++
		b.AppendInt32(0, 1)
		b.AppendInt64(1, v)
	}
	var h Histogram
	for v := int64(-7); v < 33; v++ {
		h = append(h, Bin{v, Int(counts[v])})
	}
	x, err := NewBreakdown(columns, enumerate.Breakdown{By: []string{"one"}, Of: []string{"x"}})
	must(t, err)
	must(t, x.Add(b))
	got, want := *x.Table(true).Groups[0].Parts[0].Interval, h.draws().mean()
	if math.Abs(got.Low-want.Low) > 1e-8 || math.Abs(got.High-want.High) > 1e-8 {
		t.Errorf("%+v, expected %+v", got, want)
	}
}

var testAnalysis = enumerate.Analysis{
	Breakdowns: []enumerate.Breakdown{{By: []string{"crossroads", "flag"}}, {By: []string{"flag", "big"}}, {By: []string{"flag"}, Of: []string{"crossroads", "big"}},
		{By: []string{"crossroads", "big", "flag"}, Of: []string{"flag"}}},
	Drawn: "by chance",
}

// TestAnalysisMerge: neither the order of rows, nor their division, nor the
// order of merges shows in the bytes.
func TestAnalysisMerge(t *testing.T) {
	r := rand.New(rand.NewPCG(22, 22))
	for round := range 20 {
		if testing.Short() && round > 3 {
			break
		}
		b := randomBatch(r, 400)
		var want []byte
		for try := range 4 {
			parts := make([]*Accumulator, 1+try*2)
			for i := range parts {
				var err error
				parts[i], err = New(censusColumns, enumerate.Census, testAnalysis)
				must(t, err)
			}
			for _, row := range r.Perm(b.Len()) {
				must(t, parts[r.IntN(len(parts))].Add(part(b, row, row+1)))
			}
			for len(parts) > 1 {
				i := r.IntN(len(parts) - 1)
				parts[i].Merge(parts[i+1])
				parts = append(parts[:i+1], parts[i+2:]...)
			}
			d := &Document{Name: "n", Family: "f", Job: enumerate.Census}
			parts[0].Fill(d)
			got, err := d.Encode()
			must(t, err)
			if try == 0 {
				want = got
			} else if string(got) != string(want) {
				t.Fatalf("round %d: %d parts give other bytes", round, 1+try*2)
			}
		}
		again, err := Decode(want)
		must(t, err)
		if data, err := again.Encode(); err != nil || string(data) != string(want) {
			t.Fatalf("read and written again, the bytes differ (%v)", err)
		}
	}
}

func TestBreakdownGivesUp(t *testing.T) {
	columns := []enumerate.Column{{Name: "a", Type: enumerate.Int32, Nullable: true}}
	make1 := func(values ...int32) *GroupBy {
		x, err := NewBreakdown(columns, enumerate.Breakdown{By: []string{"a"}, Of: []string{"a"}})
		must(t, err)
		x.limit = 3
		b := enumerate.NewBatch(columns)
		b.AppendNull(0)
		for _, v := range values {
			b.AppendInt32(0, v)
		}
		must(t, x.Add(b))
		return x
	}
	if p := make1(1, 2, 3, 3).Table(false); !p.Exact || len(p.Groups) != 3 || p.RawNulls.Cmp(Int(1)) != 0 || p.Groups[0].Parts[0].Interval != nil {
		t.Errorf("%+v", p)
	}
	whole := make1(1, 2, 3, 4, 5, 1).Table(false)
	merged := make1(1, 2)
	merged.Merge(make1(3, 4, 5, 1))
	for _, p := range []*GroupTable{whole, merged.Table(false)} {
		if p.Exact || p.Groups != nil || p.RawN.Cmp(Int(6)) != 0 {
			t.Errorf("too many groups: %+v", p)
		}
		data, err := json.Marshal(p)
		must(t, err)
		var again GroupTable
		if err := json.Unmarshal(data, &again); err != nil || !reflect.DeepEqual(&again, p) {
			t.Errorf("%s read as %+v (%v)", data, again, err)
		}
	}
}

func TestEstimateDrawn(t *testing.T) {
	columns := []enumerate.Column{{Name: "yes", Type: enumerate.Bool, Role: enumerate.Measured},
		{Name: "solutions", Type: enumerate.Int64, Role: enumerate.Measured}}
	a, err := New(columns, enumerate.Survey, enumerate.Analysis{Drawn: "at random"})
	must(t, err)
	b := enumerate.NewBatch(columns)
	for i := range 10 {
		b.AppendBool(0, true)
		b.AppendInt64(1, int64(1+i%2))
	}
	must(t, a.Add(b))
	e := filled(a).Estimates
	if e.Instances.Unique != Wilson(5, 10, 0.95) || e.Instances.Solvable != Wilson(10, 10, 0.95) || *e.Measures[0].Mean != Wilson(10, 10, 0.95) {
		t.Errorf("%+v", e)
	}
	data, err := json.Marshal(e)
	must(t, err)
	var again Estimates
	must(t, json.Unmarshal(data, &again))
	if len(again.Measures) != 2 || again.Coverage.Method != "" {
		t.Errorf("%s", data)
	}
}

// TestShares: a yes or no has Wilson's interval where all are alike,
// a count Student's.
func TestShares(t *testing.T) {
	columns := []enumerate.Column{{Name: "by", Type: enumerate.Int32}, {Name: "bit", Type: enumerate.Int32, Scale: enumerate.YesNo}, {Name: "n", Type: enumerate.Int32}}
	b := enumerate.NewBatch(columns)
	for i := range int32(20) {
		b.AppendInt32(0, i%2)
		b.AppendInt32(1, i%2*(i/2%2))
		b.AppendInt32(2, 1+i%2*i)
	}
	x, err := NewBreakdown(columns, enumerate.Breakdown{By: []string{"by"}, Of: []string{"bit", "n"}})
	must(t, err)
	must(t, x.Add(b))
	g := x.Table(true).Groups
	if iv := g[0].Parts[0].Interval; iv.Method != "wilson" || iv.Low != 0 || iv.High < 0.2 {
		t.Errorf("%+v", iv)
	}
	if iv := g[1].Parts[1].Interval; iv.Method != "student" || !(iv.Low < iv.Estimate) {
		t.Errorf("%+v", iv)
	}
}

func TestAnalysisErrors(t *testing.T) {
	for _, a := range []enumerate.Analysis{
		{Breakdowns: []enumerate.Breakdown{{By: []string{"flag", "nothing"}}}},
		{Breakdowns: []enumerate.Breakdown{{By: []string{"grid", "flag"}}}},
		{Breakdowns: []enumerate.Breakdown{{By: []string{"grid"}, Of: []string{"flag"}}}},
		{Breakdowns: []enumerate.Breakdown{{By: []string{"flag"}, Of: []string{"nothing"}}}},
		{Breakdowns: []enumerate.Breakdown{{Of: []string{"flag"}}}},
	} {
		if _, err := New(censusColumns, enumerate.Census, a); err == nil {
			t.Errorf("%+v was accepted", a)
		}
	}
}

func BenchmarkBreakdown(b *testing.B) {
	r := rand.New(rand.NewPCG(23, 23))
	columns := []enumerate.Column{{Name: "a", Type: enumerate.Int32}, {Name: "b", Type: enumerate.Int32},
		{Name: "x", Type: enumerate.Int32}, {Name: "y", Type: enumerate.Bool}}
	for _, span := range []int{2, 50} {
		b.Run(fmt.Sprintf("values=%d", span), func(b *testing.B) {
			batch := enumerate.NewBatch(columns)
			for range enumerate.BatchRows {
				batch.AppendInt32(0, int32(r.IntN(span)))
				batch.AppendInt32(1, int32(r.IntN(span)))
				batch.AppendInt32(2, int32(r.IntN(1000)))
				batch.AppendBool(3, r.IntN(2) == 0)
			}
			x, err := NewBreakdown(columns, enumerate.Breakdown{By: []string{"a", "b"}, Of: []string{"x", "y"}})
			must(b, err)
			for b.Loop() {
				must(b, x.Add(batch))
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/enumerate.BatchRows, "ns/row")
		})
	}
}
