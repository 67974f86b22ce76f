package stats

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"reflect"
	"testing"

	"coverstat/enumerate"
)

func TestCrosstabAgainstBruteForce(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 9))
	b := randomBatch(r, 700)
	parts := make([]*GroupBy, 3)
	for i := range parts {
		var err error
		parts[i], err = NewBreakdown(censusColumns, enumerate.Breakdown{By: []string{"crossroads", "big"}})
		must(t, err)
	}
	raw, distinct := map[[2]int64]int64{}, map[[2]int64]int64{}
	for row := range b.Len() {
		must(t, parts[r.IntN(3)].Add(part(b, row, row+1)))
		if !b.IsNull(3, row) {
			raw[[2]int64{b.IntAt(2, row), b.IntAt(3, row)}] += b.IntAt(1, row)
			distinct[[2]int64{b.IntAt(2, row), b.IntAt(3, row)}]++
		}
	}
	parts[2].Merge(parts[0])
	parts[1].Merge(parts[2])
	p := parts[1].Table(false)
	gotRaw, gotDistinct, all, rows := map[[2]int64]int64{}, map[[2]int64]int64{}, int64(0), int64(0)
	for _, g := range p.Groups {
		key := [2]int64{int64(g.Values[0]), int64(g.Values[1])}
		gotRaw[key], _ = g.RawN.Int64()
		gotDistinct[key], _ = g.DistinctN.Int64()
		all, rows = all+gotRaw[key], rows+gotDistinct[key]
	}
	if !reflect.DeepEqual(gotRaw, raw) || !reflect.DeepEqual(gotDistinct, distinct) || Int(all).Cmp(p.RawN) != 0 || Int(rows).Cmp(p.DistinctN) != 0 {
		t.Errorf("got %+v: expected %v, %v", p, raw, distinct)
	}
	parts[0].limit = 3
	parts[0].giveUp()
	parts[0].Merge(parts[1])
	if q := parts[0].Table(false); q.Exact || q.Groups != nil || q.Information != nil {
		t.Error("a table of too many pairs claims to be exact")
	}
}

// TestBreakdownTableBeyond64Bits: counts that a column of numbers cannot hold are digits.
func TestBreakdownTableBeyond64Bits(t *testing.T) {
	huge, ok := new(big.Int).SetString("42174576773234441986", 10)
	g := &GroupTable{By: []string{"crossroads"}, Groups: []Group{{Values: []Integer{3}, RawN: BigInt(huge), DistinctN: Int(7)}}}
	b := BreakdownTables([]*GroupTable{g})[0].Rows
	at := func(name string) int { return enumerate.ColumnIndex(b.Columns, name) }
	if !ok || !b.IsNull(at("raw_n"), 0) || string(b.StringAt(at("raw_n_text"), 0)) != huge.String() || string(b.StringAt(at("distinct_n_text"), 0)) != "7" {
		t.Errorf("%v", b.Columns)
	}
}

func TestMutualInformation(t *testing.T) {
	for _, c := range []struct {
		counts [2][2]int64
		want   float64
	}{
		{[2][2]int64{{3, 6}, {5, 10}}, 0},
		{[2][2]int64{{7, 0}, {0, 7}}, 1},
		// H(1/4) - H(1/2)/2, by hand: a = 1 settles b, a = 0 leaves a coin.
		{[2][2]int64{{1, 1}, {2, 0}}, 0.8112781245 - 0.5},
	} {
		table := &GroupTable{By: []string{"a", "b"}}
		for a, row := range c.counts {
			for b, n := range row {
				table.Groups = append(table.Groups, Group{Values: []Integer{Integer(a), Integer(b)}, RawN: Int(n)})
				table.RawN = table.RawN.Add(Int(n))
			}
		}
		table.setInformation()
		if got := *table.Information; math.Abs(got-c.want) > 1e-9 {
			t.Errorf("%v bits: expected %v", got, c.want)
		}
	}
}

