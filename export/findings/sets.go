package findings

import (
	"cmp"
	"slices"

	"coverstat/enumerate"
)

// sets shows which pieces make a set of pieces solvable, in surveys of sets.
func (f *Findings) sets() ([]Section, error) {
	b, at, err := smallTable(f.set, enumerate.ChosenTable, []string{"piece"},
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
	t := &Table{Rows: [][]Cell{heads("piece", "sets", "solvable", "without it", "one solution", "without it")}}
	for _, row := range order {
		t.Rows = append(t.Rows, line(string(b.StringAt(at[0], row)),
			enumerate.Grouped(b.IntAt(at[1], row)), enumerate.Percent(share(row, 2, 1)), enumerate.Percent(share(row, 5, 4)), enumerate.Percent(share(row, 3, 1)), enumerate.Percent(share(row, 6, 4))))
	}
	return []Section{{ID: "sets", Title: "Which pieces make sets solvable", Table: t, Notes: []string{
		"The share of the sets with each piece that have a solution, beside that of the sets without it; the same of the sets with exactly one solution, up to symmetry. The most helpful piece comes first."}}}, nil
}
