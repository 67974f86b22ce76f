package stats

import (
	"math"
	"math/rand/v2"
	"testing"

	"coverstat/enumerate"
)

// TestGroupByAgainstMap groups by three columns of small, negative and large
// values, with enough different values to leave the window of pairs of codes.
func TestGroupByAgainstMap(t *testing.T) {
	columns := []enumerate.Column{
		{Name: "a", Type: enumerate.Int32}, {Name: "b", Type: enumerate.Int64}, {Name: "c", Type: enumerate.Bool, Nullable: true},
		{Name: "w", Type: enumerate.Int64, Role: enumerate.Weight},
	}
	r := rand.New(rand.NewPCG(31, 31))
	b := enumerate.NewBatch(columns)
	rows, raw := map[[3]int64]int64{}, map[[3]int64]int64{}
	nulls := int64(0)
	for range 20_000 {
		key := [3]int64{int64(r.IntN(600)) - 100, []int64{0, 1, 300, windowSize - 1, windowSize, -1, math.MinInt64, math.MaxInt64}[r.IntN(8)], int64(r.IntN(2))}
		weight := int64(1 + r.IntN(8))
		b.AppendInt32(0, int32(key[0]))
		b.AppendInt64(1, key[1])
		b.AppendInt64(3, weight)
		if r.IntN(10) == 0 {
			b.AppendNull(2)
			nulls++
			continue
		}
		b.AppendBool(2, key[2] == 1)
		rows[key]++
		raw[key] += weight
	}
	groups := make([]*GroupBy, 3)
	for i := range groups {
		var err error
		groups[i], err = newGroupBy(columns, []string{"a", "b", "c"}, nil, PublishedValues)
		must(t, err)
		must(t, groups[i].Add(part(b, i*5000, i*5000+5000)))
	}
	must(t, groups[2].Add(part(b, 15_000, 20_000)))
	groups[1].Merge(groups[2])
	groups[0].Merge(groups[1])
	g := groups[0]
	if got := len(g.groups) - 1; got != len(rows) || g.groups[0].rows != nulls {
		t.Fatalf("%d groups, %d rows without: expected %d and %d", got, g.groups[0].rows, len(rows), nulls)
	}
	for _, c := range g.sorted() {
		key := [3]int64(g.key(c))
		if n := g.groups[c]; n.rows != rows[key] || n.raw != raw[key] {
			t.Errorf("%v: %d rows, %v raw: expected %d and %d", key, n.rows, n.raw, rows[key], raw[key])
		}
	}
}

// TestGroupLimit: as many groups as the limit are kept, and one more are given up, whether rows
// or groups are added.
func TestGroupLimit(t *testing.T) {
	const limit = 3
	grouping := func(values ...int64) *GroupBy {
		g, err := newGroupBy(valueColumns, []string{"v"}, nil, limit)
		must(t, err)
		b := enumerate.NewBatch(valueColumns)
		for _, v := range values {
			b.AppendInt64(0, 1)
			b.AppendInt64(1, v)
		}
		must(t, g.Add(b))
		return g
	}
	merged := func(g, o *GroupBy) *GroupBy {
		g.Merge(o)
		return g
	}
	for _, g := range []*GroupBy{grouping(0, 1, 70), grouping(-1, 1, windowSize), merged(grouping(0, 1), grouping(1, 2)), merged(grouping(), grouping(1, 2, 3))} {
		if n := len(g.sorted()); !g.Exact() || n != limit {
			t.Errorf("exact %v, %d groups: expected all %d", g.Exact(), n, limit)
		}
	}
	for _, g := range []*GroupBy{grouping(0, 1, 2, 3), merged(grouping(0, 1), grouping(2, 3))} {
		if g.Exact() {
			t.Errorf("%d groups of more than %d", len(g.sorted()), limit)
		}
	}
}
