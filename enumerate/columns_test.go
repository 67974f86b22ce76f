package enumerate

import (
	"fmt"
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

// TestAppendValues compares values of every kind with those that are read.
func TestAppendValues(t *testing.T) {
	large := new(big.Int).Lsh(big.NewInt(1), 64)
	var columns []Column
	for _, kind := range []Type{Int32, Int32, Int64, Int64, Bool, Double, String, String, String, Int32List} {
		columns = append(columns, Column{Name: "x", Type: kind, Nullable: true})
	}
	b := NewBatch(columns)
	next := b.AppendValues(0, []int{1, -2}, []any{int64(3), large}, true, 0.5, "a", []byte("b"), large, []int32{4, 5})
	if next != 10 {
		t.Errorf("the next column is %d", next)
	}
	b.AppendValues(0, []any{int32(1), nil, big.NewInt(7)}, (*big.Int)(nil), false, nil, nil, nil, nil, nil)
	if got := fmt.Sprint(b.Vectors); got != "[{[1 1] [] [] [] [] [] [true true]} {[-2 0] [] [] [] [] [] [true false]} "+
		"{[] [3 7] [] [] [] [] [true true]} {[] [0 0] [] [] [] [] [false false]} {[] [] [] [true false] [] [] [true true]} "+
		"{[] [] [0.5 0] [] [] [] [true false]} {[] [] [] [] [97] [1 1] [true false]} {[] [] [] [] [98] [1 1] [true false]} "+
		"{[] [] [] [] [49 56 52 52 54 55 52 52 48 55 51 55 48 57 53 53 49 54 49 54] [20 20] [true false]} "+
		"{[4 5] [] [] [] [] [2 2] [true false]}]" {
		t.Error(got)
	}
}

// TestCountColumn: counts that 64 bits cannot hold are digits.
func TestCountColumn(t *testing.T) {
	for _, most := range []string{"9223372036854775807", "9223372036854775808"} {
		n, _ := new(big.Int).SetString(most, 10)
		columns, c := NewCountColumn(nil, Column{Name: "raw"}, n)
		b := NewBatch(columns)
		b.AppendValues(0, c.Of(n))
		switch {
		case n.IsInt64() && (len(columns) != 1 || b.IntAt(0, 0) != n.Int64()):
			t.Errorf("%s: columns %v", most, columns)
		case !n.IsInt64() && (len(columns) != 2 || !b.IsNull(0, 0) || string(b.StringAt(1, 0)) != most):
			t.Errorf("%s: columns %v", most, columns)
		}
	}
}
