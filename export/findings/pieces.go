package findings

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"coverstat/enumerate"
	"coverstat/export"
)

// smallTable reads a table beside the rows, nil if there is none, and finds its columns of texts and of numbers.
func smallTable(d *export.Dataset, name string, texts, numbers []string, types ...enumerate.Type) (b *enumerate.Batch, at []int, err error) {
	if d.Manifest.Table(name) == nil {
		return nil, nil, nil
	}
	if b, err = d.Table(name); err != nil {
		return nil, nil, err
	}
	for _, column := range texts {
		at = append(at, enumerate.ColumnIndex(b.Columns, column, enumerate.String))
	}
	for _, column := range numbers {
		at = append(at, enumerate.ColumnIndex(b.Columns, column, types...))
	}
	if i := slices.Index(at, -1); i >= 0 {
		return nil, nil, fmt.Errorf("table %s has no column %s of the right type", name, slices.Concat(texts, numbers)[i])
	}
	return b, at, nil
}

// contacts shows which pieces touch, shaded from the least share to the greatest.
func (f *Findings) contacts() ([]Section, error) {
	all := f.raw()
	b, at, err := smallTable(f.set, enumerate.ContactsTable, []string{"piece_1", "piece_2"}, []string{"pairs", "raw", "raw_edges"}, enumerate.Integers...)
	if err != nil || b == nil || b.Len() == 0 || all == 0 {
		return nil, err
	}
	s := Section{ID: "contacts", Title: "Which pieces touch", Notes: []string{
		"The share of all " + f.Things + " in which two pieces touch; small, how many sides of cells they share on average."}}
	exchanged := false
	var names []string
	low, high := math.Inf(1), 0.0
	share := func(row, column int) float64 {
		return float64(b.IntAt(at[column], row)) / (float64(b.IntAt(at[2], row)) * all)
	}
	for row := range b.Len() {
		low, high = min(low, share(row, 3)), max(high, share(row, 3))
		exchanged = exchanged || b.IntAt(at[2], row) > 1
		for _, i := range at[:2] {
			if name := string(b.StringAt(i, row)); !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	if exchanged {
		s.Notes[0] += " Pairs that symmetry exchanges are shown once, with the mean of all of them."
	}
	s.Table = &Table{Class: "grid square", Rows: [][]Cell{heads("", names...)}}
	for _, name := range names {
		s.Table.Rows = append(s.Table.Rows, append([]Cell{rowHead(name)}, numbers(make([]string, len(names))...)...))
	}
	for row := range b.Len() {
		i, k := slices.Index(names, string(b.StringAt(at[0], row))), slices.Index(names, string(b.StringAt(at[1], row)))
		c := Cell{Text: enumerate.Percent(share(row, 3)), Small: enumerate.Decimal(share(row, 4), 3), Class: "n", Tint: shade(share(row, 3), low, high)}
		s.Table.Rows[1+i][1+k], s.Table.Rows[1+k][1+i] = c, c
	}
	return []Section{s}, nil
}

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