// TestOptionTables counts options of two columns, one with nulls, one of
// lists, in two parts.
func TestOptionTables(t *testing.T) {
	columns := []enumerate.Column{{Name: "orbit_size", Type: enumerate.Int32, Role: enumerate.Weight},
		{Name: "first", Type: enumerate.Int32, Nullable: true}, {Name: "rest", Type: enumerate.Int32List}}
	const options = 12
	r := rand.New(rand.NewPCG(10, 10))
	b := enumerate.NewBatch(columns)
	raw, distinct := make([]int64, options), make([]int64, options)
	for range 300 {
		weight := int32(1 + r.IntN(8))
		b.AppendInt32(0, weight)
		use := func() int32 {
			o := r.IntN(options)
			raw[o] += int64(weight)
			distinct[o]++
			return int32(o)
		}
		if r.IntN(3) == 0 {
			b.AppendNull(1)
		} else {
			b.AppendInt32(1, use())
		}
		var rest []int32
		for range r.IntN(4) {
			rest = append(rest, use())
		}
		b.AppendInt32List(2, rest)
	}
	c, err := NewOptionTables(columns, &enumerate.OptionUses{Columns: []string{"first", "rest"}, Options: options})
	must(t, err)
	other, err := NewOptionTables(columns, &enumerate.OptionUses{Columns: []string{"first", "rest"}, Options: options})
	must(t, err)
	must(t, c.Add(part(b, 0, 20)))
	must(t, other.Add(part(b, 20, b.Len())))
	c.Merge(other)
	for o := range options {
		if x, y := c.options[o].numbers(); x.Cmp(Int(raw[o])) != 0 || y.Cmp(Int(distinct[o])) != 0 {
			t.Errorf("option %d: %v and %v, expected %d and %d", o, x, y, raw[o], distinct[o])
		}
	}
	bad := enumerate.NewBatch(columns)
	bad.AppendInt32(0, 1)
	bad.AppendInt32(1, int32(options))
	bad.AppendInt32List(2, nil)
	if err := c.Add(bad); err == nil {
		t.Error("an option out of range was counted")
	}
}

func BenchmarkCrosstab(b *testing.B) {
	r := rand.New(rand.NewPCG(16, 16))
	columns := []enumerate.Column{{Name: "w", Type: enumerate.Int32, Role: enumerate.Weight},
		{Name: "a", Type: enumerate.Int32}, {Name: "b", Type: enumerate.Int32}}
	for _, span := range []int{8, 200} {
		b.Run(fmt.Sprintf("values=%d", span), func(b *testing.B) {
			batch := enumerate.NewBatch(columns)
			for range enumerate.BatchRows {
				batch.AppendInt32(0, 8)
				batch.AppendInt32(1, int32(r.IntN(span)))
				batch.AppendInt32(2, int32(r.IntN(span)))
			}
			c, err := NewBreakdown(columns, enumerate.Breakdown{By: []string{"a", "b"}})
			must(b, err)
			for b.Loop() {
				must(b, c.Add(batch))
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/enumerate.BatchRows, "ns/row")
		})
	}
}

func BenchmarkOptionTables(b *testing.B) {
	r := rand.New(rand.NewPCG(17, 17))
	columns := []enumerate.Column{{Name: "w", Type: enumerate.Int32, Role: enumerate.Weight}}
	var names []string
	for i := range 13 {
		names = append(names, fmt.Sprint("piece", i))
		columns = append(columns, enumerate.Column{Name: names[i], Type: enumerate.Int32, Nullable: true})
	}
	batch := enumerate.NewBatch(columns)
	for range enumerate.BatchRows {
		batch.AppendInt32(0, 8)
		for i := range 13 {
			batch.AppendInt32(i+1, int32(r.IntN(2000)))
		}
	}
	c, err := NewOptionTables(columns, &enumerate.OptionUses{Columns: names, Options: 2000})
	must(b, err)
	for b.Loop() {
		must(b, c.Add(batch))
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/enumerate.BatchRows/13, "ns/option")
}
