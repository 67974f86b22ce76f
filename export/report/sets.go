package report

import (
	"cmp"
	"slices"

	"coverstat/enumerate"
)

// sets shows which pieces make a set of pieces solvable, in surveys of sets.
func (s *source) sets() ([]block, error) {
	b, at, err := smallTable(s.set, "chosen", []string{"piece"},
		[]string{"sets", "solvable", "unique", "sets_without", "solvable_without", "unique_without"}, enumerate.Integers...)
	if err != nil || b == nil {
		return nil, err
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
		t.Rows = append(t.Rows, line(string(b.StringAt(at[0], row)),
			count(b.IntAt(at[1], row)), percent(share(row, 2, 1)), percent(share(row, 5, 4)), percent(share(row, 3, 1)), percent(share(row, 6, 4))))
	}
	return []block{{ID: "sets", Title: "Which pieces make sets solvable", Table: t, Notes: []string{
		"The share of the sets with each piece that have a solution, beside that of the sets without it; the same of the sets with exactly one solution, up to symmetry. The most helpful piece comes first."}}}, nil
}
