package report

import (
	"cmp"
	"fmt"
	"slices"

	"coverstat/enumerate"
)

// sets shows which pieces make a set of pieces solvable, in surveys of sets.
func (s *source) sets() ([]block, error) {
	b, err := smallTable(s.set, "chosen")
	if err != nil || b == nil {
		return nil, err
	}
	var at [7]int
	for i, name := range []string{"piece", "sets", "solvable", "unique", "sets_without", "solvable_without", "unique_without"} {
		types := enumerate.Integers
		if i == 0 {
			types = []enumerate.Type{enumerate.String}
		}
		if at[i] = enumerate.ColumnIndex(b.Columns, name, types...); at[i] < 0 {
			return nil, fmt.Errorf("table chosen has no column %s of the right type", name)
		}
	}
	share := func(row, part, whole int) float64 {
		return float64(b.IntAt(at[part], row)) / float64(max(1, b.IntAt(at[whole], row)))
	}
	order := make([]int, b.Len())
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, k int) int { return cmp.Compare(share(k, 2, 1), share(i, 2, 1)) })
	t := &table{Rows: [][]cell{heads("piece", "sets", "solvable", "without it", "one solution", "without it")}}
	for _, row := range order {
		t.Rows = append(t.Rows, append([]cell{{Text: string(b.StringAt(at[0], row))}}, numbers(
			count(b.IntAt(at[1], row)), percent(share(row, 2, 1)), percent(share(row, 5, 4)), percent(share(row, 3, 1)), percent(share(row, 6, 4)))...))
	}
	return []block{{ID: "sets", Title: "Which pieces make sets solvable", Table: t, Notes: []string{
		"The share of the sets with each piece that have a solution, beside that of the sets without it; the same of the sets with exactly one solution, up to symmetry. The most helpful piece comes first."}}}, nil
}
