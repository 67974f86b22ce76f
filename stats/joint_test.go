package stats

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"coverstat/enumerate"
)

// TestJointAgainstMap groups by measures of every type, with nulls and large
// values, in two parts that are merged: all measures together, and each alone.
func TestJointAgainstMap(t *testing.T) {
	all := []enumerate.Column{
		{Name: "a", Type: enumerate.Int32, Role: enumerate.Measured},
		{Name: "b", Type: enumerate.Int64, Role: enumerate.Measured, Nullable: true, AtLeastIf: "c"},
		{Name: "c", Type: enumerate.Bool, Role: enumerate.Measured, Nullable: true},
		{Name: "solutions", Type: enumerate.Int64},
	}
	weight := enumerate.Column{Name: "w", Type: enumerate.Int64, Role: enumerate.Weight}
	for _, measures := range [][]enumerate.Column{all, all[:1], all[1:2], all[2:3], all[3:]} {
		kind, columns := enumerate.Census, append(slices.Clone(measures), weight)
		if enumerate.ColumnIndex(measures, "solutions") >= 0 {
			kind = enumerate.Survey
		}
		w := len(measures)
		r := rand.New(rand.NewPCG(34, 34))
		want := map[string][2]int64{}
		var parts [2]*GroupBy
		for i := range parts {
			var err error
			parts[i], err = NewJoint(columns, kind)
			must(t, err)
			b := enumerate.NewBatch(columns)
			for range 20_000 {
				for c, column := range measures {
					if column.Nullable && r.IntN(5) == 0 {
						b.AppendNull(c)
						continue
					}
					values := []int64{0, 1, 7, -3, 70_000, math.MaxInt32, math.MinInt32}
					if column.Type == enumerate.Int64 {
						values = append(values, math.MaxInt64, math.MinInt64)
					}
					b.AppendInt(c, values[r.IntN(len(values))])
				}
				b.AppendInt64(w, int64(1+r.IntN(8)))
				at := b.Len() - 1
				n := want[combination(b, at, w)]
				want[combination(b, at, w)] = [2]int64{n[0] + b.IntAt(w, at), n[1] + 1}
			}
			must(t, parts[i].Add(b))
		}
		parts[0].Merge(parts[1])
		tables, err := parts[0].Tables()
		must(t, err)
		got := tables[0].Rows
		if got.Len() != len(want) {
			t.Errorf("%d combinations: expected %d", got.Len(), len(want))
		}
		for row := range got.Len() {
			key := combination(got, row, w)
			if n := [2]int64{got.IntAt(w, row), got.IntAt(w+1, row)}; n != want[key] {
				t.Errorf("%s: %d raw and distinct, expected %d", key, n, want[key])
			}
			if row > 0 && !before(got, row-1, row, w) {
				t.Errorf("row %d, %s, is not after %s", row, key, combination(got, row-1, w))
			}
		}
	}
}

// combination writes the values of a row's first columns.
func combination(b *enumerate.Batch, row, columns int) (text string) {
	for c := range columns {
		if b.IsNull(c, row) {
			text += "null "
		} else {
			text += fmt.Sprint(b.IntAt(c, row), " ")
		}
	}
	return text
}

// before reports whether a row's values are less than another's, null greatest.
func before(b *enumerate.Batch, x, y, columns int) bool {
	for c := range columns {
		n, m := b.IsNull(c, x), b.IsNull(c, y)
		if n != m {
			return m
		}
		if p, q := b.IntAt(c, x), b.IntAt(c, y); !n && p != q {
			return p < q
		}
	}
	return false
}

// TestJointLimit: one combination beyond the limit, and there is no joint
// histogram, whichever part has it.
func TestJointLimit(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	columns := []enumerate.Column{
		{Name: "a", Type: enumerate.Int32, Role: enumerate.Measured},
		{Name: "b", Type: enumerate.Int32, Role: enumerate.Measured, Nullable: true},
	}
	make := func(from, to int) *GroupBy {
		g, err := NewJoint(columns, enumerate.Census)
		must(t, err)
		for begin := from; begin < to; begin += 100_000 {
			b := enumerate.NewBatch(columns)
			for n := begin; n < min(begin+100_000, to); n++ {
				b.AppendInt32(0, int32(n/1000))
				b.AppendInt32(1, int32(n%1000))
			}
			must(t, g.Add(b))
		}
		return g
	}
	full := make(0, MaxCombinations)
	full.Merge(make(500_000, 600_000))
	if tables, err := full.Tables(); err != nil || !full.Exact() || tables[0].Rows.Len() != MaxCombinations {
		t.Fatalf("exact: %v, %v: expected all %d combinations", full.Exact(), err, MaxCombinations)
	}
	full.Merge(make(MaxCombinations, MaxCombinations+1))
	over := make(0, MaxCombinations+1)
	for _, g := range []*GroupBy{full, over} {
		if g.Exact() || len(g.groups) > 2 {
			t.Error("a combination too many, and the joint histogram is kept")
		}
	}
	over.Merge(full)
	if over.Exact() {
		t.Error("the sum of two joint histograms that were given up is exact")
	}
}
