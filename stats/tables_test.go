package stats

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"coverstat/enumerate"
)

func TestCrossTabAgainstBruteForce(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 9))
	b := randomBatch(r, 700)
	parts := make([]*GroupBy, 3)
	for i := range parts {
		var err error
		parts[i], err = NewCrosstab(censusColumns, "crossroads", "big")
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
	must(t, parts[2].Merge(parts[0]))
	must(t, parts[1].Merge(parts[2]))
	p := parts[1].CrossTable()
	for _, side := range []struct {
		counts CrossCounts
		want   map[[2]int64]int64
		total  Number
	}{{p.Raw, raw, p.RawN}, {p.Distinct, distinct, p.DistinctN}} {
		got, sum := map[[2]int64]int64{}, int64(0)
		for _, row := range side.counts {
			for _, cell := range row.Counts {
				n, _ := cell.Count.Int64()
				got[[2]int64{row.Value, cell.Value}] = n
				sum += n
			}
		}
		if !reflect.DeepEqual(got, side.want) || Int(sum) != side.total {
			t.Errorf("got %v: expected %v", got, side.want)
		}
	}
	parts[0].limit = 3
	parts[0].giveUp()
	must(t, parts[0].Merge(parts[1]))
	if q := parts[0].CrossTable(); q.Exact || q.Raw != nil {
		t.Error("a table of too many pairs claims to be exact")
	}
}

func TestMutualInformation(t *testing.T) {
	bins := func(a, b int64) Histogram { return Histogram{{0, Int(a)}, {1, Int(b)}} }
	for _, c := range []struct {
		table CrossCounts
		want  float64
	}{
		{CrossCounts{{0, bins(3, 6)}, {1, bins(5, 10)}}, 0},
		{CrossCounts{{0, bins(7, 0)}, {1, bins(0, 7)}}, 1},
		// H(1/4) - H(1/2)/2, by hand: a = 1 settles b, a = 0 leaves a coin.
		{CrossCounts{{0, bins(1, 1)}, {1, bins(2, 0)}}, 0.8112781245 - 0.5},
	} {
		if got := c.table.information(); math.Abs(got-c.want) > 1e-9 {
			t.Errorf("%v bits: expected %v", got, c.want)
		}
	}
}

// TestOptionCounts counts options of two columns, one with nulls, one of
// lists, in two parts.
func TestOptionCounts(t *testing.T) {
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
	c, err := NewOptionCounts(columns, []string{"first", "rest"}, options)
	must(t, err)
	other, err := NewOptionCounts(columns, []string{"first", "rest"}, options)
	must(t, err)
	must(t, c.Add(part(b, 0, 20)))
	must(t, other.Add(part(b, 20, b.Len())))
	must(t, c.Merge(other))
	for o := range options {
		if x, y := c.Of(enumerate.OptionID(o)); x != Int(raw[o]) || y != Int(distinct[o]) {
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

func BenchmarkCrossTab(b *testing.B) {
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
			c, err := NewCrosstab(columns, "a", "b")
			must(b, err)
			for b.Loop() {
				must(b, c.Add(batch))
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/enumerate.BatchRows, "ns/row")
		})
	}
}

func BenchmarkOptionCounts(b *testing.B) {
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
	c, err := NewOptionCounts(columns, names, 2000)
	must(b, err)
	for b.Loop() {
		must(b, c.Add(batch))
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/enumerate.BatchRows/13, "ns/option")
}
