package findings

import (
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"coverstat/export/chart"
	"coverstat/stats"
)

// histogram makes a measure of n different values.
func histogram(n int, value func(i int) int64) stats.Measure {
	var raw, distinct stats.Histogram
	for i := range n {
		raw = append(raw, stats.Bin{Value: value(i), Count: stats.Int(int64(8*i + 4))})
		distinct = append(distinct, stats.Bin{Value: value(i), Count: stats.Int(int64(i + 1))})
	}
	return stats.Measure{Name: "m", Raw: raw.Describe(), Distinct: distinct.Describe()}
}

// both are the series of a census.
func both(m stats.Measure) []series {
	return []series{{name: "all", counts: m.Raw}, {name: "up to symmetry", counts: m.Distinct}}
}

// TestBarsKeepTotals joins histograms of all kinds: nothing is lost, bars are
// in order and apart, and few.
func TestBarsKeepTotals(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 0))
	for range 300 {
		n := 1 + r.IntN(200)
		at := int64(r.IntN(2000)) - 1000
		stretch := 1 + r.Int64N(1<<r.IntN(30))
		m := histogram(n, func(int) int64 { at += 1 + r.Int64N(stretch); return at })
		b := barsOf(both(m)...)
		total := new(big.Int)
		for i, x := range b.List {
			total.Add(total, x.Counts[0].Big())
			if x.High < x.Low || i > 0 && x.Low <= b.List[i-1].High {
				t.Fatalf("bars %+v and %+v", b.List[max(0, i-1)], x)
			}
		}
		if total.Cmp(m.Raw.N.Big()) != 0 {
			t.Fatalf("bars hold %v, expected %v", total, m.Raw.N)
		}
		if len(b.List) > 64 {
			t.Fatalf("%d bars for values from %v to %v", len(b.List), m.Raw.Min, m.Raw.Max)
		}
		if svg := svgOf(t, b.chart("things")); strings.Contains(svg, "NaN") || strings.Contains(svg, "Inf") {
			t.Fatalf("a chart of %+v has no size:\n%s", b.List, svg)
		}
	}
}

// TestBarsHaveNoFalseShape sets equally frequent values at equal distances into bars: all
// but the first and the last bar are equally high.
func TestBarsHaveNoFalseShape(t *testing.T) {
	for _, apart := range []int64{1, 2, 3, 7, 1000} {
		for _, n := range []int{2, 22, 40, 41, 55, 200} {
			var h stats.Histogram
			for i := range int64(n) {
				h = append(h, stats.Bin{Value: 5 + apart*i, Count: stats.Int(6)})
			}
			list := barsOf(both(stats.Measure{Raw: h.Describe(), Distinct: h.Describe()})...).List
			if n <= maxBars && (len(list) != n || list[0].Low != list[0].High) {
				t.Errorf("%d values %d apart: %d bars", n, apart, len(list))
			}
			for _, x := range list[1 : len(list)-1] {
				if x.Counts[0].Cmp(list[len(list)/2].Counts[0]) != 0 {
					t.Errorf("%d values %d apart: bars %+v", n, apart, list)
					break
				}
			}
		}
	}
}

func TestSame(t *testing.T) {
	h := stats.Histogram{{Value: 0, Count: stats.Int(8)}, {Value: 1, Count: stats.Int(16)}}
	half := stats.Histogram{{Value: 0, Count: stats.Int(1)}, {Value: 1, Count: stats.Int(2)}}
	alike, different := stats.Measure{Raw: h.Describe(), Distinct: stats.Histogram{{Value: 0, Count: stats.Int(1)}, {Value: 1, Count: stats.Int(2)}}.Describe()}, stats.Measure{}
	half[0].Count = stats.Int(2)
	different.Raw, different.Distinct = h.Describe(), half.Describe()
	if b := barsOf(both(alike)...); !b.same() || len(b.chart("").Bars) != 1 {
		t.Error("alike: said to differ")
	} else if b.All = true; len(b.chart("").Bars) != 2 {
		t.Error("a census has no bars of its own beside a sample that is like it")
	}
	if b := barsOf(both(different)...); b.same() || len(b.chart("").Bars) != 2 {
		t.Error("different: said to be alike")
	}
}

// svgOf writes a chart as SVG.
func svgOf(t *testing.T, c *chart.Chart) string {
	t.Helper()
	var s strings.Builder
	if err := c.Picture().SVG(&s); err != nil {
		t.Fatal(err)
	}
	return s.String()
}

// lines writes a table as text, a line for each row.
func lines(t *Table) []string {
	var out []string
	for _, row := range t.Rows {
		var texts []string
		for _, c := range row {
			texts = append(texts, c.Text)
		}
		out = append(out, strings.Join(texts, "|"))
	}
	return out
}

func TestSameChart(t *testing.T) {
	b := barsOf(both(histogram(7, func(i int) int64 { return int64(i) }))...)
	if first := svgOf(t, b.chart("points")); first != svgOf(t, b.chart("points")) {
		t.Errorf("the same chart has other bytes")
	} else if strings.Contains(first, "<?xml") || !strings.Contains(first, "<text") {
		t.Error("not an inline drawing with text")
	}
}

func TestRanking(t *testing.T) {
	var r pick
	for row, v := range []int64{3, 9, 9, 1, 7, 7, 2, 8, 10} {
		r.rank(int64(row), v)
	}
	if r.values[0] != 10 || r.Rows[1] != 1 || r.Rows[2] != 2 || len(r.Rows) != drawnRows {
		t.Errorf("%+v", r)
	}
}

// TestMostFrequent sees that kinds are never put together in ranges: the rarest are left
// out, and the chart says so.
func TestMostFrequent(t *testing.T) {
	b := valuesOf(both(histogram(40, func(i int) int64 { return int64(7 * i) }))...)
	b.mostFrequent(3)
	var kinds []int64
	for _, x := range b.List {
		kinds = append(kinds, x.Low)
	}
	if !slices.Equal(kinds, []int64{7 * 37, 7 * 38, 7 * 39}) || b.Ranges != "the 3 most frequent of 40 kinds" {
		t.Errorf("kinds %v, %s", kinds, b.Ranges)
	}
}
