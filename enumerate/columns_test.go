package enumerate

import (
	"math/big"
	"testing"
)

func TestInstanceSolutions(t *testing.T) {
	for _, c := range []struct {
		names []string
		want  string
	}{
		{[]string{"mask", SolutionsColumn}, SolutionsColumn},
		{[]string{"mask", DistinctSolutionsColumn, CappedColumn, SolutionsColumn}, DistinctSolutionsColumn},
		{[]string{"cols", SolutionsColumn, DistinctSolutionsColumn}, SolutionsColumn},
		{nil, SolutionsColumn},
	} {
		var columns []Column
		for _, name := range c.names {
			columns = append(columns, Column{Name: name})
		}
		if got := InstanceSolutions(columns); got != c.want {
			t.Errorf("columns %v: %s, expected %s", c.names, got, c.want)
		}
	}
}

// TestCountColumn: counts that 64 bits cannot hold are digits.
func TestCountColumn(t *testing.T) {
	for _, most := range []string{"9223372036854775807", "9223372036854775808"} {
		n, _ := new(big.Int).SetString(most, 10)
		columns, c := NewCountColumn(nil, Column{Name: "raw"}, n)
		b := NewBatch(columns)
		c.Append(b, n)
		switch {
		case n.IsInt64() && (len(columns) != 1 || b.IntAt(0, 0) != n.Int64()):
			t.Errorf("%s: columns %v", most, columns)
		case !n.IsInt64() && (len(columns) != 2 || !b.IsNull(0, 0) || string(b.StringAt(1, 0)) != most):
			t.Errorf("%s: columns %v", most, columns)
		}
	}
}
