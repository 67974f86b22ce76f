package enumerate

import "testing"

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
