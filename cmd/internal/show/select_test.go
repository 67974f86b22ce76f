package show

import (
	"slices"
	"testing"

	"coverstat/enumerate"
)

// TestSorting sorts rows by a column with nulls, with and without a limit.
func TestSorting(t *testing.T) {
	b := enumerate.NewBatch([]enumerate.Column{{Name: "n", Type: enumerate.Int64, Nullable: true}})
	for _, n := range []int64{5, -1, 7, 5, 2} {
		if n < 0 {
			b.AppendNull(0)
		} else {
			b.AppendInt64(0, n)
		}
	}
	for _, c := range []struct {
		descending bool
		limit      int
		want       []int64
	}{
		{false, 0, []int64{4, 0, 3, 2, 1}},
		{true, 0, []int64{2, 0, 3, 4, 1}},
		{true, 2, []int64{2, 0}},
	} {
		s := &rowScan{descending: c.descending}
		for row := range b.Len() {
			s.hold(b, row, int64(row))
		}
		if s.sort(c.limit); !slices.Equal(s.rows, c.want) || s.held.Len() != len(c.want) {
			t.Errorf("descending %v, limit %d: got %v, want %v", c.descending, c.limit, s.rows, c.want)
		}
	}
}
